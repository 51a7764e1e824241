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
#include <appyl/cpu/contraction.hpp>
#include <appyl/appyl.hpp>

#include "sample.hpp"

#include <algorithm>
#include <vector>

using namespace appyl;

struct Relu {
  constexpr float operator()(float x) const { return x > 0 ? x : 0; }
};

template <class Activation>
void layer(view<const float, 2> a, view<const float, 2> b, view<const float> bias, view<float, 2> c,
           Activation activation) {
  constexpr int Bi = 32, Bj = 32, Bk = 16;
  if (c.extent(0) <= a.extent(0) && c.extent(1) <= b.extent(1) && a.extent(1) <= b.extent(0) &&
      c.extent(1) <= bias.extent(0)) {
    // layer_kernel0: a grid of ceildiv(c.extent(0), 32) x ceildiv(c.extent(1), 32) programs,
    //   blocks of Bi of i and Bj of j, k in blocks of Bk.
    // Reads a (32 x 16), b (16 x 32), bias (32); writes c (32 x 32).
    // Proved independent.
    // A contraction: c[i][j] = a[i][k] * b[k][j], summed over k; what is stored is a function
    //   of the sum.
    ::appyl::cpu::contract({c.extent(0), c.extent(1), a.extent(1)},
                           ::appyl::cpu::matrix{a.data(), a.stride(0), a.stride(1)},
                           ::appyl::cpu::matrix{b.data(), b.stride(0), b.stride(1)},
                           ::appyl::cpu::matrix{c.data(), c.stride(0), c.stride(1)}, ::appyl::cpu::from_zero,
                           [&](float sum, int, int j) { return activation(sum + bias(j)); });
  } else {  // slices that end elsewhere
    for (int i = 0; i < c.extent(0); i += Bi)
      for (int j = 0; j < c.extent(1); j += Bj) {
        tile<float, 2> sum = zeros<float>(Bi, Bj);
        for (int k = 0; k < a.extent(1); k += Bk)
          sum += dot(a(slice(i, Bi), slice(k, Bk)), b(slice(k, Bk), slice(j, Bj)));
        c(slice(i, Bi), slice(j, Bj)) = map(activation, sum + bias(slice(j, Bj)));
      }
  }
}

void batched(view<const float, 3> a, view<const float, 3> b, view<float, 3> c, int Z, int M, int N, int K) {
  if (Z <= c.extent(0) && M <= c.extent(1) && N <= c.extent(2) && Z <= a.extent(0) &&
      Z <= b.extent(0) && M <= a.extent(1) && N <= b.extent(2) && K <= a.extent(2) &&
      K <= b.extent(1)) {
    // batched_kernel0: a grid of Z x ceildiv(M, 32) x ceildiv(N, 32) programs, blocks of 32 of
    //   j and 32 of k, l in blocks of 16.
    // Reads a (1 x 32 x 16), b (1 x 16 x 32); writes c (1 x 32 x 32).
    // Proved independent.
    // A contraction: c[i][j][k] = a[i][j][l] * b[i][l][k], summed over l.
    ::appyl::cpu::for_each_in_batch(Z, static_cast<double>(M) * K * N, [&](int i) {
      ::appyl::cpu::contract({M, N, K},
                             ::appyl::cpu::matrix{a.data() + static_cast<std::ptrdiff_t>(i) * a.stride(0),
                                                  a.stride(1), a.stride(2)},
                             ::appyl::cpu::matrix{b.data() + static_cast<std::ptrdiff_t>(i) * b.stride(0),
                                                  b.stride(1), b.stride(2)},
                             ::appyl::cpu::matrix{c.data() + static_cast<std::ptrdiff_t>(i) * c.stride(0),
                                                  c.stride(1), c.stride(2)},
                             ::appyl::cpu::from_zero);
    });
  } else {  // slices that end elsewhere
    c(slice(Z), slice(M), slice(N)) = dot(a(slice(Z), slice(M), slice(K)), b(slice(Z), slice(K), slice(N)));
  }
}

