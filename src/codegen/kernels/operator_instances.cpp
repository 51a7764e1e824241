#include "codegen/kernels/operator_instances.h"

#include "nest/ast/library.h"

#include <clang/AST/ExprCXX.h>

namespace appyl {

using namespace clang;

namespace {

SourceLocation placeOf(const Stmt* open) {
  if (const auto* binary = dyn_cast<BinaryOperator>(open)) return binary->getOperatorLoc();
  if (const auto* unary = dyn_cast<UnaryOperator>(open)) return unary->getOperatorLoc();
  return cast<CXXOperatorCallExpr>(open)->getOperatorLoc();
}

}  // namespace

bool isOpenOperator(const Stmt* statement) {
  const auto* expression = dyn_cast<Expr>(statement);
  if (!expression || !expression->isTypeDependent()) return false;
  const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
  return isa<BinaryOperator, UnaryOperator>(expression) || (call && !call->getDirectCallee());
}

OperatorInstances::OperatorInstances(const ASTContext& context) {
  Visits visits{.withInstances = true, .withImplicitCode = true};
  visits.statement = [&](const Stmt* each) {
    const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
    if (const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr)
      found[call->getOperatorLoc()].insert(callee);
    return true;
  };
  visitUsersCode(context, visits);
}

const std::set<const FunctionDecl*>& OperatorInstances::of(const Stmt* open) const {
  static const std::set<const FunctionDecl*> none;
  const auto known = found.find(placeOf(open));
  return known == found.end() ? none : known->second;
}

}  // namespace appyl
