// Operations on tiles, with NumPy's broadcasting and names. Element-wise ones take scalars, too.
#pragma once

#include <appyl/tile.hpp>
#include <appyl/view.hpp>

#include <cmath>
#include <limits>

namespace appyl {

// --- operators
// -----------------------------------------------------------------------------------------------------------

#define APPYL_BINARY(op)                                                                                    \
  template <class A, class B, detail::if_any_tile<A, B> = 0>                                                \
  auto operator op(const A& a, const B& b) {                                                                \
    return map(                                                                                             \
        [](const auto& x, const auto& y) { return detail::as_common(x, y) op detail::as_common(y, x); }, a, \
        b);                                                                                                 \
  }
#define APPYL_UNARY(op)                                                      \
  template <class A, detail::if_any_tile<A> = 0>                             \
  auto operator op(const A& a) {                                             \
    return map([](const auto& x) { return op detail::as_common(x, x); }, a); \
  }
APPYL_BINARY(+)
APPYL_BINARY(-)
APPYL_BINARY(*)
APPYL_BINARY(/)
APPYL_BINARY(%)
APPYL_BINARY(==)
APPYL_BINARY(!=)
APPYL_BINARY(<)
APPYL_BINARY(<=)
APPYL_BINARY(>)
APPYL_BINARY(>=)
APPYL_BINARY(&)
APPYL_BINARY(|)
APPYL_BINARY(^)
APPYL_BINARY(&&)
APPYL_BINARY(||)
APPYL_UNARY(+)
APPYL_UNARY(-)
APPYL_UNARY(!)
APPYL_UNARY(~)
#undef APPYL_BINARY
#undef APPYL_UNARY

// --- element-wise functions
// ----------------------------------------------------------------------------------------------------------

namespace detail {

/// f of scalars, or in each lane.
template <class F, class... X>
constexpr auto lift(F f, const X&... x) {
  if constexpr ((is_tile<X> || ...))
    return map(f, x...);
  else
    return f(x...);
}

/// |v|.
template <class T>
auto magnitude(T v) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(v);
  else if constexpr (std::is_signed_v<T>)
    return v < 0 ? -v : +v;
  else
    return +v;
}

template <class X>
constexpr bool is_number = std::is_arithmetic_v<X> || std::is_same_v<X, half> || std::is_same_v<X, bfloat16>;
template <class X>
using if_number = std::enable_if_t<is_number<X>, int>;
template <class X>
using if_operand = std::enable_if_t<is_tile<X> || is_number<X>, int>;

}  // namespace detail

#define APPYL_FUNCTION(name, value)                                             \
  template <class X, detail::if_operand<X> = 0>                                 \
  auto name(const X& x) {                                                       \
    return detail::lift(                                                        \
        [](const auto& lane) {                                                  \
          const auto v = static_cast<detail::computed_t<decltype(lane)>>(lane); \
          return value;                                                         \
        },                                                                      \
        x);                                                                     \
  }
APPYL_FUNCTION(exp, std::exp(v))
APPYL_FUNCTION(log, std::log(v))
APPYL_FUNCTION(sqrt, std::sqrt(v))
APPYL_FUNCTION(rsqrt, 1 / std::sqrt(v))
APPYL_FUNCTION(sin, std::sin(v))
APPYL_FUNCTION(cos, std::cos(v))
APPYL_FUNCTION(tanh, std::tanh(v))
APPYL_FUNCTION(abs, detail::magnitude(v))
#undef APPYL_FUNCTION

template <class X, class Y, detail::if_any_tile<X, Y> = 0>
auto pow(const X& x, const Y& y) {
  return map(
      [](const auto& a, const auto& b) {
        return std::pow(static_cast<detail::computed_t<decltype(a)>>(a),
                        static_cast<detail::computed_t<decltype(b)>>(b));
      },
      x, y);
}

/// For numbers. With the pack, which is empty, std::pow is preferred where both are found.
template <class X, class Y, detail::if_number<X> = 0, detail::if_number<Y> = 0, class... None>
auto pow(const X& x, const Y& y, None...) {
  static_assert(sizeof...(None) == 0, "pow takes two values");
  return std::pow(static_cast<detail::computed_t<X>>(x), static_cast<detail::computed_t<Y>>(y));
}

