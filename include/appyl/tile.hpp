// Tiles: a block's worth of values, some of whose lanes may not exist because they lie outside of the array
// that they were read from, and what is common to all operands of expressions.
#pragma once

#include <appyl/half.hpp>
#include <appyl/shape.hpp>

#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace appyl {

template <class T, std::size_t Rank = 1>
class view;
template <class T, std::size_t Rank>
class block;
template <class T, std::size_t Rank>
class gathered;
template <class T, std::size_t Rank = 1>
class tile;

namespace detail {

// --- operands: tiles, blocks of views, whole views; anything else is a scalar
// -----------------------------------------------------------------------------------------------------

template <class X>
struct operand {
  static constexpr bool is_tile = false;
  static constexpr bool is_strided = true;
  static constexpr std::size_t rank = 0;
  using value_type = X;
};
template <class T, std::size_t Rank>
struct tile_operand {
  static constexpr bool is_tile = true;
  static constexpr bool is_strided = true;  // along each dimension its elements are equally far apart
  static constexpr std::size_t rank = Rank;
  using value_type = std::remove_const_t<T>;
};
template <class T, std::size_t Rank>
struct operand<view<T, Rank>> : tile_operand<T, Rank> {};
template <class T, std::size_t Rank>
struct operand<block<T, Rank>> : tile_operand<T, Rank> {};
template <class T, std::size_t Rank>
struct operand<gathered<T, Rank>> : tile_operand<T, Rank> {
  static constexpr bool is_strided = false;
};
template <class T, std::size_t Rank>
struct operand<tile<T, Rank>> : tile_operand<T, Rank> {};

template <class X>
constexpr bool is_tile = operand<std::decay_t<X>>::is_tile;
template <class X>
constexpr bool is_tile_itself = false;
template <class T, std::size_t Rank>
constexpr bool is_tile_itself<tile<T, Rank>> = true;
template <class X>
constexpr std::size_t rank_of = operand<std::decay_t<X>>::rank;
template <class X>
using value_of = typename operand<std::decay_t<X>>::value_type;
template <class... X>
using if_any_tile = std::enable_if_t<(is_tile<X> || ...), int>;

template <class X>
auto lanes_of(const X& x) {
  if constexpr (is_tile<X>)
    return x.lanes();
  else
    return lanes<0>();
}

template <class X, std::size_t Rank>
bool has_lane(const X& x, [[maybe_unused]] const extents<Rank>& lane) {
  if constexpr (is_tile<X>)
    return x.has(operand_lane(x.lanes().shape, lane));
  else
    return true;
}

template <class X, std::size_t Rank>
decltype(auto) at_lane(const X& x, [[maybe_unused]] const extents<Rank>& lane) {
  if constexpr (is_tile<X>)
    return x.at(operand_lane(x.lanes().shape, lane));
  else
    return static_cast<const X&>(x);
}

template <class A>
auto common_lanes(const A& a) {
  return lanes_of(a);
}
template <class A, class B, class... Rest>
auto common_lanes(const A& a, const B& b, const Rest&... rest) {
  if constexpr (sizeof...(Rest) == 0)
    return broadcast(lanes_of(a), lanes_of(b));
  else
    return broadcast(broadcast(lanes_of(a), lanes_of(b)), common_lanes(rest...));
}

// --- many lanes at once: loops over memory, of which compilers make vector instructions
// -----------------------------------------------------------------------------------------------------

/// Are the operand's lanes the box that `lanes()` says, without a gap, and its elements in a regular order?
template <class X>
constexpr bool is_box([[maybe_unused]] const X& x) {
  if constexpr (!operand<X>::is_strided)
    return false;
  else if constexpr (is_tile_itself<X>)
    return x.is_box();
  else
    return true;
}

/// Where an operand's elements are along the last two dimensions: row after row.
template <class T>
struct plane {
  T* first;
  std::ptrdiff_t row, step;  // how far the next one is; 0: it is the same one

  T* from(std::ptrdiff_t i) const { return first + i * row; }
  T& at(std::ptrdiff_t i, std::ptrdiff_t k) const { return first[i * row + k * step]; }
  bool has_contiguous_rows() const { return step == 1; }
  bool is_contiguous(std::ptrdiff_t columns) const { return row == columns; }
};
/// A scalar, or a tile of rank 0, is everywhere.
template <class X>
struct repeated {
  const X& value;

