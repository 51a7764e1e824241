#include "as_cpp/as_cpp.h"

#include "nest/ast/library_facts.h"
#include "support/visits.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>

namespace appyl {
namespace {

using namespace clang;

const Expr* withoutParens(const Expr* expression) { return expression->IgnoreParenImpCasts(); }

/// Functions of which C's library has one, and C++'s several, chosen by the type of the argument.
bool isOverloaded(const FunctionDecl* callee, const SourceManager& sources) {
  if (!callee || !sources.isInSystemHeader(callee->getLocation())) return false;
  for (const ParmVarDecl* each : callee->parameters())
    if (each->getType()->isRealFloatingType()) return true;
  return functionIs(callee->getName(), Fact::SeveralInCpp);
}

/// Does the library's C++ version return a pointer to constants where its argument is one?
bool keepsConstants(const FunctionDecl* callee) {
  return callee && callee->getIdentifier() && functionIs(callee->getName(), Fact::KeepsConst);
}

class ConversionWriter {
 public:
  explicit ConversionWriter(CppEdits& edits) : edits(edits), context(edits.context) {}

  void write(Decl* declaration) {
    Visits visits;
    visits.withImplicitCode = true;
    visits.declaration = [this](Decl* each) {
      if (const auto* function = dyn_cast<FunctionDecl>(each)) returned = function->getReturnType();
      if (const auto* variable = dyn_cast<VarDecl>(each))
        if (const Expr* value = variable->getInit()) give(value, variable->getType());
      return true;
    };
    visits.statement = [this](Stmt* each) { return writeNode(each), true; };
    visits.typeAsWritten = [this](TypeLoc each) {
      if (const auto made = each.getAs<TypeOfExprTypeLoc>()) keepType(made.getUnderlyingExpr());
      return true;
    };
    visitBelow(declaration, visits);
  }

 private:
  CppEdits& edits;
  const ASTContext& context;
  QualType returned;
  std::set<const Expr*> convertedEnums;  // whose arithmetic type has been written

  // --- what C++ takes an expression for ----------------------------------------------------------------

  /// The enumeration whose value the expression is in C++; in C enumerators are ints.
  const EnumDecl* enumOf(const Expr* expression) const {
    expression = withoutParens(expression);
    if (const auto* named = dyn_cast<DeclRefExpr>(expression))
      if (const auto* constant = dyn_cast<EnumConstantDecl>(named->getDecl()))
        return dyn_cast<EnumDecl>(constant->getDeclContext())->getDefinition();
    if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
      const EnumDecl* one = enumOf(choice->getTrueExpr());
      return one == enumOf(choice->getFalseExpr()) ? one : nullptr;
    }
    const auto* binary = dyn_cast<BinaryOperator>(expression);
    if (binary && binary->getOpcode() == BO_Comma) return enumOf(binary->getRHS());
    const auto* type = expression->getType()->getAs<EnumType>();
    return type ? type->getDecl()->getDefinition() : nullptr;
  }

  enum class Kind { Same, Char, Bool, Array };
  /// What C++ has in place of C's type: a `char` or `bool` for an int, or the array whose address C takes.
  Kind kindOf(const Expr* expression) const {
    expression = expression->IgnoreParens();
    if (const auto* decayed = dyn_cast<ImplicitCastExpr>(expression)) {
      const bool isOfValue = decayed->getCastKind() == CK_ArrayToPointerDecay;
      return isOfValue ? Kind::Array : kindOf(decayed->getSubExpr());
    }
    if (const auto* character = dyn_cast<CharacterLiteral>(expression))
      return character->getKind() == CharacterLiteralKind::Ascii ? Kind::Char : Kind::Same;
    if (isa<IntegerLiteral>(expression) && expression->getBeginLoc().isMacroID()) {  // those of <stdbool.h>
      const StringRef macro = Lexer::getImmediateMacroName(expression->getBeginLoc(),
                                                           context.getSourceManager(), context.getLangOpts());
      return macro == "true" || macro == "false" ? Kind::Bool : Kind::Same;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(expression))
      return unary->getOpcode() == UO_LNot        ? Kind::Bool
             : unary->getOpcode() == UO_Extension ? kindOf(unary->getSubExpr())
                                                  : Kind::Same;
    if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
      const Kind one = kindOf(choice->getTrueExpr());
      return one == kindOf(choice->getFalseExpr()) ? one : Kind::Same;
    }
    if (const auto* block = dyn_cast<StmtExpr>(expression)) {
      const auto* last = block->getSubStmt()->body_empty() ? nullptr : block->getSubStmt()->body_back();
      const auto* value = dyn_cast_or_null<Expr>(last);
      return value && kindOf(value) != Kind::Array ? kindOf(value) : Kind::Same;
    }
    const auto* binary = dyn_cast<BinaryOperator>(expression);
    if (!binary) return Kind::Same;
    if (binary->getOpcode() == BO_Comma) return kindOf(binary->getRHS());
    return binary->isComparisonOp() || binary->isLogicalOp() ? Kind::Bool : Kind::Same;
  }

