// Kernels for the programs of a grid, as in JAX Pallas: a product with a fused activation, a blur whose
// blocks overlap by a halo, a softmax by rows, and attention of several heads over blocks of keys and values.
//
// flags: -Iinclude
// run: --check 0
// run: --check 1
// run: --check 33
// run: --check 100
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>
#include <appyl/grid.hpp>

#include "sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace appyl;

using matrix = view<float, 2>;
using constMatrix = view<const float, 2>;

// product_kernel0: a grid of ceildiv(out.extent(0), 64) x ceildiv(out.extent(1), 64)
//   programs, blocks of BM of i and BN of j, k in blocks of BK.
// Reads x (64 x 32), y (32 x 64); writes out (64 x 64).
// Proved independent.
// A contraction: out[i][j] = x[i][k] * y[k][j], summed over k; what is stored is a function
//   of the sum. Each block of threads computes tiles of 64 x 64 elements, or larger ones
//   where there are many; where there are few, blocks share the terms.
template <::appyl::cuda::tiles Tiles, class Activation>
static __global__ void __launch_bounds__(::appyl::cuda::contraction_threads<float, Tiles>,
                                         ::appyl::cuda::contraction_residents<float, Tiles>)
    product_kernel0(matrix out, constMatrix x, constMatrix y, Activation activation,
                    ::appyl::cuda::term_shares<float> shares) {
  ::appyl::cuda::contract_in_grid<float, Tiles>(
      shares, {out.extent(0), out.extent(1), x.extent(1)},
      ::appyl::cuda::matrix{x.data(), x.stride(0), x.stride(1)},
      ::appyl::cuda::matrix{y.data(), y.stride(0), y.stride(1)},
      ::appyl::cuda::matrix{out.data(), out.stride(0), out.stride(1)}, ::appyl::cuda::from_zero(),
      [&](float sum_, std::ptrdiff_t, std::ptrdiff_t) { return activation(sum_); });
}

// --- a product, of which each program computes one block
template <class Activation>
void product(constMatrix x, constMatrix y, matrix out, Activation activation) {
  constexpr int BM = 64, BN = 64, BK = 32;
  {
    appyl::expect_blocks("input 0", x.shape(), {cdiv(out.extent(0), BM), 1}, {BM, x.extent(1)});
    appyl::expect_blocks("input 1", y.shape(), {1, cdiv(out.extent(1), BN)}, {y.extent(0), BN});
    if (out.extent(0) <= x.extent(0) && out.extent(1) <= y.extent(1) && x.extent(1) <= y.extent(0)) {
      if (0 < out.extent(0) && 0 < out.extent(1)) {
        ::appyl::cuda::loop device("23_grid_calls.cpp", 33, "product_kernel0");
        device.in(x.data(), 0, ::appyl::cuda::span_of(x));
        device.in(y.data(), 0, ::appyl::cuda::span_of(y));
        device.inout(out.data(), 0, ::appyl::cuda::span_of(out));
        const auto grid_ =
            ::appyl::cuda::contraction_shares<float>({out.extent(0), out.extent(1), x.extent(1)});
        ::appyl::cuda::launch_contraction<float>(product_kernel0<::appyl::cuda::tiles::large, Activation>,
                                                 product_kernel0<::appyl::cuda::tiles::small, Activation>,
                                                 grid_, device.view(out), device.view(x), device.view(y),
                                                 activation, device.term_shares<float>(grid_));
        device.finish();
      }
    } else {  // slices that end elsewhere
      ::appyl::runs_on_host("23_grid_calls.cpp", 33, "slices end elsewhere than its loops", out, x, y);
      for (std::ptrdiff_t i = 0; i < out.extent(0); i += BM)
        for (std::ptrdiff_t j = 0; j < out.extent(1); j += BN) {
          tile<float, 2> sum_ = zeros<float>(BM, BN);
          for (int k = 0; k < x.extent(1); k += BK) sum_ += dot(x(appyl::slice(i, BM), appyl::slice(k, BK)), y(appyl::slice(k, BK), appyl::slice(j, BN)));
          out(appyl::slice(i, BM), appyl::slice(j, BN)) = map(activation, sum_);
      }
    }
  }
}

