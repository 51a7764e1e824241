// The blocks of a kernel: for each array, the union of what its accesses touch in one program, as block shape and index map.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// The subscripts of an access as the model sees them: a linearised one (`a[i * n + j]`) is taken apart into its dimensions.
/// All accesses of one array get the same number of dimensions, or none when that fails (nullopt).
std::vector<std::optional<std::vector<Polynomial>>> dimensionsOf(const LoopNest& nest, int array);

std::vector<Block> blocksOf(const Kernel& kernel);

} // namespace appyl