template <class X, class Y, class Z, detail::if_any_tile<X, Y, Z> = 0>
auto fma(const X& x, const Y& y, const Z& z) {
  return map(
      [](const auto& a, const auto& b, const auto& c) {
        return std::fma(static_cast<detail::computed_t<decltype(a)>>(a),
                        static_cast<detail::computed_t<decltype(b)>>(b),
                        static_cast<detail::computed_t<decltype(c)>>(c));
      },
      x, y, z);
}

template <class X, class Y, class Z, detail::if_number<X> = 0, detail::if_number<Y> = 0,
          detail::if_number<Z> = 0, class... None>
auto fma(const X& x, const Y& y, const Z& z, None...) {
  static_assert(sizeof...(None) == 0, "fma takes three values");
  return std::fma(static_cast<detail::computed_t<X>>(x), static_cast<detail::computed_t<Y>>(y),
                  static_cast<detail::computed_t<Z>>(z));
}

/// The smaller of two values in each lane; of equals, and beside NaN, the first.
template <class X, class Y>
constexpr auto minimum(const X& x, const Y& y) {
  return detail::lift(
      [](const auto& a, const auto& b) {
        using T = detail::either<decltype(a), decltype(b)>;
        return detail::as_common(b, a) < detail::as_common(a, b) ? static_cast<T>(b) : static_cast<T>(a);
      },
      x, y);
}
template <class X, class Y>
constexpr auto maximum(const X& x, const Y& y) {
  return detail::lift(
      [](const auto& a, const auto& b) {
        using T = detail::either<decltype(a), decltype(b)>;
        return detail::as_common(a, b) < detail::as_common(b, a) ? static_cast<T>(b) : static_cast<T>(a);
      },
      x, y);
}

/// x where the mask is true, y elsewhere.
template <class M, class X, class Y>
auto where(const M& mask, const X& x, const Y& y) {
  return detail::lift(
      [](const auto& m, const auto& a, const auto& b) {
        using T = detail::either<decltype(a), decltype(b)>;
        return m ? static_cast<T>(a) : static_cast<T>(b);
      },
      mask, x, y);
}

template <class T, class X>
auto cast(const X& x) {
  return detail::lift([](const auto& lane) { return static_cast<T>(lane); }, x);
}

// --- reductions: lanes that do not exist are skipped
// ----------------------------------------------------------------------------------------------------------