void productSequential(const std::vector<float>& x, const std::vector<float>& y, std::vector<float>& out,
                       int n) {
  std::fill(out.begin(), out.end(), 0.0f);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) out[i * n + j] += x[i * n + k] * y[k * n + j];
  for (float& each : out) each = std::max(each, 0.0f);
}

// blur_kernel0: a grid of ceildiv(out.extent(0), 32) x ceildiv(out.extent(1), 32) programs,
//   blocks of B of i and B of j.
// Reads x (32 x 32); writes out (32 x 32).
// Proved independent.
// Each block has 32 x 4 threads, x along j, y along i; each takes 8 iterations of i at a
//   time.
static __global__ void blur_kernel0(constMatrix x, matrix out, unsigned long long i_count,
                                    unsigned long long i_first, unsigned long long j_count,
                                    unsigned long long j_first) {
  for (unsigned long long i_at = 8 * ::appyl::cuda::thread_y(); i_at < i_count;
       i_at += 8 * ::appyl::cuda::threads_y())
    for (unsigned long long j_number_ = ::appyl::cuda::thread_x(); j_number_ < j_count;
         j_number_ += ::appyl::cuda::threads_x())
      ::appyl::cuda::several<8>(i_at, i_count, [&](unsigned long long i_number_) {
        const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(i_first + i_number_);
        const std::ptrdiff_t j = static_cast<std::ptrdiff_t>(j_first + j_number_);
        float total = 0;
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q) {
            if (i + p < x.extent(0) && j + q < x.extent(1)) total += x(i + p, j + q);
          }
        out(i, j) = total / 9.0f;
      });
}

// --- the mean of each element and its eight neighbours, of an array with a border
void blur(constMatrix x, matrix out) {
  constexpr int B = 32;
  {
    appyl::expect_blocks_inside({"input 0", 0, x.extent(0), 1, 0, 0}, [&](std::ptrdiff_t i, std::ptrdiff_t) { return i * B; }, cdiv(out.extent(0), B), 1);
    appyl::expect_blocks_inside({"input 0", 1, x.extent(1), 1, 0, 0}, [&](std::ptrdiff_t, std::ptrdiff_t j) { return j * B; }, 1, cdiv(out.extent(1), B));
    {
      const unsigned long long i_count =
          0 < out.extent(0) ? static_cast<unsigned long long>(out.extent(0)) : 0;
      const unsigned long long j_count =
          0 < out.extent(1) ? static_cast<unsigned long long>(out.extent(1)) : 0;
      if (0 < out.extent(0) && 0 < out.extent(1)) {
        ::appyl::cuda::loop device("23_grid_calls.cpp", 61, "blur_kernel0");
        device.in(x.data(), 0, ::appyl::cuda::span_of(x));
        device.inout(out.data(), 0, ::appyl::cuda::span_of(out));
        const dim3 grid_(::appyl::cuda::blocks(j_count, 32), ::appyl::cuda::blocks(i_count, 32, 65535));
        ::appyl::cuda::launch(blur_kernel0, grid_, dim3(32, 4), 0, device.view(x), device.view(out), i_count,
                              static_cast<unsigned long long>(0), j_count,
                              static_cast<unsigned long long>(0));
        device.finish();
      }
    }
  }
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

// softmax_kernel0: a grid of x.extent(0) programs, one for each i.
// Reads x (1 x x.extent(1)); writes out (1 x x.extent(1)); reduces greatest2 by max, total2
//   by +.
// Proved independent.
// Each program is run by a block of 128 threads, which share the iterations of lane,
//   lane.2, lane.3.
static __global__ void softmax_kernel0(constMatrix x, matrix out, unsigned long long i_count,
                                       unsigned long long i_first) {
  for (unsigned long long i_number_ = blockIdx.x; i_number_ < i_count; i_number_ += gridDim.x) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(i_first + i_number_);
    float greatest2 = -std::numeric_limits<float>::infinity();
    float greatest2_own = ::appyl::cuda::maximum::identity<float>();
    for (long long lane_at = ::appyl::cuda::thread_number(); lane_at < x.extent(1);
         lane_at += ::appyl::cuda::threads_per_block()) {
      const std::ptrdiff_t lane = static_cast<std::ptrdiff_t>(lane_at);
      if (greatest2_own < x(i, lane)) greatest2_own = x(i, lane);
    }
    greatest2 = ::appyl::cuda::maximum()(
        greatest2, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::maximum(), greatest2_own));

    const float greatest = greatest2;
    float total2 = 0;
    float total2_own = ::appyl::cuda::sum::identity<float>();
    for (long long lane_at = ::appyl::cuda::thread_number(); lane_at < x.extent(1);
         lane_at += ::appyl::cuda::threads_per_block()) {
      const std::ptrdiff_t lane = static_cast<std::ptrdiff_t>(lane_at);
      total2_own += std::exp(x(i, lane) - greatest);
    }
    total2 =
        ::appyl::cuda::sum()(total2, ::appyl::cuda::block_reduce_for_all(::appyl::cuda::sum(), total2_own));

    const float total = total2;
    for (long long lane_at = ::appyl::cuda::thread_number(); lane_at < x.extent(1);
         lane_at += ::appyl::cuda::threads_per_block()) {
      const std::ptrdiff_t lane = static_cast<std::ptrdiff_t>(lane_at);
      out(i, lane) = std::exp(x(i, lane) - greatest) / total;
    }
  }
}

