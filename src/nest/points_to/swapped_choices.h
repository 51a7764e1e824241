// Two buffers that take turns: `p = t % 2 ? a : b; q = t % 2 ? b : a;`, or set in the branches of an `if`.
// Whichever way it is, p and q are not the same, although each may be either.
#pragma once

#include "directive/source.h"
#include "nest/points_to/points_to.h"

namespace appyl {

struct Choice {
  Name target;
  std::vector<const clang::Expr*> values;  // as they are assigned
  const clang::Expr *yes = nullptr, *no = nullptr;
};

/// `double* p = b;`, before `p = c ? a : b;`.
bool beginsAsNo(const Choice& choice);

/// Pairs of pointers or references that a block gives the same two objects, one right after the other and the
/// other way round, by the same condition.
std::vector<std::pair<Choice, Choice>> exchangedChoices(const clang::CompoundStmt* block,
                                                        const Source& source);

}  // namespace appyl
