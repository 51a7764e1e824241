// Conditions under which an access happens: exact ones as inequalities, the others as `maybe`.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// The writes and updates of `a` in `for (int i = 0; i < n; ++i) { body }`.
std::string guards(const std::string& body) {
  const std::string dump = loopsOf(
      "void f(float* a, const int* k, int n, int m) {\n#pragma parallel unchecked\n"
      "  for (int i = 0; i < n; ++i) {" +
      body + "}\n}\n");
  const std::string found = linesWith(dump, "write a");
  return found.empty() ? dump : found;
}

}  // namespace

TEST_SUITE_BEGIN("nest/guards");

TEST_CASE("if and else") {
  CHECK(guards("if (i > 0) a[i] = 1; else a[0] = 2;") == "write a[i] if i - 1 >= 0\nwrite a[0] if -i >= 0\n");
  CHECK(guards("if (i <= m) a[i] = 1;") == "write a[i] if m - i >= 0\n");
  CHECK(guards("if (!(i < m)) a[i] = 1;") == "write a[i] if i - m >= 0\n");
  CHECK(guards("if (i == m) a[i] = 1;") == "write a[i] if m - i == 0\n");
}

TEST_CASE("conjunctions hold part by part, what is no conjunction is `maybe`") {
  CHECK(guards("if (i > 0 && i < n - 1) a[i] = 1;") == "write a[i] if i - 1 >= 0 if n - i - 2 >= 0\n");
  CHECK(guards("if (i > 0 && i < n - 1) a[i] = 1; else a[m] = 2;") ==
        "write a[i] if i - 1 >= 0 if n - i - 2 >= 0\nwrite a[m] maybe\n");
  CHECK(guards("if (i < 2 || i > 5) a[i] = 1; else a[m] = 2;") ==
        "write a[i] maybe\nwrite a[m] if i - 2 >= 0 if -i + 5 >= 0\n");
  CHECK(guards("if (i != m) a[i] = 1; else a[m] = 2;") == "write a[i] maybe\nwrite a[m] if m - i == 0\n");
  CHECK(guards("if (i > 0 && k[i]) a[i] = 1;") == "write a[i] if i - 1 >= 0 maybe\n");
}

TEST_CASE("nested conditions add up") {
  CHECK(guards("if (i > 0) { if (i < m) a[i] = 1; a[0] = 2; }") ==
        "write a[i] if i - 1 >= 0 if m - i - 1 >= 0\nwrite a[0] if i - 1 >= 0\n");
}

TEST_CASE("what stands after `continue` happens under the opposite condition") {
  CHECK(guards("if (i < m) continue; a[i] = 1;") == "write a[i] if i - m >= 0\n");
  CHECK(guards("a[i] = 1; if (k[i]) continue; a[m] = 1;") == "write a[i]\nwrite a[m] if -k[i] == 0\n");
  CHECK(guards("if (i < 3) { if (k[i]) continue; a[i] = 1; } a[m] = 2;") ==
        "write a[i] if -i + 2 >= 0 if -k[i] == 0\nwrite a[m] maybe\n");
}

TEST_CASE("`continue` and `break` of an inner loop end with it") {
  CHECK(guards("for (int j = 0; j < m; ++j) { if (k[j]) break; a[j] = 1; } a[i] = 2;") ==
        "write a[j] if -k[j] == 0 maybe\nwrite a[i]\n");
  CHECK(guards("for (int j = 0; j < m; ++j) { if (j < 2) continue; a[j] = 1; } a[i] = 2;") ==
        "write a[j] if j - 2 >= 0\nwrite a[i]\n");
}

TEST_CASE("what stands before a `break` that ends an earlier iteration is `maybe` too") {
  CHECK(guards("for (int j = 0; j < m; ++j) { a[j] = 1; if (k[j]) break; }") == "write a[j] maybe\n");
}

TEST_CASE("a section of a `switch` is run for its values") {
  CHECK(guards("switch (k[i]) { case 1: a[1] = 1; break; default: a[i] = 2; }") ==
        "write a[1] if k[i] - 1 == 0\nwrite a[i] maybe\n");
  CHECK(guards("switch (i) { case 1: a[1] = 1; case 2: a[2] = 1; break; case 3: a[3] = 1; }") ==
        "write a[1] if i - 1 == 0\nwrite a[2] maybe\nwrite a[3] if i - 3 == 0\n");
  CHECK(guards("switch (i) { case 0: if (k[i] > 5) continue; case 1: a[1] = 1; }") == "write a[1] maybe\n");
  CHECK(guards("switch (i) { case 0: if (m > 5) { case 1: a[1] = 1; } }") == "write a[1] maybe\n");
}

TEST_CASE("loops that are not counted, and short circuits are `maybe`") {
  CHECK(guards("while (k[i] > 2) { a[i] = 1; }") == "write a[i] maybe\n");
  CHECK(guards("k[i] && (a[i] = 1);") == "write a[i] maybe\n");
  CHECK(guards("k[i] ? a[i] = 1 : a[m] = 2;") == "write a[i] maybe\nwrite a[m] if -k[i] == 0\n");
}

TEST_CASE("the branches of ?: never count as unconditional") {
  const std::string dump = loopsOf(R"(void f(float* a, const float* b, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) a[i] = i > 0 ? b[i - 1] : 0;
})");
  const std::string read = linesWith(dump, "read b[i - 1]");
  CHECK((read == "read b[i - 1] if i - 1 >= 0\n" || read == "read b[i - 1] maybe\n"));
}

TEST_CASE("a condition on something that the nest changes is no guard") {
  CHECK(guards("if (a[i] > 3) a[i] = 1;") == "write a[i] maybe\n");
}

TEST_SUITE_END();