  repeated from(std::ptrdiff_t) const { return *this; }
  const X& at(std::ptrdiff_t, std::ptrdiff_t) const { return value; }
  const X& operator[](std::ptrdiff_t) const { return value; }
  bool has_contiguous_rows() const { return true; }
  bool is_contiguous(std::ptrdiff_t) const { return true; }
};

/// From the element at `lane` on; x is repeated where its shape has a 1.
template <class X, std::size_t Rank>
auto plane_of(X& x, [[maybe_unused]] const extents<Rank>& lane) {
  if constexpr (is_tile<X> && rank_of<X> == 0) {
    return repeated<std::remove_reference_t<decltype(x.at({}))>>{x.at({})};
  } else if constexpr (is_tile<X>) {
    constexpr std::size_t rank = rank_of<X>;
    const auto step = [&](std::size_t d) { return x.extent(d) == 1 ? 0 : x.stride(d); };
    auto& first = x.at(operand_lane(x.shape(), lane));
    using T = std::remove_reference_t<decltype(first)>;
    return plane<T>{&first, rank > 1 ? step(rank - 2) : 0, step(rank - 1)};
  } else {
    return repeated<X>{x};
  }
}

/// `__restrict`: nothing else is the element that `to` points to, so that no test for that stands in front of
/// the loop.
template <class Visit, class T, class... Row>
void for_each_in_row(std::ptrdiff_t count, const Visit& visit, T* __restrict to, const Row... from) {
  for (std::ptrdiff_t k = 0; k < count; ++k) visit(to[k], from[k]...);
}
template <class Visit, class... Plane>
void for_each_in_planes(std::ptrdiff_t rows, std::ptrdiff_t columns, const Visit& visit,
                        const Plane... planes) {
  if (!(planes.has_contiguous_rows() && ...)) {
    for (std::ptrdiff_t i = 0; i < rows; ++i)
      for (std::ptrdiff_t k = 0; k < columns; ++k) visit(planes.at(i, k)...);
  } else if ((planes.is_contiguous(columns) && ...)) {
    for_each_in_row(rows * columns, visit, planes.from(0)...);
  } else {
    for (std::ptrdiff_t i = 0; i < rows; ++i) for_each_in_row(columns, visit, planes.from(i)...);
  }
}

/// Calls `visit` with the elements of all operands in each lane of a box that all of them have, in row-major
/// order. An element that `visit` changes is none of another operand.
template <std::size_t Rank, class Visit, class... X>
void for_each_element(const lanes<Rank>& box, const Visit& visit, X&... x) {
  constexpr std::size_t outer = Rank > 2 ? Rank - 2 : 0;  // dimensions in front of the last two
  for (std::size_t d = 0; d != Rank; ++d)
    if (box.first[d] >= box.last[d]) return;
  extents<outer> counts{};
  for (std::size_t d = 0; d != outer; ++d) counts[d] = box.last[d] - box.first[d];
  const std::ptrdiff_t columns = box.last[Rank - 1] - box.first[Rank - 1],
                       rows = Rank > 1 ? box.last[Rank - 2] - box.first[Rank - 2] : 1;
  for_each_lane(counts, [&](const extents<outer>& place) {
    extents<Rank> lane = box.first;
    for (std::size_t d = 0; d != outer; ++d) lane[d] += place[d];
    for_each_in_planes(rows, columns, visit, plane_of(x, lane)...);
  });
}

template <class A, class B>
bool is_same_object(const A& a, const B& b) {
  return static_cast<const void*>(&a) == static_cast<const void*>(&b);
}

/// target = change(target, x) in each lane that both have. `x` is repeated to the target's shape.
template <class Target, class X, class Change>
void update(Target& target, const X& x, Change change) {
  static_assert(rank_of<X> <= rank_of<Target>, "the right side has more dimensions than the left one");
  static_assert(!std::is_const_v<std::remove_reference_t<decltype(target.at(target.lanes().shape))>>,
                "the elements of a view<const T> are only read");
  const auto own = target.lanes();
  const auto both = broadcast(own, lanes_of(x));
  if (both.shape != own.shape)
    throw shape_error("shape " + text(lanes_of(x).shape) + " does not fit into " + text(own.shape));
  if constexpr (rank_of<Target> != 0 && operand<Target>::is_strided && operand<X>::is_strided)
    if (is_box(target) && is_box(x) && !is_same_object(target, x))
      return for_each_element(both, change, target, x);
  for_each_lane(own.shape, [&](const auto& lane) {
    if (own.has(lane) && target.has(lane) && has_lane(x, lane)) change(target.at(lane), at_lane(x, lane));
  });
}

template <class T>
constexpr bool is_small_float = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// The type in which values of T are computed with those of another type.
template <class T>
using computed_t = std::conditional_t<is_small_float<std::decay_t<T>>, float, std::decay_t<T>>;

template <class A, class B, bool Same>
struct common {
  using type = A;
};
template <class A, class B>
struct common<A, B, false> {
  using type = std::decay_t<decltype(std::declval<computed_t<A>>() + std::declval<computed_t<B>>())>;
};
/// What holds a value of either type.
template <class A, class B>
using either =
    typename common<std::decay_t<A>, std::decay_t<B>, std::is_same_v<std::decay_t<A>, std::decay_t<B>>>::type;

/// A number as the type in which it and the other one are computed, so that no conversion goes unsaid. That
/// of a bfloat16 is float, and so is that of a half beside anything else.
template <class A, class B>
constexpr decltype(auto) as_common(const A& a, const B&) {
  if constexpr (std::is_same_v<A, bfloat16> || (std::is_same_v<A, half> && !std::is_same_v<B, half>))
    return static_cast<float>(a);
  else if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !std::is_same_v<A, B>)
    return static_cast<either<A, B>>(a);
  else
    return static_cast<const A&>(a);
}

