// Which loops over blocks may be written as loops over elements: where each iteration does lane for lane what
// a step does with its block.
#pragma once

#include "expand/tile_program.h"

namespace appyl {

/// Sets TileLoop::perElement. `understood`: the mentions of counters that only say where lanes begin.
void findLoopsByElement(TileProgram& program, const std::set<const clang::Expr*>& understood,
                        const Directives& directives);

}  // namespace appyl
