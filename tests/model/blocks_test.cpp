// The blocks of a kernel: for each array its block shape and index map, with the meaning that they have in
// Pallas.
#include "../support/translate_text.h"

#include <doctest/doctest.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

using namespace appyl;
using namespace appyl::test;

namespace {

std::string compact(const llvm::json::Value* value) {
  std::string text;
  if (value) llvm::raw_string_ostream(text) << *value;
  return text;
}

/// A line for each block of the first kernel: `a read [64,16] (i, j, k) -> (i, k) blocked [[0,0],[0,0]]`.
std::string blocks(const std::string& source) {
  Options options;
  options.emit = Emit::Model;
  const Translated result = translateText(source, options);
  if (!result.ok) return result.diagnostics;
  auto model = llvm::json::parse(result.text);
  if (!model) return llvm::toString(model.takeError());
  std::string lines;
  const llvm::json::Object* kernel = (*model->getAsObject()->getArray("kernels"))[0].getAsObject();
  for (const llvm::json::Value& each : *kernel->getArray("blocks")) {
    const llvm::json::Object& block = *each.getAsObject();
    CHECK(block.getArray("block_shape")->size() == block.getArray("padding")->size());
    CHECK(block.getArray("block_shape")->size() == block.getArray("array_shape")->size());
    lines += block.getString("array")->str() + " " + block.getString("access")->str() + " ";
    if (block.getString("indexing") == "irregular")
      lines += "irregular\n";
    else
      lines += compact(block.get("block_shape")) + " " + block.getString("index_map")->str() + " " +
               block.getString("indexing")->str() + " " + compact(block.get("padding")) + "\n";
  }
  return lines;
}

/// `loop` over one array that is read and one that is written.
std::string blocksOfLoop(const std::string& clause, const std::string& loop) {
  return blocks("void f(float* a, const float* b, const int* at, int n, int m, int B) {\n#pragma parallel " +
                clause + "\n  " + loop + "\n}\n");
}

}  // namespace

TEST_SUITE_BEGIN("model/blocks");

