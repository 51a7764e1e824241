// The `reduction` clauses of a nest: which variable, by which operator, where it is updated; and the errors
// of those that are none.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Fills `nest.reductions` and marks their accesses; `nest.loops` and `nest.accesses` are complete. false: an
/// error was reported.
bool readReductions(LoopNest& nest, const Source& source);

/// Can values of `type` be combined by `op` in any order? (Types of a template may.)
bool isReducible(clang::QualType type, ReductionOperator op);

/// The reduction of `variable` that covers the iterations of `loop`, if there is one; companions count too.
/// `&&` or `||` of what is no bool: the combined value is 0 or 1, even where no iteration updates it. That is
/// right for a variable that is 0 or 1 to begin with.
bool takesTruthFor(const Reduction& reduction);

const Reduction* reductionCovering(const LoopNest& nest, const clang::ValueDecl* variable, int loop);

}  // namespace appyl
