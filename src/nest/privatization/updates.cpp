#include "nest/privatization/updates.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/canonical.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"

#include <array>
#include <map>

namespace appyl {
namespace {

using namespace clang;
using Op = ReductionOperator;

/// An operator that the user wrote does what its body says; operators of numbers are built in.
bool isOfUser(const Expr* expression) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(strip(expression));
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && !isOfLibrary(callee) && !isOfArrayLanguage(callee);
}

std::optional<BinaryParts> asKnownBinary(const Expr* expression) {
  return isOfUser(expression) ? std::nullopt : asBinary(expression);
}

class UpdateReader {
 public:
  UpdateReader(const Source& source) : source(source) {}

  std::optional<Update> read(const Stmt* statement) {
    update.statement = statement;
    if (const auto* branch = dyn_cast<IfStmt>(statement))
      return readIf(branch) ? std::optional(update) : std::nullopt;
    const auto* expression = dyn_cast<Expr>(statement);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (!assignment || (assignment->op != BO_Assign && isOfUser(expression))) return std::nullopt;
    setTarget(assignment->target);
    update.mentions = {update.target};
    const bool found = assignment->op == BO_Assign ? readPlain(assignment->value) : readCompound(*assignment);
    return found ? std::optional(update) : std::nullopt;
  }

 private:
  Source source;
  Update update;
  int depth = 0;  // of functions entered
  mutable std::map<const Expr*, bool> knownFree;  // of the target

  void setTarget(const Expr* target) {
    update.target = strip(target);
    knownFree.clear();
  }

  bool isTarget(const Expr* expression) const {
    return sameExpression(expression, update.target, source.ast);
  }

  /// Is the value independent of the target?
  bool isFree(const Expr* value) const {
    if (!value) return true;
    bool free = true;
    walk(value, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto known = expression ? knownFree.find(expression) : knownFree.end();
      if (known != knownFree.end()) {
        free &= known->second;
        return false;
      }
      if (expression && isTarget(expression)) free = false;
      return free;
    });
    knownFree[value] = free;
    return free;
  }

  static std::optional<Op> operatorOf(BinaryOperatorKind kind) {
    switch (kind) {
      case BO_Add:
      case BO_Sub:
      case BO_AddAssign:
      case BO_SubAssign: return Op::Sum;
      case BO_Mul:
      case BO_MulAssign: return Op::Product;
      case BO_And:
      case BO_AndAssign: return Op::BitAnd;
      case BO_Or:
      case BO_OrAssign: return Op::BitOr;
      case BO_Xor:
      case BO_XorAssign: return Op::BitXor;
      case BO_LAnd: return Op::And;
      case BO_LOr: return Op::Or;
      default: return std::nullopt;
    }
  }

  bool readCompound(const Assignment& assignment) {
    const auto op = operatorOf(assignment.op);
    if (!op || !isFree(assignment.value)) return false;
    update.op = *op;
    return true;
  }

  /// `s + x` of `static_cast<unsigned char>(s + x)`, which is what an assignment to `s` does to it anyway.
  const Expr* withoutConversion(const Expr* value) const {
    const auto* cast = dyn_cast<ExplicitCastExpr>(strip(value));
    const QualType type = update.target->getType();
    const auto isNumber = [](QualType each) { return each->isIntegerType() && !each->isBooleanType(); };
    const bool isOwn = cast && isNumber(type) && source.ast.hasSameUnqualifiedType(type, cast->getType()) &&
                       isNumber(strip(cast->getSubExpr())->getType());
    return isOwn ? strip(cast->getSubExpr()) : strip(value);
  }

  bool readPlain(const Expr* value) {
    value = withoutConversion(value);
    if (readLogicalConstant(value)) return true;
    const auto* operatorCall = dyn_cast<CXXOperatorCallExpr>(value);
    if (const auto* call = dyn_cast<CallExpr>(value);
        call && (!operatorCall || operatorCall->getOperator() == OO_Call))
      return readMinMaxCall(call) || readFma(call) || readFunctionObject(call) || readFunction(call);
    if (const auto* conditional = dyn_cast<ConditionalOperator>(value))
      return isFree(conditional->getCond()) ? readKeeping(conditional) : readConditional(conditional);
    const auto parts = asKnownBinary(value);
    const auto op = parts ? operatorOf(parts->op) : std::nullopt;
    if (!op) return false;
    update.op = *op;
    return onSpine(*parts, *op);
  }

  /// `ok = false;` is `ok = ok && false`, `found = true;` is `found = found || true`, for a bool variable.
  bool readLogicalConstant(const Expr* value) {
    const bool isLiteral = isa<CXXBoolLiteralExpr, IntegerLiteral>(value);
    bool constant = false;
    if (!isLiteral || !namedVariable(update.target) || !update.target->getType()->isBooleanType() ||
        !value->EvaluateAsBooleanCondition(constant, source.ast))
      return false;
    update.op = constant ? Op::Or : Op::And;
    return true;
  }

