// Values that are one of two, and quotients rounded up.
#include "nest/ast/calls.h"
#include "nest/ast/library_facts.h"
#include "nest/scev/scalar_evolution.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

std::optional<Polynomial> ScalarEvolution::choose(const Expr* condition, const Polynomial& yes,
                                                  const Polynomial& no) {
  if (yes == no) return yes;
  const Conjunction holds = readCondition(condition, true), fails = readCondition(condition, false);
  if (!holds.isExact && !fails.isExact) return std::nullopt;
  // `a && b` gives the one value if all of its parts hold, `a || b` the other one if all of them fail.
  Polynomial value = holds.isExact ? yes : no;
  const Polynomial other = holds.isExact ? no : yes;
  std::vector<Polynomial> conditions;
  for (const Constraint& each : (holds.isExact ? holds : fails).constraints) {
    const auto negated = multiply(each.condition, Polynomial(-1));
    conditions.push_back(each.condition);
    if (each.equality && !negated) return std::nullopt;
    if (each.equality) conditions.push_back(*negated);
  }
  constexpr std::size_t mostConditions = 4;
  if (conditions.size() > mostConditions) return std::nullopt;
  const SymbolName choice =
      textOf(condition, source.ast) + " ? " + nameFor(nest, yes) + " : " + nameFor(nest, no);
  for (const Polynomial& each : conditions) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::Opaque;
    symbol.condition = each;
    symbol.operand = value;
    symbol.right = other;
    if (stepsTo(nest, symbol) > mostSteps) return std::nullopt;
    const auto isSame = [&](const Symbol& known) {
      return known.kind == symbol.kind && known.condition == symbol.condition &&
             known.operand == symbol.operand && known.right == symbol.right;
    };
    value = Polynomial::symbol(addSymbol(nest, choice, symbol, isSame));
  }
  return value;
}

std::optional<Polynomial> ScalarEvolution::readConditional(const ConditionalOperator* conditional) {
  if (isInvariant(conditional) || !conditional->getType()->isIntegerType()) return std::nullopt;
  const auto yes = readAs(conditional->getTrueExpr(), conditional->getType()),
             no = readAs(conditional->getFalseExpr(), conditional->getType());
  return yes && no ? choose(conditional->getCond(), *yes, *no) : std::nullopt;
}

/// `!b` is 1 - b of a bool; of a number it is 1 where that is 0.
std::optional<Polynomial> ScalarEvolution::readNegation(const UnaryOperator* unary) {
  const Expr* operand = strip(unary->getSubExpr());
  if (unary->getOpcode() != UO_LNot || !operand->getType()->isIntegerType()) return std::nullopt;
  if (!operand->getType()->isBooleanType()) return choose(operand, Polynomial(0), Polynomial(1));
  const auto value = read(operand);
  return value ? subtract(Polynomial(1), *value) : std::nullopt;
}

/// `abs(x)` is the greater of x and -x.
std::optional<Polynomial> ScalarEvolution::readAbsolute(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  const bool isAbsolute = callee && functionIs(calleeName(call), Fact::Absolute) &&
                          (callee->isInStdNamespace() || callee->getBuiltinID()) && call->getNumArgs() == 1 &&
                          call->getType()->isSignedIntegerType();
  const auto value = isAbsolute ? readAs(call->getArg(0), call->getType()) : std::nullopt;
  const auto negated = value ? multiply(*value, Polynomial(-1)) : std::nullopt;
  if (!negated) return std::nullopt;
  Symbol symbol;
  symbol.kind = Symbol::Kind::Maximum;
  symbol.operand = *value;
  symbol.right = *negated;
  return derived(call, symbol);
}

Polynomial ScalarEvolution::notBelowZero(const Polynomial& value, const Expr* where) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Maximum;
  symbol.operand = value;
  // As source text, since a check in front of the nest may have to evaluate it.
  Polynomial varying = value;
  varying.terms.erase(Monomial());
  const std::int64_t constant = value.terms.count(Monomial()) ? value.terms.at(Monomial()) : 0;
  return derived(where,
                 "(" + nameFor(nest, varying) + " > " + std::to_string(-constant) + " ? " +
                     nameFor(nest, value) + " : 0)",
                 symbol);
}

/// `std::clamp(x, low, high)` is the lesser of high and the greater of x and low.
std::optional<Polynomial> ScalarEvolution::readClamp(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !functionIs(calleeName(call), Fact::Clamps) || !callee->isInStdNamespace() ||
      call->getNumArgs() != 3 || !strip(call->getArg(0))->getType()->isSignedIntegerType())
    return std::nullopt;
  std::vector<Polynomial> values;
  for (unsigned k = 0; k < call->getNumArgs(); ++k) {
    const auto value = readGiven(call, k);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  Symbol low, high;
  low.kind = Symbol::Kind::Maximum;
  low.operand = values[0];
  low.right = values[1];
  high.kind = Symbol::Kind::Minimum;
  high.operand = derived(
      call, "max(" + textOf(call->getArg(0), source.ast) + ", " + textOf(call->getArg(1), source.ast) + ")",
      low);
  high.right = values[2];
  return derived(call, high);
}

/// `appyl::cdiv(n, 8)`. Of a negative n, which has no meaning, it is at most 0 as well.
std::optional<Polynomial> ScalarEvolution::readBlockCount(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  const auto* space = callee ? dyn_cast<NamespaceDecl>(callee->getDeclContext()) : nullptr;
  if (!space || space->getName() != "appyl" || calleeName(call) != "cdiv" || call->getNumArgs() != 2)
    return std::nullopt;
  const auto count = readAs(call->getArg(0), call->getType()), size = readAs(call->getArg(1), call->getType());
  const auto divisor = size ? size->constant() : std::nullopt;
  const auto last = divisor && *divisor > 0 && count ? add(*count, Polynomial(*divisor - 1)) : std::nullopt;
  if (!last || (call->getType()->isUnsignedIntegerType() && !takenAsUnsigned(*count, call->getType())))
    return std::nullopt;
  Symbol symbol;
  symbol.kind = Symbol::Kind::Quotient;
  symbol.operand = *last;
  symbol.divisor = *divisor;
  return derived(call, symbol);
}

}  // namespace appyl