TEST_CASE("one element per program without a block") {
  CHECK(blocksOfLoop("", "for (int i = 0; i < n; ++i) a[i] = b[i];") ==
        "b read [1] (i) -> (i) blocked [[0,0]]\na write [1] (i) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("blocks of several sizes") {
  CHECK(blocksOfLoop("block(64)", "for (int i = 0; i < n; ++i) a[i] += b[i];") ==
        "b read [64] (i) -> (i) blocked [[0,0]]\na readwrite [64] (i) -> (i) blocked [[0,0]]\n");
  CHECK(blocksOfLoop("block", "for (int i = 0; i < n; ++i) a[i] = 0;") ==
        "a write [128] (i) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("a loop that begins elsewhere is unblocked, with element indices") {
  CHECK(
      blocksOfLoop("block(16)", "for (int i = 3; i < n; ++i) a[i] = b[i + 2];") ==
      "b read [16] (i) -> (16*i + 5) unblocked [[0,0]]\na write [16] (i) -> (16*i + 3) unblocked [[0,0]]\n");
}

TEST_CASE("an offset by whole blocks is still blocked") {
  CHECK(blocksOfLoop("", "for (int i = 0; i < n; ++i) a[i] = b[7];") ==
        "b read [1] (i) -> (7) blocked [[0,0]]\na write [1] (i) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("strided loops and strided subscripts: everything between the first and the last element") {
  CHECK(blocksOfLoop("block(4)", "for (int i = 0; i < n; i += 4) a[i] = b[i + 2];") ==
        "b read [13] (i) -> (16*i + 2) unblocked [[0,0]]\na write [13] (i) -> (16*i) unblocked [[0,0]]\n");
  CHECK(blocksOfLoop("block(4)", "for (int i = 0; i < n; ++i) a[2 * i] = b[2 * i + 1];") ==
        "b read [7] (i) -> (8*i + 1) unblocked [[0,0]]\na write [7] (i) -> (8*i) unblocked [[0,0]]\n");
}

TEST_CASE(
    "descending loops and reversed subscripts begin at the lowest element; the last block may stick out") {
  CHECK(blocksOfLoop("block(8)", "for (int i = n - 1; i >= 0; --i) a[i] = 0;") ==
        "a write [8] (i) -> (n - 8*i - 1) unblocked [[7,0]]\n");
  CHECK(blocksOfLoop("block(4)", "for (int i = 0; i < n; ++i) a[i] = b[n - 1 - i];") ==
        "b read [4] (i) -> (n - 4*i - 1) unblocked [[3,0]]\na write [4] (i) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("rows of a flat array may have a constant number of elements more, or be some of a row") {
  CHECK(blocksOfLoop("", R"(for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) a[(i + 1) * (m + 2) + j] = b[2 * i * m + j];)") ==
        "b read [1,1] (i, j) -> (i, j) blocked [[0,0],[0,0]]\n"
        "a write [1,1] (i, j) -> (i + 1, j) unblocked [[0,0],[0,0]]\n");
}

TEST_CASE("a halo: the union of the accesses, padded where it sticks out of the range") {
  CHECK(blocksOfLoop("block(16)", "for (int i = 1; i < n - 1; ++i) a[i] = b[i - 1] + b[i] + b[i + 1];")
            .find("b read [18] (i) -> (16*i) unblocked") == 0);
  CHECK(blocksOfLoop(
            "block(16)",
            "for (int i = 0; i < n; ++i) a[i] = (i > 0 ? b[i - 1] : 0) + (i < n - 1 ? b[i + 1] : 0);") ==
        "b read [18] (i) -> (16*i) unblocked [[1,1]]\na write [16] (i) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("padding does not depend on the order of the accesses") {
  const auto stencil = [](const std::string& sum) {
    return blocksOfLoop("block(16)", "for (int i = 0; i < n; ++i) a[i] = " + sum + ";");
  };
  CHECK(stencil("b[i - 1] + b[i + 1]") == stencil("b[i + 1] + b[i - 1]"));
  CHECK(stencil("b[i - 1] + b[i] + b[i + 1]") == stencil("b[i] + b[i + 1] + b[i - 1]"));
}

TEST_CASE("a halo that a sequential loop walks over") {
  CHECK(blocksOfLoop("block(16)", R"(for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = -2; k <= 2; ++k)
      if (i + k >= 0 && i + k < n) s += b[i + k];
    a[i] = s;
  })") == "b read [16] (i, k) -> (16*i + k) unblocked [[2,2]]\na write [16] (i, k) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("no padding where the loop's bounds keep a stencil inside its array") {
  CHECK(blocks(R"(void f(const float (&b)[100], float (&a)[100]) {
#pragma parallel block(16)
  for (int i = 1; i < 99; ++i) a[i] = b[i - 1] + b[i + 1];
})") == "b read [18] (i) -> (16*i) unblocked [[0,0]]\na write [16] (i) -> (16*i + 1) unblocked [[0,0]]\n");
}

TEST_CASE("linearised subscripts have the dimensions of the array that they linearise") {
  CHECK(blocks(R"(void transpose(const float* a, float* b, int m, int n) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) b[j * m + i] = a[i * n + j];
})") == "a read [16,32] (i, j) -> (i, j) blocked [[0,0],[0,0]]\n"
        "b write [32,16] (i, j) -> (j, i) blocked [[0,0],[0,0]]\n");
  CHECK(blocks(R"(void f(float* a, const float* b, int n, int m, int l) {
#pragma parallel block(2)
  for (int i = 0; i < n; ++i)
#pragma parallel block(4)
    for (int j = 0; j < m; ++j)
#pragma parallel block(8)
      for (int k = 0; k < l; ++k) a[(i * m + j) * l + k] = b[(k * m + j) * n + i];
})") == "b read [8,4,2] (i, j, k) -> (k, j, i) blocked [[0,0],[0,0],[0,0]]\n"
        "a write [2,4,8] (i, j, k) -> (i, j, k) blocked [[0,0],[0,0],[0,0]]\n");
}

TEST_CASE("a linearised stencil in two dimensions has the same halo in both") {
  const std::string found = blocks(R"(void jacobi(const float* a, float* b, int m, int n) {
#pragma parallel block(16)
  for (int i = 1; i < m - 1; ++i)
#pragma parallel block(32)
    for (int j = 1; j < n - 1; ++j)
      b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1];
})");
  CHECK(found.find("a read [18,34] (i, j) -> (16*i, 32*j) unblocked [[0,0],[0,0]]\n") == 0);
  CHECK(contains(found, "b write [16,32] (i, j) -> (16*i + 1, 32*j + 1) unblocked [[0,0],[0,0]]\n"));
}

TEST_CASE("arrays of arrays keep their dimensions") {
  CHECK(blocks(R"(void f(const double (*a)[10][12], double (*b)[10][12]) {
#pragma parallel block(2)
  for (int i = 1; i < 9; ++i)
#pragma parallel block(4)
    for (int j = 0; j < 8; ++j)
#pragma parallel
      for (int k = 0; k < 12; ++k) b[i][j][k] = a[i - 1][j][k];
})") == "a read [2,4,1] (i, j, k) -> (i, j, k) blocked [[0,0],[0,0],[0,0]]\n"
        "b write [2,4,1] (i, j, k) -> (2*i + 1, 4*j, k) unblocked [[0,0],[0,0],[0,0]]\n");
}

TEST_CASE("the matrix product, with and without a blocked inner loop") {
  const auto product = [](const std::string& clause) {
    return blocks(R"(void matmul(const float* A, const float* B, float* C, int M, int N, int K) {
#pragma parallel block(64)
  for (int i = 0; i < M; ++i)
#pragma parallel block(32)
    for (int j = 0; j < N; ++j) {
      float acc = 0;
)" + clause + R"(
      for (int k = 0; k < K; ++k) acc += A[i * K + k] * B[k * N + j];
      C[i * N + j] = acc;
    }
})");
  };
  CHECK(product("#pragma block(16)") ==
        "A read [64,16] (i, j, k) -> (i, k) blocked [[0,0],[0,0]]\n"
        "B read [16,32] (i, j, k) -> (k, j) blocked [[0,0],[0,0]]\n"
        "C write [64,32] (i, j, k) -> (i, j) blocked [[0,0],[0,0]]\n");
  CHECK(product("") ==
        "A read [64,1] (i, j, k) -> (i, k) blocked [[0,0],[0,0]]\n"
        "B read [1,32] (i, j, k) -> (k, j) blocked [[0,0],[0,0]]\n"
        "C write [64,32] (i, j, k) -> (i, j) blocked [[0,0],[0,0]]\n");
}

