// Kernels in places where one statement must stay one statement, names that are taken, and values after the
// loop.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// Clang's own opinion on generated code: what a translation of it says, which has no directives left.
std::string problemsOf(const std::string& code, Language language = Language::Cpp) {
  return diagnosticsOf(code, {}, language);
}

std::string translated(const std::string& source, Language language = Language::Cpp) {
  const std::string code = codeOf(source, {}, language);
  CHECK_MESSAGE(problemsOf(code, language) == "", code);
  return code;
}

/// Where `part` stands, counted in occurrences.
int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("codegen/places");

TEST_CASE("branches without braces") {
  const std::string code = translated(R"(int f(float* a, int n) {
  int i = 7;
  if (n > 3)
#pragma parallel block(4)
    for (i = 0; i < n; ++i) a[i] = 1;
  else
#pragma parallel
    for (i = 0; i < n; ++i) a[i] = 2;
  while (n-- > 0)
#pragma parallel
    for (int j = 0; j < n; ++j) a[j] += 1;
  do
#pragma parallel block(2)
    for (i = 0; i < n; ++i) a[i] += 1;
  while (n-- > 0);
  return i;
}
)");
  CHECK(count(code, "#pragma omp parallel for") == 4);
  // What sets the counter's final value stands inside the branch.
  CHECK(code.find("else") > code.find("i = "));
}

TEST_CASE("labels and cases") {
  const std::string code = translated(R"(void f(float* a, int n, int k) {
  switch (k) {
    case 1:
#pragma parallel block(4)
      for (int i = 0; i < n; ++i) a[i] = 1;
      break;
    case 2:
#pragma parallel block(n)
      for (int i = 0; i < n; ++i) a[i] = 2;
      [[fallthrough]];
    default:
    again:
#pragma parallel block(4)
      for (int i = n; i > 0; i -= 3) a[i] = 3;
      if (k-- > 0) goto again;
  }
}
)");
  CHECK(count(code, "#pragma omp parallel for") == 3);
  CHECK(count(code, "case ") == 2);
}

TEST_CASE("a sequential loop without braces around a kernel with several statements") {
  const std::string code = translated(R"(int f(float* a, int n) {
  int i = 0;
  for (int t = 0; t < 3; ++t)
#pragma parallel block(8)
    for (i = 0; i < n; ++i) a[i] += t;
  return i;
}
)");
  // The counter's value is set in each round, or the loop would not have run at all.
  CHECK(code.find("return i;") > code.rfind("i = "));
}

TEST_CASE("names of the file are not used again") {
  const std::string code = translated(R"(int i_block, i_end, i_size, i_count, i_first, i_last, i_k;
void f(float* a, int n, int B) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) a[i] = i_block + i_end;
#pragma parallel block(B)
  for (int i = n; i > 0; i -= 3) a[i] = i_size + i_count + i_first + i_last + i_k;
}
)");
  CHECK(contains(code, "a[i] = i_block + i_end;"));
  for (const char* taken :
       {" i_block =", " i_end =", " i_size =", " i_count =", " i_first =", " i_last =", " i_k ="})
    CHECK_MESSAGE(!contains(code, taken), code);
}

TEST_CASE("macros of the file are not used as names either") {
  translated(R"(#define i_block 3
#define i_end (void)
void f(float* a, int n) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) a[i] = i_block;
}
)");
}

TEST_CASE("two blocked loops over one counter") {
  translated(R"(void f(float* a, float* b, int n) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
#pragma block(8)
    for (int j = 0; j < n; ++j) a[i * n + j] = 1;
#pragma block(8)
    for (int j = 0; j < n; ++j) b[i * n + j] = 2;
  }
}
)");
}

TEST_CASE("counters of all types, in both directions, with blocks") {
  for (const char* type : {"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
                           "long", "unsigned long", "long long", "unsigned long long"}) {
    const std::string t = type;
    translated("void f(float* a, " + t + " n) {\n#pragma parallel block(4)\n  for (" + t +
               " i = 0; i < n; ++i) a[i] = 1;\n#pragma parallel block(4)\n  for (" + t +
               " i = n; i > 0; i -= 2) a[i] = 1;\n#pragma parallel\n  for (" + t +
               " i = 0; i <= n; i += 3) a[i] = 1;\n#pragma parallel\n  for (" + t +
               " i = 0; i != n; ++i) a[i] = 1;\n}\n");
    translated("void f(float* a, " + t + " n) {\n" + t +
                   " i;\n#pragma parallel block(4)\n  for (i = 0; i < n; ++i) a[i] = 1;\n}\n",
               Language::C);
  }
}

TEST_CASE("the last value of a scalar that is read afterwards") {
  const std::string code = translated(R"(float f(float* a, int n) {
  float t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = a[i];
    a[i] = 2 * t;
  }
  return t;
}
)");
  CHECK(contains(code, "lastprivate(t)"));
  // With no iterations it keeps the value that it had.
  CHECK((contains(code, "firstprivate(t)") || contains(code, "if (0 < n)")));
}

TEST_CASE("the value before the loop goes along where an inner loop may be empty") {
  CHECK(contains(translated(R"(void f(float* a, int n, int m) {
  float t = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) t = j;
    a[i] = t;
  }
}
)"),
                 "firstprivate(t)"));
}

TEST_CASE("members, in classes and in lambdas inside them") {
  const std::string code = translated(R"(struct Grid {
  float* u;
  int n;
  float total;
  void step() {
#pragma parallel block(8)
    for (int i = 0; i < n; ++i) u[i] = 0;
    auto sum = [this] {
#pragma parallel reduction(+ : total)
      for (int i = 0; i < this->n; ++i) total += u[i];
    };
    sum();
  }
};
)");
  // OpenMP has no reduction of a member: a local variable stands for it.
  CHECK(!contains(code, "reduction(+:total)"));
  CHECK(!contains(code, "reduction(+:this->total)"));
}

TEST_CASE("every kind of reduction is code that compiles") {
  const std::string code =
      translated(R"(void f(const float* x, const int* at, float* b, float* h, float (*c)[4],
       int n, float lo, int where, int hits, bool all) {
#pragma parallel reduction(+ : b[0]) reduction(h) reduction(+ : hits) reduction(&& : all)
  for (int i = 0; i < n; ++i) {
    b[0] += x[i];
    h[at[i]] += x[i];
    if (x[i] > 0) ++hits;
    all = all && x[i] > 0;
  }
#pragma parallel block(32) reduction(+ : c)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) c[at[i]][j] += x[i];
#pragma parallel reduction(min : lo)
  for (int i = 0; i < n; ++i)
    if (x[i] < lo) {
      lo = x[i];
      where = i;
    }
  b[1] = lo + where + hits + all;
}
)");
  CHECK(count(code, "#pragma omp ") >= 3);
}

TEST_CASE("#if inside a loop's body stays") {
  const std::string code = translated(R"(void f(float* a, int n) {
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) {
#ifdef DOUBLE
    a[i] *= 2;
#else
    a[i] += 1;
#endif
  }
}
)");
  CHECK(contains(code, "#ifdef DOUBLE\n"));
  CHECK(contains(code, "#endif\n"));
}

TEST_CASE("omp simd inside an annotated loop stays") {
  CHECK(contains(translated(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
#pragma omp simd
    for (int j = 0; j < n; ++j) a[i * n + j] = 1;
  }
}
)"),
                 "#pragma omp simd\n"));
}

TEST_SUITE_END();
