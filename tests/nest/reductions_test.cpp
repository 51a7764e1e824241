// Reductions: the operator inferred from every spelling of an update, and what is none.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

constexpr const char* declarations = R"(
namespace std {
template <class T> const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> const T& max(const T& a, const T& b) { return a < b ? b : a; }
double fmin(double, double);
}
extern "C" double fmin(double, double);
extern "C" double fmax(double, double);
extern "C" float fmaxf(float, float);
)";

/// The operator found for `reduction(v)` and the body; the diagnostics where there is none.
std::string inferred(const std::string& body, const std::string& type = "double") {
  const std::string dump =
      loopsOf(declarations + ("void f(const double* x, const bool* y, " + type +
                              " v, int n) {\n#pragma parallel reduction(v)\n  for (int i = 0; i < n; ++i) {" +
                              body + "}\n}\n"));
  const std::size_t begin = dump.find("reduction("), end = dump.find(":v) over i");
  return end == std::string::npos ? dump : dump.substr(begin + 10, end - begin - 10);
}

}  // namespace

TEST_SUITE_BEGIN("nest/reductions");

TEST_CASE("sums in every spelling") {
  for (const char* update : {"v += x[i];", "v = v + x[i];", "v = x[i] + v;", "v -= x[i];", "v = v - x[i];",
                             "++v;", "v++;", "--v;", "v--;", "v += x[i] * x[i] + 1;", "(v) += x[i];",
                             "if (y[i]) v += 1;", "v += x[i]; v -= 2;", "v = v + x[i] + 1;"})
    CHECK_MESSAGE(inferred(update) == "+", update);
}

TEST_CASE("products and logic") {
  CHECK(inferred("v *= x[i];") == "*");
  CHECK(inferred("v = v * x[i];") == "*");
  CHECK(inferred("v = x[i] * v;") == "*");
  CHECK(inferred("v &= i;", "int") == "&");
  CHECK(inferred("v = v | i;", "unsigned") == "|");
  CHECK(inferred("v = i ^ v;", "long") == "^");
  CHECK(inferred("v = v && y[i];", "bool") == "&&");
  CHECK(inferred("v = y[i] || v;", "bool") == "||");
}

TEST_CASE("minima and maxima in every spelling") {
  for (const char* update :
       {"v = std::min(v, x[i]);", "v = std::min(x[i], v);", "v = fmin(v, x[i]);", "v = std::fmin(x[i], v);",
        "v = x[i] < v ? x[i] : v;", "v = v < x[i] ? v : x[i];", "v = x[i] <= v ? x[i] : v;",
        "v = v > x[i] ? x[i] : v;", "if (x[i] < v) v = x[i];", "if (v > x[i]) v = x[i];",
        "if (x[i] < v) { v = x[i]; }"})
    CHECK_MESSAGE(inferred(update) == "min", update);
  for (const char* update : {"v = std::max(v, x[i]);", "v = fmax(x[i], v);", "v = x[i] > v ? x[i] : v;",
                             "v = v > x[i] ? v : x[i];", "if (x[i] > v) v = x[i];", "if (v < x[i]) v = x[i];",
                             "if (v <= x[i]) { v = x[i]; }"})
    CHECK_MESSAGE(inferred(update) == "max", update);
  CHECK(inferred("v = fmaxf(v, x[i]);", "float") == "max");
}

TEST_CASE("a value that is read once into a local is the same update") {
  CHECK(inferred("const double d = x[i]; if (d < v) v = d;") == "min");
  CHECK(inferred("const double d = x[i]; v = d > v ? d : v;") == "max");
}

TEST_CASE("what is no update names the place") {
  CHECK(contains(inferred("v = x[i] - v;"), "[appyl-reduction]"));
  CHECK(contains(inferred("v += v;"), "[appyl-reduction]"));
  CHECK(contains(inferred("v += x[i]; v *= 2;"), "[appyl-reduction]"));
  CHECK(contains(inferred("v = x[i] < v ? v : x[i]; if (x[i] < v) v = x[i];"), "[appyl-reduction]"));
  CHECK(contains(inferred("if (x[i] < v) v = x[i] + 1;"), "[appyl-reduction]"));
  CHECK(contains(inferred("(void)v;"), "[appyl-reduction]"));
  CHECK(contains(inferred("v /= x[i];"), "[appyl-reduction]"));
}

TEST_CASE("several variables, each with its own operator") {
  CHECK(linesWith(loopsOf(R"(void f(const float* x, int n, float s, float p, int c) {
#pragma parallel reduction(s, c) reduction(*:p)
  for (int i = 0; i < n; ++i) {
    s += x[i];
    p *= x[i];
    if (x[i] > 0) c++;
  }
})"),
                  "reduction(") == "reduction(+:s) over i\nreduction(+:c) over i\nreduction(*:p) over i\n");
}

TEST_CASE("members, elements and whole arrays") {
  CHECK(linesWith(loopsOf(R"(struct S {
  float sum;
  void f(const float* x, float* b, float* h, float (*c)[4], const int* at, int n) {
#pragma parallel reduction(sum)
    for (int i = 0; i < n; ++i) sum += x[i];
#pragma parallel reduction(+:this->sum)
    for (int i = 0; i < n; ++i) this->sum += x[i];
#pragma parallel reduction(+:b[0])
    for (int i = 0; i < n; ++i) b[0] += x[i];
#pragma parallel reduction(h, c)
    for (int i = 0; i < n; ++i) {
      h[at[i]] += x[i];
      for (int j = 0; j < 4; ++j) c[at[i]][j] -= x[i];
    }
  }
};)"),
                  "reduction") == R"(reduction(+:sum) over i
reduction(+:this->sum) over i
update b[0] reduction
reduction(+:b[0]) over i
update h[at[i]] reduction
update c[at[i]][j] reduction
reduction(+:h) over i
reduction(+:c) over i
)");
}

TEST_CASE("the clause covers the parallel loops inside") {
  CHECK(linesWith(loopsOf(R"(void f(const float* x, int n, float s) {
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) s += x[i * n + j];
})"),
                  "reduction") == "reduction(+:s) over i\n");
}

TEST_CASE("a minimum with its place is one reduction of two variables") {
  const std::string source = R"(void f(const float* x, int n, float best, int at) {
#pragma parallel reduction(min:best)
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
})";
  CHECK(linesWith(loopsOf(source), "reduction") == "reduction(min:best) over i\n");
  CHECK(linesWith(loopsOf(source), "private") == "");
}

TEST_CASE("what is updated without a clause is said, with the clause to add") {
  CHECK(loopsOf(R"(double f(const double* x, int n) {
  double s = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
})") == "4:31: error: 's' is combined over the iterations of 'i' by '+', which races; add 'reduction(+:s)' "
        "[appyl-reduction]\n");
}

TEST_SUITE_END();
