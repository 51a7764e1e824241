// What arithmetic in 32 bits makes of a value: what leaves the range of its type comes back at the other end.
#include "nest/scev/scalar_evolution.h"
#include "nest/scev/value_ranges.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace appyl {

using namespace clang;

bool wrapsAround(QualType type) {
  type = type.getNonReferenceType();
  return type->isUnsignedIntegerType() && !type->isBooleanType();
}

std::int64_t greatestOf(QualType type, const ASTContext& context) {
  type = type.getNonReferenceType();
  if (type->isDependentType() || !type->isIntegerType()) return INT64_MAX;
  const unsigned bits = context.getIntWidth(type) - type->isSignedIntegerType();
  return bits >= 63 ? INT64_MAX : (std::int64_t(1) << bits) - 1;
}

namespace {

/// An upper bound of a symbol that is not negative, from what it is computed from. nullopt: not known.
std::optional<Polynomial> limitOf(const LoopNest& nest, const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::Kind::Counter:
      return symbol.loop < 0 ? std::nullopt
                             : endOf(nest.loops[static_cast<std::size_t>(symbol.loop)], /*upper=*/true);
    case Symbol::Kind::Quotient:
    case Symbol::Kind::Minimum: return symbol.operand;
    case Symbol::Kind::Remainder: return Polynomial(symbol.divisor - 1);
    case Symbol::Kind::Maximum: return add(symbol.operand, symbol.right);
    case Symbol::Kind::Opaque:
      if (symbol.condition) return add(symbol.operand, symbol.right);
      return symbol.right.terms.empty() ? std::nullopt : std::optional(symbol.operand);
    case Symbol::Kind::Parameter: break;
  }
  return std::nullopt;
}

/// An upper bound, made of parameters, of a value that is not negative, and neither is any part of it;
/// unknown parts are left out.
Polynomial limitOf(const LoopNest& nest, const Polynomial& value) {
  const auto product = [](const Monomial& monomial, std::int64_t factor) {
    Polynomial result;
    result.terms[monomial] = factor;
    return result;
  };
  Polynomial open = extremeOf(nest, value, /*greatest=*/true).value_or(value), limit;
  const auto isOpen = [&](const std::string& name) {
    return nest.symbols.at(name).kind != Symbol::Kind::Parameter;
  };
  for (int step = 0; step < 8 * mostSteps && !open.terms.empty(); ++step) {
    const auto [monomial, factor] = *open.terms.begin();
    open.terms.erase(open.terms.begin());
    const auto replaced = std::ranges::find_if(monomial, isOpen);
    if (replaced == monomial.end()) {
      limit = add(limit, product(monomial, factor)).value_or(limit);
      continue;
    }
    if (factor < 0) continue;
    const Symbol& symbol = nest.symbols.at(*replaced);
    auto rest = monomial;
    rest.erase(rest.begin() + (replaced - monomial.begin()));
    // t / m * m is at most t.
    if (symbol.kind == Symbol::Kind::Opaque && symbol.right.terms.size() == 1)
      for (const std::string& name : symbol.right.terms.begin()->first)
        if (const auto same = std::ranges::find(rest, name); same != rest.end()) rest.erase(same);
    const auto most = limitOf(nest, symbol);
    const auto replacement = most ? multiply(product(rest, factor), *most) : std::nullopt;
    open = (replacement ? add(open, *replacement) : std::nullopt).value_or(open);
  }
  return limit;
}

/// Is the value at most `most` for all values that the types of its parameters can hold?
bool isAtMost(const LoopNest& nest, const Polynomial& value, std::int64_t most) {
  double sum = 0;
  for (const auto& [monomial, factor] : value.terms) {
    double product = static_cast<double>(factor);
    for (const std::string& name : monomial) product *= static_cast<double>(nest.symbols.at(name).most);
    if (factor > 0 || monomial.empty()) sum += product;
  }
  return sum <= static_cast<double>(most);
}

/// false: it does not hold.
bool takenToHold(LoopNest& nest, const std::optional<Polynomial>& condition) {
  if (!condition || condition->isConstant()) return false;
  if (std::ranges::find(nest.takenToHold, *condition) == nest.takenToHold.end())
    nest.takenToHold.push_back(*condition);
  return true;
}

}  // namespace

bool ScalarEvolution::takenToFit(const Polynomial& value, QualType type) const {
  const std::int64_t most = greatestOf(type, source.ast);
  const bool isOne = value.symbols().size() == 1 && value.terms.rbegin()->second == 1 &&
                     value.terms.rbegin()->first.size() == 1 &&
                     (value.terms.size() == 1 || value.terms.begin()->second < 0);
  if (most == INT64_MAX || isOne) return true;
  const Polynomial limit = limitOf(nest, value);
  if (isAtMost(nest, limit, most)) return true;
  return takenToHold(nest, subtract(Polynomial(most), limit));
}

