// The generated code of short nests, as text: what a person reads who looks at the translation.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

TEST_SUITE_BEGIN("codegen/openmp");

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

TEST_CASE("num_threads and if are clauses of the construct, which then has a fork of its own") {
  CHECK(codeOf(R"(void f(float *a, int n, int m) {
  for (int k = 0; k < m; ++k) {
#pragma parallel num_threads(3)
    for (int i = 0; i < n; ++i) a[i] += 1;
  }
}
)") == R"(void f(float *a, int n, int m) {
  for (int k = 0; k < m; ++k) {
    // f_kernel0: a grid of n programs, one for each i.
    // Writes a (1).
    // Proved independent.
    #pragma omp parallel for num_threads(3) schedule(static)
    for (int i = 0; i < n; ++i) a[i] += 1;
  }
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
  CHECK(schedule("for (int k = start[i]; k < i; ++k) y[i] += v[k];") == "schedule(dynamic, n / 4096 + 16)");
  CHECK(schedule("for (int k = 0; k < 9; ++k) for (int j = k; j < 9; ++j) y[i] += v[j];") == "schedule(static)");
  CHECK(schedule("while (y[i] > v[i]) y[i] /= 2;") == "schedule(dynamic, n / 4096 + 16)");
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
