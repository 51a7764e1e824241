// Attention of one head: each query's softmax over all keys, applied to the values. The online softmax never
// has all scores at once: keys and values stream by in blocks, and what has been added up is scaled whenever
// a larger score turns up.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 64
// run: --check 100
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace appyl;

constexpr int D = 32, Bq = 16, Bk = 32;

void attention(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> o,
               int n, float scale) {
  if (n <= q.extent(0) && D <= q.extent(1) && D <= k.extent(1) &&
      (n % Bk == 0 ? n <= k.extent(0) : k.extent(0) == n) && D <= v.extent(1) &&
      n <= v.extent(0) && D <= o.extent(1) &&
      (n % Bq == 0 ? n <= o.extent(0) : o.extent(0) == n)) {
    // attention_kernel0: a grid of ceildiv(n, 16) programs, blocks of Bq of i.
    // Reads q (16 x 32), k (32 x 32), v (32 x 32); writes o (16 x 32); reduces greatest by max,
    //   total3 by +.
    // Proved independent.
    #pragma omp parallel for schedule(static)
    for (long long i_block = 0; i_block < n; i_block += Bq) {
      const long long i_end = i_block + Bq < n ? i_block + Bq : n;
      for (long long i = i_block; i < i_end; ++i) {
        float query[D];
        #pragma omp simd
        for (int lane = 0; lane < D; ++lane) query[lane] = q(i, lane) * scale;
        float sum_[D];
        #pragma omp simd
        for (int lane = 0; lane < D; ++lane) sum_[lane] = 0;
        const auto value = -std::numeric_limits<float>::infinity();
        float largest = value;
        float total = 0;
        for (int j = 0; j < n; j += Bk) {
          const int j_size = std::min<int>(Bk, n - j);

          float scores[Bk];
          for (int j_in = 0; j_in < j_size; ++j_in) {
            float total2 = 0;
            for (int lane = 0; lane < D; ++lane) total2 += query[lane] * k(j + j_in, lane);
            scores[j_in] = total2;
          }
          float greatest = -std::numeric_limits<float>::infinity();
          for (int j_in = 0; j_in < j_size; ++j_in)
            if (greatest < scores[j_in]) greatest = scores[j_in];
          float now = std::max(largest, greatest);
          float powers[Bk];
          for (int j_in = 0; j_in < j_size; ++j_in) powers[j_in] = std::exp(scores[j_in] - now);
          float shrink = std::exp(largest - now);
          float total3 = 0;
          #pragma omp simd reduction(+:total3)
          for (int j_in = 0; j_in < j_size; ++j_in) total3 += powers[j_in];
          total = total * shrink + total3;
          for (int lane = 0; lane < D; ++lane) {
            float total4 = 0;
            for (int j_in = 0; j_in < j_size; ++j_in) total4 += powers[j_in] * v(j + j_in, lane);
            sum_[lane] = sum_[lane] * shrink + total4;
          }
          largest = now;
        }
        #pragma omp simd
        for (int lane = 0; lane < D; ++lane) o(i, lane) = sum_[lane] / total;
      }
    }
  } else {  // slices that end elsewhere
    for (int i = 0; i < n; i += Bq) {
      const tile<float, 2> query = q(slice(i, Bq), slice(D)) * scale;
      tile<float, 2> sum_ = zeros<float>(Bq, D);
      tile<float> largest = full(-std::numeric_limits<float>::infinity(), Bq), total = zeros<float>(Bq);
      for (int j = 0; j < n; j += Bk) {
        const tile<float, 2> scores = dot(query, transpose(k(slice(j, Bk), slice(D))));
        const tile<float> now = maximum(largest, max(scores, 1));
        const tile<float, 2> powers = exp(scores - reshape(now, Bq, 1));
        const tile<float> shrink = exp(largest - now);
        total = total * shrink + sum(powers, 1);
        sum_ = sum_ * reshape(shrink, Bq, 1) + dot(powers, v(slice(j, Bk), slice(D)));
        largest = now;
      }
      o(slice(i, Bq), slice(D)) = sum_ / reshape(total, Bq, 1);
    }
  }
}

void attentionSequential(const std::vector<float>& q, const std::vector<float>& k,
                         const std::vector<float>& v, std::vector<float>& o, int n, float scale) {
  std::vector<float> scores(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      scores[j] = 0;
      for (int d = 0; d < D; ++d) scores[j] += q[i * D + d] * scale * k[j * D + d];
    }
    const float largest = *std::max_element(scores.begin(), scores.end());
    float total = 0;
    for (float& score : scores) total += score = std::exp(score - largest);
    for (int d = 0; d < D; ++d) {
      float sum = 0;
      for (int j = 0; j < n; ++j) sum += scores[j] * v[j * D + d];
      o[i * D + d] = sum / total;
    }
  }
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 2000}});
  const int n = static_cast<int>(program.size(0));
  const auto size = static_cast<std::size_t>(n) * D;
  sample::Random random;
  const std::vector<float> q = random.vector<float>(size, -1, 1), k = random.vector<float>(size, -1, 1),
                           v = random.vector<float>(size, -1, 1);
  std::vector<float> expected(size), actual(size);
  const float scale = 1 / std::sqrt(static_cast<float>(D));
  program.kernel(
      "attention", [&] { attentionSequential(q, k, v, expected, n, scale); },
      [&] {
        attention(view<const float, 2>(q, n, D), view<const float, 2>(k, n, D), view<const float, 2>(v, n, D),
                  view<float, 2>(actual, n, D), n, scale);
      },
      [&] { return sample::reduced(expected, actual, n); });
  return program.status();
}
