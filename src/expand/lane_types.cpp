// The types of lanes, as text, and where the text of an operand has to name its type: the text of a place or
// of a `0` has another type than the tile whose lane it is.
#include "expand/array_language.h"
#include "expand/read_expression.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringSwitch.h>

namespace appyl {

using namespace clang;
using TextType = TileExpression::TextType;

std::string TileExpressionReader::typeText(QualType type) const {
  type = type.getNonReferenceType().getUnqualifiedType();
  while (const auto* alias =
             type->getAs<TypedefType>()) {  // a name that means nothing outside of the library
    const DeclContext* scope = alias->getDecl()->getDeclContext();
    if (!scope->isFunctionOrMethod() && !scope->isRecord()) break;
    type = alias->desugar().getUnqualifiedType();
  }
  if (type->isBuiltinType() && !type->getAs<TypedefType>()) type = type.getCanonicalType();
  if (type->isFloat16Type()) return withHalf("_Float16", source.ast);  // by whatever name
  if (isSmallFloat(recordOf(type))) return "::appyl::" + recordOf(type)->getNameAsString();
  PrintingPolicy policy = source.ast.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  return type.getCanonicalType() == source.ast.getPointerDiffType().getCanonicalType()
             ? "std::ptrdiff_t"
             : withHalf(type.getAsString(policy), source.ast);
}

/// Has the place, with the number added or taken away, the value that the tile has, without wrapping around?
bool TileExpressionReader::movesPlace(const TileExpression& place, const Expr* number, bool isTaken,
                                      QualType type) const {
  const QualType added = number->getType();
  if (place.textType == TextType::Plain || !added->isIntegerType() || !type->isIntegerType()) return false;
  const auto* reference = dyn_cast<DeclRefExpr>(number);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  const bool isWide = source.ast.getTypeSize(type) >= 64, isCounter = counters.count(variable) != 0;
  if (!isWide && type->isUnsignedIntegerType()) return isCounter && !isTaken;
  // A number that may have any size is not added with fewer bits than the place has.
  if (isWide && variable && !isCounter && source.ast.getTypeSize(added) < 64) return false;
  if (Expr::EvalResult value; isWide && !number->isValueDependent() &&
                              number->EvaluateAsInt(value, source.ast) &&
                              value.Val.getInt().getSignificantBits() > 31)
    return false;
  return !added->isUnsignedIntegerType() || source.ast.getTypeSize(added) >= 64 || (isCounter && !isTaken);
}

TextType TileExpressionReader::placeType(QualType type, bool isDependent) const {
  if (isDependent || !type->isIntegerType() || source.ast.getTypeSize(type) < 32) return TextType::Plain;
  return type->isUnsignedIntegerType() ? TextType::UnsignedPlace : TextType::SignedPlace;
}

void TileExpressionReader::wrap(TileExpression& expression, std::size_t operand, const std::string& open) {
  expression.pieces[operand] += open;
  expression.pieces[operand + 1] = ")" + expression.pieces[operand + 1];
  expression.infix = OO_None;
  expression.isChoice = false;
  if (operand == 0) expression.isRounded = false;
}

void TileExpressionReader::roundToHalf(TileExpression& expression) {
  expression.pieces.front() = "static_cast<::appyl::half>(";
  expression.isRounded = true;
}

void TileExpressionReader::inFloat(TileExpression& expression, std::size_t operand) {
  wrap(expression, operand, "static_cast<float>(");
}

bool TileExpressionReader::isOpen(const TileExpression& expression) const {
  return program.widens &&
         llvm::any_of(expression.operands, [](const TileExpression& each) { return each.isDependent; });
}

void TileExpressionReader::inAnyInstance(TileExpression& expression, std::size_t first) const {
  const auto operands = llvm::ArrayRef(expression.operands).drop_front(first);
  const auto isSmall = [&](const TileExpression& each) { return program.mayBeSmall(each); };
  const bool all = llvm::all_of(operands, isSmall);
  for (std::size_t k = 0; k < operands.size(); ++k)
    if (isSmall(operands[k])) wrap(expression, first + k, all ? "::appyl::operand(" : "::appyl::widened(");
  expression.isWide = !all;
}

TileExpression TileExpressionReader::converted(TileExpression value, const std::string& type,
                                               const std::string& written) {
  TileExpression result;
  result.expr = value.expr;
  result.type = type;
  result.isDependent = value.isDependent;
  result.dimensions = value.dimensions;
  result.guards = value.guards;
  result.pieces = {"static_cast<" + written + ">(", ")"};
  result.isRounded = written == "::appyl::half";
  result.operands.push_back(std::move(value));
  return result;
}

void TileExpressionReader::sayType(TileExpression& made, const CallExpr* call) const {
  made.type = typeText(laneType(call->getType()));
  const auto* callee = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!callee || callee->getNumTemplateArgs() == 0) return;
  const TemplateArgumentLoc& argument = callee->getTemplateArgs()[0];
  made.written = scope ? made.type
                       : Lexer::getSourceText(CharSourceRange::getTokenRange(argument.getSourceRange()),
                                              source.ast.getSourceManager(), source.ast.getLangOpts())
                             .str();
}

