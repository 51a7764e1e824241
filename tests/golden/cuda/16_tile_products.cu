// Products of matrices, written for blocks. A program computes one block of the result from blocks of the
// factors, with whatever function is applied to it at the end; or a single statement says the product, and
// `par_dim` and `seq_dim` which of its dimensions are split, how, and in what order they are gone through.
// Split-K has too small a result for all processors, so the summed dimension is parallel, too.
//
// flags: -Iinclude
// run: --check 0 0 0
// run: --check 1 1 1
// run: --check 64 32 16
// run: --check 65 70 33
// run: --check 128 100 0
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <vector>

using namespace appyl;

struct Relu {
  constexpr float operator()(float x) const { return x > 0 ? x : 0; }
};

// layer_kernel0: a grid of ceildiv(c.extent(0), 32) x ceildiv(c.extent(1), 32) programs,
//   blocks of Bi of i and Bj of j, k in blocks of Bk.
// Reads a (32 x 16), b (16 x 32), bias (32); writes c (32 x 32).
// Proved independent.
// A contraction: c[i][j] = a[i][k] * b[k][j], summed over k; what is stored is a function
//   of the sum. Each block of threads computes tiles of 64 x 64 elements, or larger ones
//   where there are many; where there are few, blocks share the terms.
template <::appyl::cuda::tiles Tiles, class Activation>
static __global__ void __launch_bounds__(::appyl::cuda::contraction_threads<float, Tiles>,
                                         ::appyl::cuda::contraction_residents<float, Tiles>)
    layer_kernel0(view<float, 2> c, view<const float, 2> a, view<const float, 2> b, Activation activation,
                  view<const float> bias, ::appyl::cuda::term_shares<float> shares) {
  ::appyl::cuda::contract_in_grid<float, Tiles>(
      shares, {c.extent(0), c.extent(1), a.extent(1)},
      ::appyl::cuda::matrix{a.data(), a.stride(0), a.stride(1)},
      ::appyl::cuda::matrix{b.data(), b.stride(0), b.stride(1)},
      ::appyl::cuda::matrix{c.data(), c.stride(0), c.stride(1)}, ::appyl::cuda::from_zero(),
      [&](float sum, int, int j) { return activation(sum + bias(j)); });
}

