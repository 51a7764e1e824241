// Pointers of the nest that are set in several places, chosen by conditions, or walk on: `const float* from =
// i < n ? a + i : b + (i - n);`. Where it is not known at an access which element they point to, it may be
// any element of each array that they ever are set to.
#include "nest/access/access_reader.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {

using namespace clang;

/// Through these the pointer itself is seen: `p[i]`, `*p`, `p->x`, `*(p + i)`, `p = ...`, `++p`, `p += i`, `p
/// < q`.
static bool isFollowedUse(const DeclRefExpr* mention, ASTContext& context) {
  const Expr* inner = mention;
  for (;;) {
    const auto parents = context.getParents(*inner);
    const auto* outer = parents.empty() ? nullptr : parents[0].get<Expr>();
    if (!outer) return false;
    if (const auto* member = dyn_cast<MemberExpr>(outer))
      return member->isArrow() && isa<FieldDecl>(member->getMemberDecl());
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(outer)) return subscript->getBase() == inner;
    if (const auto* unary = dyn_cast<UnaryOperator>(outer);
        unary && (unary->getOpcode() == UO_Deref || unary->isIncrementDecrementOp()))
      return unary->getOpcode() == UO_Deref || !isValueUsed(unary, context);
    if (const auto* binary = dyn_cast<BinaryOperator>(outer); binary && binary->isAssignmentOp())
      return binary->getLHS() == inner && !isValueUsed(binary, context);
    const auto* binary = dyn_cast<BinaryOperator>(outer);
    if (binary && (binary->isComparisonOp() || binary->isLogicalOp())) return true;
    const auto* cast = dyn_cast<ImplicitCastExpr>(outer);
    if (!(binary && binary->isAdditiveOp() && binary->getType()->isPointerType()) && !isa<ParenExpr>(outer) &&
        !(cast && (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp ||
                   cast->getCastKind() == CK_PointerToBoolean)))
      return false;
    if (cast && cast->getCastKind() == CK_PointerToBoolean) return true;
    inner = outer;
  }
}

/// A pointer of the nest that no other code gets, so that its own accesses show all that happens to the
/// memory that it points to.
bool AccessReader::isFollowedAlone(const ValueDecl* pointer) {
  const auto* variable = dyn_cast_or_null<VarDecl>(pointer);
  const auto* function = variable ? dyn_cast<FunctionDecl>(variable->getDeclContext()) : nullptr;
  if (!function || !variable->isLocalVarDecl() || variable->isInitCapture() || !variable->hasLocalStorage() ||
      !variable->getType()->isPointerType() || !symbols.isInner(variable) || symbols.isAddressTaken(variable))
    return false;
  const auto known = followedAlone.find(variable);
  if (known != followedAlone.end()) return known->second;
  bool isAlone = true;
  walk(function->getBody(), source.directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())
        isAlone &= !capture.capturesVariable() || capture.getCapturedVar() != variable;
    const auto* mention = dyn_cast<DeclRefExpr>(each);
    if (mention && mention->getDecl() == variable) isAlone &= isFollowedUse(mention, source.ast);
    return isAlone;
  });
  return followedAlone[variable] = isAlone;
}

/// The pointer that is followed last on the way to `place`: p of `p[i].x`, `p->x`, `*(p + 1)`.
static const ValueDecl* pointerOf(const Expr* place) {
  for (const Expr* inner = strip(place);;) {
    if (const auto* member = dyn_cast<MemberExpr>(inner)) {
      inner = strip(member->getBase());
      if (!member->isArrow()) continue;
    } else if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(inner)) {
      const Expr* base = subscript->getBase();
      inner = strip(base);
      if (inner->getType()->isArrayType()) continue;
    } else if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref) {
      inner = strip(unary->getSubExpr());
    } else {
      return nullptr;
    }
    while (const auto* sum = dyn_cast<BinaryOperator>(inner)) {
      if (!sum->isAdditiveOp()) return nullptr;
      inner = strip(sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS());
    }
    return namedVariable(inner);
  }
}

bool AccessReader::addOrigins(const Expr* value, std::vector<AccessPath>& origins) {
  value = strip(value);
  if (value->isNullPointerConstant(source.ast, Expr::NPC_ValueDependentIsNull)) return true;
  if (const auto* choice = dyn_cast<ConditionalOperator>(value))
    return addOrigins(choice->getTrueExpr(), origins) && addOrigins(choice->getFalseExpr(), origins);
  bool namesPointer = false;  // of the nest, which may have been another one
  walk(value, source.directives, [&](const Stmt* each) {
    const auto* named = dyn_cast<DeclRefExpr>(each);
    namesPointer |= named && named->getType()->isPointerType() && symbols.isInner(named->getDecl()) &&
                    !isa<ParmVarDecl>(named->getDecl());
    return !namesPointer;
  });
  auto place = namesPointer ? std::nullopt : places.readPointer(value);
  if (!place || !place->root || place->throughMemory || place->subscripts.empty()) return false;
  place->subscripts.clear();
  origins.push_back(std::move(*place));
  return true;
}

/// The arrays into which the pointer is ever set; nullopt: not known.
std::optional<std::vector<AccessPath>> AccessReader::originsOf(const VarDecl* pointer) {
  std::vector<AccessPath> origins;
  bool areKnown = !pointer->getInit() || addOrigins(pointer->getInit(), origins);
  walk(cast<FunctionDecl>(pointer->getDeclContext())->getBody(), source.directives, [&](const Stmt* each) {
    const auto* assignment = dyn_cast<BinaryOperator>(each);
    if (assignment && assignment->getOpcode() == BO_Assign && namedVariable(assignment->getLHS()) == pointer)
      areKnown = areKnown && addOrigins(assignment->getRHS(), origins);
    return areKnown;
  });
  return areKnown && !origins.empty() ? std::optional(std::move(origins)) : std::nullopt;
}

/// Records an access to any element of the pointer's `originsOf`; false: these are not known.
bool AccessReader::readByOrigins(const Expr* expression, Mode mode) {
  const auto* pointer = dyn_cast_or_null<VarDecl>(pointerOf(expression));
  if (!pointer || !isFollowedAlone(pointer)) return false;
  const auto origins = originsOf(pointer);
  if (!origins) return false;
  for (const AccessPath& each : *origins)
    recorder.recordWhole(each, mode == Mode::Read ? Mode::Read : Mode::Update, expression,
                         "'" + pointer->getNameAsString() + "' may point to any element of it", here);
  return true;
}

/// The value that such a pointer is set to: no access itself, but its conditions and subscripts are read.
void AccessReader::readPointerValue(const Expr* value) {
  value = strip(value);
  if (const auto* choice = dyn_cast<ConditionalOperator>(value)) {
    readExpression(choice->getCond(), Mode::Read);
    whereHolds(choice->getCond(), true, [&] { readPointerValue(choice->getTrueExpr()); });
    whereHolds(choice->getCond(), false, [&] { readPointerValue(choice->getFalseExpr()); });
    return;
  }
  if (const auto place = places.readPointer(value)) return readIndices(*place);
  readExpression(value, Mode::Read);
}

}  // namespace appyl
