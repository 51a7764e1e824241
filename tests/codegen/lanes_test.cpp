// Vectors, as text: which loops are told to be lanes, how wide, and where in memory they begin.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("codegen/lanes");

TEST_CASE("blocks begin at lines of memory where that changes no result that must stay") {
  const auto sums = [](const std::string& type, const std::string& body, const Options& options = {}) {
    return codeOf(type + " f(const " + type + "* x, bool has, int n) {\n  " + type +
                      " s = 0;\n#pragma parallel block(256) reduction(s)\n  for (int i = 0; i < n; ++i) " + body +
                      "\n  return s;\n}\n",
                  options);
  };
  const auto begins = [](const std::string& code) { return code.find("i_lead") != std::string::npos; };
  Options deterministic;
  deterministic.deterministic = true;
  CHECK(begins(sums("float", "s += x[i];")));
  CHECK_FALSE(begins(sums("float", "s += x[i];", deterministic)));
  CHECK(begins(sums("int", "s += x[i];", deterministic)));
  // Nobody knows whether there is an array at all.
  const std::string guarded = sums("float", "s += has ? x[i] : 0;");
  CHECK_FALSE(begins(guarded));
  CHECK(guarded.find("__builtin_prefetch") == std::string::npos);
}

TEST_CASE("long rows go on at lines of memory where their first element has a name in front of them") {
  const auto rows = [](const std::string& bound, const std::string& body, const Options& options = {}) {
    return codeOf(std::string("double f(double* c, const double* a, int n, int m, unsigned long size) {\n  double s = 0;\n"
                  "#pragma parallel block(4)") + (contains(body, "s +=") ? " reduction(s)" : "") +
                      "\n  for (int i = 0; i < n; ++i) {\n#pragma parallel block(64)\n    for (int j = 1; j < " + bound + "; ++j) {" + body +
                      "}\n  }\n  return s;\n}\n",
                  options);
  };
  const auto begins = [](const std::string& code) { return code.find("j_lead") != std::string::npos; };
  const std::string stores = "c[i * m + j] = a[j];", sums = "s += a[i * m + j];";
  Options deterministic;
  deterministic.deterministic = true;
  CHECK(contains(rows("m", stores), "const long long j_start = m < 513 || m > 2147483584 ? 1 : 1 - 4096;"));
  CHECK(contains(rows("m", stores), "reinterpret_cast<unsigned long long>(&c[i * m + 1]) % 64 / 8"));
  CHECK(begins(rows("m", stores, deterministic)));
  CHECK(begins(rows("m", sums)));
  CHECK_FALSE(begins(rows("m", sums, deterministic)));
  CHECK(contains(rows("9000", "c[i * 9000 + j] = a[j];"), "for (long long j_line = 1 - 4096; j_line < 9000; j_line += 4096)"));
  CHECK_FALSE(begins(rows("512", "c[i * 512 + j] = a[j];")));  // short
  CHECK_FALSE(begins(rows("size", stores)));  // its distance from a block has no sign
  CHECK_FALSE(begins(rows("m", "const int at = i * m + j; c[at] = a[j];")));
  CHECK_FALSE(contains(rows("m", "if (a[j] > 0) c[i * m + j] = 1;"), "(&c["));  // perhaps no element
}

TEST_CASE("rows in tiles of time steps that lie alike within lines are cut where they are shorter, too") {
  const auto parts = [](const std::string& columns, const std::string& last) {
    const auto nest = [&](const std::string& body) {
      return "#pragma parallel\n  for (int i = 1; i < n; ++i)\n#pragma parallel\n    for (int j = 1; j < " + last + "; ++j) " + body + "\n";
    };
    const std::string code = codeOf("void f(double (*u)[" + columns + "], double (*v)[" + columns + "], int n, int m, int steps) {\n"
                                    "#pragma block(8)\n  for (int t = 0; t < steps; ++t) {\n" +
                                    nest("v[i][j] = u[i - 1][j] + u[i + 1][j];") + nest("u[i][j] = v[i][j];") + "  }\n}\n");
    const std::size_t at = code.find("at_lines<");
    return at == std::string::npos ? "" : code.substr(at, code.find('(', at) - at);
  };
  CHECK(parts("120", "119") == "at_lines<int, 8>");
  CHECK(parts("120", "m") == "at_lines<int, 8>");
  CHECK(parts("120", "64") == "");
  CHECK(parts("121", "120") == "");
  CHECK(parts("121", "m") == "at_lines<int>");
  CHECK(parts("301", "300") == "at_lines<int>");
}