namespace detail {

template <class X>
using sum_of = std::decay_t<decltype(as_common(std::declval<value_of<X>>(), std::declval<value_of<X>>()) +
                                     as_common(std::declval<value_of<X>>(), std::declval<value_of<X>>()))>;

template <std::size_t Rank>
std::size_t axis_of(const extents<Rank>& shape, int axis) {
  if (axis < 0 || axis >= static_cast<int>(Rank))
    throw shape_error("axis " + std::to_string(axis) + " of shape " + text(shape));
  return static_cast<std::size_t>(axis);
}

template <std::size_t Rank>
extents<Rank - 1> without(const extents<Rank>& shape, std::size_t axis) {
  extents<Rank - 1> rest{};
  for (std::size_t d = 0, k = 0; d != Rank; ++d)
    if (d != axis) rest[k++] = shape[d];
  return rest;
}

template <std::size_t Rank>
extents<Rank + 1> with(const extents<Rank>& lane, std::size_t axis, std::ptrdiff_t at) {
  extents<Rank + 1> whole{};
  for (std::size_t d = 0, k = 0; d <= Rank; ++d) whole[d] = d == axis ? at : lane[k++];
  return whole;
}

/// State begins as `start`; `step(state, value, place)` for each lane.
template <class X, class State, class Step>
State fold(const X& x, State state, Step step) {
  std::ptrdiff_t place = 0;
  if constexpr (rank_of<X> != 0 && operand<X>::is_strided)
    if (is_box(x) && x.lanes().complete()) {
      for_each_element(
          x.lanes(), [&](const auto& value) { step(state, value, place++); }, x);
      return state;
    }
  for_each_lane(x.lanes().shape, [&](const auto& lane) {
    if (x.lanes().has(lane) && x.has(lane)) step(state, x.at(lane), place);
    ++place;
  });
  return state;
}

/// Likewise along one dimension; `finish(state)` are the result's values. A lane exists where anything along
/// the dimension may.
template <class X, class State, class Step, class Finish>
auto fold(const X& x, int axis, State start, Step step, Finish finish) {
  constexpr std::size_t rank = rank_of<X>;
  using T = std::decay_t<decltype(finish(start))>;
  const std::size_t along = axis_of(x.lanes().shape, axis);
  if constexpr (rank == 1) {
    return finish(fold(x, start, step));
  } else {
    const lanes<rank>& from = x.lanes();
    lanes<rank - 1> rest{without(from.shape, along), without(from.first, along), without(from.last, along)};
    tile<T, rank - 1> result(rest.shape);
    result.clip(rest);
    for_each_lane(rest.shape, [&](const extents<rank - 1>& lane) {
      if (!rest.has(lane)) return;
      State state = start;
      if constexpr (operand<X>::is_strided)
        if (is_box(x)) {
          lanes<rank> line{from.shape, with(lane, along, from.first[along]), {}};
          for (std::size_t d = 0; d != rank; ++d)
            line.last[d] = d == along ? from.last[d] : line.first[d] + 1;
          std::ptrdiff_t k = from.first[along];
          for_each_element(
              line, [&](const auto& value) { step(state, value, k++); }, x);
          result.at(lane) = finish(state);
          return;
        }
      bool any = from.first[along] >= from.last[along];
      for (std::ptrdiff_t k = from.first[along]; k < from.last[along]; ++k) {
        const extents<rank> whole = with(lane, along, k);
        if (!x.has(whole)) continue;
        any = true;
        step(state, x.at(whole), k);
      }
      if (any)
        result.at(lane) = finish(state);
      else
        result.remove(lane);
    });
    return result;
  }
}

template <class T>
constexpr T least() {
  if constexpr (is_small_float<T>)
    return static_cast<T>(-std::numeric_limits<float>::infinity());
  else
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
}
template <class T>
constexpr T greatest() {
  if constexpr (is_small_float<T>)
    return static_cast<T>(std::numeric_limits<float>::infinity());
  else
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
}

constexpr auto itself = [](const auto& state) { return state; };

template <class T>
struct extreme {
  T value;
  std::ptrdiff_t place;  // -1: none
};

}  // namespace detail

#define APPYL_REDUCTION(name, type, start, step)                                                            \
  template <class X, detail::if_any_tile<X> = 0>                                                            \
  auto name(const X& x) {                                                                                   \
    using T = type;                                                                                         \
    return detail::fold(x, static_cast<T>(start), [](T& s, const auto& v, std::ptrdiff_t) { step; });       \
  }                                                                                                         \
  template <class X, detail::if_any_tile<X> = 0>                                                            \
  auto name(const X& x, int axis) {                                                                         \
    using T = type;                                                                                         \
    return detail::fold(                                                                                    \
        x, axis, static_cast<T>(start), [](T& s, const auto& v, std::ptrdiff_t) { step; }, detail::itself); \
  }
// Over all lanes: a scalar. Along one axis: a tile of one dimension less.
APPYL_REDUCTION(sum, detail::sum_of<X>, 0,
                s = static_cast<T>(detail::as_common(s, v) + detail::as_common(v, s)))
APPYL_REDUCTION(prod, detail::sum_of<X>, 1,
                s = static_cast<T>(detail::as_common(s, v) * detail::as_common(v, s)))
APPYL_REDUCTION(max, detail::value_of<X>, detail::least<T>(), if (s < v) s = v)
APPYL_REDUCTION(min, detail::value_of<X>, detail::greatest<T>(), if (v < s) s = v)
#undef APPYL_REDUCTION

