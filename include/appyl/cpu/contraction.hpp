// Products of matrices, and whatever else is a sum over p of a[i][p] * b[p][j], as fast as a BLAS computes
// them.
//
//   using namespace appyl::cpu;
//   // C = A B
//   contract({m, n, k}, matrix{a, k, 1}, matrix{b, n, 1}, matrix{c, n, 1}, from_zero);
//   // C += alpha A' B
//   contract({m, n, k}, alpha * matrix{a, 1, m}, matrix{b, n, 1}, matrix{c, n, 1}, from_c);
//   // A layer: C = max(0, A B + bias)
//   contract({m, n, k}, matrix{a, k, 1}, matrix{b, n, 1}, matrix{c, n, 1}, from_zero,
//            [&](float sum, auto i, auto j) { return std::max(0.0f, sum + bias[j]); });
#pragma once

#include <appyl/cpu/five_loops.hpp>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {

/// Templates call the kernels where all of their elements and sums have such a type.
template <class T>
inline constexpr bool has_kernels_for = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                        std::is_same_v<T, int> || std::is_same_v<T, unsigned>;

/// C is m x n, A m x k, B k x n. What is negative counts as 0, as in a loop up to it.
struct sizes {
  std::ptrdiff_t m, n, k;
  terms loops;  // whose counts make k

  template <class M, class N, class K>
  constexpr sizes(M rows, N columns, K count)  // integers of any type; `count` may be terms(...)
      : m(terms(rows).product()), n(terms(columns).product()), k(terms(count).product()), loops(count) {}
};

/// y and A's rows are m, x and the terms of each row k. Likewise.
struct vector_sizes {
  std::ptrdiff_t m, k;

  template <class M, class K>
  constexpr vector_sizes(M rows, K count) : m(sizes(rows, 1, count).m), k(sizes(rows, 1, count).k) {}
};

/// The rows of matrices that lie one behind the other. No count is less than 0.
template <class... Counts>
constexpr std::ptrdiff_t rows_of(Counts... counts) {
  return (std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(counts), 0) * ... * 1);
}

/// A vector in memory: element i is data[i * stride].
template <class T>
struct column {
  T* data;
  std::ptrdiff_t stride;

  template <class Stride = int>
  constexpr column(T* first, Stride distance = 1)
      : data(first), stride(static_cast<std::ptrdiff_t>(distance)) {}
};

/// What the sum of an element of C starts at: 0, or the element.
inline constexpr from_zero_t from_zero{};
inline constexpr from_c_t from_c{};

/// A value that all sums start at.
template <class T>
auto from_value(T value) {
  return [value](std::ptrdiff_t, std::ptrdiff_t) { return value; };
}
/// The sum starts at beta * c.
template <class T>
auto from_c_times(T beta) {
  return [beta](const auto& c, std::ptrdiff_t, std::ptrdiff_t) { return beta * c; };
}

/// The sum is stored as it is.
inline constexpr as_it_is_t as_it_is{};

/// A matrix, a triangle or a matrix whose terms several loops count; its elements are multiplied by a factor
/// before anything else.
template <class A, class Factor>
struct scaled {
  Factor factor;
  A of;
};
template <class Factor, class T>
constexpr scaled<matrix<T>, Factor> operator*(Factor factor, const matrix<T>& x) {
  return {factor, x};
}
template <class Factor, class T>
constexpr scaled<triangle<T>, Factor> operator*(Factor factor, const triangle<T>& x) {
  return {factor, x};
}
template <class Factor, class T>
constexpr scaled<nested_matrix<T>, Factor> operator*(Factor factor, const nested_matrix<T>& x) {
  return {factor, x};
}

namespace detail {

template <class Sum, class Left, class Right, class C, class Start, class Tail, class Factor>
void run_as(std::ptrdiff_t m, std::ptrdiff_t n, std::ptrdiff_t k, const Left& left, const Right& right,
            const matrix<C>& c, Factor leftFactor, Factor rightFactor, region part, bool flipped,
            const Start& start, const Tail& tail) {
  run(product<Sum, Left, Right, C, Start, Tail, Factor>{m, n, k, left, right, leftFactor, rightFactor, c,
                                                        part, flipped, start, tail});
}

/// The product as it is, or transposed where C's columns are contiguous, or so few that its rows fill no
/// vector.
template <class Sum, class A, class B, class C, class Start, class Tail, class Factor>
void run_either_way(const sizes& s, const A& a, const B& b, const matrix<C>& c, Factor factor, Factor unit,
                    const Start& start, const Tail& tail, region part) {
  if constexpr (std::is_same_v<Start, from_c_t> && std::is_same_v<Tail, as_it_is_t>)
    if (s.k == 0) return;  // as in a loop over the terms, in which alone C is named
  constexpr int width = lanes<typename arithmetic<Sum>::type>;
  const bool isNarrow = s.n <= width / 2 && s.m > s.n, isLow = s.m <= width / 2 && s.n > s.m;
  const bool flips = isNarrow || (c.row_stride == 1 && c.column_stride != 1 && !isLow);
  const auto left = rows_of_left(a, s.loops);
  const auto right = columns_of_right(b, s.loops);
  if (!flips)
    run_as<Sum>(s.m, s.n, s.k, left, right, c, factor, unit, part, false, start, tail);
  else
    run_as<Sum>(s.n, s.m, s.k, right, left, matrix<C>{c.data, c.column_stride, c.row_stride}, unit, factor,
                part == region::full    ? region::full
                : part == region::lower ? region::upper
                                        : region::lower,
                true, start, tail);
}

template <class Sum, class C>
using chosen_sum = std::conditional_t<std::is_void_v<Sum>, typename sum_of<C>::type, Sum>;

}  // namespace detail

