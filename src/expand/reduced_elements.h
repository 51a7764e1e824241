// `reduction(b)` of which only b(0) is meant says so: one number instead of an array.
#pragma once

#include "expand/lane_writer.h"

namespace appyl {

/// Is it named by a `reduction` of one of the program's loops? Then its updates have to look like ones.
bool isReduced(const TileExpression& target, const TileProgram& program);

void nameReducedElements(const TileProgram& program, const TileWriting& writing,
                         std::vector<TextEdit>& edits);

}  // namespace appyl
