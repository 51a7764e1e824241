// Views: arrays that other objects own, and the blocks of them that slices and index tiles name.
#pragma once

#include <appyl/tile.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace appyl {

/// The part of an array that slices name: `a(slice(i, B), j)`. What sticks out of the array does not exist.
/// Assigning writes to the array.
template <class T, std::size_t Rank>
class block : public assignable<block<T, Rank>> {
 public:
  using value_type = std::remove_const_t<T>;
  static constexpr std::size_t rank = Rank;

  block(T* data, std::ptrdiff_t first, const extents<Rank>& steps, const detail::lanes<Rank>& lanes)
      : memory(data), offset(first), strides(steps), existing(lanes) {}
  block(const block&) = default;

  block& operator=(const block& x) { return assign(x); }
  template <class X>
  block& operator=(const X& x) {
    return assign(x);
  }

  operator tile<value_type, Rank>() const { return tile<value_type, Rank>(*this); }

  /// One of its elements.
  template <class... I, std::enable_if_t<sizeof...(I) == Rank && (std::is_integral_v<I> && ...), int> = 0>
  T& operator()(I... i) const {
    return at(extents<Rank>{static_cast<std::ptrdiff_t>(i)...});
  }

  std::ptrdiff_t extent(std::size_t d) const { return existing.shape[d]; }
  std::ptrdiff_t stride(std::size_t d) const { return strides[d]; }
  const extents<Rank>& shape() const { return existing.shape; }
  const detail::lanes<Rank>& lanes() const { return existing; }
  bool has(const extents<Rank>& lane) const { return existing.has(lane); }
  T& at(const extents<Rank>& lane) const {
    std::ptrdiff_t place = offset;
    for (std::size_t d = 0; d != Rank; ++d) place += lane[d] * strides[d];
    return memory[place];
  }

 private:
  T* memory;
  std::ptrdiff_t offset;  // of the first lane, which may not exist
  extents<Rank> strides;
  detail::lanes<Rank> existing;

  template <class X>
  block& assign(const X& x) {
    detail::update(*this, detail::settled(x), detail::assign());
    return *this;
  }
};

/// An index that is no element of its dimension.
struct misplaced {
  std::ptrdiff_t index, size;
};

/// The elements that index tiles name: `a(t, j)`. Assigning scatters. An index outside of the array is an
/// error where the element is used, so that a mask may leave it out: std::out_of_range.
template <class T, std::size_t Rank>
class gathered : public assignable<gathered<T, Rank>> {
 public:
  using value_type = std::remove_const_t<T>;
  static constexpr std::size_t rank = Rank;
  static constexpr std::ptrdiff_t nowhere = std::numeric_limits<std::ptrdiff_t>::min();

  /// An offset of `nowhere` + k says that the lane's index is outside[k].
  gathered(T* data, tile<std::ptrdiff_t, Rank> offsets, std::vector<misplaced> wrong)
      : memory(data), places(std::move(offsets)), outside(std::move(wrong)) {}
  gathered(const gathered&) = default;

  gathered& operator=(const gathered& x) { return assign(x); }
  template <class X>
  gathered& operator=(const X& x) {
    return assign(x);
  }

  /// One of its elements.
  template <class... I, std::enable_if_t<sizeof...(I) == Rank && (std::is_integral_v<I> && ...), int> = 0>
  T& operator()(I... i) const {
    return at(extents<Rank>{static_cast<std::ptrdiff_t>(i)...});
  }

  std::ptrdiff_t extent(std::size_t d) const { return places.extent(d); }
  const extents<Rank>& shape() const { return places.shape(); }
  const detail::lanes<Rank>& lanes() const { return places.lanes(); }
  bool has(const extents<Rank>& lane) const { return places.has(lane); }
  T& at(const extents<Rank>& lane) const {
    const std::ptrdiff_t place = places.at(lane);
    if (place < nowhere + static_cast<std::ptrdiff_t>(outside.size())) {
      const misplaced& wrong = outside[static_cast<std::size_t>(place - nowhere)];
      throw std::out_of_range("index " + std::to_string(wrong.index) + " of a dimension of " +
                              std::to_string(wrong.size) + " elements");
    }
    return memory[place];
  }

 private:
  T* memory;
  tile<std::ptrdiff_t, Rank> places;
  std::vector<misplaced> outside;

  template <class X>
  gathered& assign(const X& x) {
    detail::update(*this, detail::settled(x), detail::assign());
    return *this;
  }
};

