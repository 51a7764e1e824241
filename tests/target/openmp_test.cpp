// The generated code of short nests, as text: what a person reads who looks at the translation.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

/// The generated code without the comments that describe each kernel.
std::string bare(const std::string& source, Language language = Language::Cpp, const Options& options = {}) {
  std::string text;
  const std::string code = codeOf(source, options, language);
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size() - 1) + 1;
    const std::string line = code.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || line.compare(first, 2, "//") != 0) text += line;
    begin = end;
  }
  return text;
}

}  // namespace

TEST_SUITE_BEGIN("target/openmp");

TEST_CASE("a parallel loop keeps its header and its body") {
  CHECK(codeOf(R"(void f(float *a, const float *b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = b[i];
}
)") == R"(void f(float *a, const float *b, int n) {
  // f_kernel0: a grid of n programs, one for each i.
  // Reads b (1); writes a (1).
  // Proved independent.
  #pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) a[i] = b[i];
}
)");
}

TEST_CASE("a block is a loop over blocks and one inside") {
  CHECK(codeOf(R"(void f(float *a, int n) {
#pragma parallel block(200)
  for (int i = 0; i < n; ++i) a[i] = 1;
}
)") == R"(void f(float *a, int n) {
  // f_kernel0: a grid of ceildiv(n, 200) programs, blocks of 200 of i.
  // Writes a (200).
  // Proved independent.
  #pragma omp parallel for schedule(static)
  for (long long i_block = 0; i_block < n; i_block += 200) {
    const int i_end = static_cast<int>(i_block + 200 < n ? i_block + 200 : n);
    #pragma omp simd
    for (int i = static_cast<int>(i_block); i < i_end; ++i) a[i] = 1;
  }
}
)");
}

TEST_CASE("a blocked nest is collapsed and tiled, with the loop innermost that goes along the rows written") {
  CHECK(bare(R"(void f(float *a, const float *b, int m, int n) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) a[j * m + i] = b[i * n + j];
}
)") == R"(void f(float *a, const float *b, int m, int n) {
  #pragma omp parallel for collapse(2) schedule(static)
  for (long long i_block = 0; i_block < m; i_block += 16)
    for (long long j_block = 0; j_block < n; j_block += 32) {
      const int i_end = static_cast<int>(i_block + 16 < m ? i_block + 16 : m);
      const int j_end = static_cast<int>(j_block + 32 < n ? j_block + 32 : n);
      for (int j = static_cast<int>(j_block); j < j_end; ++j)
        for (int i = static_cast<int>(i_block); i < i_end; ++i)
          a[j * m + i] = b[i * n + j];
    }
}
)");
}

TEST_CASE("a nest that streams through its rows walks them from end to end") {
  CHECK(bare(R"(void f(float *a, const float *b, int m, int n) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) a[i * n + j] += b[j];
}
)") == R"(void f(float *a, const float *b, int m, int n) {
  {
    const long long j_start = n < 1024 || n > 2147483584 ? 0 : -8192;
    #pragma omp parallel for collapse(2) schedule(static)
    for (int i = 0; i < m; ++i)
      for (long long j_line = j_start; j_line < n; j_line += 8192) {
        const long long j_lead =
            j_start == 0 ? 0 : -reinterpret_cast<unsigned long long>(&a[i * n + 0]) % 64 / 4;
        const long long j_block = j_line < 0 ? 0 : j_line + j_lead;
        const int j_end = static_cast<int>(n - j_line - j_lead < 8192 ? n : j_line + 8192 + j_lead);
        #pragma omp simd
        for (int j = static_cast<int>(j_block); j < j_end; ++j)
          a[i * n + j] += b[j];
      }
  }
}
)");
}

TEST_CASE("a nest whose programs loop over much data stays tiled") {
  const std::string code = bare(R"(void f(float *c, const float *a, const float *b, int n) {
#pragma parallel block(16)
  for (int i = 0; i < n; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k) s += a[i * n + k] / b[k * n + j];
      c[i * n + j] = s;
    }
}
)");
  CHECK(contains(code, "i_block += 16"));
  CHECK(contains(code, "j_block += 32"));
  CHECK(contains(code, "float s[32];"));  // its rows' iterations take each step together
}

TEST_CASE("threads share all programs of a grid whose loops go from tile to tile") {
  const std::string code = bare(R"(void f(const float* a, float* c, int heads, int n) {
#pragma parallel
  for (int h = 0; h < heads; ++h)
#pragma parallel
    for (int i = 0; i < n; i += 16)
      for (int j = 0; j < i + 16; ++j)
        if (i < n) c[h * n + i] += a[h * n + j];
}
)");
  CHECK(code.find("#pragma omp parallel for collapse(2) schedule(dynamic)\n") != std::string::npos);
}

