// Which sizes are tried and which of them is taken, and the file that keeps it.
#include "codegen/cuda/target.h"
#include "codegen/interpret/target.h"
#include "codegen/openmp/target.h"
#include "tune.h"
#include "tune_file.h"

#include "writeback/output_file.h"

#include <doctest/doctest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>

using namespace appyl;

namespace {

using Sizes = std::vector<std::int64_t>;

TunedLoop loopWith(std::int64_t byModel, std::vector<Candidate> candidates) {
  TunedLoop loop{"f_kernel0", "i", byModel, byModel, std::move(candidates)};
  loop.chosen = fastest(loop);
  return loop;
}

/// What a tuning file with this text says, or what is wrong with it.
std::string read(const std::string& text) {
  llvm::SmallString<128> path;
  llvm::sys::fs::createTemporaryFile("appyl-tune", "json", path);
  CHECK(!writeIfChanged(path.str().str(), text));
  auto file = readTuneFile(path.str().str());
  llvm::sys::fs::remove(path);
  if (file) return *file ? print(**file) : "(none)";
  return llvm::toString(file.takeError()).substr(path.size());
}

}  // namespace

TEST_CASE("five sizes are tried, the model's in the middle where there is room below") {
  CHECK(candidatesAround(512) == Sizes{128, 256, 512, 1024, 2048});
  CHECK(candidatesAround(100) == Sizes{25, 50, 100, 200, 400});
  CHECK(candidatesAround(2) == Sizes{1, 2, 4, 8, 16});
  CHECK(candidatesAround(1) == Sizes{1, 2, 4, 8, 16});
  CHECK(candidatesAround(7) == Sizes{7, 14, 28, 56, 112});
}

TEST_CASE("the model's choice is left only for what is clearly faster") {
  CHECK(print(loopWith(256, {{128, 2.0}, {256, 1.0}, {512, 0.5}})) ==
        "f_kernel0 i: 512 (128: 2.00, 256: 1.00, 512: 0.50)");
  CHECK(print(loopWith(256, {{128, 0.99}, {256, 1.0}, {512, 1.5}})) ==
        "f_kernel0 i: 256 (128: 0.99, 256: 1.00, 512: 1.50)");
  CHECK(print(loopWith(256, {{256, 4.0}, {512, std::nullopt}})) ==
        "f_kernel0 i: 256 (256: 1.00, 512: refused)");
}

TEST_CASE("entries of other sources and of the other target stay") {
  TuneFile file;
  file = withBlocks(file, "a.cpp", openmpTarget, {{"f_kernel0", {{"i", 64}}}, {"g_kernel0", {{"j", 8}}}});
  file = withBlocks(file, "dir/b.cpp", openmpTarget, {{"f_kernel0", {{"i", 32}}}});
  file = withBlocks(file, "a.cpp", cudaTarget, {{"f_kernel0", {{"i", 256}}}});
  file = withBlocks(file, "a.cpp", openmpTarget, {{"f_kernel0", {{"i", 16}}}});
  CHECK(blocksOf(file, "a.cpp", openmpTarget) == TunedBlocks{{"f_kernel0", {{"i", 16}}}});
  CHECK(blocksOf(file, "a.cpp", interpretTarget) == TunedBlocks{{"f_kernel0", {{"i", 16}}}});
  CHECK(blocksOf(file, "b.cpp", openmpTarget) == TunedBlocks{{"f_kernel0", {{"i", 32}}}});
  CHECK(blocksOf(file, "a.cpp", cudaTarget) == TunedBlocks{{"f_kernel0", {{"i", 256}}}});
  CHECK(blocksOf(file, "xa.cpp", openmpTarget).empty());
  CHECK(read(print(file)) == print(file));
}

TEST_CASE("a file that is not as it should be is told with its line") {
  CHECK(read("{\"version\": 1}") == "{\n  \"version\": 1,\n  \"kernels\": {}\n}\n");
  CHECK(read("{\n\"version\": 3}") == ":2: the \"version\" of the file is not 1");
  CHECK(read("{\"version\": 1,\n\"kernel\": {}}") ==
        ":2: unknown member \"kernel\"; known are version, kernels, cuda_kernels");
  CHECK(read("{\"version\": 1, \"kernels\": {\"a.cpp:f_kernel0\": {\n\"i\": -4}}}") ==
        ":2: the block of \"i\" is no number of iterations from 1 to 1073741824");
}
