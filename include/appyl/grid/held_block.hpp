// What a program gets of an array: its block, in place or as a padded copy, as the ref that the kernel takes.
#pragma once

#include <appyl/grid/block_spec.hpp>
#include <appyl/grid/ref.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace appyl {

namespace detail {

/// An array as a call is given it.
template <class T, std::size_t Rank>
struct whole {
  using element_type = T;
  static constexpr std::size_t rank = Rank;
  T* data;
  extents<Rank> shape, steps;
};
template <class T, std::size_t Rank>
whole<T, Rank> whole_of_view(const view<T, Rank>& array) {
  return {array.data(), array.shape(), array.steps()};
}
template <class T, std::size_t Rank>
view<T, Rank> view_below(const view<T, Rank>&);
template <class A, class = void>
struct is_view : std::false_type {};
template <class A>
struct is_view<A, std::void_t<decltype(view_below(std::declval<const A&>()))>> : std::true_type {};
template <class A>
struct is_number_ref : std::false_type {};
template <class T>
struct is_number_ref<ref<T, 0>> : std::true_type {};

/// An argument that is no array of any kind is one number.
template <class A>
auto whole_of(A& array) {
  using plain = std::remove_const_t<A>;
  static_assert(!std::is_pointer_v<plain>,
                "a pointer has no extents: a call takes a view of what it points to");
  static_assert(is_view<plain>::value || !is_tile<plain>, "a call takes arrays, not tiles or parts of views");
  if constexpr (is_number_ref<plain>::value)
    return whole<typename plain::element_type, 0>{&array(), {}, {}};
  else if constexpr (is_view<plain>::value)
    return whole_of_view(decltype(view_below(array))(array));
  else if constexpr (is_mdspan<plain>::value)
    return whole_of_view(view<typename plain::element_type, plain::rank()>(array));
  else if constexpr (is_container<A>::value || std::is_array_v<A>)
    return whole_of_view(view(array));
  else
    return whole<A, 0>{&array, {}, {}};
}

/// The refs that a kernel declares as parameters; `is_known` is false where these are templates.
template <class... P>
struct parameter_list {
  static constexpr bool is_known = true;
  static constexpr std::size_t count = sizeof...(P);
  template <std::size_t K>
  using type = std::decay_t<std::tuple_element_t<K, std::tuple<P...>>>;
};
template <class F, class = void>
struct parameters {
  static constexpr bool is_known = false;
  static constexpr std::size_t count = 0;
};
template <class R, class... P>
struct parameters<R (*)(P...), void> : parameter_list<P...> {};
template <class R, class... P>
struct parameters<R (*)(P...) noexcept, void> : parameter_list<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...), void> : parameter_list<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const, void> : parameter_list<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const&, void> : parameter_list<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) noexcept, void> : parameter_list<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const noexcept, void> : parameter_list<P...> {};
template <class R, class C, class... P>
struct parameters<R (C::*)(P...) const & noexcept, void> : parameter_list<P...> {};
template <class F>
struct parameters<F, std::void_t<decltype(&F::operator())>> : parameters<decltype(&F::operator())> {};

template <class R>
struct is_ref : std::false_type {};
template <class T, std::size_t Rank>
struct is_ref<ref<T, Rank>> : std::true_type {
  static constexpr std::size_t rank = Rank;
};

/// The ref that the kernel gets for the array in place K: the declared one, or for a template a block without
/// squeezed dimensions of an array that all batches cut.
template <class Kernel, class Array, std::size_t K, std::size_t Batches, bool IsKnown>
struct ref_for {
  using type = ref<typename Array::element_type, (Array::rank > Batches ? Array::rank - Batches : 0)>;
  static constexpr bool fits = true;
};
template <class Kernel, class Array, std::size_t K, std::size_t Batches>
struct ref_for<Kernel, Array, K, Batches, true> {
  using type = typename parameters<Kernel>::template type<K>;
  static constexpr bool fits = [] {
    static_assert(is_ref<type>::value, "a kernel takes refs: ref<const float, 2>, ref<float, 2>");
    if constexpr (is_ref<type>::value) {
      constexpr bool is_of_elements = std::is_same_v<std::remove_const_t<typename type::element_type>,
                                                     std::remove_const_t<typename Array::element_type>>;
      static_assert(is_of_elements, "a kernel takes a ref of the array's element type");
      return is_of_elements;
    }
    return false;
  }();
};

/// Are two elements the same? Those that cannot be compared are.
template <class T, class = void>
struct same_element {
  static bool test(const T&, const T&) { return true; }
};
template <class T>
struct same_element<
    T, std::void_t<decltype(static_cast<bool>(std::declval<const T&>() == std::declval<const T&>()))>> {
  static bool test(const T& a, const T& b) { return a == b || (!(a == a) && !(b == b)); }
};

/// The value of elements outside of the array: NaN; for integers, where the call is interpreted, a value that
/// is easily recognised, and otherwise 1. What kernels compute from it is discarded, and must not trap: no
/// quotient by it is one by 0, and sums do not overflow.
template <class T>
T padding(bool is_interpreted) {
  using limits = std::numeric_limits<T>;
  constexpr bool is_floating = std::is_floating_point_v<T> || is_small_float<T>;
  if constexpr (std::is_integral_v<T>)
    return !is_interpreted ? T(1) : std::is_unsigned_v<T> ? limits::max() : static_cast<T>(limits::min() / 4);
  else if constexpr (is_floating || std::is_convertible_v<float, T>)  // std::complex, too
    return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  else
    return T();
}

