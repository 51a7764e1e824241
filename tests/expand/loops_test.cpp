// Statements on tiles as loops over their lanes: what goes element by element, what keeps an array, where
// numbers are found out, and what is checked before.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// The lines that were made of `body`, from the check or the directive to the way out, without their margins.
std::string lowered(const std::string& parameters, const std::string& body) {
  const std::string text = tilesOf("#include <appyl/appyl.hpp>\nusing namespace appyl;\nvoid f(" +
                                   parameters + ") {\n" + body + "\n}\n");
  const std::size_t begin = text.find(") {\n");
  if (begin == std::string::npos) return text;
  std::string result;
  std::size_t at = begin + 4;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    line.erase(0,
               line.find_first_not_of(' ') == std::string::npos ? line.size() : line.find_first_not_of(' '));
    if (line.find("} else {  // slices") == 0 || line == "}") break;
    if (!line.empty()) result += line + "\n";
    at = end + 1;
  }
  return result;
}

const std::string vectors = "view<const float> a, view<float> c, int n";
const std::string matrices = "view<const float, 2> a, view<const float, 2> b, view<float, 2> c, int n";

}  // namespace

TEST_SUITE_BEGIN("expand/loops");

TEST_CASE("a loop over blocks that works lane for lane goes element by element") {
  CHECK(lowered(vectors,
                "#pragma parallel\nfor (int i = 0; i < n; i += 16) c(slice(i, 16)) = a(slice(i, 16)) + 1;") ==
        "if (n <= a.extent(0) && (n % 16 == 0 ? n <= c.extent(0) : c.extent(0) == n)) {\n"
        "#pragma parallel block(16)\n"
        "for (int i = 0; i < n; ++i) c(i) = a(i) + 1;\n");
}

TEST_CASE("what is summed up over blocks is summed up over elements") {
  CHECK(lowered(matrices,
                "#pragma parallel\nfor (int i = 0; i < n; i += 8)\n#pragma parallel\nfor (int j = 0; j < n; "
                "j += 8) {\n"
                "tile<float, 2> acc = zeros<float>(8, 8);\n"
                "for (int k = 0; k < n; k += 4) acc += dot(a(slice(i, 8), slice(k, 4)), b(slice(k, 4), "
                "slice(j, 8)));\n"
                "c(slice(i, 8), slice(j, 8)) = acc;\n}") ==
        "if (n <= a.extent(0) && n <= b.extent(1) && n <= b.extent(0) &&\n"
              "(n % 4 == 0 ? n <= a.extent(1) : a.extent(1) == n) &&\n"
        "(n % 8 == 0 ? n <= c.extent(0) : c.extent(0) == n) &&\n"
              "(n % 8 == 0 ? n <= c.extent(1) : c.extent(1) == n)) {\n"
        "#pragma parallel block(8)\n"
        "for (int i = 0; i < n; ++i)\n"
        "#pragma parallel block(8)\n"
        "for (int j = 0; j < n; ++j) {\n"
        "float acc = 0;\n"
        "#pragma block(4)\n"
        "for (int k = 0; k < n; ++k) acc += a(i, k) * b(k, j);\n"
        "c(i, j) = acc;\n");
}

TEST_CASE("the extents that the loops have themselves are not checked") {
  CHECK(!contains(
      lowered(vectors, "#pragma parallel\nfor (int i = 0; i < c.extent(0); i += 16) c(slice(i, 16)) = 1;"),
      "if ("));
}

TEST_CASE("a counter that is used otherwise keeps its steps") {
  const std::string text =
      lowered(vectors, "#pragma parallel\nfor (int i = 0; i < n; i += 16) c(i / 16) = sum(a(slice(i, 16)));");
  CHECK(contains(text, "for (int i = 0; i < n; i += 16) {\nconst int i_size = std::min<int>(16, n - i);\n"));
  CHECK(contains(text,
                 "float total = 0;\n#pragma parallel reduction(+:total)\n"
                 "for (int i_in = 0; i_in < i_size; ++i_in)\ntotal += a(i + i_in);\nc(i / 16) = total;\n"));
}

TEST_CASE("a sum along a row is found out once for the row") {
  CHECK(contains(lowered("view<const float, 2> a, view<float, 2> c, int n",
                         "#pragma parallel\nfor (int i = 0; i < n; i += 4)\n"
                         "c(slice(i, 4), slice(8)) = a(slice(i, 4), slice(8)) / "
                         "reshape(sum(a(slice(i, 4), slice(8)), 1), 4, 1);"),
                 "for (int i = 0; i < n; ++i)\n{\n"
                 "float total = 0;\n"
                 "#pragma parallel reduction(+:total)\n"
                 "for (int lane = 0; lane < 8; ++lane)\n"
                 "total += a(i, lane);\n"
                 "#pragma parallel\n"
                 "for (int lane = 0; lane < 8; ++lane)\n"
                 "c(i, lane) = a(i, lane) / total;\n"));
}

TEST_CASE("slices that begin elsewhere are cut where they leave the array") {
  const std::string text = lowered(vectors,
                                   "#pragma parallel\nfor (int i = 0; i < n; i += 16)\n"
                                   "for (int k = 0; k < 3; ++k) c(slice(i, 16)) += a(slice(i + k - 1, 16));");
  CHECK(contains(text, "if (0 <= i + k - 1 && i + k - 1 < a.extent(0))"));
  CHECK(contains(text, "c(i) += a(i + k - 1);"));
}

