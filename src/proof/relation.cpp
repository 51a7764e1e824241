#include "proof/relation.h"

#include "proof/symbols.h"

#include <algorithm>

namespace appyl::proving {
namespace {

enum Order { TotalFirst, Parameters, Counters, SecondCounters, Rest };

/// isl reads `- 3v1`, and no number in parentheses before a name.
std::string term(std::int64_t factor, const std::string& variable) {
  const bool negative = factor < 0;
  const std::string magnitude = std::to_string(factor).substr(negative ? 1 : 0);
  return (negative ? " - " : " + ") + magnitude + variable;
}

}  // namespace

Relation::Relation(const LoopNest& nest, int loop) : nest(nest), loop(loop) {
  if (loop < 0) return;
  for (int around : loopsAround(nest, loop))
    if (around != loop) outer.insert(around);
}

bool Relation::isShared(const std::string& symbol) const {
  const std::set<std::string> names = allSymbols(nest, Polynomial::symbol(symbol));
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const Symbol& meaning = symbolOf(nest, name);
    return !isOpaque(meaning) && (meaning.kind != Symbol::Kind::Counter || outer.contains(meaning.loop));
  });
}

std::string Relation::variable(const std::string& key, int order) {
  const auto [place, isNew] = variables.try_emplace(key);
  if (isNew) place->second = {"v" + std::to_string(variables.size()), order};
  return place->second.name;
}

const std::string& Relation::variableOf(const std::string& symbol, int instance) {
  const std::string key = (isShared(symbol) ? "" : std::to_string(instance) + ":") + symbol;
  if (const auto known = variables.find(key); known != variables.end()) return known->second.name;
  const Symbol& meaning = symbolOf(nest, symbol);
  const int order = meaning.kind == Symbol::Kind::Parameter ? Parameters
                    : meaning.kind == Symbol::Kind::Counter ? Counters + instance - 1
                                                            : Rest;
  const std::string name = variable(key, order);
  define(symbol, name, instance);
  return variables.at(key).name;
}

// C++ rounds towards zero, isl's own division rounds down: both cases are spelt out.
void Relation::define(const std::string& symbol, const std::string& name, int instance) {
  const Symbol& meaning = symbolOf(nest, symbol);
  const std::string last = std::to_string(meaning.divisor - 1), divisor = std::to_string(meaning.divisor);
  switch (meaning.kind) {
    case Symbol::Kind::Parameter:
      if (meaning.isUnsigned) constrain(name + " >= 0");
      break;
    case Symbol::Kind::Quotient:
    case Symbol::Kind::Remainder: {
      const std::string operand = affine(meaning.operand, instance);
      const bool quotient = meaning.kind == Symbol::Kind::Quotient;
      if (quotient && meaning.divisor == 1) {
        constrain(name + " = " + operand);
        break;
      }
      const std::string hidden = quotient ? "" : variable("hidden " + name, Rest);
      const std::string remainder = quotient ? operand + " - " + divisor + name : name;
      if (!quotient) constrain(name + " = " + operand + " - " + divisor + hidden);
      constrainByCases("(" + operand + " >= 0 and 0 <= " + remainder + " <= " + last + ") or (" + operand +
                       " < 0 and -" + last + " <= " + remainder + " <= 0)");
      break;
    }
    case Symbol::Kind::Minimum:
    case Symbol::Kind::Maximum: {
      const std::string left = affine(meaning.operand, instance), right = affine(meaning.right, instance);
      const std::string relation = meaning.kind == Symbol::Kind::Minimum ? " <= " : " >= ";
      constrainByCases("(" + name + " = " + left + " and " + name + relation + right + ") or (" + name +
                       " = " + right + " and " + name + relation + left + ")");
      break;
    }
    case Symbol::Kind::Opaque:
      if (meaning.isLane) constrain("0 <= " + name + " < " + affine(meaning.operand, instance));
      if (isBoundByType(meaning)) constrain("0 <= " + name + " <= " + std::to_string(meaning.most));
      if (meaning.condition) defineChoice(meaning, name, instance);
      if (dividesBySize(meaning)) defineDivision(meaning, symbol, name, instance);
      break;
    case Symbol::Kind::Counter: break;
  }
}

