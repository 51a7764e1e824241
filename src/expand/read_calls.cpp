// The operators and functions of the array language, one by one.
#include "expand/array_language.h"
#include "expand/read_expression.h"
#include "nest/scev/scalar_evolution.h"

#include <llvm/ADT/StringSwitch.h>

namespace appyl {

using namespace clang;
using TextType = TileExpression::TextType;

namespace {

const char* spellingOf(OverloadedOperatorKind op) { return getOperatorSpelling(op); }

/// What an element-wise function does to the lanes, with `#` for an operand; empty for any other function.
/// Of 2-byte types functions are computed in float.
std::string laneForm(const std::string& name, QualType lane) {
  const bool isUnsigned = !lane.isNull() && lane->isUnsignedIntegerType(),
             isInteger = !lane.isNull() && lane->isIntegerType();
  return llvm::StringSwitch<std::string>(name)
      .Cases("exp", "log", "sqrt", "std::" + name + "(#)")
      .Cases("sin", "cos", "tanh", "std::" + name + "(#)")
      .Case("rsqrt", "1 / std::sqrt(#)")
      .Case("abs", isUnsigned  ? "(+#)"
                   : isInteger ? "std::abs(#)"
                               : "std::fabs(#)")
      .Case("pow", "std::pow(#, #)")
      .Case("fma", "std::fma(#, #, #)")
      .Default("");
}

bool isSmall(llvm::StringRef type) { return type == "::appyl::half" || type == "::appyl::bfloat16"; }

std::vector<std::string> piecesOf(llvm::StringRef form) {
  llvm::SmallVector<llvm::StringRef> parts;
  form.split(parts, '#');
  std::vector<std::string> pieces;
  for (const llvm::StringRef part : parts) pieces.push_back(part.str());
  return pieces;
}

}  // namespace

std::optional<TileExpression> TileExpressionReader::readOperator(const CXXOperatorCallExpr* call) {
  const OverloadedOperatorKind op = call->getOperator();
  if (!languageFunction(call)) return refuse(call, "an operator of somebody else's on tiles");
  if (call->getNumArgs() == 1) {
    auto result =
        combine(call, {std::string("(") + spellingOf(op), ")"}, std::vector<const Expr*>{call->getArg(0)});
    if (!result) return std::nullopt;
    if (op != OO_Exclaim) keepPlaceType(*result);
    if (isOpen(*result))
      inAnyInstance(*result);
    else if (result->operands[0].type == "::appyl::bfloat16")
      inFloat(*result, 0);
    return result;
  }
  if (call->isAssignmentOp()) return refuse(call, "an assignment inside an expression");
  auto left = read(call->getArg(0)), right = left ? read(call->getArg(1)) : std::nullopt;
  if (!left || !right) return std::nullopt;
  // arange(B) + i is a place.
  for (TileExpression* place : {&*left, &*right}) {
    const TileExpression& other = place == &*left ? *right : *left;
    const Expr* scalar = strip(place == &*left ? call->getArg(1) : call->getArg(0));
    const bool isPlus = op == OO_Plus || (op == OO_Minus && place == &*left);
    if (place->kind != TileExpression::Kind::Place || !isPlus || !other.operands.empty() ||
        !movesPlace(*place, scalar, op == OO_Minus, laneType(call->getType())))
      continue;
    const auto start = op == OO_Plus ? add(place->subscripts[0].start, readNumber(scalar, true))
                                     : subtract(place->subscripts[0].start, readNumber(scalar, true));
    if (!start) break;
    TileExpression moved = *place;
    moved.subscripts[0].start = *start;
    moved.type = moved.written = typeText(laneType(call->getType()));
    moved.textType = placeType(laneType(call->getType()), moved.isDependent);
    moved.castTo.clear();
    moved.expr = call;
    return moved;
  }
  auto result = combine(call, {"(", std::string(" ") + spellingOf(op) + " ", ")"},
                        std::vector<TileExpression>{std::move(*left), std::move(*right)});
  if (!result) return std::nullopt;
  result->infix = op;
  result->precedence = op == OO_Star || op == OO_Slash || op == OO_Percent ? 1
                       : op == OO_Plus || op == OO_Minus                   ? 2
                       : call->isComparisonOp()                            ? 3
                                                                           : 4;
  if (result->type != "bool") keepPlaceType(*result);
  const bool isArithmetic = op == OO_Plus || op == OO_Minus || op == OO_Star || op == OO_Slash;
  if (isOpen(*result)) {
    inAnyInstance(*result);
    result->isWide |= call->isComparisonOp();
    if (isArithmetic && !result->isWide) result->pieces.front() = "::appyl::operand" + result->pieces.front();
    return result;
  }
  // Each result of halves is rounded; where compilers compute in float they would round the last one only.
  if (isArithmetic && result->type == "::appyl::half") roundToHalf(*result);
  const bool differ = result->operands[0].type != result->operands[1].type;
  for (std::size_t k = 0; k < 2; ++k)
    if (const std::string& type = result->operands[k].type;
        type == "::appyl::bfloat16" || (differ && isSmall(type)))
      inFloat(*result, k);
  return result;
}

static std::vector<const Expr*> argumentsOf(const CallExpr* call) {
  return {call->arg_begin(), call->arg_end()};
}

/// A function of single values, which FORM writes for each lane.
std::optional<TileExpression> TileExpressionReader::readLaneFunction(const CallExpr* call,
                                                                     const std::string& name,
                                                                     const std::string& form) {
  const std::vector<const Expr*> arguments = argumentsOf(call);
  auto result = combine(call, piecesOf(form), arguments);
  if (!result) return std::nullopt;
  for (std::size_t k = 0; k < result->operands.size(); ++k)
    if (isOpen(*result) && program.mayBeSmall(result->operands[k]))
      wrap(*result, k, "::appyl::widened(");
    else if (isSmall(result->operands[k].type))
      inFloat(*result, k);
  result->isWide = true;
  if (name == "abs") keepPlaceType(*result);
  if (name == "rsqrt") result->pieces.front() = "(" + result->pieces.front(), result->pieces.back() += ")";
  return result;
}

std::optional<TileExpression> TileExpressionReader::readWhere(const CallExpr* call) {
  auto result = combine(call, {"(", " ? ", " : ", ")"}, argumentsOf(call));
  if (!result) return std::nullopt;
  result->isChoice = true;
  keepPlaceType(*result, 1);
  if (isOpen(*result)) {
    inAnyInstance(*result, 1);
    return result;
  }
  const std::string &a = result->operands[1].type, &b = result->operands[2].type;
  if (a != b && (isSmall(a) || isSmall(b)))  // either becomes the other
    for (const std::size_t k : {1, 2}) wrap(*result, k, "static_cast<" + result->type + ">(");
  return result;
}

/// `minimum` and `maximum` of two tiles.
std::optional<TileExpression> TileExpressionReader::readExtreme(const CallExpr* call,
                                                                const std::string& name) {
  auto result = combine(call, {"", "", ""}, argumentsOf(call));
  if (!result) return std::nullopt;
  // For equal values, and beside NaN, the first one: std::min and std::max want one type.
  const std::string function = name == "minimum" ? "std::min" : "std::max";
  const auto isDependent = [](const TileExpression& each) { return each.isDependent; };
  const bool areAlike = llvm::all_of(result->operands, [&](const TileExpression& each) {
    return isOpen(*result) ? program.mayBeSmall(each) : each.isDependent;
  });
  if (llvm::any_of(result->operands, isDependent) && !areAlike) {  // T and a number of another type
    result->pieces = {"::appyl::" + name + "(", ", ", ")"};
    result->isWide = isOpen(*result);
    return result;
  }
  if (isOpen(*result)) {
    result->pieces = {function + "(", ", ", ")"};
    inAnyInstance(*result);
    return result;
  }
  const auto &a = result->operands[0], &b = result->operands[1];
  const bool areSame = a.type == b.type && a.textType == TextType::Own && b.textType == TextType::Own;
  const std::string type = areSame ? "" : "<" + result->type + ">";
  result->pieces = {function + type + "(", ", ", ")"};
  return result;
}

std::optional<TileExpression> TileExpressionReader::readCast(const CallExpr* call) {
  const auto* reference = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (!reference || reference->getNumTemplateArgs() == 0) return refuse(call, "'cast' of an unknown type");
  const SourceManager& sources = source.ast.getSourceManager();
  const std::string type =
      scope ? typeText(reference->getTemplateArgs()[0].getArgument().getAsType())
            : Lexer::getSourceText(
                  CharSourceRange::getTokenRange(reference->getTemplateArgs()[0].getSourceRange()), sources,
                  source.ast.getLangOpts())
                  .str();
  auto result = combine(call, {"static_cast<" + type + ">(", ")"}, argumentsOf(call));
  if (result) result->isRounded = type == "::appyl::half";
  return result;
}

std::optional<TileExpression> TileExpressionReader::readMap(const CallExpr* call) {
  const std::vector<const Expr*> arguments = argumentsOf(call);
  // A named one from outside that changes something is found where lanes are compared, if they are; one of
  // the program goes through its lanes in their order, before anything else is computed; one that is
  // written here would be made anew for each lane.
  const Expr* called = strip(arguments[0]);
  const Directive* directive = program.loops.empty() ? nullptr : program.loops.front().directive;
  const ValueDecl* named = rootVariable(called);
  const bool isOwn =
      named && isDeclaredInside(named, root, source.directives) && callMayChangeSomething(called);
  const bool isCompared =
      isa<DeclRefExpr, MemberExpr>(called) && !(directive && directive->find(ClauseKind::Unchecked));
  if (mayChangeSomething(called) || (!isOwn && !isCompared && callMayChangeSomething(called)))
    return refuse(call, "a function in 'map' that changes something from lane to lane");
  std::vector<std::string> pieces{textHere(arguments[0]) + "("};
  for (std::size_t k = 2; k < arguments.size(); ++k) pieces.push_back(", ");
  pieces.push_back(")");
  if (isa<LambdaExpr>(strip(arguments[0]))) pieces[0] = "(" + textHere(strip(arguments[0])) + ")(";
  std::vector<TileExpression> operands;
  for (const Expr* each : llvm::ArrayRef(arguments).drop_front()) {
    auto operand = read(each);
    if (!operand) return std::nullopt;
    giveType(*operand);
    operands.push_back(std::move(*operand));
  }
  auto result = combine(call, std::move(pieces), std::move(operands));
  if (!result || !isOwn) return result;
  result->inOrder = true;
  return keep(std::move(*result), call);
}

std::optional<TileExpression> TileExpressionReader::readAtomic(const CallExpr* call,
                                                               const std::string& name) {
  const std::vector<const Expr*> arguments = argumentsOf(call);
  const bool isWhole = !isTile(bareTile(arguments[0])->getType()) || call == wholeValue;
  std::vector<std::string> pieces{"::appyl::" + name + "("};
  for (std::size_t k = 1; k < arguments.size(); ++k) pieces.push_back(", ");
  pieces.push_back(")");
  auto result = combine(call, std::move(pieces), arguments);
  return isWhole || !result ? std::move(result) : keep(std::move(*result), call);
}

std::optional<TileExpression> TileExpressionReader::readCall(const CallExpr* call) {
  const std::string name = nameOf(languageFunction(call));
  if (name == "zeros" || name == "full" || name == "arange") return readMade(call, name);
  if (name == "sum" || name == "prod" || name == "min" || name == "max" || name == "argmin" ||
      name == "argmax")
    return readFold(call, name);
  if (name == "cumsum") return readRunning(call);
  if (name == "dot" || name == "matmul") return readDot(call);
  if (name == "transpose") return readTransposed(call);
  if (name == "reshape") return readReshaped(call);
  if (name == "load") return readLoad(call);
  const QualType first = call->getNumArgs() ? laneType(bareTile(call->getArg(0))->getType()) : QualType();
  if (const std::string form = laneForm(name, first); !form.empty())
    return readLaneFunction(call, name, form);
  if (name == "where") return readWhere(call);
  if (name == "minimum" || name == "maximum") return readExtreme(call, name);
  if (name == "cast") return readCast(call);
  if (name == "map") return readMap(call);
  if (isAtomicFunction(languageFunction(call))) return readAtomic(call, name);
  return refuse(call, "'" + (name.empty() ? textOf(call, source.ast) : name) + "' is not taken apart");
}

/// `sqrt(x)` of a double is C's function, and of a float in another instance of the template the language's.
std::optional<TileExpression> TileExpressionReader::readFunctionOfC(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getBuiltinID() ||
      !callee->getDeclContext()->getRedeclContext()->isTranslationUnit() ||
      !call->getType()->isRealFloatingType() || callee->getNumParams() != 1)
    return std::nullopt;
  const std::string name = nameOf(callee), form = laneForm(name, call->getType());
  const Expr* argument = call->getArg(0)->IgnoreParenImpCasts();
  const bool isSame = source.ast.hasSameUnqualifiedType(argument->getType(), call->getType());
  return form.empty() || !isSame ? std::nullopt : readLaneFunction(call, name, form);
}

