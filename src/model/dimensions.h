// The dimensions of an array as its subscripts show them: `a[i * n + j]` on a flat pointer is a matrix with
// rows of n elements.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// The subscripts of each access to the array, in the order of LoopNest::accesses. A linearised one is taken
/// apart into its dimensions, all of one array into equally many; nullopt where a subscript is not known.
std::vector<std::optional<std::vector<Polynomial>>> dimensionsOf(const LoopNest& nest, int array);

}  // namespace appyl
