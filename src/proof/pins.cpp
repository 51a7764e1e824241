#include "proof/pins.h"

#include "proof/symbols.h"

#include <algorithm>
#include <set>

namespace appyl::proving {
namespace {

/// The factor of the loop's counter in two equal subscripts that are otherwise the same for all its
/// iterations.
std::optional<Polynomial> factorOfCounter(const LoopNest& nest, int loop, const Polynomial& first,
                                          const Polynomial& second) {
  const std::string& counter = nest.loops[static_cast<std::size_t>(loop)].symbol;
  if (first != second) return std::nullopt;
  const std::vector<int> around = loopsAround(nest, loop);
  for (const std::string& name : allSymbols(nest, first)) {
    const Symbol& symbol = symbolOf(nest, name);
    const bool outer = symbol.kind == Symbol::Kind::Counter &&
                       std::find(around.begin(), around.end(), symbol.loop) != around.end();
    const bool derived = !operandsOf(symbol).empty();
    if (symbol.kind == Symbol::Kind::Opaque || (symbol.kind == Symbol::Kind::Counter && !outer) ||
        (derived && allSymbols(nest, Polynomial::symbol(name)).contains(counter)))
      return std::nullopt;
  }
  return first.coefficient(counter);
}

}  // namespace

bool pins(const LoopNest& nest, int loop, const Polynomial& first, const Polynomial& second) {
  const auto factor = factorOfCounter(nest, loop, first, second);
  return factor && factor->constant().value_or(0) != 0;
}

std::optional<Constraint> pinsIfPositive(const LoopNest& nest, int loop, const Polynomial& first,
                                         const Polynomial& second) {
  const auto factor = factorOfCounter(nest, loop, first, second);
  if (!factor || factor->terms.empty()) return std::nullopt;
  const std::set<std::string> sizes = factor->symbols();
  if (!std::all_of(sizes.begin(), sizes.end(),
                   [&](const std::string& size) { return isUniform(nest, size); }))
    return std::nullopt;
  const bool allPositive = std::all_of(factor->terms.begin(), factor->terms.end(),
                                       [](const auto& term) { return term.second > 0; });
  const bool allNegative = std::all_of(factor->terms.begin(), factor->terms.end(),
                                       [](const auto& term) { return term.second < 0; });
  if (!allPositive && !allNegative) return std::nullopt;
  const auto magnitude = multiply(*factor, Polynomial(allPositive ? 1 : -1));
  const auto condition = magnitude ? subtract(*magnitude, Polynomial(1)) : std::nullopt;
  if (!condition) return std::nullopt;
  return Constraint{*condition, false};
}

}  // namespace appyl::proving
