// Masked access, and updates of memory that no other program divides.
#pragma once

#include <appyl/operations.hpp>

#ifdef __CUDACC__
#include <appyl/cuda/compare_exchange.hpp>
#define APPYL_HOST_DEVICE __host__ __device__
#else
#define APPYL_HOST_DEVICE
#endif

namespace appyl {

namespace detail {

template <class A, class B>
auto pairs(const A& a, const B& b) {
  const auto pair = [](const auto& x, const auto& y) { return std::make_pair(x, y); };
  if constexpr (is_tile<A> || is_tile<B>)
    return map(pair, a, b);
  else
    return pair(a, b);
}

// `load(x, std::tuple(i, all), mask)` of a grid's blocks is another one.
template <class X>
constexpr bool is_place = false;
template <class... I>
constexpr bool is_place<std::tuple<I...>> = true;
template <class Block, class X>
using if_stored = std::enable_if_t<is_tile<Block> && !is_place<X>, int>;

}  // namespace detail

/// The block's elements where the mask is true; `other` elsewhere, and nothing is read there.
template <class X, class M, class T = detail::value_of<X>, detail::if_stored<X, M> = 0>
auto load(const X& x, const M& mask, const T& other = T()) {
  constexpr std::size_t rank = detail::rank_of<X>;
  const detail::lanes<rank> from = x.lanes();
  if (detail::broadcast(from, detail::lanes_of(mask)).shape != from.shape)
    throw shape_error("a mask of shape " + detail::text(detail::lanes_of(mask).shape) + " on " +
                      detail::text(from.shape));
  tile<detail::value_of<X>, rank> result(from.shape);
  detail::for_each_lane(from.shape, [&](const extents<rank>& lane) {
    const bool wanted = detail::has_lane(mask, lane) && detail::at_lane(mask, lane);
    if (!wanted)
      result.at(lane) = static_cast<detail::value_of<X>>(other);
    else if (from.has(lane) && x.has(lane))
      result.at(lane) = x.at(lane);
    else
      result.remove(lane);
  });
  return result;
}
template <class X, detail::if_any_tile<X> = 0>
auto load(const X& x) {
  return tile<detail::value_of<X>, detail::rank_of<X>>(x);
}

/// Writes x where the mask is true.
template <class Block, class X, class M, detail::if_stored<Block, X> = 0>
void store(Block&& to, const X& x, const M& mask) {
  auto target = to;
  const auto settled = detail::settled(x);
  const auto settledMask = detail::settled(mask);
  const auto own = target.lanes();
  // Not a loop over {first, second}: nvcc 13 writes that down wrong for the host's compiler.
  const auto fits = [&own](const auto& lanes) {
    const auto shape = detail::broadcast(own, lanes).shape;
    if (shape != own.shape)
      throw shape_error("shape " + detail::text(shape) + " does not fit into " + detail::text(own.shape));
  };
  fits(detail::lanes_of(settled));
  fits(detail::lanes_of(settledMask));
  detail::for_each_lane(own.shape, [&](const auto& lane) {
    if (own.has(lane) && target.has(lane) && detail::has_lane(settled, lane) &&
        detail::has_lane(settledMask, lane) && detail::at_lane(settledMask, lane))
      target.at(lane) = static_cast<detail::value_of<Block>>(detail::at_lane(settled, lane));
  });
}
template <class Block, class X, detail::if_stored<Block, X> = 0>
void store(Block&& to, const X& x) {
  auto target = to;
  detail::update(target, detail::settled(x), detail::assign());  // `=` of a whole view makes it another view
}

namespace detail {

/// to = change(to), undivided; the value from before is returned. By the compilers' own operations on values
/// of any type, which compare bytes.
template <class T, class Change>
APPYL_HOST_DEVICE T exchange(T& to, Change change) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8, "at most 8 bytes are changed undivided");
#ifdef __CUDA_ARCH__
  return cuda::compare_exchange(to, [&](T value) {
    change(value);
    return value;
  });
#else
  T before, after;
  __atomic_load(&to, &before, __ATOMIC_RELAXED);
  do {
    after = before;
    change(after);
  } while (!__atomic_compare_exchange(&to, &before, &after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return before;
#endif
}

template <class Block, class X, class Change>
auto exchange_lanes(const Block& place, const X& x, Change change) {
  tile<value_of<Block>, rank_of<Block>> before(place);
  auto target = place;
  const auto own = target.lanes();
  const auto settledX = settled(x);
  if (broadcast(own, lanes_of(settledX)).shape != own.shape)
    throw shape_error("shape " + text(lanes_of(settledX).shape) + " does not fit into " + text(own.shape));
  for_each_lane(own.shape, [&](const auto& lane) {
    if (own.has(lane) && target.has(lane) && has_lane(settledX, lane))
      before.at(lane) = exchange(target.at(lane), [&](auto& to) { change(to, at_lane(settledX, lane)); });
  });
  return before;
}

template <class T>
using if_element = std::enable_if_t<!is_tile<T>, int>;

}  // namespace detail

// element = element op x, for each element of a block or for one element; the values from before are
// returned. Elements are changed on a device, too.
#define APPYL_ATOMIC(name, change)                                           \
  template <class Block, class X, detail::if_any_tile<Block> = 0>            \
  auto name(Block&& place, const X& x) {                                     \
    return detail::exchange_lanes(place, x, [](auto& to, const auto& from) { \
      using T = std::decay_t<decltype(to)>;                                  \
      change;                                                                \
    });                                                                      \
  }                                                                          \
  template <class T, class X, detail::if_element<T> = 0>                     \
  APPYL_HOST_DEVICE T name(T& place, const X& from) {                        \
    return detail::exchange(place, [&](T& to) { change; });                  \
  }
APPYL_ATOMIC(atomic_add, to = static_cast<T>(to + from))
APPYL_ATOMIC(atomic_max, if (to < from) to = static_cast<T>(from))
APPYL_ATOMIC(atomic_min, if (from < to) to = static_cast<T>(from))
APPYL_ATOMIC(atomic_and, to = static_cast<T>(to & from))
APPYL_ATOMIC(atomic_or, to = static_cast<T>(to | from))
APPYL_ATOMIC(atomic_xor, to = static_cast<T>(to ^ from))
APPYL_ATOMIC(atomic_exchange, to = static_cast<T>(from))
#undef APPYL_ATOMIC

/// element = x where it equals `expected`; the value from before is returned.
template <class Block, class E, class X, detail::if_any_tile<Block> = 0>
auto atomic_cas(Block&& place, const E& expected, const X& x) {
  return detail::exchange_lanes(place, detail::pairs(expected, x), [](auto& to, const auto& pair) {
    if (to == pair.first) to = static_cast<std::decay_t<decltype(to)>>(pair.second);
  });
}
template <class T, class E, class X, detail::if_element<T> = 0>
APPYL_HOST_DEVICE T atomic_cas(T& place, const E& expected, const X& x) {
  return detail::exchange(place, [&](T& to) {
    if (to == expected) to = static_cast<T>(x);
  });
}

}  // namespace appyl

#undef APPYL_HOST_DEVICE