TEST_CASE("light stencils take vectors of half a line") {
  const auto lanes = [](const std::string& body, const std::string& type = "double") {
    const std::string code = codeOf("void f(" + type + " (*c)[900], const " + type + " (*a)[900], int n, " + type + " s) {\n#pragma parallel\n"
                                    "  for (int i = 1; i < n; ++i)\n#pragma parallel\n    for (int j = 1; j < 899; ++j) {" + body + "}\n}\n");
    const std::size_t at = code.find("simdlen(");
    return at == std::string::npos ? 0 : std::stoi(code.substr(at + 8));
  };
  const std::string fivePoints = "c[i][j] = s * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);";
  CHECK(lanes(fivePoints) == 4);
  CHECK(lanes(fivePoints, "float") == 8);
  CHECK(lanes("c[i][j] -= s * (a[i][j] - a[i - 1][j]);") == 4);
  CHECK(lanes("c[i][j] = s * a[i][j];") == 0);
  CHECK(lanes("c[i][j] = (a[i][j] + a[i - 1][j]) / s;") == 0);
  CHECK(lanes("c[i][j] /= a[i][j] + a[i - 1][j];") == 0);
  CHECK(lanes("c[i][j] = 0.5 * (a[i][j] + a[i - 1][j]);", "float") == 0);  // computes in double
  CHECK(lanes("c[i][j] = __builtin_sqrt(a[i][j] + a[i - 1][j]);") == 0);
  CHECK(lanes("c[i][j] = a[i][j] > s ? a[i][j - 1] : a[i - 1][j];") == 0);
  CHECK(lanes("c[i][j] = a[i][j - 1] + a[i][j - 1 + n % 2] + a[i][(j + 1) % 899];") == 0);
  CHECK(lanes("c[i][j] = a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j - 1];") == 0);
}

TEST_CASE("sums are added up in lanes wherever they begin and however they end") {
  for (const char* header : {"for (unsigned long i = first; i < last; ++i)", "for (long i = first; i <= last; ++i)",
                             "for (unsigned long i = 0; i != last; ++i)"}) {
    const std::string code = codeOf(std::string("float f(const float* x, unsigned long first, unsigned long last) {\n"
                                                "  float s = 0;\n#pragma parallel reduction(s)\n  ") +
                                    header + " s += x[i];\n  return s;\n}\n");
    CHECK_MESSAGE(code.find("#pragma omp simd reduction(+:s)\n") != std::string::npos, header);
  }
}

