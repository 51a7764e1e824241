// `--alias-guard`: the question that the generated code asks before it runs in parallel.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

std::string guarded(const std::string& source) {
  Options options;
  options.aliasGuard = true;
  return codeOf(source, options, Language::Cpp);
}

}  // namespace

TEST_SUITE_BEGIN("codegen/alias_guard");

TEST_CASE("two pointers are compared at the ends of the loop's range") {
  const std::string code = guarded(R"(void f(const int *a, int *b, int n) {
#pragma parallel
  for (int i = 2; i < n; ++i) b[i] = a[i - 2];
}
)");
  CHECK_MESSAGE(contains(code, "const bool arrays_apart = a + n - 2 <= b + 2 || b + n <= a;"), code);
  CHECK(contains(code, "#pragma omp parallel for if(arrays_apart) schedule(static)"));
}

TEST_CASE("arrays that are only read may overlap") {
  const std::string code = guarded(R"(void f(const int *a, const int *b, int *c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
)");
  CHECK(!contains(code, "a + n <= b "));
  CHECK(contains(code, "a + n <= c"));
  CHECK(contains(code, "b + n <= c"));
}

TEST_CASE("arrays that own their elements do not overlap") {
  const std::string code = guarded(R"(void f() {
  static float a[100], b[100];
#pragma parallel
  for (int i = 0; i < 100; ++i) a[i] = b[i];
}
)");
  CHECK(!contains(code, "arrays_apart"));
}

TEST_CASE("a stride that may be negative is asked for") {
  const std::string code = guarded(R"(void f(const float *a, float *b, int m, int n, int p) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) b[i * n + j] = a[i * p];
}
)");
  CHECK_MESSAGE(contains(code, "0 <= static_cast<long long>(p)"), code);
  CHECK(contains(code, "0 <= static_cast<long long>(n)"));
}

TEST_CASE("lanes need the original loop beside them") {
  const std::string code = guarded(R"(void f(const float *a, float *b, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) b[i] = a[i];
}
)");
  CHECK_MESSAGE(
      contains(code, "if (!arrays_apart) {\n      for (int i = 0; i < n; ++i) b[i] = a[i];\n    } else {"),
      code);
}

TEST_CASE("the original loop leaves nothing to combine") {
  const std::string code = guarded(R"(void f(const float *x, float *s, int n) {
#pragma parallel reduction(+:s[0])
  for (int i = 0; i < n; ++i) s[0] += x[i];
}
)");
  const std::size_t otherwise = code.find("} else {");
  REQUIRE_MESSAGE(otherwise != std::string::npos, code);
  CHECK(code.find("s_0_sum") > otherwise);
}

TEST_CASE("subscripts from data keep the loop sequential") {
  const std::string code = guarded(R"(void f(const float *a, const int *at, float *b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = a[at[i]];
}
)");
  CHECK(!contains(code, "omp parallel"));
  CHECK_MESSAGE(contains(code, "// Sequential: whether arrays overlap is not known"), code);
}

TEST_SUITE_END();