// --- each row's exponentials over their sum: one program for each row
void softmax(constMatrix x, matrix out) {
  {
    appyl::expect_blocks("input 0", x.shape(), {x.extent(0), 1}, {1, x.extent(1)});
    appyl::expect_blocks("output 0", out.shape(), {x.extent(0), 1}, {1, x.extent(1)});
    if (x.extent(1) <= out.extent(1)) {
      {
        const unsigned long long i_count = 0 < x.extent(0) ? static_cast<unsigned long long>(x.extent(0)) : 0;
        if (0 < x.extent(0)) {
          ::appyl::cuda::loop device("23_grid_calls.cpp", 88, "softmax_kernel0");
          device.in(x.data(), 0, ::appyl::cuda::span_of(x));
          device.inout(out.data(), 0, ::appyl::cuda::span_of(out));
          const dim3 grid_(::appyl::cuda::blocks(i_count, 1));
          ::appyl::cuda::launch(softmax_kernel0, grid_, dim3(128), 0, device.view(x), device.view(out),
                                i_count, static_cast<unsigned long long>(0));
          device.finish();
        }
      }
    } else {  // slices that end elsewhere
      ::appyl::runs_on_host("23_grid_calls.cpp", 88, "slices end elsewhere than its loops", x, out);
      for (std::ptrdiff_t i = 0; i < x.extent(0); ++i) {
        const float greatest = max(x(i, appyl::all));
        const float total = sum(exp(x(i, appyl::all) - greatest));
        out(i, appyl::slice(0, x.extent(1))) = exp(x(i, appyl::all) - greatest) / total;
      }
    }
  }
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

// attention_kernel0: a grid of q.extent(0) x ceildiv(i_end, 16) programs, blocks of Bq of
//   i.
// Reads q (1 x 16 x 32), k (irregular), v (irregular); writes o (1 x 16 x 32); reduces
//   greatest2 by max, total3 by +.
// Proved independent.
// Each program is run by a warp, 4 of a block, whose threads share the iterations of lane,
//   lane.2, at_in, at_in.2, at_in.3, at_in.4, lane.4, lane.5; sum_, scores in their
//   registers, query, powers in shared memory.
static __global__ void attention_kernel0(std::ptrdiff_t i_end, view<const float, 3> q, float scale,
                                         view<const float, 3> k, view<const float, 3> v, view<float, 3> o,
                                         unsigned long long h_count, unsigned long long h_first) {
  constexpr int Bk = 32;
  for (unsigned long long h_number_ = blockIdx.y; h_number_ < h_count; h_number_ += gridDim.y) {
    const std::ptrdiff_t h = static_cast<std::ptrdiff_t>(h_first + h_number_);
    for (std::ptrdiff_t i = blockIdx.x * 4LL + threadIdx.y; i < i_end; i += gridDim.x * 4LL) {
      __shared__ float query_warps[4][D];
      auto& query = query_warps[threadIdx.y];
      for (long long lane_at = threadIdx.x; lane_at < D; lane_at += blockDim.x) {
        const int lane = static_cast<int>(lane_at);
        query[lane] = q(h, i, lane) * scale;
      }
      float sum_[1] = {};
      APPYL_UNROLL
      for (int lane_own = 0; lane_own < 1; ++lane_own) sum_[lane_own] = 0;
      float greatest = -1e30f;
      float total = 0;
      for (int at = 0; at < k.extent(1); at += Bk) {
        const int at_size = std::min<int>(Bk, k.extent(1) - at);

        float scores[1] = {};
        __syncwarp();
        APPYL_UNROLL
        for (int at_in_own = 0; at_in_own < 1; ++at_in_own) {
          const int at_in = static_cast<int>(threadIdx.x + at_in_own * 32);
          if (at_in >= at_size) break;
          float total2 = 0;
          for (int lane = 0; lane < D; ++lane) total2 += query[lane] * k((h / group), at + at_in, lane);
          scores[at_in_own] = total2;
        }
        float greatest2 = -std::numeric_limits<float>::infinity();
        float greatest2_own = ::appyl::cuda::maximum::identity<float>();
        APPYL_UNROLL
        for (int at_in_own = 0; at_in_own < 1; ++at_in_own) {
          const int at_in = static_cast<int>(threadIdx.x + at_in_own * 32);
          if (at_in >= at_size) break;
          if (greatest2_own < scores[at_in_own]) greatest2_own = scores[at_in_own];
        }
        greatest2 = ::appyl::cuda::maximum()(
            greatest2, ::appyl::cuda::warp_reduce_for_all(::appyl::cuda::maximum(), greatest2_own));

        float now = std::max(greatest, greatest2);
        __shared__ float powers_warps[4][Bk];
        auto& powers = powers_warps[threadIdx.y];
        APPYL_UNROLL
        for (int at_in_own = 0; at_in_own < 1; ++at_in_own) {
          const int at_in = static_cast<int>(threadIdx.x + at_in_own * 32);
          if (at_in >= at_size) break;
          powers[at_in] = std::exp(scores[at_in_own] - now);
        }
        float shrink = std::exp(greatest - now);
        float total3 = 0;
        float total3_own = ::appyl::cuda::sum::identity<float>();
        for (long long at_in_at = threadIdx.x; at_in_at < at_size; at_in_at += blockDim.x) {
          const int at_in = static_cast<int>(at_in_at);
          total3_own += powers[at_in];
        }
        total3 = ::appyl::cuda::sum()(total3,
                                      ::appyl::cuda::warp_reduce_for_all(::appyl::cuda::sum(), total3_own));

        total = total * shrink + total3;
        __syncwarp();
        APPYL_UNROLL
        for (int lane_own = 0; lane_own < 1; ++lane_own) {
          const int lane = static_cast<int>(threadIdx.x + lane_own * 32);
          float total4 = 0;
          for (int at_in = 0; at_in < at_size; ++at_in)
            total4 += powers[at_in] * v((h / group), at + at_in, lane);
          sum_[lane_own] = sum_[lane_own] * shrink + total4;
        }
        greatest = now;
      }
      APPYL_UNROLL
      for (int lane_own = 0; lane_own < 1; ++lane_own) {
        const int lane = static_cast<int>(threadIdx.x + lane_own * 32);
        o(h, i, lane) = sum_[lane_own] / total;
      }
    }
  }
}

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
  if (v.extent(1) <= k.extent(1)) {
    const std::ptrdiff_t i_end = std::min<std::ptrdiff_t>(cdiv(q.extent(1), Bq) * Bq, o.extent(1));
    appyl::expect_blocks("input 0", q.shape(), {q.extent(0), 1, 1}, {1, Bq, D});
    appyl::expect_blocks_inside({"input 1", 0, k.extent(0), 1, 0, 0}, [&](std::ptrdiff_t h, std::ptrdiff_t) { return h / group; }, q.extent(0), 1);
    appyl::expect_blocks_inside({"input 2", 0, v.extent(0), 1, 0, 0}, [&](std::ptrdiff_t h, std::ptrdiff_t) { return h / group; }, q.extent(0), 1);
    appyl::expect_blocks("output 0", o.shape(), {q.extent(0), cdiv(q.extent(1), Bq), 1}, {1, Bq, D});
    if (i_end <= q.extent(1) && D <= q.extent(2) && D <= k.extent(2) && D <= v.extent(2) &&
        k.extent(1) <= v.extent(1) && D <= o.extent(2) &&
        (i_end % Bq == 0 ? i_end <= o.extent(1) : o.extent(1) == i_end)) {
      {
        const unsigned long long h_count = 0 < q.extent(0) ? static_cast<unsigned long long>(q.extent(0)) : 0;
        if (0 < q.extent(0) && 0 < i_end) {
          ::appyl::cuda::loop device("23_grid_calls.cpp", 139, "attention_kernel0");
          device.in(q.data(), 0, ::appyl::cuda::span_of(q));
          device.in(k.data(), 0, ::appyl::cuda::span_of(k));
          device.in(v.data(), 0, ::appyl::cuda::span_of(v));
          device.inout(o.data(), 0, ::appyl::cuda::span_of(o));
          const dim3 grid_(::appyl::cuda::blocks(i_end, 4), ::appyl::cuda::blocks(h_count, 1, 65535));
          ::appyl::cuda::launch(attention_kernel0, grid_, dim3(32, 4), 0, i_end, device.view(q), scale,
                                device.view(k), device.view(v), device.view(o), h_count,
                                static_cast<unsigned long long>(0));
          device.finish();
        }
      }
    } else {  // slices that end elsewhere
      ::appyl::runs_on_host("23_grid_calls.cpp", 139, "slices end elsewhere than its loops", q, k, v, o);
      for (std::ptrdiff_t h = 0; h < q.extent(0); ++h)
        for (std::ptrdiff_t i = 0; i < i_end; i += Bq) {
          const tile<float, 2> query = q(h, appyl::slice(i, Bq), appyl::slice(0, D)) * scale;
          tile<float, 2> sum_ = zeros<float>(Bq, D);
          tile<float> greatest = full(-1e30f, Bq), total = zeros<float>(Bq);
          for (int at = 0; at < k.extent(1); at += Bk) {
            const tile<float, 2> scores = dot(query, transpose(k(h / group, appyl::slice(at, Bk), appyl::slice(0, D))));
            const tile<float> now = maximum(greatest, max(scores, 1));
            const tile<float, 2> powers = exp(scores - reshape(now, Bq, 1));
            const tile<float> shrink = exp(greatest - now);
            total = total * shrink + sum(powers, 1);
            sum_ = sum_ * reshape(shrink, Bq, 1) + dot(powers, v(h / group, appyl::slice(at, Bk), appyl::slice(0, D)));
            greatest = now;
          }
          o(h, appyl::slice(i, Bq), appyl::slice(0, D)) = sum_ / reshape(total, Bq, 1);
      }
    }
  } else {  // blocks that end elsewhere
    ::appyl::runs_on_host("23_grid_calls.cpp", 139, "blocks end elsewhere than their arrays", q, k, v, o);
    grid_call(kernel, {q.extent(0), cdiv(q.extent(1), Bq)}, {queries, keys, keys}, {queries})(q, k, v, o);
  }
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
      [&] {
        product(X, Y, actualMatrix, [] __host__ __device__(float value) { return value > 0 ? value : 0; });
      },
      compare);
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
