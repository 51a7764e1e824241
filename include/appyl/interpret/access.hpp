// Accesses to elements, as the generated code writes them: `read({9, 12, "x"}, x, i)` stands for `x[i]` (or
// `x(i)`, where x is a view) that is read in line 9, column 12; `read(site, e)` for any other lvalue. The
// index is checked against the array's extents, where these are known: from its type, from the block of
// memory that the pointer points into, or from a clause. An element outside is replaced by a dummy, which no
// check looks at. What iterations do to an element is compared with what others have done before.
#pragma once

#include <appyl/interpret/elements.hpp>
#include <appyl/interpret/extents.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace appyl::interpret {

namespace detail {

/// `a[3][4]`, put into words where it is told.
template <std::size_t rank>
struct ElementName {
  const char* array = "";
  long long indices[rank + 1] = {};

  std::string operator()() const {
    std::string text = array;
    for (std::size_t d = 0; d < rank; ++d) text += joined("[", indices[d], "]");
    return text;
  }
};
template <class... Indices>
[[gnu::always_inline]] constexpr ElementName<sizeof...(Indices)> elementName(const Site& at,
                                                                             const Indices&... indices) {
  return {at.name, {static_cast<long long>(indices)...}};
}

inline void reportOutside(const Site& at, const std::string& element, const Range& range,
                          const std::string& dimension) {
  Findings::get().report(
      state.programs->file(), "out-of-bounds", at,
      joined(element, " is outside [", range.low, ", ", range.high, ")", dimension, ending(placeHere())));
}

/// The dimension is named where there are several.
template <std::size_t rank>
[[gnu::noinline, gnu::cold]] void reportRange(Site at, const Range& range, std::size_t dimension,
                                              ElementName<rank> name) {
  if (Findings::get().is_told(state.programs->file(), "out-of-bounds", at)) return;
  reportOutside(at, name(), range, rank > 1 ? joined(" in dimension ", dimension) : "");
}
template <std::size_t rank, class Base>
[[gnu::noinline, gnu::cold]] void reportIndex(Site at, Base& base, std::size_t dimension,
                                              ElementName<rank> name) {
  reportRange(at, rangeOf(base), dimension, name);
}

/// `base[i][more]...`. `told` reports the index of one dimension that is outside.
template <class Told, class Base, class Index, class... More>
[[gnu::always_inline]] constexpr decltype(auto) subscript(std::size_t dimension, const Told& told, Base& base,
                                                          const Index& index, const More&... more) {
  using Element = decltype(base[index]);
  if constexpr (std::is_lvalue_reference_v<Element> && std::is_convertible_v<Index, long long>) {
    using Value = std::remove_reference_t<Element>;
    bool isInside = isConstant() || !state.isRunning || holds(base, static_cast<long long>(index));
    if (!isInside) told(base, dimension);
    if constexpr (sizeof...(More) == 0) {
      return static_cast<Value&>(isInside ? base[index] : nowhere<Value>());
    } else {
      using Final = decltype(subscript(dimension + 1, told, std::declval<Value&>(), more...));
      if constexpr (std::is_lvalue_reference_v<Final>) {
        return static_cast<Final>(isInside ? subscript(dimension + 1, told, base[index], more...)
                                           : nowhere<std::remove_reference_t<Final>>());
      } else {
        if (!isInside) Findings::get().end();
        return subscript(dimension + 1, told, base[index], more...);
      }
    }
  } else if constexpr (sizeof...(More) == 0 && is_bits<Base>::value &&
                       std::is_convertible_v<Index, long long>) {
    bool isInside = isConstant() || !state.isRunning || holds(base, static_cast<long long>(index));
    if (!isInside) told(base, dimension);
    return isInside ? base[index] : noBits<Base>()[0];
  } else if constexpr (sizeof...(More) == 0) {
    return base[index];
  } else {
    auto&& inner = base[index];
    return subscript(dimension + 1, told, inner, more...);
  }
}

/// For a part of a view that has a name: the lanes that exist.
template <class Base>
Range rangeAlong(const Base& base, std::size_t dimension) {
  Range range{true, 0, static_cast<long long>(base.extent(dimension))};
  if constexpr (has_lanes<Base>::value) {
    range.low = static_cast<long long>(base.lanes().first[dimension]);
    range.high = static_cast<long long>(base.lanes().last[dimension]);
  }
  return range;
}

template <class Base, class... Indices>
bool isInside(const Site& at, Base& base, const Indices&... indices) {
  bool good = true;
  std::size_t dimension = 0;
  const auto check = [&](long long index) {
    const Range range = rangeAlong(base, dimension);
    if (!range.holds(index) && good) {
      reportRange(at, range, dimension, elementName(at, indices...));
      good = false;
    }
    ++dimension;
  };
  (check(static_cast<long long>(indices)), ...);
  return good;
}

/// `base(i, j)`, of a view or of anything else that is called so.
template <class Base, class... Indices>
constexpr decltype(auto) call(const Site& at, Base& base, const Indices&... indices) {
  using Element = decltype(base(indices...));
  if constexpr (has_extents<Base>::value && std::is_lvalue_reference_v<Element> &&
                (std::is_convertible_v<Indices, long long> && ...)) {
    if (!isConstant() && state.isRunning && !isInside(at, base, indices...))
      return nowhere<std::remove_reference_t<Element>>();
  }
  return base(indices...);
}

/// `Element`: a reference, or the type of a value such as the proxies of std::vector<bool>.
template <Mode mode, class Element, class... Indices>
[[gnu::always_inline]] constexpr Element recorded(const Site& at, Element&& element,
                                                  const Indices&... indices) {
  if constexpr (std::is_lvalue_reference_v<Element> && (std::is_convertible_v<Indices, long long> && ...)) {
    if constexpr (mode == Mode::Touch)
      nameElement(at, element);
    else
      recordElement<mode>(at, element, [&] { return elementName(at, indices...); });
  }
  return static_cast<Element&&>(element);
}

/// `[i]` of std::vector<bool> or std::bitset.
template <Mode mode, class MakeName, class Base, class Index, class... More>
void recordBit(const Site& at, const MakeName& makeName, Base& base, const Index& index,
               const More&... more) {
  if (!state.isRunning || !holds(base, static_cast<long long>(index))) return;
  if constexpr (sizeof...(More) > 0)
    recordBit<mode>(at, makeName, base[index], more...);
  else if (const Word* const word = wordOf(base, static_cast<long long>(index)))
    recordElement<mode>(at, *word, makeName);
}

/// Of which type is the object that the last index is for?
template <class Base, class Index, class... More>
constexpr bool endsInBits() {
  if constexpr (sizeof...(More) == 0)
    return is_bits<Base>::value && std::is_convertible_v<Index, long long>;
  else if constexpr (std::is_convertible_v<Index, long long> &&
                     std::is_lvalue_reference_v<decltype(std::declval<Base&>()[std::declval<Index>()])>)
    return endsInBits<std::remove_reference_t<decltype(std::declval<Base&>()[std::declval<Index>()])>,
                      More...>();
  else
    return false;
}

template <Mode mode, class Base, class... Indices>
[[gnu::always_inline]] constexpr decltype(auto) access(const Site& at, Base&& base,
                                                       const Indices&... indices) {
  if constexpr (sizeof...(Indices) == 0) {
    if constexpr (mode != Mode::Touch) recordElement<mode>(at, base, [&] { return elementName(at); });
    return static_cast<Base&&>(base);
  } else {
    const auto told = [&](auto& part, std::size_t dimension) __attribute__((always_inline)) {
      reportIndex(at, part, dimension, elementName(at, indices...));
    };
    if constexpr (mode != Mode::Touch && endsInBits<std::remove_reference_t<Base>, Indices...>())
      if (!isConstant())
        recordBit<mode>(
            at, [&] { return [name = elementName(at, indices...)] { return "the word with " + name(); }; },
            base, indices...);
    return recorded<mode, decltype(subscript(0, told, base, indices...))>(
        at, subscript(0, told, base, indices...), indices...);
  }
}

template <Mode mode, class Base, class... Indices>
constexpr decltype(auto) accessByCall(const Site& at, Base&& base, const Indices&... indices) {
  return recorded<mode, decltype(call(at, base, indices...))>(at, call(at, base, indices...), indices...);
}

/// `base`: the object, or a pointer to it.
template <Mode mode, class Base>
constexpr auto& accessBytes(const Site& at, Base& base, std::size_t offset, std::size_t bytes) {
  if constexpr (std::is_pointer_v<std::remove_cv_t<Base>>) {
    return accessBytes<mode>(at, access<Mode::Touch>(at, base, 0), offset, bytes);
  } else {
    if (!isConstant() && state.isRunning)
      recordBytes<mode>(at, const_cast<const std::remove_cv_t<Base>*>(__builtin_addressof(base)), offset,
                        bytes);
    return base;
  }
}

/// The result of a call in a template, which is recorded if it is an element.
template <Mode mode, class Result, class... Indices>
[[gnu::always_inline]] constexpr Result result(const Site& at, Result&& returned, const Indices&... indices) {
  using Value = std::remove_cv_t<std::remove_reference_t<Result>>;
  if constexpr (std::is_lvalue_reference_v<Result> && (is_number<Value> || is_complex<Value>::value))
    return recorded<mode, Result>(at, static_cast<Result&&>(returned), indices...);
  else
    return static_cast<Result&&>(returned);
}
/// Likewise, where the base may be a view.
template <Mode mode, class Base, class... Indices>
constexpr decltype(auto) resultOfCall(const Site& at, Base&& base, Indices&&... indices) {
  if constexpr (has_extents<std::remove_reference_t<Base>>::value)
    return accessByCall<mode>(at, base, indices...);
  else if constexpr (std::is_void_v<decltype(base(std::forward<Indices>(indices)...))>)
    base(std::forward<Indices>(indices)...);
  else
    return result<mode, decltype(base(std::forward<Indices>(indices)...))>(
        at, base(std::forward<Indices>(indices)...), static_cast<long long>(indices)...);
}

}  // namespace detail