/// The value of the right side before the left side changes: a block or an element of the same array is
/// copied first.
template <class X>
auto settled(const X& x) {
  if constexpr (is_tile<X>)
    return tile<value_of<X>, rank_of<X>>(x);
  else
    return x;
}
template <class T, std::size_t Rank>
const tile<T, Rank>& settled(const tile<T, Rank>& x) {
  return x;
}

/// What std::vector makes without a value is left unset.
template <class T>
struct unset_allocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = unset_allocator<U>;
  };
  unset_allocator() = default;
  template <class U>
  unset_allocator(const unset_allocator<U>&) {}
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... From>
  void construct(U* place, From&&... from) {
    ::new (static_cast<void*>(place)) U(std::forward<From>(from)...);
  }
};

struct assign {
  template <class T, class X>
  void operator()(T& target, const X& x) const {
    target = static_cast<T>(x);
  }
};

}  // namespace detail

/// Compound assignments of everything that has lanes: those that the right side lacks stay as they are.
template <class Derived>
class assignable {
 public:
#define APPYL_COMPOUND(op)                                                              \
  template <class X>                                                                    \
  Derived& operator op##=(const X& x) {                                                 \
    const auto change = [](auto& to, const auto& from) {                                \
      to = static_cast<std::decay_t<decltype(to)>>(detail::as_common(to, from)          \
                                                       op detail::as_common(from, to)); \
    };                                                                                  \
    detail::update(static_cast<Derived&>(*this), detail::settled(x), change);           \
    return static_cast<Derived&>(*this);                                                \
  }
  APPYL_COMPOUND(+)
  APPYL_COMPOUND(-)
  APPYL_COMPOUND(*)
  APPYL_COMPOUND(/)
  APPYL_COMPOUND(%)
  APPYL_COMPOUND(&)
  APPYL_COMPOUND(|)
  APPYL_COMPOUND(^)
#undef APPYL_COMPOUND
};

/// Values of one block, row-major. Made by zeros, full, arange, or from any expression of tiles.
template <class T, std::size_t Rank>
class tile : public assignable<tile<T, Rank>> {
 public:
  using value_type = T;
  static constexpr std::size_t rank = Rank;

  tile() = default;  // of no elements; takes the shape of the first tile that is assigned
  explicit tile(const extents<Rank>& shape, T value = T())
      : existing(detail::lanes<Rank>::whole(shape)), values(checked(shape), element{value}) {}

  /// The values of another tile, block or view, which lacks the lanes that that one lacks.
  template <class X, std::enable_if_t<detail::is_tile<X> && detail::rank_of<X> == Rank, int> = 0>
  tile(const X& x) {
    if constexpr (Rank > 0 && detail::operand<X>::is_strided)
      if (detail::is_box(x)) {
        tile result = with_lanes(x.lanes());
        detail::for_each_element(x.lanes(), detail::assign(), result, x);
        existing = result.existing;
        values = std::move(result.values);
        return;
      }
    existing = x.lanes();
    values.resize(checked(existing.shape), element{T()});
    detail::for_each_lane(existing.shape, [&](const extents<Rank>& lane) {
      if (!existing.has(lane)) return;
      if (x.has(lane))
        at(lane) = static_cast<T>(x.at(lane));
      else
        remove(lane);
    });
  }

  /// All lanes anew: a scalar fills them.
  template <class X>
  tile& operator=(const X& x) {
    if constexpr (!detail::is_tile<X>) {
      *this = tile(existing.shape, static_cast<T>(x));
    } else {
      static_assert(detail::rank_of<X> == Rank, "a tile keeps its number of dimensions");
      *this = tile(x);
    }
    return *this;
  }
  tile& operator=(const tile& x) { return *this = tile(x); }
  tile& operator=(tile&& x) {
    if (!values.empty() && x.existing.shape != existing.shape)
      throw shape_error("a tile of shape " + detail::text(existing.shape) + " is assigned one of shape " +
                        detail::text(x.existing.shape));
    existing = x.existing;
    values = std::move(x.values);
    missing = std::move(x.missing);
    return *this;
  }
  tile(const tile&) = default;
  tile(tile&&) = default;

