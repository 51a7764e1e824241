// What happens to one element, wherever its address comes from: it is compared with what other iterations have
// done to it, recorded, and told where both cannot be.
#pragma once

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

/// In constant expressions nothing is checked: the compiler does that itself. Do not use it for the value of
/// a `const` variable, which counts as constant where this is true.
constexpr bool isConstant() { return __builtin_is_constant_evaluated(); }

/// Are the updates of such an object by several iterations atomic?
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

/// Does memory show that nothing has written the element? New memory is filled with numbers that depend on
/// its address. A `float` is never equal to one of them, and neither are 8 bytes; smaller elements may be by
/// chance. For an `int` equality is enough in small arrays; otherwise, neighbours must have been read and not
/// written, too. Unread neighbours show nothing: they may be what a compiler leaves free between members.
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

/// Calls `look` for each cell before the cell changes.
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

/// Records the use of `bytes` of an object from `offset` on to which no reference can be made: bit-fields
/// that share them, members without alignment.
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

/// Records the access if there is nothing to report; false: it has to be looked at more closely.
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

/// A reference to the element is made, through which it may be read or written without a check.
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

}  // namespace detail
}  // namespace appyl::interpret