namespace detail {

template <class I>
constexpr bool is_index = std::is_integral_v<std::decay_t<I>> || std::is_enum_v<std::decay_t<I>>;
template <class I>
constexpr bool is_slice = std::is_same_v<std::decay_t<I>, slice> || std::is_same_v<std::decay_t<I>, all_t>;

/// Anything with the interface of std::mdspan.
template <class M, class = void>
struct is_mdspan : std::false_type {};
template <class M>
struct is_mdspan<M, std::void_t<decltype(std::declval<const M&>().data_handle()),
                                decltype(std::declval<const M&>().extent(0)),
                                decltype(std::declval<const M&>().stride(0)), decltype(M::rank())>>
    : std::true_type {};

/// std::vector, std::array, std::span and the like.
template <class C, class = void>
struct is_container : std::false_type {};
template <class C>
struct is_container<C, std::void_t<decltype(std::declval<C&>().data()), decltype(std::declval<C&>().size())>>
    : std::bool_constant<!is_tile<C> && !is_mdspan<C>::value> {};

}  // namespace detail

/// An array in memory that the view does not own; by default its last dimension is contiguous.
template <class T, std::size_t Rank>
class view {
 public:
  using value_type = std::remove_const_t<T>;
  static constexpr std::size_t rank = Rank;
  static_assert(Rank > 0, "a view has dimensions");

  /// From a pointer and extents: view<float, 2> a(p, m, k).
  template <class... N, std::enable_if_t<sizeof...(N) == Rank && (detail::is_index<N> && ...), int> = 0>
  constexpr view(T* data, N... n) : view(data, extents<Rank>{static_cast<std::ptrdiff_t>(n)...}) {}
  constexpr view(T* data, const extents<Rank>& shape) : memory(data), sizes(shape) {
    std::ptrdiff_t step = 1;
    for (std::size_t d = Rank; d > 0; --d) {
      if (shape[d - 1] < 0) throw shape_error("a view of shape " + detail::text(shape));
      strides[d - 1] = step;
      step *= shape[d - 1];
    }
  }
  constexpr view(T* data, const extents<Rank>& shape, const extents<Rank>& steps)
      : memory(data), sizes(shape), strides(steps) {}

  /// From a container: of rank 1, or with extents.
  template <class C, std::enable_if_t<detail::is_container<C>::value && Rank == 1, int> = 0>
  view(C&& container) : view(container.data(), container.size()) {}
  template <
      class C, class... N,
      std::enable_if_t<detail::is_container<C>::value && sizeof...(N) == Rank && (detail::is_index<N> && ...),
                       int> = 0>
  view(C&& container, N... n) : view(container.data(), n...) {
    if (size() > static_cast<std::ptrdiff_t>(container.size()))
      throw shape_error("a view of shape " + detail::text(sizes) + " on " + std::to_string(container.size()) +
                        " elements");
  }

  /// From a C array of any number of dimensions.
  template <class A, std::enable_if_t<std::is_array_v<A> && std::rank_v<A> == Rank, int> = 0>
  view(A& array) : view(first_of(array), sizes_of<A>(std::make_index_sequence<Rank>())) {}

  /// From anything like std::mdspan.
  template <class M, std::enable_if_t<detail::is_mdspan<M>::value, int> = 0>
  view(const M& array) : memory(array.data_handle()) {
    static_assert(M::rank() == Rank, "a view has as many dimensions as the array");
    for (std::size_t d = 0; d != Rank; ++d) {
      sizes[d] = static_cast<std::ptrdiff_t>(array.extent(d));
      strides[d] = static_cast<std::ptrdiff_t>(array.stride(d));
    }
  }

  template <class U, std::enable_if_t<std::is_same_v<T, const U>, int> = 0>
  constexpr view(const view<U, Rank>& other) : view(other.data(), other.shape(), other.steps()) {}

  constexpr T* data() const { return memory; }
  constexpr std::ptrdiff_t extent(std::size_t d) const { return sizes[d]; }
  constexpr std::ptrdiff_t stride(std::size_t d) const { return strides[d]; }
  constexpr std::ptrdiff_t size() const { return detail::count(sizes); }
  constexpr const extents<Rank>& shape() const { return sizes; }
  constexpr const extents<Rank>& steps() const { return strides; }

