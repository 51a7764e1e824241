// Which nests are products of matrices, and which only look like one.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// What the model says of each kernel; "" where none is a contraction.
std::string recognised(const std::string& source) {
  const std::string model = modelOf(source);
  REQUIRE_MESSAGE(contains(model, "grid"), model);
  std::string text;
  for (std::string lines = linesWith(model, "  contraction "); !lines.empty();) {
    const std::size_t end = lines.find('\n');
    text += (text.empty() ? "" : "\n") + lines.substr(12, end - 12);
    lines.erase(0, end + 1);
  }
  return text;
}

/// The three loops around what stands in `body`; the variables are all there could be.
std::string nest(const std::string& body, const std::string& type = "float", const std::string& more = "") {
  return more + "void f(" + type + "* a, " + type + "* b, " + type + "* c, " + type +
         "* d, int m, int n, int k, int lda, float alpha, double beta) {\n" +
         "#pragma parallel\n  for (int i = 0; i < m; ++i)\n#pragma parallel\n    for (int j = 0; j < n; ++j) "
         "{\n" +
         body + "\n    }\n}\n";
}

const std::string plainProduct = "c[i][j] = a[i][p] * b[p][j], summed over p";
const std::string sumUp = "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; ";

}  // namespace

TEST_SUITE_BEGIN("model/contraction");

TEST_CASE("a variable or the element itself may be summed up in") {
  CHECK(recognised(nest(sumUp + "c[i * n + j] = sum;")) == plainProduct);
  CHECK(recognised(nest(
            "c[i * n + j] = 0; for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];")) ==
        plainProduct);
  CHECK(recognised(nest("for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];")) ==
        "c[i][j] += a[i][p] * b[p][j], summed over p");
  CHECK(recognised(
            nest("for (int p = 0; p < k; ++p) c[i * n + j] = c[i * n + j] - a[i * k + p] * b[p * n + j];")) ==
        "c[i][j] -= a[i][p] * b[p][j], summed over p");
}

TEST_CASE("every order of storage") {
  CHECK(recognised(nest("for (int p = 0; p < k; ++p) c[j * m + i] += a[p * m + i] * b[j * k + p];")) ==
        "c[j][i] += a[p][i] * b[j][p], summed over p");
  CHECK(recognised(nest("float sum = 0; for (int p = 0; p < k; ++p) sum += b[p * n + j] * a[i * lda + p]; "
                        "c[i * n + j] = sum;")) == plainProduct);
  CHECK(recognised(R"(void f(float (*a)[20], float b[][30], float c[10][30], int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) c[i][j] += a[i][p] * b[p][j];
})") == "c[i][j] += a[i][p] * b[p][j], summed over p");
}

TEST_CASE("pointers to rows, and parts of the product as variables") {
  CHECK(recognised(
            nest("const float* row = a + i * k; float sum = 0; for (int p = 0; p < k; ++p) { const float x = "
                 "row[p]; sum += x * b[p * n + j]; } c[i * n + j] = sum;")) == plainProduct);
}

TEST_CASE("the loops in another order, the rows set in front") {
  CHECK(
      recognised(R"(void f(double* a, double* b, double* c, int m, int n, int k, double alpha, double beta) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    for (int q = 0; q < n; ++q) c[i * n + q] *= beta;
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) c[i * n + j] += alpha * a[i * k + p] * b[p * n + j];
  }
})") == "c[i][j] = alpha * a[i][p] * b[p][j], summed over p; the sums start at another value");
}

TEST_CASE("triangles") {
  const auto triangle = [](const std::string& columns) {
    return recognised(
        "void f(double* a, double* c, int n, int k) {\n#pragma parallel\n  for (int i = 0; i < n; ++i)\n" +
        ("    for (int j = " + columns + "; ++j)\n") +
        "      for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * a[j * k + p];\n}\n");
  };
  CHECK(triangle("0; j <= i") == "c[i][j] += a[i][p] * a[j][p], summed over p, for j <= i");
  CHECK(triangle("0; j < i + 1") == "c[i][j] += a[i][p] * a[j][p], summed over p, for j <= i");
  CHECK(triangle("i; j < n") == "c[i][j] += a[i][p] * a[j][p], summed over p, for j >= i");
  CHECK(triangle("0; j < i") == "");
  CHECK(triangle("i + 1; j < n") == "");
  CHECK(triangle("1; j <= i") == "");
}

