// `reduction(b)` of which only b(0) is meant says so: one number instead of an array.
#pragma once

#include "tiles/lane_writer.h"

namespace appyl {

void nameReducedElements(const TileProgram& program, const TileWriting& writing,
                         std::vector<TextEdit>& edits);

}  // namespace appyl
