// A loop each iteration of which does the same to elements that lie at equal distances: what two iterations
// do tells what the next ones will do. Each access of the body is a strand. Where strands lie side by side in
// memory, or stay where they are, and nothing about them is to be told, many iterations are checked and
// recorded at once, and run without checks.
#pragma once

#include <appyl/interpret/runs.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::interpret::detail {

/// One access of the body, in the two iterations that have been looked at.
struct Strand {
  static constexpr std::size_t most = 4;  // dimensions

  struct Dimension {
    long long index = 0, step = 0;
    Range range;
    bool isFixed = false;  // what another index leads to may lie anywhere
  };

  Mode mode = Mode::Read;
  std::uint32_t site = 0;
  std::uintptr_t address = 0, step = 0;
  std::size_t size = 0;
  std::size_t rank = 0;
  std::array<Dimension, most> dimensions;

  bool is_touched() const { return mode != Mode::Touch; }
  bool stays() const { return step == 0; }
  unsigned shift() const { return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3; }

  /// May it go on for so many iterations after the second one?
  bool goes_on(std::uint64_t count) const {
    for (std::size_t d = 0; d < rank; ++d) {
      const Dimension& each = dimensions[d];
      if (each.isFixed && each.step != 0) return false;
      if (!each.range.holds(each.index + static_cast<long long>(count) * each.step)) return false;
    }
    return !is_touched() || (address % size == 0 && (stays() || step == size));
  }

  /// What it touches in `count` iterations after the second one, of which the first has `number`.
  Run run(std::uint64_t count, std::uint64_t number, std::uint64_t step) const {
    Run run{address + this->step, count, shift(), number, step, mode, site};
    if (!stays()) return run;
    if (mode == Mode::Combine) run.number = number + (count - 1) * step;  // the last one remains
    run.count = 1;
    return run;
  }
};

class Strands {
 public:
  static constexpr std::size_t most = 16;

  /// Looks at an iteration: at the first one of two, or at the second one.
  void look(bool atSecond) {
    isSecond = atSecond;
    isSuited &= atSecond;
    if (!atSecond) isSuited = true;
    seen = 0;
    if (!atSecond) count = 0;
  }
  bool is_suited() const { return isSuited && seen == count && count > 0; }

  template <Mode mode, class Base, class... Indices>
  void note(const Site& at, Base& base, const Indices&... indices) {
    if constexpr (sizeof...(Indices) > Strand::most || !(std::is_convertible_v<Indices, long long> && ...)) {
      isSuited = false;
    } else {
      Strand* const strand = next(mode, at);
      if (strand) descend(*strand, base, static_cast<long long>(indices)...);
    }
  }

  /// Likewise for a view, whose elements are accessed by calls.
  template <Mode mode, class Base, class... Indices>
  void noteCall(const Site& at, Base& base, const Indices&... indices) {
    if constexpr (has_extents<Base>::value && sizeof...(Indices) <= Strand::most &&
                  (std::is_convertible_v<Indices, long long> && ...)) {
      Strand* const strand = next(mode, at);
      if (!strand) return;
      std::size_t dimension = 0;
      bool isInside = true;
      const auto add = [&](long long index) {
        const Range range{true, 0, static_cast<long long>(base.extent(dimension++))};
        isInside &= range.holds(index);
        noteIndex(*strand, index, range, /*isFixed=*/false);
      };
      (add(static_cast<long long>(indices)), ...);
      if (isInside)
        noteElement(*strand, base(indices...));
      else
        isSuited = false;
    } else {
      isSuited = false;
    }
  }

