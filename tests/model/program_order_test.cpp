// The order in which programs start: what they load together, and where they are grouped.
#include "model/program_order.h"
#include "../support/read_kernels.h"
#include "../support/translate_text.h"
#include "codegen/cuda/target.h"

#include <doctest/doctest.h>
#include <llvm/Support/JSON.h>

#include <set>

using namespace appyl;
using namespace appyl::test;

namespace {

Options forCuda() {
  Options options;
  options.target = &cudaTarget;
  options.explain = true;
  return options;
}

/// The model's line about it; empty: row-major.
std::string orderOf(const std::string& source, Options options = forCuda()) {
  const Translated result = translateText(source, options);
  CHECK_MESSAGE(result.ok, result.diagnostics);
  return linesWith(result.explanation, "order");
}

std::string replaced(const std::string& text, const std::map<char, std::string>& words) {
  std::string result;
  for (const char each : text) result += words.count(each) ? words.at(each) : std::string(1, each);
  return result;
}

/// A product of matrices in blocks of 16 x 16, with the bounds m, n, k.
std::string boundedProduct(const std::string& m, const std::string& n, const std::string& k) {
  return replaced(R"(void product(int m, int n, int k, const float* a, const float* b, float* c) {
#pragma parallel block(16)
  for (int i = 0; i < M; ++i)
#pragma parallel block(16)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
#pragma block(16)
      for (int p = 0; p < K; ++p) sum += a[i * K + p] * b[p * N + j];
      c[i * N + j] = sum;
    }
})",
                  {{'M', m}, {'N', n}, {'K', k}});
}

ProgramOrder groupedBy(int rows) {
  ProgramOrder order;
  order.group = rows;
  order.rows = 0;
  order.columns = 1;
  return order;
}

std::int64_t loads(const std::string& source, const ProgramOrder& order, std::int64_t count,
                   const std::map<std::string, std::int64_t>& sizes) {
  std::int64_t result = -1;
  forEachKernel(source, forCuda(), [&](const Kernel& kernel) {
    result = blocksLoaded(kernel, order, count, sizes).value_or(-1);
  });
  return result;
}

}  // namespace

TEST_SUITE_BEGIN("model/program_order");

// The picture of the seeds' Day 10.
TEST_CASE("nine programs of a product of 9 x 9 blocks load 90 blocks row by row, and 54 grouped 3 x 3") {
  const std::map<std::string, std::int64_t> sizes = {{"m", 144}, {"n", 144}, {"k", 144}};
  const std::string source = boundedProduct("m", "n", "k");
  CHECK(loads(source, {}, 9, sizes) == 90);
  CHECK(loads(source, groupedBy(3), 9, sizes) == 54);
  CHECK(loads(source, groupedBy(1), 9, sizes) == 90);
  CHECK(loads(source, {}, 81, sizes) == 162);
  CHECK(loads(source, groupedBy(3), 81, sizes) == 162);
  CHECK(loads(source, {}, 1000, sizes) == 162);
}

TEST_CASE("what a wave of programs loads is counted, and written down for every size") {
  CHECK(orderOf(boundedProduct("m", "n", "k")) ==
        "order grouped, 8 rows of i: 64 programs load 16*ceildiv(k, 16) blocks, row-major 65*ceildiv(k, "
        "16)\n");
  const std::map<std::string, std::int64_t> sizes = {{"m", 1024}, {"n", 1040}, {"k", 33}};
  CHECK(loads(boundedProduct("m", "n", "k"), groupedBy(8), 64, sizes) == 16 * 3);
  CHECK(loads(boundedProduct("m", "n", "k"), {}, 64, sizes) == 65 * 3);
}

TEST_CASE("constant grids: the formula is what is counted") {
  CHECK(orderOf(boundedProduct("160", "2000", "48")) ==
        "order grouped, 8 rows of i: 64 programs load 48 blocks, row-major 195\n");
  CHECK(loads(boundedProduct("160", "2000", "48"), groupedBy(8), 64, {{"n", 1}, {"k", 1}}) == 48);
  CHECK(loads(boundedProduct("160", "2000", "48"), {}, 64, {{"n", 1}, {"k", 1}}) == 195);
  CHECK(orderOf(boundedProduct("40", "2000", "k")) ==
        "order grouped, 8 rows of i: 64 programs load 25*ceildiv(k, 16) blocks, row-major 65*ceildiv(k, "
        "16)\n");
}