/// c[i][j] = tail(start + a[i][0] * b[0][j] + ... + a[i][k - 1] * b[k - 1][j])
/// for 0 <= i < m, 0 <= j < n in `part`.
///
/// - The products are added one after the other, in this order, so that every element gets the bits that the
///   sequential loop gives it, with FMA where the compiler may contract (-ffp-contract).
/// - `Sum` is the type of products and sums: that of C; float for half and bfloat16, int for the smaller
///   integers. Elements of A and B are converted to it. Signed integers wrap around.
/// - `start` is from_zero, from_c, from_value(x), from_c_times(beta), or any function (i, j) or (c, i, j);
///   c is the element's value before.
/// - `tail` is as_it_is or a function (sum, i, j) or (sum, c, i, j), called once for each element, by several
///   threads and in any order. Where it needs the element's value before, it takes it as c; C's memory holds
///   something else then.
/// - A and B are matrices, triangles (`lower`, `upper`), or matrices whose terms several loops count
///   (`nested`, with `terms` in the place of k).
/// - C overlaps neither A nor B. Strides are any, negative ones too; for C they name every element once.
///   Nothing outside the matrices is read or written. m, n and k may be 0. Where nothing is added to C, C is
///   not touched.
///
/// Uses OpenMP's threads where the product is large enough and the caller is not in a parallel region. Throws
/// std::bad_alloc.
template <class Sum = void, class A, class B, class C, class Start, class Tail = as_it_is_t>
void contract(const sizes& s, const A& a, const B& b, const matrix<C>& c, const Start& start,
              const Tail& tail = {}, region part = region::full) {
  detail::run_either_way<detail::chosen_sum<Sum, C>>(s, a, b, c, detail::one(), detail::one(), start, tail,
                                                     part);
}

/// Likewise with alpha * a[i][p] in the place of a[i][p]. `alpha` is converted to `Sum`.
template <class Sum = void, class A, class Factor, class B, class C, class Start, class Tail = as_it_is_t>
void contract(const sizes& s, const scaled<A, Factor>& a, const B& b, const matrix<C>& c, const Start& start,
              const Tail& tail = {}, region part = region::full) {
  using sum = detail::chosen_sum<Sum, C>;
  using work = typename detail::arithmetic<sum>::type;
  detail::run_either_way<sum>(s, a.of, b, c, static_cast<work>(static_cast<sum>(a.factor)),
                              static_cast<work>(1), start, tail, part);
}

namespace detail {

template <class Sum, class A, class X, class Y, class Start, class Tail, class Factor>
void run_vector(const vector_sizes& s, const matrix<A>& a, const column<X>& x, const column<Y>& y,
                Factor factor, Factor unit, const Start& start, const Tail& tail) {
  using L = std::remove_const_t<X>;
  using R = std::remove_const_t<A>;
  if constexpr (std::is_same_v<Start, from_c_t> && std::is_same_v<Tail, as_it_is_t>)
    if (s.k == 0) return;
  // y' = x' A'
  run_one_row(product<Sum, operand<L>, operand<R>, Y, Start, Tail, Factor>{
      1, s.m, s.k, operand<L>{x.data, 0, x.stride}, operand<R>{a.data, a.row_stride, a.column_stride}, unit,
      factor, matrix<Y>(y.data, 0, y.stride), region::full, true, start, tail});
}

}  // namespace detail

/// y[i] = tail(start + a[i][0] * x[0] + ... + a[i][k - 1] * x[k - 1]) for 0 <= i < m: contract() with one
/// column, which is what `start` and `tail` get as j = 0. y overlaps neither A nor x.
template <class Sum = void, class A, class X, class Y, class Start, class Tail = as_it_is_t>
void contract(const vector_sizes& s, const matrix<A>& a, const column<X>& x, const column<Y>& y,
              const Start& start, const Tail& tail = {}) {
  detail::run_vector<detail::chosen_sum<Sum, Y>>(s, a, x, y, detail::one(), detail::one(), start, tail);
}
template <class Sum = void, class A, class Factor, class X, class Y, class Start, class Tail = as_it_is_t>
void contract(const vector_sizes& s, const scaled<matrix<A>, Factor>& a, const column<X>& x,
              const column<Y>& y, const Start& start, const Tail& tail = {}) {
  using sum = detail::chosen_sum<Sum, Y>;
  using work = typename detail::arithmetic<sum>::type;
  detail::run_vector<sum>(s, a.of, x, y, static_cast<work>(static_cast<sum>(a.factor)), static_cast<work>(1),
                          start, tail);
}

