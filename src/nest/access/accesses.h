// The walk over a nest: its loops, its arrays, every access to an element with the conditions under which it
// happens, and what its calls may do to memory.
#pragma once

#include "directive/source.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

/// Fills `loops`, `arrays`, `accesses`, `symbols`, `callsAnnotated` and `opaqueEffects` of the nest whose
/// root statement is `root`. `paths`: of each array, where in its variable it lies (`[].x`); two arrays whose
/// paths are prefixes overlap. Errors in the form of annotated loops are reported; false then.
bool readAccesses(LoopNest& nest, const clang::ForStmt* root, ScalarEvolution& symbols, const Source& source,
                  std::vector<std::string>& paths);

}  // namespace appyl
