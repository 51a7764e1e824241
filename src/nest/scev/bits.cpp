// Bits of numbers, as remainders and quotients.
#include "nest/scev/scalar_evolution.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

/// With a constant that is a power of two, or one below it: `x ^ 4`, `x | 4`, `x & 4`, `x ^ 7`. Other masks
/// of `&` are remainders.
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
    const SymbolName whole = nameFor(nest, operand);
    return derived(binary,
                   (operand.terms.size() == 1 ? whole : "(" + whole + ")") +
                       (kind == Symbol::Kind::Quotient ? " / " : " % ") + std::to_string(divisor),
                   symbol);
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
  return Polynomial::symbol(
      uniqueName("(" + nameFor(nest, value) + ") % " + std::to_string(divisor), symbol));
}

}  // namespace appyl