template <class Activation>
void layer(view<const float, 2> a, view<const float, 2> b, view<const float> bias, view<float, 2> c,
           Activation activation) {
  constexpr int Bi = 32, Bj = 32, Bk = 16;
  if (c.extent(0) <= a.extent(0) && c.extent(1) <= b.extent(1) && a.extent(1) <= b.extent(0) &&
      c.extent(1) <= bias.extent(0)) {
    if (0 < c.extent(0) && 0 < c.extent(1)) {
      ::appyl::cuda::loop device("16_tile_products.cpp", 30, "layer_kernel0");
      device.in(a.data(), 0, ::appyl::cuda::span_of(a));
      device.in(b.data(), 0, ::appyl::cuda::span_of(b));
      device.in(bias.data(), 0, ::appyl::cuda::span_of(bias));
      device.inout(c.data(), 0, ::appyl::cuda::span_of(c));
      const auto grid = ::appyl::cuda::contraction_shares<float>({c.extent(0), c.extent(1), a.extent(1)});
      ::appyl::cuda::launch_contraction<float>(layer_kernel0<::appyl::cuda::tiles::large, Activation>,
                                               layer_kernel0<::appyl::cuda::tiles::small, Activation>, grid,
                                               device.view(c), device.view(a), device.view(b), activation,
                                               device.view(bias), device.term_shares<float>(grid));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("16_tile_products.cpp", 30, "slices end elsewhere than its loops", c, a, b, bias);
    for (int i = 0; i < c.extent(0); i += Bi)
      for (int j = 0; j < c.extent(1); j += Bj) {
        tile<float, 2> sum = zeros<float>(Bi, Bj);
        for (int k = 0; k < a.extent(1); k += Bk)
          sum += dot(a(slice(i, Bi), slice(k, Bk)), b(slice(k, Bk), slice(j, Bj)));
        c(slice(i, Bi), slice(j, Bj)) = map(activation, sum + bias(slice(j, Bj)));
      }
  }
}

// batched_kernel0: a grid of Z x ceildiv(M, 32) x ceildiv(N, 32) programs, blocks of 32 of
//   j and 32 of k, l in blocks of 16.
// Reads a (1 x 32 x 16), b (1 x 16 x 32); writes c (1 x 32 x 32).
// Proved independent.
// A contraction: c[i][j][k] = a[i][j][l] * b[i][l][k], summed over l. Each block of threads
//   computes tiles of 64 x 64 elements, or larger ones where there are many.
template <::appyl::cuda::tiles Tiles>
static __global__ void __launch_bounds__(::appyl::cuda::contraction_threads<float, Tiles>,
                                         ::appyl::cuda::contraction_residents<float, Tiles>)
    batched_kernel0(int Z, int M, int N, int K, view<const float, 3> a, view<const float, 3> b,
                    view<float, 3> c) {
  for (long long i_at = blockIdx.z; i_at < Z; i_at += gridDim.z) {
    const int i = static_cast<int>(i_at);
    ::appyl::cuda::contract_in_grid<float, Tiles>(
        {M, N, K},
        ::appyl::cuda::matrix{a.data() + static_cast<std::ptrdiff_t>(i) * a.stride(0), a.stride(1),
                              a.stride(2)},
        ::appyl::cuda::matrix{b.data() + static_cast<std::ptrdiff_t>(i) * b.stride(0), b.stride(1),
                              b.stride(2)},
        ::appyl::cuda::matrix{c.data() + static_cast<std::ptrdiff_t>(i) * c.stride(0), c.stride(1),
                              c.stride(2)},
        ::appyl::cuda::from_zero());
  }
}

void batched(view<const float, 3> a, view<const float, 3> b, view<float, 3> c, int Z, int M, int N, int K) {
  if (Z <= c.extent(0) && M <= c.extent(1) && N <= c.extent(2) && Z <= a.extent(0) &&
      Z <= b.extent(0) && M <= a.extent(1) && N <= b.extent(2) && K <= a.extent(2) &&
      K <= b.extent(1)) {
    if (0 < Z && 0 < M && 0 < N) {
      ::appyl::cuda::loop device("16_tile_products.cpp", 42, "batched_kernel0");
      device.in(a.data(), 0, ::appyl::cuda::span_of(a));
      device.in(b.data(), 0, ::appyl::cuda::span_of(b));
      device.inout(c.data(), 0, ::appyl::cuda::span_of(c));
      const auto grid = ::appyl::cuda::contraction_blocks<float>({M, N, K}, Z);
      ::appyl::cuda::launch_contraction<float>(batched_kernel0<::appyl::cuda::tiles::large>,
                                               batched_kernel0<::appyl::cuda::tiles::small>, grid, Z, M, N, K,
                                               device.view(a), device.view(b), device.view(c));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("16_tile_products.cpp", 42, "slices end elsewhere than its loops", c, a, b);
    c(slice(Z), slice(M), slice(N)) = dot(a(slice(Z), slice(M), slice(K)), b(slice(Z), slice(K), slice(N)));
  }
}

// splitK_kernel0: a grid of ceildiv(M, 16) x ceildiv(N, 16) programs, blocks of 16 of i and
//   16 of j.
// Writes c (16 x 16).
// Proved independent.
// Each block has 32 x 8 threads, x along j, y along i.
static __global__ void splitK_kernel0(int M, int N, view<double, 2> c) {
  for (long long i_at = ::appyl::cuda::thread_y(); i_at < M; i_at += ::appyl::cuda::threads_y()) {
    const int i = static_cast<int>(i_at);
    for (long long j_at = ::appyl::cuda::thread_x(); j_at < N; j_at += ::appyl::cuda::threads_x()) {
      const int j = static_cast<int>(j_at);
      c(i, j) = 0;
    }
  }
}

// splitK_kernel1: a grid of ceildiv(M, 16) x ceildiv(N, 16) x ceildiv(K, 64) programs,
//   blocks of 16 of i and 16 of j and 64 of k.
// Reads a (16 x 64), b (64 x 16); writes c (16 x 16); reduces c by +.
// Proved independent.
// Each block has 16 x 16 threads, x along j, y along i, and adds up a share of k; tiles of
//   a, b in shared memory, 2 stages.
static __global__ void splitK_kernel1(int M, int N, int K, view<double, 2> c, view<const double, 2> a,
                                      view<const double, 2> b) {
  alignas(16) __shared__ double a_tile[2][16][32];
  alignas(16) __shared__ double b_tile[2][32][16];
  const ::appyl::cuda::share k_share(K, 32);
  for (long long i_block = blockIdx.y * 16LL; i_block < M; i_block += gridDim.y * 16LL) {
    const long long i_here = ::appyl::cuda::iterations(M, i_block, 16);
    for (long long j_block = blockIdx.x * 16LL; j_block < N; j_block += gridDim.x * 16LL) {
      const long long j_here = ::appyl::cuda::iterations(N, j_block, 16);
      double c_own = {};
      const auto load_k = [&](long long k_block) {
        const long long k_here = ::appyl::cuda::iterations(k_share.end, k_block, 32);
        const int k_stage = static_cast<int>(k_block / 32 % 2);
        if (k_here > 0) {
          ::appyl::cuda::load_tile(
              a_tile[k_stage],
              [&](long long row, long long column) -> const double& {
                return a(i_block + row, k_block + column);
              },
              i_here, k_here);
          ::appyl::cuda::load_tile(
              b_tile[k_stage],
              [&](long long row, long long column) -> const double& {
                return b(k_block + row, j_block + column);
              },
              k_here, j_here);
        }
        ::appyl::cuda::end_of_stage();
      };
      load_k(k_share.first);
      for (long long k_block = k_share.first; k_block < k_share.end; k_block += 32) {
        ::appyl::cuda::tiles_ready<0>();
        load_k(k_block + 32);
        const long long k_here = ::appyl::cuda::iterations(k_share.end, k_block, 32);
        const int k_stage = static_cast<int>(k_block / 32 % 2);
        const auto work_k = [&](auto whole) {
          for (int k_in = 0; k_in < (whole ? 32 : k_here); ++k_in) {
            {
              const int i_in = static_cast<int>(threadIdx.y);
              const int j_in = static_cast<int>(threadIdx.x);
              if (whole || (i_in < i_here && j_in < j_here)) {
                double& c_sum = c_own;
                c_sum += a_tile[k_stage][i_in][k_in] * b_tile[k_stage][k_in][j_in];
              }
            }
          }
        };
        if (i_here == 16 && j_here == 16 && k_here == 32)
          work_k(std::true_type());
        else
          work_k(std::false_type());
      }
      __syncthreads();
      {
        const int i_in = static_cast<int>(threadIdx.y);
        const int j_in = static_cast<int>(threadIdx.x);
        if (i_in < i_here && j_in < j_here) {
          const int i = static_cast<int>(i_block + i_in);
          const int j = static_cast<int>(j_block + j_in);
          double& c_sum = c_own;
          ::appyl::cuda::atomic_update(::appyl::cuda::sum(), c(i, j), c_sum);
        }
      }
    }
  }
}

void splitK(view<const double, 2> a, view<const double, 2> b, view<double, 2> c, int M, int N, int K) {
  ::appyl::cuda::region together("16_tile_products.cpp", 46);
  if (M <= c.extent(0) && N <= c.extent(1) && M <= a.extent(0) && N <= b.extent(1) &&
      K <= a.extent(1) && K <= b.extent(0)) {
    if (0 < M && 0 < N) {
      ::appyl::cuda::loop device("16_tile_products.cpp", 47, "splitK_kernel0");
      device.inout(c.data(), 0, ::appyl::cuda::span_of(c));
      const dim3 grid(::appyl::cuda::blocks(N, 32), ::appyl::cuda::blocks(M, 8, 65535));
      ::appyl::cuda::launch(splitK_kernel0, grid, dim3(32, 8), 0, M, N, device.view(c));
      device.finish();
    }
    if (0 < M && 0 < N && 0 < K) {
      ::appyl::cuda::loop device("16_tile_products.cpp", 47, "splitK_kernel1");
      device.in(a.data(), 0, ::appyl::cuda::span_of(a));
      device.in(b.data(), 0, ::appyl::cuda::span_of(b));
      device.inout(c.data(), 0, ::appyl::cuda::span_of(c));
      const dim3 grid(::appyl::cuda::in_shares(
          dim3(::appyl::cuda::blocks(N, 16), ::appyl::cuda::blocks(M, 16, 65535)), K, 32));
      ::appyl::cuda::launch(splitK_kernel1, grid, dim3(16, 16), 0, M, N, K, device.view(c), device.view(a),
                            device.view(b));
      device.finish();
    }
  } else {  // slices that end elsewhere
    ::appyl::cuda::host_turn turn("16_tile_products.cpp", 47);
    ::appyl::runs_on_host("16_tile_products.cpp", 47, "slices end elsewhere than its loops", c, a, b);
    c(slice(M), slice(N)) = dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
    turn.end();
  }
  together.end();
}

// sparse_kernel0: a grid of c.extent(0) x ceildiv(c.extent(1), 64) programs, blocks of B of
//   j.
// Reads starts (2), values (irregular), b (irregular), columns (irregular); writes c (1 x
//   64).
// Proved independent.
// Each block has 32 x 2 threads, x along j, y along i.
static __global__ void sparse_kernel0(view<const int> starts, view<const float> values,
                                      view<const float, 2> b, view<const int> columns, view<float, 2> c,
                                      unsigned long long i_count, unsigned long long i_first,
                                      unsigned long long j_count, unsigned long long j_first) {
  for (unsigned long long i_number_ = ::appyl::cuda::thread_y(); i_number_ < i_count;
       i_number_ += ::appyl::cuda::threads_y()) {
    const int i = static_cast<int>(i_first + i_number_);
    for (unsigned long long j_number_ = ::appyl::cuda::thread_x(); j_number_ < j_count;
         j_number_ += ::appyl::cuda::threads_x()) {
      const int j = static_cast<int>(j_first + j_number_);
      float sum = 0;
      for (int p = starts(i); p < starts(i + 1); ++p) sum += values(p) * b(columns(p), j);
      c(i, j) = sum;
    }
  }
}

// Rows of a sparse matrix times a dense one, a block of columns at a time.
void sparse(view<const int> starts, view<const int> columns, view<const float> values, view<const float, 2> b,
            view<float, 2> c) {
  constexpr int B = 64;
  if (c.extent(1) <= b.extent(1)) {
    {
      const unsigned long long i_count = 0 < c.extent(0) ? static_cast<unsigned long long>(c.extent(0)) : 0;
      const unsigned long long j_count = 0 < c.extent(1) ? static_cast<unsigned long long>(c.extent(1)) : 0;
      if (0 < c.extent(0) && 0 < c.extent(1)) {
        ::appyl::cuda::loop device("16_tile_products.cpp", 55, "sparse_kernel0");
        device.in(starts.data(), 0, ::appyl::cuda::span_of(starts));
        device.in(values.data(), 0, ::appyl::cuda::span_of(values));
        device.in(b.data(), 0, ::appyl::cuda::span_of(b));
        device.in(columns.data(), 0, ::appyl::cuda::span_of(columns));
        device.inout(c.data(), 0, ::appyl::cuda::span_of(c));
        const dim3 grid(::appyl::cuda::blocks(j_count, 32), ::appyl::cuda::blocks(i_count, 2, 65535));
        ::appyl::cuda::launch(sparse_kernel0, grid, dim3(32, 2), 0, device.view(starts), device.view(values),
                              device.view(b), device.view(columns), device.view(c), i_count,
                              static_cast<unsigned long long>(0), j_count,
                              static_cast<unsigned long long>(0));
        device.finish();
      }
    }
  } else {  // slices that end elsewhere
    ::appyl::runs_on_host("16_tile_products.cpp", 55, "slices end elsewhere than its loops", c, starts, values, b, columns);
    for (int i = 0; i < c.extent(0); ++i)
      for (int j = 0; j < c.extent(1); j += B) {
        tile<float> sum = zeros<float>(B);
        for (int p = starts(i); p < starts(i + 1); ++p) sum += values(p) * b(columns(p), slice(j, B));
        c(i, slice(j, B)) = sum;
      }
  }
}

template <class Real>
void productSequential(const Real* a, const Real* b, Real* c, int m, int n, int k) {
  std::fill_n(c, static_cast<std::size_t>(m) * n, Real(0));
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * k + p] * b[p * n + j];
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"M", 500}, {"N", 500}, {"K", 500}});
  const int m = static_cast<int>(program.size(0)), n = static_cast<int>(program.size(1)),
            k = static_cast<int>(program.size(2));
  const auto mk = static_cast<std::size_t>(m) * k, kn = static_cast<std::size_t>(k) * n,
             mn = static_cast<std::size_t>(m) * n;
  sample::Random random;

  const std::vector<float> a = random.vector<float>(2 * mk, -1, 1), b = random.vector<float>(2 * kn, -1, 1),
                           bias = random.vector<float>(n, -1, 1);
  std::vector<float> expected(2 * mn), actual(2 * mn);
  program.kernel(
      "layer",
      [&] {
        productSequential(a.data(), b.data(), expected.data(), m, n, k);
        for (std::size_t p = 0; p < mn; ++p) expected[p] = std::max(expected[p] + bias[p % n], 0.0f);
      },
      [&] {
        layer(view<const float, 2>(a, m, k), view<const float, 2>(b, k, n), bias,
              view<float, 2>(actual, m, n), Relu());
      },
      [&] { return sample::reduced(expected, actual, k); });
  program.kernel(
      "batched",
      [&] {
        for (int z = 0; z < 2; ++z)
          productSequential(a.data() + z * mk, b.data() + z * kn, expected.data() + z * mn, m, n, k);
      },
      [&] {
        batched(view<const float, 3>(a, 2, m, k), view<const float, 3>(b, 2, k, n),
                view<float, 3>(actual, 2, m, n), 2, m, n, k);
      },
      [&] { return sample::reduced(expected, actual, k); });

  const std::vector<double> x(a.begin(), a.end()), y(b.begin(), b.end());
  std::vector<double> expectedSums(mn), sums(mn);
  program.kernel(
      "split-K", [&] { productSequential(x.data(), y.data(), expectedSums.data(), m, n, k); },
      [&] {
        splitK(view<const double, 2>(x, m, k), view<const double, 2>(y, k, n), view<double, 2>(sums, m, n), m,
               n, k);
      },
      [&] { return sample::reduced(expectedSums, sums, k); });

  std::vector<int> starts(m + 1), columns;
  for (int i = 0; i < m; ++i) {
    for (int p = 0; p < k; ++p)
      if (random() < 0.1) columns.push_back(p);
    starts[i + 1] = static_cast<int>(columns.size());
  }
  const std::vector<float> values = random.vector<float>(columns.size());
  expected.assign(mn, 0), actual.assign(mn, 1);
  program.kernel(
      "sparse",
      [&] {
        std::fill(expected.begin(), expected.end(), 0.0f);
        for (int i = 0; i < m; ++i)
          for (int p = starts[i]; p < starts[i + 1]; ++p)
            for (int j = 0; j < n; ++j)
              expected[i * static_cast<std::size_t>(n) + j] +=
                  values[p] * b[columns[p] * static_cast<std::size_t>(n) + j];
      },
      [&] { sparse(starts, columns, values, view<const float, 2>(b, k, n), view<float, 2>(actual, m, n)); },
      [&] { return sample::reduced(expected, actual, k); });
  return program.status();
}
