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

/// Sums of signed integers wrap around, which only unsigned arithmetic does. All else is computed in its
/// type.
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

/// first = x0 y0 x1 y1 ..., second = what remains of x and y, likewise.
template <class T, std::size_t... I>
APPYL_CPU_INLINE void interleave(vector<T>& first, vector<T>& second, const vector<T>& x, const vector<T>& y,
                                 std::index_sequence<I...>) {
  constexpr int count = static_cast<int>(sizeof...(I));
#ifdef __clang__
  first = __builtin_shufflevector(x, y, (static_cast<int>(I) / 2 + static_cast<int>(I) % 2 * count)...);
  second = __builtin_shufflevector(
      x, y, (count / 2 + static_cast<int>(I) / 2 + static_cast<int>(I) % 2 * count)...);
#else
  using index = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef index mask __attribute__((vector_size(vector_bytes)));
  first = __builtin_shuffle(x, y, mask{static_cast<index>(I / 2 + I % 2 * count)...});
  second = __builtin_shuffle(x, y, mask{static_cast<index>(count / 2 + I / 2 + I % 2 * count)...});
#endif
}

/// Lane j of row i becomes lane i of row j. Each round interleaves the first half of the rows with the
/// second.
template <class T>
APPYL_CPU_INLINE void transpose(vector<T> (&rows)[lanes<T>]) {
  constexpr int count = lanes<T>;
  APPYL_CPU_UNROLL
  for (int round = 1; round < count; round *= 2) {
    vector<T> next[count];
    APPYL_CPU_UNROLL
    for (int i = 0; i < count / 2; ++i)
      interleave<T>(next[2 * i], next[2 * i + 1], rows[i], rows[i + count / 2],
                    std::make_index_sequence<static_cast<std::size_t>(count)>());
    APPYL_CPU_UNROLL
    for (int i = 0; i < count; ++i) rows[i] = next[i];
  }
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
