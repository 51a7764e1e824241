// The blocks of tile programs are their slices, and their arithmetic intensity is what the blocks alone say.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

std::string product(const std::string& type, int bm, int bn, int bk) {
  return modelOf("#include <appyl/appyl.hpp>\nusing namespace appyl;\nconstexpr int BM = " +
                 std::to_string(bm) + ", BN = " + std::to_string(bn) + ", BK = " + std::to_string(bk) +
                 ";\nvoid f(view<const " + type + ", 2> a, view<const " + type +
                 ", 2> b, view<float, 2> c, int m, int n, int k) {\n"
                 "#pragma parallel\nfor (int i = 0; i < m; i += BM)\n#pragma parallel\n"
                 "for (int j = 0; j < n; j += BN) {\ntile<float, 2> acc = zeros<float>(BM, BN);\n"
                 "for (int p = 0; p < k; p += BK) acc += dot(a(slice(i, BM), slice(p, BK)), "
                 "b(slice(p, BK), slice(j, BN)));\nc(slice(i, BM), slice(j, BN)) = acc;\n}\n}\n");
}

}  // namespace

TEST_SUITE_BEGIN("model/tiles");

TEST_CASE("the blocks of a product are its slices") {
  const std::string text = product("float", 64, 32, 8);
  CHECK(contains(text, "read float a: (64 x 8) at (i, j, p) -> (i, p), blocked"));
  CHECK(contains(text, "read float b: (8 x 32) at (i, j, p) -> (p, j), blocked"));
  CHECK(contains(text, "write float c: (64 x 32) at (i, j, p) -> (i, j), blocked"));
}

TEST_CASE("square blocks make as many flops per byte as their side holds elements per byte") {
  CHECK(contains(product("float", 64, 64, 8), ", 16 flops per byte read"));
  CHECK(contains(product("float", 64, 64, 32), ", 16 flops per byte read"));
  CHECK(contains(product("double", 64, 64, 16), ", 8 flops per byte read"));
  CHECK(contains(product("half", 128, 128, 16), ", 64 flops per byte read"));
}

TEST_CASE("a scalar product of 2-byte numbers makes half a flop per byte") {
  CHECK(contains(modelOf("#include <appyl/appyl.hpp>\nusing namespace appyl;\n"
                         "float f(view<const half> a, view<const half> b, int n) {\nfloat s = 0;\n"
                         "#pragma parallel reduction(+:s)\n"
                         "for (int i = 0; i < n; i += 64) s += dot(a(slice(i, 64)), b(slice(i, 64)));\n"
                         "return s;\n}\n"),
                 ", 0.5 flops per byte read"));
}

TEST_CASE("a program that keeps tiles reads and writes whole blocks") {
  const std::string text = modelOf(
      "#include <appyl/appyl.hpp>\nusing namespace appyl;\n"
      "void f(view<const float, 2> q, view<const float, 2> k, view<float> o, int n) {\n#pragma parallel\n"
      "for (int i = 0; i < n; i += 8) {\nconst tile<float, 2> rows = q(slice(i, 8), slice(24));\n"
      "tile<float, 1> best = zeros<float>(8);\nfor (int j = 0; j < n; j += 16) {\n"
      "const tile<float, 2> s = dot(rows, transpose(k(slice(j, 16), slice(24))));\n"
      "best = maximum(best, max(s, 1));\n}\no(slice(i, 8)) = best;\n}\n}\n");
  CHECK(contains(text, "read float q: (8 x 24) at (i, j) -> (i, 0), blocked"));
  CHECK(contains(text, "read float k: (16 x 24) at (i, j) -> (j, 0), blocked"));
  CHECK(contains(text, "write float o: (8) at (i, j) -> (i), blocked"));
}

TEST_SUITE_END();