void TileExpressionReader::giveType(TileExpression& value) {
  if (value.textType == TextType::Own) return;
  if (value.kind == TileExpression::Kind::Place) {  // what bounds lanes stays a place
    value.castTo = value.written.empty() ? value.type : value.written;
    value.textType = TextType::Own;
    return;
  }
  const std::string literal = !value.isZero ? ""
                                            : llvm::StringSwitch<std::string>(value.written)
                                                  .Case("float", "0.0f")
                                                  .Case("double", "0.0")
                                                  .Case("unsigned", "0U")
                                                  .Default("");
  if (literal.empty()) {
    const std::string type = value.type, written = value.written.empty() ? type : value.written;
    value = converted(std::move(value), type, written);
  } else {
    value.pieces = {literal};
    value.isZero = false;
    value.textType = TextType::Own;
  }
}

/// Does a signed number keep its value beside a number of this type?
static bool leavesSigned(const TileExpression& other) {
  static const std::set<std::string> types = {
      "bool", "char", "signed char", "unsigned char", "short",          "unsigned short",
      "int",  "long", "float",       "double",        "std::ptrdiff_t", "long long"};
  return !other.isDependent && types.count(other.type) != 0;
}

static bool isWideInteger(const TileExpression& value) {
  return value.type == "long" || value.type == "std::ptrdiff_t" || value.type == "long long";
}

/// A number of 64 bits may have a text of 32 bits where it is a place: does the other operand make the
/// computation wider?
static bool isComputedWide(const TileExpression& other) {
  return other.type == "float" || other.type == "double" ||
         (other.textType == TextType::Own && isWideInteger(other));
}

/// May the text stand beside the other operand as it is?
static bool isRightBeside(const TileExpression& value, const TileExpression& other, bool areCompared) {
  switch (value.textType) {
    case TextType::Own: return true;
    case TextType::SignedPlace:
      return &value == &other ||
             (leavesSigned(other) && (areCompared || !isWideInteger(value) || isComputedWide(other)));
    case TextType::UnsignedPlace: return areCompared && other.type == value.type;
    case TextType::Plain: return false;
  }
  return false;
}

/// Is the place's text unsigned, as the place is?
bool TileExpressionReader::isCountedUnsigned(const TileExpression& place) const {
  return llvm::any_of(program.wideNaturals,
                      [&](const std::string& name) { return place.subscripts[0].start.mentions(name); });
}

void TileExpressionReader::giveTypes(TileExpression& expression) const {
  const auto* call = dyn_cast_or_null<CXXOperatorCallExpr>(expression.expr);
  const bool areCompared = call && call->isComparisonOp();
  for (TileExpression& each : expression.operands)
    if (each.textType == TextType::UnsignedPlace && !isCountedUnsigned(each)) giveType(each);
  std::vector<bool> areRight;
  for (const TileExpression& each : expression.operands)
    areRight.push_back(llvm::all_of(expression.operands, [&](const TileExpression& other) {
      return isRightBeside(each, other, areCompared);
    }));
  for (std::size_t k = 0; k < areRight.size(); ++k)
    if (!areRight[k]) giveType(expression.operands[k]);
  if (areCompared) compareUnsigned(expression, *call);
}

/// Compilers warn of comparing a signed and an unsigned number; the language compares both as unsigned.
void TileExpressionReader::compareUnsigned(TileExpression& comparison,
                                           const CXXOperatorCallExpr& call) const {
  const auto promoted = [&](unsigned k) {
    const QualType type = laneType(bareTile(call.getArg(k))->getType());
    return source.ast.isPromotableIntegerType(type) ? source.ast.getPromotedIntegerType(type) : type;
  };
  const QualType left = promoted(0), right = promoted(1);
  if (!left->isIntegerType() || !right->isIntegerType() ||
      left->isUnsignedIntegerType() == right->isUnsignedIntegerType())
    return;
  const unsigned isSigned = left->isUnsignedIntegerType() ? 1 : 0;
  const QualType common = isSigned ? left : right, other = isSigned ? right : left;
  const bool isConstant =
      constantOf(call.getArg(isSigned)->IgnoreParenImpCasts(), source.ast).value_or(-1) >= 0;
  TileExpression& operand = comparison.operands[isSigned];
  if (source.ast.getIntegerTypeOrder(common, other) < 0 || isConstant || operand.isDependent ||
      comparison.operands[1 - isSigned].isDependent)
    return;
  const std::string type = typeText(common);
  if (operand.kind == TileExpression::Kind::Place)
    operand.castTo = type;
  else
    operand = converted(std::move(operand), type, type);
}

void TileExpressionReader::keepPlaceType(TileExpression& result, std::size_t first) {
  const auto operands = llvm::ArrayRef(result.operands).drop_front(first);
  const auto isPlace = [](const TileExpression& each) { return each.textType == TextType::SignedPlace; };
  const bool isCounted = result.type == "int"    ? llvm::any_of(operands, isPlace)
                         : isWideInteger(result) ? llvm::all_of(operands, isPlace)
                                                 : false;
  if (isCounted) result.textType = TextType::SignedPlace;
}

void TileExpressionReader::giveTypeAlone(TileExpression& value) {
  if (!isRightBeside(value, value, false)) giveType(value);
}

void TileExpressionReader::giveTypeFor(TileExpression& value, const TileExpression& target,
                                       const std::string& op) {
  if (op == "=" && target.type == value.type && value.isRounded) {  // what is stored is rounded anyway
    value.pieces.front() = "(";
    value.isRounded = false;
  }
  if (op != "=" && !isRightBeside(value, target, false)) return giveType(value);
  const bool isSame = value.type == target.type && !value.isDependent && !target.isDependent;
  if (value.textType == TextType::SignedPlace || value.isZero || isSame) return;
  giveType(value);
}

}  // namespace appyl
