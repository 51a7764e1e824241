// The file of `--tune-file`.
#include "tune_file.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto file = appyl::readTuneFile(appyl::fuzz::fileWith("tuned.json", appyl::fuzz::textOf(data, size)));
  if (!file) llvm::consumeError(file.takeError());
  return 0;
}