std::optional<TileExpression> TileExpressionReader::readPair(const Expr* first, const Expr* second) {
  return combine(first, {"", ", ", ""}, std::vector<const Expr*>{first, second});
}

std::optional<TileExpression> TileExpressionReader::readMade(const CallExpr* call, const std::string& name) {
  TileExpression result;
  result.expr = call;
  sayType(result, call);
  const QualType type = laneType(call->getType());
  if (name == "arange") {
    result.kind = TileExpression::Kind::Place;
    const auto* callee = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    const bool isFixed = callee && callee->getNumTemplateArgs() > 0 &&
                         isa<BuiltinType>(callee->getTemplateArgs()[0].getArgument().getAsType());
    result.textType = placeType(type, !result.written.empty() && !isFixed && inTemplate());
    const int axis = addAxis(readExtent(call->getArg(0)));
    result.subscripts.push_back({Polynomial(0), axis, -1});
    result.dimensions.push_back({axis, {}, true});
    return result;
  }
  unsigned first = 0;
  if (name == "full") {
    auto value = readScalar(call->getArg(0)->IgnoreParenImpCasts());
    if (!value) return std::nullopt;
    result.pieces = {"", ""};
    result.operands.push_back(std::move(*value));
    if (!source.ast.hasSameUnqualifiedType(type, laneType(call->getArg(0)->IgnoreParenImpCasts()->getType())))
      result.textType = TextType::Plain;
    first = 1;
  } else {
    result.pieces = {"0"};
    result.isZero = true;
    if (result.written != "int") result.textType = TextType::Plain;
  }
  for (unsigned k = first; k < call->getNumArgs(); ++k)
    result.dimensions.push_back({addAxis(readExtent(call->getArg(k))), {}, true});
  return result;
}

