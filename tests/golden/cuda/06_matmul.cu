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
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <cstddef>
#include <vector>

// matmul_kernel0: a grid of ceildiv(m, Tile) x ceildiv(n, Tile) programs, blocks of Tile of
//   i and Tile of j, p in blocks of 16.
// Reads a (Tile x 16), b (16 x Tile); writes c (Tile x Tile).
// Proved independent.
// Each block has 16 x 16 threads, x along j, y along i, and runs one program; tiles of a, b
//   in shared memory, 2 stages. Programs start 8 rows at a time, column by column: those
//   that run together find what they share in the L2 cache.
template <class Real, int Tile>
static __global__ void matmul_kernel0(int m, int n, int k, const Real* a, const Real* b, Real* c) {
  auto& a_tile = *appyl::cuda::shared_memory<Real[2][Tile][16]>();
  auto& b_tile =
      *appyl::cuda::shared_memory<Real[2][16][Tile]>(appyl::cuda::shared_bytes<Real[2][Tile][16]>());
  constexpr int i_each = (Tile + 15) / 16;
  constexpr int j_each = (Tile + 15) / 16;
  const long long p_count = k;
  const uint3 program_ = appyl::cuda::grouped(blockIdx, gridDim, 8);
  for (long long i_block = program_.y * static_cast<long long>(Tile); i_block < m;
       i_block += gridDim.y * static_cast<long long>(Tile)) {
    const long long i_here = appyl::cuda::iterations(m, i_block, Tile);
    for (long long j_block = program_.x * static_cast<long long>(Tile); j_block < n;
         j_block += gridDim.x * static_cast<long long>(Tile)) {
      const long long j_here = appyl::cuda::iterations(n, j_block, Tile);
      Real sum_own[i_each][j_each] = {};
      APPYL_UNROLL
      for (int i_own = 0; i_own < i_each; ++i_own) {
        const int i_in = static_cast<int>(threadIdx.y + i_own * 16);
        APPYL_UNROLL
        for (int j_own = 0; j_own < j_each; ++j_own) {
          const int j_in = appyl::cuda::neighbour<Real, 16, j_each>(threadIdx.x, j_own);
          if (i_in < i_here && j_in < j_here) {
            Real sum = 0;
            sum_own[i_own][j_own] = sum;
          }
        }
      }
      const auto load_p = [&](long long p_block) {
        const long long p_here = appyl::cuda::iterations(p_count, p_block, 16);
        const int p_stage = static_cast<int>(p_block / 16 % 2);
        if (p_here > 0) {
          appyl::cuda::load_tile(
              a_tile[p_stage],
              [&](long long row, long long column) -> const Real& {
                return a[(i_block + row) * k + p_block + column];
              },
              i_here, p_here);
          appyl::cuda::load_tile(
              b_tile[p_stage],
              [&](long long row, long long column) -> const Real& {
                return b[(p_block + row) * n + j_block + column];
              },
              p_here, j_here);
        }
        appyl::cuda::end_of_stage();
      };
      load_p(0);
      for (long long p_block = 0; p_block < p_count; p_block += 16) {
        appyl::cuda::tiles_ready<0>();
        load_p(p_block + 16);
        const long long p_here = appyl::cuda::iterations(p_count, p_block, 16);
        const int p_stage = static_cast<int>(p_block / 16 % 2);
        const auto work_p = [&](auto whole) {
          for (int p_in = 0; p_in < (whole ? 16 : p_here); ++p_in) {
            APPYL_UNROLL
            for (int i_own = 0; i_own < i_each; ++i_own) {
              const int i_in = static_cast<int>(threadIdx.y + i_own * 16);
              APPYL_UNROLL
              for (int j_own = 0; j_own < j_each; ++j_own) {
                const int j_in = appyl::cuda::neighbour<Real, 16, j_each>(threadIdx.x, j_own);
                if (whole || (i_in < i_here && j_in < j_here)) {
                  Real& sum = sum_own[i_own][j_own];
                  sum += a_tile[p_stage][i_in][p_in] * b_tile[p_stage][p_in][j_in];
                }
              }
            }
          }
        };
        if (i_here == Tile && Tile % 16 == 0 && j_here == Tile && Tile % 16 == 0 && p_here == 16)
          work_p(std::true_type());
        else
          work_p(std::false_type());
      }
      __syncthreads();
      APPYL_UNROLL
      for (int i_own = 0; i_own < i_each; ++i_own) {
        const int i_in = static_cast<int>(threadIdx.y + i_own * 16);
        APPYL_UNROLL
        for (int j_own = 0; j_own < j_each; ++j_own) {
          const int j_in = appyl::cuda::neighbour<Real, 16, j_each>(threadIdx.x, j_own);
          if (i_in < i_here && j_in < j_here) {
            const int i = static_cast<int>(i_block + i_in);
            const int j = static_cast<int>(j_block + j_in);
            Real& sum = sum_own[i_own][j_own];
            c[static_cast<std::size_t>(i) * n + j] = sum;
          }
        }
      }
    }
  }
}

template <class Real, int Tile>
void matmul(int m, int n, int k, const Real* a, const Real* b, Real* c) {
  if (0 < m && 0 < n) {
    appyl::cuda::loop device("06_matmul.cpp", 21, "matmul_kernel0");
    device.in(a, 0, 1LL * k * m);
    device.in(b, 0, 1LL * k * n);
    device.out(c, 0, 1LL * m * n);
    const dim3 grid_(appyl::cuda::blocks(n, Tile), appyl::cuda::blocks(m, Tile, 65535));
    appyl::cuda::launch(matmul_kernel0<Real, Tile>, grid_, dim3(16, 16),
                        appyl::cuda::shared_bytes<Real[2][Tile][16], Real[2][16][Tile]>(), m, n, k,
                        device.at(a), device.at(b), device.at(c));
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
