#include "nest/dataflow/correlated_conditions.h"

#include "nest/ast/array_types.h"
#include "nest/ast/jumps.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"

namespace appyl {
namespace {

using namespace clang;

constexpr std::size_t mostConditions = 4;  // each of them has two cases

/// The parts of conditions that decide which way the code goes, without `!`, `&&` and `||`.
void forEachDecision(const Stmt* code, const Directives& directives,
                     const std::function<void(const Expr*)>& visit) {
  const std::function<void(const Expr*)> split = [&](const Expr* condition) {
    condition = strip(condition);
    const auto* unary = dyn_cast<UnaryOperator>(condition);
    const auto* binary = dyn_cast<BinaryOperator>(condition);
    if (unary && unary->getOpcode() == UO_LNot) return split(unary->getSubExpr());
    if (!binary || !binary->isLogicalOp()) return visit(condition);
    split(binary->getLHS());
    split(binary->getRHS());
  };
  walk(code, directives, [&](const Stmt* each) {
    if (const auto* branch = dyn_cast<IfStmt>(each)) split(branch->getCond());
    if (const auto* choice = dyn_cast<ConditionalOperator>(each)) split(choice->getCond());
    return true;
  });
}

/// A parameter that leads to constants, and that the function takes elements of and nothing else: no other
/// name of them is made.
bool isOnlyReadFrom(const ParmVarDecl* parameter, const Stmt* function, const Directives& directives) {
  const QualType type = parameter->getType();
  const bool leadsToConstants =
      (type->isPointerType() || (type->isReferenceType() && isContainer(type.getNonReferenceType()))) &&
      type->getPointeeType().isConstQualified() && !type->getPointeeType().isVolatileQualified();
  int mentions = 0, elements = 0;
  walk(leadsToConstants ? function : nullptr, directives, [&](const Stmt* each) {
    const auto* named = dyn_cast<DeclRefExpr>(each);
    const auto* element = dyn_cast<ArraySubscriptExpr>(each);
    const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
    const Expr* array = element                                       ? arrayPart(element)
                        : call && call->getOperator() == OO_Subscript ? call->getArg(0)
                                                                      : nullptr;
    mentions += named && named->getDecl() == parameter;
    elements += array && namedVariable(array) == parameter && cast<Expr>(each)->getType()->isArithmeticType();
    return true;
  });
  return mentions > 0 && mentions == elements;
}

/// Is it computed from local variables that are known by their names alone?
class PlainCondition {
 public:
  PlainCondition(const Directives& directives) : directives(directives) {}

  bool isPlain(const Expr* part) const {
    part = part->IgnoreParenCasts();
    if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral>(part)) return true;
    if (const auto* reference = dyn_cast<DeclRefExpr>(part)) return isPlain(reference->getDecl());
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(part))
      return isRead(arrayPart(element)) && isPlain(indexPart(element));
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(part))
      return call->getOperator() == OO_Subscript && call->getNumArgs() == 2 && isRead(call->getArg(0)) &&
             isPlain(call->getArg(1));
    if (const auto* unary = dyn_cast<UnaryOperator>(part))
      return unary->isArithmeticOp() && isPlain(unary->getSubExpr());
    const auto* binary = dyn_cast<BinaryOperator>(part);
    return binary && !binary->isAssignmentOp() && !binary->isPtrMemOp() && binary->getOpcode() != BO_Comma &&
           isPlain(binary->getLHS()) && isPlain(binary->getRHS());
  }

  bool isPlain(const ValueDecl* named) const {
    if (isa<EnumConstantDecl, NonTypeTemplateParmDecl>(named)) return true;
    const auto* variable = dyn_cast<VarDecl>(named);
    const QualType type = named->getType();
    const bool isLocal = variable && variable->isLocalVarDeclOrParm() && variable->hasLocalStorage();
    const Stmt* body = isLocal ? bodyAround(variable) : nullptr;
    return body && type->isScalarType() && !type.isVolatileQualified() &&
           !addressTaken(body, directives).count(variable);
  }

 private:
  const Directives& directives;

  bool isRead(const Expr* array) const {
    const auto* parameter = dyn_cast_or_null<ParmVarDecl>(namedVariable(array));
    const Stmt* body = parameter ? bodyAround(parameter) : nullptr;
    return body && isOnlyReadFrom(parameter, body, directives);
  }

  static const Stmt* bodyAround(const ValueDecl* variable) {
    const auto* function = dyn_cast_or_null<FunctionDecl>(variable->getDeclContext());
    return function ? function->getBody() : nullptr;
  }
};

