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
#include <appyl/interpret/interpret.hpp>
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < c.extent(0) ? static_cast<unsigned long long>(c.extent(0)) : 0;
      const unsigned long long j_count = 0 < c.extent(1) ? static_cast<unsigned long long>(c.extent(1)) : 0;
      check_::Programs programs({"16_tile_products.cpp", "layer_kernel0"},
                                {{"i", i_count, Bi}, {"j", j_count, Bj}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int j = programs.value<int>(1);
        float sum = 0;
        {
          check_::SequentialLoop k_loop("k");
          for (int k = 0; k < a.extent(1); ++k) {
            k_loop.begin(k);
            sum += check_::read_at({35, 20, "a"}, a, i, k) * check_::read_at({35, 51, "b"}, b, k, j);
          }
        }
        check_::write_at({36, 7, "c"}, c, i, j) =
            activation(sum + check_::read_at({36, 61, "bias"}, bias, j));
      }
    }
  } else {  // slices that end elsewhere

    // layer_kernel0: a grid of ceildiv(c.extent(0), 32) x ceildiv(c.extent(1), 32) programs,
    //   one for each iteration.
    // Reads a (irregular), b (irregular), bias (irregular); writes c (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count =
          0 < c.extent(0) ? (static_cast<unsigned long long>(c.extent(0)) - 1) / 32 + 1 : 0;
      const unsigned long long j_count =
          0 < c.extent(1) ? (static_cast<unsigned long long>(c.extent(1)) - 1) / 32 + 1 : 0;
      check_::Programs programs({"16_tile_products.cpp", "layer_kernel0"},
                                {{"i", i_count, 1, static_cast<long long>(0), 32},
                                 {"j", j_count, 1, static_cast<long long>(0), 32}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const int j = programs.value<int>(1);
          tile<float, 2> sum = zeros<float>(Bi, Bj);
          {
            check_::SequentialLoop k_loop("k");
            for (int k = 0; k < a.extent(1); k += Bk) {
              k_loop.begin(k);
              sum += dot(check_::read_part({35, 20, "a"}, a, slice(i, Bi), slice(k, Bk)),
                         check_::read_part({35, 51, "b"}, b, slice(k, Bk), slice(j, Bj)));
            }
          }
          c(slice(i, Bi), slice(j, Bj)) =
              map(activation, sum + check_::read_part({36, 61, "bias"}, bias, slice(j, Bj)));
        });
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < Z ? static_cast<unsigned long long>(Z) : 0;
      const unsigned long long j_count = 0 < M ? static_cast<unsigned long long>(M) : 0;
      const unsigned long long k_count = 0 < N ? static_cast<unsigned long long>(N) : 0;
      check_::Programs programs({"16_tile_products.cpp", "batched_kernel0"},
                                {{"i", i_count}, {"j", j_count, 32}, {"k", k_count, 32}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int j = programs.value<int>(1);
        const int k = programs.value<int>(2);
        float total = 0;
        {
          check_::SequentialLoop l_loop("l");
          for (int l = 0; l < K; ++l) {
            l_loop.begin(l);
            total += check_::read_at({42, 41, "a"}, a, i, j, l) * check_::read_at({42, 74, "b"}, b, i, l, k);
          }
        }
        check_::write_at({42, 3, "c"}, c, i, j, k) = total;
      }
    }
  } else {  // slices that end elsewhere
    ::appyl::interpret::unwatched("16_tile_products.cpp", 42);
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < M ? static_cast<unsigned long long>(M) : 0;
      const unsigned long long j_count = 0 < N ? static_cast<unsigned long long>(N) : 0;
      check_::Programs programs({"16_tile_products.cpp", "splitK_kernel0"},
                                {{"i", i_count, 16}, {"j", j_count, 16}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        programs.row<int>([&](const auto& each, const int j) { each.write_at({47, 3, "c"}, c, i, j) = 0; });
      }
    }
    // splitK_kernel1: a grid of ceildiv(M, 16) x ceildiv(N, 16) x ceildiv(K, 64) programs,
    //   blocks of 16 of i and 16 of j and 64 of k.
    // Reads a (16 x 64), b (64 x 16); writes c (16 x 16); reduces c by +.
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < M ? static_cast<unsigned long long>(M) : 0;
      const unsigned long long j_count = 0 < N ? static_cast<unsigned long long>(N) : 0;
      const unsigned long long k_count = 0 < K ? static_cast<unsigned long long>(K) : 0;
      check_::Programs programs({"16_tile_products.cpp", "splitK_kernel1"},
                                {{"i", i_count, 16}, {"j", j_count, 16}, {"k", k_count, 64}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int j = programs.value<int>(1);
        const int k = programs.value<int>(2);
        check_::combine_at({47, 3, "c"}, c, i, j) +=
            check_::read_at({47, 31, "a"}, a, i, k) * check_::read_at({47, 54, "b"}, b, k, j);
      }
    }
  } else {  // slices that end elsewhere
    ::appyl::interpret::unwatched("16_tile_products.cpp", 47);
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
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < c.extent(0) ? static_cast<unsigned long long>(c.extent(0)) : 0;
      const unsigned long long j_count = 0 < c.extent(1) ? static_cast<unsigned long long>(c.extent(1)) : 0;
      check_::Programs programs({"16_tile_products.cpp", "sparse_kernel0"},
                                {{"i", i_count}, {"j", j_count, B}});
      while (programs.next()) {
        const int i = programs.value<int>(0);
        const int j = programs.value<int>(1);
        float sum = 0;
        {
          check_::SequentialLoop p_loop("p");
          for (int p = check_::read_at({59, 20, "starts"}, starts, i);
               p < check_::read_at({59, 20, "starts"}, starts, i + 1); ++p) {
            p_loop.begin(p);
            sum += check_::read_at({59, 62, "values"}, values, p) *
                   check_::read_at({59, 74, "b"}, b, check_::read_at({59, 76, "columns"}, columns, p), j);
          }
        }
        check_::write_at({60, 7, "c"}, c, i, j) = sum;
      }
    }
  } else {  // slices that end elsewhere

    // sparse_kernel0: a grid of c.extent(0) x ceildiv(c.extent(1), 64) programs, one for each
    //   iteration.
    // Reads starts (2), values (irregular), b (irregular), columns (irregular); writes c
    //   (irregular).
    // Proved independent.
    // Interpreted: one program after the other.
    {
      namespace check_ = ::appyl::interpret;
      const unsigned long long i_count = 0 < c.extent(0) ? static_cast<unsigned long long>(c.extent(0)) : 0;
      const unsigned long long j_count =
          0 < c.extent(1) ? (static_cast<unsigned long long>(c.extent(1)) - 1) / 64 + 1 : 0;
      check_::Programs programs({"16_tile_products.cpp", "sparse_kernel0"},
                                {{"i", i_count}, {"j", j_count, 1, static_cast<long long>(0), 64}});
      while (programs.next())
        programs.iterate([&] {
          const int i = programs.value<int>(0);
          const int j = programs.value<int>(1);
          tile<float> sum = zeros<float>(B);
          {
            check_::SequentialLoop p_loop("p");
            for (int p = check_::read_at({59, 20, "starts"}, starts, i);
                 p < check_::read_at({59, 20, "starts"}, starts, i + 1); ++p) {
              p_loop.begin(p);
              sum += check_::read_at({59, 62, "values"}, values, p) *
                     check_::read_part({59, 74, "b"}, b, check_::read_at({59, 76, "columns"}, columns, p),
                                       slice(j, B));
            }
          }
          check_::write_part({60, 7, "c"}, c, i, slice(j, B)) = sum;
        });
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
