// Views that are given strides of their own where the nest's function makes them: windows of an array, its
// columns, one element again and again.
#pragma once

#include "loops/symbols.h"

namespace appyl {

/// Notes that elements of a view which the nest writes may share memory, where its strides do not tell that
/// they do not. Of sizes that are known here it is taken for granted that rows do not overlap: `n <= ldc`. (Of
/// a view from elsewhere elements are taken to be apart, like those of any array.)
void noteStridedViews(LoopNest& nest, SymbolReader& symbols, const Directives& directives,
                      const clang::ASTContext& context);

}  // namespace appyl
