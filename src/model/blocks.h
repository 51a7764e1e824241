// The blocks of a kernel: for each array, the union of what its accesses touch in one program, as block shape
// and index map.
#pragma once

#include "model/kernel.h"

namespace appyl {

std::vector<Block> blocksOf(const Kernel& kernel);

/// How many iterations of an inner loop the threads of a program go through together; 1 for any other loop,
/// and where that is not constant.
std::int64_t lanesOf(const Kernel& kernel, const Axis& axis);

}  // namespace appyl
