#include "codegen/simd/plain_rows.h"

#include "codegen/arrays/element_types.h"
#include "codegen/kernels/device_calls.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/modref/modified_variables.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

constexpr std::int64_t shortest = 32;  // of what `appyl::interpret::detail::Stretch` takes

/// Removes implicit nodes and parentheses, but not casts that the user wrote.
const Expr* plain(const Expr* expression) {
  for (const Expr* last = nullptr; last != expression;) {
    last = expression;
    expression = expression->IgnoreParenImpCasts();
    if (const auto* full = dyn_cast<FullExpr>(expression)) expression = full->getSubExpr();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
      expression = temporary->getSubExpr();
    if (const auto* number = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
      expression = number->getReplacement();
  }
  return expression;
}

bool isNumber(QualType type) {
  type = type.getNonReferenceType();
  return type->isArithmeticType() && !type.isVolatileQualified();
}

bool isConstantNumber(const Expr* expression) {
  const auto* reference = dyn_cast<DeclRefExpr>(expression);
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr>(
             expression) ||
         (reference && isa<EnumConstantDecl, NonTypeTemplateParmDecl>(reference->getDecl()));
}

class Row {
 public:
  Row(const Loop& loop, const std::set<const ValueDecl*>& shared, const Source& source)
      : loop(loop),
        shared(shared),
        source(source),
        modified(modifiedVariables(loop.body, source.directives)) {
    walk(loop.body, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      writesIntegers |= assignment && !isVariable(plain(assignment->target)) &&
                        !assignment->target->getType()->isFloatingType();
      return true;
    });
  }

  bool isPlain() { return isPlain(loop.body) && hasElements && areElements(openScalars); }

 private:
  const Loop& loop;
  const std::set<const ValueDecl*>& shared;
  Source source;
  std::set<const ValueDecl*> modified;
  bool writesIntegers = false, hasElements = false;
  std::set<const Type*> openScalars, openElements;  // types of a template

  /// Where a template leaves the types open, the interpreter looks at the types of the elements in the row,
  /// and so knows which scalars have the same types: a class may do anything.
  bool areElements(const std::set<const Type*>& types) const {
    return llvm::all_of(types, [&](const Type* each) { return openElements.count(each) != 0; });
  }

  /// Can it be changed by its name only?
  static bool isVariable(const Expr* expression) {
    const auto* reference = dyn_cast<DeclRefExpr>(expression);
    return reference && !reference->getDecl()->getType()->isReferenceType();
  }

  /// A number, or a value of a type that a template leaves open.
  static bool isNumberOrOpen(QualType type, std::set<const Type*>& open) {
    const bool isOpen = type.getNonReferenceType()->isTemplateTypeParmType();
    if (isOpen) open.insert(type.getNonReferenceType().getCanonicalType().getTypePtr());
    return isOpen || isNumber(type);
  }

  bool isPlain(const Stmt* statement) {
    statement = source.directives.strip(statement);
    if (statement->getBeginLoc().isMacroID() || statement->getEndLoc().isMacroID()) return false;
    if (const auto* compound = dyn_cast<CompoundStmt>(statement))
      return llvm::all_of(compound->body(), [&](const Stmt* each) { return isPlain(each); });
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      return llvm::all_of(declaration->decls(), [&](const Decl* each) {
        const auto* variable = dyn_cast<VarDecl>(each);
        return variable && variable->hasLocalStorage() && isNumberOrOpen(variable->getType(), openScalars) &&
               !variable->getType()->isReferenceType() &&
               (!variable->getInit() || isValue(variable->getInit(), /*isCertain=*/true));
      });
    const auto* expression = dyn_cast<Expr>(statement);
    return isa<NullStmt>(statement) || (expression && isValue(expression, /*isCertain=*/true));
  }

  /// `isCertain`: each iteration evaluates it.
  bool isValue(const Expr* expression, bool isCertain) {
    if (expression->getBeginLoc().isMacroID() || expression->getEndLoc().isMacroID()) return false;
    expression = plain(expression);
    if (isConstantNumber(expression)) return true;
    if (isElement(expression)) {
      hasElements |= hasSubscript(expression);
      return isCertain;
    }
    if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) return isScalar(reference, isCertain);
    if (const auto* unary = dyn_cast<UnaryOperator>(expression))
      return unary->getOpcode() != UO_Deref && unary->getOpcode() != UO_AddrOf &&
             (isCertain || !unary->isIncrementDecrementOp()) && isValue(unary->getSubExpr(), isCertain);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression))
      return isNumberOrOpen(cast->getType(), openScalars) && isValue(cast->getSubExpr(), isCertain);
    if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
      if (binary->isPtrMemOp() || (binary->isAssignmentOp() && !isCertain)) return false;
      return isValue(binary->getLHS(), isCertain) &&
             isValue(binary->getRHS(), isCertain && !binary->isLogicalOp());
    }
    if (const auto* choice = dyn_cast<ConditionalOperator>(expression))
      return isValue(choice->getCond(), isCertain) && isValue(choice->getTrueExpr(), false) &&
             isValue(choice->getFalseExpr(), false);
    const auto* call = dyn_cast<CallExpr>(expression);
    return call && isOfNumbers(call) &&
           llvm::all_of(call->arguments(), [&](const Expr* each) { return isValue(each, isCertain); });
  }

  bool isScalar(const DeclRefExpr* reference, bool isCertain) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || !isNumberOrOpen(variable->getType(), openScalars)) return false;
    return isCertain || !(variable->getType()->isReferenceType() || shared.count(variable));
  }

  /// A function of the library that takes numbers and nothing else.
  bool isOfNumbers(const CallExpr* call) const {
    const FunctionDecl* callee = calleeOf(call);
    if (!callee || isa<CXXMethodDecl>(callee) || isa<CXXOperatorCallExpr>(call) || callee->isVariadic())
      return false;
    return isOfLibrary(callee) && isNumber(callee->getReturnType()) &&
           llvm::all_of(callee->parameters(), [](const ParmVarDecl* each) {
             const QualType type = each->getType();
             return isNumber(type) &&
                    (!type->isReferenceType() || type.getNonReferenceType().isConstQualified());
           });
  }

  // --- elements -------------------------------------------------------------------------------------------

  bool hasSubscript(const Expr* expression) const {
    bool found = false;
    walk(expression, source.directives, [&](const Stmt* each) {
      found |= isa<ArraySubscriptExpr, CXXOperatorCallExpr>(each);
      return !found;
    });
    return found;
  }

  bool isElement(const Expr* expression) {
    if (const auto* member = dyn_cast<MemberExpr>(expression)) {
      const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
      return field && isAddressable(field) && isNumber(field->getType()) &&
             !field->getType()->isReferenceType() && isPlace(member->getBase(), false);
    }
    return isa<ArraySubscriptExpr, CXXOperatorCallExpr>(expression) &&
           isNumberOrOpen(expression->getType(), openElements) && isPlace(expression, /*mayFollow=*/true);
  }

  /// An array, a container, or a part of one whose place is the same in each iteration or, if `mayFollow`,
  /// the next one.
  bool isPlace(const Expr* expression, bool mayFollow) const {
    expression = plain(expression);
    if (isa<CXXThisExpr>(expression)) return true;
    if (const auto* reference = dyn_cast<DeclRefExpr>(expression))
      return isa<VarDecl>(reference->getDecl()) && !modified.count(reference->getDecl()) &&
             !reference->getDecl()->getDeclName().isEmpty();  // as a union, which lambdas cannot capture
    if (const auto* member = dyn_cast<MemberExpr>(expression))
      return isa<FieldDecl>(member->getMemberDecl()) && !modified.count(member->getMemberDecl()) &&
             isPlace(member->getBase(), false);
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
      const QualType array = arrayPart(subscript)->getType();
      return arrayPart(subscript) == subscript->getLHS() &&
             (array->isPointerType() || array->isArrayType()) && isPlace(subscript->getLHS(), false) &&
             goes(subscript->getRHS(), mayFollow);
    }
    const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
    if (!call || call->isTypeDependent() || call->getNumArgs() < 2 || !call->isGLValue()) return false;
    const QualType type = call->getArg(0)->getType();
    const bool isSubscript = call->getOperator() == OO_Subscript && isContiguousContainer(type);
    return (isSubscript || (call->getOperator() == OO_Call && isView(type))) &&
           isPlace(call->getArg(0), false) &&
           std::all_of(call->arg_begin() + 1, call->arg_end(), [&](const Expr* each) {
             return goes(each, mayFollow && each == call->getArg(call->getNumArgs() - 1));
           });
  }

  // --- indices --------------------------------------------------------------------------------------------

  enum class Course { Stays, Follows };  // the counter, one by one

  bool goes(const Expr* index, bool mayFollow) const {
    if (index->isTypeDependent() || !index->getType()->isIntegerType()) return false;
    const auto course = courseOf(index);
    return course && (mayFollow || *course == Course::Stays);
  }

  /// May a value of the type wrap around in the course of the loop?
  bool wraps(QualType type) const {
    return type->isDependentType() ||
           (type->isUnsignedIntegerType() && source.ast.getIntWidth(type.getCanonicalType()) < 64);
  }

  bool isWidening(const CastExpr* cast) const {
    const QualType from = cast->getSubExpr()->getType().getCanonicalType(),
                   to = cast->getType().getCanonicalType();
    if (from->isDependentType() || to->isDependentType() || !from->isIntegerType()) return false;
    const auto before = source.ast.getIntWidth(from), after = source.ast.getIntWidth(to);
    return after >= 64 || after > before ||
           (after == before && from->isSignedIntegerType() == to->isSignedIntegerType());
  }

  /// nullopt: anything else, or something that may change.
  std::optional<Course> courseOf(const Expr* expression) const {
    if (const auto* cast = dyn_cast<CastExpr>(expression)) {
      const auto inner = courseOf(cast->getSubExpr());
      const bool changes = cast->getCastKind() == CK_IntegralCast || cast->getCastKind() == CK_Dependent;
      return inner == Course::Follows && changes && !isWidening(cast) ? std::nullopt : inner;
    }
    if (const auto* paren = dyn_cast<ParenExpr>(expression)) return courseOf(paren->getSubExpr());
    const Expr* const inner = plain(expression);
    if (inner != expression) return courseOf(inner);
    if (isConstantNumber(inner)) return Course::Stays;
    if (const auto* reference = dyn_cast<DeclRefExpr>(inner)) {
      if (reference->getDecl() == loop.counter) return Course::Follows;
      return isUnchanged(reference) ? std::optional(Course::Stays) : std::nullopt;
    }
    if (const auto* member = dyn_cast<MemberExpr>(inner)) {
      const bool stays = isa<FieldDecl>(member->getMemberDecl()) && member->getType()->isIntegerType() &&
                         !modified.count(member->getMemberDecl()) && !writesIntegers &&
                         isa<CXXThisExpr, DeclRefExpr>(plain(member->getBase()));
      return stays ? std::optional(Course::Stays) : std::nullopt;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(inner)) {
      const bool isSign = unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus;
      const auto course = isSign ? courseOf(unary->getSubExpr()) : std::nullopt;
      return course == Course::Stays ? course : std::nullopt;
    }
    const auto* binary = dyn_cast<BinaryOperator>(inner);
    if (!binary || binary->isAssignmentOp() || binary->isCommaOp() || binary->isPtrMemOp())
      return std::nullopt;
    const auto left = courseOf(binary->getLHS()), right = courseOf(binary->getRHS());
    if (!left || !right) return std::nullopt;
    if (*left == Course::Stays && *right == Course::Stays) return Course::Stays;
    const bool isSum = binary->getOpcode() == BO_Add && *left != *right,
               isDifference = binary->getOpcode() == BO_Sub && *right == Course::Stays;
    return (isSum || isDifference) && !wraps(inner->getType()) ? std::optional(Course::Follows)
                                                               : std::nullopt;
  }

  bool isUnchanged(const DeclRefExpr* reference) const {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || !variable->getType().getNonReferenceType()->isIntegerType()) return false;
    if (variable->getType().isConstQualified())
      return !isDeclaredInside(variable, loop.body, source.directives);
    const bool isElsewhere = writesIntegers && (!variable->hasLocalStorage() || hasOtherNames(variable));
    return !modified.count(variable) && !isDeclaredInside(variable, loop.body, source.directives) &&
           !isElsewhere && !variable->getType().isVolatileQualified();
  }

  /// Is it a reference, or may it change through a reference or pointer to it?
  bool hasOtherNames(const VarDecl* variable) const {
    const auto* function = dyn_cast_or_null<FunctionDecl>(variable->getParentFunctionOrMethod());
    if (variable->getType()->isReferenceType() || !function || !function->getBody()) return true;
    std::set<const Expr*> byName;  // mentions that take or give it a value
    bool found = false;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto* cast = dyn_cast<CastExpr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (cast && cast->getCastKind() == CK_LValueToRValue) byName.insert(strip(cast->getSubExpr()));
      if (assignment) byName.insert(strip(assignment->target));
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      found |= reference && reference->getDecl() == variable && !byName.count(reference);
      return !found;
    });
    return found;
  }
};

}  // namespace

