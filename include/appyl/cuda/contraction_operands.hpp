// What products on the device are made of: matrices, their sizes, what a sum starts at and what is stored of
// it.
#pragma once

#include <appyl/cuda/staging.hpp>
#include <appyl/half.hpp>

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

/// The rows of matrices that lie one behind the other. No count is less than 0.
template <class... Counts>
__host__ __device__ constexpr std::ptrdiff_t rows_of(Counts... counts) {
  return ((static_cast<std::ptrdiff_t>(counts) < 0 ? 0 : static_cast<std::ptrdiff_t>(counts)) * ... * 1);
}

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
    if constexpr (std::is_same_v<C, half> || std::is_same_v<C, bfloat16>)
      return beta * static_cast<float>(c);
    else
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

/// The elements (i, j) of C that are computed: all, those with j <= i, those with j >= i.
enum class part { all, lower, upper };

namespace detail {

__host__ __device__ constexpr bool is_in(part wanted, std::ptrdiff_t i, std::ptrdiff_t j) {
  return wanted == part::all || (wanted == part::lower ? j <= i : j >= i);
}

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

template <class Matrix>
inline constexpr bool is_contiguous = has_contiguous_rows<Matrix> || has_contiguous_columns<Matrix>;

/// A tile of C: where it begins.
struct place {
  std::ptrdiff_t i, j;
};

/// The same place, but hidden from the compiler: it computes the addresses of a tile's elements anew, instead
/// of keeping those of the sums' starts in registers until the sums are stored.
__device__ inline place anew(place from) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+l"(from.i), "+l"(from.j));
#endif
  return from;
}
/// Likewise for a number: the compiler does not keep values computed from it in registers.
__device__ inline int anew(int from) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+r"(from));
#endif
  return from;
}
__device__ inline std::ptrdiff_t anew(std::ptrdiff_t from) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+l"(from));
#endif
  return from;
}
template <class T>
__device__ const T* anew(const T* from) {
#ifdef __CUDA_ARCH__
  asm volatile("" : "+l"(from));
#endif
  return from;
}

/// The same number, computed anew: values that are loaded or stored together then need not be in neighbouring
/// registers while they are sums. (Their factors are, so that the banks of the two would conflict.)
template <class Sum>
__device__ Sum copied(Sum value) {
#ifdef __CUDA_ARCH__
  const unsigned one = blockDim.y;  // which the compiler does not know
  if constexpr (std::is_same_v<Sum, float>) return value + __uint_as_float(one << 31);  // -0
  if constexpr (std::is_integral_v<Sum>) return static_cast<Sum>(value * static_cast<int>(one));
#endif
  return value;
}

/// Tiles of `Rows` x `Columns` elements that cover C.
template <int Rows, int Columns>
struct tiling {
  std::ptrdiff_t rows, columns;  // of tiles

  __host__ __device__ explicit tiling(const sizes& s)
      : rows((s.m + Rows - 1) / Rows), columns((s.n + Columns - 1) / Columns) {}

  __host__ __device__ std::ptrdiff_t count() const { return rows * columns; }

  /// Does the tile have elements of that part of C?
  __device__ static bool meets(part wanted, const place& first) {
    return is_in(wanted, first.i + (wanted == part::lower ? Rows - 1 : 0),
                 first.j + (wanted == part::upper ? Columns - 1 : 0));
  }

  /// A few rows of tiles at a time: what neighbours share stays in the L2 cache.
  __device__ place operator[](std::ptrdiff_t number) const {
    constexpr std::ptrdiff_t group = 8;
    const std::ptrdiff_t first = number / (group * columns) * group,
                         high = rows - first < group ? rows - first : group,
                         inside = number % (group * columns);
    return {(first + inside % high) * Rows, inside / high * Columns};
  }
};

/// The terms are not shared: each block adds up all of them.
struct no_shares {};

template <class Shares>
__device__ bool are_shared(const Shares& shares) {
  if constexpr (std::is_same_v<Shares, no_shares>)
    return false;
  else
    return shares.sums != nullptr;
}

/// The terms that the block has, in whole steps of `step`.
template <class Shares>
__device__ share terms_of(const Shares& shares, const sizes& s, int step) {
  share own(s.k, step);
  if (!are_shared(shares)) own.first = 0, own.end = s.k;
  return own;
}

/// Stores the block's sums of tile `number`. for_each(visit) visits the sums of the calling thread, one of
/// the first `threads`, for which synchronize() waits. True in the block that ends last: its sums are then
/// those of all shares, added in their order.
template <int Tile, class Sum, class Synchronize, class ForEach>
__device__ bool combine(const term_shares<Sum>& shares, std::ptrdiff_t number, unsigned threads,
                        const Synchronize& synchronize, const ForEach& for_each) {
  __shared__ bool is_last;
  Sum* const all = shares.sums + number * gridDim.z * Tile + threadIdx.x;
  unsigned own = 0;
  for_each([&](Sum& sum) { all[blockIdx.z * Tile + threads * own++] = sum; });
  __threadfence();
  synchronize();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(&shares.finished[number], 1u) == gridDim.z - 1;
    if (is_last) shares.finished[number] = 0;
  }
  synchronize();
  const bool combines = is_last;
  synchronize();  // is_last may be used again
  if (!combines) return false;
  __threadfence();
  own = 0;
  for_each([&](Sum& sum) {
    sum = 0;
    for (unsigned share = 0; share < gridDim.z; ++share) sum += all[share * Tile + threads * own];
    ++own;
  });
  return true;
}
template <class Sum, class ForEach>
__device__ bool combine(const term_shares<Sum>& shares, std::ptrdiff_t number, const ForEach& for_each) {
  return combine<term_shares<Sum>::tile>(
      shares, number, blockDim.x, [] { __syncthreads(); }, for_each);
}

