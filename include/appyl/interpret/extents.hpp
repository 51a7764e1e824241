// What is known of an array where it is indexed: how far an index may go, by its type or by the block of
// memory that a pointer points into, and where a bit lies of those that keep bits.
#pragma once

#include <appyl/interpret/memory.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace appyl::interpret::detail {

/// [low, high) that an index may take; `isKnown` false: any.
struct Range {
  bool isKnown = false;
  long long low = 0, high = 0;

  bool holds(long long index) const { return !isKnown || (low <= index && index < high); }
};

template <class Base, class = void>
struct is_contiguous : std::false_type {};
template <class Base>
struct is_contiguous<Base, std::void_t<decltype(std::declval<Base&>().data() + std::declval<Base&>().size()),
                                       decltype(std::declval<Base&>()[0])>> : std::true_type {};

/// std::unique_ptr and std::shared_ptr of arrays.
template <class Base, class = void>
struct is_owner : std::false_type {};
template <class Base>
struct is_owner<Base, std::void_t<decltype(*std::declval<Base&>().get()),
                                  decltype(static_cast<bool>(std::declval<Base&>()))>> : std::true_type {};

/// std::valarray, std::deque: they have as many elements as they say.
template <class Base, class = void>
struct is_valarray : std::false_type {};
template <class Base>
struct is_valarray<Base, std::void_t<decltype(std::declval<const Base&>().cshift(0))>> : std::true_type {};
template <class Base, class = void>
struct is_deque : std::false_type {};
template <class Base>
struct is_deque<Base, std::void_t<decltype(std::declval<std::remove_cv_t<Base>&>().pop_front(),
                                           std::declval<Base&>()[0])>> : std::true_type {};

/// std::vector<bool> and std::bitset, which keep their elements as bits of words.
template <class Type, class = void>
struct is_bits_of : std::false_type {};
template <class Allocator>
struct is_bits_of<std::vector<bool, Allocator>> : std::true_type {};
template <class Type>
struct is_bits_of<Type, std::void_t<decltype(std::declval<Type&>().to_ullong(), std::declval<Type&>().flip(),
                                             std::declval<Type&>()[0])>> : std::true_type {};
template <class Base>
struct is_bits : is_bits_of<std::remove_cv_t<Base>> {};

template <class Base>
constexpr bool hasSize = is_valarray<Base>::value || is_deque<Base>::value || is_bits<Base>::value;

/// Views of several dimensions.
template <class Base, class = void>
struct has_extents : std::false_type {};
template <class Base>
struct has_extents<Base, std::void_t<decltype(static_cast<long long>(std::declval<Base&>().extent(0)))>>
    : std::true_type {};

/// A block of a view, the elements that index tiles name, a tile: its lanes may lack some.
template <class Part, class = void>
struct has_lanes : std::false_type {};
template <class Part>
struct has_lanes<Part,
                 std::void_t<decltype(std::declval<const Part&>().lanes().shape),
                             decltype(std::declval<const Part&>().at(std::declval<const Part&>().shape()))>>
    : std::true_type {};

template <class Base>
Range rangeOf(Base& base) {
  using Type = std::remove_cv_t<Base>;
  if constexpr (std::is_array_v<Type>) {
    return std::extent_v<Type> == 0 ? Range{} : Range{true, 0, static_cast<long long>(std::extent_v<Type>)};
  } else if constexpr (std::is_pointer_v<Type>) {
    using Element = std::remove_pointer_t<Type>;
    if (!base) return {true, 0, 0};
    const Region region = Memory::get().reach(const_cast<const std::remove_cv_t<Element>*>(base));
    if (!region.end) return {};
    const auto address = reinterpret_cast<std::uintptr_t>(base);
    constexpr long long size = static_cast<long long>(sizeof(Element));
    const auto before = static_cast<long long>(address - region.begin),
               after = static_cast<long long>(region.end - address);
    return {true, -(before / size), after / size};
  } else if constexpr (is_contiguous<Type>::value || hasSize<Type>) {
    return {true, 0, static_cast<long long>(base.size())};
  } else if constexpr (is_owner<Type>::value) {
    auto* const first = base.get();
    const Range range = rangeOf(first);
    return {range.isKnown, 0, range.high};
  } else if constexpr (has_extents<Type>::value) {
    return {true, 0, static_cast<long long>(base.extent(0))};
  } else {
    return {};
  }
}

/// Is the index inside the range?
template <class Base>
[[gnu::always_inline]] inline bool holds(Base& base, long long index) {
  using Type = std::remove_cv_t<Base>;
  if constexpr (std::is_pointer_v<Type>) {
    using Element = std::remove_pointer_t<Type>;
    const Region region = Memory::get().reach(const_cast<const std::remove_cv_t<Element>*>(base));
    if (!region.end) return base != nullptr;
    const std::uintptr_t address =
        reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(index) * sizeof(Element);
    return region.begin <= address && address < region.end && sizeof(Element) <= region.end - address;
  } else {
    return rangeOf(base).holds(index);
  }
}

/// The word in which bit `index` of std::vector<bool> or std::bitset lies: what is done to another of its
/// bits at the same time is a conflict, too.
struct Word {
  unsigned long bits = 0;
};
template <class Bits>
auto wordOf(Bits& bits, long long index)
    -> decltype(reinterpret_cast<const Word*>(std::as_const(bits).begin()._M_p)) {
  return reinterpret_cast<const Word*>(std::as_const(bits).begin()._M_p) +
         static_cast<unsigned long long>(index) / (8 * sizeof(Word));
}
template <class Bits>
auto wordOf(Bits& bits, long long index) -> decltype(bits.to_ullong(), static_cast<const Word*>(nullptr)) {
  return reinterpret_cast<const Word*>(__builtin_addressof(bits)) +
         static_cast<unsigned long long>(index) / (8 * sizeof(Word));
}
template <class... Others>
const Word* wordOf(const Others&...) {
  return nullptr;
}

/// Bits for accesses outside.
template <class Bits>
Bits& noBits() {
  static std::remove_cv_t<Bits> bits;
  if constexpr (!std::is_trivially_copyable_v<Bits>) bits.resize(1);
  return bits;
}

}  // namespace appyl::interpret::detail
