// What a kernel gets of each array: a reference to one block.
#pragma once

#include <appyl/appyl.hpp>
#include <appyl/grid/program.hpp>

namespace appyl {

template <class T, std::size_t Rank>
class ref;
namespace detail {

template <class T, std::size_t Rank>
struct operand<ref<T, Rank>> : std::conditional_t<Rank != 0, tile_operand<T, Rank>, operand<T>> {};

}  // namespace detail

/// A block of an array of rank Rank, squeezed dimensions not counted: a view with `shape()`, `extent(d)`,
/// elements `r(i, j)`, slices `r(ds(start, size), all)`, and elements named by index tiles. A const T is only
/// read.
template <class T, std::size_t Rank>
class ref : public view<T, Rank> {
 public:
  using element_type = T;
  using view<T, Rank>::view;
  /// `checked_as`: the array's name in messages; null where the call is not interpreted.
  ref(T* data, const extents<Rank>& shape, const extents<Rank>& steps,
      const std::string* checked_as = nullptr)
      : view<T, Rank>(data, shape, steps), name(checked_as) {}

  /// As that of a view. In interpreted calls an integer outside of the block throws std::invalid_argument;
  /// lanes of slices that stick out do not exist.
  template <class... I>
  constexpr decltype(auto) operator()(const I&... index) const {
    if constexpr (sizeof...(I) == Rank && (std::is_integral_v<I> || ...))
      if (name) check(*name, this->shape(), number_of(index)...);
    return view<T, Rank>::operator()(index...);
  }

 private:
  const std::string* name = nullptr;

  /// Of what is no integer, nothing is checked.
  template <class I>
  static auto number_of(const I& index) {
    if constexpr (std::is_integral_v<I>)
      return index;
    else
      return all;
  }
  /// A call of its own, apart from the object: loops that never come here keep its members in registers.
  template <class... I>
  [[gnu::noinline, gnu::cold]] static void check(const std::string& checked_as, extents<Rank> shape,
                                                 I... index) {
    std::size_t d = 0;
    const auto look = [&](const auto& each) {
      if constexpr (std::is_integral_v<std::decay_t<decltype(each)>>)
        if (static_cast<std::ptrdiff_t>(each) < 0 || static_cast<std::ptrdiff_t>(each) >= shape[d])
          throw std::invalid_argument(checked_as + ": program " + detail::running_place() + ": element " +
                                      std::to_string(each) + " in dimension " + std::to_string(d) +
                                      " of a block of shape " + detail::text(shape));
      ++d;
    };
    (look(index), ...);
  }
};

/// One number: `load(x)`, `store(x, value)`, or `x()`.
template <class T>
class ref<T, 0> {
 public:
  using element_type = T;
  ref(T* data, const extents<0>&, const extents<0>&, const std::string* = nullptr) : number(data) {}

  T& operator()() const { return *number; }
  extents<0> shape() const { return {}; }
  std::ptrdiff_t size() const { return 1; }

 private:
  T* number;
};

/// A dynamic slice: `size` elements from `start` on.
constexpr slice ds(std::ptrdiff_t start, std::ptrdiff_t size) { return slice(start, size); }

template <class T>
std::remove_const_t<T> load(const ref<T, 0>& from) {
  return from();
}
template <class T, class Value>
void store(const ref<T, 0>& to, const Value& value) {
  to() = static_cast<T>(value);
}

namespace detail {

/// A tile of the elements as they are now, or the element.
template <class X>
auto value_at(const X& place) {
  if constexpr (is_tile<X>)
    return tile<value_of<X>, rank_of<X>>(place);
  else
    return place;
}

/// One element, which is not touched where the mask is false.
template <class Get, class Mask, class Other = decltype(std::declval<Get>()())>
auto load_element(const Get& get, const Mask& mask, const Other& other = Other()) {
  return mask ? get() : static_cast<decltype(get())>(other);
}

}  // namespace detail

// `load(x, std::tuple(i, slice(2, 3)), mask, other)`, as the Pallas documents write it.

template <class T, std::size_t Rank, class... I, class... Masked>
auto load(const ref<T, Rank>& from, const std::tuple<I...>& at, const Masked&... masked) {
  if constexpr (sizeof...(Masked) == 0 && Rank == 0)
    return load(from);
  else if constexpr (sizeof...(Masked) == 0)
    return std::apply([&](const auto&... each) { return detail::value_at(from(each...)); }, at);
  else if constexpr (sizeof...(I) == Rank && (std::is_integral_v<I> && ...))
    return detail::load_element([&] { return std::apply(from, at); }, masked...);
  else
    return std::apply([&](const auto&... each) { return load(from(each...), masked...); }, at);
}
template <class T, std::size_t Rank, class... I, class Value, class... Mask>
void store(const ref<T, Rank>& to, const std::tuple<I...>& at, const Value& value, const Mask&... mask) {
  if constexpr (sizeof...(Mask) == 0 && Rank == 0)
    store(to, value);
  else if constexpr (sizeof...(Mask) == 0)
    std::apply([&](const auto&... each) { to(each...) = value; }, at);
  else if constexpr (sizeof...(I) == Rank && (std::is_integral_v<I> && ...))
    (mask && ...) ? void(std::apply(to, at) = static_cast<T>(value)) : void();
  else
    std::apply([&](const auto&... each) { store(to(each...), value, mask...); }, at);
}

}  // namespace appyl