std::optional<TileExpression> TileExpressionReader::readFold(const CallExpr* call, const std::string& name) {
  auto operand = read(call->getArg(0));
  if (!operand) return std::nullopt;
  giveTypeAlone(*operand);
  TileExpression result;
  result.kind = TileExpression::Kind::Fold;
  result.expr = call;
  result.type = typeText(laneType(call->getType()));
  result.op = name == "sum" ? "+" : name == "prod" ? "*" : name;
  std::vector<LaneDimension> rest;
  if (call->getNumArgs() == 2) {
    const auto along = readAxis(call->getArg(1), operand->dimensions);
    if (!along) return std::nullopt;
    rest = operand->dimensions;
    result.folded.push_back(rest[*along]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*along));
    if (!rest.empty() && !operand->guards.empty() && result.folded[0].axis < 0)
      return refuse(call, "a sum along a single lane that may not exist");
    if (!rest.empty()) result.guards = operand->guards;  // a lane of the result is there where its row is
  } else {
    result.folded = operand->dimensions;
  }
  result.dimensions = rest;
  result.operands.push_back(std::move(*operand));
  separateFolded(result);
  return result;
}

std::optional<std::size_t> TileExpressionReader::readAxis(const Expr* argument,
                                                          const std::vector<LaneDimension>& dimensions) {
  const auto along = constantOf(argument, source.ast);
  if (!along) return refuse(argument, "an axis that is no constant");
  if (*along >= 0 && *along < static_cast<std::int64_t>(dimensions.size())) return *along;
  std::string shape;
  for (const LaneDimension& each : dimensions) shape += (shape.empty() ? "" : ", ") + sizeOf(each);
  source.diags.report(Diag::AxisOutOfRange, argument->getExprLoc(),
                      {std::to_string(*along), "(" + shape + ")", std::to_string(dimensions.size())});
  return std::nullopt;
}

