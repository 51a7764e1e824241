// The data-sharing clauses of a loop: which variables its iterations or threads have of their own.
#pragma once

#include "codegen/text/loop_text.h"

#include <clang/AST/ASTContext.h>

#include <map>
#include <set>

namespace appyl {

/// What the clauses `private` of the loop name and is declared in front of it; `inside`: those of the loops
/// in it, too.
std::vector<const clang::VarDecl*> namedByClauses(const LoopNest& nest, int loop, bool inside);

/// The copy of what a clause names begins with the value in front of the loop: a container keeps its size
/// (and a type of a template may be one), and what no iteration writes keeps its value.
bool beginsAsOutside(const LoopNest& nest, const clang::VarDecl* variable);

/// The variables of which each iteration of `loop` has its own; `construct`: of the parallel loop, with all
/// counters. `texts`: the rewritten loops, by index in the nest; `joined`: counters of loops that a
/// `collapse` joins, which OpenMP makes private.
std::string privateClauses(const LoopNest& nest, const std::map<int, LoopText>& texts, int loop,
                           bool construct, const std::set<const clang::VarDecl*>& joined = {});

/// In the loop or behind it.
bool isDeclaredIn(const Loop& loop, const clang::VarDecl* variable);

}  // namespace appyl
