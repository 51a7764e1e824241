// Indices that certainly lie outside their array: constant extents, constant bounds, an iteration that
// certainly runs.
#pragma once

#include "proof/proof.h"
#include "support/integer_set.h"

#include <vector>

namespace appyl::proving {

/// At most one finding per dimension of the access.
std::vector<OutOfBounds> findOutside(const LoopNest& nest, int access, Solver& solver);

/// A pointer into a row, as in `(&A[0][0])[i * 10 + j]`, that may walk on into the next one: what its
/// subscripts say is then no element of its own.
bool mayLeaveRow(const LoopNest& nest, int access);
/// Likewise, or a pointer into a row whose element is not known.
bool mayBeOfAnyRow(const LoopNest& nest, const Access& access);

}  // namespace appyl::proving