  /// Is it a pointer to constant characters in C++, but a plain one in C?
  bool leadsToConstants(const Expr* expression) const {
    expression = withoutParens(expression);
    if (isa<StringLiteral, PredefinedExpr>(expression)) return true;
    if (const auto* choice = dyn_cast<ConditionalOperator>(expression))
      return leadsToConstants(choice->getTrueExpr()) || leadsToConstants(choice->getFalseExpr());
    if (const auto* call = dyn_cast<CallExpr>(expression)) {
      if (!keepsConstants(call->getDirectCallee()) || call->getNumArgs() == 0) return false;
      const QualType from = withoutParens(call->getArg(0))->getType();
      const auto* array = context.getAsArrayType(from);
      const QualType element = array ? array->getElementType() : from->getPointeeType();
      return (!element.isNull() && element.isConstQualified()) || leadsToConstants(call->getArg(0));
    }
    const auto* binary = dyn_cast<BinaryOperator>(expression);
    if (!binary || !expression->getType()->isPointerType()) return false;
    if (binary->getOpcode() == BO_Comma) return leadsToConstants(binary->getRHS());
    return binary->isAdditiveOp() &&
           (leadsToConstants(binary->getLHS()) || leadsToConstants(binary->getRHS()));
  }

  /// Does C++ convert one pointer into the other by itself?
  bool convertsPointer(QualType from, QualType to) const {
    const QualType source = from->getPointeeType(), goal = to->getPointeeType();
    if (source.isNull() || goal.isNull()) return true;
    if (!goal.getQualifiers().compatiblyIncludes(source.getQualifiers())) return false;
    if (goal->isVoidType()) return !source->isFunctionType();
    return context.hasSameUnqualifiedType(source, goal);
  }

  // --- conversions
  // ------------------------------------------------------------------------------------------

  /// A value becomes one of this type: a variable's, a parameter's.
  void give(const Expr* value, QualType type) {
    if (type->isPointerType() && !type->getPointeeType().isConstQualified() && leadsToConstants(value) &&
        !isa<ExplicitCastExpr>(value->IgnoreImpCasts()))
      edits.cast(withoutImplicit(value), type, /*isHeard=*/true);
  }

  static const Expr* withoutImplicit(const Expr* value) { return value->IgnoreImpCasts(); }

