// Branches in lanes as choices: `s += x[i] > 0 ? x[i] : 0;` for `if (x[i] > 0) s += x[i];`, and `o[i] = m[i]
// ? x[i] : y[i];` for the `if` with two such assignments. LLVM itself turns such a branch into a choice
// between two sums, or two addresses, and then does not vectorise it; the choices written here LLVM and the
// other compilers do vectorise.
#pragma once

#include "codegen/arrays/reductions.h"
#include "directive/source.h"

namespace appyl {

/// Replaces such branches in the loop's body; additions are those to `reductions`. `inner`: the edits so far;
/// those inside a branch become a part of its new edit.
void makeChoices(const clang::Stmt* body, const std::vector<ReductionPlan>& reductions, const Source& source,
                 std::vector<TextEdit>& inner);

}  // namespace appyl