TEST_CASE("terms that end or begin at the row or the column") {
  const auto sum = [&](const std::string& terms) {
    return recognised(nest("float sum = 0; for (int p = " + terms +
                           "; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = sum;"));
  };
  const std::string from = "c[i][j] = a[i][p] * b[p][j], summed over p ";
  CHECK(sum("0; p <= i") == from + "up to i");
  CHECK(sum("0; p < i") == from + "up to i - 1");
  CHECK(sum("i; p < k") == from + "from i");
  CHECK(sum("i + 1; p < k") == from + "from i + 1");
  CHECK(sum("0; p <= j + 3") == from + "up to j + 3");
  CHECK(sum("j; p < k") == from + "from j");
  CHECK(sum("i; p <= i + 5") == "");  // a band
  CHECK(sum("i; p < j") == "");
  CHECK(sum("0; p < 2 * i") == "");
  // Rows without a term keep their elements.
  CHECK(recognised(nest("for (int p = 0; p < i; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];")) == "");
  CHECK(recognised(nest("for (int p = 0; p <= i; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];")) ==
        "c[i][j] += a[i][p] * b[p][j], summed over p up to i");
  CHECK(recognised(nest("for (int p = i; p < m; ++p) c[i * n + j] += a[i * m + p] * b[p * n + j];")) ==
        "c[i][j] += a[i][p] * b[p][j], summed over p from i");
  CHECK(recognised(nest("for (int p = i; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];")) == "");
}

TEST_CASE("several loops over the terms") {
  CHECK(recognised(nest("float sum = 0; for (int p = 0; p < k; ++p) for (int q = 0; q < lda; ++q) "
                        "sum += a[(i * k + p) * lda + q] * b[(p * lda + q) * n + j]; c[i * n + j] = sum;")) ==
        "c[i][j] = a[i][p][q] * b[p][q][j], summed over p and q");
  CHECK(recognised(nest(
            "float sum = 0; for (int p = 0; p < k; ++p) { for (int q = 0; q < lda; ++q) "
            "sum += a[(i * k + p) * lda + q] * b[(p * lda + q) * n + j]; sum *= 2; } c[i * n + j] = sum;")) ==
        "");
  // Each product more than once.
  CHECK(recognised(nest("float sum = 0; for (int p = 0; p < k; ++p) for (int q = 0; q < lda; ++q) "
                        "sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = sum;")) == "");
}

TEST_CASE("sums of several products") {
  const std::string two = "c[i][j] = a[i][p] * b[p][j], summed over p, and a[i][p] * d[p][j], summed over p";
  const auto value = [&](const std::string& text, const std::string& stored) {
    return recognised(nest("float sum = 0; for (int p = 0; p < k; ++p) sum += " + text +
                           "; c[i * n + j] = " + stored + ";"));
  };
  const std::string both = "a[i * k + p] * b[p * n + j] + a[i * k + p] * d[p * n + j]";
  CHECK(value(both, "sum") == two);
  CHECK(value(both, "alpha * sum") == two + "; what is stored is a function of the sum");
  CHECK(value(both, "sum + c[i * n + j]") == "");  // C has lost the element
  CHECK(value("a[i * k + p] * b[p * n + j] - d[i * k + p] * d[p * n + j]", "sum") ==
        "c[i][j] = a[i][p] * b[p][j], summed over p, less d[i][p] * d[p][j], summed over p");
  CHECK(value("a[i * k + p] * b[p * n + j] + a[i * k + p]", "sum") == "");
  CHECK(value("a[i * k + p] * b[p * n + j] + d[i * k + p] * d[i * k + p]", "sum") == "");
  const std::string first = "for (int q = 0; q < i; ++q) sum += a[i * m + q] * b[q * n + j]; ",
                    last =
                        "for (int p = i; p < m; ++p) sum += a[p * m + i] * b[p * n + j]; c[i * n + j] = sum;";
  CHECK(
      recognised(nest("float sum = 0; " + first + last)) ==
      "c[i][j] = a[p][i] * b[p][j], summed over p from i, and a[i][q] * b[q][j], summed over q up to i - 1");
  CHECK(recognised(nest("float sum = 0; " + first + "sum += d[i]; " + last)) == "");
  CHECK(recognised(nest("float sum = 0; " + first + first + last)) != "");
}

