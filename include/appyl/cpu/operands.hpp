// What the factors of a product may be: whole matrices, the elements on one side of a diagonal, and matrices
// whose terms several loops count. Each is an operand here: lines (rows of A, columns of B) of terms, of
// which panels are copied.
#pragma once

#include <appyl/cpu/packing.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {

/// A matrix in memory: element (i, j) is data[i * row_stride + j * column_stride]. Strides are in elements.
template <class T>
struct matrix {
  T* data;
  std::ptrdiff_t row_stride, column_stride;

  template <class Rows, class Columns>
  constexpr matrix(T* first, Rows row, Columns column)  // integers of any type
      : data(first),
        row_stride(static_cast<std::ptrdiff_t>(row)),
        column_stride(static_cast<std::ptrdiff_t>(column)) {}
};
template <class T, class Rows, class Columns>
matrix(T*, Rows, Columns) -> matrix<T>;

/// The elements (i, j) of a matrix with j <= i + shift (lower) or j >= i + shift. There are no others:
/// nothing is added for them, and their memory is not read.
template <class T>
struct triangle {
  matrix<T> of;
  bool isLower;
  std::ptrdiff_t shift;
};
template <class T>
constexpr triangle<T> lower(const matrix<T>& x, std::ptrdiff_t shift = 0) {
  return {x, true, shift};
}
template <class T>
constexpr triangle<T> upper(const matrix<T>& x, std::ptrdiff_t shift = 0) {
  return {x, false, shift};
}

/// How many loops may count the terms.
inline constexpr int most_term_loops = 4;

/// The counts of the loops over the terms, outermost first. What is negative counts as 0.
struct terms {
  std::array<std::ptrdiff_t, most_term_loops> counts{};
  int loops;

  template <class... Counts>
  constexpr explicit terms(Counts... each)
      : counts{std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(each), 0)...}, loops(sizeof...(each)) {
    static_assert(sizeof...(each) <= most_term_loops);
  }
  constexpr std::ptrdiff_t product() const {
    std::ptrdiff_t all = 1;
    for (int l = 0; l < loops; ++l) all *= counts[static_cast<std::size_t>(l)];
    return all;
  }
};

/// A matrix whose terms are counted by several loops: its own stride along them is that of the innermost one,
/// `strides` are those of the others, outermost first.
template <class T>
struct nested_matrix {
  matrix<T> of;
  std::array<std::ptrdiff_t, most_term_loops> strides;
};
template <class T, class... Strides>
constexpr nested_matrix<T> nested(const matrix<T>& x, Strides... outer) {
  static_assert(sizeof...(outer) < most_term_loops);
  return {x, {static_cast<std::ptrdiff_t>(outer)...}};
}

