// Copy-in of private variables: which copies begin with the value from before the loop. All targets ask here.
#pragma once

#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <vector>

namespace appyl {

/// Must the copy of a variable that the nest writes be initialised: an iteration may read it without having
/// written it, it cannot be made without a value, or the loop may leave it as it was?
bool copiesIn(const LoopNest& nest, const PrivateScalar& scalar);

/// Must the copy of a variable that only a clause names be initialised? A container keeps its size (and a
/// type of a template may be one), and what no iteration writes keeps its value.
bool copiesInNamed(const LoopNest& nest, const clang::VarDecl* variable);

/// Can all copies be made that the nest's private variables need? false: an error was reported.
bool checkCopies(const LoopNest& nest, const Source& source);

/// The variables in the loop's `private` clauses that are declared in front of it; `inside`: also those in
/// clauses of the loops in it.
std::vector<const clang::VarDecl*> namedByClauses(const LoopNest& nest, int loop, bool inside);

/// In the loop or behind it.
bool isDeclaredIn(const Loop& loop, const clang::VarDecl* variable);

}  // namespace appyl
