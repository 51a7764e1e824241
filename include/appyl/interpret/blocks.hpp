// `--check-model`: what each program of a kernel touches, beside the blocks that the model gives it. In front
// of an iteration the generated code says, for each array, its block as `slices_for_invocation` has it:
//
//     expect_block(programs, {9, 5, "x"}, {extent_of(x, 0)}, {128}, map, Blocked{}, {programs.id(0)}, ...);
//
// When the program is over, all that it has touched of these arrays must lie in their blocks, and the blocks
// must be no larger than what was touched: the same elements where one access touches them, and in each
// dimension from the first element to the last one where the accesses of a stencil leave out the corners.
#pragma once

#include <appyl/grid/block_spec.hpp>
#include <appyl/interpret/interpret.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace appyl::interpret {

namespace detail {

/// The blocks of the program that runs, and what it has touched.
class ExpectedBlocks {
 public:
  static ExpectedBlocks& get() {
    static ExpectedBlocks blocks;
    return blocks;
  }

  struct Array {
    Site at;
    bool isComplete = true;  // the program touches all of its blocks
    bool isFilled = true;    // ... and all elements of them
    std::set<std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>>> slices;
  };
  struct Element {
    std::size_t bytes = 0;
    indices place;
    bool isTouched = false;
  };

  Array& array(const Site& at) {
    for (Array& each : arrays)
      if (each.at.name == std::string(at.name)) return each;
    arrays.push_back({at, true, true, {}});
    return arrays.back();
  }
  void add(const Array& array, std::uintptr_t address, std::size_t bytes, const indices& place) {
    elements[{address, static_cast<std::size_t>(&array - arrays.data())}] = {bytes, place, false};
    if (regions.empty() || regions.back() != regionOf(address)) regions.push_back(regionOf(address));
  }
  void allow(std::uintptr_t address) { anywhere.push_back(regionOf(address)); }

  /// `isCertain`: it is read or written, not only named.
  static void touch(std::uintptr_t address, std::size_t bytes, const Site& at, bool isCertain) {
    ExpectedBlocks& the = get();
    bool isExpected = false;
    auto next = the.elements.lower_bound({address, 0});
    if (next != the.elements.begin()) {  // a member of the element that begins before it
      const auto before = std::prev(next);
      if (address < before->first.first + before->second.bytes)
        next = the.elements.lower_bound({before->first.first, 0});
    }
    for (; next != the.elements.end() && next->first.first < address + bytes; ++next)
      next->second.isTouched = isExpected = true;
    if (!isExpected && isCertain) the.others.emplace(address, at);
  }

  /// The program is over.
  static void conclude() {
    ExpectedBlocks& the = get();
    the.findOutside();
    if (state.programs->is_complete()) the.findUntouched();
    the.arrays.clear();
    the.elements.clear();
    the.regions.clear();
    the.anywhere.clear();
    the.others.clear();
  }

 private:
  using Address = std::uintptr_t;
  std::vector<Array> arrays;
  std::map<std::pair<Address, std::size_t>, Element> elements;  // by address and number of the array
  std::vector<Address> regions, anywhere;  // where the blocks of memory begin that arrays lie in
  std::map<Address, Site> others;          // touched, but of no block

  static Address regionOf(Address address) {
    return Memory::get().find(reinterpret_cast<const void*>(address)).begin;
  }
  static bool holds(const std::vector<Address>& list, Address region) {
    return region != 0 && std::find(list.begin(), list.end(), region) != list.end();
  }

  void findOutside() {
    for (const auto& [address, at] : others)
      if (const Address region = regionOf(address); holds(regions, region) && !holds(anywhere, region))
        Findings::get().report(
            state.programs->file(), "model", at,
            joined("an element of ", at.name, " is touched that is in no block", ending(placeHere())));
  }

  void findUntouched() {
    for (std::size_t k = 0; k != arrays.size(); ++k) {
      if (!arrays[k].isComplete) continue;
      indices low, high, touchedLow, touchedHigh;
      const indices* untouched = nullptr;
      for (const auto& [key, element] : elements) {
        if (key.second != k) continue;
        widen(low, high, element.place);
        if (element.isTouched) widen(touchedLow, touchedHigh, element.place);
        if (!element.isTouched && !untouched) untouched = &element.place;
      }
      const bool isBox = low == touchedLow && high == touchedHigh;
      if (isBox && (!untouched || !arrays[k].isFilled)) continue;
      if (isBox) {
        Findings::get().report(
            state.programs->file(), "model", arrays[k].at,
            joined("the block of ", arrays[k].at.name, " in ", state.programs->kernel(), " has the element ",
                   text(*untouched), ", which the program does not touch", ending(placeHere())));
        continue;
      }
      Findings::get().report(state.programs->file(), "model", arrays[k].at,
                             joined("the block of ", arrays[k].at.name, " in ", state.programs->kernel(),
                                    " is ", text(low), " to ", text(high), ", but the program touches ",
                                    touchedLow.empty() ? std::string("nothing") : text(touchedLow), " to ",
                                    text(touchedHigh), ending(placeHere())));
    }
  }