  /// For a value in each of the lanes, which is not set yet; what no lane stands for is T().
  static tile with_lanes(const detail::lanes<Rank>& lanes) {
    tile result;
    result.existing = lanes;
    if (lanes.complete())
      result.values.resize(checked(lanes.shape));
    else
      result.values.resize(checked(lanes.shape), element{T()});
    return result;
  }

  std::ptrdiff_t extent(std::size_t d) const { return existing.shape[d]; }
  std::ptrdiff_t stride(std::size_t d) const {
    std::ptrdiff_t step = 1;
    while (++d < Rank) step *= existing.shape[d];
    return step;
  }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(values.size()); }
  const extents<Rank>& shape() const { return existing.shape; }

  template <class... I, std::enable_if_t<sizeof...(I) == Rank && (std::is_integral_v<I> && ...), int> = 0>
  T& operator()(I... i) {
    return at(extents<Rank>{static_cast<std::ptrdiff_t>(i)...});
  }
  template <class... I, std::enable_if_t<sizeof...(I) == Rank && (std::is_integral_v<I> && ...), int> = 0>
  const T& operator()(I... i) const {
    return at(extents<Rank>{static_cast<std::ptrdiff_t>(i)...});
  }

  const detail::lanes<Rank>& lanes() const { return existing; }
  bool has(const extents<Rank>& lane) const {
    return existing.has(lane) && (missing.empty() || !missing[place(lane)]);
  }
  T& at(const extents<Rank>& lane) { return values[place(lane)].value; }
  const T& at(const extents<Rank>& lane) const { return values[place(lane)].value; }

  bool is_box() const { return missing.empty(); }

  /// From here on the lane does not exist.
  void remove(const extents<Rank>& lane) {
    if (missing.empty()) missing.resize(values.size());
    missing[place(lane)] = true;
  }
  void clip(const detail::lanes<Rank>& to) { existing = to; }

 private:
  struct element {
    T value;
  };  // so that bool is no bit

  detail::lanes<Rank> existing;
  std::vector<element, detail::unset_allocator<element>> values;
  std::vector<bool> missing;  // empty: none of those inside `existing`

  static std::size_t checked(const extents<Rank>& shape) {
    for (const std::ptrdiff_t each : shape)
      if (each < 0) throw shape_error("a tile of shape " + detail::text(shape));
    return static_cast<std::size_t>(detail::count(shape));
  }
  std::size_t place(const extents<Rank>& lane) const {
    std::ptrdiff_t at = 0;
    for (std::size_t d = 0; d != Rank; ++d) at = at * existing.shape[d] + lane[d];
    return static_cast<std::size_t>(at);
  }
};

/// f(x, ...) in each lane that all of them have. Shapes are broadcast; scalars are the same in each lane.
template <class F, class... X, detail::if_any_tile<X...> = 0>
auto map(F&& f, const X&... x) {
  const auto common = detail::common_lanes(x...);
  constexpr std::size_t rank = std::tuple_size<std::decay_t<decltype(common.shape)>>::value;
  using value = std::decay_t<decltype(f(detail::at_lane(x, common.shape)...))>;
  if constexpr (rank > 0 && (detail::operand<X>::is_strided && ...))
    if ((detail::is_box(x) && ...)) {
      auto result = tile<value, rank>::with_lanes(common);
      detail::for_each_element(
          common, [&f](value& to, auto&... from) { to = f(from...); }, result, x...);
      return result;
    }
  tile<value, rank> result(common.shape);
  result.clip(common);
  detail::for_each_lane(common.shape, [&](const extents<rank>& lane) {
    if (!common.has(lane)) return;
    if ((detail::has_lane(x, lane) && ...))
      result.at(lane) = f(detail::at_lane(x, lane)...);
    else
      result.remove(lane);
  });
  return result;
}

template <class T, class... N>
tile<T, sizeof...(N)> zeros(N... n) {
  return tile<T, sizeof...(N)>(extents<sizeof...(N)>{static_cast<std::ptrdiff_t>(n)...});
}

template <class T, class... N>
tile<T, sizeof...(N)> full(T value, N... n) {
  return tile<T, sizeof...(N)>(extents<sizeof...(N)>{static_cast<std::ptrdiff_t>(n)...}, value);
}

/// 0, 1, ..., n - 1.
template <class T = int>
tile<T, 1> arange(std::ptrdiff_t n) {
  tile<T, 1> result({n});
  for (std::ptrdiff_t k = 0; k < n; ++k) result.at({k}) = static_cast<T>(k);
  return result;
}

}  // namespace appyl