TEST_CASE("run-time block sizes are strings") {
  CHECK(blocksOfLoop("block(B)", "for (int i = 0; i < n; ++i) a[i] = b[i];") ==
        "b read [\"B\"] (i) -> (i) blocked [[0,0]]\na write [\"B\"] (i) -> (i) blocked [[0,0]]\n");
  CHECK(blocks(R"(void f(float* a, int m, int n, int B) {
#pragma parallel block(B)
  for (int i = 0; i < m; ++i)
#pragma parallel block(8)
    for (int j = 0; j < n; ++j) a[i * n + j] = 0;
})") == "a write [\"B\",8] (i, j) -> (i, j) blocked [[0,0],[0,0]]\n");
}

TEST_CASE("what depends on data is irregular") {
  CHECK(blocksOfLoop("unchecked", "for (int i = 0; i < n; ++i) a[at[i]] = b[i];") ==
        "b read [1] (i) -> (i) blocked [[0,0]]\na write irregular\nat read [1] (i) -> (i) blocked [[0,0]]\n");
  CHECK(blocksOfLoop("unchecked", "for (int i = 0; i < n; ++i) a[i / 2] = b[i * i];") ==
        "b read irregular\na write irregular\n");
  // A range that is looked up begins at no multiple of anything.
  CHECK(contains(blocksOfLoop("block(4)", R"(for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int p = at[i]; p < at[i + 1]; ++p) s += b[p];
    a[i] = s;
  })"),
                 "b read irregular\n"));
}

