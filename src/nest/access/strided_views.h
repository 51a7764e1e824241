// Views that are given strides of their own where the nest's function makes them: windows of an array, its
// columns, one element again and again.
#pragma once

#include "directive/source.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

/// Notes that elements of a view which the nest writes may share memory, unless its strides rule that out. A
/// condition on numbers of the view itself is taken for granted: `a.extent(1) <= a.stride(0)`. (The elements
/// of a view from elsewhere are taken to be apart, like those of any array.)
void noteStridedViews(LoopNest& nest, const ScalarEvolution& symbols, const Source& source);

}  // namespace appyl