bool isPlainRow(const Loop& loop, const std::set<const ValueDecl*>& shared, const Source& source) {
  if (!loop.canonical || !loop.counter || !loop.declaresCounter || !loop.step || !isa<ForStmt>(loop.stmt))
    return false;
  if (*loop.step != 1 || loop.isConverted) return false;
  const auto first = constantOf(loop.lower, source.ast), end = constantOf(loop.bound, source.ast);
  if (first && end && *end - *first < shortest) return false;
  if (loop.counter->getType()->isDependentType() || loop.counter->getType()->isReferenceType()) return false;
  return Row(loop, shared, source).isPlain();
}

std::string parameterText(const std::string& accesses, const Loop& loop, const std::string& type,
                          const Directives& directives) {
  return fmt::format("[&](const auto& {}, {}const {} {}) {{", accesses,
                     mentions(loop.body, loop.counter, directives) ? "" : "[[maybe_unused]] ", type,
                     loop.counter->getNameAsString());
}

bool isPlainNumber(const Expr* expression, const std::set<const ValueDecl*>& shared) {
  expression = plain(expression);
  if (isConstantNumber(expression)) return true;
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression))
    return isa<VarDecl>(reference->getDecl()) && !reference->getType()->isDependentType() &&
           !reference->getDecl()->getType()->isReferenceType() && !shared.count(reference->getDecl());
  if (const auto* member = dyn_cast<MemberExpr>(expression))
    return isa<FieldDecl>(member->getMemberDecl()) && !shared.count(member->getMemberDecl()) &&
           !isReached(member) && isa<CXXThisExpr, DeclRefExpr>(plain(member->getBase()));
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return !unary->isIncrementDecrementOp() && unary->getOpcode() != UO_Deref &&
           unary->getOpcode() != UO_AddrOf && isPlainNumber(unary->getSubExpr(), shared);
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  return binary && !binary->isAssignmentOp() && !binary->isPtrMemOp() &&
         isPlainNumber(binary->getLHS(), shared) && isPlainNumber(binary->getRHS(), shared);
}

}  // namespace appyl