  /// `v + a - b`, `a + (v + b)`: the target occurs once on the spine of one operator, never behind a minus,
  /// nor where another variable gets its value, `y += v`.
  bool onSpine(const BinaryParts& parts, Op op) {
    const bool mayStop = op == Op::And || op == Op::Or;  // `found || f(i)`: f is not called any more
    if (mayStop && changesOthers(parts.right, source.directives)) return false;
    const auto side = [&](const Expr* here, const Expr* other) {
      if (!isFree(other)) return false;
      if (isTarget(here)) {
        update.mentions.push_back(strip(here));
        return true;
      }
      const auto inner = asKnownBinary(here);
      return inner && operatorOf(inner->op) == op && onSpine(*inner, op);
    };
    if (side(parts.left, parts.right)) return true;
    return parts.op != BO_Sub && !BinaryOperator::isAssignmentOp(parts.op) && side(parts.right, parts.left);
  }

  /// `c ? v + x : v`
  bool readKeeping(const ConditionalOperator* conditional) {
    const Expr *one = conditional->getTrueExpr(), *other = conditional->getFalseExpr();
    if (isTarget(one)) std::swap(one, other);
    const auto parts = isTarget(other) ? asKnownBinary(one) : std::nullopt;
    const auto op = parts ? operatorOf(parts->op) : std::nullopt;
    if (!op) return false;
    update.op = *op;
    update.mentions.push_back(strip(other));
    return onSpine(*parts, *op);
  }