TEST_CASE("batches") {
  CHECK(recognised(R"(void f(float* a, float* b, float* c, int z, int m, int n, int k) {
#pragma parallel
  for (int x = 0; x < z; ++x)
#pragma parallel
    for (int i = 0; i < m; ++i)
#pragma parallel
      for (int j = 0; j < n; ++j)
        for (int p = 0; p < k; ++p) c[(x * m + i) * n + j] += a[(x * m + i) * k + p] * b[p * n + j];
})") == "c[x][i][j] += a[x][i][p] * b[p][j], summed over p");
}

TEST_CASE("starts and tails") {
  for (const char* body : {"float sum = d[j]; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + "
                           "j]; c[i * n + j] = sum;",
                           "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; "
                           "c[i * n + j] = alpha * sum + "
                           "c[i * n + j] * 2;",
                           "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; "
                           "sum *= alpha; if (sum < 0) sum "
                           "= d[i]; c[i * n + j] = sum;",
                           "c[i * n + j] = d[i]; for (int p = 0; p < k; ++p) c[i * n + j] += alpha * a[i * k "
                           "+ p] * b[p * n + j]; c[i * n "
                           "+ j] /= alpha;"})
    CHECK_MESSAGE(recognised(nest(body)) != "", body);
}

TEST_CASE("rows of sums in an array of the iteration's own") {
  const auto rows = [](const std::string& sums, const std::string& store,
                       const std::string& row = "float row[40];") {
    return recognised(
        "void f(float* a, float* b, float* c, float* d, int m, int n, int k) {\n#pragma parallel\n"
        "  for (int i = 0; i < m; ++i) {\n" +
        row + "\n" + sums + "\n" + store + "\n  }\n}\n");
  };
  const std::string outside =
                        "for (int j = 0; j < n; ++j) { row[j] = 0; for (int p = 0; p < k; ++p) row[j] += "
                        "a[i * k + p] * b[p * n + j]; }",
                    inside =
                        "for (int p = 0; p < k; ++p) for (int j = 0; j < n; ++j) row[j] += a[i * k + p] * "
                        "b[p * n + j];",
                    stored = "for (int q = 0; q < n; ++q) c[i * n + q] = row[q];";
  CHECK(rows(outside, stored) == plainProduct);
  CHECK(rows(inside, stored, "float row[40] = {};") == plainProduct);
  CHECK(rows("for (int j = 0; j < n; ++j) row[j] = 0;" + inside, stored) == plainProduct);
  CHECK(rows(outside, "for (int q = 0; q < n; ++q) c[i * n + q] = row[q] * d[q];") ==
        plainProduct + "; what is stored is a function of the sum");
  CHECK(rows(outside, "for (int q = 0; q < k; ++q) a[i * k + q] = row[q];") == "");  // other columns
  CHECK(rows(outside, "for (int q = 1; q < n; ++q) c[i * n + q] = row[q];") == "");
  CHECK(rows(outside, "for (int q = 0; q < n; ++q) c[i * n + q] = row[n - 1 - q];") == "");
  CHECK(rows(outside, "for (int q = 0; q < n; ++q) c[i * n + q] = row[0];") == "");
  CHECK(rows(outside, "for (int q = 0; q < n; ++q) c[i * n + q] += row[q];") == "");
  CHECK(rows(outside, "d[i] = row[0]; " + stored) == "");
  CHECK(rows(inside, stored) == "");  // that start at nothing
  CHECK(rows(inside, stored, "float row[40] = {1};") == "");
}

