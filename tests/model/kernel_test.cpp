// The grid, the loops inside a program, reductions and cost of a kernel.
#include "../support/translate_text.h"

#include <doctest/doctest.h>
#include <llvm/Support/JSON.h>

#include <cmath>

using namespace appyl;
using namespace appyl::test;

namespace {

std::string lines(const std::string& source, const std::string& part) {
  return linesWith(modelOf(source), part);
}

struct Costs {
  std::string flops, bytes;
  double intensity = 0;
};

/// Of the first kernel.
Costs costs(const std::string& source) {
  Options options;
  options.emit = Emit::Model;
  const Translated result = translateText(source, options);
  auto model = llvm::json::parse(result.text);
  if (!model) {
    llvm::consumeError(model.takeError());
    return {result.diagnostics, "", 0};
  }
  const llvm::json::Object* cost =
      (*model->getAsObject()->getArray("kernels"))[0].getAsObject()->getObject("cost");
  return {cost->getString("flops")->str(), cost->getString("bytes")->str(),
          cost->getNumber("arithmetic_intensity").value_or(-1)};
}

/// A matrix product with square blocks, for which the intensity is block / sizeof(type).
std::string productOf(const std::string& type, int block, int inner) {
  return "void matmul(const " + type + "* A, const " + type + "* B, float* C, int M, int N, int K) {\n" +
         "#pragma parallel block(" + std::to_string(block) + ")\n  for (int i = 0; i < M; ++i)\n" +
         "#pragma parallel block(" + std::to_string(block) + ")\n    for (int j = 0; j < N; ++j) {\n" +
         "      float acc = 0;\n#pragma block(" + std::to_string(inner) + ")\n" +
         "      for (int k = 0; k < K; ++k) acc += float(A[i * K + k]) * float(B[k * N + j]);\n" +
         "      C[i * N + j] = acc;\n    }\n}\n";
}

}  // namespace

TEST_SUITE_BEGIN("model/kernel");

TEST_CASE("perfectly nested parallel loops are one grid") {
  CHECK(lines(R"(void f(float* a, int m, int n) {
#pragma parallel block(4)
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 1; j <= n; ++j) a[i * n + j] = 0;
})",
              "grid") ==
        "grid  i in [0, m) step 1, block 4: ceildiv(m, 4) programs\n"
        "grid  j in [1, n + 1) step 1, block 1: n programs\n");
}

TEST_CASE("programs: steps, blocks, descending loops and constants") {
  const auto programs = [](const std::string& clause, const std::string& loop) {
    const std::string line = lines("void f(float* a, int n, int m, int B) {\n#pragma parallel unchecked " +
                                       clause + "\n  for (" + loop + ") a[i] = 0;\n}\n",
                                   "grid");
    const std::size_t colon = line.rfind(": ");
    return colon == std::string::npos ? line : line.substr(colon + 2, line.size() - colon - 3);
  };
  CHECK(programs("", "int i = 0; i < n; ++i") == "n programs");
  CHECK(programs("", "int i = 0; i < n; i += 3") == "ceildiv(n, 3) programs");
  CHECK(programs("", "int i = 2; i < n; ++i") == "(n - 2) programs");
  CHECK(programs("block(8)", "int i = 2; i < n; ++i") == "ceildiv(n - 2, 8) programs");
  CHECK(programs("block(8)", "int i = 0; i < n; i += 3") == "ceildiv(ceildiv(n, 3), 8) programs");
  CHECK(programs("block(8)", "int i = n - 1; i >= 0; --i") == "ceildiv(n, 8) programs");
  CHECK(programs("block(B)", "int i = 0; i < n; ++i") == "ceildiv(n, B) programs");
  CHECK(programs("block(8)", "int i = 0; i < 1000; ++i") == "125 programs");
  CHECK(programs("block(128)", "int i = 0; i < 1000; ++i") == "8 programs");
  CHECK(programs("block", "int i = 0; i < 129; ++i") == "2 programs");
  CHECK(programs("", "int i = 5; i < 5; ++i") == "0 programs");
  CHECK(programs("", "int i = 5; i < 3; ++i") == "0 programs");
}

TEST_CASE("the default block is an option") {
  Options options;
  options.blockSize = 32;
  options.explain = true;
  CHECK(contains(translateText(R"(void f(float* a, int n) {
#pragma parallel block
  for (int i = 0; i < n; ++i) a[i] = 0;
})",
                               options)
                     .explanation,
                 "block 32: ceildiv(n, 32) programs"));
}

