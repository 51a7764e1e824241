// Arrays that a clause makes private, and that an iteration may read before it has written them: the clause
// gives it elements of its own, not the values that the iteration before left there.
#pragma once

#include "proof/proof.h"

namespace appyl::proving {

/// What was proved of the loops whose iterations do so is Unknown.
void notePrivateReads(const LoopNest& nest, Proof& proof);

/// Has each iteration of the loop, or of one inside it, an array of its own by that name? (Those of loops
/// further inside share it.)
bool isOwnOfIterations(const LoopNest& nest, int array, int loop);

}  // namespace appyl::proving
