// Kernels for the programs of a grid, as in JAX Pallas: a product with a fused activation, a blur whose
// blocks overlap by a halo, a softmax by rows, and attention of several heads over blocks of keys and values.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 33
// run: --check 100
#include <appyl/grid.hpp>

#include "sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace appyl;

using matrix = view<float, 2>;
using constMatrix = view<const float, 2>;

// --- a product, of which each program computes one block
template <class Activation>
void product(constMatrix x, constMatrix y, matrix out, Activation activation) {
  constexpr int BM = 64, BN = 64, BK = 32;
  const auto kernel = [=](ref<const float, 2> a, ref<const float, 2> b, ref<float, 2> c) {
    tile<float, 2> sum_ = zeros<float>(BM, BN);
    for (int k = 0; k < a.extent(1); k += BK) sum_ += dot(a(appyl::all, ds(k, BK)), b(ds(k, BK), appyl::all));
    c(appyl::all, appyl::all) = map(activation, sum_);
  };
#pragma parallel
  grid_call(kernel, {cdiv(out.extent(0), BM), cdiv(out.extent(1), BN)},
            {BlockSpec{{BM, x.extent(1)},
                       [](int i, int) {
                         return std::array{i, 0};
                       }},
             BlockSpec{{y.extent(0), BN},
                       [](int, int j) {
                         return std::array{0, j};
                       }}},
            {BlockSpec{{BM, BN}, [](int i, int j) {
                         return std::array{i, j};
                       }}})(x, y, out);
}

void productSequential(const std::vector<float>& x, const std::vector<float>& y, std::vector<float>& out,
                       int n) {
  std::fill(out.begin(), out.end(), 0.0f);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) out[i * n + j] += x[i * n + k] * y[k * n + j];
  for (float& each : out) each = std::max(each, 0.0f);
}

// --- the mean of each element and its eight neighbours, of an array with a border
void blur(constMatrix x, matrix out) {
  constexpr int B = 32;
  const BlockSpec halo{{B + 2, B + 2}, [](int i, int j) { return std::array{i * B, j * B}; }, Unblocked{}};
#pragma parallel
  grid_call(
      [](ref<const float, 2> a, ref<float, 2> o) {
        tile<float, 2> total = zeros<float>(B, B);
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) total += a(ds(p, B), ds(q, B));
        o(appyl::all, appyl::all) = total / 9.0f;
      },
      {cdiv(out.extent(0), B), cdiv(out.extent(1), B)}, {halo}, {BlockSpec{{B, B}, [](int i, int j) {
                                                                             return std::array{i, j};
                                                                           }}})(x, out);
}

void blurSequential(const std::vector<float>& x, std::vector<float>& out, int n) {
  const int m = n + 2;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float total = 0;
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) total += x[(i + p) * m + j + q];
      out[i * n + j] = total / 9.0f;
    }
}

// --- each row's exponentials over their sum: one program for each row
void softmax(constMatrix x, matrix out) {
  const BlockSpec row{{squeezed, x.extent(1)}, [](int i) { return std::array{i, 0}; }};
#pragma parallel
  grid_call(
      [](ref<const float, 1> a, ref<float, 1> o) {
        const float greatest = max(a(appyl::all));
        const float total = sum(exp(a(appyl::all) - greatest));
        o(appyl::all) = exp(a(appyl::all) - greatest) / total;
      },
      {x.extent(0)}, {row}, {row})(x, out);
}

void softmaxSequential(const std::vector<float>& x, std::vector<float>& out, int n) {
  for (int i = 0; i < n; ++i) {
    const float* const row = x.data() + static_cast<std::ptrdiff_t>(i) * n;
    const float greatest = *std::max_element(row, row + n);
    float total = 0;
    for (int j = 0; j < n; ++j) total += std::exp(row[j] - greatest);
    for (int j = 0; j < n; ++j) out[i * n + j] = std::exp(row[j] - greatest) / total;
  }
}

// --- attention: a program has a block of queries of one head, and goes through that head's keys and values,
// which groups of heads share. It never has all scores at once: what has been added up is scaled whenever a
// larger score turns up.
constexpr int D = 32, heads = 4, group = 2;

