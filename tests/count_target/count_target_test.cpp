// A target that is no part of the tool, in one file: it counts kernels, and tells of the grid of each. What a
// new target needs is what stands here.
#include "../support/translate_text.h"
#include "codegen/target.h"
#include "targets.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

class CountedFile : public FileEmitter {
 public:
  std::optional<Edits> emit(const Kernel& kernel, const Source&) override {
    ++count;
    explanation += kernel.name + ":";
    for (const Axis& axis : kernel.grid)
      explanation += " " + axis.var + " in blocks of " + std::to_string(axis.block.value);
    explanation += "\n";
    return Edits();
  }

  void finish(const std::vector<Kernel>&, Edits& edits) override {
    edits.push_back({0, 0, "// " + std::to_string(count) + " kernels\n"});
  }

 private:
  int count = 0;
};

const Target countTarget{.name = "count", .infix = ".count", .open = [](const EmittedFile&) {
                           return std::unique_ptr<FileEmitter>(std::make_unique<CountedFile>());
                         }};

const char* const source = R"(void f(int n, float* x, float* y) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i)
#pragma parallel block(4)
    for (int j = 0; j < 8; ++j) x[8 * i + j] = 1;
  int i;
#pragma parallel
  for (i = 0; i < n; ++i) y[i] = 2;
}
)";

}  // namespace

TEST_CASE("a target outside of the tool") {
  Options options;
  options.target = &countTarget;
  const Translated translated = translateText(source, options);
  CHECK(translated.explanation ==
        "f_kernel0: i in blocks of 64 j in blocks of 4\nf_kernel1: i in blocks of 1\n");
  CHECK(translated.text == R"(// 2 kernels
void f(int n, float* x, float* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) x[8 * i + j] = 1;
  int i;
  for (i = 0; i < n; ++i) y[i] = 2;
}
)");
}

TEST_CASE("it is not one of the tool's") {
  CHECK(findTarget("count") == nullptr);
  CHECK(findTarget("openmp") == targets().front());
}
