// Products of matrices on the device, and whatever else is a sum over p of a(i, p) * b(p, j).
//
//   using namespace appyl::cuda;
//   contract<float>({m, n, k}, matrix<const float>{a, k, 1}, matrix<const float>{b, n, 1}, matrix<float>{c,
//   n, 1},
//                   from_zero());                                                                   // C = A
//                   B
//
// A block of threads computes a tile of C, of which each thread keeps a square in registers. Tiles of A and B
// come through registers into shared memory, one while the other is worked on, with the terms outermost, so
// that a thread loads what it multiplies 16 bytes at a time. (The hierarchy is that of NVIDIA's CUTLASS,
// "Efficient GEMM in CUDA".)
#pragma once

#include <appyl/cuda/launch.hpp>
#include <appyl/cuda/staging.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::cuda {

/// A matrix in device memory: element (i, j) is data[i * row_stride + j * column_stride]. Strides are in
/// elements.
template <class T>
struct matrix {
  T* data;
  std::ptrdiff_t row_stride, column_stride;
};

/// C is m x n, A m x k, B k x n.
struct sizes {
  std::ptrdiff_t m, n, k;
};

/// What the sum of an element of C starts at: 0, or the element.
struct from_zero {
  template <class C>
  __host__ __device__ constexpr int operator()(const C&, std::ptrdiff_t, std::ptrdiff_t) const {
    return 0;
  }
};
struct from_c {
  template <class C>
  __host__ __device__ constexpr C operator()(const C& c, std::ptrdiff_t, std::ptrdiff_t) const {
    return c;
  }
};

/// The sum is stored as it is.
struct as_it_is {
  template <class Sum, class C>
  __host__ __device__ constexpr Sum operator()(const Sum& sum, const C&, std::ptrdiff_t,
                                               std::ptrdiff_t) const {
    return sum;
  }
};

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
                     std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t size, bool is_aligned)
      : stride_across(stride_across), stride_along(stride_along), size(size), is_aligned(is_aligned) {
    const int thread = static_cast<int>(threadIdx.x), inside = thread % packs * pack;
    across = IsAlong ? thread / packs : inside;
    along = IsAlong ? inside : thread / packs;
    left_across = count - first - across;
    from = data + (first + across) * stride_across + along * stride_along;
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

  template <class Tile>
  __device__ void store(Tile& to) const {
    APPYL_UNROLL
    for (int q = 0; q < pack; ++q) to[along + (IsAlong ? q : 0)][across + (IsAlong ? 0 : q)] = values[q];
  }
};

template <class tile, class Sum, bool AlongA, bool AlongB, class A, class B, class C, class Start, class Tail>
__global__ void __launch_bounds__(tile::threads, 2)
    contraction_kernel(sizes s, matrix<A> a, matrix<B> b, matrix<C> c, Start start, Tail tail, bool a_aligned,
                       bool b_aligned) {
  constexpr int each = tile::each, half = each / 2, padding = 4;
  constexpr int lane_rows = 8, lane_columns = 4;  // of a warp
  constexpr int warp_columns = tile::columns / (lane_columns * each);
  struct alignas(16) buffers {
    Sum a[2][tile::depth][tile::rows + padding], b[2][tile::depth][tile::columns + padding];
  };
  __shared__ buffers shared;
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  // A thread's rows are two groups of neighbours, and so are its columns: the lanes of a warp meet no bank
  // twice.
  const int row = warp / warp_columns * lane_rows * each + lane / lane_columns * half,
            column = warp % warp_columns * lane_columns * each + lane % lane_columns * half;
  const auto row_of = [&](int r) { return row + r % half + r / half * lane_rows * half; };
  const auto column_of = [&](int q) { return column + q % half + q / half * lane_columns * half; };
  const std::ptrdiff_t row_tiles = (s.m + tile::rows - 1) / tile::rows,
                       column_tiles = (s.n + tile::columns - 1) / tile::columns;
  for (std::ptrdiff_t number = blockIdx.x; number < row_tiles * column_tiles; number += gridDim.x) {
    // A few rows of tiles at a time: what neighbours share stays in the L2 cache.
    constexpr std::ptrdiff_t group = 8;
    const std::ptrdiff_t first = number / (group * column_tiles) * group,
                         high = row_tiles - first < group ? row_tiles - first : group,
                         inside = number % (group * column_tiles);
    const std::ptrdiff_t i_tile = (first + inside % high) * tile::rows,
                         j_tile = inside / high * tile::columns;
    const auto for_each_own = [&](auto&& visit) {
      APPYL_UNROLL
      for (int r = 0; r < each; ++r) APPYL_UNROLL
      for (int q = 0; q < each; ++q) {
        const std::ptrdiff_t i = i_tile + row_of(r), j = j_tile + column_of(q);
        if (i < s.m && j < s.n) visit(r, q, i, j);
      }
    };
    Sum sums[each][each] = {};
    if constexpr (!std::is_same_v<Start, from_zero>)
      for_each_own([&](int r, int q, std::ptrdiff_t i, std::ptrdiff_t j) {
        sums[r][q] = static_cast<Sum>(start(c.data[i * c.row_stride + j * c.column_stride], i, j));
      });
    passage<tile, Sum, std::remove_const_t<A>, AlongA> of_a(a.data, a.row_stride, a.column_stride, i_tile,
                                                            s.m, s.k, a_aligned);
    passage<tile, Sum, std::remove_const_t<B>, AlongB> of_b(b.data, b.column_stride, b.row_stride, j_tile,
                                                            s.n, s.k, b_aligned);
    of_a.load(0), of_b.load(0);
    of_a.store(shared.a[0]), of_b.store(shared.b[0]);
    __syncthreads();
    int buffer = 0;
    for (std::ptrdiff_t term = 0; term < s.k; term += tile::depth) {
      const bool goes_on = term + tile::depth < s.k;
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
      if (goes_on) of_a.store(shared.a[buffer]), of_b.store(shared.b[buffer]);
      __syncthreads();
    }
    for_each_own([&](int r, int q, std::ptrdiff_t i, std::ptrdiff_t j) {
      C& element = c.data[i * c.row_stride + j * c.column_stride];
      element = static_cast<C>(tail(sums[r][q], element, i, j));
    });
  }
}

