// Products of a matrix and a vector: sums like those of other products, one for each line of the matrix (a
// row of A, or a column of B). Each element of the matrix is needed once, so that nothing is packed, and
// memory sets the pace:
//
// - Where the elements of a line are neighbours, some lines go along together, so that the vector is loaded
//   once for all of them. Each has vectors of partial sums, which a transposition in registers adds up in
//   the end.
// - Where the lines lie side by side, the sums of some hundred of them stay in the first level of cache,
//   and get several terms each time they are loaded.
#pragma once

#include <appyl/cpu/team.hpp>
#include <appyl/cpu/tiles.hpp>
#include <appyl/cpu/workspace.hpp>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {
namespace detail {

/// Lines that are summed together, in groups of one vector: so many that the additions to one sum overlap
/// with those to others, and memory is read in many places at once.
template <class T>
inline constexpr int line_groups = lanes<T> >= 16 ? 1 : 16 / lanes<T>;
template <class T>
inline constexpr int lines_at_once = line_groups<T>* lanes<T>;
/// The number of sums that stay in the first level of cache, of which they fill a small part.
template <class T>
inline constexpr int most_sums = 16384 / static_cast<int>(sizeof(T)) / lines_at_once<T>* lines_at_once<T>;

/// The matrix of a product with a vector, and the vector, whose elements are neighbours and have the sums'
/// type.
template <class Sum, class T, class Factor>
struct lines_and_vector {
  using work = typename arithmetic<Sum>::type;

  operand<T> matrix;
  Factor factor;
  std::ptrdiff_t count, k;  // lines, and terms of each
  const work* vector;