  /// Records what the next `length` iterations do, of which the first has `number`, the others `step` more
  /// each. False: not all of it can be told at once, and nothing is recorded.
  bool record(std::uint64_t length, std::uint64_t number, std::uint64_t step) {
    if (!is_suited()) return false;
    for (std::size_t k = 0; k < count; ++k)
      if (!strands[k].goes_on(length)) return false;
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t other = 0; other <= k; ++other)
        if (mayMeet(strands[k], strands[other], length, step)) return false;
    for (std::size_t k = 0; k < count; ++k)
      if (strands[k].is_touched() && !isClean(strands[k], strands[k].run(length, number, step))) return false;
    sortByTime();
    for (std::size_t k = 0; k < count; ++k)
      if (sorted[k]->is_touched())
        forEachPage(sorted[k]->run(length, number, step), [](const Run& run) { return markIn(run), true; });
    return true;
  }

 private:
  std::array<Strand, most> strands;
  std::array<const Strand*, most> sorted{};
  std::size_t count = 0, seen = 0;
  bool isSecond = false, isSuited = true;

  Strand* next(Mode mode, const Site& at) {
    const std::size_t k = seen++;
    isSuited &= isSecond ? k < count && strands[k].mode == mode && strands[k].site == at.packed() : k < most;
    if (!isSuited) return nullptr;
    if (!isSecond) {
      strands[k] = {};
      strands[k].mode = mode;
      strands[k].site = at.packed();
      ++count;
    }
    strands[k].rank = 0;
    return &strands[k];
  }

  void noteIndex(Strand& strand, long long index, const Range& range, bool isFixed) {
    Strand::Dimension& dimension = strand.dimensions[strand.rank++];
    if (isSecond) dimension.step = index - dimension.index;
    dimension.index = index;
    dimension.range = range;
    dimension.isFixed = isFixed;
  }

  template <class T>
  void noteElement(Strand& strand, T& element) {
    using Value = std::remove_cv_t<T>;
    constexpr std::size_t size = sizeof(Value);
    // What the operators of a class do is not known.
    isSuited &= std::is_arithmetic_v<Value> && size <= 8 && (size & (size - 1)) == 0;
    const auto address =
        reinterpret_cast<std::uintptr_t>(const_cast<const Value*>(__builtin_addressof(element)));
    if (isSecond) strand.step = address - strand.address;
    strand.address = address;
    strand.size = size;
  }

  template <class Base>
  void descend(Strand& strand, Base& base) {
    noteElement(strand, base);
  }
  template <class Base, class... More>
  void descend(Strand& strand, Base& base, long long index, const More&... more) {
    using Index =
        std::conditional_t<std::is_pointer_v<Base> || std::is_array_v<Base>, long long, std::size_t>;
    if constexpr (std::is_lvalue_reference_v<decltype(base[static_cast<Index>(index)])>) {
      const Range range = rangeOf(base);
      constexpr bool isRow =
          std::is_pointer_v<Base> || std::is_array_v<Base> || is_contiguous<std::remove_cv_t<Base>>::value;
      noteIndex(strand, index, range, sizeof...(More) > 0 || !isRow);
      if (range.holds(index))
        descend(strand, base[static_cast<Index>(index)], more...);
      else
        isSuited = false;
    } else {
      isSuited = false;
    }
  }

  /// May one strand touch what the other one touches in another iteration, or in an order on which the
  /// outcome depends?
  static bool mayMeet(const Strand& a, const Strand& b, std::uint64_t length, std::uint64_t step) {
    if (!a.is_touched() || !b.is_touched() ||
        (a.mode == Mode::Read && b.mode == Mode::Read && a.size == b.size))
      return false;
    const bool isParallel = step != 0, combine = a.mode == Mode::Combine && b.mode == Mode::Combine;
    if (a.address == b.address && a.step == b.step && a.size == b.size)
      return isParallel && a.stays() && !combine;
    const auto endOf = [&](const Strand& each) {
      return each.address + each.step + (each.stays() ? each.size : length * each.size);
    };
    const bool isApart = endOf(a) <= b.address + b.step || endOf(b) <= a.address + a.step;
    return !isApart && (isParallel || a.step != b.step || a.size != b.size);
  }

  static bool isClean(const Strand& strand, const Run& run) {
    const std::uintptr_t end = run.address + (run.count << run.shift);
    if (run.mode != Mode::Write && mayBeUnwritten(run.address, end, strand.size)) return false;
    return forEachPage(run, isCleanIn);
  }

  /// Sorts by time: among the strands of one array, the one that is ahead touches an element first.
  void sortByTime() {
    for (std::size_t k = 0; k < count; ++k) {
      const Strand* const each = &strands[k];
      std::size_t place = k;
      for (; place > 0 && isEarlier(*each, *sorted[place - 1]); --place) sorted[place] = sorted[place - 1];
      sorted[place] = each;
    }
  }
  static bool isEarlier(const Strand& a, const Strand& b) {
    return a.stays() != b.stays() ? a.stays() : a.address > b.address;
  }
};

inline Strands strandsOfRow;  // one row runs at a time

}  // namespace appyl::interpret::detail
