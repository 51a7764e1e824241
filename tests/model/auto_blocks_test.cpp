// What `block(auto)` stands for: as much as stays in the cache, or what a tuning file says.
#include "../support/translate_text.h"
#include "codegen/cuda/target.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// `i auto: 512: ceildiv(n, 512) programs` for each loop of the source.
std::string autoBlocksOf(const std::string& source, Options options = {}) {
  options.dump = DumpStage::Model;
  const std::string lines = linesWith(translateText(source, options).explanation, ", block ");
  std::string found;
  for (const llvm::StringRef line : llvm::split(lines, '\n')) {
    if (line.empty()) continue;
    const auto [kind, axis] = line.split("  ");
    const auto [range, block] = axis.split(", block ");
    found += (axis.split(' ').first + " " + block.split(", sequential").first + "\n").str();
  }
  return found;
}

/// One loop of `type` elements over three arrays, from 0 to `end`.
std::string sum(const std::string& type, const std::string& end) {
  return "void f(int n, const " + type + "* a, const " + type + "* b, " + type + "* c) {\n" +
         "#pragma parallel block(auto)\n  for (int i = 0; i < " + end + "; ++i) c[i] = a[i] + b[i];\n}\n";
}

}  // namespace

TEST_SUITE_BEGIN("model/auto_blocks");

TEST_CASE("what a program touches stays in half of a first-level cache") {
  CHECK(autoBlocksOf(sum("float", "n")) == "i auto: 1024: ceildiv(n, 1024) programs\n");
  CHECK(autoBlocksOf(sum("double", "n")) == "i auto: 512: ceildiv(n, 512) programs\n");
  CHECK(autoBlocksOf(sum("char", "n")) == "i auto: 4096: ceildiv(n, 4096) programs\n");
}

TEST_CASE("a constant range leaves programs for many cores, and no block is larger than it") {
  CHECK(autoBlocksOf(sum("float", "1000000")) == "i auto: 1024: 977 programs\n");
  CHECK(autoBlocksOf(sum("float", "10000")) == "i auto: 128: 79 programs\n");
  CHECK(autoBlocksOf(sum("float", "1000")) == "i auto: 64: 16 programs\n");
  CHECK(autoBlocksOf(sum("float", "20")) == "i auto: 32: 1 programs\n");
}

TEST_CASE("what data or sizes decide says nothing, and the default stays") {
  const std::string gather = R"(void f(int n, const int* at, const float* a, float* b) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) b[i] = a[at[i]];
})";
  CHECK(autoBlocksOf(gather) == "i auto: 128: ceildiv(n, 128) programs\n");
  Options options;
  options.blockSize = 100;
  CHECK(autoBlocksOf(gather, options) == "i auto: 100: ceildiv(n, 100) programs\n");
  CHECK(autoBlocksOf(R"(void f(int n, int m, const float* a, float* b) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j) s += a[i * m + j];
    b[i] = s;
  }
})") == "i auto: 128: ceildiv(n, 128) programs\nj 1\n");
}

TEST_CASE("a loop inside counts with all of its steps, one in blocks with one block") {
  const std::string head = R"(void f(int n, const float a[][64], float* b) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i) {
    float s = 0;
)";
  const std::string tail = R"(    for (int j = 0; j < 64; ++j) s += a[i][j];
    b[i] = s;
  }
})";
  CHECK(autoBlocksOf(head + tail) == "i auto: 64: ceildiv(n, 64) programs\nj 1\n");
  CHECK(autoBlocksOf(head + "#pragma block(4)\n" + tail) == "i auto: 128: ceildiv(n, 128) programs\nj 4\n");
}

TEST_CASE("a column takes a line of the cache for each row") {
  CHECK(autoBlocksOf(R"(void f(int n, int m, const float* a, float* b) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) b[i * m + j] = 2 * a[i * m + j];
})") == "i auto: 128: ceildiv(n, 128) programs\nj 1: m programs\n");
}

TEST_CASE("several loops share the cache") {
  const std::string transpose = R"(void f(int n, int m, const float* a, float* b) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < m; ++j) b[j * n + i] = a[i * m + j];
})";
  CHECK(autoBlocksOf(transpose) == "i auto: 32: ceildiv(n, 32) programs\nj auto: 64: ceildiv(m, 64) programs\n");
  CHECK(autoBlocksOf(R"(void f(int n, int m, int K, const float* a, const float* b, float* c) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(64)
    for (int j = 0; j < m; ++j) {
      float s = 0;
#pragma block(16)
      for (int k = 0; k < K; ++k) s += a[i * K + k] * b[k * m + j];
      c[i * m + j] = s;
    }
})") == "i auto: 32: ceildiv(n, 32) programs\nj 64: ceildiv(m, 64) programs\nk 16\n");
}

TEST_CASE("a short range gives its share to the others") {
  CHECK(autoBlocksOf(R"(void f(int n, const float a[][4], float b[][4]) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < 4; ++j) b[i][j] = a[i][j];
})") == "i auto: 512: ceildiv(n, 512) programs\nj auto: 4: 1 programs\n");
}

TEST_CASE("on a device a thread takes an iteration, and blocks of a grid fit into shared memory") {
  Options options;
  options.target = &cudaTarget;
  CHECK(autoBlocksOf(sum("float", "n"), options) == "i auto: 128: ceildiv(n, 128) programs\n");
  CHECK(autoBlocksOf(R"(void f(int n, int m, int K, const double* a, const double* b, double* c) {
#pragma parallel block(auto)
  for (int i = 0; i < n; ++i)
#pragma parallel block(auto)
    for (int j = 0; j < m; ++j) {
      double s = 0;
#pragma block(auto)
      for (int k = 0; k < K; ++k) s += a[i * K + k] * b[k * m + j];
      c[i * m + j] = s;
    }
})",
               options) ==
        "i auto: 64: ceildiv(n, 64) programs\nj auto: 64: ceildiv(m, 64) programs\nk auto: 16\n");
}

TEST_CASE("a tuning file has the last word") {
  Options options;
  options.tuned = {{"f_kernel0", {{"i", 192}}}, {"g_kernel0", {{"i", 7}}}};
  CHECK(autoBlocksOf(sum("float", "n"), options) == "i tuned: 192: ceildiv(n, 192) programs\n");
}

TEST_SUITE_END();
