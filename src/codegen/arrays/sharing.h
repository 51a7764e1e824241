// The data-sharing clauses of a loop: which variables its iterations or threads have of their own.
#pragma once

#include "codegen/text/loop_text.h"

#include <clang/AST/ASTContext.h>

#include <map>
#include <set>

namespace appyl {

/// The variables of which each iteration of `loop` has its own; `construct`: of the parallel loop, with all
/// counters. `texts`: the rewritten loops, by index in the nest; `joined`: counters of loops that a
/// `collapse` joins, which OpenMP makes private.
std::string privateClauses(const LoopNest& nest, const std::map<int, LoopText>& texts, int loop,
                           bool construct, const std::set<const clang::VarDecl*>& joined = {});

}  // namespace appyl
