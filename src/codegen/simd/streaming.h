// Nests that stream through memory: which are best walked row by row, and in vectors of how many elements.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// Neighbouring iterations of the innermost dimension touch neighbouring elements, those of other dimensions
/// do not, and a program reuses nothing that the caches would not hold anyway. Then blocks of columns only
/// interrupt the stream.
bool walksRows(const Kernel& kernel);

/// The axis with as many neighbouring blocks at once as make a run of 32 KiB.
Axis rowPiece(const Kernel& kernel, Axis axis);

/// How many elements a vector should have in the rows of a nest that streams several neighbours of each
/// element (a stencil of few points), which is half a line of memory; 0: as many as the compiler likes.
std::int64_t lanesAmongNeighbours(const Kernel& kernel);

}  // namespace appyl
