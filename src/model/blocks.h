// The blocks of a kernel: for each array, the union of what its accesses touch in one program, as block shape
// and index map.
#pragma once

#include "model/kernel.h"

namespace appyl {

std::vector<Block> blocksOf(const Kernel& kernel);

/// What an index map is a function of: the grid, then the loops inside a program that go in blocks of their
/// own.
std::vector<const Axis*> indexAxes(const Kernel& kernel);

/// `(i, j, k) -> (i, k)`; empty where the block is irregular.
std::string indexMapText(const Kernel& kernel, const Block& block);

/// `Tile x 16`.
std::string shapeText(const Block& block);

/// One extent of it: `128`, `Tile`, `n / 2`.
std::string sizeText(const Polynomial& size);

/// How many iterations of an inner loop the threads of a program go through together; 1 for any other loop,
/// and where that is not constant.
std::int64_t lanesOf(const Kernel& kernel, const Axis& axis);

}  // namespace appyl