namespace detail {

/// [first, last)
struct term_range {
  std::ptrdiff_t first, last;
};
constexpr term_range common(const term_range& x, const term_range& y) {
  return {std::max(x.first, y.first), std::min(x.last, y.last)};
}
inline constexpr std::ptrdiff_t no_end = std::numeric_limits<std::ptrdiff_t>::max();

/// An operand whose lines have the terms from line + shift on, or those in front of line + shift.
template <class T>
struct triangle_operand {
  operand<T> of;
  bool startsAtLine;
  std::ptrdiff_t shift;
};

/// An operand whose terms `loops` loops count.
template <class T>
struct nested_operand {
  operand<T> of;
  terms loops;
  std::array<std::ptrdiff_t, most_term_loops> strides;  // of all loops but the innermost
};

template <class Operand>
inline constexpr bool is_plain = false;
template <class T>
inline constexpr bool is_plain<operand<T>> = true;
/// The distance of two lines.
template <class T>
constexpr std::ptrdiff_t line_of(const operand<T>& x) {
  return x.line;
}
template <class Operand>
constexpr std::ptrdiff_t line_of(const Operand& x) {
  return x.of.line;
}
template <class Operand>
inline constexpr bool is_triangle = false;
template <class T>
inline constexpr bool is_triangle<triangle_operand<T>> = true;

// The rows of A and the columns of B, as lines.

template <class T>
constexpr operand<std::remove_const_t<T>> rows_of_left(const matrix<T>& a, const terms&) {
  return {a.data, a.row_stride, a.column_stride};
}
template <class T>
constexpr operand<std::remove_const_t<T>> columns_of_right(const matrix<T>& b, const terms&) {
  return {b.data, b.column_stride, b.row_stride};
}
template <class T>
constexpr triangle_operand<std::remove_const_t<T>> rows_of_left(const triangle<T>& a, const terms& loops) {
  return {rows_of_left(a.of, loops), !a.isLower, a.isLower ? a.shift + 1 : a.shift};
}
template <class T>
constexpr triangle_operand<std::remove_const_t<T>> columns_of_right(const triangle<T>& b,
                                                                    const terms& loops) {
  return {columns_of_right(b.of, loops), b.isLower, b.isLower ? -b.shift : 1 - b.shift};
}
template <class T>
constexpr nested_operand<std::remove_const_t<T>> rows_of_left(const nested_matrix<T>& a, const terms& loops) {
  return {rows_of_left(a.of, loops), loops, a.strides};
}
template <class T>
constexpr nested_operand<std::remove_const_t<T>> columns_of_right(const nested_matrix<T>& b,
                                                                  const terms& loops) {
  return {columns_of_right(b.of, loops), loops, b.strides};
}

// Which lines have which terms: all of them, but for triangles.

template <class Operand>
constexpr term_range terms_of_line(const Operand&, std::ptrdiff_t) {
  return {0, no_end};
}
template <class T>
constexpr term_range terms_of_line(const triangle_operand<T>& x, std::ptrdiff_t line) {
  const std::ptrdiff_t edge = std::max<std::ptrdiff_t>(line + x.shift, 0);
  return x.startsAtLine ? term_range{edge, no_end} : term_range{0, edge};
}
/// The terms that all of the lines [first, first + count) have.
template <class Operand>
constexpr term_range common_terms(const Operand& x, std::ptrdiff_t first, std::ptrdiff_t count) {
  return common(terms_of_line(x, first), terms_of_line(x, first + count - 1));
}
/// The terms that any of these lines has.
template <class Operand>
constexpr term_range all_terms(const Operand& x, std::ptrdiff_t first, std::ptrdiff_t count) {
  const term_range one = terms_of_line(x, first), other = terms_of_line(x, first + count - 1);
  return {std::min(one.first, other.first), std::max(one.last, other.last)};
}
/// The lines of [first, first + count) that have term p, counted from `first`.
template <class Operand>
constexpr term_range lines_with_term(const Operand&, std::ptrdiff_t, std::ptrdiff_t count, std::ptrdiff_t) {
  return {0, count};
}
template <class T>
constexpr term_range lines_with_term(const triangle_operand<T>& x, std::ptrdiff_t first, std::ptrdiff_t count,
                                     std::ptrdiff_t p) {
  const std::ptrdiff_t edge = std::clamp<std::ptrdiff_t>(p - x.shift + 1 - first, 0, count);
  return x.startsAtLine ? term_range{0, edge} : term_range{edge, count};
}

// Panels of the terms [p, p + k) of an operand; the rest as for those of a whole matrix.

template <class Sum, class From, class Factor, class T>
void pack(const operand<From>& source, std::ptrdiff_t first, int count, std::ptrdiff_t lines,
          std::ptrdiff_t p, std::ptrdiff_t k, T* to, int width, Factor factor) {
  pack<Sum>(operand<From>{source.data + p * source.step, source.line, source.step}, first, count, lines, k,
            to, width, factor);
}

/// Terms that no line has are left out; a line that lacks a term of the panel has a zero there.
template <class Sum, class From, class Factor, class T>
void pack(const triangle_operand<From>& source, std::ptrdiff_t first, int count, std::ptrdiff_t lines,
          std::ptrdiff_t p, std::ptrdiff_t k, T* to, int width, Factor factor) {
  const term_range here{p, p + k}, all = common(all_terms(source, first, count), here);
  term_range whole = common(common_terms(source, first, count), here);
  if (whole.first >= whole.last) whole = {all.last, all.last};
  const auto packSome = [&](std::ptrdiff_t from, std::ptrdiff_t end) {
    for (std::ptrdiff_t q = from; q < end; ++q) {
      const term_range present = lines_with_term(source, first, count, q);
      for (std::ptrdiff_t l = 0; l < width; ++l)
        to[(q - p) * width + l] =
            l < present.first || l >= present.last
                ? T()
                : converted<Sum>(source.of.data[(first + l) * source.of.line + q * source.of.step], factor);
    }
  };
  packSome(all.first, whole.first);
  if (whole.first < whole.last)
    pack<Sum>(source.of, first, count, lines, whole.first, whole.last - whole.first,
              to + (whole.first - p) * width, width, factor);
  packSome(whole.last, all.last);
}

/// Packs the terms of the innermost loop at a time.
template <class Sum, class From, class Factor, class T>
void pack(const nested_operand<From>& source, std::ptrdiff_t first, int count, std::ptrdiff_t lines,
          std::ptrdiff_t p, std::ptrdiff_t k, T* to, int width, Factor factor) {
  const auto innermost = static_cast<std::size_t>(source.loops.loops - 1);
  const std::ptrdiff_t run = source.loops.counts[innermost];
  for (std::ptrdiff_t done = 0, part = 0; done < k; done += part) {
    const std::ptrdiff_t inner = (p + done) % run;
    std::ptrdiff_t outer = (p + done) / run, offset = 0;
    for (std::size_t l = innermost; l-- > 0; outer /= source.loops.counts[l])
      offset += outer % source.loops.counts[l] * source.strides[l];
    part = std::min(run - inner, k - done);
    pack<Sum>(operand<From>{source.of.data + offset, source.of.line, source.of.step}, first, count, lines,
              inner, part, to + done * width, width, factor);
  }
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