TEST_CASE("rows in the place of what they are computed of") {
  const auto nests = [](const std::string& outer, const std::string& inner, const std::string& factor) {
    return recognised("void f(float (*a)[8][9], float (*b)[9], int m) {\n" + outer +
                      "  for (int r = 0; r < m; ++r)\n" + inner + R"(    for (int q = 0; q < 8; ++q) {
      float sum[9];
      for (int p = 0; p < 9; ++p) {
        sum[p] = 0;
        for (int s = 0; s < 9; ++s) sum[p] += a[r][q][s] * )" +
                      factor + R"([s][p];
      }
      for (int p = 0; p < 9; ++p) a[r][q][p] = sum[p];
    }
})");
  };
  const std::string parallel = "#pragma parallel\n";
  CHECK(nests(parallel, parallel, "b") == "a[r][q][p] = a[r][q][s] * b[s][p], summed over s");
  CHECK(nests("", parallel, "b") == "a[q][p] = a[q][s] * b[s][p], summed over s");
  CHECK(nests(parallel, "", "b") == "");  // nothing is said about the rows of one r
}

TEST_CASE("several nests of one function") {
  CHECK(recognised(R"(void f(double* a, double* b, double* c, double* d, double* e, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      d[i * n + j] = 0;
      for (int p = 0; p < n; ++p) d[i * n + j] += a[i * n + p] * b[p * n + j];
    }
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < n; ++p) e[i * n + j] += d[i * n + p] * c[p * n + j];
})") == "d[i][j] = a[i][p] * b[p][j], summed over p\ne[i][j] += d[i][p] * c[p][j], summed over p");
}

TEST_CASE("types that are summed up in a wider one") {
  CHECK(recognised(nest(
            "double sum = 0; for (int p = 0; p < k; ++p) sum += double(a[i * k + p]) * b[p * n + j]; c[i * n "
            "+ j] = sum;")) == plainProduct);
  CHECK(
      recognised(nest(
          "int sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = sum;",
          "short")) == plainProduct);
  // Rounded to float before it is added.
  CHECK(recognised(nest(
            "double sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = "
            "sum;")) == "");
  CHECK(recognised(nest(
            "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = "
            "sum;",
            "double")) == "");
  CHECK(recognised(nest(
            "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = "
            "sum;",
            "int")) == "");
  // Rounded after each product.
  CHECK(recognised(
            nest("for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];", "short")) == "");
  CHECK(recognised(nest(
            "float sum = 0; for (int p = 0; p < k; ++p) sum += beta * a[i * k + p] * b[p * n + j]; c[i * n + "
            "j] = sum;")) == "");
  CHECK(recognised(nest(
            "long double sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + "
            "j] = sum;",
            "long double")) == "");
}

