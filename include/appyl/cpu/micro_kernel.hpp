// The innermost three loops of a product of matrices: a tile of C, held in registers, gets the products of a
// packed panel of A with a panel of B. One function template for all instruction sets and types; what it is
// compiled to is read in docs/contractions.md.
#pragma once

#include <appyl/cpu/vectors.hpp>

#include <algorithm>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {
namespace detail {

/// The tile of C in memory, of `Rows` rows and `Vectors` vectors in each.
template <class T>
struct tile_place {
  T* data;
  std::ptrdiff_t row;  // the distance of two rows, in elements
  bool isZero;         // the sums start at 0, and nothing is read
  const T* next;       // of the tile that comes next, or null; it is fetched into the cache
  std::ptrdiff_t nextRow;
};

/// How often each line of the next tile is asked for. Processors drop prefetches while other lines are on
/// their way: measured on Zen 5, most tiles of a C that no cache holds waited for memory when each line was
/// asked for once, one in five when it was twice, which is 8 % of the time of a product of 2048 x 2048
/// matrices.
inline constexpr int requests = 2;
/// At most so many terms are added between two lines.
inline constexpr std::ptrdiff_t most_terms_between = 4;

template <class T, int Rows, int Vectors>
APPYL_CPU_INLINE void add_outer_product(vector<T> (&sums)[Rows][Vectors], const T* a, const T* b) {
  vector<T> row[Vectors];
  APPYL_CPU_UNROLL
  for (int v = 0; v < Vectors; ++v) load<T>(row[v], b + v * lanes<T>);
  APPYL_CPU_UNROLL
  for (int r = 0; r < Rows; ++r) {
    APPYL_CPU_UNROLL
    for (int v = 0; v < Vectors; ++v) sums[r][v] = sums[r][v] + a[r] * row[v];
  }
}

/// c[r][j] += a[p * Rows + r] * b[p * step + j] for p = 0, 1, ..., k - 1, in this order for every element.
/// Whether a product and its sum are rounded once (FMA) or twice is the compiler's choice (-ffp-contract).
template <class T, int Rows, int Vectors>
__attribute__((noinline)) APPYL_CPU_WHOLE_VECTORS void multiply_tile(std::ptrdiff_t k, const T* __restrict a,
                                                                     const T* __restrict b,
                                                                     std::ptrdiff_t step,
                                                                     const tile_place<T>& c) {
  vector<T> sums[Rows][Vectors];
  if (c.isZero) {
    APPYL_CPU_UNROLL
    for (int r = 0; r < Rows; ++r) {
      APPYL_CPU_UNROLL
      for (int v = 0; v < Vectors; ++v) sums[r][v] = vector<T>{};
    }
  } else {
    APPYL_CPU_UNROLL
    for (int r = 0; r < Rows; ++r) {
      APPYL_CPU_UNROLL
      for (int v = 0; v < Vectors; ++v) load<T>(sums[r][v], c.data + r * c.row + v * lanes<T>);
    }
  }
  // One line of the next tile at a time; all at once they would hold up the panels' lines.
  if (c.next != nullptr) {
    const std::ptrdiff_t between =
        std::clamp<std::ptrdiff_t>(k / (requests * Rows * Vectors), 1, most_terms_between);
    for (int request = 0; request < requests; ++request) {
      const T* next = c.next;
      for (int r = 0; r < Rows; ++r, next += c.nextRow)
        for (int v = 0; v < Vectors && k >= between; ++v, k -= between) {
          __builtin_prefetch(next + v * lanes<T>);
          APPYL_CPU_DONT_UNROLL  // GCC 12 would order the terms so that sums go to memory
              for (std::ptrdiff_t p = 0; p < between; ++p, a += Rows, b += step)
                  add_outer_product<T>(sums, a, b);
        }
    }
  }
  for (; k > 0; --k, a += Rows, b += step) add_outer_product<T>(sums, a, b);
  APPYL_CPU_UNROLL
  for (int r = 0; r < Rows; ++r) {
    APPYL_CPU_UNROLL
    for (int v = 0; v < Vectors; ++v) store<T>(sums[r][v], c.data + r * c.row + v * lanes<T>);
  }
}

template <class T>
using micro_kernel = void (*)(std::ptrdiff_t, const T*, const T*, std::ptrdiff_t, const tile_place<T>&);

template <class T, std::size_t... I>
micro_kernel<T> micro_kernel_of(int rows, int vectors, std::index_sequence<I...>) {
  static constexpr micro_kernel<T> kernels[] = {
      multiply_tile<T, static_cast<int>(I) / most_vectors + 1, static_cast<int>(I) % most_vectors + 1>...};
  return kernels[(rows - 1) * most_vectors + vectors - 1];
}

/// For a tile of 1 to `most_rows<T>` rows of 1 to `most_vectors` vectors.
template <class T>
micro_kernel<T> micro_kernel_of(int rows, int vectors) {
  constexpr auto count = static_cast<std::size_t>(most_rows<T> * most_vectors);
  return micro_kernel_of<T>(rows, vectors, std::make_index_sequence<count>());
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
