#include "model/purity.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"

namespace appyl {

using namespace clang;

bool isPure(const Stmt* part, const Source& source) {
  bool pure = effectOf(part, "", source).unknown.empty();
  walk(part, source.directives, [&](const Stmt* each) {
    pure &= !isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr, AtomicExpr>(each);
    const auto* expression = dyn_cast<Expr>(each);
    if (expression && isa<CallExpr>(expression) && !asAssignment(expression))
      pure &= !changesOthers(expression, source.directives);
    return pure;
  });
  return pure;
}

/// A function of numbers, a size, or a conversion of a short number.
static bool neverFails(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee) return false;
  if (const auto* conversion = dyn_cast<CXXConversionDecl>(callee))
    return isSmallFloat(conversion->getParent());
  if (isa<CXXMemberCallExpr>(call))
    return (isOfLibrary(callee) || isOfView(callee)) && memberIs(calleeName(call), Fact::Measure);
  return isOfLibrary(callee) && llvm::all_of(call->arguments(), [](const Expr* each) {
           return each->getType().getNonReferenceType()->isArithmeticType();
         });
}

bool mayFail(const Stmt* part, const Directives& directives) {
  bool found = false;
  walk(part, directives, [&](const Stmt* each) {
    const auto* unary = dyn_cast<UnaryOperator>(each);
    const auto* member = dyn_cast<MemberExpr>(each);
    const auto* binary = dyn_cast<BinaryOperator>(each);
    const auto* call = dyn_cast<CallExpr>(each);
    const bool divides = binary && (binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem) &&
                         !binary->getType()->isRealFloatingType();
    const auto* divisor = divides ? dyn_cast<IntegerLiteral>(strip(binary->getRHS())) : nullptr;
    found |= isa<ArraySubscriptExpr, CXXDependentScopeMemberExpr>(each) ||
             (unary && unary->getOpcode() == UO_Deref) ||
             (member && member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase()))) ||
             (divides && !(divisor && divisor->getValue() != 0)) || (call && !neverFails(call));
    return !found;
  });
  return found;
}

bool assigns(const Stmt* part, const Directives& directives) {
  bool found = false;
  walk(part, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    found |= expression && asAssignment(expression);
    return !found;
  });
  return found;
}

bool mentionsIterations(const Stmt* part, const LoopNest& nest, const Directives& directives) {
  const Stmt* root = nest.loops.front().stmt;
  bool found = false;
  walk(part, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable) return !found;
    found |= isDeclaredInside(variable, root, directives);
    for (const Loop& loop : nest.loops) found |= loop.counter == variable;
    for (const PrivateScalar& scalar : nest.privates) found |= scalar.variable == variable;
    return !found;
  });
  return found;
}

}  // namespace appyl
