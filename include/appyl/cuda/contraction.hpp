// Products of matrices on the device, and whatever else is a sum over p of a(i, p) * b(p, j). For all threads
// of a kernel:
//
//   using namespace appyl::cuda;
//   contract_in_grid<float>({m, n, k}, row_major{a, k}, row_major{b, n}, row_major{c, n}, from_zero());  // C
//   = A B contract_in_grid<float>({m, n, k}, alpha * column_major{a, m}, row_major{b, n}, row_major{c, n},
//                           from_c());                                                         // C += alpha
//                           A' B
//
// or, from the host, contract<float>(...) with the same arguments.
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

  template <class Row, class Column>
  __host__ __device__ constexpr matrix(T* data, Row row_stride, Column column_stride)  // integers of any type
      : data(data),
        row_stride(static_cast<std::ptrdiff_t>(row_stride)),
        column_stride(static_cast<std::ptrdiff_t>(column_stride)) {}
};

/// One whose rows are contiguous.
template <class T>
struct row_major : matrix<T> {
  __host__ __device__ constexpr row_major(T* data, std::ptrdiff_t row_stride)
      : matrix<T>{data, row_stride, 1} {}
};

/// One whose columns are contiguous.
template <class T>
struct column_major : matrix<T> {
  __host__ __device__ constexpr column_major(T* data, std::ptrdiff_t column_stride)
      : matrix<T>{data, 1, column_stride} {}
};

/// A matrix whose elements are multiplied by a factor before anything else.
template <class Matrix, class Factor>
struct scaled_matrix {
  Factor factor;
  Matrix of;
};
template <class Factor, template <class> class Matrix, class T>
__host__ __device__ constexpr scaled_matrix<Matrix<T>, Factor> operator*(Factor factor, const Matrix<T>& x) {
  return {factor, x};
}

/// C is m x n, A m x k, B k x n. What is negative counts as 0, as in a loop up to it.
struct sizes {
  std::ptrdiff_t m, n, k;

  template <class M, class N, class K>
  __host__ __device__ constexpr sizes(M rows, N columns, K terms)  // integers of any type
      : m(not_negative(rows)), n(not_negative(columns)), k(not_negative(terms)) {}

 private:
  template <class T>
  __host__ __device__ static constexpr std::ptrdiff_t not_negative(T size) {
    return static_cast<std::ptrdiff_t>(size) < 0 ? 0 : static_cast<std::ptrdiff_t>(size);
  }
};

/// What the sum of an element of C starts at: 0; the element; a value; beta times the element.
struct from_zero {};
struct from_c {
  template <class C>
  __host__ __device__ constexpr C operator()(const C& c, std::ptrdiff_t, std::ptrdiff_t) const {
    return c;
  }
};
template <class T>
struct from_value {
  T value;
  __host__ __device__ constexpr explicit from_value(T value) : value(value) {}
  __host__ __device__ constexpr T operator()(std::ptrdiff_t, std::ptrdiff_t) const { return value; }
};
template <class T>
struct from_c_times {
  T beta;
  __host__ __device__ constexpr explicit from_c_times(T beta) : beta(beta) {}
  template <class C>
  __host__ __device__ constexpr auto operator()(const C& c, std::ptrdiff_t, std::ptrdiff_t) const {
    return beta * c;
  }
};

/// The sum is stored as it is.
struct as_it_is {
  template <class Sum>
  __host__ __device__ constexpr Sum operator()(const Sum& sum, std::ptrdiff_t, std::ptrdiff_t) const {
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

template <class Matrix>
using elements = std::remove_const_t<std::remove_pointer_t<decltype(Matrix::data)>>;

template <class Matrix>
inline constexpr bool has_contiguous_rows = false;
template <class T>
inline constexpr bool has_contiguous_rows<row_major<T>> = true;
template <class Matrix>
inline constexpr bool has_contiguous_columns = false;
template <class T>
inline constexpr bool has_contiguous_columns<column_major<T>> = true;

template <class tile>
__host__ __device__ std::ptrdiff_t tiles_of(const sizes& s) {
  return ((s.m + tile::rows - 1) / tile::rows) * ((s.n + tile::columns - 1) / tile::columns);
}

/// Fewer tiles would leave multiprocessors idle.
template <class Sum>
__host__ __device__ bool fills_large_tiles(const sizes& s) {
  constexpr std::ptrdiff_t many = 200;
  return sizeof(Sum) <= 4 && tiles_of<contraction_tile<8>>(s) >= many;
}

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

struct no_factor {
  template <class T>
  __device__ constexpr T operator()(const T& value) const {
    return value;
  }
};
template <class Sum>
struct times {
  Sum factor;
  __device__ constexpr Sum operator()(const Sum& value) const { return factor * value; }
};

template <class tile, class Sum, class Factor, class A, class B, class T, class Start, class Tail>
__device__ void contract_tiles(const sizes& s, const Factor& factor, const A& a, const B& b,
                               const matrix<T>& c, const Start& start, const Tail& tail) {
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
        if constexpr (std::is_invocable_v<const Start&, T&, std::ptrdiff_t, std::ptrdiff_t>)
          sums[r][q] = static_cast<Sum>(start(c.data[i * c.row_stride + j * c.column_stride], i, j));
        else
          sums[r][q] = static_cast<Sum>(start(i, j));
      });
    passage<tile, Sum, elements<A>, has_contiguous_rows<A>> of_a(a.data, a.row_stride, a.column_stride,
                                                                 i_tile, s.m, s.k);
    passage<tile, Sum, elements<B>, has_contiguous_columns<B>> of_b(b.data, b.column_stride, b.row_stride,
                                                                    j_tile, s.n, s.k);
    of_a.load(0), of_b.load(0);
    of_a.store(shared.a[0], factor), of_b.store(shared.b[0], no_factor());
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
      if (goes_on) of_a.store(shared.a[buffer], factor), of_b.store(shared.b[buffer], no_factor());
      __syncthreads();
    }
    for_each_own([&](int r, int q, std::ptrdiff_t i, std::ptrdiff_t j) {
      T& element = c.data[i * c.row_stride + j * c.column_stride];
      if constexpr (std::is_invocable_v<const Tail&, Sum&, T&, std::ptrdiff_t, std::ptrdiff_t>)
        element = static_cast<T>(tail(sums[r][q], element, i, j));
      else
        element = static_cast<T>(tail(sums[r][q], i, j));
    });
  }
}