  /// `fma(x, y, v)`
  bool readFma(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee || (!callee->isInStdNamespace() && !callee->getBuiltinID()) ||
        !functionIs(calleeName(call), Fact::Fma) || call->getNumArgs() != 3 || !isTarget(call->getArg(2)) ||
        !isFree(call->getArg(0)) || !isFree(call->getArg(1)))
      return false;
    update.op = Op::Sum;
    update.mentions.push_back(strip(call->getArg(2)));
    return true;
  }

  /// `std::plus<>()(v, x)`
  bool readFunctionObject(const CallExpr* call) {
    const auto* object = dyn_cast<CXXOperatorCallExpr>(call);
    const auto op =
        object ? operatorOfClass(libraryTemplate(strip(object->getArg(0))->getType())) : std::nullopt;
    if (!op || object->getNumArgs() != 3) return false;
    const bool isFirst = isTarget(object->getArg(1));
    const Expr *target = object->getArg(isFirst ? 1 : 2), *other = object->getArg(isFirst ? 2 : 1);
    if (!isTarget(target) || !isFree(other) ||
        !source.ast.hasSameUnqualifiedType(object->getType(), strip(target)->getType()))
      return false;
    update.op = *op;
    update.mentions.push_back(strip(target));
    return true;
  }

  /// `add(v, x)` of a function or a lambda that does nothing but `return a + b;`, all in the type of v.
  bool readFunction(const CallExpr* call) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (depth > 2 || !callee || (method && !method->getParent()->isLambda()) || !callee->hasBody(definition))
      return false;
    const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
    const auto* result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
    const unsigned shift = isa<CXXOperatorCallExpr>(call) ? 1 : 0;
    if (!result || !result->getRetValue() || call->getNumArgs() != definition->getNumParams() + shift)
      return false;
    const ParmVarDecl* inside = nullptr;
    for (unsigned k = shift; k < call->getNumArgs(); ++k) {
      if (isFree(call->getArg(k))) continue;
      if (inside || !isTarget(call->getArg(k))) return false;
      inside = definition->getParamDecl(k - shift);
      update.mentions.push_back(strip(call->getArg(k)));
    }
    const Expr* value = strip(result->getRetValue());
    const QualType type = update.target->getType();
    const Expr* named = inside ? firstMention(value, inside) : nullptr;
    if (!named || type->isBooleanType() || !source.ast.hasSameUnqualifiedType(type, named->getType()) ||
        !source.ast.hasSameUnqualifiedType(type, value->getType()) ||
        !source.ast.hasSameUnqualifiedType(type, call->getType()))
      return false;
    UpdateReader reader(source);
    reader.depth = depth + 1;
    reader.update.target = named;
    if (!reader.readPlain(value)) return false;
    update.op = reader.update.op;
    update.passesOverNaN = reader.update.passesOverNaN;
    update.takesNaN = reader.update.takesNaN;
    return true;
  }

  const Expr* firstMention(const Expr* value, const ValueDecl* variable) const {
    const Expr* found = nullptr;
    walk(value, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      if (!found && named && named->getDecl() == variable) found = named;
      return !found;
    });
    return found;
  }

  bool readMinMaxCall(const CallExpr* call) {
    const auto extreme = extremeOf(call);
    if (!extreme) return false;
    update.op = *extreme;
    update.passesOverNaN = true;
    return amongArguments(call);
  }

  static bool isOfNumbers(const CallExpr* call) {
    const FunctionDecl* function = call->getDirectCallee();
    return functionIs(calleeName(call), Fact::SkipsNaN) &&
           (!function || function->isInStdNamespace() || function->getBuiltinID());
  }

  /// `max(v, x)`, `max({x, v, y})`, `max(max(v, x), y)`: the target stands in calls of one extreme. A
  /// variable may occur more than once, which changes nothing: `max(max(v, x), max(v, y))`. A third argument
  /// of the library's function defines the order.
  bool amongArguments(const CallExpr* call) {
    update.passesOverNaN &= isOfNumbers(call);
    std::vector<const Expr*> arguments(call->arg_begin(), call->arg_end());
    if (arguments.size() == 1)  // std::min({v, x})
      if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(strip(arguments[0])))
        if (const auto* braces = dyn_cast<InitListExpr>(strip(list->getSubExpr()))) {
          arguments.clear();
          for (const Expr* each : braces->inits()) arguments.push_back(each);
        }
    if (arguments.size() > 2 && call->getNumArgs() > 2) return false;
    int targets = 0;
    for (const Expr* argument : arguments) {
      const auto* inner = dyn_cast<CallExpr>(strip(argument));
      if (isTarget(argument)) {
        ++targets;
        update.mentions.push_back(strip(argument));
        // The library keeps the first of two that do not compare.
        if (!isOfNumbers(call) && argument != arguments.front())
          update.takesNaN = update.takesNaNInCall = true;
      } else if (!isFree(argument)) {
        ++targets;
        if (!inner || extremeOf(inner) != update.op || !amongArguments(inner)) return false;
      }
    }
    return arguments.size() >= 2 && (targets == 1 || (targets > 1 && namedVariable(update.target)));
  }

  /// `x < v` decides for x: a minimum. Returns the other operand; sets op and strict.
  const Expr* readComparison(const Expr* condition) {
    const auto parts = asKnownBinary(condition);
    if (!parts || !BinaryOperator::isRelationalOp(parts->op)) return nullptr;
    const bool targetRight = isTarget(parts->right);
    if (!targetRight && !isTarget(parts->left)) return nullptr;
    update.mentions.push_back(strip(targetRight ? parts->right : parts->left));
    const bool less = parts->op == BO_LT || parts->op == BO_LE;
    update.op = less == targetRight ? Op::Minimum : Op::Maximum;
    update.comparison = condition;
    update.strict = parts->op == BO_LT || parts->op == BO_GT;
    return targetRight ? parts->left : parts->right;
  }

  /// `a && x < v && b`: what else decides does not look at the target.
  const Expr* readConjunction(const Expr* condition) {
    const std::vector<const Expr*> parts = partsOf(condition);
    const Expr* other = nullptr;
    for (const Expr* part : parts) {
      if (parts.size() > 1 && changesOthers(part, source.directives)) return nullptr;
      if (isFree(part)) continue;
      if (other) return nullptr;
      other = readComparison(part);
      if (!other) return nullptr;
    }
    return other;
  }

  bool readConditional(const ConditionalOperator* conditional) {
    const Expr* other = readComparison(conditional->getCond());
    if (!other || !isFree(other)) return false;
    // v = x < v ? x : v, or the mirror image v = v < x ? v : x, which keeps the other one.
    const bool takesOther = sameExpression(conditional->getTrueExpr(), other, source.ast) &&
                            isTarget(conditional->getFalseExpr());
    const bool keeps = isTarget(conditional->getTrueExpr()) &&
                       sameExpression(conditional->getFalseExpr(), other, source.ast);
    if (keeps) {
      update.takesNaN = true;
      update.op = update.op == Op::Minimum ? Op::Maximum : Op::Minimum;
      update.strict = !update.strict;
    }
    update.mentions.push_back(strip(keeps ? conditional->getTrueExpr() : conditional->getFalseExpr()));
    return takesOther || keeps;
  }

  bool readIf(const IfStmt* branch) {
    if (branch->getElse() || branch->hasInitStorage() || branch->hasVarStorage()) return false;
    std::vector<const Stmt*> body;
    if (const auto* compound = dyn_cast<CompoundStmt>(branch->getThen()))
      body.assign(compound->body_begin(), compound->body_end());
    else
      body.push_back(branch->getThen());
    for (const BinaryOperator* both; body.size() > 0 && (both = dyn_cast<BinaryOperator>(body.front())) &&
                                     both->getOpcode() == BO_Comma;) {  // `best = x, at = i;`
      body.front() = both->getRHS();
      body.insert(body.begin(), both->getLHS());
    }
    if (body.empty()) return false;
    std::vector<Assignment> assignments;
    for (const Stmt* each : body) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (!assignment || assignment->op != BO_Assign) return false;
      assignments.push_back(*assignment);
    }
    for (std::size_t k = 0; k < assignments.size(); ++k) {
      setTarget(assignments[k].target);
      update.mentions = {update.target};
      const Expr* other = readConjunction(branch->getCond());
      if (!other || !isFree(other) || !sameExpression(assignments[k].value, other, source.ast)) continue;
      for (const Assignment& each : assignments) {
        if (&each == &assignments[k]) continue;
        if (!isCompanion(each, branch->getCond())) return false;
        update.companions.push_back(strip(each.target));
      }
      return true;
    }
    return false;
  }

  /// A variable, or a member of one (no array element), that the condition does not mention.
  bool isCompanion(const Assignment& assignment, const Expr* condition) const {
    const Expr* place = strip(assignment.target);
    bool isAsked = false;
    walk(condition, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      return !(isAsked |= expression && sameExpression(expression, place, source.ast));
    });
    const bool isAgain = llvm::any_of(
        update.companions, [&](const Expr* each) { return sameExpression(each, place, source.ast); });
    return (namedVariable(place) || isMemberOfVariable(place)) && !isAsked && !isAgain && !isTarget(place) &&
           isFree(assignment.value);
  }
};

}  // namespace