  /// An element; a block; all of it for `a()`; the elements that index tiles name.
  template <class... I>
  constexpr decltype(auto) operator()(const I&... index) const {
    if constexpr (sizeof...(I) == 0) {
      return block<T, Rank>(memory, 0, strides, lanes());
    } else {
      static_assert(sizeof...(I) == Rank, "one index, slice or index tile for each dimension");
      static_assert(((detail::is_index<I> || detail::is_slice<I> || detail::is_tile<I>) && ...),
                    "an index is an integer, a slice, all, or a tile of integers");
      if constexpr ((detail::is_tile<I> || ...))
        return gather(index...);
      else if constexpr ((detail::is_slice<I> || ...))
        return cut(index...);
      else
        return element(index...);
    }
  }

  /// The same elements in another shape, without a copy. The view is contiguous.
  template <class... N>
  view<T, sizeof...(N)> reshape(N... n) const {
    const extents<sizeof...(N)> shape{static_cast<std::ptrdiff_t>(n)...};
    if (detail::count(shape) != size())
      throw shape_error("a view of shape " + detail::text(sizes) + " reshaped to " + detail::text(shape));
    std::ptrdiff_t step = 1;
    for (std::size_t d = Rank; d > 0; --d) {
      if (sizes[d - 1] != 1 && strides[d - 1] != step)
        throw shape_error("a view of shape " + detail::text(sizes) +
                          " that is not contiguous is reshaped to " + detail::text(shape));
      step *= sizes[d - 1];
    }
    return view<T, sizeof...(N)>(memory, shape);
  }

  detail::lanes<Rank> lanes() const { return detail::lanes<Rank>::whole(sizes); }
  bool has(const extents<Rank>& lane) const { return lanes().has(lane); }
  constexpr T& at(const extents<Rank>& lane) const {
    std::ptrdiff_t place = 0;
    for (std::size_t d = 0; d != Rank; ++d) place += lane[d] * strides[d];
    return memory[place];
  }

 private:
  T* memory;
  extents<Rank> sizes{}, strides{};

  template <class A>
  static T* first_of(A& array) {
    if constexpr (std::rank_v<A> == 0)
      return &array;
    else
      return first_of(array[0]);
  }
  template <class A, std::size_t... D>
  static extents<Rank> sizes_of(std::index_sequence<D...>) {
    return {static_cast<std::ptrdiff_t>(std::extent_v<A, D>)...};
  }

  template <class... I>
  constexpr T& element(const I&... index) const {
    return element_of(std::make_index_sequence<Rank>(), static_cast<std::ptrdiff_t>(index)...);
  }
  /// One sum, without the array and the loop of `at`: with those Clang does not vectorise loops over
  /// elements of several rows.
  template <std::size_t... D, class... I>
  constexpr T& element_of(std::index_sequence<D...>, I... index) const {
    return memory[(... + (index * strides[D]))];
  }

  /// [first, first + size) of dimension d, as an index asks for it.
  slice part(slice asked, std::size_t) const { return asked; }
  slice part(all_t, std::size_t d) const { return {0, sizes[d]}; }

  template <class... I>
  auto cut(const I&... index) const {
    constexpr std::size_t kept = (static_cast<std::size_t>(detail::is_slice<I>) + ...);
    detail::lanes<kept> existing;
    extents<kept> steps{};
    std::ptrdiff_t offset = 0;
    std::size_t d = 0, k = 0;
    const auto read = [&](const auto& each) {
      if constexpr (detail::is_slice<decltype(each)>) {
        const slice asked = part(each, d);
        if (asked.size < 0) throw shape_error("a slice of " + std::to_string(asked.size) + " elements");
        existing.shape[k] = asked.size;
        existing.first[k] = asked.start < 0 ? -asked.start : 0;
        existing.last[k] = asked.size < sizes[d] - asked.start ? asked.size : sizes[d] - asked.start;
        steps[k++] = strides[d];
        offset += asked.start * strides[d];
      } else {
        offset += static_cast<std::ptrdiff_t>(each) * strides[d];
      }
      ++d;
    };
    (read(index), ...);
    return block<T, kept>(memory, offset, steps, existing);
  }

