// Panels: a few rows of A, or columns of B, copied so that the micro-kernel reads them one element after the
// other. A panel has `width` lines (rows of A, columns of B) of k elements; element (line l, p) comes from
// from[l * line + p * step] and goes to to[p * width + l]. The elements are converted on the way, and
// multiplied by a factor. Nothing is read but the elements of the operand.
#pragma once

#include <appyl/cpu/vectors.hpp>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {
namespace detail {

/// A factor that needs no multiplication.
struct one {};

/// A source of panels: element (line l, p) is data[l * line + p * step].
template <class T>
struct operand {
  const T* data;
  std::ptrdiff_t line, step;
};

template <class Sum, class From, class Factor>
APPYL_CPU_INLINE auto converted(const From& x, [[maybe_unused]] const Factor& factor) {
  using work = typename arithmetic<Sum>::type;
  const work value = static_cast<work>(static_cast<Sum>(x));
  if constexpr (std::is_same_v<Factor, one>)
    return value;
  else
    return static_cast<work>(factor * value);
}

/// `lanes` consecutive elements.
template <class Sum, class From, class Factor, class T>
APPYL_CPU_INLINE void load_converted(vector<T>& value, const From* from,
                                     [[maybe_unused]] const Factor& factor) {
  if constexpr (std::is_same_v<From, Sum> && has_vectors<T>) {
    load<T>(value, reinterpret_cast<const T*>(from));
    if constexpr (!std::is_same_v<Factor, one>) value = factor * value;
  } else {
    T values[lanes<T>];
    APPYL_CPU_UNROLL
    for (int l = 0; l < lanes<T>; ++l) values[l] = converted<Sum>(from[l], factor);
    load<T>(value, values);
  }
}

/// The lines are next to each other in memory. At least round_up(width, lanes) of them exist. A last vector
/// may write up to lanes - 1 elements too many, which the next vector overwrites.
template <class Sum, class From, class Factor, class T>
APPYL_CPU_WHOLE_VECTORS void pack_rows(const From* from, std::ptrdiff_t step, int width, std::ptrdiff_t k,
                                       T* to, Factor factor) {
  constexpr int full = most_vectors * lanes<T>;
  vector<T> value;
  if (width == full) {
    for (std::ptrdiff_t p = 0; p < k; ++p, from += step, to += full) {
      APPYL_CPU_UNROLL
      for (int v = 0; v < most_vectors; ++v) {
        load_converted<Sum, From, Factor, T>(value, from + v * lanes<T>, factor);
        store<T>(value, to + v * lanes<T>);
      }
    }
  } else {
    for (std::ptrdiff_t p = 0; p < k; ++p, from += step, to += width)
      for (int l = 0; l < width; l += lanes<T>) {
        load_converted<Sum, From, Factor, T>(value, from + l, factor);
        store<T>(value, to + l);
      }
  }
}

/// The elements of a line are next to each other in memory; `k` is a multiple of `lanes`. Blocks of `lanes`
/// lines and elements are transposed in registers. Of the lines that make no full block the last go first,
/// since each vector writes up to lanes - 1 elements too many, which later vectors overwrite.
template <class Sum, class From, class Factor, class T>
APPYL_CPU_WHOLE_VECTORS void pack_columns(const From* from, std::ptrdiff_t line, int width, std::ptrdiff_t k,
                                          T* to, Factor factor) {
  constexpr int count = lanes<T>;
  vector<T> block[count];
  for (std::ptrdiff_t p = 0; p < k; p += count)
    for (int first = (width - 1) / count * count; first >= 0; first -= count) {
      const From* const corner = from + first * line + p;
      if (width - first >= count) {
        APPYL_CPU_UNROLL
        for (int l = 0; l < count; ++l)
          load_converted<Sum, From, Factor, T>(block[l], corner + l * line, factor);
      } else {
        APPYL_CPU_UNROLL
        for (int l = 0; l < count; ++l) {
          block[l] = vector<T>{};
          if (l < width - first) load_converted<Sum, From, Factor, T>(block[l], corner + l * line, factor);
        }
      }
      transpose<T>(block);
      APPYL_CPU_UNROLL
      for (int l = 0; l < count; ++l) store<T>(block[l], to + (p + l) * width + first);
    }
}

/// Packs the lines [first, first + count) of the `lines` that there are, and zeros up to `width` lines. Up to
/// lanes - 1 elements behind the panel are overwritten, too.
template <class Sum, class From, class Factor, class T>
void pack(const operand<From>& source, std::ptrdiff_t first, int count, std::ptrdiff_t lines,
          std::ptrdiff_t k, T* to, int width, Factor factor) {
  const From* const from = source.data + first * source.line;
  const bool isWhole = count == width;
  constexpr int step = lanes<T>;
  std::ptrdiff_t done = 0;
  if constexpr (has_vectors<T>) {
    if (isWhole && source.line == 1 && first + (width + step - 1) / step * step <= lines) {
      pack_rows<Sum>(from, source.step, width, k, to, factor);
      return;
    }
    if (isWhole && source.step == 1) {
      done = k / step * step;
      pack_columns<Sum>(from, source.line, width, done, to, factor);
    }
  }
  for (std::ptrdiff_t p = done; p < k; ++p) {
    for (int l = 0; l < count; ++l)
      to[p * width + l] = converted<Sum>(from[l * source.line + p * source.step], factor);
    for (int l = count; l < width; ++l) to[p * width + l] = T();
  }
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