TEST_CASE("an element that lanes update others with is read in front of them, where it has just been written") {
  const auto loop = [](const std::string& before, const std::string& body) {
    return bare("void f(float *a, int n) {\n  for (int k = 0; k < n; ++k) {\n#pragma parallel\n"
                "    for (int i = k + 1; i < n; ++i) {\n" +
                before + "for (int j = k + 1; j < n; ++j) " + body + "\n    }\n  }\n}\n");
  };
  const std::string pivot = "a[i * n + k] /= a[k * n + k];\n", step = "a[i * n + j] -= a[i * n + k] * a[k * n + j];";
  CHECK(contains(loop(pivot, step), R"(
      a[i * n + k] /= a[k * n + k];
      const auto a_kept = a[i * n + k];
      #pragma omp simd
      for (int j = k + 1; j < n; ++j) a[i * n + j] -= a_kept * a[k * n + j];
)"));
  CHECK(contains(loop(pivot, "{ " + step + " }"), "a_kept * "));
  CHECK(contains(loop(pivot, "a[i * n + j] -= a[i * n + k] * a[k * n + j] + a[i*n+k];"), "a_kept * a[k * n + j] + a_kept;"));
  CHECK(!contains(loop("", step), "_kept"));  // it may not exist
  CHECK(!contains(loop("if (n > 9) " + pivot, step), "_kept"));
  CHECK(!contains(loop(pivot + "if (n > 9)\n", step), "_kept"));
  CHECK(!contains(loop("", step + pivot), "_kept"));
  CHECK(!contains(loop(pivot, "{ " + step + " a[i * n + j] *= a[i * n + k]; }"), "_kept"));  // one read behind a store
}

TEST_CASE("chains go side by side as well where their numbers and counters are declared in front of the nest") {
  CHECK(contains(bare(R"(void f(const double *x, const double *w, double *y, int n, int m) {
  int i, k;
  double sum;
#pragma parallel
  for (i = 0; i < n; i++) {
    sum = 0;
    for (k = 0; k < m; k++) sum += w[k] * x[i + k];
    y[i] = sum;
  }
}
)",
                      Language::C),
                 R"(
    #pragma omp parallel for schedule(static) private(k, i)
    for (long long i_block = 0; i_block < n; i_block += 128) {
      const int i_end = (int)(i_block + 128 < n ? i_block + 128 : n);
      double sum[128];

      #pragma omp simd
      for (i = (int)i_block; i < i_end; ++i) sum[i - i_block] = 0;

      for (k = 0; k < m; k++) {
        #pragma omp simd
        for (i = (int)i_block; i < i_end; ++i) sum[i - i_block] += w[k] * x[i + k];
      }

      #pragma omp simd
      for (i = (int)i_block; i < i_end; ++i) y[i] = sum[i - i_block];
    }
    i = 0 < n ? (int)n : (int)0;
    (void)sum;
)"));
  // one that iterations hand on between their loops: all lanes would be given the last one's
  CHECK(!contains(codeOf(R"(void f(const double *x, double *y, int n, int m) {
  int k;
#pragma parallel
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (k = 0; k < m; k++) sum = sum * 0.5 + x[i + k];
    k = (int)sum;
    y[i] = sum + k;
  }
}
)"),
                  "side by side"));
}

TEST_CASE("blocks of a few vectors are joined, and those of loops that compilers unroll are one") {
  const auto block = [](const std::string& element, const std::string& size, const std::string& body) {
    const std::string code =
        bare("void f(int n, const " + element + "* a, " + element + "* b) {\n#pragma parallel block(" + size +
             ")\n  for (int i = 0; i < n; ++i) " + body + "\n}\n");
    const std::size_t at = std::min(code.find("i_block += "), code.find("i_line += "));
    const std::size_t begin = code.find("+= ", at) + 3;
    return at == std::string::npos ? "none" : code.substr(begin, code.find(')', begin) - begin);
  };
  CHECK(block("float", "128", "b[i] = a[i];") == "128");
  CHECK(block("float", "127", "b[i] = a[i];") == "256");
  CHECK(block("float", "n", "b[i] = a[i];") == "i_size");
  CHECK(block("double", "64", "b[i] = a[i];") == "64");
  CHECK(block("short", "128", "b[i] = a[i];") == "512");
  CHECK(block("float", "128", "{ float s = 0; for (int k = 0; k < 5; ++k) s += a[i + k]; b[i] = s; }") == "none");
  CHECK(block("float", "4096", "{ float s = 0; for (int k = 0; k < 5; ++k) s += a[i + k]; b[i] = s; }") == "4096");
  CHECK(block("float", "128", "{ float s = a[i]; while (s > 1) s /= 2; b[i] = s; }") == "128");
}

TEST_CASE("no variable's name keeps a loop from running as lanes") {
  const std::string code = codeOf("void f(int n, const float* x, float* y, float firstprivate_t) {\n"
                                  "#pragma parallel block(64) private(firstprivate_t)\n"
                                  "  for (int i = 0; i < n; ++i) { firstprivate_t = x[i]; y[i] = firstprivate_t; }\n}\n");
  CHECK(contains(code, "#pragma omp simd private(firstprivate_t)"));
}

