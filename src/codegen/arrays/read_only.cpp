#include "codegen/arrays/read_only.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library.h"

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

/// A reference or pointer to something that is not constant.
static bool leadsToWritable(QualType type) {
  if (type->isReferenceType() && type->getPointeeType()->isPointerType()) type = type->getPointeeType();
  return (type->isReferenceType() || type->isPointerType()) && !type->getPointeeType().isConstQualified();
}

/// Does a function that may be called there take the argument by such a reference or pointer?
static bool isTakenWritable(const CallExpr* call, const Expr* argument) {
  const auto* named = dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParens());
  const auto place = llvm::find(call->arguments(), argument) - call->arg_begin();
  return named && llvm::any_of(named->decls(), [&](const NamedDecl* each) {
           const FunctionDecl* function = each->getAsFunction();
           return function && static_cast<std::size_t>(place) < function->param_size() &&
                  leadsToWritable(function->getParamDecl(static_cast<unsigned>(place))->getType());
         });
}

/// Likewise for a `here` in a template, whose arguments decide its type: judged by what is written.
static bool mayBeWrittenInTemplate(const Expr* here, const ASTContext& context) {
  for (bool isPointer = false;;) {
    const auto parents = const_cast<ASTContext&>(context).getParents(*here);
    if (parents.empty()) return false;
    if (const auto* variable = parents[0].get<VarDecl>())
      return leadsToWritable(variable->getType()) || (variable->getType()->isUndeducedType() && isPointer);
    const auto* next = parents[0].get<Expr>();
    const auto* call = dyn_cast_or_null<CallExpr>(next);
    const auto* unary = dyn_cast_or_null<UnaryOperator>(next);
    const auto* binary = dyn_cast_or_null<BinaryOperator>(next);
    const bool isOfMember = call && call->getCallee() == here;
    const bool isSubscript = call && isa<CXXOperatorCallExpr>(call) && isStep(call);
    if (call && !isOfMember && !isSubscript) return isTakenWritable(call, here);
    isPointer |= isOfMember || (unary && unary->getOpcode() == UO_AddrOf);
    if (!next ||
        !(isOfMember || isSubscript || (unary && isStep(unary)) || (binary && binary->isAdditiveOp()) ||
          isa<ParenExpr, ArraySubscriptExpr, CXXDependentScopeMemberExpr>(next)))
      return false;
    here = next;
  }
}

bool givesWritableElement(const Expr* mention, const ASTContext& context) {
  if (isConstant(mention)) return false;
  for (const Expr* here = mention;;) {
    const auto parents = const_cast<ASTContext&>(context).getParents(*here);
    if (parents.empty()) return false;
    const auto* next = parents[0].get<Expr>();
    if (here->isTypeDependent()) return mayBeWrittenInTemplate(here, context);
    if (!next || !isStep(next)) return !here->getType()->isArithmeticType() || here->isGLValue();
    const auto* cast = dyn_cast<ImplicitCastExpr>(next);
    if (cast && cast->getCastKind() == CK_LValueToRValue && !cast->getType()->isPointerType()) return false;
    const auto* call = dyn_cast<CallExpr>(next);
    if (call && !call->isGLValue() && !call->getType()->isPointerType()) return false;  // `size()`
    const auto* member = dyn_cast<MemberExpr>(next);
    const auto* method = member ? dyn_cast<CXXMethodDecl>(member->getMemberDecl()) : nullptr;
    // The kernel's copy of a non-const method takes no constant object.
    if (method && !method->isStatic() && !method->isConst() && !isOfLibrary(method)) return true;
    if (!method && isConstant(next)) return false;
    here = next;
  }
}

}  // namespace appyl
