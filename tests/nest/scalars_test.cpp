// Which scalars each iteration may have for itself: what every path writes before it reads it, and whose last
// value counts.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// What becomes of `t` in `for (int i = 0; i < n; ++i) { body }`: "private", "carried", "last value",
/// "conditional last", or "unknown". `after` stands behind the loop.
std::string fateOfT(const std::string& body, const std::string& after = "") {
  const Options options = [] {
    Options made;
    made.dump = DumpStage::Loops;
    return made;
  }();
  const Translated result = translateText(
      "void set(float&);\nvoid change(float*);\nvoid look(const float&);\nvoid keep(const float*);\n"
      "void f(float* a, const int* k, int n, int m) {\n  float t = 0;\n#pragma parallel\n"
      "  for (int i = 0; i < n; ++i) {" +
          body + "}\n" + after + "}\n",
      options);
  if (contains(result.diagnostics, "'t' carries a value")) return "carried";
  if (contains(result.diagnostics, "'t' is read after the loop")) return "conditional last";
  if (contains(result.diagnostics, "error")) return result.diagnostics;
  if (contains(result.explanation, "private t of i, last value kept")) return "last value";
  if (contains(result.explanation, "private t of i")) return "private";
  return "unknown";
}

}  // namespace

TEST_SUITE_BEGIN("nest/scalars");

TEST_CASE("written first on every path: each iteration has its own") {
  CHECK(fateOfT("t = k[i]; a[i] = t;") == "private");
  CHECK(fateOfT("if (k[i]) t = 1; else t = 2; a[i] = t;") == "private");
  CHECK(fateOfT("if (k[i]) { t = 1; a[i] = t; }") == "private");
  CHECK(fateOfT("k[i] ? (t = 1) : (t = 2); a[i] = t;") == "private");
  CHECK(fateOfT("{ t = 1; } { a[i] = t; }") == "private");
  CHECK(fateOfT("a[i] = (t = k[i]) * t;") == "private");
  CHECK(fateOfT("t = 1;") == "private");
}

TEST_CASE("read first on some path: a value is carried") {
  CHECK(fateOfT("a[i] = t; t = k[i];") == "carried");
  CHECK(fateOfT("t += k[i]; a[i] = t;") == "carried");
  CHECK(fateOfT("if (k[i]) t = 1; a[i] = t;") == "carried");
  CHECK(fateOfT("k[i] && (t = 1); a[i] = t;") == "carried");
  CHECK(fateOfT("k[i] || (t = 1); a[i] = t;") == "carried");
  CHECK(fateOfT("a[i] = k[i] ? (t = 2) : t;") == "carried");
}

TEST_CASE("switch") {
  CHECK(fateOfT("switch (k[i]) { case 0: t = 1; break; case 1: t = 2; break; default: t = 3; } a[i] = t;") ==
        "private");
  CHECK(fateOfT("switch (k[i]) { case 0: t = 1; break; case 1: t = 2; } a[i] = t;") == "carried");
  CHECK(fateOfT("switch (k[i]) { case 0: case 1: t = 1; break; default: t = 2; } a[i] = t;") == "private");
  CHECK(fateOfT("switch (k[i]) { case 0: t = 1; case 1: t += 2; break; default: t = 2; } a[i] = t;") ==
        "carried");
  CHECK(fateOfT("switch (k[i]) { case 0: break; default: t = 2; } a[i] = t;") == "carried");
  CHECK(fateOfT("switch (k[i]) { default: t = 2; break; case 0: continue; } a[i] = t;") == "private");
}