TEST_CASE("windows are not as many blocks as they have steps") {
  CHECK(orderOf(R"(void f(int m, int n, int k, const float* a, const float* b, float* c) {
#pragma parallel block(16)
  for (int i = 0; i < m; ++i)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
#pragma block(16)
      for (int p = 0; p < k; ++p) sum += a[i + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
})") == "");
}

TEST_CASE("grids of one row, or of few columns, stay row-major") {
  CHECK(orderOf(boundedProduct("16", "n", "k")) == "");
  CHECK(orderOf(boundedProduct("m", "16", "k")) == "");
  CHECK(orderOf(boundedProduct("m", "128", "k")) == "");
  CHECK(orderOf(boundedProduct("1", "1", "k")) == "");
}

TEST_CASE("the rows are those of the CUDA grid, and batches stay outside") {
  CHECK(orderOf(R"(void f(int z, int m, int n, int k, const float* a, const float* b, float* c) {
#pragma parallel
  for (int l = 0; l < z; ++l)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j)
#pragma parallel block(16)
      for (int i = 0; i < m; ++i) {
        float sum = 0;
#pragma block(8)
        for (int p = 0; p < k; ++p) sum += a[l * m * k + i * k + p] * b[l * k * n + p * n + j];
        c[l * m * n + i * n + j] = sum;
      }
})") == "order grouped, 8 rows of i: 64 programs load 16*ceildiv(k, 8) blocks, row-major 65*ceildiv(k, 8)\n");
}

TEST_CASE("what the rest reads is counted, too") {
  CHECK(orderOf(R"(void f(int m, int n, int k, const float* a, const float* b, const float* bias, float* c) {
#pragma parallel block(32)
  for (int i = 0; i < m; ++i)
#pragma parallel block(32)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
#pragma block(8)
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = c[i * n + j] + sum + bias[j];
    }
})") == "order grouped, 8 rows of i: 64 programs load 16*ceildiv(k, 8) + 72 blocks, row-major 65*ceildiv(k, "
        "8) + 128\n");
}

TEST_CASE("row-major: on a CPU, without tiles, what is not proved, and where the order is known") {
  Options openmp;
  openmp.explain = true;
  CHECK(orderOf(boundedProduct("m", "n", "k"), openmp) == "");
  const auto variant = [](const std::string& clauses, const std::string& inner, const std::string& update) {
    return orderOf(R"(void f(int m, int n, int k, const float* a, const float* b, float* c, const int* at) {
#pragma parallel block(16) shape(a[m * k], c[m * n]) )" +
                   clauses + R"(
  for (int i = 0; i < m; ++i)
#pragma parallel block(16)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
)" + inner + R"(
      for (int p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
      )" + update + "\n    }\n}\n");
  };
  const std::string block = "#pragma block(16)\n";
  CHECK(variant("", block, "c[i * n + j] = sum;") != "");
  CHECK(variant("", "", "c[i * n + j] = sum;") == "");
  CHECK(variant("unchecked", block, "c[at[i] + j] = sum;") == "");
  CHECK(variant("reduction(+ : c)", block, "c[at[j]] += sum;") == "");
  CHECK(variant("", block, "c[i * n + j] = sum + a[at[j]];") == "");  // how much is loaded is not known
}

TEST_CASE("every place of the grid is taken once") {
  for (const int group : {0, 1, 2, 4, 8})
    for (const int rows : {1, 2, 7, 8, 9, 16})
      for (const int columns : {1, 2, 5}) {
        std::set<std::vector<std::int64_t>> places;
        ProgramOrder order = groupedBy(group);
        order.rows = 1;
        order.columns = 2;
        for (int number = 0; number < 3 * rows * columns; ++number) {
          const auto place = programAt(order, {3, rows, columns}, number);
          CHECK(place[0] == number / (rows * columns));
          CHECK(place[1] < rows);
          CHECK(place[2] < columns);
          places.insert(place);
        }
        CHECK(places.size() == 3u * rows * columns);
      }
}

TEST_CASE("JSON has the kind of order, and what it loads") {
  Options options = forCuda();
  options.emit = Emit::Model;
  const auto orderIn = [&](const std::string& source) {
    auto model = llvm::json::parse(translateText(source, options).text);
    REQUIRE(model);
    return *(*model->getAsObject()->getArray("kernels"))[0].getAsObject()->getObject("order");
  };
  const llvm::json::Object grouped = orderIn(boundedProduct("m", "n", "k"));
  CHECK(grouped.getString("kind") == "grouped");
  CHECK(grouped.getInteger("rows") == 8);
  CHECK(grouped.getInteger("wave") == 64);
  CHECK(grouped.getString("loads") == "16*ceildiv(k, 16)");
  CHECK(grouped.getString("row_major_loads") == "65*ceildiv(k, 16)");
  const llvm::json::Object rowMajor = orderIn(boundedProduct("m", "16", "k"));
  CHECK(rowMajor.getString("kind") == "row_major");
  CHECK(rowMajor.size() == 1);
}

TEST_SUITE_END();
