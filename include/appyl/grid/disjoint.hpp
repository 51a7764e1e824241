// Whether programs write elements that others use: from the blocks of one array, and the memory of several.
#pragma once

#include <appyl/grid/block_spec.hpp>
#include <appyl/grid/held_block.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <unordered_map>

namespace appyl {

namespace detail {

/// The blocks of one array, program after program: a slice for each of its dimensions.
struct array_blocks {
  std::size_t rank = 0;
  std::vector<slice> slices = {};

  const slice* of(std::size_t program) const { return slices.data() + program * rank; }
};

/// Which of some boxes begins in a cell, by the cell's number: a table where that is not much larger than the
/// number of boxes.
class cells {
 public:
  cells(std::ptrdiff_t count, std::size_t boxes) {
    if (static_cast<std::size_t>(count) / 8 <= boxes)
      table.resize(static_cast<std::size_t>(count), none);
    else
      sparse.reserve(boxes);
  }
  std::size_t at(std::ptrdiff_t cell) const {
    if (!table.empty()) return table[static_cast<std::size_t>(cell)];
    const auto found = sparse.find(cell);
    return found == sparse.end() ? none : found->second;
  }
  void begin(std::ptrdiff_t cell, std::size_t box) {
    if (!table.empty())
      table[static_cast<std::size_t>(cell)] = box;
    else
      sparse.emplace(cell, box);
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  std::vector<std::size_t> table;
  std::unordered_map<std::ptrdiff_t, std::size_t> sparse;
};

/// Do two of the boxes, all of one shape, share an element? In a grid of cells of that shape each box begins
/// in one cell; those that overlap begin in the same one or in neighbours, and where each box is a cell, in
/// the same one.
inline bool overlap(const array_blocks& blocks, std::size_t boxes) {
  if (boxes < 2 || blocks.rank == 0) return boxes > 1;
  const std::size_t rank = blocks.rank;
  const auto cell = [](const slice& each) {
    const std::ptrdiff_t size = each.size > 0 ? each.size : 1;
    return each.start >= 0 ? each.start / size : -((-each.start + size - 1) / size);
  };
  indices least(rank, std::numeric_limits<std::ptrdiff_t>::max()),
      most(rank, std::numeric_limits<std::ptrdiff_t>::min());
  bool are_cells = true;
  for (std::size_t box = 0; box != boxes; ++box)
    for (std::size_t d = 0; d != rank; ++d) {
      const slice& each = blocks.of(box)[d];
      are_cells &= each.start == cell(each) * each.size;
      least[d] = std::min(least[d], cell(each) - 1);
      most[d] = std::max(most[d], cell(each) + 1);
    }
  indices strides(rank);
  std::ptrdiff_t count = 1;
  for (std::size_t d = rank; d > 0; --d) {
    const std::ptrdiff_t own = most[d - 1] - least[d - 1] + 1;
    strides[d - 1] = count;
    if (own > std::numeric_limits<std::ptrdiff_t>::max() / count) return true;  // not known: maybe
    count *= own;
  }
  std::vector<std::ptrdiff_t> neighbours{0};  // how far their numbers are off
  for (std::size_t d = 0; d != rank && !are_cells; ++d)
    for (std::size_t k = neighbours.size(); k > 0; --k) {
      neighbours.push_back(neighbours[k - 1] - strides[d]);
      neighbours.push_back(neighbours[k - 1] + strides[d]);
    }
  cells begun(count, boxes);
  for (std::size_t box = 0; box != boxes; ++box) {
    const slice* own = blocks.of(box);
    std::ptrdiff_t number = 0;
    for (std::size_t d = 0; d != rank; ++d) number += (cell(own[d]) - least[d]) * strides[d];
    for (const std::ptrdiff_t offset : neighbours) {
      const std::size_t other = begun.at(number + offset);
      if (other == cells::none) continue;
      bool meets = true;
      for (std::size_t d = 0; d != rank; ++d) {
        const std::ptrdiff_t distance = own[d].start - blocks.of(other)[d].start;
        meets &= distance < own[d].size && -distance < own[d].size;
      }
      if (meets) return true;
    }
    begun.begin(number, box);
  }
  return false;
}

/// The memory that an array lies in.
struct memory_range {
  const void *first, *end;
  bool is_unfolded;  // each of its elements has a place of its own

  bool meets(const memory_range& other) const {
    return std::less<>()(first, other.end) && std::less<>()(other.first, end);
  }
};

template <class Array>
memory_range memory_of(const Array& array) {
  std::ptrdiff_t first = 0, last = 0;
  std::array<std::pair<std::ptrdiff_t, std::ptrdiff_t>, Array::rank> reaches;  // a step, and how far all go
  for (std::size_t d = 0; d != Array::rank; ++d) {
    if (array.shape[d] == 0) return {nullptr, nullptr, true};
    const std::ptrdiff_t reach = (array.shape[d] - 1) * array.steps[d];
    (reach < 0 ? first : last) += reach;
    reaches[d] = {std::abs(array.steps[d]), std::abs(reach)};
  }
  // From the smallest step on, each is larger than what those before it reach together.
  std::sort(reaches.begin(), reaches.end());
  std::ptrdiff_t reached = 0;
  bool is_unfolded = true;
  for (const auto& [step, reach] : reaches) {
    is_unfolded &= reach == 0 ? true : step > reached;
    reached += reach;
  }
  for (std::size_t d = 0; d != Array::rank; ++d) is_unfolded &= array.steps[d] != 0 || array.shape[d] == 1;
  return {array.data + first, array.data + last + 1, is_unfolded};
}

}  // namespace detail
}  // namespace appyl