TEST_CASE("a mask that leaves no lane out is none") {
  const std::string text = lowered(vectors,
                                   "#pragma parallel\nfor (int i = 0; i < n; i += 16)\n"
                                   "c(slice(i, 16)) = sum(load(a(slice(i - 1, 18)), true, 0.f));");
  CHECK(contains(text, "if (n % 16 == 0 ? n <= c.extent(0) : c.extent(0) == n) {"));
  CHECK(contains(text, "std::max<std::ptrdiff_t>(0, -i + 1)"));
}

TEST_CASE("what no array meets is not asked for") {
  const std::string text = lowered("view<const float> a, view<float> c",
                                   "const int n = a.extent(0);\n#pragma parallel\n"
                                   "for (int i = 0; i < n; i += 16) c(slice(i, 16)) = a(slice(i + 2, 16));");
  CHECK(!contains(text, "n + 2 <= a.extent(0)"));
  CHECK(contains(text, "i + 2 < a.extent(0)"));
  const std::string left =
      lowered(vectors,
              "#pragma parallel\nfor (int i = 0; i < n; i += 16)\n"
              "c(slice(i, 16)) = sum(load(a(slice(i - 1, 18)), arange<int>(18) % 3 != 0));");
  CHECK(!contains(left, "0 <= -1"));
}

TEST_CASE("a value is whole before anything of it is stored") {
  CHECK(contains(
      lowered("view<float> c, int n",
              "#pragma parallel\nfor (int i = 0; i < 1; ++i) c(slice(1, 8)) = c(slice(0, 8)) + 1;"),
      "float held[8];\n#pragma parallel\nfor (int lane = 0; lane < 8; ++lane)\nheld[lane] = c(lane) + 1;\n"
      "#pragma parallel\nfor (int lane = 0; lane < 8; ++lane)\nc(lane + 1) = held[lane];\n"));
}

TEST_CASE("a call is made once for all lanes") {
  const std::string text = tilesOf(
      "#include <appyl/appyl.hpp>\nusing namespace appyl;\nfloat g();\nvoid f(view<float> c, int n) {\n"
      "#pragma parallel\nfor (int i = 0; i < n; i += 4) c(slice(i, 4)) = c(slice(i, 4)) * g();\n}\n");
  CHECK(contains(text, "const auto value = g();"));
  CHECK(contains(text, "c(i + i_in) = c(i + i_in) * value;"));
}

TEST_CASE("tensor pragmas become loops over their dimensions") {
  CHECK(
      lowered(matrices,
              "#pragma par_dim(:n:16, :n) seq_dim(:n:4)\nc(slice(n), slice(n)) = dot(a(slice(n), slice(n)), "
              "b(slice(n), slice(n)));") ==
      "if (n <= c.extent(0) && n <= c.extent(1) && n <= a.extent(0) && n <= b.extent(1) &&\n"
      "n <= a.extent(1) && n <= b.extent(0)) {\n"
      "#pragma parallel block(16)\n"
      "for (int i = 0; i < n; ++i) {\n"
      "#pragma parallel\n"
      "for (int j = 0; j < n; ++j) {\n"
      "float total = 0;\n"
      "#pragma block(4)\n"
      "for (int k = 0; k < n; ++k)\n"
      "total += a(i, k) * b(k, j);\n"
      "c(i, j) = total;\n");
}

TEST_CASE("a parallel dimension that is summed over is a reduction") {
  const std::string text = lowered(matrices,
                                   "#pragma par_dim(:n, :n, :n:8)\nc(slice(n), slice(n)) = dot(a(slice(n), "
                                   "slice(n)), b(slice(n), slice(n)));");
  CHECK(contains(text, "c(i, j) = 0;\n"));
  const std::string sums = lowered(matrices,
                                   "#pragma par_dim(:n, :n, :n:8)\nc(slice(n), slice(n)) += dot(a(slice(n), "
                                   "slice(n)), b(slice(n), slice(n)));");
  CHECK(contains(sums,
                 "#pragma parallel block(8) reduction(+:c)\nfor (int k = 0; k < n; ++k)\n"
                 "c(i, j) += a(i, k) * b(k, j);\n"));
  CHECK(!contains(sums, "c(i, j) = 0;"));
}

TEST_CASE("types of a template's instance are named by what they depend on") {
  const std::string text = tilesOf(
      "#include <appyl/appyl.hpp>\nusing namespace appyl;\ntemplate <class T>\nvoid f(view<const T, 2> a, "
      "view<T> c) {\n"
      "#pragma parallel\nfor (int i = 0; i < c.extent(0); ++i) c(i) = sum(a(i, slice(8)));\n}\n"
      "template void f(view<const float, 2>, view<float>);\ntemplate void f(view<const double, 2>, "
      "view<double>);\n");
  CHECK(contains(text, "std::decay_t<decltype(a(0, 0) + a(0, 0))> total = 0;"));
}

TEST_CASE("what is no tile stays as it is") {
  CHECK(tilesOf("void f(float* c, int n) {\n#pragma parallel\nfor (int i = 0; i < n; ++i) c[i] = 0;\n}\n")
            .empty());
}

TEST_SUITE_END();