#define APPYL_ARGUMENT(name, better)                                                   \
  template <class X, detail::if_any_tile<X> = 0>                                       \
  std::ptrdiff_t name(const X& x) {                                                    \
    using T = detail::value_of<X>;                                                     \
    return detail::fold(x, detail::extreme<T>{T(), -1}, detail::name##_step<T>).place; \
  }                                                                                    \
  template <class X, detail::if_any_tile<X> = 0>                                       \
  auto name(const X& x, int axis) {                                                    \
    using T = detail::value_of<X>;                                                     \
    return detail::fold(x, axis, detail::extreme<T>{T(), -1}, detail::name##_step<T>,  \
                        [](const detail::extreme<T>& e) { return e.place; });          \
  }
namespace detail {
template <class T>
constexpr auto argmax_step = [](extreme<T>& best, const T& v, std::ptrdiff_t place) {
  if (best.place < 0 || best.value < v) best = {v, place};
};
template <class T>
constexpr auto argmin_step = [](extreme<T>& best, const T& v, std::ptrdiff_t place) {
  if (best.place < 0 || v < best.value) best = {v, place};
};
}  // namespace detail
// The place of the greatest or least value, the first of equals, counted in the tile's row-major order or
// along the axis; -1 where no lane exists.
APPYL_ARGUMENT(argmax, <)
APPYL_ARGUMENT(argmin, >)
#undef APPYL_ARGUMENT

/// Sums of all lanes up to each one, along the axis.
template <class X, detail::if_any_tile<X> = 0>
auto cumsum(const X& x, int axis = 0) {
  constexpr std::size_t rank = detail::rank_of<X>;
  const std::size_t along = detail::axis_of(x.lanes().shape, axis);
  tile<detail::sum_of<X>, rank> result(x);
  detail::for_each_lane(x.lanes().shape, [&](const extents<rank>& lane) {
    if (!result.has(lane)) return;
    extents<rank> before = lane;
    while (--before[along] >= 0)
      if (result.has(before)) {
        result.at(lane) += result.at(before);
        break;
      }
  });
  return result;
}

// --- products and shapes
// ----------------------------------------------------------------------------------------------------------

namespace detail {

/// The type in which products of T are added up.
template <class T>
struct accumulated {
  using type = computed_t<T>;
};
template <>
struct accumulated<signed char> {
  using type = int;
};
template <>
struct accumulated<unsigned char> {
  using type = int;
};

/// The first `Count` numbers.
template <std::size_t Count, std::size_t From, std::size_t To>
void copy([[maybe_unused]] const extents<From>& from, [[maybe_unused]] extents<To>& to) {
  if constexpr (Count > 0)
    for (std::size_t d = 0; d != Count; ++d) to[d] = from[d];
}

template <std::size_t Count, std::size_t Rank>
lanes<Count> leading(const lanes<Rank>& from) {
  lanes<Count> result;
  copy<Count>(from.shape, result.shape);
  copy<Count>(from.first, result.first);
  copy<Count>(from.last, result.last);
  return result;
}

template <class A, class B>
using dot_type =
    std::common_type_t<typename accumulated<value_of<A>>::type, typename accumulated<value_of<B>>::type>;

}  // namespace detail

/// The factor of a product as `dot` multiplies it: `half` and `bfloat16` as float, 8-bit integers as int, and
/// everything else as it is.
template <class T>
constexpr auto widened(const T& factor) {
  return static_cast<typename detail::accumulated<T>::type>(factor);
}

/// The number as operators compute with it: a `bfloat16` as float, and everything else as it is.
template <class T>
constexpr auto operand(const T& number) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return static_cast<float>(number);
  else
    return number;
}