#define APPYL_ACCESS(name, mode)                                                                     \
  template <class Base, class... Indices>                                                            \
  [[gnu::always_inline]] constexpr decltype(auto) name(const Site& at, Base&& base,                  \
                                                       const Indices&... indices) {                  \
    return detail::access<Mode::mode>(at, std::forward<Base>(base), indices...);                     \
  }                                                                                                  \
  template <class Base, class... Indices>                                                            \
  [[gnu::always_inline]] constexpr decltype(auto) name##_at(const Site& at, Base&& base,             \
                                                            const Indices&... indices) {             \
    return detail::accessByCall<Mode::mode>(at, std::forward<Base>(base), indices...);               \
  }                                                                                                  \
  template <class Base>                                                                              \
  constexpr auto& name##_bytes(const Site& at, Base&& base, std::size_t offset, std::size_t bytes) { \
    return detail::accessBytes<Mode::mode>(at, base, offset, bytes);                                 \
  }                                                                                                  \
  template <class Base, class... Indices>                                                            \
  constexpr decltype(auto) name##_call(const Site& at, Base&& base, Indices&&... indices) {          \
    return detail::resultOfCall<Mode::mode>(at, base, std::forward<Indices>(indices)...);            \
  }                                                                                                  \
  template <class Result>                                                                            \
  constexpr Result name##_result(const Site& at, Result&& returned) {                                \
    return detail::result<Mode::mode, Result>(at, std::forward<Result>(returned));                   \
  }