void Relation::defineChoice(const Symbol& meaning, const std::string& name, int instance) {
  const std::string condition = affine(*meaning.condition, instance);
  constrainByCases("(" + condition + " >= 0 and " + name + " = " + affine(meaning.operand, instance) +
                   ") or (" + condition + " < 0 and " + name + " = " + affine(meaning.right, instance) + ")");
}

/// A sum of counters that begin at 0 or above, and of what is unsigned.
bool Relation::isNeverNegative(const Polynomial& polynomial) const {
  const auto isOne = [&](const std::string& name) {
    const Symbol& symbol = symbolOf(nest, name);
    if (symbol.kind != Symbol::Kind::Counter)
      return symbol.kind == Symbol::Kind::Parameter && symbol.isUnsigned;
    const Range range = rangeOf(nest.loops[static_cast<std::size_t>(symbol.loop)]);
    return range.least && range.least->constant().value_or(-1) >= 0;
  };
  return std::ranges::all_of(polynomial.terms, [&](const auto& term) {
    return term.second > 0 && std::ranges::all_of(term.first, isOne);
  });
}

/// The remainder of t by m lies between 0 and m, with the sign of t; nothing is known for m < 0.
void Relation::defineDivision(const Symbol& meaning, const std::string& symbol, const std::string& name,
                              int instance) {
  const auto whole = multiply(meaning.right, Polynomial::symbol(symbol));
  const auto rest = whole ? subtract(meaning.operand, *whole) : std::nullopt;
  if (!meaning.isRemainder && !rest) return;
  const std::string operand = affine(meaning.operand, instance), divisor = affine(meaning.right, instance),
                    remainder = meaning.isRemainder ? name : affine(*rest, instance),
                    quotientUp = meaning.isRemainder ? "" : " and " + name + " >= 0",
                    quotientDown = meaning.isRemainder ? "" : " and " + name + " <= 0";
  std::string cases = divisor + " < 0 or (" + divisor + " > 0 and " + operand +
                      " >= 0 and 0 <= " + remainder + " < " + divisor + quotientUp + ")";
  if (!isNeverNegative(meaning.operand))
    cases += " or (" + divisor + " > 0 and " + operand + " < 0 and " + remainder + " <= 0 and " + divisor +
             " + " + remainder + " > 0" + quotientDown + ")";
  divisions.push_back(cases);
  if (!meaning.isRemainder) divided[divisor].push_back({name, operand});
  exact = false;
}

std::string Relation::affine(const Polynomial& polynomial, int instance) {
  std::string text;
  for (const auto& [monomial, factor] : polynomial.terms) {
    if (monomial.empty()) {
      text += term(factor, "");
      continue;
    }
    if (monomial.size() == 1) {
      text += term(factor, variableOf(monomial.front(), instance));
      continue;
    }
    // Equal factors make equal products; nothing else is known of this number.
    exact = false;
    std::vector<std::string> names;
    for (const std::string& symbol : monomial) names.push_back(variableOf(symbol, instance));
    std::sort(names.begin(), names.end());
    std::string product;
    for (const std::string& name : names) product += name + " ";
    product = variable(product, Rest);
    if (const auto multiplier = multiplierIn(monomial); multiplier && instance > 0)
      products[*multiplier][static_cast<std::size_t>(instance - 1)] = product;
    text += term(factor, product);
  }
  return "(0" + text + ")";
}

/// n of `n*t` for the counter t of the loop, where the iterations share it.
std::optional<Monomial> Relation::multiplierIn(const Monomial& product) const {
  if (loop < 0) return std::nullopt;
  const std::string& counter = nest.loops[static_cast<std::size_t>(loop)].symbol;
  Monomial rest = product;
  const auto found = std::ranges::find(rest, counter);
  if (found == rest.end()) return std::nullopt;
  rest.erase(found);
  const bool isOfAll = std::ranges::all_of(rest, [&](const std::string& name) { return isShared(name); });
  return isOfAll ? std::optional(std::move(rest)) : std::nullopt;
}

/// Below the lesser of two is below both: no case for each of them.
void Relation::bounds(const std::string& counter, const char* relation, const Polynomial& bound,
                      Symbol::Kind both, int instance) {
  for (const std::string& name : bound.symbols()) {
    const Symbol& symbol = symbolOf(nest, name);
    const auto factor = bound.coefficient(name);
    if (symbol.kind != both || !factor || *factor != Polynomial(1)) continue;
    bounds(counter, relation, bound.substitute(name, symbol.operand), both, instance);
    bounds(counter, relation, bound.substitute(name, symbol.right), both, instance);
    return;
  }
  constrain(counter + relation + affine(bound, instance));
}

