// compile_commands.json.
#include "support/database.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  llvm::consumeError(appyl::checkDatabase(appyl::fuzz::textOf(data, size)));
  return 0;
}
