// What happens to a tile of C besides its sums of products: what the sums start at, what becomes of them in
// the end, and where they stay until then.
//
// A product of k terms is computed in steps of some hundred terms. Between two steps its sums stay in C where
// they fit there, as they are: C's elements have the type of the sums, and the tail does not ask for the old
// element. Otherwise they stay in `partial` memory. A tile that C does not hold in the micro-kernel's form (a
// whole number of vectors in every row, no masked element) is computed in a buffer.
#pragma once

#include <appyl/cpu/micro_kernel.hpp>
#include <appyl/cpu/operands.hpp>

#include <algorithm>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {

/// The elements of C that are computed: all, those with j <= i, or those with j >= i.
enum class region { full, lower, upper };

struct from_zero_t {};
struct from_c_t {};
struct as_it_is_t {};

namespace detail {

/// C (m x n) = tail(start + left (m x k) * right (k x n)). Where `flipped`, this is the transpose of what the
/// caller means, whose (i, j) is (j, i) here.
template <class SumType, class Left, class Right, class C, class Start, class Tail, class Factor>
struct product {
  using sum_type = SumType;
  using work = typename arithmetic<SumType>::type;

  std::ptrdiff_t m, n, k;
  Left left;    // operands: A's rows, and
  Right right;  // B's columns
  Factor leftFactor, rightFactor;
  matrix<C> c;
  region part;
  bool flipped;
  const Start& start;
  const Tail& tail;

