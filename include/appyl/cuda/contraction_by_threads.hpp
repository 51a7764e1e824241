// Products on the device by each thread for itself.
//
// A block of threads computes a tile of C, of which each thread keeps a square in registers. Tiles of A and B
// come through registers into shared memory, one while the other is worked on, with the terms outermost, so
// that a thread loads what it multiplies 16 bytes at a time. (The hierarchy is that of NVIDIA's CUTLASS,
// "Efficient GEMM in CUDA".)
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/staging.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::cuda {
namespace detail {

/// How a block of threads shares a tile of C: `Each` rows and columns for a thread.
template <int Each>
struct contraction_tile {
  static constexpr int each = Each;
  static constexpr int rows = 16 * each, columns = 16 * each, depth = 64 / each;
  static constexpr int threads = 256;
  static constexpr int pack = rows * depth / threads;  // elements of A, and of B, that a thread brings
};

/// What a thread brings of a tile: a pack of neighbours `across` the terms (of a row of B, a column of A),
/// or, where they lie side by side in memory, `along` them.
template <class tile, class Sum, class T, bool IsAlong>
class passage {
  static constexpr int pack = tile::pack, packs = (IsAlong ? tile::depth : tile::rows) / pack;
  struct alignas(sizeof(T) * pack < 16 ? sizeof(T) * pack : 16) loaded {
    T values[pack];
  };

  const T* from;
  std::ptrdiff_t stride_across, stride_along, left_across, size;
  int across, along;  // in the tile
  bool is_aligned;
  Sum values[pack];

 public:
  /// The tile begins at `first` across; of `count` there, and of `size` terms.
  __device__ passage(const T* data, std::ptrdiff_t stride_across, std::ptrdiff_t stride_along,
                     std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t size)
      : stride_across(stride_across), stride_along(stride_along), size(size) {
    const int thread = static_cast<int>(threadIdx.x), inside = thread % packs * pack;
    across = IsAlong ? thread / packs : inside;
    along = IsAlong ? inside : thread / packs;
    left_across = count - first - across;
    const std::ptrdiff_t inner = IsAlong ? stride_along : stride_across,
                         outer = IsAlong ? stride_across : stride_along;
    is_aligned = inner == 1 && outer % static_cast<std::ptrdiff_t>(pack) == 0 &&
                 reinterpret_cast<std::uintptr_t>(data) % alignof(loaded) == 0;
    from = data;
    if (left_across > 0 && along < size) from += (first + across) * stride_across + along * stride_along;
  }

  /// The terms from `term` on; what does not exist is 0.
  __device__ void load(std::ptrdiff_t term) {
    const std::ptrdiff_t left_along = size - term - along;
    const T* const source = from + term * stride_along;
    if (is_aligned && left_across >= (IsAlong ? 1 : pack) && left_along >= (IsAlong ? pack : 1)) {
      const loaded all = *reinterpret_cast<const loaded*>(source);
      APPYL_UNROLL
      for (int q = 0; q < pack; ++q) values[q] = static_cast<Sum>(all.values[q]);
    } else {
      APPYL_UNROLL
      for (int q = 0; q < pack; ++q) {
        const bool exists = (IsAlong ? 0 : q) < left_across && (IsAlong ? q : 0) < left_along;
        values[q] = exists ? static_cast<Sum>(source[q * (IsAlong ? stride_along : stride_across)]) : Sum(0);
      }
    }
  }

  template <class Tile, class Factor>
  __device__ void store(Tile& to, const Factor& factor) const {
    APPYL_UNROLL
    for (int q = 0; q < pack; ++q)
      to[along + (IsAlong ? q : 0)][across + (IsAlong ? 0 : q)] = factor(values[q]);
  }
};

/// The tiles of A and of B that a block works on, and those that come next.
template <class tile, class Sum>
struct alignas(16) contraction_buffers {
  static constexpr int padding = 4;
  Sum a[2][tile::depth][tile::rows + padding], b[2][tile::depth][tile::columns + padding];
};

template <class tile, class Sum, class Shares, class Factor, class A, class B, class T, class Start,
          class Tail>
__device__ void contract_by_threads(const Shares& shares, const sizes& s, const Factor& factor, const A& a,
                                    const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                                    part wanted) {
  constexpr int each = tile::each, half = each / 2;
  constexpr int lane_rows = 8, lane_columns = 4;  // of a warp
  constexpr int warp_columns = tile::columns / (lane_columns * each);
  auto& shared = *shared_memory<contraction_buffers<tile, Sum>>();
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  // A thread's rows are two groups of neighbours, and so are its columns: the lanes of a warp meet no bank
  // twice.
  const int row = warp / warp_columns * lane_rows * each + lane / lane_columns * half,
            column = warp % warp_columns * lane_columns * each + lane % lane_columns * half;
  const auto row_of = [&](int r) { return row + r % half + r / half * lane_rows * half; };
  const auto column_of = [&](int q) { return column + q % half + q / half * lane_columns * half; };
  const tiling<tile::rows, tile::columns> tiles(s);
  for (std::ptrdiff_t number = blockIdx.x; number < tiles.count(); number += gridDim.x) {
    const place first = tiles[number];
    if (!tiles.meets(wanted, first)) continue;
    const auto for_each_own = [&](const place& of, auto&& visit) {
      APPYL_UNROLL
      for (int r = 0; r < each; ++r) APPYL_UNROLL
      for (int q = 0; q < each; ++q) {
        const std::ptrdiff_t i = of.i + row_of(r), j = of.j + column_of(q);
        if (i < s.m && j < s.n && is_in(wanted, i, j)) visit(r, q, i, j);
      }
    };
    Sum sums[each][each] = {};
    const share terms = terms_of(shares, s, tile::depth);
    const bool is_shared = are_shared(shares);
    if (!std::is_same_v<Start, from_zero> && !is_shared)
      for_each_own(first, [&](int r, int q, std::ptrdiff_t i, std::ptrdiff_t j) {
        sums[r][q] = start_of<Sum>(start, c, i, j);
      });
    passage<tile, Sum, elements<A>, has_contiguous_rows<A>> of_a(a.data, a.row_stride, a.column_stride,
                                                                 first.i, s.m, terms.end);
    passage<tile, Sum, elements<B>, has_contiguous_columns<B>> of_b(b.data, b.column_stride, b.row_stride,
                                                                    first.j, s.n, terms.end);
    of_a.load(terms.first), of_b.load(terms.first);
    of_a.store(shared.a[0], factor), of_b.store(shared.b[0], no_factor());
    __syncthreads();
    int buffer = 0;
    for (std::ptrdiff_t term = terms.first; term < terms.end; term += tile::depth) {
      const bool goes_on = term + tile::depth < terms.end;
      if (goes_on) of_a.load(term + tile::depth), of_b.load(term + tile::depth);
      APPYL_UNROLL
      for (int d = 0; d < tile::depth; ++d) {
        Sum left[each], right[each];
        APPYL_UNROLL
        for (int r = 0; r < each; ++r) left[r] = shared.a[buffer][d][row_of(r)];
        APPYL_UNROLL
        for (int q = 0; q < each; ++q) right[q] = shared.b[buffer][d][column_of(q)];
        APPYL_UNROLL
        for (int r = 0; r < each; ++r) APPYL_UNROLL
        for (int q = 0; q < each; ++q) sums[r][q] += left[r] * right[q];
      }
      buffer = 1 - buffer;
      if (goes_on) of_a.store(shared.a[buffer], factor), of_b.store(shared.b[buffer], no_factor());
      __syncthreads();
    }
    if constexpr (!std::is_same_v<Shares, no_shares>)
      if (is_shared && !combine(shares, number, [&](auto&& visit) {
            APPYL_UNROLL
            for (int r = 0; r < each; ++r) APPYL_UNROLL
            for (int q = 0; q < each; ++q) visit(sums[r][q]);
          }))
        continue;
    for_each_own(anew(first), [&](int r, int q, std::ptrdiff_t i, std::ptrdiff_t j) {
      finish(tail, is_shared ? start_of<Sum>(start, c, i, j) + sums[r][q] : sums[r][q], c, i, j);
    });
  }
}

}  // namespace detail
}  // namespace appyl::cuda
