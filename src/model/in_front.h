// What the targets evaluate in front of a nest although the program does so only where the loops around it
// run: `n / m` and `*p` in the range of an inner loop may divide by zero, or lead nowhere, where there are no
// iterations.
#pragma once

#include "model/kernel.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <vector>

namespace appyl {

/// Does the loop's range depend on nothing that the nest changes, so on no other counter?
bool hasFixedRange(const LoopNest& nest, const Loop& loop);

/// May the range of the loop, which is not the root, be evaluated only where the loops around it run?
/// `n / m`, `*n`, `s->n`, and whatever a call does.
bool needsIterations(const LoopNest& nest, int loop);

/// How many of the grid's leading dimensions must have iterations before all ranges of those may be evaluated
/// that are `isInFront`; 0: they always may.
std::size_t dimensionsInFront(const Kernel& kernel, llvm::function_ref<bool(std::size_t)> isInFront);

/// The loops, outermost first, that run where the program evaluates what the condition is made of; only those
/// whose own ranges can be told in front of the nest.
std::vector<int> loopsInFrontOf(const Kernel& kernel, const Polynomial& condition);

}  // namespace appyl
