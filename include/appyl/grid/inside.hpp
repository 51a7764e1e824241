// What translated grid calls ask before the first program runs.
#pragma once

#include <appyl/grid/block_spec.hpp>

namespace appyl {

/// Throws std::invalid_argument where some of the blocks, `counts` times `sizes` of them along each
/// dimension, begins outside of an array of that shape.
template <std::size_t Rank>
void expect_blocks(const char* array, const extents<Rank>& shape, const index_list& counts,
                   const index_list& sizes) {
  for (std::size_t d = 0; d != Rank; ++d) {
    const std::ptrdiff_t size = static_cast<const indices&>(sizes)[d],
                         last = static_cast<const indices&>(counts)[d] - 1;
    if (last <= 0 || size == 0 || last <= (shape[d] - 1) / size) continue;
    throw std::invalid_argument(std::string("grid_call: ") + array + ": block " + std::to_string(last) +
                                " begins at " + std::to_string(last) + " * " + std::to_string(size) +
                                " in dimension " + std::to_string(d) + " of an array of shape " +
                                detail::text(indices(shape.begin(), shape.end())));
  }
}

/// Throws std::invalid_argument where an array has another number of batches than the first one.
inline void expect_batches(const char* array, any_integer batches, any_integer first) {
  if (batches.value != first.value)
    throw std::invalid_argument(std::string("vmap: ") + array + ": batches of " + std::to_string(batches.value) +
                                " and " + std::to_string(first.value) + " arrays");
}

/// One dimension of an array and of its blocks: block number p begins at element `p * step - before`. The
/// array is padded by `before` and `behind` elements.
struct block_dimension {
  const char* array;  // "input 0"
  any_integer dimension, extent, step, before, behind;
};

/// Throws std::invalid_argument where the block of some program begins outside of the padded array. `place`
/// gives the number of the block for a program's place in the grid, of `counts` programs along each
/// dimension; a dimension on which it does not depend may be given as 1.
template <class Place, class... Counts>
void expect_blocks_inside(const block_dimension& blocks, const Place& place, Counts... counts) {
  const Grid grid{any_integer(counts)...};
  const std::ptrdiff_t step = blocks.step.value, before = blocks.before.value, extent = blocks.extent.value,
                       end = before + extent + blocks.behind.value;
  for (std::ptrdiff_t number = 0; number < grid.size(); ++number) {
    const indices program = grid.program(number);
    std::size_t axis = 0;
    std::array<std::ptrdiff_t, sizeof...(Counts)> ids{(static_cast<void>(counts), program[axis++])...};
    const auto at = static_cast<std::ptrdiff_t>(std::apply(place, ids));
    const bool is_countable = step == 0 || std::abs(at) <= std::numeric_limits<std::ptrdiff_t>::max() / step;
    const bool is_empty = extent == 0 && step == 0;
    if (is_empty || (is_countable && at >= 0 && at * step < end)) continue;
    throw std::invalid_argument(std::string("grid_call: ") + blocks.array + ": the block of program " +
                                detail::text(program) + " begins at " +
                                (is_countable ? std::to_string(at * step - before)
                                              : std::to_string(at) + " * " + std::to_string(step)) +
                                " in dimension " + std::to_string(blocks.dimension.value) + ", which has " +
                                std::to_string(extent) + " elements");
  }
}

}  // namespace appyl
