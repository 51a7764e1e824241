// The vectors that the products of matrices are computed with: the instruction set that this file is compiled
// for, the compiler's vectors of it, and the operations on them that have no operator. GCC and Clang.
#pragma once

#include <appyl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// The functions of each instruction set have names of their own, so that files which are compiled for
// different ones can be linked together.
#if defined(__AVX512F__)
#define APPYL_CPU_ISA avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define APPYL_CPU_ISA avx2
#elif defined(__ARM_NEON)
#define APPYL_CPU_ISA neon
#else
#define APPYL_CPU_ISA plain
#endif

#define APPYL_CPU_INLINE inline __attribute__((always_inline))

// For functions with vectors inside. Where a chip prefers shorter vectors, Clang cuts all longer ones in two.
#if defined(__clang__) && defined(__AVX512F__)
#define APPYL_CPU_WHOLE_VECTORS __attribute__((min_vector_width(512)))
#else
#define APPYL_CPU_WHOLE_VECTORS
#endif

// Unrolls the loop that follows, whose trip count is a constant; or keeps it from being unrolled.
#ifdef __clang__
#define APPYL_CPU_UNROLL _Pragma("clang loop unroll(full)")
#define APPYL_CPU_DONT_UNROLL _Pragma("clang loop unroll(disable)")
#elif !defined(__OPTIMIZE__)  // GCC warns that it ignores them
#define APPYL_CPU_UNROLL
#define APPYL_CPU_DONT_UNROLL
#else
#define APPYL_CPU_UNROLL _Pragma("GCC unroll 64")
#define APPYL_CPU_DONT_UNROLL _Pragma("GCC unroll 1")
#endif

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {
namespace detail {

// The tile of C that stays in registers: rows, and vectors in each row. Its accumulators, the vectors of one
// row of B and a broadcast element of A fill the vector registers (32, 16, 32, 16 of them), and are more than
// the FMAs in flight (8 to 10).
#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64, most_vectors = 3, rows_with_fma = 9;
#elif defined(__AVX2__) && defined(__FMA__)
inline constexpr int vector_bytes = 32, most_vectors = 2, rows_with_fma = 6;
#elif defined(__ARM_NEON)
inline constexpr int vector_bytes = 16, most_vectors = 2, rows_with_fma = 12;
#else
inline constexpr int vector_bytes = 16, most_vectors = 2, rows_with_fma = 5;
#endif

/// Sums of signed integers wrap around, so they are computed in unsigned arithmetic. All others are computed
/// in their own type.
template <class Sum, bool = std::is_integral_v<Sum>>
struct arithmetic {
  using type = std::make_unsigned_t<Sum>;
};
template <class Sum>
struct arithmetic<Sum, false> {
  using type = Sum;
};

/// The type of a sum of products of elements of C's type: what C++'s arithmetic promotes it to, and float for
/// the floating-point types of two bytes.
template <class C>
struct sum_of {
  using type = std::conditional_t<std::is_integral_v<C> && (sizeof(C) < sizeof(int)), int, C>;
};
template <>
struct sum_of<half> {
  using type = float;
};
template <>
struct sum_of<bfloat16> {
  using type = float;
};

template <class T>
inline constexpr bool has_vectors = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                    (std::is_integral_v<T> && std::is_unsigned_v<T> &&
                                     (sizeof(T) == 4 || sizeof(T) == 8));

/// `type` holds `lanes` values; a type without vectors is its own vector.
template <class T, bool = has_vectors<T>>
struct vector_of {
  static constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
  typedef T type __attribute__((vector_size(vector_bytes)));
  typedef T in_memory __attribute__((vector_size(vector_bytes), aligned(alignof(T)), may_alias));
};
template <class T>
struct vector_of<T, false> {
  static constexpr int lanes = 1;
  using type = T;
  using in_memory = T;
};
/// The rows of the largest tile. The products of integers need a register before they are added.
template <class T>
inline constexpr int most_rows = !has_vectors<T>         ? 2
                                 : std::is_integral_v<T> ? rows_with_fma - 2
                                                         : rows_with_fma;
template <class T>
using vector = typename vector_of<T>::type;
template <class T>
inline constexpr int lanes = vector_of<T>::lanes;

template <class T>
APPYL_CPU_INLINE void load(vector<T>& value, const T* from) {
  value = *reinterpret_cast<const typename vector_of<T>::in_memory*>(from);
}
template <class T>
APPYL_CPU_INLINE void store(const vector<T>& value, T* to) {
  *reinterpret_cast<typename vector_of<T>::in_memory*>(to) = value;
}

/// Lanes outside of [first, last) become those of `other`.
template <class T, std::size_t... I>
APPYL_CPU_INLINE void keep_lanes(vector<T>& value, const vector<T>& other, std::ptrdiff_t first,
                                 std::ptrdiff_t last, std::index_sequence<I...>) {
  using index = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef index mask __attribute__((vector_size(vector_bytes)));
  const mask numbers = {static_cast<index>(I)...};
  const mask isInside = (numbers >= static_cast<index>(first)) & (numbers < static_cast<index>(last));
  value = isInside ? value : other;
}
template <class T>
APPYL_CPU_INLINE void keep_lanes(vector<T>& value, const vector<T>& other, std::ptrdiff_t first,
                                 std::ptrdiff_t last) {
  if (first <= 0 && last >= lanes<T>) return;
  if constexpr (has_vectors<T>)
    keep_lanes<T>(value, other, first, last, std::make_index_sequence<static_cast<std::size_t>(lanes<T>)>());
  else
    value = other;
}

/// Lane l becomes lane Order::from(l) of x, or of y, whose lanes count on from x's.
template <class Order, class T, std::size_t... I>
APPYL_CPU_INLINE void choose_lanes(vector<T>& value, const vector<T>& x, const vector<T>& y,
                                   std::index_sequence<I...>) {
#ifdef __clang__
  value = __builtin_shufflevector(x, y, Order::from(static_cast<int>(I))...);
#else
  using index = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef index mask __attribute__((vector_size(vector_bytes)));
  value = __builtin_shuffle(x, y, mask{static_cast<index>(Order::from(static_cast<int>(I)))...});
#endif
}

/// The lanes that 16 bytes hold. All instruction sets can mix those of two vectors within each 16 bytes, and
/// whole 16 bytes of two vectors, faster than single lanes.
template <class T>
inline constexpr int quarter = 16 / static_cast<int>(sizeof(T));

/// x0 y0 x1 y1 ... of the first or the second half of each 16 bytes, where x0, y0, ... are groups of lanes.
template <class T, int Group, int Half>
struct interleaved {
  static constexpr int from(int lane) {
    const int inside = lane % quarter<T>, group = inside / Group;
    return lane - inside + Half * quarter<T> / 2 + group / 2 * Group + lane % Group + group % 2 * lanes<T>;
  }
};
/// Every second 16 bytes, from the first or the second one on, of x and then of y.
template <class T, int First>
struct every_second {
  static constexpr int from(int lane) {
    return (lane / quarter<T> * 2 + First) * quarter<T> + lane % quarter<T>;
  }
};

/// Replaces x and y by what the two orders select from them.
template <class First, class Second, class T>
APPYL_CPU_INLINE void mix(vector<T>& x, vector<T>& y) {
  constexpr auto all = std::make_index_sequence<static_cast<std::size_t>(lanes<T>)>();
  vector<T> first;
  choose_lanes<First, T>(first, x, y, all);
  choose_lanes<Second, T>(y, x, y, all);
  x = first;
}

/// Lane j of row i becomes lane i of row j: first in squares of 16 bytes, then these as a whole.
template <class T>
APPYL_CPU_INLINE void transpose(vector<T> (&rows)[lanes<T>]) {
  constexpr int side = quarter<T>, squares = lanes<T> / side;
  APPYL_CPU_UNROLL
  for (int i = 0; i < lanes<T>; i += side) {
    APPYL_CPU_UNROLL
    for (int k = 0; k < side; k += 2)
      mix<interleaved<T, 1, 0>, interleaved<T, 1, 1>, T>(rows[i + k], rows[i + k + 1]);
    if constexpr (side == 4) {
      mix<interleaved<T, 2, 0>, interleaved<T, 2, 1>, T>(rows[i], rows[i + 2]);
      mix<interleaved<T, 2, 0>, interleaved<T, 2, 1>, T>(rows[i + 1], rows[i + 3]);
      std::swap(rows[i + 1], rows[i + 2]);
    }
  }
  APPYL_CPU_UNROLL
  for (int k = 0; k < side; ++k) {
    if constexpr (squares >= 2) {
      APPYL_CPU_UNROLL
      for (int s = 0; s < squares; s += 2)
        mix<every_second<T, 0>, every_second<T, 1>, T>(rows[s * side + k], rows[(s + 1) * side + k]);
    }
    if constexpr (squares == 4) {
      mix<every_second<T, 0>, every_second<T, 1>, T>(rows[k], rows[2 * side + k]);
      mix<every_second<T, 0>, every_second<T, 1>, T>(rows[side + k], rows[3 * side + k]);
    }
  }
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