/// The product of matrices; the dimensions in front of the last two are broadcast. Of two vectors it is their
/// scalar product, of a matrix and a vector a vector.
template <class A, class B, detail::if_any_tile<A, B> = 0>
auto dot(const A& a, const B& b) {
  constexpr std::size_t ra = detail::rank_of<A>, rb = detail::rank_of<B>;
  static_assert(ra >= 1 && rb >= 1, "dot takes tiles");
  using T = detail::dot_type<A, B>;
  const detail::lanes<ra> la = a.lanes();
  const detail::lanes<rb> lb = b.lanes();
  constexpr std::size_t in_a = ra - 1, in_b = rb == 1 ? 0 : rb - 2;  // the dimensions that are summed
  if (la.shape[in_a] != lb.shape[in_b])
    throw shape_error("dot of shapes " + detail::text(la.shape) + " and " + detail::text(lb.shape));
  const std::ptrdiff_t first = la.first[in_a] > lb.first[in_b] ? la.first[in_a] : lb.first[in_b],
                       last = la.last[in_a] < lb.last[in_b] ? la.last[in_a] : lb.last[in_b];
  const auto add = [&](const auto& at_a, const auto& at_b) {
    T total{};
    extents<ra> i = at_a;
    extents<rb> j = at_b;
    for (std::ptrdiff_t k = first; k < last; ++k) {
      i[in_a] = j[in_b] = k;
      if (a.has(i) && b.has(j)) total += static_cast<T>(a.at(i)) * static_cast<T>(b.at(j));
    }
    return total;
  };
  if constexpr (ra == 1 && rb == 1) {
    return add(extents<1>{}, extents<1>{});
  } else {
    // Batch dimensions, then the rows of a, then the columns of b.
    constexpr std::size_t batch_a = ra >= 2 ? ra - 2 : 0, batch_b = rb >= 2 ? rb - 2 : 0;
    const auto outer_a = detail::leading<batch_a>(la);
    const auto outer_b = detail::leading<batch_b>(lb);
    const auto outer = detail::broadcast(outer_a, outer_b);
    constexpr std::size_t batch = batch_a > batch_b ? batch_a : batch_b;
    constexpr std::size_t rank = batch + (ra >= 2) + (rb >= 2);
    detail::lanes<rank> to;
    detail::copy<batch>(outer.shape, to.shape);
    detail::copy<batch>(outer.first, to.first);
    detail::copy<batch>(outer.last, to.last);
    if constexpr (ra >= 2)
      to.shape[batch] = la.shape[ra - 2], to.first[batch] = la.first[ra - 2],
      to.last[batch] = la.last[ra - 2];
    if constexpr (rb >= 2)
      to.shape[rank - 1] = lb.shape[rb - 1], to.first[rank - 1] = lb.first[rb - 1],
                      to.last[rank - 1] = lb.last[rb - 1];
    tile<T, rank> result(to.shape);
    result.clip(to);
    detail::for_each_lane(to.shape, [&](const extents<rank>& lane) {
      if (!to.has(lane)) return;
      extents<batch> common{};
      detail::copy<batch>(lane, common);
      extents<ra> i{};
      extents<rb> j{};
      detail::copy<batch_a>(detail::operand_lane(outer_a.shape, common), i);
      detail::copy<batch_b>(detail::operand_lane(outer_b.shape, common), j);
      if constexpr (ra >= 2) i[ra - 2] = lane[batch];
      if constexpr (rb >= 2) j[rb - 1] = lane[rank - 1];
      result.at(lane) = add(i, j);
    });
    return result;
  }
}

template <class A, class B, detail::if_any_tile<A, B> = 0>
auto matmul(const A& a, const B& b) {
  return dot(a, b);
}

/// The dimensions in reverse order.
template <class X, detail::if_any_tile<X> = 0>
auto transpose(const X& x) {
  constexpr std::size_t rank = detail::rank_of<X>;
  const auto reversed = [](const extents<rank>& e) {
    extents<rank> result{};
    for (std::size_t d = 0; d != rank; ++d) result[d] = e[rank - 1 - d];
    return result;
  };
  const detail::lanes<rank> from = x.lanes(),
                            to{reversed(from.shape), reversed(from.first), reversed(from.last)};
  tile<detail::value_of<X>, rank> result(to.shape);
  result.clip(to);
  detail::for_each_lane(to.shape, [&](const extents<rank>& lane) {
    if (!to.has(lane)) return;
    if (x.has(reversed(lane)))
      result.at(lane) = x.at(reversed(lane));
    else
      result.remove(lane);
  });
  return result;
}

/// The same lanes, in row-major order, in another shape.
template <class X, class... N, detail::if_any_tile<X> = 0>
auto reshape(const X& x, N... n) {
  const extents<sizeof...(N)> shape{static_cast<std::ptrdiff_t>(n)...};
  const auto& from = x.lanes();
  if (detail::count(shape) != detail::count(from.shape))
    throw shape_error("a tile of shape " + detail::text(from.shape) + " reshaped to " + detail::text(shape));
  tile<detail::value_of<X>, sizeof...(N)> result(shape);
  extents<sizeof...(N)> to{};
  detail::for_each_lane(from.shape, [&](const auto& lane) {
    if (from.has(lane) && x.has(lane))
      result.at(to) = x.at(lane);
    else
      result.remove(to);
    for (std::size_t d = sizeof...(N); d > 0 && ++to[d - 1] == shape[d - 1]; --d) to[d - 1] = 0;
  });
  return result;
}

}  // namespace appyl
