// Loops: first value, comparison, bound and step of every form, and how nests lie inside each other.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// The line of `for (header) a[i] = 1;`, or the diagnostics.
std::string loop(const std::string& header, const std::string& before = "") {
  const std::string dump =
      loopsOf("typedef unsigned long size_t;\nvoid f(float* a, int n, int s, size_t m, const int* at) {\n" +
              before + "\n#pragma parallel\n  for (" + header + ") a[i] = 1;\n}\n");
  const std::string found = linesWith(dump, "for ");
  return found.empty() || contains(dump, "error") ? dump : found;
}

}  // namespace

TEST_SUITE_BEGIN("nest/forms");

TEST_CASE("every comparison and every increment") {
  CHECK(loop("int i = 0; i < n; ++i") == "for i = 0; < n; step 1 parallel\n");
  CHECK(loop("int i = 1; i <= n - 2; i++") == "for i = 1; <= n - 2; step 1 parallel\n");
  CHECK(loop("int i = n - 1; i >= 0; --i") == "for i = n - 1; >= 0; step -1 parallel\n");
  CHECK(loop("int i = n; i > 0; i--") == "for i = n; > 0; step -1 parallel\n");
  CHECK(loop("int i = 0; i != n; ++i") == "for i = 0; != n; step 1 parallel\n");
  CHECK(loop("int i = 0; i < n; i += 3") == "for i = 0; < n; step 3 parallel\n");
  CHECK(loop("int i = n; i > 0; i -= 2") == "for i = n; > 0; step -2 parallel\n");
  CHECK(loop("int i = 0; i < n; i = i + 3") == "for i = 0; < n; step 3 parallel\n");
  CHECK(loop("int i = 0; i < n; i = 3 + i") == "for i = 0; < n; step 3 parallel\n");
  CHECK(loop("int i = n; i > 0; i = i - 1") == "for i = n; > 0; step -1 parallel\n");
}

TEST_CASE("the bound may stand on the left") {
  CHECK(loop("int i = 0; n > i; ++i") == "for i = 0; < n; step 1 parallel\n");
  CHECK(loop("int i = n; 0 <= i; --i") == "for i = n; >= 0; step -1 parallel\n");
}

TEST_CASE("steps: negative ones added, run-time ones, constants of any type") {
  CHECK(loop("int i = n; i > 0; i += -2") == "for i = n; > 0; step -2 parallel\n");
  CHECK(loop("int i = 0; i < n; i = i - -2") == "for i = 0; < n; step 2 parallel\n");
  CHECK(loop("int i = 0; i < n; i += s") == "for i = 0; < n; step ? parallel\n");
  CHECK(loop("auto i = 0; i < 4 * 8; i += sizeof(int)") == "for i = 0; < 32; step 4 parallel\n");
  CHECK(loop("int i = 0; i < n; i += four", "  constexpr int four = 2 + 2;") ==
        "for i = 0; < n; step 4 parallel\n");
}

TEST_CASE("counters of every integer type") {
  for (const char* type : {"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
                           "long", "unsigned long", "long long", "size_t", "char"})
    CHECK(loop(std::string(type) + " i = 0; i < 100; ++i") == "for i = 0; < 100; step 1 parallel\n");
  CHECK(loop("bool i = 0; i < 1; i = i + 1").find("for i") != 0);
}

TEST_CASE("bounds from arrays, calls of std::size and outer variables") {
  CHECK(loop("int i = at[0]; i < at[1]; ++i") == "for i = at[0]; < at[1]; step 1 parallel\n");
  CHECK(loop("int i = n * s + 1; i < (n + 1) * 4; ++i") == "for i = n*s + 1; < 4*n + 4; step 1 parallel\n");
}

TEST_CASE("a counter from outside") {
  CHECK(loop("i = 0; i < n; ++i", "int i;") == "for i = 0; < n; step 1 parallel\n");
  CHECK(loop("i = 2; i < n; ++i", "static short i;") == "for i = 2; < n; step 1 parallel\n");
}

TEST_CASE("what is no counted loop is refused at its part") {
  CHECK(loop("int i = n; i-- > 0;").find("5:19: error: the condition does not compare the counter 'i'") == 0);
  CHECK(contains(loop("int i = 0; i < n; i *= 2"), "[appyl-loop-form]"));
  CHECK(contains(loop("int i = 0; ; ++i"), "the loop has no condition"));
  CHECK(contains(loop("int i = 0; i < n;"), "the loop has no increment"));
  CHECK(contains(loop("int i = 0; i < n; i += 0"), "the step of 'i' is zero"));
  CHECK(contains(loop("int i = 0; i < n; --i"), "'i' steps away from its bound"));
  CHECK(contains(loop("int i = 0; i < n--; ++i"), "side effects"));
}

TEST_CASE("perfect and imperfect nests, sequential loops inside") {
  CHECK(loopsOf(R"(void f(float* a, const float* b, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      float acc = 0;
      for (int l = 0; l < k; ++l) acc += b[i * k + l] * b[l * n + j];
      a[i * n + j] = acc;
    }
})") == R"(f:
  for i = 0; < m; step 1 parallel
    for j = 0; < n; step 1 parallel perfect
      for l = 0; < k; step 1
  read b[i*k + l]
  read b[l*n + j]
  write a[i*n + j]
)");
  CHECK(loopsOf(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    a[i * n] = 0;
#pragma parallel
    for (int j = 1; j <= i; ++j) a[i * n + j] = 0;
  }
})") == R"(f:
  for i = 0; < n; step 1 parallel
    for j = 1; <= i; step 1 parallel
  write a[i*n]
  write a[i*n + j]
)");
}

TEST_CASE("braces around a perfect inner loop change nothing") {
  CHECK(linesWith(loopsOf(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    {
#pragma parallel
      for (int j = 0; j < n; ++j) { a[i * n + j] = 0; }
    }
  }
})"),
                  "for j") == "for j = 0; < n; step 1 parallel perfect\n");
}

TEST_CASE("loops that are not counted run as they stand") {
  CHECK(loopsOf(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    float x = 1;
    while (x < n) x *= 2;
    do x -= 1;
    while (x > i);
    for (float y = 0; y < 1; y += 0.25f) x += y;
    a[i] = x;
  }
})") == R"(f:
  for i = 0; < n; step 1 parallel
    loop at line 5
    loop at line 6
    loop at line 8
  write a[i]
)");
}

TEST_CASE("two loops with one name have counters of their own") {
  CHECK(loopsOf(R"(void f(float* a, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) a[3 * i + j] = 1;
    for (int j = 0; j < 4; ++j) b[4 * i + j] = 2;
  }
})") == R"(f:
  for i = 0; < n; step 1 parallel
    for j = 0; < 3; step 1
    for j.2 = 0; < 4; step 1
  write a[3*i + j]
  write b[4*i + j.2]
)");
}

TEST_CASE("each nest of a function stands for itself, named after its function") {
  const std::string dump = loopsOf(R"(struct Grid {
  float* u;
  int n;
  void step() {
#pragma parallel
    for (int i = 0; i < n; ++i) u[i] = 0;
#pragma parallel
    for (int i = 0; i < n; ++i) u[i] += 1;
  }
  void operator()(int k) {
    auto run = [&] {
#pragma parallel
      for (int i = 0; i < n; ++i) u[i] = k;
    };
    run();
  }
};)");
  CHECK(linesWith(dump, ":") == "Grid_step:\nGrid_step:\nGrid_operator:\n");
}

TEST_SUITE_END();
