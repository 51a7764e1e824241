// Which loops of a nest an access moves with, subscripts that data decides included: `b[cols[p] * n + j]`
// with p and j.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// Indices in LoopNest::loops, ascending. A loop that is not among them touches the same elements again in
/// each iteration.
std::vector<int> loopsThatMove(const LoopNest& nest, const Access& access);

/// Whether any access to the block's array moves with the axis.
bool movesWith(const Kernel& kernel, const Block& block, const Axis& axis);

}  // namespace appyl