TEST_CASE("products of a matrix and a vector") {
  const auto vector = [](const std::string& body) {
    return "void f(float* a, float* x, float* y, float (*b)[40], int m, int n, float alpha) {\n#pragma "
           "parallel\n  for "
           "(int i = 0; i < m; ++i) {\n" +
           body + "\n}\n}\n";
  };
  const std::string row = "y[i] = a[i][p] * x[p], summed over p";
  CHECK(recognised(vector("float s = 0; for (int p = 0; p < n; ++p) s += a[i * n + p] * x[p]; y[i] = s;")) ==
        row);
  CHECK(recognised(vector("y[i] = 0; for (int p = 0; p < n; ++p) y[i] += x[p] * a[i * n + p];")) == row);
  CHECK(recognised(vector("for (int p = 0; p < 40; ++p) y[i] -= alpha * b[i][p] * x[2 * p + 1];")) ==
        "y[i] -= alpha * b[i][p] * x[p], summed over p");
  CHECK(recognised(vector("for (int p = 0; p < n; ++p) y[i] += a[p * m + i] * x[p];")) ==
        "y[i] += a[p][i] * x[p], summed over p");
  CHECK(recognised(vector(
            "#pragma parallel\nfor (int j = 0; j < n; ++j) { float s = 0; for (int p = 0; p < 40; ++p) s "
            "+= a[(i * n + j) * 40 + p] * b[i][p]; y[i * n + j] = s; }")) ==
        "y[i][j] = a[i][j][p] * b[i][p], summed over p");
  for (const char* body :
       {"float s = 0; for (int p = 0; p < n; ++p) s += a[i + p] * x[p]; y[i] = s;",  // a convolution
        "float s = 0; for (int p = 0; p < 40; ++p) s += a[30 * i + p] * x[p]; y[i] = s;",
        "float s = 0; for (int p = 0; p < 9; ++p) s += b[i][p] * x[p]; y[i] = s;",        // short rows
        "float s = 0; for (int p = 0; p <= i; ++p) s += a[i * n + p] * x[p]; y[i] = s;",  // a triangle
        "float s = 0; for (int p = 0; p < n; ++p) s += a[i * n + p] * b[i][p]; y[i] = s;",
        "float s = 0; for (int p = 0; p < n; ++p) s += a[i * n + p] * x[p] * x[p]; y[i] = s;",
        "float s[9]; for (int j = 0; j < 9; ++j) { s[j] = 0; for (int p = 0; p < n; ++p) s[j] += a[i * n + "
        "p] * x[p]; } "
        "for (int j = 0; j < 9; ++j) y[9 * i + j] = s[j];"})
    CHECK_MESSAGE(recognised(vector(body)) == "", body);
}

TEST_CASE("what is no product of two matrices") {
  for (const char* body :
       {"float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p]; c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] + b[p * n + j]; c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] / b[p * n + j]; c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j] * d[p]; c[i * n + j] "
        "= sum;",
        "float sum = 1; for (int p = 0; p < k; ++p) sum *= a[i * k + p] * b[p * n + j]; c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * p; c[i * n + j] = sum;",
        // both factors go along rows and columns
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * n + j] * b[p * n + j + i]; c[i * n + j] = "
        "sum;",
        // a convolution
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[p] * b[i * lda + j + p]; c[i * n + j] = sum;",
        // two sums
        "float sum = 0; for (int p = 0; p < k; ++p) for (int q = 0; q < k; ++q) sum += a[i * k + p] * b[q * "
        "n + j]; "
        "c[i * n + j] = sum;"})
    CHECK_MESSAGE(recognised(nest(body)) == "", body);
}

TEST_CASE("what else the nest does keeps it a nest") {
  for (const char* body :
       {// the matrix is a factor, or what the tail reads of it is another element
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = sum; "
        "d[i * n + "
        "j] = sum;",
        "float sum = 0, other = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + "
        "j] = sum + "
        "other;",
        "float sum = 0; for (int p = 0; p < k; ++p) { sum += a[i * k + p] * b[p * n + j]; if (sum > 10) sum "
        "= 0; } "
        "c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) { if (a[i * k + p] != 0) sum += a[i * k + p] * b[p * n + "
        "j]; } "
        "c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) sum += sum * a[i * k + p] * b[p * n + j]; c[i * n + j] = "
        "sum;",
        "float sum; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = sum;",
        "float sum = 0; for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j]; if (i > j) c[i * n + "
        "j] = sum;",
        "float sum = 0; for (int p = k - 1; p >= 0; --p) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = "
        "sum;",
        "float sum = 0; for (int p = 0; p < k; p += 2) sum += a[i * k + p] * b[p * n + j]; c[i * n + j] = "
        "sum;"})
    CHECK_MESSAGE(recognised(nest(body)) == "", body);
  CHECK(recognised(nest(sumUp + "c[i * n + j] = sum + g(j);", "float",
                        "static float g(int x) { return x * 2.0f; }\n")) ==
        plainProduct + "; what is stored is a function of the sum");
}

