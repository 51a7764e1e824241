#include "proof/assumptions.h"

#include "nest/ir/leading_dimensions.h"
#include "nest/ir/symbol_names.h"
#include "nest/scev/value_ranges.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace appyl::proving {

static std::string comparisonBy(const Polynomial& condition,
                                const std::function<std::string(const Polynomial&)>& print) {
  if (const auto sides = sidesOfUnequal(condition))
    return print(sides->first) + " != " + print(sides->second);
  Polynomial less, more;
  bool strict = false;
  for (const auto& [monomial, factor] : condition.terms) {
    if (monomial.empty() && factor == -1)
      strict = true;  // `n < lda` for n + 1 <= lda
    else if (factor < 0)
      less.terms[monomial] = -factor;
    else
      more.terms[monomial] = factor;
  }
  return print(less) + (strict ? " < " : " <= ") + print(more);
}

std::string assumptionText(const Polynomial& condition) {
  return comparisonBy(condition, [](const Polynomial& side) { return print(side); });
}

std::string assumptionAsWritten(const LoopNest& nest, const Polynomial& condition) {
  return comparisonBy(condition, [&](const Polynomial& side) { return printAsWritten(nest, side); });
}

/// `2*n + 3 >= 0` as `n + 1 >= 0`.
static Polynomial inSmallestNumbers(Polynomial condition) {
  std::int64_t divisor = 0;
  for (const auto& [monomial, factor] : condition.terms)
    if (!monomial.empty()) divisor = std::gcd(divisor, factor);
  if (divisor <= 1) return condition;
  for (auto& [monomial, factor] : condition.terms)
    factor = factor / divisor - (monomial.empty() && factor < 0 && factor % divisor != 0 ? 1 : 0);
  const auto constant = condition.terms.find({});
  if (constant != condition.terms.end() && constant->second == 0) condition.terms.erase(constant);
  return condition;
}

void addAssumption(Proof& proof, const LoopNest& nest, const Polynomial& assumed) {
  const Polynomial condition = inSmallestNumbers(withoutPitches(nest, assumed));
  if (condition.constant().value_or(-1) >= 0) return;
  // `n <= m + 2` beside `n <= m` says nothing.
  const auto isWeaker = [](const Polynomial& one, const Polynomial& other) {
    const auto distance = subtract(one, other);
    return distance && distance->constant().value_or(-1) >= 0;
  };
  if (llvm::any_of(proof.assumptions,
                   [&](const Assumption& known) { return isWeaker(condition, known.condition); }))
    return;
  std::erase_if(proof.assumptions,
                [&](const Assumption& known) { return isWeaker(known.condition, condition); });
  proof.assumptions.push_back({condition, assumptionText(condition)});
}

namespace {

/// Adds the conditions under which a value that is taken as not negative is so; unsigned parameters need
/// none.
void collectSigns(const LoopNest& nest, const Polynomial& value, std::vector<Polynomial>& found, int depth) {
  const auto least = depth > mostSteps ? std::nullopt : extremeOf(nest, value, false);
  if (!least) return;
  bool isOpen = false, isOfParameters = true;
  std::vector<Polynomial> signs;
  for (const auto& [monomial, factor] : least->terms) {
    isOpen |= monomial.empty() && factor < 0;
    for (const std::string& name : monomial) {
      const Symbol& symbol = nest.symbols.at(name);
      isOfParameters &= symbol.kind == Symbol::Kind::Parameter;
      if (symbol.kind == Symbol::Kind::Parameter && !symbol.isUnsigned && !symbol.value) {
        isOpen = true;
        signs.push_back(Polynomial::symbol(name));
      }
      if (symbol.kind == Symbol::Kind::Parameter || symbol.kind == Symbol::Kind::Opaque) continue;
      std::vector<Polynomial> ofOperand, ofRight;
      collectSigns(nest, symbol.operand, ofOperand, depth + 1);
      if (symbol.kind == Symbol::Kind::Minimum || symbol.kind == Symbol::Kind::Maximum)
        collectSigns(nest, symbol.right, ofRight, depth + 1);
      const bool isAny = symbol.kind == Symbol::Kind::Maximum;  // one that is not negative is enough
      if (isAny && !isNonNegative(nest, symbol.operand)) ofOperand = ofRight;
      const bool isSettled = isAny && isNonNegative(nest, symbol.right) && ofRight.empty();
      if (!isSettled) signs.insert(signs.end(), ofOperand.begin(), ofOperand.end());
      if (!isAny) signs.insert(signs.end(), ofRight.begin(), ofRight.end());
    }
  }
  if (isOpen && isOfParameters) signs = {*least};
  found.insert(found.end(), signs.begin(), signs.end());
}

bool isAtLeast(const Polynomial& value, const std::optional<Polynomial>& other, std::int64_t distance) {
  const auto beyond = other ? subtract(value, *other) : std::nullopt;
  const auto constant = beyond ? beyond->constant() : std::nullopt;
  return constant && *constant >= distance;
}

/// Does the condition follow from the outermost loops, which run if anything happens, or from the context?
bool isGiven(const LoopNest& nest, const Polynomial& condition) {
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const Loop& loop = nest.loops[k];
    if (!loop.canonical || (k > 0 && (!loop.perfect || loop.parent != static_cast<int>(k) - 1))) break;
    if (!loop.first || !loop.end || loop.comparison == Comparison::NotEqual) continue;
    const auto length = loop.descending ? subtract(*loop.first, *loop.end) : subtract(*loop.end, *loop.first);
    if (isAtLeast(condition, length, isInclusive(loop.comparison) ? 0 : -1)) return true;
  }
  return std::any_of(nest.context.begin(), nest.context.end(), [&](const Constraint& known) {
    return !known.equality && !known.inUnsigned && isAtLeast(condition, known.condition, 0);
  });
}

}  // namespace

void addAssumptions(Proof& proof, const LoopNest& nest, const std::vector<Polynomial>& assumed) {
  for (const Polynomial& condition : assumed) addAssumption(proof, nest, condition);
  const auto isProved = [](const LoopProof& loop) { return !isOpen(loop) && !isConflict(loop); };
  if (std::none_of(proof.loops.begin(), proof.loops.end(), isProved)) return;
  std::vector<Polynomial> conditions;
  for (const Polynomial& value : nest.takenAsNonNegative) collectSigns(nest, value, conditions, 0);
  conditions.insert(conditions.end(), nest.takenToHold.begin(), nest.takenToHold.end());
  for (const Polynomial& condition : conditions)
    if (!isGiven(nest, condition)) addAssumption(proof, nest, condition);
}

std::optional<std::int64_t> smallestLimit(const Proof& proof) {
  std::optional<std::int64_t> smallest;
  for (const Assumption& each : proof.assumptions) {
    const bool hasRoom = std::ranges::any_of(each.condition.terms, [](const auto& term) {
      return !term.first.empty() && term.second > 0;  // other sizes limit it, no number
    });
    if (hasRoom && each.condition.symbols().size() != 1) continue;
    const auto constant = each.condition.terms.find({});
    const std::int64_t most =
        constant != each.condition.terms.end() ? std::max<std::int64_t>(constant->second, 0) : 0;
    for (const auto& [monomial, factor] : each.condition.terms)
      if (!monomial.empty() && factor < 0)
        smallest = std::min(smallest.value_or(INT64_MAX), -(most / factor));
  }
  return smallest;
}

}  // namespace appyl::proving