void attention(view<const float, 3> q, view<const float, 3> k, view<const float, 3> v, view<float, 3> o,
               float scale) {
  constexpr int Bq = 16, Bk = 32;
  const auto kernel = [scale](ref<const float, 2> queries, ref<const float, 2> keys,
                              ref<const float, 2> values, ref<float, 2> out) {
    const tile<float, 2> query = queries(appyl::all, appyl::all) * scale;
    tile<float, 2> sum_ = zeros<float>(Bq, D);
    tile<float> greatest = full(-1e30f, Bq), total = zeros<float>(Bq);
    for (int at = 0; at < keys.extent(0); at += Bk) {
      const tile<float, 2> scores = dot(query, transpose(keys(ds(at, Bk), appyl::all)));
      const tile<float> now = maximum(greatest, max(scores, 1));
      const tile<float, 2> powers = exp(scores - reshape(now, Bq, 1));
      const tile<float> shrink = exp(greatest - now);
      total = total * shrink + sum(powers, 1);
      sum_ = sum_ * reshape(shrink, Bq, 1) + dot(powers, values(ds(at, Bk), appyl::all));
      greatest = now;
    }
    out(appyl::all, appyl::all) = sum_ / reshape(total, Bq, 1);
  };
  const BlockSpec queries{{squeezed, Bq, D},
                          [](int h, int i) {
                            return std::array{h, i, 0};
                          }},
      keys{{squeezed, k.extent(1), D}, [](int h, int) {
             return std::array{h / group, 0, 0};
           }};
#pragma parallel
  grid_call(kernel, {q.extent(0), cdiv(q.extent(1), Bq)}, {queries, keys, keys}, {queries})(q, k, v, o);
}

void attentionSequential(const std::vector<float>& q, const std::vector<float>& k,
                         const std::vector<float>& v, std::vector<float>& o, int n, float scale) {
  std::vector<float> scores(n);
  for (int h = 0; h < heads; ++h)
    for (int i = 0; i < n; ++i) {
      const int query = (h * n + i) * D, head = h / group * n * D;
      for (int j = 0; j < n; ++j) {
        scores[j] = 0;
        for (int d = 0; d < D; ++d) scores[j] += q[query + d] * scale * k[head + j * D + d];
      }
      const float greatest = *std::max_element(scores.begin(), scores.end());
      float total = 0;
      for (float& score : scores) total += score = std::exp(score - greatest);
      for (int d = 0; d < D; ++d) {
        float sum = 0;
        for (int j = 0; j < n; ++j) sum += scores[j] * v[head + j * D + d];
        o[query + d] = sum / total;
      }
    }
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 800}});
  const int n = static_cast<int>(program.size(0)), m = n + 2;
  const auto size = static_cast<std::size_t>(n) * n;
  sample::Random random;
  const std::vector<float> x = random.vector<float>(size, -1, 1), y = random.vector<float>(size, -1, 1),
                           bordered = random.vector<float>(static_cast<std::size_t>(m) * m);
  std::vector<float> expected(size), actual(size);
  const constMatrix X(x, n, n), Y(y, n, n), Bordered(bordered, m, m);
  const matrix actualMatrix(actual, n, n);
  const auto compare = [&] { return sample::reduced(expected, actual, n); };

  program.kernel(
      "product", [&] { productSequential(x, y, expected, n); },
      [&] { product(X, Y, actualMatrix, [](float value) { return value > 0 ? value : 0; }); }, compare);
  program.kernel(
      "blur", [&] { blurSequential(bordered, expected, n); }, [&] { blur(Bordered, actualMatrix); },
      [&] { return sample::same(expected, actual); });
  program.kernel(
      "softmax", [&] { softmaxSequential(x, expected, n); }, [&] { softmax(X, actualMatrix); }, compare);

  const auto queries = static_cast<std::size_t>(heads) * n * D, keys = queries / group;
  const std::vector<float> q = random.vector<float>(queries, -1, 1), k = random.vector<float>(keys, -1, 1),
                           v = random.vector<float>(keys, -1, 1);
  std::vector<float> expectedHeads(queries), actualHeads(queries);
  const float scale = 1 / std::sqrt(static_cast<float>(D));
  program.kernel(
      "attention", [&] { attentionSequential(q, k, v, expectedHeads, n, scale); },
      [&] {
        attention(view<const float, 3>(q, heads, n, D), view<const float, 3>(k, heads / group, n, D),
                  view<const float, 3>(v, heads / group, n, D), view<float, 3>(actualHeads, heads, n, D),
                  scale);
      },
      [&] { return sample::reduced(expectedHeads, actualHeads, n); });
  return program.status();
}