std::optional<TileExpression> TileExpressionReader::readRunning(const CallExpr* call) {
  const bool isWhole = call == wholeValue;
  auto operand = read(call->getArg(0));
  if (!operand) return std::nullopt;
  const auto along = readAxis(call->getArg(1), operand->dimensions);
  if (!along) return std::nullopt;
  giveTypeAlone(*operand);
  TileExpression result;
  result.kind = TileExpression::Kind::Running;
  result.expr = call;
  result.type = typeText(laneType(call->getType()));
  result.op = "+";
  result.guards = operand->guards;
  result.dimensions = operand->dimensions;
  result.folded = {operand->dimensions[*along]};
  result.operands.push_back(std::move(*operand));
  return isWhole ? std::optional(std::move(result)) : keep(std::move(result), call);
}

std::optional<TileExpression> TileExpressionReader::keep(TileExpression value, const Expr* at) {
  if (value.dimensions.empty()) return refuse(at, "a single number as a tile");
  value.isDependent = (scope && scope->isDependent) || mentionsDependent(at);
  return keepNumber(std::move(value));
}

/// A number, too.
std::optional<TileExpression> TileExpressionReader::keepNumber(TileExpression value) {
  LocalTile local;
  local.type = value.type;
  local.dimensions = value.dimensions;
  TileExpression result;
  result.kind = TileExpression::Kind::Local;
  result.local = static_cast<int>(program.locals.size());
  result.expr = value.expr;
  result.type = value.type;
  result.dimensions = value.dimensions;
  for (const LaneDimension& each : value.dimensions) result.localAxes.push_back(each.axis);
  program.locals.push_back(local);
  before.emplace_back(result.local, std::move(value));
  return result;
}