TEST_CASE("side effects and what cannot be seen") {
  const auto with = [](const std::string& function) {
    return modelOf(nest(sumUp + "c[i * n + j] = g(sum);", "float", function));
  };
  CHECK(contains(with("static float g(float x) { return x > 0 ? x : 0; }\n"), "  contraction "));
  CHECK(!contains(with("float g(float);\n"), "  contraction "));
  CHECK(!contains(with("int calls; static float g(float x) { ++calls; return x; }\n"), "  contraction "));
  CHECK(!contains(with("extern \"C\" int printf(const char*, ...); static float g(float x) { printf(\"x\"); "
                       "return x; }\n"),
                  "  contraction "));
  CHECK(
      !contains(with("volatile float w; static float g(float x) { w = x; return x; }\n"), "  contraction "));
}

TEST_CASE("what is not proved stays as it is") {
  CHECK(!contains(modelOf(R"(void f(float* a, float* b, float* c, const int* at, int m, int n, int k) {
#pragma parallel unchecked
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) c[at[i] * n + j] += a[i * k + p] * b[p * n + j];
})"),
                  "contraction"));
  CHECK(!contains(modelOf(R"(void f(float* a, float* b, int m, int n, int k) {
#pragma parallel unchecked
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) a[i * n + j] += a[i * k + p] * b[p * n + j];
})"),
                  "contraction"));
  // Two names of one memory.
  CHECK(!contains(modelOf(R"(void f(float* a, float* b, int m, int n, int k) {
  float* c = a;
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) c[i * n + j] += a[i * k + p] * b[p * n + j];
})"),
                  "contraction"));
  // The sequential loop over j may meet an element again.
  CHECK(!contains(modelOf(R"(void f(float* a, float* b, float* c, int m, int n, int k, int s) {
#pragma parallel
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p) c[i * 100 + j * s] += a[i * k + p] * b[p * n + j];
})"),
                  "contraction"));
}

TEST_CASE("templates are what their instances are") {
  const std::string pattern =
      R"(template <class T> void f(const T* a, const T* b, T* c, int m, int n, int k) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) {
      T sum = 0;
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
}
)";
  CHECK(recognised(pattern +
                   "template void f<float>(const float*, const float*, float*, int, int, int);\n"
                   "template void f<double>(const double*, const double*, double*, int, int, int);\n") ==
        plainProduct);
  CHECK(recognised(pattern +
                   "template void f<float>(const float*, const float*, float*, int, int, int);\n"
                   "template void f<short>(const short*, const short*, short*, int, int, int);\n") ==
        plainProduct + "; where T is float, double, int or unsigned");
  CHECK(recognised(pattern) == plainProduct + "; where T is float, double, int or unsigned");
}

TEST_CASE("of a type that is not known all of a sum has to be that type") {
  const auto sumOf = [](const std::string& value, const std::string& element = "T",
                        const std::string& start = "0") {
    return recognised("template <class T, class U> void f(const " + element +
                      "* a, const T* b, T* c, T alpha, double beta, int n) {\n"
                      "#pragma parallel\n"
                      "  for (int i = 0; i < n; ++i)\n"
                      "    for (int j = 0; j < n; ++j) {\n"
                      "      T sum = " +
                      start +
                      ";\n"
                      "      for (int p = 0; p < n; ++p) sum += " +
                      value +
                      ";\n"
                      "      c[i * n + j] = sum;\n"
                      "    }\n"
                      "}\n");
  };
  const std::string product = "a[i * n + p] * b[p * n + j]";
  CHECK(sumOf(product) != "");
  CHECK(sumOf("alpha * " + product) != "");
  CHECK(sumOf(product, "T", "c[i * n + j]") != "");
  CHECK(sumOf(product, "T", "alpha") != "");
  CHECK(sumOf("beta * " + product) == "");
  CHECK(sumOf("2 * " + product) == "");
  CHECK(sumOf(product, "U") == "");
  CHECK(sumOf(product, "float") == "");
  CHECK(sumOf(product, "T", "beta") == "");
}

TEST_CASE("a strict order of floating-point operations is the loop's") {
  Options options;
  options.explain = true;
  CHECK(contains(translateText(nest(sumUp + "c[i * n + j] = sum;"), options).explanation, "contraction"));
  options.strictFloat = true;
  CHECK(!contains(translateText(nest(sumUp + "c[i * n + j] = sum;"), options).explanation, "contraction"));
}