TEST_CASE("stores leave alone what says where the loop ends, as far as compilers can tell") {
  const auto construct = [](const std::string& parameters, const std::string& loop) {
    return linesWith(codeOf("#include <vector>\nstruct G { int n; int *p; const int* q; };\nvoid f(" + parameters +
                            ") {\n#pragma parallel\n  " + loop + "\n}\n"),
                     "#pragma");
  };
  const auto clauses = [&](const std::string& parameters, const std::string& loop) {
    const std::string line = construct(parameters, loop), start = "#pragma omp parallel for ";
    const std::size_t at = line.find(start) + start.size();
    return line.substr(at, line.find('\n', at) - at);
  };
  const std::string fixed = "schedule(static)";
  CHECK(clauses("int n, const float* a, float* b", "for (int i = 0; i < n; ++i) b[i] = a[i];") == fixed);
  CHECK(clauses("int n, const int* a, int* b", "for (int i = 0; i < n; ++i) b[i] = a[i];") ==
        fixed + " firstprivate(b)");
  CHECK(clauses("int n, const int* a, long* b", "for (int i = 0; i < n; ++i) b[i] = a[i];") == fixed);
  CHECK(clauses("int n, float x, const char* a, char* b", "for (int i = 0; i < n; ++i) b[i] = x * a[i];") ==
        fixed + " firstprivate(b, x, a)");
  CHECK(clauses("const std::vector<int>& a, std::vector<int>& b", "for (int i = 0; i < 5000; ++i) b[i] = a[i];") ==
        fixed + " firstprivate(b_data, a_data)");
  CHECK(clauses("const G& g", "for (int i = 0; i < g.n; ++i) g.p[i] = g.q[i];") == fixed + " firstprivate(g)");
  // What no copy leads to is stored in the lanes of blocks, whose ends are constants.
  CHECK(contains(construct("G* g", "for (int i = 0; i < g->n; ++i) g->p[i] = g->q[i];"), "omp simd"));
  CHECK(!contains(construct("const int& x, char* b", "for (int i = 0; i < 9; ++i) b[i] = x;"), "firstprivate(b, x)"));
  const auto inMethod = [&](const std::string& loop) {
    return linesWith(codeOf("#include <vector>\nstruct M { int n, m; unsigned char* p; std::vector<int> v; int* q; int bits : 4;\n"
                            "void set() const;\nvoid f(int* x) {\n#pragma parallel\n  for (int i = 0; i < 5000; ++i) " +
                            loop + "\n} };\n"),
                     "#pragma");
  };
  CHECK(contains(inMethod("q[i] = x[i];"), fixed + " firstprivate(q)"));
  CHECK(contains(inMethod("v[i] = x[i];"), fixed + " firstprivate(v_data)"));
  CHECK(contains(inMethod("p[i] = x[i] * m + bits;"), fixed + " firstprivate(p, x, m)"));
  CHECK(contains(inMethod("p[i] = this->m;"), fixed + " firstprivate(p)"));
  CHECK(contains(inMethod("{ v[i] = x[i]; set(); }"), fixed + "\n"));
  CHECK(contains(inMethod("this->q[i] = x[i];"), "omp simd"));
  // Names that are assigned, and arrays in objects, are everybody's.
  CHECK(!contains(construct("char* b", "for (int i = 0; i < 9; ++i) *b++ = 1;"), "firstprivate"));
}

