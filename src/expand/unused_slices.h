// Names of slices in tile programs: where elements are written out, only their lanes are left.
#pragma once

#include "expand/write_program.h"

namespace appyl {

/// Adds `[[maybe_unused]]` in front of the slices that the program declares.
void markUnusedSlices(const TileProgram& program, const TileWriting& writing, std::vector<TextEdit>& edits);

}  // namespace appyl