/// dot(x, transpose(x)), dot(x, x): rows and columns of the result are lanes of their own.
void TileExpressionReader::separateFactors(const TileExpression& a, TileExpression& b) {
  std::vector<LaneDimension> beside = a.dimensions;  // as `b`'s dimensions will be aligned with them
  if (beside.empty() || b.dimensions.empty()) return;
  const LaneDimension along = beside.back();
  beside.pop_back();
  const LaneDimension row = beside.empty() ? LaneDimension() : beside.back();
  if (!beside.empty()) beside.pop_back();
  beside.push_back(along);
  if (b.dimensions.size() > 1) beside.push_back({});
  beside.insert(beside.begin(), row);
  separate(beside, b);
}

/// The sum over the products of matrices' rows and columns; the dimensions in front of the last two are
/// broadcast.
std::optional<TileExpression> TileExpressionReader::readDot(const CallExpr* call) {
  auto a = read(call->getArg(0)), b = a ? read(call->getArg(1)) : std::nullopt;
  if (!a || !b) return std::nullopt;
  giveType(*a);
  giveType(*b);
  separateFactors(*a, *b);
  std::vector<LaneDimension> inA = a->dimensions, inB = b->dimensions;
  if (inA.empty() || inB.empty()) return refuse(call, "'dot' of a number");
  TileExpression result;
  result.kind = TileExpression::Kind::Fold;
  result.expr = call;
  result.op = "+";
  result.type = typeText(laneType(call->getType()));
  LaneDimension along = inA.back();
  const std::size_t at = inB.size() == 1 ? 0 : inB.size() - 2;
  if ((along.axis < 0) != (inB[at].axis < 0)) return shapesDiffer(call, inA, inB), std::nullopt;
  if (!align(along, inB[at], call)) return shapesDiffer(call, inA, inB), std::nullopt;
  result.folded = {along};
  const std::size_t batchA = inA.size() > 1 ? inA.size() - 2 : 0,
                    batchB = inB.size() > 1 ? inB.size() - 2 : 0;
  std::vector<LaneDimension> outer(inA.begin(), inA.begin() + batchA);
  if (!fit(outer, std::vector<LaneDimension>(inB.begin(), inB.begin() + batchB), call)) return std::nullopt;
  result.dimensions = outer;
  if (inA.size() > 1) result.dimensions.push_back(inA[inA.size() - 2]);
  if (inB.size() > 1) result.dimensions.push_back(inB.back());
  TileExpression product;
  product.expr = call;
  product.type = result.type;
  const auto factor = [&](const TileExpression& operand) {
    return operand.type == result.type
               ? std::pair<std::string, std::string>("", "")
               : std::pair<std::string, std::string>("static_cast<" + result.type + ">(", ")");
  };
  const auto first = factor(*a), second = factor(*b);
  product.isDependent = mentionsDependent(call);
  product.isWide = product.isDependent && program.widens;
  product.precedence = 1;
  product.pieces =
      product.isDependent && program.widens
          ? std::vector<std::string>{"::appyl::widened(", ") * ::appyl::widened(", ")"}
          : std::vector<std::string>{first.first, first.second + " * " + second.first, second.second};
  for (TileExpression* each : {&*a, &*b}) {
    if (along.axis < 0 && !each->guards.empty())
      return refuse(call, "a sum along a single lane that may not exist");
    product.guards.insert(product.guards.end(), each->guards.begin(), each->guards.end());
    if (!result.dimensions.empty())
      result.guards.insert(result.guards.end(), each->guards.begin(), each->guards.end());
    product.operands.push_back(std::move(*each));
  }
  result.operands.push_back(std::move(product));
  separateFolded(result);
  return result;
}

