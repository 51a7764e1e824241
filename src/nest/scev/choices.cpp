// Values that are one of two, and bits of numbers.
#include "nest/ast/calls.h"
#include "nest/ast/library_facts.h"
#include "nest/scev/scalar_evolution.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

std::optional<Polynomial> ScalarEvolution::choose(const Expr* condition, const Polynomial& yes,
                                                  const Polynomial& no) {
  if (yes == no) return yes;
  bool exact = true, exactNegated = true;
  auto holds = readCondition(condition, true, exact), fails = readCondition(condition, false, exactNegated);
  if (!exact && !exactNegated) return std::nullopt;
  // `a && b` gives the one value if all of its parts hold, `a || b` the other one if all of them fail.
  Polynomial value = exact ? yes : no;
  const Polynomial other = exact ? no : yes;
  std::vector<Polynomial> conditions;
  for (const Constraint& each : exact ? holds : fails) {
    const auto negated = multiply(each.condition, Polynomial(-1));
    conditions.push_back(each.condition);
    if (each.equality && !negated) return std::nullopt;
    if (each.equality) conditions.push_back(*negated);
  }
  constexpr std::size_t mostConditions = 4;
  if (conditions.size() > mostConditions) return std::nullopt;
  const std::string text = textOf(condition, source.ast) + " ? " + print(yes) + " : " + print(no);
  for (const Polynomial& each : conditions) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::Opaque;
    symbol.condition = each;
    symbol.operand = value;
    symbol.right = other;
    if (stepsTo(nest, symbol) > mostSteps) return std::nullopt;
    std::string name = text;
    const auto isSame = [&](const Symbol& known) {
      return known.kind == symbol.kind && known.condition == symbol.condition &&
             known.operand == symbol.operand && known.right == symbol.right;
    };
    for (int k = 2; !isSame(nest.symbols.try_emplace(name, symbol).first->second); ++k)
      name = text + "." + std::to_string(k);
    value = Polynomial::symbol(name);
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
                 "(" + print(varying) + " > " + std::to_string(-constant) + " ? " + print(value) + " : 0)",
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

/// With a constant that is a power of two, or one less than that: `x ^ 4`, `x | 4`, `x & 4`, `x ^ 7`. Other
/// masks of `&` are remainders.
std::optional<Polynomial> ScalarEvolution::readBitwise(const BinaryOperator* binary) {
  const auto opcode = binary->getOpcode();
  if (opcode != BO_Xor && opcode != BO_Or && opcode != BO_And) return std::nullopt;
  const auto left = read(binary->getLHS()), right = read(binary->getRHS());
  if (!left || !right) return std::nullopt;
  const bool isSwapped = left->isConstant() && !left->terms.empty();
  const Polynomial& value = isSwapped ? *right : *left;
  const auto constant = (isSwapped ? *left : *right).constant();
  if (!constant || *constant <= 0 || *constant >= std::int64_t(1) << 30 || value.isConstant() ||
      !takenAsNonNegative(nest, value))
    return std::nullopt;
  const bool isPower = (*constant & (*constant - 1)) == 0, isMask = (*constant & (*constant + 1)) == 0;
  const auto part = [&](Symbol::Kind kind, const Polynomial& operand, std::int64_t divisor) {
    Symbol symbol;
    symbol.kind = kind;
    symbol.operand = operand;
    symbol.divisor = divisor;
    const std::string text = (operand.terms.size() == 1 ? print(operand) : "(" + print(operand) + ")") +
                             (kind == Symbol::Kind::Quotient ? " / " : " % ") + std::to_string(divisor);
    return derived(binary, text, symbol);
  };
  if (opcode == BO_Xor && isMask) {
    const auto twice = multiply(part(Symbol::Kind::Remainder, value, *constant + 1), Polynomial(-2));
    const auto sum = twice ? add(value, *twice) : std::nullopt;
    return sum ? add(*sum, Polynomial(*constant)) : std::nullopt;
  }
  if (!isPower || (opcode == BO_And && isMask)) return std::nullopt;
  const Polynomial bit = part(Symbol::Kind::Remainder,
                              *constant == 1 ? value : part(Symbol::Kind::Quotient, value, *constant), 2);
  if (opcode == BO_And) return multiply(bit, Polynomial(*constant));
  const auto taken = multiply(bit, Polynomial(opcode == BO_Xor ? -2 * *constant : -*constant));
  const auto sum = taken ? add(value, *taken) : std::nullopt;
  return sum ? add(*sum, Polynomial(*constant)) : std::nullopt;
}

Polynomial ScalarEvolution::remainder(const Polynomial& value, std::int64_t divisor) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Remainder;
  symbol.operand = value;
  symbol.divisor = divisor;
  return Polynomial::symbol(uniqueName("(" + print(value) + ") % " + std::to_string(divisor), symbol));
}

}  // namespace appyl
