#include "target/read_only.h"

#include "loops/array_types.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>

namespace appyl {

using namespace clang;

/// A pointer, or an expression for an object. The elements of a constant span or view may be changed.
static bool isConstant(const Expr* expression) {
  const QualType type = expression->getType();
  if (libraryTemplate(type) == "span" || isView(type)) return false;
  return type->isPointerType() ? type->getPointeeType().isConstQualified() : type.isConstQualified();
}

/// The expression is a step on the way from a container to one of its elements.
static bool isStep(const Expr* expression) {
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf;
  if (const auto* binary = dyn_cast<BinaryOperator>(expression))
    return binary->isAdditiveOp() && binary->getType()->isPointerType();
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression))
    return call->getOperator() == OO_Subscript || call->getOperator() == OO_Call;
  return isa<ImplicitCastExpr, ParenExpr, ArraySubscriptExpr, MemberExpr, CXXMemberCallExpr>(expression);
}

bool givesWritableElement(const Expr* mention, const ASTContext& context) {
  if (!mention->getType()->isPointerType() && isConstant(mention)) return false;
  for (const Expr* here = mention;;) {
    const auto parents = const_cast<ASTContext&>(context).getParents(*here);
    if (parents.empty()) return false;
    const auto* next = parents[0].get<Expr>();
    if (!next || !isStep(next))  // of what a template's arguments decide nothing is said
      return !here->isTypeDependent() && (!here->getType()->isArithmeticType() || here->isGLValue());
    const auto* cast = dyn_cast<ImplicitCastExpr>(next);
    if (cast && cast->getCastKind() == CK_LValueToRValue && !cast->getType()->isPointerType()) return false;
    const auto* call = dyn_cast<CallExpr>(next);
    if (call && !call->isGLValue() && !call->getType()->isPointerType()) return false;  // `size()`
    const bool isMethod =
        isa<MemberExpr>(next) && isa<CXXMethodDecl>(cast_or_null<MemberExpr>(next)->getMemberDecl());
    if (!isMethod && isConstant(next)) return false;
    here = next;
  }
}

}  // namespace appyl