  /// As in NumPy: index tiles are broadcast against each other. Their dimensions stand where they stand, if
  /// they and integers are neighbours; otherwise they come first.
  template <class... I>
  auto gather(const I&... index) const {
    constexpr std::size_t tiles = std::max({detail::is_tile<I> ? detail::rank_of<I> : std::size_t(0)...});
    constexpr std::size_t kept = (static_cast<std::size_t>(detail::is_slice<I>) + ...);
    constexpr std::array<bool, Rank> sliced{detail::is_slice<I>...};
    constexpr auto place = [](const std::array<bool, Rank>& isSlice) {
      // How many slices stand before the first of the others; 0 where these are not neighbours.
      std::size_t before = 0, runs = 0;
      for (std::size_t d = 0; d != Rank; ++d)
        if (!isSlice[d] && (d == 0 || isSlice[d - 1])) ++runs;
      if (runs > 1) return before;
      while (before < Rank && isSlice[before]) ++before;
      return before;
    };
    constexpr std::size_t before = place(sliced);

    const auto whole = detail::common_lanes(only_tile(index)...);
    extents<tiles + kept> shape{};
    std::array<slice, Rank> parts = {part_of(index)...};
    std::size_t d = 0, out = 0;
    for (; out != before; ++d)
      if (sliced[d]) shape[out++] = parts[d].size = parts[d].size < 0 ? sizes[d] : parts[d].size;
    for (std::size_t t = 0; t < tiles; ++t) shape[out++] = whole.shape[t];
    for (; d != Rank; ++d)
      if (sliced[d]) shape[out++] = parts[d].size = parts[d].size < 0 ? sizes[d] : parts[d].size;

    tile<std::ptrdiff_t, tiles + kept> places(shape);
    std::vector<misplaced> outside;
    detail::for_each_lane(shape, [&](const extents<tiles + kept>& lane) {
      extents<tiles> inTiles{};
      extents<kept> inSlices{};
      for (std::size_t k = 0, s = 0, t = 0; k < tiles + kept; ++k) {
        if (k + 1 > before && t < tiles)
          inTiles[t++] = lane[k];
        else
          inSlices[s++] = lane[k];
      }
      const auto isThere = [&](const auto& each) {
        if constexpr (detail::is_tile<decltype(each)>)
          return detail::has_lane(each, inTiles);
        else
          return true;
      };
      std::ptrdiff_t at = 0;
      bool exists = (isThere(index) && ...), isOutside = false;
      std::size_t dimension = 0, s = 0;
      const auto read = [&](const auto& each) {
        std::ptrdiff_t i = 0;
        if constexpr (detail::is_slice<decltype(each)>) {
          i = parts[dimension].start + inSlices[s++];
          exists = exists && i >= 0 && i < sizes[dimension];
        } else if constexpr (detail::is_tile<decltype(each)>) {
          if (exists) {
            i = static_cast<std::ptrdiff_t>(detail::at_lane(each, inTiles));
            if ((i < 0 || i >= sizes[dimension]) && !isOutside) {
              isOutside = true;
              outside.push_back({i, sizes[dimension]});
            }
          }
        } else {
          i = static_cast<std::ptrdiff_t>(each);
        }
        at += i * strides[dimension++];
      };
      (read(index), ...);
      if (exists)
        places.at(lane) = isOutside ? std::numeric_limits<std::ptrdiff_t>::min() +
                                          static_cast<std::ptrdiff_t>(outside.size()) - 1
                                    : at;
      else
        places.remove(lane);
    });
    return gathered<T, tiles + kept>(memory, std::move(places), std::move(outside));
  }

  template <class I>
  static decltype(auto) only_tile(const I& index) {
    if constexpr (detail::is_tile<I>)
      return static_cast<const I&>(index);
    else
      return 0;
  }
  /// A negative size stands for the whole dimension.
  template <class I>
  static slice part_of(const I& index) {
    if constexpr (std::is_same_v<I, slice>)
      return index;
    else
      return {0, -1};
  }
};

template <class T, class N, class... More>
view(T*, N, More...) -> view<T, 1 + sizeof...(More)>;
template <class C, class = std::enable_if_t<detail::is_container<C>::value>>
view(C&) -> view<std::remove_pointer_t<decltype(std::declval<C&>().data())>, 1>;
template <class C, class N, class... More, class = std::enable_if_t<detail::is_container<C>::value>>
view(C&, N, More...) -> view<std::remove_pointer_t<decltype(std::declval<C&>().data())>, 1 + sizeof...(More)>;
template <class A, class = std::enable_if_t<std::is_array_v<A>>, class = void>
view(A&) -> view<std::remove_all_extents_t<A>, std::rank_v<A>>;

/// In a translation for CUDA, in front of a program that the host runs as it was written, with the arrays
/// that it names; `appyl/cuda/data.hpp` has what it does.
template <class... Array>
void runs_on_host(const char* file, int line, const char* why, const Array&... arrays);

}  // namespace appyl