/// With the type that tells what is contiguous, rows or columns.
template <bool Rows, class Matrix, class Continue>
__device__ void by_layout(const Matrix& x, const Continue& go_on) {
  go_on(x);
}
template <bool Rows, class T, class Continue>
__device__ void by_layout(const matrix<T>& x, const Continue& go_on) {
  if (Rows && x.column_stride == 1)
    go_on(row_major<T>(x.data, x.row_stride));
  else if (!Rows && x.row_stride == 1)
    go_on(column_major<T>(x.data, x.column_stride));
  else
    go_on(x);
}

template <class Sum, class Factor, class A, class B, class T, class Start, class Tail>
__device__ void contract_as(const sizes& s, const Factor& factor, const A& a, const B& b, const matrix<T>& c,
                            const Start& start, const Tail& tail) {
  if constexpr (std::is_same_v<Start, from_c> && std::is_same_v<Tail, as_it_is>)
    if (s.k == 0) return;  // as in a loop over the terms, in which alone C is named
  by_layout<true>(a, [&](const auto& left) {
    by_layout<false>(b, [&](const auto& right) {
      if constexpr (sizeof(Sum) <= 4)
        if (fills_large_tiles<Sum>(s))
          return contract_tiles<contraction_tile<8>, Sum>(s, factor, left, right, c, start, tail);
      contract_tiles<contraction_tile<4>, Sum>(s, factor, left, right, c, start, tail);
    });
  });
}

}  // namespace detail

/// What a kernel that calls contract_in_grid<Sum>() is launched with.
template <class Sum>
dim3 contraction_blocks(const sizes& s) {
  const std::ptrdiff_t tiles = detail::fills_large_tiles<Sum>(s)
                                   ? detail::tiles_of<detail::contraction_tile<8>>(s)
                                   : detail::tiles_of<detail::contraction_tile<4>>(s);
  return dim3(static_cast<unsigned>(std::clamp<std::ptrdiff_t>(tiles, 1, 1 << 30)));
}
inline constexpr int contraction_threads = detail::contraction_tile<4>::threads;
/// Of shared memory.
template <class Sum>
inline constexpr std::size_t contraction_bytes =
    std::max(sizeof(detail::contraction_buffers<detail::contraction_tile<4>, Sum>),
             sizeof(Sum) <= 4 ? sizeof(detail::contraction_buffers<detail::contraction_tile<8>, Sum>) : 0);

/// c(i, j) = tail(start + a(i, 0) * b(0, j) + ... + a(i, k - 1) * b(k - 1, j)) for all elements of C, by all
/// threads of a grid of contraction_blocks<Sum>(s) blocks or any other number, each of contraction_threads,
/// with contraction_bytes<Sum> of shared memory from its beginning on.
///
/// - `Sum` is the arithmetic type of products and sums, which are added in the order of the sequential loop.
/// - `start` is from_zero(), from_c(), from_value(x), from_c_times(beta) or a function (i, j) or (c, i, j)
/// for
///   the device; `tail` as_it_is() or one of (sum, i, j) or (sum, c, i, j). Both are called once for each
///   element; c is its value before.
/// - The matrices are in device memory; C overlaps neither A nor B. Strides are any; for C they name every
///   element once. m, n and k may be 0. Where nothing is added to C, C is not touched.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const sizes& s, const A& a, const B& b, const matrix<T>& c,
                                 const Start& start, const Tail& tail = {}) {
  static_assert(std::is_arithmetic_v<Sum>, "the sums of a product on the device are numbers");
  detail::contract_as<Sum>(s, detail::no_factor(), a, b, c, start, tail);
}
template <class Sum, class A, class Factor, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const sizes& s, const scaled_matrix<A, Factor>& a, const B& b,
                                 const matrix<T>& c, const Start& start, const Tail& tail = {}) {
  static_assert(std::is_arithmetic_v<Sum>, "the sums of a product on the device are numbers");
  detail::contract_as<Sum>(s, detail::times<Sum>{static_cast<Sum>(a.factor)}, a.of, b, c, start, tail);
}

namespace detail {

template <class Sum, class A, class B, class T, class Start, class Tail>
__global__ void __launch_bounds__(contraction_threads, 2)
    contraction_kernel(sizes s, A a, B b, matrix<T> c, Start start, Tail tail) {
  contract_in_grid<Sum>(s, a, b, c, start, tail);
}

}  // namespace detail

/// contract_in_grid() from the host. Does not wait. Throws `error`.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
void contract(const sizes& s, const A& a, const B& b, const matrix<T>& c, Start start, Tail tail = {}) {
  if (s.m == 0 || s.n == 0) return;
  launch(detail::contraction_kernel<Sum, A, B, T, Start, Tail>, contraction_blocks<Sum>(s),
         dim3(contraction_threads), contraction_bytes<Sum>, s, a, b, c, start, tail);
}

}  // namespace appyl::cuda
