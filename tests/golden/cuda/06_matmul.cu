// The product of two matrices, as the three loops that everybody writes. The two outer ones are a grid of
// programs, each of which computes one tile of C; `block(16)` on the inner loop says that the tiles of A and
// B which a program works on at a time are to be kept in fast memory. The function is a template: the element
// type and the tile's size are chosen where it is called.
//
// run: --check 0 0 0
// run: --check 1 1 1
// run: --check 1 7 3
// run: --check 3 2 0
// run: --check 31 65 33
// run: --check 64 64 64
// run: --check 129 127 65
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <cstddef>
#include <vector>

// matmul_kernel0: a grid of ceildiv(m, Tile) x ceildiv(n, Tile) programs, blocks of Tile of
//   i and Tile of j, p in blocks of 16.
// Reads a (Tile x 16), b (16 x Tile); writes c (Tile x Tile).
// Proved independent.
// A contraction: c[i][j] = a[i][p] * b[p][j], summed over p. Each block of threads computes
//   tiles of 64 x 64 elements, or larger ones where there are many; where there are few,
//   blocks share the terms.
template <::appyl::cuda::tiles Tiles, class Real, int Tile>
static __global__ void __launch_bounds__(::appyl::cuda::contraction_threads<Real, Tiles>,
                                         ::appyl::cuda::contraction_residents<Real, Tiles>)
    matmul_kernel0(int m, int n, int k, const Real* a, const Real* b, Real* c,
                   ::appyl::cuda::term_shares<Real> shares) {
  ::appyl::cuda::contract_in_grid<Real, Tiles>(shares, {m, n, k}, ::appyl::cuda::row_major(a, k),
                                               ::appyl::cuda::row_major(b, n), ::appyl::cuda::row_major(c, n),
                                               ::appyl::cuda::from_zero());
}

template <class Real, int Tile>
void matmul(int m, int n, int k, const Real* a, const Real* b, Real* c) {
  if (0 < m && 0 < n) {
    ::appyl::cuda::loop device("06_matmul.cpp", 21, "matmul_kernel0");
    device.in(a, 0, 1LL * k * m);
    device.in(b, 0, 1LL * k * n);
    device.out(c, 0, 1LL * m * n);
    const auto grid_ = ::appyl::cuda::contraction_shares<Real>({m, n, k});
    ::appyl::cuda::launch_contraction<Real>(matmul_kernel0<::appyl::cuda::tiles::large, Real, Tile>,
                                            matmul_kernel0<::appyl::cuda::tiles::small, Real, Tile>, grid_, m,
                                            n, k, device.at(a), device.at(b), device.at(c),
                                            device.term_shares<Real>(grid_));
    device.finish();
  }
}

template <class Real>
void matmulSequential(int m, int n, int k, const Real* a, const Real* b, Real* c) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      Real sum = 0;
      for (int p = 0; p < k; ++p)
        sum += a[static_cast<std::size_t>(i) * k + p] * b[static_cast<std::size_t>(p) * n + j];
      c[static_cast<std::size_t>(i) * n + j] = sum;
    }
}

template <class Real, int Tile>
void compare(sample::Program& program, const char* name) {
  const int m = static_cast<int>(program.size(0)), n = static_cast<int>(program.size(1));
  const int k = static_cast<int>(program.size(2));
  const auto elements = [](int rows, int columns) { return static_cast<std::size_t>(rows) * columns; };

  sample::Random random;
  const std::vector<Real> a = random.vector<Real>(elements(m, k)), b = random.vector<Real>(elements(k, n));
  std::vector<Real> expected(elements(m, n)), actual(elements(m, n));
  program.kernel(
      name, [&] { matmulSequential(m, n, k, a.data(), b.data(), expected.data()); },
      [&] { matmul<Real, Tile>(m, n, k, a.data(), b.data(), actual.data()); },
      [&] { return sample::reduced(expected, actual, k); });
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"m", 500}, {"n", 510}, {"k", 500}});
  compare<float, 64>(program, "matmul-float");
  compare<double, 32>(program, "matmul-double");
  return program.status();
}