TEST_CASE("reductions are a clause") {
  CHECK(bare(R"(float f(const float *x, int n) {
  float s = 0;
#pragma parallel reduction(s)
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
}
)") == R"(float f(const float *x, int n) {
  float s = 0;
  {
    const long long i_lead = reinterpret_cast<unsigned long long>(x) % 64 / sizeof(*x);
    #pragma omp parallel for schedule(static) reduction(+:s)
    for (long long i_line = 0; i_line < n + i_lead; i_line += 1024) {
      const long long i_block = i_line == 0 ? 0 : i_line - i_lead;
      const int i_end = static_cast<int>(n + i_lead - i_line < 1024 ? n : i_line + 1024 - i_lead);
      if (n - i_block > 1024)
        __builtin_prefetch(&x[i_block + 1024]);
      #pragma omp simd reduction(+:s)
      for (int i = static_cast<int>(i_block); i < i_end; ++i) s += x[i];
    }
  }
  return s;
}
)");
}

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

TEST_CASE("bodies keep their comments and are formatted") {
  const std::string body = "{\n    // the  sum\n    a[i]+=b[ i ];   /* here */\n    if(a[i]>0)a[i]=0;\n  }\n";
  const std::string code = codeOf(
      "void f(float* a, const float* b, int n) {\n#pragma parallel\n"
      "  for (int i = 0; i < n; ++i) " +
      body + "}\n");
  for (const char* part : {"// the  sum", "a[i] += b[i];", "/* here */", "if (a[i] > 0)"})
    CHECK_MESSAGE(contains(code, part), code);
}

TEST_CASE("everything outside the loops is kept byte for byte") {
  const std::string before = "int   x=3 ;  /* kept   */\n#define  F( a )  (a)\n\n\n\tint y;  \n";
  const std::string after = "\nint z ( int q ) { return   q; }   // kept\n#if 0\n#pragma parallel\n#endif\n";
  const std::string code = codeOf(
      before + "void f(float* a, int n) {\n#pragma parallel\n  for (int i = 0; i < n; ++i) a[i] = 1;\n}\n" +
      after);
  CHECK(code.rfind(before, 0) == 0);
  CHECK(code.compare(code.size() - after.size(), after.size(), after) == 0);
}

TEST_CASE("a source without directives is itself") {
  const std::string source = "#pragma omp parallel for\nint   x=3 ;\r\n\tint y;  // no newline at the end";
  CHECK(codeOf(source) == source);
}

TEST_CASE("CRLF line ends stay, and new lines get them") {
  const std::string code = codeOf(
      "void f(float* a, int n) {\r\n#pragma parallel block(8)\r\n  for (int i = 0; i < n; ++i)\r\n    a[i] = "
      "1;\r\n}\r\n");
  CHECK(contains(code, "#pragma omp parallel for"));
  for (std::size_t at = code.find('\n'); at != std::string::npos; at = code.find('\n', at + 1)) {
    CHECK(code[at - 1] == '\r');
    CHECK(code.compare(at - 1, 3, "\r\n\r") != 0);
  }
}

TEST_CASE("C sources get C") {
  const std::string code = bare(R"(void f(int n, float *a) {
  int i;
#pragma parallel block(8)
  for (i = 0; i < n; i++) a[i] = 1;
}
)",
                                Language::C);
  CHECK(!contains(code, "static_cast"));
  CHECK(contains(code, "i_end = (int)("));
}

TEST_CASE("a template is edited once") {
  const std::string code = bare(R"(template <class T, int B> void f(T *a, int n) {
#pragma parallel block(B)
  for (int i = 0; i < n; ++i) a[i] = T(1);
}
void g(float *a, double *b, int n) {
  f<float, 4>(a, n);
  f<double, 8>(b, n);
}
)");
  CHECK(linesWith(code, "omp parallel") == "#pragma omp parallel for schedule(static)\n");
  CHECK(contains(code, "a[i] = T(1);"));
}

TEST_CASE("macros in bounds, blocks and bodies stay macros") {
  const std::string code = bare(R"(#define N 100
#define W 16
#define AT(i) a[i]
void f(float *a) {
#pragma parallel block(W)
  for (int i = 0; i < N; ++i) AT(i) = N;
}
)");
  CHECK(contains(code, "i_line < N + i_lead;"));
  CHECK(contains(code, "AT(i) = N;"));
}

