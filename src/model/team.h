// Parallel loops inside a program: how the threads of a CUDA block share them.
//
//     #pragma parallel                                 a program, run by one block
//     for i {
//       double most = -1;                              every thread has its own `most`
//       #pragma parallel reduction(max : most)         spread; combined over the block, for every thread
//       for j most = max(most, a[i][j]);
//       r[i] = most;                                   one thread
//     }
//
// Every thread computes what the program computes for itself, so that all of them take the same branches and
// meet at the same barriers. Memory is written by one thread, or by the iterations of a spread loop.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// The parallel loops inside a program that no other one of them encloses.
std::vector<int> innerParallelLoops(const Kernel& kernel);

/// Fills kernel.team where there are such loops. `strictFloat`: floating-point reductions keep their order.
void formTeam(Kernel& kernel, bool strictFloat, const Source& source);

/// null: programs are run by threads of their own.
const Team* teamOf(const Kernel& kernel);

/// How many dimensions of the grid have programs of their own; the others stand inside the programs, since a
/// reduction ends there.
std::size_t programDimensions(const Kernel& kernel);

}  // namespace appyl