std::optional<bool> constantTruth(const Expr* value, const ASTContext& context) {
  bool truth = false;
  const bool isLiteral = value && isa<IntegerLiteral, CXXBoolLiteralExpr>(strip(value));
  return isLiteral && strip(value)->EvaluateAsBooleanCondition(truth, context) ? std::optional(truth)
                                                                               : std::nullopt;
}

std::optional<Assignment> assignmentTo(const ValueDecl* variable, const Stmt* statement) {
  const auto* expression = dyn_cast<Expr>(statement);
  const auto assignment = expression ? asAssignment(expression) : std::nullopt;
  return assignment && namedVariable(assignment->target) == variable ? assignment : std::nullopt;
}

bool isJumpedInto(const Stmt* statement) {
  const Jumps jumps = jumpsOf(statement);
  return jumps.hasCase || !jumps.labels.empty();
}

}  // namespace

std::vector<const Expr*> repeatedConditions(const Stmt* code, const Source& source) {
  std::vector<const Expr*> all, repeated;
  forEachDecision(code, source.directives, [&](const Expr* condition) {
    const auto isSame = [&](const Expr* other) {
      return valueWhere(condition, true, other, source.ast).has_value();
    };
    if (llvm::any_of(all, isSame) && llvm::none_of(repeated, isSame) && repeated.size() < mostConditions &&
        PlainCondition(source.directives).isPlain(condition))
      repeated.push_back(condition);
    all.push_back(condition);
  });
  return repeated;
}

bool isKept(const Expr* condition, llvm::ArrayRef<const Stmt*> row, const Source& source) {
  bool isFirst = false;
  forEachDecision(row.front(), source.directives, [&](const Expr* each) {
    isFirst |= valueWhere(condition, true, each, source.ast).has_value();
  });
  return isFirst && llvm::all_of(row, [&](const Stmt* each) {
           const std::set<const ValueDecl*> modified = modifiedVariables(each, source.directives);
           bool isKept = !isJumpedInto(each);
           walk(condition, source.directives, [&](const Stmt* part) {
             if (const auto* named = dyn_cast<DeclRefExpr>(part))
               isKept &= !modified.count(named->getDecl()) &&
                         !isDeclaredInside(named->getDecl(), each, source.directives);
             return isKept;
           });
           return isKept;
         });
}

std::optional<bool> valueWhere(const Expr* known, bool value, const Expr* condition,
                               const ASTContext& context) {
  if (sameExpression(known, condition, context)) return value;
  const auto* one = dyn_cast<BinaryOperator>(strip(known));
  const auto* other = dyn_cast<BinaryOperator>(strip(condition));
  // With a NaN neither comparison holds.
  if (!one || !other || !one->isComparisonOp() || !other->isComparisonOp() ||
      one->getLHS()->getType()->isRealFloatingType() || one->getLHS()->isTypeDependent() ||
      one->getRHS()->isTypeDependent() ||
      BinaryOperator::negateComparisonOp(one->getOpcode()) != other->getOpcode() ||
      !sameExpression(one->getLHS(), other->getLHS(), context) ||
      !sameExpression(one->getRHS(), other->getRHS(), context))
    return std::nullopt;
  return !value;
}

bool tellsOf(const ValueDecl* flag, const Stmt* code, const Source& source,
             const std::function<bool(const Stmt*)>& does) {
  const auto* variable = dyn_cast<VarDecl>(flag);
  if (!variable || constantTruth(variable->getInit(), source.ast) != false ||
      !PlainCondition(source.directives).isPlain(variable) ||
      !isDeclaredInside(variable, code, source.directives))
    return false;
  std::set<const Stmt*> explained;
  bool tells = true;
  walk(code, source.directives, [&](const Stmt* each) {
    const auto* row = dyn_cast<CompoundStmt>(each);
    bool isDone = false;  // by a statement of the row that all paths run
    const Stmt* last = nullptr;
    for (const Stmt* piece : row ? llvm::ArrayRef(row->body_begin(), row->size()) : std::nullopt) {
      isDone &= !isJumpedInto(piece);
      if (isDone)
        walk(piece, source.directives, [&](const Stmt* part) {
          explained.insert(part);
          return true;
        });
      if (isDone || isJumpedInto(piece) || !does(piece)) {
        last = isJumpedInto(piece) ? nullptr : piece;
        continue;
      }
      isDone = true;
      if (last && !mentions(piece, flag, source.directives))
        explained.insert(last);  // `found = true; t = x;`
    }
    const auto assignment = assignmentTo(flag, each);
    if (assignment)
      tells &= assignment->op == BO_Assign && constantTruth(assignment->value, source.ast).has_value() &&
               (constantTruth(assignment->value, source.ast) == false || explained.count(each));
    tells &= !isa<CallExpr>(each) || !modifiedVariables(each, source.directives).count(flag);
    return tells;
  });
  return tells;
}

}  // namespace appyl
