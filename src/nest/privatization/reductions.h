// The `reduction` clauses of a nest: which variable, by which operator, where it is updated; and the errors
// of those that are none.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Fills `nest.reductions` and marks their accesses; `nest.loops` and `nest.accesses` are complete. false: an
/// error was reported.
bool readReductions(LoopNest& nest, const Source& source);

/// Warns where a NaN, or values that are all -0.0, make the result depend on the order of the iterations. For
/// floating point that is not strict; strict loops keep the order.
void warnWhereOrderShows(const LoopNest& nest, Diagnostics& diags);

/// Puts a clause behind the others of the directive; none where a macro has its end.
std::vector<clang::FixItHint> clauseFixIt(const Directive& directive, const std::string& text,
                                          const Source& source);

/// Can values of `type` be combined by `op` in any order? (Types of a template may.)
bool isReducible(clang::QualType type, ReductionOperator op);

/// Do the bits of the result depend on the order of the reduction's operations?
bool isInexact(const Reduction& reduction);

/// isInexact(), or, where every order is to be kept: may a NaN show in which order the iterations ran?
bool dependsOnOrder(const Reduction& reduction, bool strictFloat);

/// `&&` or `||` of what is no bool: the combined value is 0 or 1, even where no iteration updates it. That is
/// right for a variable that is 0 or 1 to begin with.
bool takesTruthFor(const Reduction& reduction);

/// The reduction of `variable` that covers the iterations of `loop`, if there is one; companions count too.
const Reduction* reductionCovering(const LoopNest& nest, const clang::ValueDecl* variable, int loop);

}  // namespace appyl
