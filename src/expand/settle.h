// Which lanes exist, once for the whole program where that is possible: most slices lie inside their arrays,
// or end with them where their loop ends. What is not certain from the text becomes a condition that is
// checked once, before the program; where it fails, the program runs as it was written.
#pragma once

#include "expand/stable_names.h"

namespace appyl {

/// Takes out of `program` the clips that always hold, marks the dimensions whose lanes end with their loop,
/// and adds to `checks`. What is left is decided for each block. Returns why not, where the lanes cannot be
/// told.
std::optional<TileRefusal> settleLanes(TileProgram& program, const ProgramNames& names);

/// `program`, which is not settled, where all that its inner loops reach lies inside the arrays:
/// x(slice(i + k, B)). One condition more in place of the clips of each step. nullopt: there are no such
/// clips, or others are left.
std::optional<TileProgram> settledInside(TileProgram program, const ProgramNames& names);

/// `program`, which is not settled, where arrays may end within slices that begin at the same place in every
/// program, of many lanes: a block of 1,024 elements of rows that have 1,000. nullopt: there are no such
/// slices, or their lanes cannot be told.
std::optional<TileProgram> settledForShort(TileProgram program, const ProgramNames& names);

}  // namespace appyl
