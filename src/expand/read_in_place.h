// Tiles that are nothing but a copy of a slice: `const tile<float> row = x(i, slice(width))`.
#pragma once

#include "expand/tile_program.h"

namespace appyl {

/// Reads the elements of such tiles where they are, and takes the copies out of a program whose lanes are
/// settled: where all of their lanes exist, each use goes along them once, and nothing is stored between the
/// copy and its last use. For targets with caches; others want a row on the chip.
void readInPlace(TileProgram& program, const Directives& directives);

}  // namespace appyl