std::optional<TileExpression> TileExpressionReader::readTransposed(const CallExpr* call) {
  auto operand = read(call->getArg(0));
  if (operand) std::reverse(operand->dimensions.begin(), operand->dimensions.end());
  return operand;
}

/// Dimensions of one lane come and go; any other change of shape would tear lanes from their axes.
std::optional<TileExpression> TileExpressionReader::readReshaped(const CallExpr* call) {
  auto operand = read(call->getArg(0));
  if (!operand) return std::nullopt;
  std::vector<LaneDimension> kept;
  for (const LaneDimension& each : operand->dimensions)
    if (each.axis >= 0) kept.push_back(each);
  std::vector<LaneDimension> result;
  std::size_t next = 0, asked = 0;
  for (unsigned k = 1; k < call->getNumArgs(); ++k) asked += !isConstant(readExtent(call->getArg(k)), 1);
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    const Extent size = readExtent(call->getArg(k));
    if (isConstant(size, 1)) {
      result.push_back({});
      continue;
    }
    const auto isSame = [&] {  // a single dimension has to be, or it is found out when the program runs
      const Polynomial& own = program.axes[program.axis(kept[next].axis)].size.value;
      const bool mayBe = kept.size() == 1 && asked == 1 && !(own.isConstant() && size.value.isConstant());
      return own == size.value || mayBe;
    };
    if (next >= kept.size() || !isSame()) return inOtherShape(std::move(*operand), call);
    LaneDimension made{addAxis(size), {}, true};
    align(kept[next], made, call);
    result.push_back(kept[next++]);
  }
  if (next != kept.size()) return inOtherShape(std::move(*operand), call);
  operand->dimensions = result;
  return operand;
}

/// Lanes that become other dimensions are read from a tile, in its order.
std::optional<TileExpression> TileExpressionReader::inOtherShape(TileExpression operand,
                                                                 const CallExpr* call) {
  if (operand.kind != TileExpression::Kind::Local || operand.isReshaped) {
    auto kept = keep(std::move(operand), call->getArg(0));
    if (!kept) return std::nullopt;
    operand = std::move(*kept);
  }
  Polynomial from(1), to(1);
  const auto count = [](Polynomial& lanes, const Extent& size) {
    lanes = multiply(lanes, size.value).value_or(Polynomial::symbol("?"));
  };
  TileExpression result = operand;
  result.expr = call;
  result.isReshaped = true;
  result.whole = operand.dimensions;
  result.dimensions.clear();
  result.localAxes.clear();
  for (const LaneDimension& each : operand.dimensions)
    if (each.axis >= 0) count(from, program.axes[program.axis(each.axis)].size);
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    const Extent size = readExtent(call->getArg(k));
    LaneDimension made;
    if (!isConstant(size, 1)) made.axis = addAxis(size);
    count(to, size);
    result.dimensions.push_back(made);
    result.localAxes.push_back(made.axis);
  }
  if (from != to && from.isConstant() && to.isConstant()) {
    shapesDiffer(call, operand.dimensions, result.dimensions);
    return std::nullopt;
  }
  if (from != to || from.mentions("?"))
    return refuse(call, "a 'reshape' to a number of lanes that is not known to be the same");
  return result;
}

}  // namespace appyl
