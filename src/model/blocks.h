// The blocks of a kernel: for each array, the union of what its accesses touch in one program, as block shape
// and index map.
#pragma once

#include "model/kernel.h"

namespace appyl {

std::vector<Block> blocksOf(const Kernel& kernel);

}  // namespace appyl