TEST_CASE("sequential loops, inner parallel loops and their kinds") {
  CHECK(lines(R"(void f(const float* a, float* s, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i) {
    float t = 0;
#pragma parallel block(8) reduction(+:t)
    for (int j = 0; j < n; ++j) t += a[i * n + j];
    for (int k = 0; k < 3; ++k) t *= 2;
    s[i] = t;
  }
})",
              "loop") ==
        "loop  j in [0, n) step 1, block 8, parallel\n"
        "loop  k in [0, 3) step 1, block 1, sequential\n");
}

TEST_CASE("a range that depends on an outer dimension is no dimension of the grid") {
  const std::string model = modelOf(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < i; ++j) a[i * n + j] = 0;
})");
  CHECK(linesWith(model, "grid") == "grid  i in [0, n) step 1, block 1: n programs\n");
  CHECK(linesWith(model, "loop") == "loop  j in [0, i) step 1, block 1, parallel\n");
}

TEST_CASE("kernels are numbered in their function") {
  CHECK(lines(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] += 1;
}
void g(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = 0;
})",
              "_kernel") == "f_kernel0 (line 3)\nf_kernel1 (line 5)\ng_kernel0 (line 9)\n");
}

TEST_CASE("reductions, over the grid and inside a program") {
  Options options;
  options.emit = Emit::Model;
  const std::string json = translateText(R"(void f(const float* a, float* s, int m, int n, float all) {
#pragma parallel reduction(max:all)
  for (int i = 0; i < m; ++i) {
    float t = 0;
#pragma parallel reduction(+:t)
    for (int j = 0; j < n; ++j) t += a[i * n + j];
    s[i] = t;
    all = t > all ? t : all;
  }
})",
                                         options)
                               .text;
  auto model = llvm::json::parse(json);
  REQUIRE(model);
  const auto* reductions =
      (*model->getAsObject()->getArray("kernels"))[0].getAsObject()->getArray("reductions");
  REQUIRE(reductions->size() == 2);
  const llvm::json::Object &grid = *(*reductions)[0].getAsObject(),
                           &program = *(*reductions)[1].getAsObject();
  CHECK(grid.getString("op") == "max");
  CHECK(grid.getString("var") == "all");
  CHECK(grid.getString("scope") == "grid");
  CHECK(program.getString("op") == "+");
  CHECK(program.getString("var") == "t");
  CHECK(program.getString("scope") == "program");
}

TEST_CASE("legality is what was proved, or what the author vouches for") {
  const auto legality = [](const std::string& clause, const std::string& statement) {
    const std::string model = modelOf("void f(float* a, const int* at, int n) {\n#pragma parallel " + clause +
                                      "\n  for (int i = 0; i < n; ++i) " + statement + "\n}\n");
    return linesWith(model, "proved") + linesWith(model, "unchecked");
  };
  CHECK(legality("", "a[i] = 0;") == "proved\n");
  CHECK(legality("", "a[at[i]] = 0;") == "unproved: subscript 'at[i]' of 'a' is not affine\n");
  CHECK(legality("unchecked", "a[at[i]] = 0;") == "unchecked: subscript 'at[i]' of 'a' is not affine\n");
}

TEST_CASE("what a proof takes for granted is listed") {
  CHECK(lines(R"(void f(float* c, int m, int n, int ldc) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) c[i * ldc + j] = 0;
})",
              "given") == "given n <= ldc\n");
}

TEST_CASE("flops count the floating-point operations only") {
  const auto flops = [](const std::string& statement) {
    return costs(
               "extern \"C\" double sqrt(double);\nvoid f(float* a, double* d, int* k, int n) {\n"
               "#pragma parallel unchecked\n  for (int i = 0; i < n; ++i) " +
               statement + "\n}\n")
        .flops;
  };
  CHECK(flops("a[i] = 0;") == "0");
  CHECK(flops("a[2 * i + 1] = a[2 * i];") == "0");
  CHECK(flops("k[i] = k[i] * 2 + 1;") == "0");
  CHECK(flops("a[i] = a[i] * 2 + 1;") == "2*n");
  CHECK(flops("a[i] += d[i] * 3;") == "2*n");
  CHECK(flops("d[i] = sqrt(d[i]) + 1;") == "2*n");
  CHECK(flops("{ a[i] /= 3; d[i] -= a[i]; }") == "2*n");
}

TEST_CASE("flops of a nest are counted once, braces or not") {
  const auto flops = [](const std::string& open, const std::string& close) {
    return costs("void f(float* a, int m, int n) {\n#pragma parallel\n  for (int i = 0; i < m; ++i) " + open +
                 "\n#pragma parallel\n    for (int j = 0; j < n; ++j) a[i * n + j] += 1;\n" + close + "}\n")
        .flops;
  };
  CHECK(flops("{", "}") == "m*n");
  CHECK(flops("", "") == "m*n");
  CHECK(costs(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 4; ++k) a[i * 32 + j * 4 + k] *= 2;
})")
            .flops == "32*n");
}