TEST_CASE("places that move apart are blocks of their own") {
  CHECK(blocksOfLoop("block(16)", "for (int i = 0; i < n; ++i) a[i] = b[i] + b[i + n] + b[i + 1];") ==
        "b read [17] (i) -> (16*i) unblocked [[0,0]]\n"
        "b read [16] (i) -> (16*i + n) unblocked [[0,0]]\n"
        "a write [16] (i) -> (i) blocked [[0,0]]\n");
  CHECK(blocksOfLoop("block(4)", "for (int i = 0; i < n; ++i) a[i] = b[i] + b[at[i]];") ==
        "b read [4] (i) -> (i) blocked [[0,0]]\nb read irregular\n"
        "at read [4] (i) -> (i) blocked [[0,0]]\na write [4] (i) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("arrays of the iteration's own are no blocks") {
  CHECK(blocksOfLoop("", R"(for (int i = 0; i < n; ++i) {
    float t[4];
    for (int k = 0; k < 4; ++k) t[k] = k;
    a[i] = t[i % 4];
  })") == "a write [1] (i, k) -> (i) blocked [[0,0]]\n");
}

TEST_CASE("a multiple of a size that no counter moves over is an offset") {
  CHECK(blocksOfLoop("block(4)", "for (int i = 0; i < n; ++i) a[i] = b[i + 2 * n];") ==
        "b read [4] (i) -> (4*i + 2*n) unblocked [[0,0]]\na write [4] (i) -> (i) blocked [[0,0]]\n");
  CHECK(blocks(R"(void flip(float* a, const float* b, int m, int n) {
#pragma parallel
  for (int i = 0; i < m; ++i)
#pragma parallel block(4)
    for (int j = 0; j < n; ++j) a[i * n + n - 1 - j] = b[i * n + j];
})") == "b read [1,4] (i, j) -> (i, j) blocked [[0,0],[0,0]]\n"
        "a write [1,4] (i, j) -> (i, n - 4*j - 1) unblocked [[0,0],[3,0]]\n");
}

TEST_CASE("a window whose radius is known at run time only has padding of that size") {
  CHECK(contains(blocksOfLoop("block(16)", R"(for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = -m; k <= m; ++k)
      if (i + k >= 0 && i + k < n) s += b[i + k];
    a[i] = s;
  })"),
                 "b read [16] (i, k) -> (16*i + k) unblocked [[\"m\",\"m\"]]\n"));
}

TEST_CASE("where several loops of a program walk over an array, its block is all that they touch") {
  CHECK(contains(blocksOfLoop("", R"(for (int i = 0; i < m; ++i) {
    float s = 0;
    for (int j = 0; j < n; ++j) s += b[i * n + j];
    for (int j = 0; j < n; ++j) s *= b[i * n + j];
    a[i] = s;
  })"),
                 "b read [1,\"n\"] (i, j, j.2) -> (i, 0) blocked [[0,0],[0,0]]\n"));
}

TEST_CASE("a range that begins at an outer counter moves with it") {
  CHECK(contains(blocksOfLoop("block(2)", R"(for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = i + 1; j < n; ++j) s += b[j];
    a[i] = s;
  })"),
                 "b read [2] (i, j) -> (2*i + j + 1) unblocked [[0,0]]\n"));
}

TEST_CASE("a program's lanes are a block of all of them, however many ends they are cut off at") {
  CHECK(blocks("#include <algorithm>\nvoid f(float* a, const float* b, int n, int m) {\n#pragma parallel\n"
               "  for (int p = 0; p < n; ++p)\n"
               "#pragma parallel\n"
               "    for (int i = 0; i < std::min(std::min(16, n - 16 * p), m - 16 * p); ++i)\n"
               "      a[16 * p + i] = b[16 * p + i];\n}\n") ==
        "b read [16] (p) -> (p) blocked [[0,0]]\na write [16] (p) -> (p) blocked [[0,0]]\n");
}

TEST_CASE("function objects are no arrays") {
  CHECK(blocks(R"(template <class T, class Activation> void f(const T* b, T* a, int n, Activation act) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    const T t = 2 * b[i];
    a[i] = act(t);
  }
})") == "b read [1] (i) -> (i) blocked [[0,0]]\na write [1] (i) -> (i) blocked [[0,0]]\n");
}

TEST_SUITE_END();
