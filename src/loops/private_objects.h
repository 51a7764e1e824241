// Objects that a clause gives each iteration a copy of, but that carry a state from one iteration to the
// next: a random number engine, a container that grows.
#pragma once

#include "loops/ast.h"

namespace appyl {

/// Notes in `nest.unknownCalls` those whose state an iteration uses before it has set it.
void noteCarriedObjects(LoopNest& nest, const Directives& directives);

}  // namespace appyl