TEST_CASE("a loop whose header comes from a macro keeps it, where nothing in it has to change") {
  CHECK(bare(R"(#define FOR(i, n) for (int i = 0; i < n; ++i)
void f(float *a, int n) {
#pragma parallel
  FOR(i, n) a[i] = 2;
}
)") == R"(#define FOR(i, n) for (int i = 0; i < n; ++i)
void f(float *a, int n) {
  #pragma omp parallel for schedule(static)
  FOR(i, n) a[i] = 2;
}
)");
}

TEST_CASE("a header that has to change replaces the macro call that it came from") {
  const std::string code = bare(R"(#define FOR(i, n) for (int i = 0; i < n; ++i)
void f(float *a, int n) {
#pragma parallel block(4)
  FOR(i, n) a[i] = 2;
}
)");
  CHECK(contains(code, "for (int i = static_cast<int>(i_block); i < i_end; ++i)\n"));
  CHECK(!contains(code, "  FOR(i, n)"));
}

TEST_CASE("_Pragma disappears from its line") {
  CHECK(bare(R"(#define PARALLEL _Pragma("parallel")
void f(float *a, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i) a[i] = 1;
}
)")
            .find("  #pragma omp parallel for schedule(static)\n  for (int i = 0; i < n; ++i) a[i] = 1;\n") !=
        std::string::npos);
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

TEST_CASE("rows of a sparse matrix are guided, those of a triangle go in turns, searches are dynamic") {
  const auto schedule = [](const std::string& inner, const std::string& clause = "") {
    const std::string code = codeOf("void f(double *y, const double *v, const int *start, int n) {\n"
                                    "#pragma parallel" + clause + "\n  for (int i = 0; i < n; ++i) " +
                                    inner + "\n}\n");
    const std::size_t at = code.find("schedule(");
    return at == std::string::npos ? "" : code.substr(at, code.find(')', at) + 1 - at);
  };
  CHECK(schedule("for (int k = start[i]; k < start[i + 1]; ++k) y[i] += v[k];") == "schedule(guided, 16)");
  CHECK(schedule("for (int k = start[i]; k < start[i + 1]; ++k) y[i] += v[k];", " block(64)") == "schedule(guided)");
  CHECK(schedule("for (int k = i; k < n; ++k) y[i] += v[k];") == "schedule(static, 16)");
  CHECK(schedule("for (int k = i; k < n; ++k) y[i] += v[k];", " block(64)") == "schedule(dynamic)");
  CHECK(schedule("for (int k = start[i]; k < i; ++k) y[i] += v[k];") == "schedule(dynamic, 16)");
  CHECK(schedule("while (y[i] > v[i]) y[i] /= 2;") == "schedule(dynamic, 16)");
  CHECK(schedule("for (int k = 0; k < n; ++k) y[i] += v[k] * v[k + i];") == "schedule(static)");
}

TEST_CASE("a constant that only a clause names is used in the words of the language") {
  const std::string source = R"(void f(int m, int n, const double* x, double* y) {
  const int B = 32;
#pragma parallel
  for (int i = 0; i < m; i++)
#pragma parallel block(B)
    for (int j = 0; j < n; j++) y[i * n + j] = 2 * x[i * n + j];
}
)";
  CHECK(contains(codeOf(source, {}, Language::C), "  (void)B;\n"));
  CHECK(contains(codeOf(source), "  static_cast<void>(B);\n"));
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

TEST_CASE("the comment says what was not proved, and who vouches for it") {
  const auto comment = [](const std::string& clause) {
    return linesWith(codeOf("void f(float* a, const int* at, int n) {\n#pragma parallel " + clause +
                                "\n  for (int i = 0; i < n; ++i) a[at[i]] = 1;\n}\n",
                            [] {
                              Options options;
                              return options;
                            }()),
                     "//");
  };
  CHECK(!contains(comment(""), "Proved independent"));
  CHECK(contains(comment(""), "ot proved"));
  CHECK(!contains(comment("unchecked"), "Proved independent"));
}

TEST_CASE("the same source gives the same text") {
  const std::string source = R"(struct A { float* p; float* q; };
void f(A a, A b, float* c, float* d, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    d[i] = c[i];
    a.p[i] = b.q[i];
    a.q[i] = b.p[i];
  }
}
)";
  const std::string first = codeOf(source);
  for (int k = 0; k < 5; ++k) CHECK(codeOf(source) == first);
}

TEST_SUITE_END();
