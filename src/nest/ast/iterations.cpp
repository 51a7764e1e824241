#include "nest/ast/iterations.h"

namespace appyl {
namespace {

using namespace clang;

/// Values of any type of 64 bits, and what is computed of two of them.
__extension__ using Wide = __int128;

Wide wide(const llvm::APSInt& value) {
  return value.isNegative() ? Wide(value.getSExtValue()) : Wide(value.getZExtValue());
}

constexpr int mostTurns = 1 << 16;  // through the counter's type

/// Counts the iterations from `at` on until the counter would pass `last`; a condition compares the counter
/// with `bound` as plain numbers. `ended`: the condition has failed by then.
struct Stretch {
  Wide count = 0;
  bool ended = false;
};

Stretch stretchOf(Wide at, Wide last, Wide bound, Comparison comparison, Wide step) {
  const Wide size = step < 0 ? -step : step;
  const Wide room = (step < 0 ? at - last : last - at) / size + 1;  // values up to `last`
  const Wide distance = step < 0 ? at - bound : bound - at;  // to the bound, in the counter's direction
  const bool isInclusive = appyl::isInclusive(comparison);
  const bool isForUp = comparison == Comparison::Less || comparison == Comparison::LessEqual;
  if (comparison == Comparison::NotEqual) {
    const bool meets = distance >= 0 && distance % size == 0 && distance / size < room;
    return meets ? Stretch{distance / size, true} : Stretch{room, false};
  }
  if (isForUp != (step > 0)) {  // away from the bound: it fails now or on no later value
    const bool holds = isInclusive ? distance <= 0 : distance < 0;
    return holds ? Stretch{room, false} : Stretch{0, true};
  }
  const Wide end = isInclusive ? distance + 1 : distance, count = end <= 0 ? Wide(0) : (end - 1) / size + 1;
  return count < room ? Stretch{count, true} : Stretch{room, false};
}

}  // namespace

std::optional<std::uint64_t> iterationsOf(const ConstantHeader& header) {
  if (header.step == 0) return std::nullopt;
  const unsigned bits = header.first.getBitWidth(), comparedBits = header.bound.getBitWidth();
  const bool isSigned = header.first.isSigned();
  const Wide turn = Wide(1) << bits, least = isSigned ? -(turn / 2) : Wide(0), most = least + turn - 1;
  // Negative values of a signed counter that is compared as an unsigned number are large.
  const bool growsNegatives = isSigned && header.bound.isUnsigned();
  Wide at = wide(header.first), count = 0;
  // After as many turns as a step is wide the counter is where it began.
  const std::int64_t size = header.step < 0 ? -header.step : header.step,
                     limit = std::min<std::int64_t>(size, mostTurns);
  for (std::int64_t turns = 0; turns <= limit;) {
    const bool isUp = header.step > 0, isNegative = at < 0;
    const Wide bound = wide(header.bound) - (growsNegatives && isNegative ? Wide(1) << comparedBits : 0);
    const Wide last = isUp ? (isNegative ? Wide(-1) : most) : (isNegative ? least : Wide(0));
    const Stretch stretch = stretchOf(at, last, bound, header.comparison, header.step);
    count += stretch.count;
    if (stretch.ended)
      return count <= UINT64_MAX ? std::optional(static_cast<std::uint64_t>(count)) : std::nullopt;
    at += stretch.count * header.step;
    if (at >= least && at <= most) continue;
    if (!header.wraps) return std::nullopt;
    at += at < least ? turn : -turn;
    ++turns;
  }
  return std::nullopt;
}

std::optional<bool> holdsAtFirst(const Expr* first, BinaryOperatorKind comparison, const Expr* bound,
                                 const ASTContext& context) {
  const auto begin = convertedConstant(first, context), end = convertedConstant(bound, context);
  if (!begin || !end) return std::nullopt;
  const llvm::APSInt compared(begin->extOrTrunc(end->getBitWidth()), end->isUnsigned());
  const int order = llvm::APSInt::compareValues(compared, *end);
  switch (comparison) {
    case BO_LT: return order < 0;
    case BO_LE: return order <= 0;
    case BO_GT: return order > 0;
    case BO_GE: return order >= 0;
    case BO_NE: return order != 0;
    default: return std::nullopt;
  }
}

bool wrapsCounter(QualType type, const ASTContext& context) {
  type = type.getNonReferenceType();
  return type->isUnsignedIntegerType() || context.getTypeSize(type) < context.getTypeSize(context.IntTy);
}

}  // namespace appyl
