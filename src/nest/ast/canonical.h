// A `for` statement -> a canonical Loop: counter, first value, bound, comparison and step, with the promise
// that nothing in the body changes them. For an annotated loop every departure is an error at the offending
// part; an ordinary loop that is not canonical is simply not taken apart.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"
#include "support/diagnostics.h"

namespace appyl {

/// `diags` null: the loop is an ordinary one, departures are silent and give nullopt.
std::optional<Loop> readCanonicalLoop(const clang::ForStmt* statement, const Source& source,
                                      Diagnostics* diags);

/// An ordinary loop that goes on while several conditions hold, of which one is that of a canonical loop.
struct CountedLoop {
  Loop loop;                               // with that condition alone; `counted`
  std::vector<const clang::Expr*> others;  // the conditions beside it, in their order
};

/// nullopt where the conditions in front of the counter's own one touch memory: what they read lies beyond
/// its range.
std::optional<CountedLoop> readCountedLoop(const clang::ForStmt* statement, const Source& source);

/// Does the counter begin with the very value of `lower`? Not in `unsigned i = n - p`, `short i = m`: these
/// are converted, and may be others.
bool keepsFirstValue(const Loop& loop, const clang::ASTContext& context);

/// The parts of `a && b && c`, in their order.
std::vector<const clang::Expr*> partsOf(const clang::Expr* condition);

/// Whether evaluating it may read what lies beyond some range.
bool touchesMemory(const clang::Expr* condition, const Directives& directives);

}  // namespace appyl