/// What the sum of element (i, j) starts at.
template <class Sum, class T, class Start>
__device__ Sum start_of_element(const Start& start, T& element, std::ptrdiff_t i, std::ptrdiff_t j) {
  if constexpr (std::is_same_v<Start, from_zero>)
    return Sum(0);
  else if constexpr (std::is_invocable_v<const Start&, T&, std::ptrdiff_t, std::ptrdiff_t>)
    return static_cast<Sum>(start(element, i, j));
  else
    return static_cast<Sum>(start(i, j));
}
template <class Sum, class T, class Start>
__device__ Sum start_of(const Start& start, const matrix<T>& c, std::ptrdiff_t i, std::ptrdiff_t j) {
  return start_of_element<Sum>(start, c.data[i * c.row_stride + j * c.column_stride], i, j);
}

/// Stores what the tail makes of the sum of element (i, j).
template <class Sum, class T, class Tail>
__device__ void finish_element(const Tail& tail, Sum sum, T& element, std::ptrdiff_t i, std::ptrdiff_t j) {
  if constexpr (std::is_invocable_v<const Tail&, Sum&, T&, std::ptrdiff_t, std::ptrdiff_t>)
    element = static_cast<T>(tail(sum, element, i, j));
  else
    element = static_cast<T>(tail(sum, i, j));
}
template <class Sum, class T, class Tail>
__device__ void finish(const Tail& tail, Sum sum, const matrix<T>& c, std::ptrdiff_t i, std::ptrdiff_t j) {
  finish_element(tail, sum, c.data[i * c.row_stride + j * c.column_stride], i, j);
}

/// Elements side by side that are read, and written, together.
template <int Count, class T>
struct alignas(Count * sizeof(T) < 16 ? Count * sizeof(T) : 16) neighbours {
  T elements[Count];
};

/// Is a tile of C such that all its elements are computed, `Count` neighbours of each row together?
template <int Rows, int Columns, int Count, class T>
__device__ bool is_whole(const matrix<T>& c, const sizes& s, part wanted, const place& first) {
  constexpr std::ptrdiff_t size = sizeof(T), alignment = alignof(neighbours<Count, T>);
  return first.i + Rows <= s.m && first.j + Columns <= s.n && c.column_stride == 1 &&
         c.row_stride * size % alignment == 0 && reinterpret_cast<std::uintptr_t>(c.data) % alignment == 0 &&
         is_in(wanted, first.i, first.j + Columns - 1) && is_in(wanted, first.i + Rows - 1, first.j);
}

/// visit(q, element, j) for element (i, first + q) of C, q from 0 to Count - 1, where there is one that is
/// `wanted`. Such neighbours are read, and written, together where they lie side by side; those of a tile
/// that is_whole() without a look, so that no load waits for another.
template <int Count, bool IsRead, bool IsWritten, class IsWhole, class T, class Visit>
__device__ void for_neighbours(IsWhole is_whole, const matrix<T>& c, const sizes& s, part wanted,
                               std::ptrdiff_t i, std::ptrdiff_t first, const Visit& visit) {
  using row = neighbours<Count, T>;
  T* const from = c.data + i * c.row_stride + (is_whole ? first : first * c.column_stride);
  if (is_whole ||
      (i < s.m && first + Count <= s.n && c.column_stride == 1 && is_in(wanted, i, first) &&
       is_in(wanted, i, first + Count - 1) && reinterpret_cast<std::uintptr_t>(from) % alignof(row) == 0)) {
    row all;
    if constexpr (IsRead) all = *reinterpret_cast<const row*>(from);
    APPYL_UNROLL
    for (int q = 0; q < Count; ++q) visit(q, all.elements[q], first + q);
    if constexpr (IsWritten) *reinterpret_cast<row*>(from) = all;
  } else {
    APPYL_UNROLL
    for (int q = 0; q < Count; ++q)
      if (i < s.m && first + q < s.n && is_in(wanted, i, first + q))
        visit(q, from[q * c.column_stride], first + q);
  }
}
/// Sums are given their starts.
template <int Count, class IsWhole, class Sum, class T, class Start>
__device__ void start_row(IsWhole is_whole, const Start& start, Sum* sums, const matrix<T>& c, const sizes& s,
                          part wanted, std::ptrdiff_t i, std::ptrdiff_t first) {
  constexpr bool is_read = std::is_invocable_v<const Start&, T&, std::ptrdiff_t, std::ptrdiff_t>;
  for_neighbours<Count, is_read, false>(
      is_whole, c, s, wanted, i, first,
      [&](int q, T& element, std::ptrdiff_t j) { sums[q] = start_of_element<Sum>(start, element, i, j); });
}
/// What becomes of sums is stored. `is_start_last`: they have not been given their starts.
template <int Count, class IsWhole, class Sum, class T, class Start, class Tail>
__device__ void finish_row(IsWhole is_whole, const Start& start, bool is_start_last, const Tail& tail,
                           const Sum* sums, const matrix<T>& c, const sizes& s, part wanted, std::ptrdiff_t i,
                           std::ptrdiff_t first) {
  constexpr bool is_read = std::is_invocable_v<const Start&, T&, std::ptrdiff_t, std::ptrdiff_t> ||
                           std::is_invocable_v<const Tail&, Sum&, T&, std::ptrdiff_t, std::ptrdiff_t>;
  for_neighbours<Count, is_read, true>(
      is_whole, c, s, wanted, i, first, [&](int q, T& element, std::ptrdiff_t j) {
        const Sum sum = is_start_last ? start_of_element<Sum>(start, element, i, j) + sums[q] : sums[q];
        finish_element(tail, sum, element, i, j);
      });
}

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

}  // namespace detail
}  // namespace appyl::cuda