/// Where the value is negative, it wraps around to a number not below the bound: taken for granted.
bool ScalarEvolution::staysApart(const Polynomial& value, const Polynomial& bound, QualType type) const {
  const std::int64_t most = greatestOf(type, source.ast);
  const auto least = extremeOf(nest, value, /*greatest=*/false);
  const auto span = least ? subtract(limitOf(nest, bound), *least) : std::nullopt;
  if (!span || llvm::any_of(span->symbols(), [&](const std::string& name) {
        return nest.symbols.at(name).kind != Symbol::Kind::Parameter;
      }))
    return false;
  return isAtMost(nest, *span, most) || takenToHold(nest, subtract(Polynomial(most), *span));
}

bool ScalarEvolution::takenAsUnsigned(const Polynomial& value, QualType type) const {
  if (value.terms.size() == 1 && value.terms.begin()->first.size() == 1 && value.terms.begin()->second == 1) {
    const Symbol& one = nest.symbols.at(value.terms.begin()->first.front());
    if (one.isUnsigned && one.most <= greatestOf(type, source.ast)) return true;
  }
  return takenAsNonNegative(nest, value) && (!wrapsAround(type) || takenToFit(value, type));
}

std::optional<Polynomial> ScalarEvolution::readUnwrapped(const Expr* expression) {
  const auto value = read(expression);
  const QualType type = strip(expression)->getType().getNonReferenceType();
  return value && wrapsAround(type) && !takenToFit(*value, type) ? std::nullopt : value;
}

/// An argument as the function gets it: `std::max<short>(i, 0)`.
std::optional<Polynomial> ScalarEvolution::readGiven(const CallExpr* call, unsigned argument) {
  const FunctionDecl* callee = call->getDirectCallee();
  const Expr* given = call->getArg(argument);
  const QualType type = callee && argument < callee->getNumParams()
                            ? callee->getParamDecl(argument)->getType().getNonReferenceType()
                            : QualType();
  return !type.isNull() && type->isIntegerType() ? readAs(given, type) : read(given);
}

/// In 32 bits `n - (-3u)` is n + 3. A counter that itself takes such large numbers is left as it is.
std::optional<Polynomial> ScalarEvolution::wrapped(std::optional<Polynomial> sum, QualType type) const {
  constexpr std::int64_t turn = std::int64_t(1) << 32, few = 1 << 16;
  if (!sum || sum->isConstant() || !wrapsAround(type) || greatestOf(type, source.ast) != turn - 1) return sum;
  const auto constant = sum->terms.find({});
  if (constant == sum->terms.end() || std::abs(constant->second) <= turn - few) return sum;
  const auto isLarge = [&](const std::optional<Polynomial>& bound) {
    return bound && bound->constant() && *bound->constant() >= turn / 2;
  };
  for (const std::string& name : sum->symbols()) {
    const auto symbol = nest.symbols.find(name);
    if (symbol == nest.symbols.end() || symbol->second.kind != Symbol::Kind::Counter) continue;
    const Loop& loop = nest.loops[symbol->second.loop];
    if (isLarge(loop.first) || isLarge(loop.end)) return sum;
  }
  constant->second += constant->second > 0 ? -turn : turn;
  if (constant->second == 0) sum->terms.erase(constant);
  return sum;
}

/// Unsigned products are taken not to wrap around, unless a constant makes that likely or the loops' bounds
/// show it. A shift to the left drops what is beyond the type, with a sign, too.
bool ScalarEvolution::mayWrap(const BinaryOperator* binary, const Polynomial& left,
                              const Polynomial& right) const {
  const bool isProduct = binary->getOpcode() == BO_Mul, isShift = binary->getOpcode() == BO_Shl;
  if (!isShift && (!isProduct || !wrapsAround(binary->getType()))) return false;
  if (left.isConstant() && right.isConstant()) return false;
  const unsigned bits = static_cast<unsigned>(source.ast.getTypeSize(binary->getType()));
  const unsigned half = bits <= 32 ? 16 : 32;
  const auto shift = right.constant();
  if (isShift) return shift && *shift >= half;
  const auto product = multiply(left, right);
  auto greatest = product ? extremeOf(nest, *product, true) : std::nullopt;
  if (!greatest) {  // `i * i`
    const auto first = extremeOf(nest, left, true), second = extremeOf(nest, right, true);
    greatest = first && second ? multiply(*first, *second) : std::nullopt;
  }
  const auto most = greatest ? greatest->constant() : std::nullopt;
  if (most && bits <= 32 && *most >= std::int64_t(1) << bits) return true;
  const auto smallest = product ? extremeOf(nest, *product, false) : std::nullopt;
  const auto least = smallest ? smallest->constant() : std::nullopt;
  if (most && least && *least >= 0) return false;
  const std::int64_t limit = (std::int64_t(1) << half) - 1;
  return llvm::any_of(std::array{left.constant(), right.constant()},
                      [&](const auto& side) { return side && (*side > limit || *side < -limit); });
}

}  // namespace appyl
