#include "codegen/cuda/small_floats.h"

#include "codegen/cuda/float16.h"
#include "codegen/text/nest_text.h"
#include "nest/ast/ast.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// `half` as a type that is built into the compiler, with arithmetic of its own.
bool isCompilersHalf(QualType type) { return !type.isNull() && type.getNonReferenceType()->isFloat16Type(); }

bool isSmall(QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  return isCompilersHalf(type) || isSmallFloat(type.getNonReferenceType()->getAsCXXRecordDecl());
}

/// Without parentheses and loads.
const Expr* bare(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreParens();
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(inner);
        cast && (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp))
      inner = cast->getSubExpr();
    if (inner == expression) return inner;
    expression = inner;
  }
}

/// Arithmetic on halves, whose operands are converted, so that its result already is a float.
bool isArithmetic(const Expr* expression) {
  if (!isCompilersHalf(expression->getType())) return false;
  if (const auto* binary = dyn_cast<BinaryOperator>(expression))
    return binary->isMultiplicativeOp() || binary->isAdditiveOp();
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus;
  return isa<ConditionalOperator>(expression) && expression->isPRValue();
}

/// The number that is converted; null where that is no small number, or where a cast is written.
const Expr* converted(const ImplicitCastExpr* cast) {
  const Expr* from = cast->getSubExpr();
  if (cast->isPartOfExplicitCast()) return nullptr;
  switch (cast->getCastKind()) {
    case CK_UserDefinedConversion:
      if (const auto* call = dyn_cast<CXXMemberCallExpr>(from->IgnoreParens()))
        return isSmall(call->getObjectType()) ? call->getImplicitObjectArgument() : nullptr;
      return nullptr;
    case CK_FloatingCast:
    case CK_FloatingToIntegral:
    case CK_FloatingToBoolean: return isSmall(from->getType()) ? from : nullptr;
    default: return nullptr;
  }
}

/// `x += y` of small numbers.
struct Compound {
  const Expr *target, *value;
  std::string op;
};
std::optional<Compound> compoundOf(const Expr* expression) {
  if (const auto* assignment = dyn_cast<CompoundAssignOperator>(expression))
    if (isSmall(assignment->getLHS()->getType()))
      return Compound{
          assignment->getLHS(), assignment->getRHS(),
          BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode()))
              .str()};
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression))
    if (call->isAssignmentOp() && call->getOperator() != OO_Equal && isSmall(call->getArg(0)->getType())) {
      const std::string spelling = getOperatorSpelling(call->getOperator());
      return Compound{call->getArg(0), call->getArg(1), spelling.substr(0, spelling.size() - 1)};
    }
  return std::nullopt;
}

/// May the element be evaluated twice: does finding it call nothing but subscripts of arrays?
bool isSameTwice(const Expr* element, const Source& source) {
  bool good = !hasSideEffects(element, source.ast);
  walk(element, source.directives, [&](const Stmt* each) {
    if (const auto* call = dyn_cast<CallExpr>(each)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const bool isSubscript = callee && callee->getOverloadedOperator() == OO_Subscript;
      good &= isOfView(callee) || (isSubscript && callee->isInStdNamespace());
    }
    return good;
  });
  return good;
}

class Converter {
 public:
  Converter(const std::function<bool(const Expr*)>& isKept, std::vector<TextEdit>& edits,
            const Source& source)
      : isKept(isKept),
        edits(edits),
        source(source),
        isClass(isReplacedFloat16(source.ast.Float16Ty, source.ast)) {}

  const Expr* run(const Stmt* body) {
    std::vector<const Stmt*> all;  // those inside of others behind them
    walk(body, source.directives, [&](const Stmt* each) {
      all.push_back(each);
      return true;
    });
    for (auto each = all.rbegin(); each != all.rend() && !obstacle; ++each) visit(*each);
    return obstacle;
  }

 private:
  const std::function<bool(const Expr*)>& isKept;
  std::vector<TextEdit>& edits;
  Source source;
  const bool isClass;  // that takes the place of `_Float16`
  const Expr* obstacle = nullptr;

