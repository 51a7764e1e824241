// What holds in front of a nest: the ranges of the loops around it, the conditions that it stands under, the
// guard clauses and assertions before it.
#pragma once

#include "directive/source.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

/// Constraints on parameters of the nest. Only conditions on variables that the whole function leaves alone
/// (or that count a loop around the nest) are among them.
std::vector<Constraint> readPreconditions(const clang::Stmt* root, ScalarEvolution& symbols,
                                          const Source& source);

}  // namespace appyl
