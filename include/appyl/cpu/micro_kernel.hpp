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

/// At most so many terms are added between two lines of the next tile that are fetched.
inline constexpr std::ptrdiff_t most_terms_between = 4;

/// A's rows of a tile: element (r, p) is data[r * row + p * step]. In a packed panel `row` is 1.
template <class T>
struct rows_of_a {
  const T* data;
  std::ptrdiff_t row, step;
};

/// The rows of A that have pointers of their own: every third one, from which x86 addresses the next two.
template <int Rows>
inline constexpr int pointers = (Rows + 2) / 3;

/// Adds the products of one term, and moves on to the next one.
template <class T, int Rows, int Vectors>
APPYL_CPU_INLINE void add_outer_product(vector<T> (&sums)[Rows][Vectors], const T* (&a)[pointers<Rows>],
                                        std::ptrdiff_t aRow, std::ptrdiff_t aStep, const T*& b,
                                        std::ptrdiff_t bStep) {
  vector<T> row[Vectors];
  APPYL_CPU_UNROLL
  for (int v = 0; v < Vectors; ++v) load<T>(row[v], b + v * lanes<T>);
  APPYL_CPU_UNROLL
  for (int r = 0; r < Rows; ++r) {
    APPYL_CPU_UNROLL
    for (int v = 0; v < Vectors; ++v) sums[r][v] = sums[r][v] + a[r / 3][r % 3 * aRow] * row[v];
  }
  APPYL_CPU_UNROLL
  for (int i = 0; i < pointers<Rows>; ++i) a[i] += aStep;
  b += bStep;
}

/// c[r][j] += a(r, p) * b[p * step + j] for p = 0, 1, ..., k - 1, in this order for every element.
/// Whether a product and its sum are rounded once (FMA) or twice is the compiler's choice (-ffp-contract).
template <class T, int Rows, int Vectors>
__attribute__((noinline)) APPYL_CPU_WHOLE_VECTORS void multiply_tile(std::ptrdiff_t k,
                                                                     const rows_of_a<T>& rows, const T* b,
                                                                     std::ptrdiff_t step,
                                                                     const tile_place<T>& c) {
  const std::ptrdiff_t aRow = rows.row, aStep = rows.step;
  const T* a[pointers<Rows>];
  APPYL_CPU_UNROLL
  for (int i = 0; i < pointers<Rows>; ++i) a[i] = rows.data + 3 * i * aRow;
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
  // The lines of the next tile are asked for one at a time; all at once they would hold up the panels' lines.
  // A row that does not begin with a line ends in one more: to leave that one out costs 10 % of the time of a
  // product of 2048 x 2048 matrices.
  if (c.next != nullptr) {
    constexpr int line = 64 / static_cast<int>(sizeof(T)), width = Vectors * lanes<T>;
    constexpr int lines = (width - 1) / line + 2;
    const std::ptrdiff_t between = std::clamp<std::ptrdiff_t>(k / (Rows * lines), 1, most_terms_between);
    const T* next = c.next;
    // Unrolled, GCC 12 would order the terms so that sums go to memory, and Clang repeat them for each line.
    APPYL_CPU_DONT_UNROLL
    for (int r = 0; r < Rows; ++r, next += c.nextRow) {
      APPYL_CPU_DONT_UNROLL
      for (int l = 0; l < lines && k >= between; ++l, k -= between) {
        __builtin_prefetch(next + std::min(l * line, width - 1));
        APPYL_CPU_DONT_UNROLL
        for (std::ptrdiff_t p = 0; p < between; ++p) add_outer_product<T>(sums, a, aRow, aStep, b, step);
      }
    }
  }
  for (; k > 0; --k) add_outer_product<T>(sums, a, aRow, aStep, b, step);
  APPYL_CPU_UNROLL
  for (int r = 0; r < Rows; ++r) {
    APPYL_CPU_UNROLL
    for (int v = 0; v < Vectors; ++v) store<T>(sums[r][v], c.data + r * c.row + v * lanes<T>);
  }
}

template <class T>
using micro_kernel = void (*)(std::ptrdiff_t, const rows_of_a<T>&, const T*, std::ptrdiff_t,
                              const tile_place<T>&);

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
