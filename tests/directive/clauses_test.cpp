// What may stand in a directive: clauses, their arguments, and how several of them add up.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("directive/clauses");

TEST_CASE("the bare form, the namespaced form, and commas mean the same") {
  CHECK(directivesOf(R"(void f(float* a, int n) {
#pragma parallel block(64) unchecked
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel, block(64), unchecked
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma appyl parallel block(64) unchecked
  for (int i = 0; i < n; ++i) a[i] = 1;
  #  pragma   appyl   parallel,block ( 64 ) , unchecked
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == R"(2: parallel block(64) unchecked before line 3
4: parallel block(64) unchecked before line 5
6: parallel block(64) unchecked before line 7
8: parallel block(64) unchecked before line 9
)");
}

TEST_CASE("every clause takes its arguments") {
  CHECK(directivesOf(R"(struct P { float* x; };
void f(float* a, float* b, P p, int m, int n, int k, double s) {
#pragma parallel shape(a[m][k], b[0:n], p.x[n]) device(a, b)
  for (int i = 0; i < n; ++i) {
#pragma stages(3) block(16)
    for (int j = 0; j < k; ++j) a[i * k + j] = b[i];
  }
#pragma data(a, b[0:n])
  {
    float t, u;
#pragma parallel private(t, u) block(auto)
    for (int i = 0; i < n; ++i) {
      t = a[i];
      u = t;
      a[i] = t + u;
    }
  }
#pragma parallel reduction(s, a[0]) reduction(*:b[m - 1])
  for (int i = 0; i < n; ++i) {
    s += 1;
    a[0] += 1;
    b[m - 1] *= 2;
  }
})") == R"(3: parallel shape(a[m][k], b[0:n], p.x[n]) device(a, b) before line 4
5: stages(3) block(16) before line 6
8: data(a, b[0:n]) before line 9
11: parallel private(t, u) block(auto) before line 12
18: parallel reduction(s, a[0]) reduction(*:b[m - 1]) before line 19
)");
}

TEST_CASE("every reduction operator is read") {
  CHECK(directivesOf(R"(void f(const int* a, int n, int v[9]) {
  int p = 0, q = 1, r = 0, s = 0, t = 0, u = 0, w = 0;
  bool x = true, y = false;
#pragma parallel reduction(+:p) reduction(*:q) reduction(min:r) reduction(max:s)
#pragma parallel reduction(&:t) reduction(|:u) reduction(^:w) reduction(&&:x) reduction(||:y)
  for (int i = 0; i < n; ++i) {
    p += a[i];
    q *= a[i];
    r = a[i] < r ? a[i] : r;
    s = a[i] > s ? a[i] : s;
    t &= a[i];
    u |= a[i];
    w ^= a[i];
    x = x && a[i];
    y = y || a[i];
  }
  v[0] = p + q + r + s + t + u + w + x + y;
})") == "4: parallel reduction(+:p) reduction(*:q) reduction(min:r) reduction(max:s) parallel reduction(&:t) "
        "reduction(|:u) reduction(^:w) reduction(&&:x) reduction(||:y) before line 6\n");
}

TEST_CASE("consecutive lines are one directive") {
  CHECK(directivesOf(R"(float f(const float* a, int n) {
  float s = 0, m = 0;
#pragma parallel reduction(+:s)
#pragma appyl reduction(max:m)
  // the third line is just as good
#pragma block(32)
  for (int i = 0; i < n; ++i) {
    s += a[i];
    m = a[i] > m ? a[i] : m;
  }
  return s + m;
})") == "3: parallel reduction(+:s) reduction(max:m) block(32) before line 7\n");
}

TEST_CASE("the same clause twice is an error only where the arguments differ") {
  CHECK(contains(directivesOf(R"(void f(float* a, int n) {
#pragma parallel block(4)
#pragma parallel block(4)
  for (int i = 0; i < n; ++i) a[i] = 1;
})"),
                 "before line 4\n"));
  CHECK(directivesOf(R"(void f(float* a, int n) {
#pragma block(4)
#pragma parallel block(2 + 2)
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == "3:18: error: clause 'block' stands twice with different arguments [appyl-pragma-syntax]\n"
        "2:9: note: the other clause is here\n");
}

TEST_CASE("a directive may run over several physical lines and hold comments") {
  CHECK(directivesOf("void f(float* a, int n) {\n"
                     "#pragma parallel \\\n"
                     "    block(4)     \\\n"
                     "    unchecked\n"
                     "  for (int i = 0; i < n; ++i) a[i] = 1;\n"
                     "#pragma parallel  // why\n"
                     "  for (int i = 0; i < n; ++i) a[i] = 1;\n"
                     "#pragma parallel /* and */ block(/* eight */ 8)\n"
                     "  for (int i = 0; i < n; ++i) a[i] = 1;\n"
                     "}\n") ==
        "2: parallel block(4) unchecked before line 5\n"
        "6: parallel before line 7\n"
        "8: parallel block(8) before line 9\n");
}

TEST_CASE("arguments keep their commas, brackets and calls") {
  CHECK(directivesOf(R"(template <int A, int B> struct Pair { static constexpr int value = A * B; };
constexpr int most(int a, int b) { return a > b ? a : b; }
void f(float* a, int n) {
#pragma parallel block(most(4, (8)))
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel block((Pair<2, 3>::value))
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel block(n > 4 ? 4 : 1)
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma parallel block(sizeof(float[4]))
  for (int i = 0; i < n; ++i) a[i] = 1;
})") == R"(4: parallel block(most(4, (8))) before line 5
6: parallel block((Pair<2, 3>::value)) before line 7
8: parallel block(n > 4 ? 4 : 1) before line 9
10: parallel block(sizeof(float[4])) before line 11
)");
}

TEST_CASE("mistakes stand at their token") {
  const auto mistake = [](const std::string& directive) {
    return directivesOf("void f(float* a, float s, int n) {\n#pragma " + directive +
                        "\n  for (int i = 0; i < n; ++i) a[i] = 1;\n}\n");
  };
  CHECK(mistake("parallel blok(4)") == "2:18: error: unknown clause 'blok' [appyl-pragma-syntax]\n");
  CHECK(mistake("appyl") == "2:9: error: a directive without clauses [appyl-pragma-syntax]\n");
  CHECK(mistake("parallel 3") == "2:18: error: expected a clause, found '3' [appyl-pragma-syntax]\n");
  CHECK(mistake("parallel(4)") ==
        "2:17: error: clause 'parallel' takes no arguments [appyl-pragma-syntax]\n");
  CHECK(mistake("parallel block(4, 5)") ==
        "2:27: error: clause 'block' takes no more than one argument [appyl-pragma-syntax]\n");
  CHECK(mistake("parallel block()") ==
        "2:23: error: empty argument in clause 'block' [appyl-pragma-syntax]\n");
  CHECK(contains(mistake("parallel private(s,)"),
                 "error: empty argument in clause 'private' [appyl-pragma-syntax]"));
  CHECK(mistake("parallel reduction(-:s)") ==
        "2:28: error: '-' is no reduction operator; use one of + * min max & | ^ && || "
        "[appyl-pragma-syntax]\n");
  CHECK(mistake("parallel private(f)") ==
        "2:26: error: 'f' in clause 'private' is no variable [appyl-pragma-syntax]\n");
  CHECK(mistake("parallel reduction(+:s) private(s)")
            .find("2:41: error: 's' is named both in 'private' and in "
                  "'reduction' [appyl-pragma-syntax]\n") == 0);
  CHECK(mistake("parallel reduction(+:s) reduction(*:s)")
            .find("2:45: error: 's' is named with two reduction operators [appyl-pragma-syntax]\n") == 0);
  CHECK(mistake("parallel block(m)") ==
        "2:24: error: use of undeclared identifier 'm' [appyl-pragma-syntax]\n");
}

TEST_SUITE_END();