/// Calls body(z) for z = 0, ..., count - 1, each of which does `work` multiplications: by several threads
/// where one is too small for them, and else one after the other. For products of a batch.
template <class Body>
void for_each_in_batch(std::ptrdiff_t count, [[maybe_unused]] double work, const Body& body) {
#ifdef _OPENMP
  const int threads = std::min<std::ptrdiff_t>(detail::threads_for(work * static_cast<double>(count)), count);
  // With many large ones, too, each thread takes some of them; it needs no barriers then.
  if (threads > 1 && (count >= 4 * threads || detail::threads_for(work) < threads)) {
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (std::ptrdiff_t z = 0; z < count; ++z) body(z);
    return;
  }
#endif
  for (std::ptrdiff_t z = 0; z < count; ++z) body(z);
}

namespace detail {

/// A function of an element and its place, where the rows are counted from `first`.
template <class F>
struct from_row {
  const F& function;
  std::ptrdiff_t first;

  template <class I, class J>
  auto operator()(I i, J j) const -> decltype(function(i + first, j)) {
    return function(i + first, j);
  }
  template <class X, class I, class J>
  auto operator()(X x, I i, J j) const -> decltype(function(x, i + first, j)) {
    return function(x, i + first, j);
  }
  template <class X, class Y, class I, class J>
  auto operator()(X x, Y y, I i, J j) const -> decltype(function(x, y, i + first, j)) {
    return function(x, y, i + first, j);
  }
};
inline from_zero_t from(const from_zero_t& start, std::ptrdiff_t) { return start; }
inline from_c_t from(const from_c_t& start, std::ptrdiff_t) { return start; }
inline as_it_is_t from(const as_it_is_t& tail, std::ptrdiff_t) { return tail; }
template <class F>
from_row<F> from(const F& function, std::ptrdiff_t first) {
  return {function, first};
}

/// Calls body(first, rows, copy) for parts of A's rows, each with enough rows to pay for packing B once more.
template <class T, class Body>
void for_copied_rows(const sizes& s, const matrix<T>& a, const Body& body) {
  using element = std::remove_const_t<T>;
  constexpr std::ptrdiff_t most = 256;
  const std::ptrdiff_t parts = (s.m + most - 1) / most;
  const double work = static_cast<double>(most) * static_cast<double>(s.n) * static_cast<double>(s.k);
  for_each_in_batch(parts, work, [&](std::ptrdiff_t part) {
    const std::ptrdiff_t first = s.m * part / parts, rows = s.m * (part + 1) / parts - first;
    const workspace space(static_cast<std::size_t>(rows * s.k) * sizeof(element));
    auto* const copy = static_cast<element*>(space.data());
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      for (std::ptrdiff_t p = 0; p < s.k; ++p)
        ::new (static_cast<void*>(copy + i * s.k + p))
            element(a.data[(first + i) * a.row_stride + p * a.column_stride]);
    body(first, rows, matrix<const element>(copy, s.k, 1));
  });
}

template <class C>
constexpr matrix<C> below(const matrix<C>& c, std::ptrdiff_t rows) {
  return {c.data + rows * c.row_stride, c.row_stride, c.column_stride};
}

}  // namespace detail

/// contract() where row i of C may overlap row i of A, but no other row of it: the rows of A are copied
/// before those of C are written, some at a time.
template <class Sum = void, class A, class B, class C, class Start, class Tail = as_it_is_t>
void contract_in_place(const sizes& s, const matrix<A>& a, const matrix<B>& b, const matrix<C>& c,
                       const Start& start, const Tail& tail = {}) {
  detail::for_copied_rows(s, a, [&](std::ptrdiff_t first, std::ptrdiff_t rows, const auto& copy) {
    contract<Sum>({rows, s.n, s.k}, copy, b, detail::below(c, first), detail::from(start, first),
                  detail::from(tail, first));
  });
}
template <class Sum = void, class A, class Factor, class B, class C, class Start, class Tail = as_it_is_t>
void contract_in_place(const sizes& s, const scaled<matrix<A>, Factor>& a, const matrix<B>& b,
                       const matrix<C>& c, const Start& start, const Tail& tail = {}) {
  detail::for_copied_rows(s, a.of, [&](std::ptrdiff_t first, std::ptrdiff_t rows, const auto& copy) {
    contract<Sum>({rows, s.n, s.k}, a.factor * copy, b, detail::below(c, first), detail::from(start, first),
                  detail::from(tail, first));
  });
}

}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
