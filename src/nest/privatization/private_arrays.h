// Scratch arrays declared outside a nest that every iteration fills before it reads them: each iteration can
// have its own.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Marks such arrays in `nest.arrays` and adds them to `nest.privates`; accesses and reductions are complete.
/// False: a clause loses values that are read after the loop.
bool findPrivateArrays(LoopNest& nest, const Source& source);

/// Members of the nest's own object, arrays and vectors, that every iteration of its outermost loop fills
/// before it reads them, and of which all iterations write the same elements: a copy around the loop can
/// serve for them.
std::vector<const clang::FieldDecl*> memberWorkspaces(const LoopNest& nest, const Source& source);

}  // namespace appyl