  void writeNode(const Stmt* node) {
    if (const auto* converted = dyn_cast<ImplicitCastExpr>(node)) return convert(converted);
    if (const auto* list = dyn_cast<InitListExpr>(node)) return initialise(list);
    if (const auto* call = dyn_cast<CallExpr>(node)) return passArguments(call);
    if (const auto* back = dyn_cast<ReturnStmt>(node)) {
      if (back->getRetValue()) give(back->getRetValue(), returned);
      return;
    }
    if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(node)) {
      if (!size->isArgumentType()) keepType(size->getArgumentExpr());
      const auto* record = size->getTypeOfArgument()->getAsRecordDecl();
      if (record && record->getDefinition() && context.getTypeSize(context.getRecordType(record)) == 0 &&
          record->getDefinition()->field_empty())
        edits.refuse(size->getBeginLoc(),
                     "the output is C++, in which a structure without members has a size");
      return;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(node); unary && unary->isIncrementDecrementOp())
      return step(unary);
    if (const auto* binary = dyn_cast<BinaryOperator>(node)) return combine(binary);
    if (const auto* choice = dyn_cast<ConditionalOperator>(node))
      for (const Expr* each : {choice->getTrueExpr(), choice->getFalseExpr()})
        if (const auto* named = dyn_cast<DeclRefExpr>(withoutParens(each)))
          if (isOverloaded(dyn_cast<FunctionDecl>(named->getDecl()), edits.sources))
            edits.cast(withoutParens(each), context.getPointerType(named->getType()), /*isHeard=*/true);
  }

  void convert(const ImplicitCastExpr* converted) {
    const Expr* value = converted->getSubExpr();
    const QualType from = value->getType(), to = converted->getType();
    switch (converted->getCastKind()) {
      case CK_NoOp:
      case CK_BitCast:
        if (from->isPointerType() && to->isPointerType() && !convertsPointer(from, to))
          edits.cast(value, to, /*isHeard=*/true);
        return;
      case CK_IntegralToPointer:
      case CK_PointerToIntegral: return edits.cast(value, to, /*isHeard=*/true);
      case CK_NullToPointer: {
        const auto* number = dyn_cast<IntegerLiteral>(withoutParens(value));
        const SourceLocation spelled = edits.sources.getSpellingLoc(value->getBeginLoc());
        if ((!number || number->getValue() != 0) && !edits.sources.isInSystemHeader(spelled) &&
            !value->getType()->isNullPtrType())
          edits.cast(value, to, /*isHeard=*/true);
        return;
      }
      case CK_IntegralCast:
      case CK_FloatingToIntegral:
      case CK_BooleanToSignedIntegral:
        if (const auto* type = to->getAs<EnumType>();
            type && enumOf(value) != type->getDecl()->getDefinition())
          edits.cast(value, to, /*isHeard=*/true);
        return;
      default: return;
    }
  }

  void passArguments(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* type = call->getCallee()->getType()->getPointeeType().isNull()
                           ? nullptr
                           : call->getCallee()->getType()->getPointeeType()->getAs<FunctionProtoType>();
    if (!type) return;
    const bool chooses = isOverloaded(callee, edits.sources);
    for (unsigned k = 0; k < std::min(call->getNumArgs(), type->getNumParams()); ++k) {
      const Expr* value = call->getArg(k);
      const QualType wanted = type->getParamType(k), own = withoutParens(value)->getType();
      give(value, wanted);
      if (!chooses || !wanted->isArithmeticType() || !own->isArithmeticType() ||
          context.hasSameUnqualifiedType(wanted, own))
        continue;
      const bool picksOther = wanted->isRealFloatingType()
                                  ? own->isFloatingType() || own->isEnumeralType() || enumOf(value)
                                  : true;
      if (picksOther) edits.cast(withoutImplicit(value), wanted, /*isHeard=*/false);
    }
  }

  /// Keeps C's size and type of an expression that has another type in C++.
  void keepType(const Expr* operand) {
    const Expr* inner = operand->IgnoreParens();
    if (kindOf(operand) == Kind::Same || (isa<ImplicitCastExpr>(inner) && kindOf(operand) == Kind::Array))
      return;
    edits.surround(operand->getSourceRange(), "((" + edits.declared(operand->getType()) + ")(", "))",
                   /*isHeard=*/false);
  }

  void initialise(const InitListExpr* list) {
    if (!list->isSemanticForm()) return;
    const auto* record = list->getType()->getAsRecordDecl();
    const auto* array = context.getAsArrayType(list->getType());
    if (isZero(list)) {
      if (const auto place = edits.placeOf(list->getSourceRange())) edits.replace(*place, "{}");
      return;
    }
    unsigned k = 0;
    const auto put = [&](QualType type) {
      if (k < list->getNumInits() && list->getInit(k)) giveElement(list->getInit(k), type);
      ++k;
    };
    if (record && record->isUnion()) {
      if (const FieldDecl* field = list->getInitializedFieldInUnion()) put(field->getType());
    } else if (record) {
      for (const FieldDecl* field : record->fields())
        if (!field->isUnnamedBitField()) put(field->getType());
    } else {
      const QualType type = array ? array->getElementType() : list->getType();
      while (k < list->getNumInits()) put(type);
    }
  }

  /// `{0}` of a structure, for all of its members.
  bool isZero(const InitListExpr* list) const {
    const InitListExpr* written = list->isSyntacticForm() ? list : list->getSyntacticForm();
    if (!written || written->getNumInits() != 1 || written->getLBraceLoc().isInvalid()) return false;
    const auto* number = dyn_cast<IntegerLiteral>(withoutParens(written->getInit(0)));
    const auto* record = context.getBaseElementType(list->getType())->getAsRecordDecl();
    return number && number->getValue() == 0 && record && !record->isUnion();
  }

  void giveElement(const Expr* value, QualType type) {
    give(value, type);
    const auto* converted = dyn_cast<ImplicitCastExpr>(value);
    if (converted && narrows(converted)) edits.cast(withoutImplicit(value), type, /*isHeard=*/true);
  }

  /// Is it a number that may not fit, which C++ does not accept in braces?
  bool narrows(const ImplicitCastExpr* converted) const {
    const Expr* value = withoutImplicit(converted);
    const QualType from = value->getType(), to = converted->getType();
    if (!from->isArithmeticType() || !to->isArithmeticType() || to->isBooleanType() || to->isEnumeralType() ||
        value->containsErrors())
      return false;
    Expr::EvalResult known;
    const bool isKnown = value->EvaluateAsRValue(known, context);
    if (to->isIntegerType() && from->isIntegerType()) {
      const unsigned width = context.getIntWidth(to);
      if (isKnown && known.Val.isInt()) {
        const llvm::APSInt& number = known.Val.getInt();
        return to->isUnsignedIntegerType() ? number.isNegative() || number.getActiveBits() > width
               : number.isSigned()         ? number.getSignificantBits() > width
                                           : number.getActiveBits() > width - 1;
      }
      const unsigned own = context.getIntWidth(from);
      return from->isUnsignedIntegerOrEnumerationType()
                 ? (to->isUnsignedIntegerType() ? own > width : own >= width)
                 : to->isUnsignedIntegerType() || own > width;
    }
    if (to->isRealFloatingType() && from->isIntegerType()) {
      if (!isKnown || !known.Val.isInt()) return true;
      llvm::APFloat exact(context.getFloatTypeSemantics(to));
      return exact.convertFromAPInt(known.Val.getInt(), known.Val.getInt().isSigned(),
                                    llvm::APFloat::rmNearestTiesToEven) != llvm::APFloat::opOK;
    }
    if (to->isIntegerType()) return true;
    if (!to->isRealFloatingType() || !from->isRealFloatingType()) return false;
    return context.getFloatingTypeOrder(from, to) > 0 && !isKnown;
  }

  // --- enumerations ---------------------------------------------------------------------------------------

  bool isUnused(const Expr* expression) const {
    const DynTypedNodeList parents = const_cast<ASTContext&>(context).getParents(*expression);
    const auto* parent = parents.empty() ? nullptr : parents[0].get<Stmt>();
    if (!parent) return false;
    if (const auto* loop = dyn_cast<ForStmt>(parent))
      return loop->getInc() == expression || loop->getInit() == expression || loop->getBody() == expression;
    if (const auto* branch = dyn_cast<IfStmt>(parent)) return branch->getCond() != expression;
    return isa<CompoundStmt, LabelStmt, SwitchCase>(parent);
  }

  /// C++ has neither `++` nor `+=` for such a type, or advises against them.
  static bool isOnlyAssigned(QualType type) { return type->isEnumeralType() || type.isVolatileQualified(); }

  /// `(T)(value)` for an enumeration.
  std::string converted(const std::string& value, QualType type) const {
    return type->isEnumeralType() ? "(" + edits.declared(type.getUnqualifiedType()) + ")(" + value + ")"
                                  : value;
  }

  /// `kind++`
  void step(const UnaryOperator* step) {
    const Expr* target = step->getSubExpr();
    if (!isOnlyAssigned(target->getType())) return;
    const auto place = edits.placeOf(step->getSourceRange()), named = edits.placeOf(target->getSourceRange());
    const bool isWhole = !step->isPostfix() || isUnused(step);
    if (!place || !named || !isWhole || target->HasSideEffects(context)) return;
    const std::string name = edits.edited(*named);
    const std::string next =
        name + " = " + converted(name + (step->isIncrementOp() ? " + 1" : " - 1"), target->getType());
    edits.replace(*place, isUnused(step) ? next : "(" + next + ")");
  }

  void combine(const BinaryOperator* binary) {
    const Expr *left = binary->getLHS(), *right = binary->getRHS();
    if (binary->getOpcode() == BO_Assign) return give(right, left->getType());
    if (binary->isCompoundAssignmentOp()) {
      if (!isOnlyAssigned(left->getType()) || left->HasSideEffects(context)) return;
      const auto named = edits.placeOf(left->getSourceRange()),
                 operand = edits.placeOf(right->getSourceRange());
      if (!named || !operand || left->getBeginLoc().isMacroID()) return;
      const std::string name = edits.edited(*named),
                        sign = BinaryOperator::getOpcodeStr(
                                   BinaryOperator::getOpForCompoundAssignment(binary->getOpcode()))
                                   .str();
      const bool isEnum = left->getType()->isEnumeralType();
      edits.replace({named->end, operand->begin},
                    " = " +
                        (isEnum ? "(" + edits.declared(left->getType().getUnqualifiedType()) + ")(" : "") +
                        name + " " + sign + " (");
      edits.surround(right->getSourceRange(), "", isEnum ? "))" : ")", /*isHeard=*/true);
      return;
    }
    if (binary->isAdditiveOp() && binary->getType()->isVoidPointerType()) {
      const Expr* pointer = left->getType()->isPointerType() ? left : right;
      return edits.cast(pointer, withElements(pointer->getType()), /*isHeard=*/true);
    }
    if (!binary->isMultiplicativeOp() && !binary->isAdditiveOp() && !binary->isComparisonOp() &&
        !binary->isBitwiseOp() && !binary->isShiftOp())
      return;
    const EnumDecl *one = enumOf(left), *other = enumOf(right);
    for (const auto& [operand, own, beside, theirs] :
         {std::tuple(left, one, right, other), std::tuple(right, other, left, one)}) {
      if (!own) continue;
      const QualType converted = operand->getType();
      const bool isUnsigned = withoutParens(operand)->getType()->isEnumeralType() &&
                              converted->isUnsignedIntegerType() &&
                              own->getPromotionType()->isUnsignedIntegerType();
      const bool keepsValue =
          (binary->isComparisonOp() && (theirs || isNatural(beside))) || binary->isBitwiseOp();
      const bool mixes = (theirs && theirs != own) || beside->getType()->isRealFloatingType();
      // C++ calculates with an int, where its values fit.
      if (isUnsigned && !keepsValue)
        edits.cast(withoutImplicit(operand), context.UnsignedIntTy, /*isHeard=*/false);
      else if (mixes)
        edits.cast(withoutImplicit(operand), isUnsigned ? context.UnsignedIntTy : context.IntTy,
                   /*isHeard=*/true);
    }
  }

  bool isNatural(const Expr* expression) const {
    Expr::EvalResult known;
    return expression->EvaluateAsInt(known, context) && !known.Val.getInt().isNegative();
  }

  /// `char*` for `void*`, of the same constness.
  QualType withElements(QualType pointer) const {
    return context.getPointerType(
        context.getQualifiedType(context.CharTy, pointer->getPointeeType().getQualifiers()));
  }
};

}  // namespace

void writeConversions(const std::vector<Decl*>& declarations, CppEdits& edits) {
  ConversionWriter writer(edits);
  for (Decl* each : declarations) writer.write(each);
}

}  // namespace appyl
