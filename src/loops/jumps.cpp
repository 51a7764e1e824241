#include "loops/jumps.h"

#include "loops/calls.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>

#include <functional>
#include <set>

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

static bool comparesNumbers(const Expr* condition) {
  condition = condition->IgnoreParenCasts();
  if (const auto* negation = dyn_cast<UnaryOperator>(condition))
    return negation->getOpcode() == UO_LNot && comparesNumbers(negation->getSubExpr());
  const auto* binary = dyn_cast<BinaryOperator>(condition);
  if (binary && binary->isLogicalOp())
    return comparesNumbers(binary->getLHS()) && comparesNumbers(binary->getRHS());
  const std::function<bool(const Stmt*)> readsMemory = [&](const Stmt* part) {
    const auto* unary = dyn_cast<UnaryOperator>(part);
    return isa<ArraySubscriptExpr, CXXOperatorCallExpr>(part) || (unary && unary->getOpcode() == UO_Deref) ||
           llvm::any_of(part->children(), [&](const Stmt* child) { return child && readsMemory(child); });
  };
  return binary && binary->isComparisonOp() && binary->getLHS()->getType()->isIntegerType() &&
         binary->getRHS()->getType()->isIntegerType() && !readsMemory(binary);
}

const Expr* assertedBy(const Stmt* statement) {
  const auto* expression = dyn_cast<Expr>(statement);
  const auto* choice =
      expression ? dyn_cast<ConditionalOperator>(expression->IgnoreParenImpCasts()) : nullptr;
  const auto* call = choice ? dyn_cast<CallExpr>(choice->getFalseExpr()->IgnoreParenImpCasts()) : nullptr;
  const bool isAssertion = call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn() &&
                           comparesNumbers(choice->getCond());
  return isAssertion ? choice->getCond() : nullptr;
}

bool mayNotReturn(const Stmt* statement) {
  std::set<const FunctionDecl*> seen;
  const std::function<bool(const Stmt*)> search = [&](const Stmt* part) {
    if (!part || isa<LambdaExpr>(part) || assertedBy(part)) return false;
    if (isa<CXXThrowExpr>(part)) return true;
    if (const auto* call = dyn_cast<CallExpr>(part)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const FunctionDecl* definition = nullptr;
      if (callee && (callee->isNoReturn() || callee->getBuiltinID() == Builtin::BI__builtin_assume ||
                     callee->getBuiltinID() == Builtin::BI__builtin_unreachable))
        return true;
      if (callee && !isOfSystem(callee) && callee->hasBody(definition) && seen.insert(definition).second &&
          search(definition->getBody()))
        return true;
    }
    if (const auto* attributed = dyn_cast<AttributedStmt>(part))
      for (const Attr* attribute : attributed->getAttrs())
        if (isa<CXXAssumeAttr>(attribute)) return true;
    return llvm::any_of(part->children(), search);
  };
  return search(statement);
}

bool returnsEarly(const Stmt* body) {
  const auto* compound = dyn_cast<CompoundStmt>(body);
  if (!compound) return true;
  for (const Stmt* each : compound->body())
    if (containsJump(each) && !(each == compound->body_back() && isa<ReturnStmt>(each))) return true;
  return false;
}

}  // namespace appyl
