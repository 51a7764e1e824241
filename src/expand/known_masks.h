// Masks that only keep lanes from going past the end of their loop, `arange(B) + i < n`, once the loop itself
// ends there: they hold in every lane.
#pragma once

#include "expand/tile_program.h"

namespace appyl {

/// Takes such masks out of a program whose lanes are settled, with the tiles that hold them. Lanes of loops
/// that go block by block keep theirs.
void dropKnownMasks(TileProgram& program);

}  // namespace appyl
