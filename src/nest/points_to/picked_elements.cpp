#include "nest/points_to/picked_elements.h"

#include "nest/points_to/points_to.h"

namespace appyl {
namespace {

using namespace clang;

bool isSame(const Expr* one, const Expr* other, const ASTContext& context) {
  return sameExpression(one, other, context) && !strip(one)->HasSideEffects(context);
}

const BinaryOperator* operation(const Expr* value, BinaryOperatorKind kind) {
  const auto* binary = dyn_cast<BinaryOperator>(strip(value));
  return binary && binary->getOpcode() == kind ? binary : nullptr;
}

/// Is `value` `1 - c`, `!c` or `c ^ 1` of the same c, `of`?
bool isOtherOne(const Expr* value, const Expr* of, const ASTContext& context) {
  if (const auto* unary = dyn_cast<UnaryOperator>(strip(value)))
    return unary->getOpcode() == UO_LNot && isSame(unary->getSubExpr(), of, context);
  if (const auto* difference = operation(value, BO_Sub))
    return constantOf(difference->getLHS(), context) == 1 && isSame(difference->getRHS(), of, context);
  const auto* bits = operation(value, BO_Xor);
  return bits && constantOf(bits->getRHS(), context).value_or(0) != 0 && isSame(bits->getLHS(), of, context);
}

/// x of `x % 2` and `x & 1`.
const Expr* parityOf(const Expr* value, const ASTContext& context) {
  if (const auto* remainder = operation(value, BO_Rem))
    return constantOf(remainder->getRHS(), context) == 2 ? remainder->getLHS() : nullptr;
  const auto* mask = operation(value, BO_And);
  return mask && constantOf(mask->getRHS(), context) == 1 ? mask->getLHS() : nullptr;
}

/// `x + 1`, `x - 3` of x.
bool isOddlyMoved(const Expr* value, const Expr* from, const ASTContext& context) {
  for (const BinaryOperatorKind kind : {BO_Add, BO_Sub})
    if (const auto* sum = operation(value, kind))
      return constantOf(sum->getRHS(), context).value_or(0) % 2 != 0 && isSame(sum->getLHS(), from, context);
  return false;
}

}  // namespace

bool isOfVariables(const Expr* condition) {
  condition = strip(condition);
  if (isa<IntegerLiteral, CXXBoolLiteralExpr>(condition)) return true;
  if (const auto* named = dyn_cast<DeclRefExpr>(condition))
    return isa<VarDecl>(named->getDecl()) && named->getType()->isIntegerType() &&
           !named->getType().isVolatileQualified();
  if (const auto* unary = dyn_cast<UnaryOperator>(condition))
    return !unary->isIncrementDecrementOp() && unary->getOpcode() != UO_Deref &&
           isOfVariables(unary->getSubExpr());
  const auto* binary = dyn_cast<BinaryOperator>(condition);
  return binary && !binary->isAssignmentOp() && isOfVariables(binary->getLHS()) &&
         isOfVariables(binary->getRHS());
}

std::optional<PickedElement> pickedElement(const Expr* value) {
  value = strip(value);
  if (isBeginning(value)) value = strip(cast<CXXMemberCallExpr>(value)->getImplicitObjectArgument());
  const Expr *array = nullptr, *index = nullptr;
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(value))
    array = arrayPart(element), index = indexPart(element);
  else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(value);
           call && call->getOperator() == OO_Subscript)
    array = call->getArg(0), index = call->getArg(1);
  const auto* named = array ? dyn_cast<DeclRefExpr>(strip(array)) : nullptr;
  if (!named || !isa<VarDecl>(named->getDecl())) return std::nullopt;
  return PickedElement{canonical(named->getDecl()), index};
}

bool isOnlyLookedAt(const ValueDecl* array, const Stmt* body) {
  if (!body) return true;
  if (const auto* loaded = dyn_cast<ImplicitCastExpr>(body);
      loaded && loaded->getCastKind() == CK_LValueToRValue)
    if (const auto picked = pickedElement(loaded->getSubExpr()); picked && picked->array == array)
      return isOnlyLookedAt(array, picked->index);
  if (const auto* named = dyn_cast<DeclRefExpr>(body); named && canonical(named->getDecl()) == array)
    return false;
  return llvm::all_of(body->children(), [&](const Stmt* child) { return isOnlyLookedAt(array, child); });
}

bool areDifferent(const Expr* one, const Expr* other, const ASTContext& context) {
  const auto first = constantOf(one, context), second = constantOf(other, context);
  if (first && second) return *first != *second;
  if (isOtherOne(one, other, context) || isOtherOne(other, one, context)) return true;
  const Expr *left = parityOf(one, context), *right = parityOf(other, context);
  return left && right && (isOddlyMoved(left, right, context) || isOddlyMoved(right, left, context));
}

}  // namespace appyl