void splitK(view<const double, 2> a, view<const double, 2> b, view<double, 2> c, int M, int N, int K) {
  if (M <= c.extent(0) && N <= c.extent(1) && M <= a.extent(0) && N <= b.extent(1) &&
      K <= a.extent(1) && K <= b.extent(0)) {
    // splitK_kernel0: a grid of ceildiv(M, 16) x ceildiv(N, 16) programs, blocks of 16 of i and
    //   16 of j.
    // Writes c (16 x 16).
    // Proved independent.
    // Rows are walked from end to end, up to 4096 of j at once. Vectors begin at memory lines
    //   of c.
    {
      const long long j_start = N < 512 ? 0 : -4096;
      #pragma omp parallel for collapse(2) schedule(static)
      for (int i = 0; i < M; ++i) {
        for (long long j_line = j_start; j_line < N; j_line += 4096) {
          const long long j_lead =
              j_start == 0 ? 0 : -reinterpret_cast<unsigned long long>(&c(i, 0)) % 64 / 8;
          const long long j_block = j_line < 0 ? 0 : j_line + j_lead;
          const long long j_end = N - j_line - j_lead < 4096 ? N : j_line + 4096 + j_lead;
          #pragma omp simd
          for (long long j = j_block; j < j_end; ++j) c(i, j) = 0;
        }
      }
    }
    // splitK_kernel1: a grid of ceildiv(M, 16) x ceildiv(N, 16) x ceildiv(K, 64) programs,
    //   blocks of 16 of i and 16 of j and 64 of k.
    // Reads a (16 x 64), b (64 x 16); writes c (16 x 16); reduces c by +.
    // Proved independent.
    // A contraction: c[i][j] += a[i][k] * b[k][j], summed over k.
    ::appyl::cpu::contract({M, N, K}, ::appyl::cpu::matrix{a.data(), a.stride(0), a.stride(1)},
                           ::appyl::cpu::matrix{b.data(), b.stride(0), b.stride(1)},
                           ::appyl::cpu::matrix{c.data(), c.stride(0), c.stride(1)}, ::appyl::cpu::from_c);
  } else {  // slices that end elsewhere
    c(slice(M), slice(N)) = dot(a(slice(M), slice(K)), b(slice(K), slice(N)));
  }
}

// Rows of a sparse matrix times a dense one, a block of columns at a time.
void sparse(view<const int> starts, view<const int> columns, view<const float> values, view<const float, 2> b,
            view<float, 2> c) {
  constexpr int B = 64;
  if (c.extent(1) <= b.extent(1)) {
    // sparse_kernel0: a grid of c.extent(0) x ceildiv(c.extent(1), 64) programs, blocks of B of
    //   j.
    // Reads starts (2), values (irregular), b (irregular), columns (irregular); writes c (1 x
    //   64).
    // Proved independent.
    // Up to 256 of j go through the inner loops side by side.
    {
      const long long j_bound = c.extent(1);
      #pragma omp parallel for collapse(2) schedule(dynamic, c.extent(0) / 4096 + 16)
      for (int i = 0; i < c.extent(0); ++i)
        for (long long j_block = 0; j_block < j_bound; j_block += 256) {
          const long long j_end = j_block + 256 < j_bound ? j_block + 256 : j_bound;
          float sum[256];

          #pragma omp simd
          for (long long j = j_block; j < j_end; ++j) sum[j - j_block] = 0;

          for (int p = starts(i); p < starts(i + 1); ++p) {
            #pragma omp simd
            for (long long j = j_block; j < j_end; ++j) sum[j - j_block] += values(p) * b(columns(p), j);
          }

          #pragma omp simd
          for (long long j = j_block; j < j_end; ++j) c(i, j) = sum[j - j_block];
        }
    }
  } else {  // slices that end elsewhere
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