bool isMemberOfVariable(const Expr* expression) {
  const auto* member = dyn_cast<MemberExpr>(strip(expression));
  if (!member || !isa<FieldDecl>(member->getMemberDecl())) return false;
  const Expr* object = strip(member->getBase());
  return isa<DeclRefExpr>(object) || isMemberOfVariable(object);
}

std::optional<Update> asUpdate(const Stmt* statement, const Source& source) {
  // Implicit nodes that Clang puts around an update are not updates themselves.
  if (const auto* expression = dyn_cast<Expr>(statement); expression && strip(expression) != expression)
    return std::nullopt;
  return UpdateReader(source).read(statement);
}

std::optional<Update> asFlag(const Stmt* statement, ReductionOperator op, const ASTContext& context) {
  const auto* expression = dyn_cast<Expr>(statement);
  const auto assignment =
      expression && strip(expression) == expression ? asAssignment(expression) : std::nullopt;
  const Expr* value = assignment && assignment->op == BO_Assign ? strip(assignment->value) : nullptr;
  const bool isLiteral = value && isa<IntegerLiteral, CXXBoolLiteralExpr>(value);
  Expr::EvalResult result;
  if (!isLiteral || (op != Op::Or && op != Op::And) || !namedVariable(assignment->target) ||
      !assignment->target->getType()->isIntegerType() || !value->EvaluateAsInt(result, context) ||
      result.Val.getInt() != (op == Op::Or ? 1 : 0))
    return std::nullopt;
  Update update;
  update.op = op;
  update.target = strip(assignment->target);
  update.statement = statement;
  update.mentions = {update.target};
  return update;
}

const FunctionDecl* ownAddition(QualType type) {
  if (type.isNull() || type->isDependentType()) return nullptr;
  type = type.getNonReferenceType().getUnqualifiedType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isUnion() || record->isInStdNamespace() ||
      isOfSystem(record) || isContainer(type) || isView(type) || !record->hasDefaultConstructor() ||
      refersToOthers(type))
    return nullptr;
  const auto isOfType = [&](const ParmVarDecl* parameter) {
    return record->getASTContext().hasSameUnqualifiedType(parameter->getType().getNonReferenceType(), type);
  };
  const DeclarationName name = record->getASTContext().DeclarationNames.getCXXOperatorName(OO_PlusEqual);
  for (const NamedDecl* each : record->lookup(name))
    if (const auto* method = dyn_cast<CXXMethodDecl>(each);
        method && method->getNumParams() == 1 && isOfType(method->getParamDecl(0)))
      return method;
  for (const NamedDecl* each : record->getDeclContext()->lookup(name))
    if (const auto* function = dyn_cast<FunctionDecl>(each);
        function && function->getNumParams() == 2 && llvm::all_of(function->parameters(), isOfType))
      return function;
  return nullptr;
}

std::optional<Update> asOwnAddition(const Stmt* statement, const Source& source) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
  if (!call || call->getOperator() != OO_PlusEqual || call->getNumArgs() != 2 ||
      !ownAddition(call->getArg(0)->getType()))
    return std::nullopt;
  Update update;
  update.op = Op::Sum;
  update.target = strip(call->getArg(0));
  update.statement = statement;
  update.mentions = {update.target};
  const ValueDecl* added = rootVariable(update.target);
  return added && !mentions(call->getArg(1), added, source.directives) ? std::optional(update) : std::nullopt;
}

}  // namespace appyl
