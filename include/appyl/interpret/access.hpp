// Accesses to elements, as the generated code writes them: `read({9, 12, "x"}, x, i)` stands for `x[i]` (or
// `x(i)`, where x is a view) that is read in line 9, column 12; `read(site, e)` for any other lvalue. The
// index is checked against the array's extents, where these are known: from its type, from the block of
// memory that the pointer points into, or from a clause. An element outside is replaced by one that nobody
// looks at. What iterations do to an element is compared with what others have done before.
#pragma once

#include <appyl/interpret/extents.hpp>
#include <appyl/interpret/iterations.hpp>

#include <atomic>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace appyl::interpret {

/// What happens to an element: nothing yet (its address is taken, a reference is bound to it), or it is read,
/// written, read and written, or combined with a value, as the updates of a reduction and atomic ones do: by
/// all iterations, or by those of a loop inside one program.
enum class Mode { Touch, Read, Write, Update, Combine, CombineInside };

namespace detail {

inline std::string conflictText(const std::string& element, Mode mode, bool otherWrote,
                                const Programs::Place& other) {
  const char* const verb = mode == Mode::Read ? "read" : mode == Mode::Write ? "written" : "updated";
  return joined(element, ", ", otherWrote ? "written" : "read", " by iteration ", other.iteration, " of ",
                other.program, ", is ", verb, " by another iteration");
}

inline Programs::Place placeHere() {
  const State& the = state;
  Programs::Place place = the.programs->here();
  for (std::size_t k = 1; k < the.depth; ++k)
    if (!valuesOf(k).empty())
      place.iteration += joined(", ", the.levels[k].counter, " = ", valuesOf(k).back().second);
  std::string inside;
  for (const Counter* each = the.counters; each; each = each->around)
    if (each->hasBegun) inside = joined(", ", each->name, " = ", each->value) + inside;
  place.iteration += inside;
  return place;
}

/// The iteration with that number, as far as the loop of `level` counts it.
inline Programs::Place placeOf(std::uint64_t number, std::size_t level) {
  const State& the = state;
  Programs::Place place = level == 0 ? the.programs->place_of(number) : the.programs->here();
  for (std::size_t k = 1; k <= level; ++k) {
    const Values& values = valuesOf(k);
    const std::uint64_t wanted = k < level ? the.levels[k].current : number;
    auto at = values.end();
    while (at != values.begin() && (at == values.end() || at->first > wanted)) --at;
    if (at != values.end()) place.iteration += joined(", ", the.levels[k].counter, " = ", at->second);
  }
  return place;
}

inline std::string ending(const Programs::Place& place) {
  return place.iteration.empty() ? "" : joined("; ", place.program, ", ", place.iteration);
}

template <class Name>
void reportConflict(Site at, const Name& name, Mode mode, std::uint64_t number, std::uint32_t otherSite,
                    bool otherWrote) {
  const State& the = state;
  // A conflict that repeats is not put into words again, which takes its time.
  if (Findings::get().is_told(the.programs->file(), "conflict", at, otherSite)) return;
  const std::size_t level = the.level_of(number);
  Findings::get().report(the.programs->file(), "conflict", at,
                         conflictText(name(), mode, otherWrote, placeOf(number, level)) + ending(placeHere()),
                         otherSite, otherWrote ? "written here" : "read here", the.levels[level].isUnchecked);
}

/// Records what happens to one cell; true: it conflicts with what another iteration has done.
struct Conflict {
  std::uint64_t number = 0;  // of the other iteration; 0: none
  std::uint32_t site = 0;
  bool wrote = false;
};

template <Mode mode>
Conflict record(Cell& cell, const Site& at, std::uintptr_t address) {
  const State& the = state;
  Conflict conflict;
  const std::uint64_t writer = cell.writer >> 1;
  const bool combines = mode == Mode::Combine || mode == Mode::CombineInside;
  const bool isCovered = (cell.writer & 1) &&
                         (mode == Mode::Combine || (mode == Mode::CombineInside && the.level_of(writer) > 0));
  if (the.is_parallel(writer, address) && !isCovered)
    conflict = {writer, cell.writer_site, true};
  else if (mode != Mode::Read && the.is_parallel(cell.reader, address))
    conflict = {cell.reader, cell.reader_site, false};
  if (mode != Mode::Read) {
    cell.writer = the.now << 1 | (combines ? 1 : 0);
    cell.writer_site = at.packed();
  }
  if ((mode == Mode::Read || mode == Mode::Update) && cell.reader != the.now &&
      !the.is_parallel(cell.reader, address)) {
    cell.reader = the.now;
    cell.reader_site = at.packed();
  }
  return conflict;
}

/// std::complex and its like.
template <class T, class = void>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<T, std::void_t<typename T::value_type, decltype(std::declval<T&>().real()),
                                 decltype(std::declval<T&>().imag())>> : std::true_type {};

/// In constant expressions nothing is checked: the compiler does that itself. Not for the value of a `const`
/// variable, which counts as constant where this is true.
constexpr bool isConstant() { return __builtin_is_constant_evaluated(); }

/// What several iterations do to one is undivided.
template <class T>
struct is_atomic : std::false_type {};
template <class T>
struct is_atomic<std::atomic<T>> : std::true_type {};

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T>;

template <class T>
bool isNotFinite(const void* element) {
  if constexpr (is_complex<T>::value) {
    using Part = typename T::value_type;
    return isNotFinite<Part>(element) || isNotFinite<Part>(static_cast<const char*>(element) + sizeof(Part));
  } else {
    T value;
    std::memcpy(&value, element, sizeof(T));
    return !(value - value == T(0));
  }
}

template <class T>
constexpr bool mayBeNaN() {
  if constexpr (is_complex<T>::value)
    return std::is_floating_point_v<typename T::value_type>;
  else
    return std::is_floating_point_v<T>;
}

inline void lookAtWritten() {
  State& the = state;
  if (!the.written) return;
  const void* const element = std::exchange(the.written, nullptr);
  if (the.isTainted || !the.isNotFinite(element)) return;
  the.isTainted = true;  // what follows from it is not told
  Findings::get().report(the.programs->file(), "nan", the.writtenAt,
                         joined(the.writtenName, " becomes NaN or infinite", ending(placeHere())));
}

/// Does memory show that nothing has written the element? New memory is filled with numbers that hang on its
/// address. A `float` is never one of them, and neither are 8 bytes; any smaller ones may be so by chance. An
/// `int` counts in small arrays; otherwise it takes neighbours that have been read and not been written,
/// either. Those that nobody has read say nothing: they may be what a compiler leaves free between members.
[[gnu::noinline]] inline bool isFilledAround(const void* element, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(element);
  Region region = Memory::get().find(element);
  if (!region.end) region = {first / 8 * 8, first / 8 * 8 + 8};
  if (bytes >= 4 && region.end - region.begin <= 4096) return true;
  const auto isUnwritten = [](std::uintptr_t byte) {
    return is_filled(byte, 1) && Shadow::is_only_read(byte);
  };
  std::uintptr_t begin = first, end = first + bytes;
  while (end - begin < 8 && begin > region.begin && isUnwritten(begin - 1)) --begin;
  while (end - begin < 8 && end < region.end && isUnwritten(end)) ++end;
  return end - begin >= 8;
}

template <class Element>
[[gnu::always_inline]] inline bool isFilled(const void* element) {
  constexpr std::size_t size = sizeof(Element);
  constexpr bool isConclusive = size >= 8 || (size == 4 && std::is_floating_point_v<Element>);
  return is_filled<Element>(element) && (isConclusive || isFilledAround(element, size));
}

template <class Value>
[[gnu::always_inline]] inline bool isUnwritten(const Cell& cell, const void* element) {
  if constexpr (is_number<Value> || is_complex<Value>::value)
    return cell.writer == Cell::empty || (cell.writer == 0 && isFilled<Value>(element));
  else
    return false;
}

/// `look` sees each cell before it changes.
template <Mode mode, class Name, class Look>
void recordCells(const Site& at, const void* element, std::size_t bytes, const Name& name, const Look& look) {
  const auto address = reinterpret_cast<std::uintptr_t>(element);
  Conflict first;
  shadow.visit(address, bytes, [&](Cell& cell) {
    look(cell);
    const Conflict conflict = record<mode>(cell, at, address);
    if (conflict.number && !first.number) first = conflict;
  });
  if (first.number) reportConflict(at, name, mode, first.number, first.site, first.wrote);
}

/// Of an object, `bytes` from `offset` on, which no reference can be made to: bit-fields that share them,
/// members without alignment.
template <Mode mode>
[[gnu::noinline]] void recordBytes(Site at, const void* object, std::size_t offset, std::size_t bytes) {
  const void* const element = static_cast<const char*>(object) + offset;
  if (state.touched) state.touched(reinterpret_cast<std::uintptr_t>(element), bytes, at, true);
  recordCells<mode>(at, element, bytes, [&] { return std::string(at.name); }, [](const Cell&) {});
}

template <Mode mode, class T, class Name>
[[gnu::noinline]] void recordSlowly(Site at, T& element, Name name) {
  State& the = state;
  using Value = std::remove_cv_t<T>;
  const void* const address = const_cast<const Value*>(__builtin_addressof(element));
  if (the.touched) the.touched(reinterpret_cast<std::uintptr_t>(address), sizeof(T), at, true);
  if (the.asksForNan) {
    lookAtWritten();
    if constexpr (mayBeNaN<Value>()) {
      if (mode != Mode::Write) the.isTainted |= isNotFinite<Value>(address);
      if (mode != Mode::Read) {
        the.written = address;
        the.isNotFinite = isNotFinite<Value>;
        the.writtenAt = at;
        the.writtenName = name();
      }
    }
  }
  bool isRaw = false;
  recordCells<mode>(at, address, sizeof(T), name, [&](const Cell& cell) {
    if (mode != Mode::Write && isUnwritten<Value>(cell, address)) isRaw = true;
  });
  if (isRaw && !Findings::get().is_told(the.programs->file(), "uninitialized", at))
    Findings::get().report(the.programs->file(), "uninitialized", at,
                           joined(name(), " is read, but nothing has written it", ending(placeHere())));
}

/// Records what happens where nothing is to be told; false: it has to be looked at more closely.
template <Mode mode, class Value>
[[gnu::always_inline]] inline bool recordQuickly(const Site& at, const void* address) {
  Cell* const cell = shadow.find<sizeof(Value)>(reinterpret_cast<std::uintptr_t>(address));
  if (!cell || state.isLookedAtClosely) return false;
  const std::uint64_t now = state.now, first = state.levels[0].first, writer = cell->writer >> 1;
  const bool bothCombine = mode == Mode::Combine && (cell->writer & 1);
  if (writer >= first && writer != now && !bothCombine) return false;
  if (mode != Mode::Read && cell->reader >= first && cell->reader != now) return false;
  if (mode != Mode::Write && isUnwritten<Value>(*cell, address)) return false;
  if (mode != Mode::Read) {
    cell->writer = now << 1 | (mode == Mode::Combine || mode == Mode::CombineInside ? 1 : 0);
    cell->writer_site = at.packed();
  }
  const bool isOld =
      cell->reader < first ||
      (state.depth > 1 && !state.is_parallel(cell->reader, reinterpret_cast<std::uintptr_t>(address)));
  if ((mode == Mode::Read || mode == Mode::Update) && isOld) {
    cell->reader = now;
    cell->reader_site = at.packed();
  }
  return true;
}

/// `name` of the element, with its indices where there are some, is asked for only where it is told.
template <Mode mode, class T, class MakeName>
[[gnu::always_inline]] constexpr void recordElement(const Site& at, T& element, const MakeName& makeName) {
  using Value = std::remove_cv_t<T>;
  if (isConstant()) return;
  if (is_atomic<Value>::value || !state.isRunning) return;
  constexpr std::size_t size = sizeof(Value);
  if constexpr (size <= 8 && (size & (size - 1)) == 0)
    if (recordQuickly<mode, Value>(at, const_cast<const Value*>(__builtin_addressof(element)))) return;
  recordSlowly<mode>(at, element, makeName());
}

/// A reference to it is made, through which it may be read or written unseen.
template <class T>
constexpr void nameElement(const Site& at, T& element) {
  if (!isConstant() && state.isRunning && state.touched)
    state.touched(reinterpret_cast<std::uintptr_t>(
                      const_cast<const std::remove_cv_t<T>*>(__builtin_addressof(element))),
                  sizeof(T), at, false);
}

/// An element for an access outside of its array.
template <class T>
T& nowhere() {
  using Value = std::remove_cv_t<T>;
  if constexpr (std::is_trivially_copyable_v<Value>) {
    alignas(Value) static unsigned char bytes[sizeof(Value)];
    std::memset(bytes, 0, sizeof(Value));
    shadow.clear(reinterpret_cast<std::uintptr_t>(bytes), sizeof(Value));
    return *reinterpret_cast<T*>(bytes);
  } else {
    Findings::get().end();  // there is no such thing
  }
}

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

/// Of a part of a view that has a name, the lanes that exist.
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

/// What a call returned, in a template: where it is an element.
template <Mode mode, class Result, class... Indices>
[[gnu::always_inline]] constexpr Result result(const Site& at, Result&& returned, const Indices&... indices) {
  using Value = std::remove_cv_t<std::remove_reference_t<Result>>;
  if constexpr (std::is_lvalue_reference_v<Result> && (is_number<Value> || is_complex<Value>::value))
    return recorded<mode, Result>(at, static_cast<Result&&>(returned), indices...);
  else
    return static_cast<Result&&>(returned);
}
/// ... and its base may be a view.
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

/// What is known of the value that an object begins with: it has one, or it has none; then, whether all that
/// writes it is watched.
enum class Start { Value, Empty, Watched };

/// An object begins to live at an address that others had before.
template <class T>
constexpr void renew(T& object, Start start = Start::Value) {
  if (detail::isConstant()) return;
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