TEST_CASE("more arrays than GCC compares, and counters that wrap, are told to be lanes") {
  const auto isTold = [](const std::string& type, const std::string& body) {
    return contains(codeOf("void f(" + type + " n, const float* a, const float* b, const float* c, const float* d, float* u,\n"
                           "       float* v, float* w) {\n#pragma parallel\n  for (" + type + " i = 0; i < n; ++i) { " + body +
                           " }\n}\n"),
                    "parallel for simd");
  };
  CHECK(isTold("int", "u[i] = a[i] + d[i]; v[i] = b[i] * c[i]; w[i] = a[i];"));
  CHECK(!isTold("int", "u[i] = a[i] + d[i]; v[i] = b[i] * c[i];"));
  CHECK(!isTold("int", "u[8 * i] = a[i] + d[i]; v[i] = b[i] * c[i]; w[i] = a[i];"));
  CHECK(!contains(codeOf("struct P { float x, y, z, u, v, w; };\nvoid f(int n, P* p) {\n#pragma parallel\n"
                         "  for (int i = 0; i < n; ++i) { p[i].x += p[i].u; p[i].y += p[i].v; p[i].z += p[i].w; }\n}\n"),
                  "simd"));
  CHECK(isTold("unsigned", "u[i] = a[i + 1];"));
  CHECK(!isTold("unsigned", "u[i] = a[i];"));
  CHECK(!isTold("unsigned long", "u[i] = a[i + 1];"));
}

TEST_CASE("what Clang makes a switch of, or a choice of places, is no matter of lanes") {
  const auto lanes = [](const std::string& statement) {
    return contains(codeOf("#include <algorithm>\nvoid f(int n, const int* a, int* b) {\n#pragma parallel block(200)\n"
                           "  for (int i = 0; i < n; ++i) " + statement + "\n}\n"),
                    "omp simd");
  };
  CHECK(!lanes("{ const int s = a[i] + a[i + 1]; b[i] = s == 3 || (s == 2 && a[i]); }"));
  CHECK(!lanes("if (a[i] == 1) b[i] = 7; else if (2 == a[i]) b[i] = a[i + 1];"));
  CHECK(lanes("if (a[i] == 1) b[i] = 7; else if (a[i + 1] == 2) b[i] = 5;"));
  CHECK(!lanes("b[i] = i > 2 ? std::max(a[i], a[i + 1] + 1) : a[i];"));
  CHECK(lanes("b[i] = i > 2 ? std::max(a[i], a[i + 1]) : a[i];"));
}

TEST_CASE("compilers choose themselves whether lanes gather") {
  const auto lanes = [](const std::string& statement) {
    return contains(codeOf("void f(int n, int m, double* a, const double* b) {\n#pragma parallel block(64)\n"
                           "  for (int i = 0; i < n; ++i) " + statement + "\n}\n"),
                    "omp simd");
  };
  CHECK(!lanes("a[i] = b[i * m];"));
  CHECK(!lanes("a[8 * i] = b[i];"));
  CHECK(lanes("a[2 * i] = b[2 * i] - b[2 * i + 1];"));
  CHECK(lanes("a[n - i] = b[i] * b[m];"));
}

TEST_CASE("a square root of what may be negative is no matter of lanes, for errno") {
  const auto lanes = [](const std::string& body, const std::string& clause = "") {
    return contains(codeOf("#include <cmath>\ndouble f(int n, const double* x, double* y, double eps) {\n  double s = 0;\n"
                           "#pragma parallel block(64)" + clause + "\n  for (int i = 0; i < n; ++i) { " + body +
                           " }\n  return s;\n}\n"),
                    "omp simd");
  };
  CHECK(!lanes("y[i] = std::sqrt(x[i]);"));
  CHECK(!lanes("y[i] = std::sqrt(x[i] * x[i] + eps);"));
  CHECK(!lanes("double d = x[i] * x[i]; d -= 1; y[i] = std::sqrt(d);"));
  CHECK(lanes("y[i] = std::sqrt(x[i] * x[i] + 0.5);"));
  CHECK(lanes("const double d = x[i] - 1, e = d * d + 2 * std::fabs(x[i]); y[i] = 1 / std::sqrt(e);"));
  CHECK(!lanes("s += std::sqrt(x[i]);", " reduction(+ : s)"));
  CHECK(lanes("s += std::sqrt(x[i] * x[i]);", " reduction(+ : s)"));
}

TEST_SUITE_END();
