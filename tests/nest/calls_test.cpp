// What calls inside a loop may do: nothing that matters, something visible, or something that nobody can see.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

std::string dumpOf(const std::string& declarations, const std::string& body) {
  return loopsOf(declarations +
                 "void f(float* a, const float* b, int n) {\n#pragma parallel unchecked\n"
                 "  for (int i = 0; i < n; ++i) " +
                 body + "\n}\n");
}

}  // namespace

TEST_SUITE_BEGIN("nest/calls");

TEST_CASE("functions of values do nothing to memory") {
  const std::string nothingUnknown = "f:\n  for i = 0; < n; step 1 parallel\n  read b[i]\n  write a[i]\n";
  CHECK(dumpOf("static float twice(float x) { return 2 * x; }\n", "a[i] = twice(b[i]);") == nothingUnknown);
  CHECK(dumpOf("extern \"C\" double sqrt(double);\n", "a[i] = sqrt(b[i]);") == nothingUnknown);
  CHECK(dumpOf("", "{ auto square = [](float x) { return x * x; }; a[i] = square(b[i]); }") ==
        nothingUnknown);
  CHECK(!contains(
      dumpOf("static float loop(float x) { float s = 0; for (int k = 0; k < 3; ++k) s += x; return s; }\n",
             "a[i] = loop(b[i]);"),
      "unknown"));
}

TEST_CASE("a call without a visible definition is unknown") {
  CHECK(contains(dumpOf("float g(float);\n", "a[i] = g(b[i]);"),
                 "  unknown: the definition of 'g' is not visible\n"));
  CHECK(contains(dumpOf("float g(float); static float h(float x) { return g(x); }\n", "a[i] = h(b[i]);"),
                 "  unknown: "));
}

TEST_CASE("a call that changes what all iterations share is unknown") {
  CHECK(contains(
      dumpOf("static int calls; static float g(float x) { ++calls; return x; }\n", "a[i] = g(b[i]);"),
      "  unknown: 'g' changes 'calls'\n"));
  CHECK(contains(
      dumpOf("static float g(float x) { static float last; last = x; return last; }\n", "a[i] = g(b[i]);"),
      "  unknown: "));
  CHECK(
      contains(dumpOf("extern \"C\" int printf(const char*, ...);\n", "printf(\"%d\", i);"), "  unknown: "));
}

TEST_CASE("what a visible function does with a pointer is followed") {
  CHECK(contains(dumpOf("static void set(float* p, int k) { p[k] = 1; }\n", "set(a, i);"), "write a[i]\n"));
  CHECK(
      contains(dumpOf("static float get(const float* p, int k) { return p[k]; }\n", "a[i] = get(b + 1, i);"),
               "read b[i + 1]\n"));
  CHECK(contains(dumpOf("float get(const float* p, int k);\n", "a[i] = get(b, i);"), "read b[?] maybe"));
}

TEST_CASE("what a member function of the same object does is not lost") {
  const auto member = [](const std::string& body) {
    return loopsOf(
        "struct S {\n  float* a;\n  int n;\n  float get(int i) { return a[i]; }\n  void set(int i) { a[i] = "
        "1; }\n"
        "  void f() {\n#pragma parallel unchecked\n    for (int i = 1; i < n; ++i) " +
        body + "\n  }\n};\n");
  };
  CHECK(contains(member("a[i] = get(i - 1);"), "read this->a["));
  CHECK(contains(member("set(0);"), "this->a["));
}

TEST_CASE("what a member function of another object does is not lost") {
  CHECK(contains(dumpOf("struct V { float* d; float get(int i) const { return d[i]; } };\nstatic V v;\n",
                        "a[i] = v.get(i);"),
                 "read v"));
  CHECK(linesWith(dumpOf("struct V { float* d; void set(int i) { d[0] = i; } };\nstatic V v;\n", "v.set(i);"),
                  " v") != "");
}

TEST_CASE("a race through a call is never passed over in silence") {
  const auto told = [](const std::string& source) { return contains(diagnosticsOf(source), "[appyl-"); };
  CHECK(told(R"(static float& at(float* p, int k) { return p[k + 1]; }
void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) at(a, i) = a[i];
})"));
  CHECK(told(R"(struct S {
  float* a;
  int n;
  float get(int i) { return a[i]; }
  void f() {
#pragma parallel
    for (int i = 1; i < n; ++i) a[i] = get(i - 1);
  }
};)"));
  CHECK(told(R"(struct S {
  float* a;
  int n;
  void set(int i, float x) { a[i] = x; }
  void f() {
#pragma parallel
    for (int i = 1; i < n; ++i) set(0, i);
  }
};)"));
  CHECK(told(R"(struct View {
  float* d;
  float get(int i) const { return d[i]; }
};
void f(View v, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) v.d[i] = v.get(i - 1);
})"));
  CHECK(told(R"(#include <vector>
void f(std::vector<float>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v.front() = i;
})"));
  CHECK(told(R"(void f(float* a, int n) {
  auto set = [&](int i, float x) { a[i] = x; };
#pragma parallel
  for (int i = 0; i < n; ++i) set(0, i);
})"));
}

TEST_CASE("the annotated loops of a function are walked through like others") {
  const std::string dump = loopsOf(R"(static void fill(float* p, int m) {
#pragma parallel
  for (int k = 0; k < m; ++k) p[k] = 1;
}
void f(float* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) fill(a + i * n, n);
})");
  CHECK(contains(dump, "for k = 0; < n; step 1\n"));
  CHECK(contains(dump, "write a[i*n + k"));
}

TEST_SUITE_END();
