// Attention of one head: each query's softmax over all keys, applied to the values. The online softmax never
// has all scores at once: keys and values stream by in blocks, and what has been added up is scaled whenever
// a larger score turns up.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 64
// run: --check 100
#include <appyl/cuda/cuda.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace appyl;

constexpr int D = 32, Bq = 16, Bk = 32;

// attention_kernel0: a grid of ceildiv(n, 16) programs, blocks of Bq of i.
// Reads q (16 x 32), k (32 x 32), v (32 x 32); writes o (16 x 32); reduces greatest by max,
//   total3 by +.
// Proved independent.
// Each program is run by a warp, 4 of a block, whose threads share the iterations of lane,
//   lane.2, j_in, j_in.2, j_in.3, j_in.4, lane.4, lane.5; sum_, scores in their registers,
//   query, powers in shared memory.
static __global__ void attention_kernel0(int n, view<const float, 2> q, float scale, view<const float, 2> k,
                                         view<const float, 2> v, view<float, 2> o) {
  constexpr int Bk = ::Bk;
  for (long long i_at = blockIdx.x * 4LL + threadIdx.y; i_at < n; i_at += gridDim.x * 4LL) {
    const int i = static_cast<int>(i_at);
    __shared__ float query_warps[4][D];
    auto& query = query_warps[threadIdx.y];
    for (long long lane_at = threadIdx.x; lane_at < D; lane_at += blockDim.x) {
      const int lane = static_cast<int>(lane_at);
      query[lane] = q(i, lane) * scale;
    }
    float sum_[1] = {};
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < 1; ++lane_own) sum_[lane_own] = 0;
    const auto value = -std::numeric_limits<float>::infinity();
    float largest = value;
    float total = 0;
    for (int j = 0; j < n; j += Bk) {
      const int j_size = std::min<int>(Bk, n - j);

      float scores[1] = {};
      __syncwarp();
      APPYL_UNROLL
      for (int j_in_own = 0; j_in_own < 1; ++j_in_own) {
        const int j_in = static_cast<int>(threadIdx.x + j_in_own * 32);
        if (j_in >= j_size) break;
        float total2 = 0;
        for (int lane = 0; lane < D; ++lane) total2 += query[lane] * k(j + j_in, lane);
        scores[j_in_own] = total2;
      }
      float greatest = -std::numeric_limits<float>::infinity();
      float greatest_own = ::appyl::cuda::maximum::identity<float>();
      APPYL_UNROLL
      for (int j_in_own = 0; j_in_own < 1; ++j_in_own) {
        const int j_in = static_cast<int>(threadIdx.x + j_in_own * 32);
        if (j_in >= j_size) break;
        if (greatest_own < scores[j_in_own]) greatest_own = scores[j_in_own];
      }
      greatest = ::appyl::cuda::maximum()(
          greatest, ::appyl::cuda::warp_reduce_for_all(::appyl::cuda::maximum(), greatest_own));

      float now = std::max(largest, greatest);
      __shared__ float powers_warps[4][Bk];
      auto& powers = powers_warps[threadIdx.y];
      APPYL_UNROLL
      for (int j_in_own = 0; j_in_own < 1; ++j_in_own) {
        const int j_in = static_cast<int>(threadIdx.x + j_in_own * 32);
        if (j_in >= j_size) break;
        powers[j_in] = std::exp(scores[j_in_own] - now);
      }
      float shrink = std::exp(largest - now);
      float total3 = 0;
      float total3_own = ::appyl::cuda::sum::identity<float>();
      for (long long j_in_at = threadIdx.x; j_in_at < j_size; j_in_at += blockDim.x) {
        const int j_in = static_cast<int>(j_in_at);
        total3_own += powers[j_in];
      }
      total3 =
          ::appyl::cuda::sum()(total3, ::appyl::cuda::warp_reduce_for_all(::appyl::cuda::sum(), total3_own));

      total = total * shrink + total3;
      __syncwarp();
      APPYL_UNROLL
      for (int lane_own = 0; lane_own < 1; ++lane_own) {
        const int lane = static_cast<int>(threadIdx.x + lane_own * 32);
        float total4 = 0;
        for (int j_in = 0; j_in < j_size; ++j_in) total4 += powers[j_in] * v(j + j_in, lane);
        sum_[lane_own] = sum_[lane_own] * shrink + total4;
      }
      largest = now;
    }
    APPYL_UNROLL
    for (int lane_own = 0; lane_own < 1; ++lane_own) {
      const int lane = static_cast<int>(threadIdx.x + lane_own * 32);
      o(i, lane) = sum_[lane_own] / total;
    }
  }
}

void attention(view<const float, 2> q, view<const float, 2> k, view<const float, 2> v, view<float, 2> o,
               int n, float scale) {
  if (n <= q.extent(0) && D <= q.extent(1) && D <= k.extent(1) &&
      (n % Bk == 0 ? n <= k.extent(0) : k.extent(0) == n) && D <= v.extent(1) &&
      n <= v.extent(0) && D <= o.extent(1) &&
      (n % Bq == 0 ? n <= o.extent(0) : o.extent(0) == n)) {
    if (0 < n) {
      ::appyl::cuda::loop device("18_attention.cpp", 26, "attention_kernel0");
      device.in(q.data(), 0, ::appyl::cuda::span_of(q));
      device.in(k.data(), 0, ::appyl::cuda::span_of(k));
      device.in(v.data(), 0, ::appyl::cuda::span_of(v));
      device.inout(o.data(), 0, ::appyl::cuda::span_of(o));
      const dim3 grid(::appyl::cuda::blocks(n, 4));
      ::appyl::cuda::launch(attention_kernel0, grid, dim3(32, 4), 0, n, device.view(q), scale, device.view(k),
                            device.view(v), device.view(o));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("18_attention.cpp", 26, "slices end elsewhere than its loops", q, k, v, o);
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
