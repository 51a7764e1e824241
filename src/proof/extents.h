// Indices that certainly lie outside their array: constant extents, constant bounds, an iteration that
// certainly runs.
#pragma once

#include "proof/integer_set.h"
#include "proof/proof.h"

#include <vector>

namespace appyl::proving {

/// At most one finding per dimension of the access.
std::vector<OutOfBounds> findOutside(const LoopNest& nest, int access, Solver& solver);

}  // namespace appyl::proving
