// Masked loads: lanes that a mask leaves out are not read, and filled with a number of the array's type.
#include "expand/array_language.h"
#include "expand/read_expression.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {

using namespace clang;
using TextType = TileExpression::TextType;

const TileExpression& TileExpressionReader::known(const TileExpression& expression) {
  const TileExpression* result = &expression;
  while (result->kind == TileExpression::Kind::Local && !program.locals[result->local].always.empty()) {
    result = &program.locals[result->local].always.front();
    moved.push_back({result->expr, root});
  }
  return *result;
}

/// A mask that leaves no lane out.
static bool isAlwaysTrue(const Expr* mask, const ASTContext& context) {
  bool value = false;
  return !mask->isValueDependent() && !mask->isTypeDependent() &&
         mask->getType()->isIntegralOrEnumerationType() && mask->EvaluateAsBooleanCondition(value, context) &&
         value;
}

/// What fills lanes, 0 where that is not written, becomes a number of the array's type.
bool TileExpressionReader::fills(TileExpression& other, const TileExpression& block, const Expr* written) {
  const QualType to = laneType(block.expr->getType()),
                 from = written ? laneType(written->IgnoreParenImpCasts()->getType()) : source.ast.IntTy;
  Expr::EvalResult value;
  const bool isZeroOrOne =
      !written || (!written->isValueDependent() && from->isIntegerType() &&
                   written->EvaluateAsInt(value, source.ast) && value.Val.getInt().getActiveBits() < 2);
  const bool isRight =
      to->isRealFloatingType() &&
      (from->isIntegerType() ||
       (from->isRealFloatingType() && source.ast.getTypeSize(from) <= source.ast.getTypeSize(to)));
  const bool isSame = source.ast.hasSameUnqualifiedType(to, from);
  // '?:' does not meet a class half way. Of a template's text all instances have the same.
  const bool isClass = block.type == "::appyl::bfloat16" || (block.isDependent && program.mayBeSmall(block));
  const bool isGood =
      block.isDependent ? isSame && written && mentionsDependent(written) : isSame || (isRight && !isClass);
  if (isGood || (isZeroOrOne && !isClass)) return true;
  if (block.isDependent && block.kind != TileExpression::Kind::Element)
    return refuse(written, "a number of another type than the array's in a masked 'load'; convert it"), false;
  const std::string type =
      block.isDependent ? "typename std::decay_t<decltype(" + block.name + ")>::value_type" : block.type;
  other = converted(std::move(other), block.type, type);
  return true;
}

/// load(block, mask, other): a lane whose mask is true is inside the array where the mask says so itself, as
/// `arange(B) + i < n` does.
std::optional<TileExpression> TileExpressionReader::readLoad(const CallExpr* call) {
  auto block = read(call->getArg(0));
  if (!block || call->getNumArgs() == 1 || isAlwaysTrue(call->getArg(1), source.ast)) return block;
  auto mask = read(call->getArg(1));
  if (!mask) return std::nullopt;
  std::optional<TileExpression> other;
  if (call->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(call->getArg(2))) {
    other = read(call->getArg(2));
    if (!other || !fills(*other, *block, call->getArg(2))) return std::nullopt;
  } else {
    other.emplace();
    other->pieces = {"0"};
    other->type = "int";
    other->expr = call;
    if (program.mayBeSmall(*block) && !fills(*other, *block, nullptr)) return std::nullopt;
  }
  const auto isAlong = [&](const TileExpression* place, const LaneDimension& dimension, const Clip& clip) {
    return program.axis(place->subscripts[0].axis) == program.axis(dimension.axis) &&
           withMeanings(place->subscripts[0].start, program) == withMeanings(clip.start, program);
  };
  // Places that the mask bounds: `p + lane < n`, `p + lane >= 0`.
  std::vector<std::pair<const TileExpression*, Polynomial>> bounds;
  std::vector<const TileExpression*> natural;
  const auto isZero = [&](const TileExpression& number) {
    return number.operands.empty() && number.dimensions.empty() && number.expr &&
           readNumber(number.expr) == Polynomial(0);
  };
  std::function<void(const TileExpression&)> look = [&](const TileExpression& named) {
    const TileExpression& each = known(named);
    if (each.infix == OO_AmpAmp || each.infix == OO_Amp) {
      look(each.operands[0]);
      look(each.operands[1]);
    } else if (each.infix == OO_GreaterEqual && known(each.operands[0]).kind == TileExpression::Kind::Place &&
               isZero(each.operands[1])) {
      natural.push_back(&known(each.operands[0]));
    } else if (each.infix == OO_LessEqual && known(each.operands[1]).kind == TileExpression::Kind::Place &&
               isZero(each.operands[0])) {
      natural.push_back(&known(each.operands[1]));
    } else if (each.infix == OO_Less && known(each.operands[0]).kind == TileExpression::Kind::Place &&
               each.operands[1].operands.empty() && each.operands[1].dimensions.empty()) {
      bounds.push_back({&known(each.operands[0]), readNumber(each.operands[1].expr)});
    }
  };
  look(*mask);
  std::vector<LaneDimension> dimensions = block->dimensions;
  separate(dimensions, *mask);
  if (!fit(dimensions, mask->dimensions, call)) return std::nullopt;
  std::vector<LaneDimension> whole;
  for (LaneDimension& dimension : block->dimensions) {
    for (const Clip& clip : dimension.clips) {
      bool isBounded = false;
      for (const auto& [place, end] : bounds) {
        if (!isAlong(place, dimension, clip)) continue;
        isBounded = true;
        if (end != clip.extent)
          program.assumptions.push_back({end, clip.extent, print(end) + " <= " + print(clip.extent), call});
      }
      if (!isBounded) {  // what is outside of the array has no lane, or is filled
        whole.push_back(dimension);
        break;
      }
      const int loop = dimension.axis < 0 ? -1 : program.axes[program.axis(dimension.axis)].loop;
      Polynomial first = clip.start;
      if (loop >= 0)
        first = first.substitute(program.loops[loop].counter->getNameAsString(), program.loops[loop].lower);
      if (!isNatural(first, program)) first = withMeanings(first, program);
      if (llvm::any_of(natural, [&](const TileExpression* place) { return isAlong(place, dimension, clip); }))
        continue;
      const bool isOwn = dimension.axis >= 0 && loop < 0;
      if (first.isConstant() ? *first.constant() < 0 : isOwn && !isNatural(first, program))
        return refuse(call, "a masked 'load' that may begin before '" + block->name + "'");
      if (!isNatural(first, program))
        program.assumptions.push_back({Polynomial(0), first, "0 <= " + placeText(first, program), call});
    }
    dimension.clips.clear();
  }
  if (!mask->guards.empty()) return refuse(call->getArg(1), "a mask that may not exist");
  for (LaneDimension& dimension : mask->dimensions) {  // where the mask has no lane, `other` fills it
    if (!dimension.clips.empty() || !dimension.isKnown) whole.push_back(dimension);
    dimension.clips.clear();
  }
  const QualType lane = laneType(block->expr->getType());
  const bool isPromoted =
      lane->isIntegerType() && source.ast.getTypeSize(lane) < 32;  // beside a plain 0 or 1
  std::vector<TileExpression> operands;
  operands.push_back(std::move(*mask));
  operands.push_back(std::move(*block));
  operands.push_back(std::move(*other));
  auto result = combine(call, {"(", " ? ", " : ", ")"}, std::move(operands));
  if (result) result->isChoice = true;
  if (result) result->whole = std::move(whole);
  if (result && isPromoted) result->textType = TextType::SignedPlace;
  return result;
}

}  // namespace appyl
