// Tiles that need no memory: copies of slices, `const tile<float> row = x(i, slice(width))`, and tiles of
// which only a run tells how many lanes they have, `const auto both = x(i, all) + y(i, all)`.
#pragma once

#include "expand/tile_program.h"

namespace appyl {

/// Targets with caches read a slice where it is, and leave tiles of run-time extents to the library; others
/// want a row on the chip, and have no memory for such tiles.
enum class Copies { InPlace, Kept };

/// Puts the values of such tiles in their places, computed anew for each use, and takes the tiles out of a
/// program whose lanes are settled: where all of their lanes exist, each use goes along them once, and
/// nothing is stored between the tile and its last use.
void readInPlace(TileProgram& program, const Directives& directives, Copies copies);

}  // namespace appyl
