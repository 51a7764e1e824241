#include "proof/pins.h"

#include "proof/symbols.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

namespace appyl::proving {
namespace {

/// The factor of the loop's counter in a subscript that is otherwise the same for all its iterations.
std::optional<Polynomial> factorOfCounter(const LoopNest& nest, int loop, const Polynomial& subscript) {
  const std::string& counter = nest.loops[static_cast<std::size_t>(loop)].symbol;
  const std::vector<int> around = loopsAround(nest, loop);
  for (const std::string& name : allSymbols(nest, subscript)) {
    const Symbol& symbol = symbolOf(nest, name);
    const bool outer = symbol.kind == Symbol::Kind::Counter &&
                       std::find(around.begin(), around.end(), symbol.loop) != around.end();
    const bool derived = !operandsOf(symbol).empty();
    if (isOpaque(symbol) || (symbol.kind == Symbol::Kind::Counter && !outer) ||
        (derived && allSymbols(nest, Polynomial::symbol(name)).contains(counter)))
      return std::nullopt;
  }
  return subscript.coefficient(counter);
}

/// |factor| >= least, where all its terms have one sign and are the same for all iterations.
std::optional<Constraint> isAtLeast(const LoopNest& nest, const Polynomial& factor, std::int64_t least) {
  const std::set<std::string> sizes = factor.symbols();
  if (factor.terms.empty() || !std::all_of(sizes.begin(), sizes.end(),
                                           [&](const std::string& size) { return isUniform(nest, size); }))
    return std::nullopt;
  const bool allPositive =
      std::all_of(factor.terms.begin(), factor.terms.end(), [](const auto& term) { return term.second > 0; });
  const bool allNegative =
      std::all_of(factor.terms.begin(), factor.terms.end(), [](const auto& term) { return term.second < 0; });
  if (!allPositive && !allNegative) return std::nullopt;
  const auto magnitude = multiply(factor, Polynomial(allPositive ? 1 : -1));
  const auto condition = magnitude ? subtract(*magnitude, Polynomial(least)) : std::nullopt;
  return condition ? std::optional(Constraint{*condition, false}) : std::nullopt;
}

}  // namespace

bool pins(const LoopNest& nest, int loop, const Polynomial& first, const Polynomial& second) {
  const auto factor = first == second ? factorOfCounter(nest, loop, first) : std::nullopt;
  return factor && factor->constant().value_or(0) != 0;
}

/// Symbols that are the only varying one in a part that is the same for both, `q` of `2*q + m`: where the
/// parts agree, so do the symbols.
static std::set<std::string> agreedSymbols(const LoopNest& nest, const std::vector<Polynomial>& first,
                                           const std::vector<Polynomial>& second) {
  std::set<std::string> agreed;
  for (std::size_t k = 0; k < std::min(first.size(), second.size()); ++k) {
    if (first[k] != second[k]) continue;
    std::set<std::string> varying = first[k].symbols();
    std::erase_if(varying, [&](const std::string& name) { return isUniform(nest, name); });
    const auto factor = varying.size() == 1 ? first[k].coefficient(*varying.begin()) : std::nullopt;
    if (factor && factor->constant().value_or(0) != 0) agreed.insert(*varying.begin());
  }
  return agreed;
}

const Symbol* remainderIn(const LoopNest& nest, const Polynomial& part) {
  const std::set<std::string> names = part.symbols();
  if (names.size() != 1 || part != Polynomial::symbol(*names.begin())) return nullptr;
  const Symbol& symbol = symbolOf(nest, *names.begin());
  return dividesBySize(symbol) && symbol.isRemainder ? &symbol : nullptr;
}

std::vector<Polynomial> agreedByDivision(const LoopNest& nest, const std::vector<Polynomial>& first,
                                         const std::vector<Polynomial>& second) {
  std::vector<Polynomial> operands;
  const std::set<std::string> agreed = agreedSymbols(nest, first, second);
  for (const std::string& one : agreed)
    for (const std::string& other : agreed) {
      const Symbol &quotient = symbolOf(nest, one), &remainder = symbolOf(nest, other);
      if (dividesBySize(quotient) && !quotient.isRemainder && dividesBySize(remainder) &&
          remainder.isRemainder && quotient.operand == remainder.operand && quotient.right == remainder.right)
        operands.push_back(quotient.operand);
    }
  return operands;
}

bool pinsTogether(const LoopNest& nest, int loop, const std::vector<Polynomial>& first,
                  const std::vector<Polynomial>& second) {
  const std::set<std::string> agreed = agreedSymbols(nest, first, second);
  if (agreed.empty()) return false;
  const auto isAgreed = [&](const std::string& name) {
    return agreed.contains(name) || isUniform(nest, name);
  };
  const auto rest = [&](const Polynomial& subscript) {
    Polynomial left;
    for (const auto& [monomial, factor] : subscript.terms)
      if (!std::all_of(monomial.begin(), monomial.end(), isAgreed)) left.terms[monomial] = factor;
    return left;
  };
  for (std::size_t k = 0; k < first.size(); ++k)
    if (first[k] == second[k] && pins(nest, loop, rest(first[k]), rest(second[k]))) return true;
  return false;
}

bool neverMeet(const LoopNest& nest, const Polynomial& first, const Polynomial& second) {
  const auto isOfParameters = [&](const Monomial& monomial) {
    return std::all_of(monomial.begin(), monomial.end(), [&](const std::string& name) {
      return nest.symbols.at(name).kind == Symbol::Kind::Parameter;
    });
  };
  for (const Polynomial* each : {&first, &second})
    for (const std::string& name : each->symbols())
      if (!nest.symbols.contains(name)) return false;  // a number that did not fit
  std::int64_t divisor = 0;
  std::map<Monomial, std::int64_t> shared;  // of both iterations; the constant, too
  for (const auto& [polynomial, sign] : {std::pair{&first, 1}, std::pair{&second, -1}})
    for (const auto& [monomial, factor] : polynomial->terms) {
      if (factor == INT64_MIN) return false;
      if (!isOfParameters(monomial))
        divisor = std::gcd(divisor, factor);
      else if (__builtin_add_overflow(shared[monomial], sign * factor, &shared[monomial]))
        return false;
    }
  const std::int64_t distance = shared[{}];
  for (const auto& [monomial, factor] : shared)
    if (!monomial.empty()) divisor = std::gcd(divisor, factor);
  return divisor == 0 ? distance != 0 : distance % divisor != 0;
}

std::optional<Constraint> pinsIfPositive(const LoopNest& nest, int loop, const Polynomial& first,
                                         const Polynomial& second) {
  const auto factor = first == second ? factorOfCounter(nest, loop, first) : std::nullopt;
  return factor ? isAtLeast(nest, *factor, 1) : std::nullopt;
}

std::optional<Constraint> apartIf(const LoopNest& nest, int loop, const Polynomial& first,
                                  const Polynomial& second) {
  const auto difference = subtract(first, second);
  const auto distance = difference ? difference->constant() : std::nullopt;
  const auto factor = distance ? factorOfCounter(nest, loop, first) : std::nullopt;
  if (!factor || factor->constant() || *distance == 0 || *distance == INT64_MIN) return std::nullopt;
  return isAtLeast(nest, *factor, std::abs(*distance) + 1);
}

std::optional<Constraint> apartIfUnequal(const LoopNest& nest, const Polynomial& first,
                                         const Polynomial& second) {
  // Each access has counters of its own, although these would cancel here: `a[i + p]` beside `a[i + q]`.
  for (const Polynomial* each : {&first, &second})
    for (const std::string& name : each->symbols())
      if (!isUniform(nest, name)) return std::nullopt;
  const auto difference = subtract(first, second);
  if (!difference) return std::nullopt;
  int sum = 0;
  for (const auto& [monomial, factor] : difference->terms) {
    if (monomial.empty()) continue;
    if (monomial.size() != 1 || std::abs(factor) != 1) return std::nullopt;
    const Symbol& symbol = symbolOf(nest, monomial.front());
    if (symbol.kind != Symbol::Kind::Parameter || symbol.isComputed) return std::nullopt;
    sum += static_cast<int>(factor);
  }
  if (sum != 0 || difference->symbols().size() != 2) return std::nullopt;
  const auto condition = unequal(first, second);
  return condition ? std::optional(Constraint{*condition, false}) : std::nullopt;
}

}  // namespace appyl::proving