TEST_CASE("loops that run at least once write, others may not") {
  CHECK(fateOfT("do { t = k[i]; } while (t < 0); a[i] = t;") == "private");
  CHECK(fateOfT("for (int j = 0; j < 3; ++j) t = j; a[i] = t;") == "private");
  // All iterations find the range empty, or none does: the value before the loop is right for all of them.
  CHECK(fateOfT("for (int j = 0; j < m; ++j) t = j; a[i] = t;") == "private");
  CHECK(fateOfT("for (int j = 0; j < k[i]; ++j) t = j; a[i] = t;") == "carried");
  CHECK(fateOfT("for (int j = 0; j < i; ++j) t = j; a[i] = t;") == "carried");
  CHECK(fateOfT("while (k[i]) { t = 2; break; } a[i] = t;") == "carried");
  CHECK(fateOfT("for (;;) { t = 1; if (k[i]) break; } a[i] = t;") == "private");
  CHECK(fateOfT("for (int j = 0; j < 3; ++j) { if (k[j]) break; t = j; } a[i] = t;") == "carried");
  CHECK(fateOfT("for (int j = 0; j < 3; ++j) { if (k[j]) continue; t = j; } a[i] = t;") == "carried");
}

TEST_CASE("a path that leaves the iteration needs no write") {
  CHECK(fateOfT("if (k[i]) continue; t = 2; a[i] = t;") == "private");
  CHECK(fateOfT("if (k[i]) { t = 1; } else continue; a[i] = t;") == "private");
  CHECK(fateOfT("if (k[i]) { t = 1; } else { a[i] = 0; continue; } a[i] = t;") == "private");
}

TEST_CASE("a write in a condition counts where the condition held") {
  CHECK(fateOfT("if ((t = k[i]) > 2) a[i] = t;") == "private");
  CHECK(fateOfT("if (k[i] || (t = 3) > 2) a[i] = t;") == "carried");
}

TEST_CASE("arguments of calls") {
  CHECK(fateOfT("look(t); t = 1; a[i] = t;") == "carried");
  CHECK(fateOfT("t = 1; look(t); keep(&t); a[i] = t;") == "private");
  // An out-parameter: what is undecided is a warning, never an error.
  CHECK(fateOfT("set(t); a[i] = t;") != "carried");
  CHECK(fateOfT("change(&t); a[i] = t;") != "carried");
}

TEST_CASE("lambdas and local references") {
  CHECK(fateOfT("auto g = [&] { t = 2; }; g(); a[i] = t;") == "private");
  CHECK(fateOfT("float& r = t; r = 1; a[i] = t;") != "carried");
}

TEST_CASE("the last iteration's value is kept where something reads it afterwards") {
  CHECK(fateOfT("t = k[i];", "  a[0] = t;") == "last value");
  CHECK(fateOfT("t = k[i];", "  t = 1;\n  a[0] = t;") == "private");
  CHECK(fateOfT("t = k[i];", "  if (n) t = 1;\n  a[0] = t;") == "last value");
  CHECK(fateOfT("t = k[i];", "  look(t);") == "last value");
  CHECK(fateOfT("if (k[i]) t = 1; a[i] = 0;", "  a[0] = t;") == "conditional last");
}

TEST_CASE("a loop around the nest reads it in its next round") {
  CHECK(linesWith(loopsOf(R"(void f(float* a, const int* k, int n, int rounds) {
  float t = 0;
  for (int r = 0; r < rounds; ++r) {
    a[r] = t;
#pragma parallel
    for (int i = 0; i < n; ++i) t = k[i];
  }
})"),
                  "private") == "private t of i, last value kept\n");
}

TEST_CASE("globals may be read by anybody") {
  CHECK(linesWith(loopsOf(R"(float t;
void f(float* a, const int* k, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    t = k[i];
    a[i] = t;
  }
})"),
                  "private") == "private t of i, last value kept\n");
}

TEST_CASE("private names it where it isn't found out") {
  CHECK(linesWith(loopsOf(R"(void f(float* a, const int* k, int n, float t) {
#pragma parallel private(t)
  for (int i = 0; i < n; ++i) {
    if (k[i]) t = 1;
    a[i] = t;
  }
})"),
                  "private") == "private t of i\n"
        "unknown: 't' is private, and may be read before the iteration has written it\n");
}

TEST_CASE("counters of inner loops that are declared outside") {
  CHECK(linesWith(loopsOf(R"(void f(float* a, int n) {
  int j;
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (j = 0; j < 3; ++j) a[3 * i + j] = j;
})"),
                  "private") == "private j of i\n");
}

TEST_SUITE_END();
