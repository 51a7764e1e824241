// Where a directive may come from and what may stand between it and its loop.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("directive/places");

TEST_CASE("_Pragma, alone, in a macro, and together with directive lines") {
  CHECK(directivesOf(R"src(#define PARALLEL _Pragma("parallel")
#define DO_PRAGMA(x) _Pragma(#x)
#define BLOCKED(n) DO_PRAGMA(appyl parallel block(n))
#define W 16
void f(float* a, int n) {
  _Pragma("parallel block(4)") for (int i = 0; i < n; ++i) a[i] = 1;
  PARALLEL
  for (int i = 0; i < n; ++i) a[i] = 1;
  BLOCKED(32) for (int i = 0; i < n; ++i) a[i] = 1;
  _Pragma("parallel") _Pragma("block(W)") for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel
  _Pragma("block(2)")
  for (int i = 0; i < n; ++i) a[i] = 1;
  PARALLEL
#pragma block(W)
  for (int i = 0; i < n; ++i) a[i] = 1;
})src") == R"(6: parallel block(4) before line 6
7: parallel before line 8
9: parallel block(32) before line 9
10: parallel block(16) before line 10
11: parallel block(2) before line 13
14: parallel block(16) before line 16
)");
}

TEST_CASE("macros in arguments are expanded") {
  CHECK(directivesOf(R"(#define W 16
#define TILE(k) (W * (k))
#define SUM s
#define OP max
float f(const float* a, int n) {
  float s = 0;
#pragma parallel block(TILE(2)) reduction(OP:SUM)
  for (int i = 0; i < n; ++i)
    if (a[i] > s) s = a[i];
  return s;
})") == "7: parallel block((16 * (2))) reduction(max:s) before line 8\n");
}

TEST_CASE("the loop itself may come from a macro") {
  CHECK(directivesOf(R"(#define FOR for (int i = 0; i < n; ++i)
void f(float* a, int n) {
#pragma parallel
  FOR a[i] = 1;
})") == "3: parallel before line 4\n");
}

TEST_CASE("templates, members, lambdas and constructors") {
  CHECK(directivesOf(R"(template <class T, int B> struct S {
  T* a;
  int n;
  S(T* p, int n) : a(p), n(n) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = T();
  }
  template <int C> void f() {
#pragma parallel block(B * C)
    for (int i = 0; i < n; ++i) a[i] = T(1);
  }
};
void h(float* a, int n) {
  auto run = [&](int m) {
#pragma parallel block(4)
    for (int i = 0; i < m; ++i) a[i] = 1;
  };
  run(n);
  S<float, 4>(a, n).f<2>();
  S<float, 8>(a, n).f<3>();
})") == R"(5: parallel before line 6
9: parallel block(B * C) before line 10
15: parallel block(4) before line 16
)");
}

TEST_CASE("comments and preprocessor lines may stand between") {
  CHECK(directivesOf(R"(void f(float* a, int n) {
#pragma parallel
  // one
  /* two
     lines */

#define UNUSED 1
#ifdef UNUSED
#undef UNUSED
#endif
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == "2: parallel before line 11\n");
}

TEST_CASE("directives and loops in the branches of #if") {
  CHECK(directivesOf(R"(void f(float* a, int n) {
#ifdef NEVER
#pragma parallel
#else
#pragma parallel block(8)
#endif
  for (int i = 0; i < n; ++i) a[i] = 1;
#if 1
#pragma parallel
  for (int i = 0; i < n; ++i)
#else
  for (int i = 0; i < n; i += 2)
#endif
    a[i] = 1;
#if 0
#pragma parallel
#endif
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == "5: parallel block(8) before line 7\n9: parallel before line 10\n");
}

TEST_CASE("what a branch that is not taken holds does not stand between") {
  CHECK(directivesOf(R"(void f(float* a, int n) {
#pragma parallel
#ifdef TRACE
  trace(a);
#endif
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel
#if 0
  while (n > 0)
#else
  for (int i = 0; i < n; ++i)
#endif
    a[i] = 1;
})") == "2: parallel before line 6\n7: parallel before line 11\n");
}

TEST_CASE("other people's pragmas are left alone, before, between and after") {
  CHECK(directivesOf(R"(#pragma STDC FP_CONTRACT ON
void f(float* a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel
#pragma omp simd
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel
#pragma unroll
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma vendor parallel
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == R"(5: parallel before line 7
8: parallel before line 10
11: parallel before line 13
)");
}

TEST_CASE("a loop hint of Clang's may stand in front of a directive") {
  CHECK(directivesOf(R"(void f(float* a, int n) {
#pragma GCC unroll 4
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma clang loop vectorize(enable)
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == "3: parallel before line 4\n6: parallel before line 7\n");
}

TEST_CASE("a near miss right before a loop is a warning, elsewhere it is somebody else's") {
  const Translated result = translateText(R"(#pragma paralel
void f(float* a, int n) {
#pragma parallell
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallell
  a[0] = 1;
})");
  CHECK(result.ok);
  CHECK(result.diagnostics ==
        "3:9: warning: unknown pragma 'parallell' before a loop; did you mean 'parallel'? "
        "[appyl-pragma-syntax]\n");
}

TEST_CASE("in strings, comments and macros that are not used there is no directive") {
  CHECK(directivesOf(R"src(#define UNUSED _Pragma("parallel")
// #pragma parallel
const char* text = "#pragma parallel";
const char* raw = R"(
#pragma parallel
)";
/*
#pragma parallel
*/
)src") == "");
}

TEST_CASE("C sources") {
  CHECK(directivesOf(R"(void f(int n, float a[restrict n]) {
  int i;
#pragma parallel block(8)
  for (i = 0; i < n; i++) a[i] = 1;
  _Pragma("parallel") for (int j = 0; j < n; ++j) a[j] = 1;
})",
                     Language::C) == "3: parallel block(8) before line 4\n5: parallel before line 5\n");
}

TEST_CASE("anything else after a directive is refused, and named") {
  const auto before = [](const std::string& statement) {
    return directivesOf("void f(float* a, int n) {\n#pragma parallel\n  " + statement + "\n}\n");
  };
  CHECK(before("while (n) --n;") ==
        "2:9: error: 'parallel' stands before a 'while' loop; it applies to a 'for' loop "
        "[appyl-pragma-placement]\n3:3: note: this is what follows the directive\n");
  CHECK(before("if (n) a[0] = 1;").find("2:9: error: 'parallel' stands before a 'if' statement") == 0);
  CHECK(before("{ a[0] = 1; }").find("2:9: error: 'parallel' stands before a compound statement") == 0);
  CHECK(before("int m = n;").find("2:9: error: 'parallel' stands before a declaration") == 0);
  CHECK(before("").find("2:9: error: 'parallel' stands before the end of a block") == 0);
  CHECK(before("a[0] = 1;").find("2:9: error: 'parallel' stands before 'a'") == 0);
  CHECK(before(";").find("2:9: error: 'parallel' stands before an empty statement") == 0);
}

TEST_SUITE_END();