void Relation::iterates(int index, int instance) {
  const Loop& around = nest.loops[static_cast<std::size_t>(index)];
  if (!around.canonical) return;
  const std::string counter = variableOf(around.symbol, instance);
  if (!iterated.insert(counter).second) return;
  const Range range = rangeOf(around);
  if (range.least) bounds(counter, " >= ", *range.least, Symbol::Kind::Maximum, instance);
  if (range.greatest) bounds(counter, " <= ", *range.greatest, Symbol::Kind::Minimum, instance);
  exact &= around.step.has_value();
  if (!around.step || !around.first || *around.step == 1 || *around.step == -1 || *around.step == 0) return;
  const std::string number = variable("number " + counter, Rest);
  constrain(counter + " = " + affine(*around.first, instance) + term(*around.step, number));
  if (around.comparison == Comparison::NotEqual && around.end) {  // it ends by meeting its bound
    const std::string count = variable("count " + counter, Rest);
    constrain(affine(*around.end, instance) + " = " + affine(*around.first, instance) +
              term(*around.step, count));
  }
}

void Relation::happens(const Access& access, int instance) {
  for (int around : loopsAround(nest, access.loop)) iterates(around, instance);
  for (const Constraint& guard : usableGuards(nest, access)) require(guard, instance);
}

void Relation::require(const Constraint& constraint, int instance) {
  constrain(affine(constraint.condition, instance) + (constraint.equality ? " = 0" : " >= 0"));
}

void Relation::meets(const Parts& first, const Parts& second) {
  for (std::size_t k = 0; k < std::min(first.size(), second.size()); ++k)
    constrain(affine(first[k], 1) + " = " + affine(second[k], 2));
}

void Relation::differs(bool ordered) {
  const Loop& iterated = nest.loops[static_cast<std::size_t>(loop)];
  const std::string first = variableOf(iterated.symbol, 1), second = variableOf(iterated.symbol, 2);
  std::string distance = "1";  // at least
  if (!iterated.step && iterated.stepSize) {
    distance = affine(*iterated.stepSize, 1);
    constrain(distance + " >= 1");
  }
  const std::string ascends = second + " - " + first + " >= " + distance;
  if (ordered)
    constrain(ascends);
  else
    constrainByCases(ascends + " or " + first + " - " + second + " >= " + distance);
}

void Relation::leaves(const Polynomial& part, const Polynomial& size, bool upper, int instance) {
  constrain(affine(part, instance) + (upper ? " >= " + affine(size, instance) : " < 0"));
}

void Relation::exceeds(const Polynomial& first, const Polynomial& second, const Polynomial& size,
                       bool above) {
  const std::string one = affine(first, 1), other = affine(second, 2);
  constrain((above ? one + " - " + other : other + " - " + one) + " >= " + affine(size, 1));
}

void Relation::parametersNotNegative() {
  std::string total;
  for (const auto& [key, known] : variables)
    if (known.order == Parameters) {
      constrain(known.name + " >= 0");
      total += (total.empty() ? "" : " + ") + known.name;
    }
  if (!total.empty()) constrain(variable("total", TotalFirst) + " = " + total);
}

std::vector<std::string> Relation::parameters() const {
  std::vector<std::string> names;
  for (const auto& [key, known] : variables)
    if (known.order == Parameters) names.push_back(known.name);
  return names;
}

IntegerSet Relation::system() const {
  std::vector<Variable> sorted;
  for (const auto& [key, known] : variables) sorted.push_back(known);
  std::sort(sorted.begin(), sorted.end(), [](const Variable& a, const Variable& b) {
    if (a.order != b.order) return a.order < b.order;
    return a.name.size() != b.name.size() ? a.name.size() < b.name.size() : a.name < b.name;  // v9 before v10
  });
  IntegerSet result{{}, constraints};
  for (const std::string& cases : divisions) result.constraints.push_back({cases, /*hasCases=*/true});
  for (const Variable& known : sorted) result.variables.push_back(known.name);
  return result;
}

}  // namespace appyl::proving