  static std::string text(const indices& place) { return appyl::detail::text(place); }

  static void widen(indices& low, indices& high, const indices& place) {
    if (low.empty()) low = high = place;
    for (std::size_t d = 0; d != place.size(); ++d) {
      low[d] = std::min(low[d], place[d]);
      high[d] = std::max(high[d], place[d]);
    }
  }
};

}  // namespace detail

/// Elements of a flat array along its first dimension, where rows have `inner` of them; -1: not known.
template <class Base>
std::ptrdiff_t rows_of(Base& base, std::ptrdiff_t inner) {
  const detail::Range range = detail::rangeOf(base);
  if (!range.isKnown || inner <= 0) return -1;
  return static_cast<std::ptrdiff_t>(range.high + inner - 1) / inner;
}

/// Elements along a dimension; -1: not known, or rows have different lengths.
template <class Base>
std::ptrdiff_t extent_of(Base& base, std::size_t dimension) {
  if constexpr (detail::has_extents<Base>::value)
    return static_cast<std::ptrdiff_t>(base.extent(dimension));
  else
    return dimension == 0 ? rows_of(base, 1) : -1;
}

/// The program that runs has this block of the array of `shape` that `at` names; `element(place)` is one of
/// its elements. `program`: the place in the grid, followed by block numbers of loops. `isComplete`: the
/// program touches all of the block, unless it has fewer iterations itself; `isFilled`: it has no gaps then.
template <class ElementAt>
void expect_block(Programs& programs, const Site& at, const indices& shape,
                  const std::vector<std::ptrdiff_t>& size, IndexMap::of_indices map, const IndexingMode& mode,
                  const indices& program, bool isComplete, bool isFilled, ElementAt element) {
  if (!programs.observe(detail::ExpectedBlocks::touch, detail::ExpectedBlocks::conclude)) return;
  if (*std::min_element(shape.begin(), shape.end()) <= 0) return;  // not known, or there are none
  if (*std::min_element(size.begin(), size.end()) <= 0) return;
  detail::ExpectedBlocks& expected = detail::ExpectedBlocks::get();
  detail::ExpectedBlocks::Array& array = expected.array(at);
  array.isComplete &= isComplete;
  array.isFilled &= isFilled;
  indices grid = program;  // any that has the program
  for (std::ptrdiff_t& each : grid) ++each;
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> box;
  try {
    const BlockSpec spec(std::vector<BlockExtent>(size.begin(), size.end()), IndexMap(std::move(map)), mode);
    const std::vector<slice> slices = slices_for_invocation(shape, spec, Grid(grid), program);
    for (std::size_t d = 0; d != shape.size(); ++d)
      box.emplace_back(std::max<std::ptrdiff_t>(slices[d].start, 0),
                       std::min<std::ptrdiff_t>(slices[d].start + slices[d].size, shape[d]));
  } catch (const std::exception& problem) {
    Findings::get().report(programs.file(), "model", at, problem.what());
    return;
  }
  for (const auto& [begin, end] : box)
    if (begin >= end) return;
  if (!array.slices.insert(box).second) return;
  if constexpr (std::is_lvalue_reference_v<decltype(element(shape))>) {
    indices place(shape.size());
    for (std::size_t d = 0; d != shape.size(); ++d) place[d] = box[d].first;
    for (;;) {
      auto& one = element(place);
      expected.add(array, reinterpret_cast<std::uintptr_t>(__builtin_addressof(one)), sizeof(one), place);
      std::size_t d = shape.size();
      while (d-- > 0 && ++place[d] == box[d].second) place[d] = box[d].first;
      if (d > shape.size()) break;  // all dimensions are through
    }
  }
}

/// The program may touch any element of the array.
template <class Base>
void expect_anything(Programs& programs, Base& base) {
  if (!programs.observe(detail::ExpectedBlocks::touch, detail::ExpectedBlocks::conclude)) return;
  if constexpr (std::is_pointer_v<Base>)
    detail::ExpectedBlocks::get().allow(reinterpret_cast<std::uintptr_t>(base));
  else if constexpr (detail::is_contiguous<Base>::value)
    detail::ExpectedBlocks::get().allow(reinterpret_cast<std::uintptr_t>(base.data()));
  else
    detail::ExpectedBlocks::get().allow(reinterpret_cast<std::uintptr_t>(__builtin_addressof(base)));
}

}  // namespace appyl::interpret