/// May a pack be loaded at once, wherever one begins?
template <class tile, class T>
bool is_aligned(const matrix<T>& x) {
  constexpr std::size_t pack = tile::pack, bytes = pack * sizeof(T) < 16 ? pack * sizeof(T) : 16;
  const std::ptrdiff_t other = x.column_stride == 1 ? x.row_stride : x.column_stride;
  return (x.column_stride == 1 || x.row_stride == 1) && other % static_cast<std::ptrdiff_t>(pack) == 0 &&
         reinterpret_cast<std::uintptr_t>(x.data) % bytes == 0;
}

template <class tile>
std::ptrdiff_t tiles_of(const sizes& s) {
  return ((s.m + tile::rows - 1) / tile::rows) * ((s.n + tile::columns - 1) / tile::columns);
}

template <class tile, class Sum, class A, class B, class C, class Start, class Tail>
void contract_by(const sizes& s, const matrix<A>& a, const matrix<B>& b, const matrix<C>& c,
                 const Start& start, const Tail& tail) {
  const auto begin = [&](auto* kernel) {
    launch(kernel, dim3(static_cast<unsigned>(std::min<std::ptrdiff_t>(tiles_of<tile>(s), 1 << 30))),
           dim3(tile::threads), 0, s, a, b, c, start, tail, is_aligned<tile>(a), is_aligned<tile>(b));
  };
  const bool along_a = a.column_stride == 1, along_b = b.row_stride == 1;
  if (along_a && along_b)
    begin(contraction_kernel<tile, Sum, true, true, A, B, C, Start, Tail>);
  else if (along_a)
    begin(contraction_kernel<tile, Sum, true, false, A, B, C, Start, Tail>);
  else if (along_b)
    begin(contraction_kernel<tile, Sum, false, true, A, B, C, Start, Tail>);
  else
    begin(contraction_kernel<tile, Sum, false, false, A, B, C, Start, Tail>);
}

}  // namespace detail

/// c(i, j) = tail(start + a(i, 0) * b(0, j) + ... + a(i, k - 1) * b(k - 1, j), c(i, j), i, j) for all
/// elements of C.
///
/// - `Sum` is the type of products and sums, which are added in the order of the sequential loop.
/// - `start` is from_zero(), from_c() or a function (c, i, j) for the device; `tail` as_it_is() or one of
///   (sum, c, i, j). Both are called once for each element.
/// - The matrices are in device memory; C overlaps neither A nor B. Strides are any; for C they name every
/// element
///   once. m, n and k may be 0.
///
/// Does not wait. Throws `error`.
template <class Sum, class A, class B, class C, class Start, class Tail = as_it_is>
void contract(const sizes& s, const matrix<A>& a, const matrix<B>& b, const matrix<C>& c, Start start,
              Tail tail = {}) {
  constexpr std::ptrdiff_t many = 200;  // fewer tiles leave multiprocessors idle
  if (s.m <= 0 || s.n <= 0) return;
  if constexpr (sizeof(Sum) <= 4)
    if (detail::tiles_of<detail::contraction_tile<8>>(s) >= many)
      return detail::contract_by<detail::contraction_tile<8>, Sum>(s, a, b, c, start, tail);
  detail::contract_by<detail::contraction_tile<4>, Sum>(s, a, b, c, start, tail);
}

}  // namespace appyl::cuda
