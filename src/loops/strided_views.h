// Views that are given strides of their own where the nest's function makes them: windows of an array, its
// columns, one element again and again.
#pragma once

#include "loops/ast.h"
#include "loops/loop_nest.h"

namespace appyl {

/// Notes that elements of a view which the nest writes may share memory, where its strides do not tell that
/// they do not. (Of a view from elsewhere they are taken to be apart, like the elements of any array.)
void noteStridedViews(LoopNest& nest, const Directives& directives, const clang::ASTContext& context);

}  // namespace appyl