APPYL_ACCESS(touch, Touch)
APPYL_ACCESS(read, Read)
APPYL_ACCESS(write, Write)
APPYL_ACCESS(update, Update)
APPYL_ACCESS(combine, Combine)
APPYL_ACCESS(combine_inside, CombineInside)
#undef APPYL_ACCESS

/// All elements of a range are read.
template <class Range>
constexpr void read_all(const Site& at, Range&& range) {
  if (detail::isConstant() || !detail::state.isRunning) return;
  for (auto&& element : range)
    if constexpr (std::is_lvalue_reference_v<decltype(element)>)
      detail::recordElement<Mode::Read>(at, element, [&] { return detail::elementName(at); });
}

/// What is known of an object's initial value: it has one, it has none, or it has none and all writes to it
/// are watched.
enum class Start { Value, Empty, Watched };

/// An object begins to live at an address that others had before. One that is more than its bytes has been
/// made by its constructor.
template <class T>
constexpr void renew(T& object, Start start = Start::Value) {
  if (detail::isConstant()) return;
  if constexpr (!std::is_trivially_copyable_v<T>) start = Start::Value;
  auto* const address = const_cast<std::remove_cv_t<T>*>(__builtin_addressof(object));
  if (start != Start::Value) detail::fill(address, sizeof(T));
  if (!detail::state.isRunning) return;
  if (start == Start::Watched)
    detail::shadow.set(reinterpret_cast<std::uintptr_t>(address), sizeof(T), detail::Cell::empty);
  else
    detail::shadow.clear(reinterpret_cast<std::uintptr_t>(address), sizeof(T));
}

/// An object of its own for each iteration or call, until the end of its scope.
template <class T>
class Local {
 public:
  explicit Local(T& object, Start start = Start::Value)
      : address(reinterpret_cast<std::uintptr_t>(__builtin_addressof(object))) {
    renew(object, start);
    Memory::get().declare({address, address + sizeof(T)});
  }
  Local(const Local&) = delete;
  ~Local() {
    if (detail::state.isRunning) detail::shadow.clear(address, sizeof(T));
    Memory::get().withdraw({address, address + sizeof(T)});
  }

 private:
  std::uintptr_t address;
};

/// What a `shape` clause says about a pointer: elements [first, last).
class Extent {
 public:
  template <class T>
  Extent(T* pointer, long long first, long long last)
      : region{address(pointer, first), address(pointer, last)} {
    if (first < last) Memory::get().declare(region, /*isObject=*/false);
  }
  Extent(const Extent&) = delete;
  ~Extent() { Memory::get().withdraw(region); }

 private:
  Region region;

  template <class T>
  static std::uintptr_t address(T* pointer, long long index) {
    return reinterpret_cast<std::uintptr_t>(pointer) + static_cast<std::uintptr_t>(index) * sizeof(T);
  }
};

/// A block size: a value below 1 counts as 1.
template <class T>
unsigned long long block_of(T value) {
  return value < 1 ? 1 : static_cast<unsigned long long>(value);
}

}  // namespace appyl::interpret