  static constexpr bool tail_reads_c =
      std::is_invocable_v<const Tail&, SumType, C, std::ptrdiff_t, std::ptrdiff_t>;
  static constexpr bool same_types = std::is_same_v<C, SumType> && has_vectors<work>;
  static constexpr bool sums_stay_in_c = std::is_same_v<C, SumType> && !tail_reads_c;
  static constexpr bool direct_start = std::is_same_v<Start, from_zero_t> || std::is_same_v<Start, from_c_t>;
  static constexpr bool direct_tail = std::is_same_v<Tail, as_it_is_t>;
  static constexpr bool has_triangle = is_triangle<Left> || is_triangle<Right>;
  /// Can the micro-kernel read the operand's elements from their place?
  static constexpr bool may_read_left =
      std::is_same_v<Left, operand<SumType>> && has_vectors<work> && !has_triangle;
  static constexpr bool may_read_right = std::is_same_v<Right, operand<SumType>> && has_vectors<work>;
};

/// A part of C, and the form of the micro-kernel for it.
struct tile {
  std::ptrdiff_t i, j;  // its first row and column
  int rows, columns;
  int vectors;
};

/// One step along k.
struct step {
  std::ptrdiff_t first, count;
  bool isFirst, isLast;
};

constexpr bool is_outside(region part, const tile& t) {
  return (part == region::lower && t.j > t.i + t.rows - 1) ||
         (part == region::upper && t.j + t.columns - 1 < t.i);
}
constexpr bool is_inside(region part, const tile& t) {
  return part == region::full || (part == region::lower && t.j + t.columns - 1 <= t.i) ||
         (part == region::upper && t.j >= t.i + t.rows - 1);
}

/// Calls body(r, l, element, i, j) for each element of the tile that is computed: it stands in row r, lane l
/// of the tile; (i, j) are the caller's.
template <class P, class Body>
APPYL_CPU_INLINE void for_each_element(const P& p, const tile& t, Body body) {
  for (int r = 0; r < t.rows; ++r) {
    const std::ptrdiff_t i = t.i + r;
    std::ptrdiff_t from = 0, to = t.columns;
    if (p.part == region::lower) to = std::min(to, i - t.j + 1);
    if (p.part == region::upper) from = std::max(from, i - t.j);
    auto* const row = p.c.data + i * p.c.row_stride + t.j * p.c.column_stride;
    if (p.c.column_stride == 1 && !p.flipped) {
      for (std::ptrdiff_t l = from; l < to; ++l) body(r, l, row[l], i, t.j + l);
    } else {
      for (std::ptrdiff_t l = from; l < to; ++l)
        body(r, l, row[l * p.c.column_stride], p.flipped ? t.j + l : i, p.flipped ? i : t.j + l);
    }
  }
}

/// What the sum of an element starts at.
template <class P, class C>
APPYL_CPU_INLINE auto start_of(const P& p, [[maybe_unused]] const C& element,
                               [[maybe_unused]] std::ptrdiff_t i, [[maybe_unused]] std::ptrdiff_t j) {
  using sum = typename P::sum_type;
  using start = std::decay_t<decltype(p.start)>;
  if constexpr (std::is_same_v<start, from_zero_t>)
    return sum();
  else if constexpr (std::is_same_v<start, from_c_t>)
    return static_cast<sum>(element);
  else if constexpr (std::is_invocable_v<const start&, C, std::ptrdiff_t, std::ptrdiff_t>)
    return static_cast<sum>(p.start(element, i, j));
  else
    return static_cast<sum>(p.start(i, j));
}

/// What the element becomes.
template <class P, class C>
APPYL_CPU_INLINE C end_of(const P& p, typename P::work total, [[maybe_unused]] const C& element,
                          [[maybe_unused]] std::ptrdiff_t i, [[maybe_unused]] std::ptrdiff_t j) {
  const auto value = static_cast<typename P::sum_type>(total);
  if constexpr (P::direct_tail)
    return static_cast<C>(value);
  else if constexpr (P::tail_reads_c)
    return static_cast<C>(p.tail(value, element, i, j));
  else
    return static_cast<C>(p.tail(value, i, j));
}

/// Adds terms of a step to a tile in which some elements do not have them: those beyond the edge of a
/// triangle.
template <class P>
APPYL_CPU_WHOLE_VECTORS void add_edge(const P& p, const step& s, const tile& t, const term_range& some,
                                      const typename P::work* a, const typename P::work* b,
                                      std::ptrdiff_t bRow, const tile_place<typename P::work>& c) {
  using work = typename P::work;
  constexpr int width = lanes<work>;
  for (int r = 0; r < t.rows; ++r) {
    const term_range ofRow = terms_of_line(p.left, t.i + r);
    const std::ptrdiff_t first = std::max(some.first, ofRow.first - s.first),
                         last = std::min(some.last, ofRow.last - s.first);
    for (int v = 0; v < t.vectors && first < last; ++v) {
      work* const place = c.data + r * c.row + v * width;
      vector<work> sum, row;
      load<work>(sum, place);
      for (std::ptrdiff_t q = first; q < last; ++q) {
        const vector<work> old = sum;
        load<work>(row, b + q * bRow + v * width);
        sum = sum + a[q * t.rows + r] * row;
        const term_range columns = lines_with_term(p.right, t.j, t.columns, s.first + q);
        keep_lanes<work>(sum, old, columns.first - v * width, columns.last - v * width);
      }
      store<work>(sum, place);
    }
  }
}

/// Adds, to the sums of a tile, those of the terms `some` of a step that the elements have.
template <class P>
void add_existing(const P& p, const step& s, const tile& t, const term_range& some, const typename P::work* a,
                  const typename P::work* b, std::ptrdiff_t bRow, tile_place<typename P::work> c) {
  using work = typename P::work;
  const auto ofStep = [&](const term_range& x) {
    return term_range{std::clamp(x.first - s.first, some.first, some.last),
                      std::clamp(x.last - s.first, some.first, some.last)};
  };
  const term_range all = ofStep(common(all_terms(p.left, t.i, t.rows), all_terms(p.right, t.j, t.columns)));
  term_range whole = ofStep(common(common_terms(p.left, t.i, t.rows), common_terms(p.right, t.j, t.columns)));
  if (whole.first >= whole.last) whole = {all.first, all.first};
  const auto packed = [&](std::ptrdiff_t term) { return rows_of_a<work>{a + term * t.rows, 1, t.rows}; };
  const micro_kernel<work> kernel = micro_kernel_of<work>(t.rows, t.vectors);
  if (c.isZero && all.first < whole.first) {
    kernel(0, packed(0), b, bRow, c);
    c.isZero = false;
  }
  // Where columns end, each vector of them has an edge of its own.
  const auto addEdge = [&](const term_range& edge) {
    if (edge.first >= edge.last) return;
    if (!is_triangle<decltype(p.right)> || t.vectors == 1) return add_edge(p, s, t, edge, a, b, bRow, c);
    for (int v = 0; v < t.vectors; ++v) {
      constexpr int width = lanes<work>;
      const tile part{t.i, t.j + v * width, t.rows, std::min(width, t.columns - v * width), 1};
      add_existing(p, s, part, edge, a, b + v * width, bRow, {c.data + v * width, c.row, false, nullptr, 0});
    }
  };
  addEdge({all.first, whole.first});
  kernel(whole.last - whole.first, packed(whole.first), b + whole.first * bRow, bRow, c);
  addEdge({whole.last, all.last});
}

/// Adds the products of one step to the sums of a tile.
template <class P>
void add_terms_of_step(const P& p, const step& s, const tile& t, const rows_of_a<typename P::work>& a,
                       const typename P::work* b, std::ptrdiff_t bRow,
                       const tile_place<typename P::work>& c) {
  if constexpr (P::has_triangle)
    add_existing(p, s, t, {0, s.count}, a.data, b, bRow, c);
  else
    micro_kernel_of<typename P::work>(t.rows, t.vectors)(s.count, a, b, bRow, c);
}

/// Adds the products of one step to a tile: those of A's rows and a panel of B, whose rows are `bRow` apart.
/// `partial` is the tile's own memory for sums that don't stay in C, or null where one step is all, and
/// `nextPartial` that of the tile below, or null.
template <class P>
void add_products(const P& p, const step& s, const tile& t, const rows_of_a<typename P::work>& a,
                  const typename P::work* b, std::ptrdiff_t bRow, typename P::work* partial,
                  const typename P::work* nextPartial) {
  using work = typename P::work;
  const int width = t.vectors * lanes<work>;

  if constexpr (P::same_types) {
    const bool isPlain = (!s.isFirst || P::direct_start) && (!s.isLast || P::direct_tail);
    if (isPlain && partial == nullptr && p.c.column_stride == 1 && t.columns == width &&
        is_inside(p.part, t)) {
      work* const place = reinterpret_cast<work*>(p.c.data + t.i * p.c.row_stride + t.j);
      // The tile below comes next.
      const bool hasNext = t.i + 2 * t.rows <= p.m;
      const bool isZero = s.isFirst && !std::is_same_v<std::decay_t<decltype(p.start)>, from_c_t>;
      add_terms_of_step(p, s, t, a, b, bRow,
                        {place, p.c.row_stride, isZero, hasNext ? place + t.rows * p.c.row_stride : nullptr,
                         p.c.row_stride});
      return;
    }
  }

  alignas(64) work buffer[most_rows<work> * most_vectors * lanes<work>];
  work* const sums = partial != nullptr ? partial : buffer;
  const bool startsAtZero = s.isFirst && std::is_same_v<std::decay_t<decltype(p.start)>, from_zero_t>;
  if (!startsAtZero && (s.isFirst || partial == nullptr)) {
    // Lanes without an element get a value, too: arithmetic on leftover values may be slow.
    if (t.columns < width || !is_inside(p.part, t)) std::fill_n(sums, t.rows * width, work());
    if (s.isFirst)
      for_each_element(p, t,
                       [&](int r, std::ptrdiff_t l, const auto& element, std::ptrdiff_t i, std::ptrdiff_t j) {
                         sums[r * width + l] = static_cast<work>(start_of(p, element, i, j));
                       });
    else
      for_each_element(p, t,
                       [&](int r, std::ptrdiff_t l, const auto& element, std::ptrdiff_t, std::ptrdiff_t) {
                         sums[r * width + l] = static_cast<work>(static_cast<typename P::sum_type>(element));
                       });
  }
  // What the next tile needs: the sums that it goes on with, or the elements of C that it ends with.
  const work* next = s.isFirst ? nullptr : nextPartial;
  std::ptrdiff_t nextRow = width;
  if constexpr (P::same_types && P::tail_reads_c)
    if (s.isLast && p.c.column_stride == 1 && t.i + 2 * t.rows <= p.m) {
      next = reinterpret_cast<const work*>(p.c.data + (t.i + t.rows) * p.c.row_stride + t.j);
      nextRow = p.c.row_stride;
    }
  add_terms_of_step(p, s, t, a, b, bRow, {sums, width, startsAtZero, next, nextRow});
  if (s.isLast)
    for_each_element(p, t, [&](int r, std::ptrdiff_t l, auto& element, std::ptrdiff_t i, std::ptrdiff_t j) {
      element = end_of(p, sums[r * width + l], element, i, j);
    });
  else if (partial == nullptr)
    for_each_element(p, t, [&](int r, std::ptrdiff_t l, auto& element, std::ptrdiff_t, std::ptrdiff_t) {
      using element_type = std::decay_t<decltype(element)>;
      element = static_cast<element_type>(static_cast<typename P::sum_type>(sums[r * width + l]));
    });
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
