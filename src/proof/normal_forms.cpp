// One form for what is written in several: products of neighbours, and remainders.
#include "nest/ir/leading_dimensions.h"
#include "nest/ir/symbol_names.h"
#include "proof/symbols.h"

#include <algorithm>
#include <cstdlib>

namespace appyl::proving {
namespace {

void replaceEverywhere(LoopNest& nest, const std::string& symbol, const Polynomial& value) {
  forEachPolynomial(nest, [&](Polynomial& polynomial) {
    if (!polynomial.mentions(symbol)) return;
    if (auto replaced = replace(polynomial, symbol, value)) polynomial = std::move(*replaced);
  });
}

bool mentionsCounter(const LoopNest& nest, const Polynomial& value) {
  for (const std::string& name : value.symbols())
    if (symbolOf(nest, name).kind == Symbol::Kind::Counter) return true;
  return false;
}

/// `x*(x + 1)/2`
std::string triangleOf(LoopNest& nest, const std::string& name) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Quotient;
  symbol.divisor = 2;
  symbol.operand.terms[{name, name}] = 1;
  symbol.operand.terms[{name}] = 1;
  const SymbolName own(name, writtenName(nest, name));
  return addSymbol(nest, own + "*(" + own + " + 1)/2", symbol, [&](const Symbol& known) {
    return known.kind == symbol.kind && known.divisor == 2 && known.operand == symbol.operand;
  });
}

/// operand / 2 as triangles and what is affine; nullopt where it may be odd, or has no square. x*x is even
/// exactly where x is.
std::optional<Polynomial> halfOf(LoopNest& nest, Polynomial operand) {
  Polynomial half;
  for (const std::string& name : operand.symbols()) {
    const auto square = operand.terms.find({name, name});
    if (square == operand.terms.end() || square->second % 2 == 0) continue;
    Polynomial product;
    product.terms[{name, name}] = product.terms[{name}] = square->second;
    const auto rest = subtract(operand, product);
    if (!rest) return std::nullopt;
    half.terms[{triangleOf(nest, name)}] = square->second;
    operand = *rest;
  }
  if (half.terms.empty()) return std::nullopt;
  for (auto& [monomial, factor] : operand.terms) {
    if (factor % 2 != 0) return std::nullopt;
    factor /= 2;
  }
  return add(half, operand);
}

bool isSame(const Symbol& a, const Symbol& b) {
  return a.kind == b.kind && a.divisor == b.divisor && a.isRemainder == b.isRemainder &&
         a.operand == b.operand && a.right == b.right && a.condition == b.condition && !a.isLane && !b.isLane;
}

}  // namespace

LoopNest withTriangles(const LoopNest& nest) {
  LoopNest result = nest;
  std::vector<std::string> names;
  for (const auto& [name, symbol] : nest.symbols)
    if (symbol.kind == Symbol::Kind::Quotient && symbol.divisor == 2 && mentionsCounter(nest, symbol.operand))
      names.push_back(name);
  for (const std::string& name : names) {
    const Polynomial operand = result.symbols.at(name).operand;
    const auto half = halfOf(result, operand);
    if (half && *half != Polynomial::symbol(name)) replaceEverywhere(result, name, *half);
  }
  // One name for all that are computed alike.
  std::vector<std::string> known;
  for (const auto& [name, symbol] : nest.symbols) {
    if (operandsOf(symbol).empty()) continue;
    bool isKnown = false;
    for (const std::string& other : known)
      if (!isKnown && isSame(result.symbols.at(other), result.symbols.at(name))) {
        replaceEverywhere(result, name, Polynomial::symbol(other));
        isKnown = true;
      }
    if (!isKnown) known.push_back(name);
  }
  return result;
}

std::optional<LoopNest> withDefinitions(const LoopNest& nest) {
  LoopNest result = nest;
  bool any = false;
  for (std::size_t k = 0; k < nest.context.size(); ++k) {
    const Constraint& equation = result.context[k];  // as far as it is replaced
    if (!equation.equality) continue;
    for (const auto& [monomial, factor] : equation.condition.terms) {
      if (monomial.size() != 1 || std::abs(factor) != 1) continue;
      const std::string name = monomial.front();
      const auto rest = multiply(equation.condition.without(name), Polynomial(-factor));
      if (!rest || rest->mentions(name) || symbolOf(nest, name).kind != Symbol::Kind::Parameter) continue;
      replaceEverywhere(result, name, *rest);
      any = true;
      break;
    }
  }
  return any ? std::optional(std::move(result)) : std::nullopt;
}

namespace {

std::string remainderOf(LoopNest& nest, const Symbol& quotient) {
  Symbol symbol = quotient;
  symbol.isRemainder = true;
  return addSymbol(nest,
                   "(" + nameFor(nest, quotient.operand) + ") % (" + nameFor(nest, quotient.right) + ")",
                   symbol, [&](const Symbol& known) { return isSame(known, symbol); });
}

/// How often `part` is in `whole`, by the first of its terms that is no constant.
Polynomial timesIn(const Polynomial& whole, const Polynomial& part) {
  Polynomial times;
  const auto leading = std::ranges::find_if(part.terms, [](const auto& term) { return !term.first.empty(); });
  if (leading == part.terms.end()) return times;
  for (const auto& [monomial, factor] : whole.terms) {
    Polynomial one;
    one.terms[monomial] = factor;
    const auto count = dividedBy(one, *leading);
    const auto sum = count ? add(times, *count) : std::nullopt;
    if (sum) times = *sum;
  }
  return times;
}

}  // namespace

std::optional<LoopNest> withRemainders(const LoopNest& nest) {
  LoopNest result = nest;
  bool any = false;
  for (const auto& [name, symbol] : nest.symbols) {
    if (!dividesBySize(symbol) || symbol.isRemainder || symbol.right.terms.size() != 1) continue;
    const auto product = multiply(symbol.right, Polynomial::symbol(name));
    const auto whole = product ? subtract(symbol.operand, *product) : std::nullopt;  // t - m * q
    if (!whole) continue;
    for (Access& access : result.accesses)
      for (std::optional<Polynomial>& subscript : access.subscripts) {
        if (!subscript || !subscript->mentions(name)) continue;
        const Polynomial plain = withoutPitches(nest, *subscript);  // `w - m` is no size of its own there
        const Polynomial times = timesIn(plain, symbol.operand);
        if (times.terms.empty()) continue;
        const auto without = multiply(times, *whole),
                   with = multiply(times, Polynomial::symbol(remainderOf(result, symbol)));
        const auto rest = without ? subtract(plain, *without) : std::nullopt;
        const auto sum = rest && with ? add(*rest, *with) : std::nullopt;
        if (!sum) continue;
        subscript = *sum;
        any = true;
      }
  }
  return any ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace appyl::proving
