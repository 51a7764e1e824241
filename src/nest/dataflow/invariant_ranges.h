// Ranges of loops, and conditions, that are the same every time that the code around them runs.
#pragma once

#include "directive/source.h"
#include "nest/dataflow/definite_assignment.h"

namespace appyl {

/// `for (k = lower; k < bound; ...)`
struct LoopRange {
  const clang::Expr* lower = nullptr;
  clang::BinaryOperatorKind comparison = clang::BO_LT;
  const clang::Expr* bound = nullptr;
};

/// nullopt: it is no such loop.
std::optional<LoopRange> rangeOf(const clang::ForStmt* loop);

/// Has the statement or range the same value in every iteration, if it mentions none of `varying`?
bool isInvariant(const clang::Stmt* statement, const Varying& varying, const Directives& directives);
bool isInvariant(const LoopRange& range, const Varying& varying, const Directives& directives);

/// `if (flag) ...` runs every time or never, if none of `varying` is in the condition.
bool isAlike(const clang::IfStmt* branch, const Varying& varying, const Directives& directives);

/// Are all writes to the variable or part inside loops with one such range and under one such condition, or
/// are there none? Then, if these loops do not run, nothing is written at all.
bool isWrittenAlike(const clang::Stmt* body, const Part& part, const Varying& varying, const Source& source);

}  // namespace appyl