/// How many dimensions of a block the kernel sees.
inline std::size_t kept_rank(std::size_t rank, const std::vector<BlockExtent>& block_shape) {
  const auto is_squeezed = [](const BlockExtent& each) { return each.kind == BlockExtent::Kind::Squeezed; };
  return rank - static_cast<std::size_t>(std::count_if(block_shape.begin(), block_shape.end(), is_squeezed));
}

/// Memory for padded copies of the blocks of one array, which programs of a thread use one after the other.
template <class T>
class copy_memory {
 public:
  T* of(std::size_t count) {
    if (!memory || count > size) {
      memory = std::make_unique<T[]>(count);
      size = count;
    }
    return memory.get();
  }

 private:
  std::unique_ptr<T[]> memory;
  std::size_t size = 0;
};

/// One program's block of one array: in place where it lies inside, otherwise a padded copy.
template <class Ref, class Array>
class held_block {
  using element = std::remove_const_t<typename Ref::element_type>;
  static constexpr std::size_t rank = is_ref<Ref>::rank;

 public:
  /// `where`: a slice for each dimension of the array. `apart`: what the kernel writes does not go into the
  /// array at once.
  held_block(const Array& from, const slice* where, const std::vector<BlockExtent>& block_shape,
             copy_memory<element>& memory, bool is_interpreted, bool apart)
      : array(from), slices(where) {
    std::size_t kept = 0;
    bool is_inside = true;
    for (std::size_t d = 0; d != Array::rank; ++d) {
      is_inside &= slices[d].start >= 0 && slices[d].size <= array.shape[d] - slices[d].start;
      if (!block_shape.empty() && block_shape[d].kind == BlockExtent::Kind::Squeezed) continue;
      if constexpr (rank > 0)
        if (kept < rank) axes[kept] = d;
      ++kept;
    }
    constexpr bool is_read_only = std::is_const_v<typename Ref::element_type>,
                   may_be_in_place = is_read_only || !std::is_const_v<typename Array::element_type>;
    if (!may_be_in_place || !is_inside || (apart && !is_read_only)) make_copy(memory, is_interpreted);
  }

  /// `checked_as`: what the kernel touches must lie in the block. Always inline, so that the kernel's loops
  /// have no checks in them where it is null.
  [[gnu::always_inline]] Ref reference(const std::string* checked_as) const {
    extents<rank> shape{}, steps{};
    for (std::size_t k = 0; k != rank; ++k) {
      shape[k] = slices[axes[k]].size;
      steps[k] = array.steps[axes[k]];
    }
    typename Ref::element_type* first = copy;
    if (copy) {
      std::ptrdiff_t step = 1;
      for (std::size_t k = rank; k > 0; --k) {
        steps[k - 1] = step;
        step *= shape[k - 1];
      }
    } else if constexpr (std::is_convertible_v<typename Array::element_type*, typename Ref::element_type*>) {
      first = array.data;
      for (std::size_t d = 0; d != Array::rank; ++d) first += slices[d].start * array.steps[d];
    }
    return Ref(first, shape, steps, checked_as);
  }

  /// What the kernel wrote into a copy goes into the array; what lies outside of it is discarded.
  void write_back() {
    if constexpr (!std::is_const_v<typename Array::element_type>)
      if (copy) transfer([](auto& original, const auto& copied) { original = copied; });
  }

  /// Has the kernel written into the copy?
  bool is_changed() const {
    bool result = false;
    if (copy)
      transfer([&](auto& original, const auto& copied) {
        result |= !same_element<element>::test(copied, original);
      });
    return result;
  }

 private:
  const Array& array;
  const slice* slices;
  std::array<std::size_t, rank> axes{};
  element* copy = nullptr;  // row-major

  void make_copy(copy_memory<element>& memory, bool is_interpreted) {
    std::size_t count = 1;
    for (std::size_t d = 0; d != Array::rank; ++d) {
      const auto size = static_cast<std::size_t>(slices[d].size);
      if (size != 0 && count > std::numeric_limits<std::size_t>::max() / sizeof(element) / size)
        throw std::invalid_argument("a block with more elements than can be counted");
      count *= size;
    }
    copy = memory.of(count);
    std::fill_n(copy, count, padding<element>(is_interpreted));
    transfer([](const auto& original, auto& copied) { copied = original; });
  }

  /// For each element of the block that lies inside of the array.
  template <class Visit>
  void transfer(const Visit& visit) const {
    if constexpr (Array::rank == 0) {
      visit(*array.data, *copy);
    } else {
      lanes<Array::rank> inside;
      extents<Array::rank> steps{};
      std::ptrdiff_t first = 0, step = 1;
      for (std::size_t d = Array::rank; d > 0; --d) {
        const auto [start, size] = slices[d - 1];
        inside.shape[d - 1] = size;
        inside.first[d - 1] = start < 0 ? -start : 0;
        inside.last[d - 1] = std::min(size, array.shape[d - 1] - start);
        first += start * array.steps[d - 1];
        steps[d - 1] = step;
        step *= size;
      }
      const block originals(array.data, first, array.steps, inside);
      const block copies(copy, 0, steps, inside);
      for_each_element(inside, visit, originals, copies);
    }
  }
};

}  // namespace detail
}  // namespace appyl