  APPYL_CPU_INLINE void load_lanes(detail::vector<work>& value, const T* from) const {
    load_converted<Sum, T, Factor, work>(value, from, factor);
  }
  APPYL_CPU_INLINE work at(const T* element) const { return converted<Sum>(*element, factor); }
};

/// Adds the terms from `p` on to the sums of some lines, one term of all of them after the other.
template <class W, class M, class T>
APPYL_CPU_INLINE void add_terms(const M& m, const T* const (&line)[lines_at_once<W>], std::ptrdiff_t p,
                                vector<W> (&sums)[line_groups<W>]) {
  constexpr int width = lanes<W>;
  for (; p < m.k; ++p) {
    APPYL_CPU_UNROLL
    for (int g = 0; g < line_groups<W>; ++g) {
      W values[width];
      APPYL_CPU_UNROLL
      for (int l = 0; l < width; ++l) values[l] = m.at(line[g * width + l] + p * m.matrix.step);
      vector<W> value;
      load<W>(value, values);
      sums[g] = sums[g] + m.vector[p] * value;
    }
  }
}

/// A matrix of so many bytes, a good part of a last-level cache, is read from memory each time.
inline constexpr double far_away = 20e6;

/// Lines whose elements are neighbours go along in fours or eights, for each of which a register has the
/// address; with so many vectors of partial sums each that FMAs need not wait for each other.
template <class W>
inline constexpr int neighbours_at_once = lanes<W> >= 8 ? 8 : lanes<W>;
template <class W>
inline constexpr int partial_sums = 8 / neighbours_at_once<W>;

/// Adds all terms of some lines, `lanes` at least. The lanes of a vector have shares of
/// one line's terms. `Ahead`: with elements fetched from memory that are needed that much later.
template <class W, bool Ahead, class M, class T>
APPYL_CPU_INLINE void add_neighbours(const M& m, const T* const* line, std::ptrdiff_t ahead, vector<W>* to) {
  constexpr int width = lanes<W>, parts = partial_sums<W>, count = neighbours_at_once<W>;
  vector<W> sums[parts][count] = {};
  // A vector of terms from p on, without the first ones.
  const auto add = [&](vector<W>(&some)[count], std::ptrdiff_t p, std::ptrdiff_t without) {
    vector<W> factor;
    load<W>(factor, m.vector + p);
    APPYL_CPU_UNROLL
    for (int l = 0; l < count; ++l) {
      vector<W> value;
      if constexpr (Ahead) __builtin_prefetch(line[l] + p + ahead, 0, 2);
      m.load_lanes(value, line[l] + p);
      keep_lanes<W>(value, vector<W>{}, without, width);
      some[l] = some[l] + factor * value;
    }
  };
  std::ptrdiff_t p = 0;
  for (; p + parts * width <= m.k; p += parts * width) {
    APPYL_CPU_UNROLL
    for (int part = 0; part < parts; ++part) add(sums[part], p + part * width, 0);
  }
  for (; p + width <= m.k; p += width) add(sums[0], p, 0);
  if (p < m.k) add(sums[0], m.k - width, width - (m.k - p));
  APPYL_CPU_UNROLL
  for (int l = 0; l < count; ++l) {
    APPYL_CPU_UNROLL
    for (int part = 1; part < parts; ++part) sums[0][l] = sums[0][l] + sums[part][l];
    to[l] = sums[0][l];
  }
}

/// The sums of the lanes of each vector.
template <class W>
APPYL_CPU_INLINE vector<W> sums_of_lanes(vector<W> (&shares)[lanes<W>]) {
  transpose<W>(shares);
  APPYL_CPU_UNROLL
  for (int half = lanes<W> / 2; half > 0; half /= 2) {
    APPYL_CPU_UNROLL
    for (int l = 0; l < half; ++l) shares[l] = shares[l] + shares[l + half];
  }
  return shares[0];
}

/// Adds all terms to the sums of `count` lines from `first` on, in any layout. There is room for sums up to a
/// multiple of lines_at_once; those behind the last line are not used.
template <class M, class W>
APPYL_CPU_WHOLE_VECTORS void add_lines(const M& m, std::ptrdiff_t first, std::ptrdiff_t count, W* to) {
  constexpr int width = lanes<W>, groups = line_groups<W>;
  // How far ahead to fetch: eight vectors, or the next lines where these are short; chips that prefetch by
  // themselves follow fewer streams.
  const std::ptrdiff_t ahead = m.k > 32 * width ? 8 * width : width * m.matrix.line;
  const bool isFarAway =
      static_cast<double>(m.count) * static_cast<double>(m.k) * sizeof(*m.matrix.data) > far_away;
  for (std::ptrdiff_t i = 0; i < count; i += lines_at_once<W>) {
    const decltype(m.matrix.data) last = m.matrix.data + (m.count - 1) * m.matrix.line;
    std::remove_const_t<decltype(last)> line[lines_at_once<W>];
    APPYL_CPU_UNROLL
    for (int l = 0; l < lines_at_once<W>; ++l)
      line[l] = first + i + l < m.count ? m.matrix.data + (first + i + l) * m.matrix.line : last;
    vector<W> sums[groups];
    APPYL_CPU_UNROLL
    for (int g = 0; g < groups; ++g) load<W>(sums[g], to + i + g * width);
    bool isAdded = false;
    if constexpr (has_vectors<W>) {
      isAdded = m.matrix.step == 1 && m.k >= width;
      APPYL_CPU_DONT_UNROLL
      for (int g = 0; isAdded && g < groups; ++g) {
        vector<W> shares[width];
        APPYL_CPU_DONT_UNROLL
        for (int l = 0; l < width; l += neighbours_at_once<W>)
          if (isFarAway)
            add_neighbours<W, true>(m, line + g * width + l, ahead, shares + l);
          else
            add_neighbours<W, false>(m, line + g * width + l, ahead, shares + l);
        sums[g] = sums[g] + sums_of_lanes<W>(shares);
      }
    }
    if (!isAdded) add_terms<W>(m, line, 0, sums);
    APPYL_CPU_UNROLL
    for (int g = 0; g < groups; ++g) store<W>(sums[g], to + i + g * width);
  }
}

/// The place of a line's sum among those of `count` lines that lie side by side. Where these are no whole
/// number of vectors, one more vector of sums holds the last lines, so that some of these have two sums.
template <class W>
constexpr std::ptrdiff_t place_of_sum(std::ptrdiff_t line, std::ptrdiff_t count) {
  const std::ptrdiff_t whole = count / lanes<W> * lanes<W>;
  return line < whole ? line : line - count + lanes<W> + whole;
}

/// Adds `Terms` terms from `p` on to the sums of `count` lines from `first` on, which lie side by side.
template <int Terms, class M, class W>
APPYL_CPU_INLINE void add_some_terms(const M& m, std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t p,
                                     W* to) {
  constexpr int width = lanes<W>;
  const auto* const from = m.matrix.data + first + p * m.matrix.step;
  vector<W> factors[Terms];  // not read again after each store, which might change them
  APPYL_CPU_UNROLL
  for (int t = 0; t < Terms; ++t) factors[t] = m.vector[p + t] - vector<W>{};
  for (std::ptrdiff_t i = 0; i < count; i += width) {
    const std::ptrdiff_t line = std::min(i, count - width);
    vector<W> sum, value;
    load<W>(sum, to + i);
    APPYL_CPU_UNROLL
    for (int t = 0; t < Terms; ++t) {
      m.load_lanes(value, from + t * m.matrix.step + line);
      sum = sum + factors[t] * value;
    }
    store<W>(sum, to + i);
  }
}

/// Likewise for all terms. There are at least `lanes` lines.
template <class M, class W>
APPYL_CPU_WHOLE_VECTORS void add_side_by_side(const M& m, std::ptrdiff_t first, std::ptrdiff_t count, W* to) {
  constexpr int at_once = 8;
  const std::ptrdiff_t whole = count / lanes<W> * lanes<W>;
  for (std::ptrdiff_t line = count - lanes<W>; whole < count && line < whole; ++line)
    to[line - count + lanes<W> + whole] = to[line];
  std::ptrdiff_t p = 0;
  for (; p + at_once <= m.k; p += at_once) add_some_terms<at_once>(m, first, count, p, to);
  for (; p < m.k; ++p) add_some_terms<1>(m, first, count, p, to);
}

/// The elements of a vector one after the other, as their sums' type: where they are, or copied to `space`.
template <class Sum, class T, class Factor>
const typename arithmetic<Sum>::type* in_a_row(const operand<T>& vector, std::ptrdiff_t count, Factor factor,
                                               void* space) {
  using work = typename arithmetic<Sum>::type;
  if constexpr (std::is_same_v<T, Sum> && std::is_same_v<Factor, one>)
    if (vector.step == 1) return reinterpret_cast<const work*>(vector.data);
  auto* const copy = static_cast<work*>(space);
  for (std::ptrdiff_t p = 0; p < count; ++p)
    ::new (static_cast<void*>(copy + p)) work(converted<Sum>(vector.data[p * vector.step], factor));
  return copy;
}

/// A share of the lines of a product with one row.
template <class P, class M>
void run_lines(const P& p, const M& m, const range& lines) {
  using work = typename P::work;
  const auto element = [&](std::ptrdiff_t line) -> auto& { return p.c.data[line * p.c.column_stride]; };
  const auto i = [&](std::ptrdiff_t line) { return p.flipped ? line : std::ptrdiff_t(); };
  const auto j = [&](std::ptrdiff_t line) { return p.flipped ? std::ptrdiff_t() : line; };

  alignas(64) work sums[most_sums<work> + lines_at_once<work>];
  for (std::ptrdiff_t first = lines.first; first < lines.last; first += most_sums<work>) {
    const std::ptrdiff_t count = std::min<std::ptrdiff_t>(most_sums<work>, lines.last - first);
    const bool areBeside = m.matrix.line == 1 && count >= lanes<work>;
    const auto place = [&](std::ptrdiff_t line) {
      return areBeside ? place_of_sum<work>(line, count) : line;
    };
    // The last vectors of sums may have lanes without a line: arithmetic on leftover values may be slow.
    std::fill_n(sums + count - count % lanes<work>, lines_at_once<work>, work());
    for (std::ptrdiff_t l = 0; l < count; ++l)
      sums[place(l)] = static_cast<work>(start_of(p, element(first + l), i(first + l), j(first + l)));
    if (areBeside)
      add_side_by_side(m, first, count, sums);
    else
      add_lines(m, first, count, sums);
    for (std::ptrdiff_t l = 0; l < count; ++l)
      element(first + l) = end_of(p, sums[place(l)], element(first + l), i(first + l), j(first + l));
  }
}

/// Computes a product of which there is one row: A's is the vector, B's columns are the lines.
template <class P>
void run_one_row(const P& p) {
  using Left = std::decay_t<decltype(*p.left.data)>;
  using Right = std::decay_t<decltype(*p.right.data)>;
  using sum = typename P::sum_type;
  if (p.n <= 0) return;
  const workspace space(static_cast<std::size_t>(p.k) * sizeof(typename P::work));
  const lines_and_vector<sum, Right, std::decay_t<decltype(p.rightFactor)>> m{
      p.right, p.rightFactor, p.n, p.k, in_a_row<sum, Left>(p.left, p.k, p.leftFactor, space.data())};
  constexpr int together = lines_at_once<typename P::work>;
  const std::ptrdiff_t groups = (p.n + together - 1) / together;
  const auto part = [&](int thread, int threads) {
    const range mine = share(groups, thread, threads);
    run_lines(p, m, {mine.first * together, std::min(mine.last * together, p.n)});
  };
#ifdef _OPENMP
  // An element that is read from memory once takes as long as several multiplications.
  if (const int threads = threads_for(8 * static_cast<double>(p.n) * static_cast<double>(p.k)); threads > 1) {
#pragma omp parallel num_threads(threads)
    part(omp_get_thread_num(), omp_get_num_threads());
    return;
  }
#endif
  part(0, 1);
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
