#include "loops/jumps.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace appyl {

using namespace clang;

bool mayEndEarly(const Stmt* statement) {
  if (isa<BreakStmt, GotoStmt, ReturnStmt>(statement)) return true;
  if (isa<Expr, DeclStmt>(statement)) return false;
  const bool takesBreaks = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(statement);
  return llvm::any_of(statement->children(), [&](const Stmt* child) {
    return child && (takesBreaks ? containsJump(child) : mayEndEarly(child));
  });
}

bool containsJump(const Stmt* statement) {
  if (isa<GotoStmt, ReturnStmt>(statement)) return true;
  return !isa<Expr, DeclStmt>(statement) &&
         llvm::any_of(statement->children(), [](const Stmt* child) { return child && containsJump(child); });
}

bool isContinue(const Stmt* statement) {
  if (const auto* compound = dyn_cast<CompoundStmt>(statement); compound && compound->size() == 1)
    statement = compound->body_front();
  return isa<ContinueStmt>(statement);
}

bool leavesIteration(const Stmt* statement) {
  if (isa<ContinueStmt, BreakStmt, GotoStmt>(statement)) return true;
  if (isa<Expr, DeclStmt>(statement)) return false;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement)) return containsJump(statement);
  return llvm::any_of(statement->children(),
                      [](const Stmt* child) { return child && leavesIteration(child); });
}

bool returnsEarly(const Stmt* body) {
  const auto* compound = dyn_cast<CompoundStmt>(body);
  if (!compound) return true;
  for (const Stmt* each : compound->body())
    if (containsJump(each) && !(each == compound->body_back() && isa<ReturnStmt>(each))) return true;
  return false;
}

}  // namespace appyl