  void visit(const Stmt* each) {
    if (isClass) return visitMixed(each);
    if (const auto* declaration = dyn_cast<DeclStmt>(each)) {
      for (const Decl* one : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(one);
            variable && variable->getInit() && variable->getType()->getContainedAutoType())
          round(variable->getInit());
      return;
    }
    if (const auto* result = dyn_cast<ReturnStmt>(each); result && result->getRetValue())
      round(result->getRetValue());
    if (const auto* call = dyn_cast<CallExpr>(each))
      for (const Expr* argument : call->arguments()) round(argument);
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return;
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(expression)) {
      if (const Expr* from = converted(cast)) convert(from);
    } else if (const auto compound = compoundOf(expression)) {
      rewrite(expression, *compound);
    } else if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
      if (!binary->isAssignmentOp() && !binary->isCommaOp() && isCompilersHalf(binary->getLHS()->getType()))
        convert(binary->getLHS()), convert(binary->getRHS());
    } else if (isArithmetic(expression)) {
      if (const auto* unary = dyn_cast<UnaryOperator>(expression)) convert(unary->getSubExpr());
      if (const auto* choice = dyn_cast<ConditionalOperator>(expression))
        convert(choice->getTrueExpr()), convert(choice->getFalseExpr());
    }
  }

  /// `c ? h : 0.5f`, of a class that converts to and from the other number.
  void visitMixed(const Stmt* each) {
    const auto* choice = dyn_cast<AbstractConditionalOperator>(each);
    if (!choice) return;
    for (const Expr* operand : {choice->getTrueExpr(), choice->getFalseExpr()}) {
      const auto* cast = dyn_cast<ImplicitCastExpr>(operand->IgnoreParens());
      if (!cast || (cast->getCastKind() != CK_FloatingCast && cast->getCastKind() != CK_IntegralToFloating) ||
          isKept(operand))
        continue;
      if (cast->getType()->isFloat16Type() || cast->getSubExpr()->getType()->isFloat16Type())
        wrap(cast->getSubExpr(),
             "static_cast<" +
                 cast->getType().getUnqualifiedType().getAsString(source.ast.getPrintingPolicy()) + ">(");
    }
  }

  /// A type that is deduced from the value is to be that of a half.
  void round(const Expr* value) {
    if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(value)) value = made->getSubExpr();
    value = bare(value);
    if (isArithmetic(value) && !isKept(value)) wrap(value, "::appyl::half(");
  }

  void convert(const Expr* number) {
    number = bare(number);
    if (isSmall(number->getType()) && !isArithmetic(number) && !isKept(number))
      wrap(number, "static_cast<float>(");
  }

  void rewrite(const Expr* whole, const Compound& compound) {
    if (isKept(whole)) return;
    const auto range = rangeOf(whole->getSourceRange(), source.ast);
    if (range && coveredByEdit(*range, edits)) return;
    if (!range || !isSameTwice(compound.target, source)) {
      obstacle = whole;
      return;
    }
    if (const Expr* value = bare(compound.value); isSmall(value->getType()) && !isArithmetic(value))
      wrap(value, "static_cast<float>(");
    const std::string target = editedText(compound.target, edits, source.ast);
    std::string value = editedText(compound.value, edits, source.ast);
    if (isa<BinaryOperator, AbstractConditionalOperator>(compound.value->IgnoreImplicit()))
      value = "(" + value + ")";
    const std::string text = fmt::format("{0} = static_cast<float>({0}) {1} {2}", target, compound.op, value);
    replace(*range, isValueUsed(whole, source.ast) ? "(" + text + ")" : text);
  }

  void wrap(const Expr* number, const std::string& before) {
    const auto range = rangeOf(number->getSourceRange(), source.ast);
    if (!range) {
      obstacle = number;
      return;
    }
    // A replaced name is converted like any other number.
    if (!isWritten(*range)) replace(*range, before + editedText(number, edits, source.ast) + ")");
  }

  /// Does an edit replace a larger range that contains this one?
  bool isWritten(const FileRange& range) const {
    return std::any_of(edits.begin(), edits.end(), [&](const TextEdit& edit) {
      return isInside(range, {edit.range}) && !isInside(edit.range, {range});
    });
  }

  void replace(const FileRange& range, const std::string& text) {
    std::erase_if(edits, [&](const TextEdit& edit) { return isInside(edit.range, {range}); });
    edits.push_back({range, text});
  }
};

}  // namespace

const Expr* convertSmallFloats(const Stmt* body, const std::function<bool(const Expr*)>& isKept,
                               std::vector<TextEdit>& edits, const Source& source) {
  return Converter(isKept, edits, source).run(body);
}

}  // namespace appyl
