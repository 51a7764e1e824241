// TileProgram -> the same program as loops over lanes. What a loop over blocks does lane for lane becomes a
// loop over elements, in blocks; other statements get loops of their own, and tiles become arrays.
#pragma once

#include "expand/lane_writer.h"

#include <variant>
#include <vector>

namespace appyl {

/// The changes inside the nest, in no order. A refusal where an array would have a size that is known at run
/// time only.
std::variant<std::vector<TextEdit>, TileRefusal> writeTileLoops(const TileProgram& program,
                                                                const TileWriting& writing);

}  // namespace appyl