TEST_CASE("constant sizes are evaluated") {
  const Costs cost =
      costs(R"(void matmul(const float A[256][512], const float B[512][128], float C[256][128]) {
#pragma parallel block(32)
  for (int i = 0; i < 256; ++i)
#pragma parallel block(32)
    for (int j = 0; j < 128; ++j) {
      float acc = 0;
#pragma block(64)
      for (int k = 0; k < 512; ++k) acc += A[i][k] * B[k][j];
      C[i][j] = acc;
    }
})");
  CHECK(cost.flops == "33554432");
  // A once for each of 4 columns of programs, B once for each of 8 rows of them, C once.
  CHECK(cost.bytes == std::to_string(4 * (256 * 512 * 4 + 512 * 128 * 8 + 256 * 128)));
  CHECK(cost.intensity == 8);
}

TEST_CASE("the matrix product with square blocks has block / sizeof(type), however deep its inner block is") {
  for (const int block : {16, 64})
    for (const int inner : {1, 8, 256}) {
      CHECK(costs(productOf("float", block, inner)).intensity == block / 4.0);
      CHECK(costs(productOf("unsigned short", block, inner)).intensity == block / 2.0);
      CHECK(costs(productOf("double", block, inner)).intensity == block / 8.0);
    }
  CHECK(costs(productOf("float", 64, 16)).flops == "2*M*N*K");
}

TEST_CASE("the scalar product of 2-byte types does half an operation per byte") {
  const Costs cost = costs(R"(float dot(const unsigned short* a, const unsigned short* b, int n) {
  float s = 0;
#pragma parallel block(256) reduction(+:s)
  for (int i = 0; i < n; ++i) s += float(a[i]) * float(b[i]);
  return s;
})");
  CHECK(cost.flops == "2*n");
  CHECK(cost.bytes == "4*n");
  CHECK(cost.intensity == 0.5);
}

TEST_CASE("bytes: loads and stores") {
  const auto bytes = [](const std::string& statement) {
    return costs(
               "void f(float* a, const double* d, const int* at, int n) {\n#pragma parallel unchecked\n"
               "  for (int i = 0; i < n; ++i) " +
               statement + "\n}\n")
        .bytes;
  };
  CHECK(bytes("a[i] = 1;") == "4*n");
  CHECK(bytes("a[i] += 1;") == "8*n");
  CHECK(bytes("a[i] = d[i];") == "12*n");
  CHECK(bytes("a[i] = d[i] * d[i];") == "12*n");
  CHECK(bytes("a[at[i]] = 1;") == "8*n");
}

TEST_CASE("equal products of sizes are one term") {
  CHECK(costs(R"(void transpose(const float* a, float* b, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel
    for (int j = 0; j < n; ++j) b[j * m + i] = a[i * n + j];
})")
            .bytes == "8*m*n");
  CHECK(costs(R"(void spread(float* a, const float* b, int m, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[i * m + j] = b[j];
})")
            .bytes == "8*n*m");
}

TEST_CASE("a window that slides over an array moves its elements once per program") {
  // 5 taps over n elements are about n loads, not 5 * n.
  CHECK(!contains(costs(R"(void filter(const float* x, float* y, int n) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < 5; ++k) s += x[i + k];
    y[i] = s;
  }
})")
                      .bytes,
                  "24*n"));
}

TEST_CASE("the cost of a triangular nest is in terms of sizes, not of counters") {
  const Costs cost = costs(R"(void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a[i * n + j] += 1;
})");
  CHECK(cost.flops == "n*(n - 1)/2");  // the mean of i is (n - 1)/2
  CHECK(cost.bytes == "4*n*(n - 1)");
  CHECK(!contains(cost.flops, "*i"));
  CHECK(!contains(cost.bytes, "*i"));
}

TEST_CASE("what is loaded irregularly is traffic all the same") {
  // Each of the 128 columns of a step reads a value of b beside the step's one value and one column number.
  const Costs cost =
      costs(R"(void spmm(const int* rowptr, const int* cols, const float* vals, const float* b, float* c,
          int rows, int n) {
#pragma parallel
  for (int i = 0; i < rows; ++i)
#pragma parallel block(128)
    for (int j = 0; j < n; ++j)
      for (int p = rowptr[i]; p < rowptr[i + 1]; ++p) c[i * n + j] += vals[p] * b[cols[p] * n + j];
})");
  CHECK(cost.intensity == doctest::Approx(256.0 / 520).epsilon(0.001));
}

TEST_SUITE_END();
