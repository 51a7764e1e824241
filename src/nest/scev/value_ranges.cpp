#include "nest/scev/value_ranges.h"

#include <algorithm>

namespace appyl {

std::optional<Polynomial> endOf(const Loop& loop, bool upper) {
  if (upper == loop.descending) return loop.first;
  if (!loop.end || isInclusive(loop.comparison)) return loop.end;
  return add(*loop.end, Polynomial(upper ? -1 : 1));
}

namespace {

bool allTerms(const Polynomial& value, bool positive) {
  return std::all_of(value.terms.begin(), value.terms.end(),
                     [&](const auto& term) { return (term.second > 0) == positive; });
}

/// Without what a square covers: x*x - x is never negative.
Polynomial withoutSquares(Polynomial value) {
  for (const std::string& name : value.symbols()) {
    const auto square = value.terms.find({name, name}), single = value.terms.find({name});
    if (square == value.terms.end() || single == value.terms.end() || single->second > 0 ||
        square->second < -single->second)
      continue;
    value.terms.erase(single);
    value.terms.erase({name, name});
  }
  return value;
}

bool isNonNegative(const LoopNest& nest, const Polynomial& value, int steps);

/// Is no term negative: neither its factor nor any symbol in it? `i*i + i`.
bool hasNoNegativePart(const LoopNest& nest, const Polynomial& value, int steps) {
  return std::all_of(value.terms.begin(), value.terms.end(), [&](const auto& term) {
    return term.second >= 0 &&
           std::all_of(term.first.begin(), term.first.end(), [&](const std::string& name) {
             return isNonNegative(nest, Polynomial::symbol(name), steps);
           });
  });
}

bool isNonNegativeSymbol(const LoopNest& nest, const std::string& name, int steps) {
  const auto found = nest.symbols.find(name);
  if (found == nest.symbols.end()) return false;
  const Symbol& symbol = found->second;
  switch (symbol.kind) {
    case Symbol::Kind::Parameter: return !symbol.value || *symbol.value >= 0;
    case Symbol::Kind::Quotient:
    case Symbol::Kind::Remainder: return isNonNegative(nest, symbol.operand, steps);
    case Symbol::Kind::Minimum:
      return isNonNegative(nest, symbol.operand, steps) && isNonNegative(nest, symbol.right, steps);
    case Symbol::Kind::Maximum:
      return isNonNegative(nest, symbol.operand, steps) || isNonNegative(nest, symbol.right, steps);
    case Symbol::Kind::Opaque: return symbol.isLane || symbol.isUnsigned;
    case Symbol::Kind::Counter: return false;  // one whose range is not known
  }
  return false;
}

}  // namespace

std::optional<Polynomial> extremeOf(const LoopNest& nest, Polynomial value, bool greatest) {
  for (auto loop = nest.loops.rbegin(); loop != nest.loops.rend(); ++loop) {
    if (!loop->canonical || !value.mentions(loop->symbol)) continue;
    const auto factor = value.coefficient(loop->symbol);
    if (!factor || (!allTerms(*factor, true) && !allTerms(*factor, false))) return std::nullopt;
    const auto end = endOf(*loop, allTerms(*factor, true) == greatest);
    const auto product = end ? multiply(*factor, *end) : std::nullopt;
    const auto sum = product ? add(value.without(loop->symbol), *product) : std::nullopt;
    if (!sum) return std::nullopt;
    value = *sum;
  }
  return value;
}

namespace {

bool isNonNegative(const LoopNest& nest, const Polynomial& value, int steps) {
  if (--steps < 0) return false;
  const bool hasSquare = std::any_of(value.terms.begin(), value.terms.end(), [](const auto& term) {
    return term.first.size() == 2 && term.first.front() == term.first.back();
  });
  if (hasSquare && hasNoNegativePart(nest, withoutSquares(value), steps)) return true;
  const auto least = extremeOf(nest, value, false);
  if (!least) return false;
  std::int64_t constant = 0;
  bool hasSize = false;
  for (const auto& [monomial, factor] : least->terms) {
    if (monomial.empty()) {
      constant = factor;
      continue;
    }
    if (factor < 0) return false;
    for (const std::string& name : monomial)
      if (!isNonNegativeSymbol(nest, name, steps)) return false;
    hasSize = true;
  }
  return constant >= 0 || hasSize;
}

}  // namespace

bool isNonNegative(const LoopNest& nest, const Polynomial& value) {
  return isNonNegative(nest, value, mostSteps);
}

bool takenAsNonNegative(LoopNest& nest, const Polynomial& value) {
  if (!isNonNegative(nest, value)) return false;
  auto& taken = nest.takenAsNonNegative;
  if (std::find(taken.begin(), taken.end(), value) == taken.end()) taken.push_back(value);
  return true;
}

/// Of counters and parameters, none multiplied by another: parameters may be negative.
static bool isLinear(const LoopNest& nest, const std::optional<Polynomial>& value) {
  return value && std::all_of(value->terms.begin(), value->terms.end(), [&](const auto& term) {
           return term.first.empty() ||
                  (term.first.size() == 1 &&
                   (nest.symbols.at(term.first.front()).kind == Symbol::Kind::Counter ||
                    nest.symbols.at(term.first.front()).kind == Symbol::Kind::Parameter));
         });
}

bool isNeverNegative(const LoopNest& nest, const Polynomial& value, int inside) {
  for (const int around : loopsAround(nest, inside)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    if (loop.canonical && (!isLinear(nest, loop.first) || !isLinear(nest, loop.end))) return false;
  }
  const auto least = isLinear(nest, value) ? extremeOf(nest, value, /*greatest=*/false) : std::nullopt;
  const auto constant = least ? least->constant() : std::nullopt;
  return constant && *constant >= 0;
}

bool hasNoSign(const LoopNest& nest, const Polynomial& value) {
  return std::ranges::all_of(value.terms, [&](const auto& term) {
    return term.second >= 0 && std::ranges::all_of(term.first, [&](const std::string& name) {
             return nest.symbols.at(name).isUnsigned;
           });
  });
}

bool certainlyRuns(const LoopNest& nest, int index) {
  const Loop& loop = nest.loops[static_cast<std::size_t>(index)];
  if (!loop.canonical || !loop.first || !loop.end) return false;
  const auto distance = loop.descending ? subtract(*loop.first, *loop.end) : subtract(*loop.end, *loop.first);
  const auto turns = distance ? subtract(*distance, isInclusive(loop.comparison) ? 0 : 1) : std::nullopt;
  return turns && isNeverNegative(nest, *turns, index);
}

namespace {

int stepsTo(const LoopNest& nest, const Symbol& symbol, std::map<std::string, int>& known) {
  int most = 0;
  for (const Polynomial* part :
       {&symbol.operand, &symbol.right, symbol.condition ? &*symbol.condition : nullptr})
    for (const std::string& name : part ? part->symbols() : std::set<std::string>()) {
      const auto found = nest.symbols.find(name);
      if (found == nest.symbols.end()) continue;
      if (const auto [place, isNew] = known.try_emplace(name, 0); isNew)
        known[name] = stepsTo(nest, found->second, known);
      most = std::max(most, known[name]);
    }
  const bool isComputed = !symbol.operand.terms.empty() || !symbol.right.terms.empty();
  return most + (isComputed ? 1 : 0);
}

}  // namespace

int stepsTo(const LoopNest& nest, const Symbol& symbol) {
  std::map<std::string, int> known;
  return stepsTo(nest, symbol, known);
}

}  // namespace appyl
