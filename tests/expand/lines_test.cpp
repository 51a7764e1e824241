// Messages about what tiles have become name the lines that the user wrote.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("expand/lines");

TEST_CASE("lines are those of the source, behind a nest that has become longer, too") {
  const std::string text = diagnosticsOf(
      "#include <appyl/appyl.hpp>\nusing namespace appyl;\n"
      "void f(view<const float, 2> a, view<float, 2> c, int n) {\n"
      "#pragma parallel\n"
      "  for (int i = 0; i < n; ++i) c(i, slice(8)) = a(i, slice(8)) / sum(a(i, slice(8)));\n"
      "}\n"
      "void g(view<float> c, int n) {\n"
      "#pragma parallel\n"
      "  for (int i = 0; i < n; i += 4)\n"
      "    c(slice(0, 4)) = 1;\n"
      "}\n");
  CHECK(text.substr(0, 3) == "10:");
  CHECK(contains(text, "[appyl-race]"));
}

TEST_CASE("a message is told once, although the source is read twice") {
  const std::string text = diagnosticsOf(
      "#include <appyl/appyl.hpp>\nusing namespace appyl;\n"
      "void f(view<const float> a, view<float> c, int n) {\n"
      "#pragma paralel\n"
      "  for (int i = 0; i < n; ++i) c(i) = 0;\n"
      "#pragma parallel\n"
      "  for (int i = 0; i < n; i += 4) c(slice(i, 4)) = a(slice(i, 4));\n"
      "}\n");
  CHECK(contains(text, "4:9: warning: unknown pragma 'paralel'"));
  CHECK(text.find("paralel") == text.rfind("paralel'"));
}

TEST_SUITE_END();
