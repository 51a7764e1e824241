#include "proof/evaluate.h"

#include "proof/symbols.h"

#include <algorithm>
#include <set>

namespace appyl::proving {

std::vector<std::string> parametersOf(const LoopNest& nest, const std::vector<Polynomial>& polynomials) {
  std::set<std::string> found;
  for (const Polynomial& polynomial : polynomials)
    for (const std::string& name : allSymbols(nest, polynomial))
      if (symbolOf(nest, name).kind == Symbol::Kind::Parameter) found.insert(name);
  return {found.begin(), found.end()};
}

std::optional<std::int64_t> Evaluator::symbol(const std::string& name) {
  if (const auto known = values.find(name); known != values.end()) return known->second;
  // A value that is computed from others in several steps is computed once, however often it is mentioned.
  if (const auto known = derived.find(name); known != derived.end()) return known->second;
  const auto result = derive(symbolOf(nest, name));
  derived[name] = result;
  return result;
}

std::optional<std::int64_t> Evaluator::derive(const Symbol& meaning) {
  const std::vector<const Polynomial*> operands = operandsOf(meaning);
  if (operands.empty()) return std::nullopt;
  if (meaning.condition) {
    const auto condition = value(*meaning.condition);
    return condition ? value(*condition >= 0 ? meaning.operand : meaning.right) : std::nullopt;
  }
  const auto left = value(*operands.front()), right = value(*operands.back());
  if (!left || !right) return std::nullopt;
  if (dividesBySize(meaning)) {
    if (*right == 0 || *right == -1) return std::nullopt;
    return meaning.isRemainder ? *left % *right : *left / *right;
  }
  switch (meaning.kind) {
    case Symbol::Kind::Quotient: return *left / meaning.divisor;
    case Symbol::Kind::Remainder: return *left % meaning.divisor;
    case Symbol::Kind::Minimum: return std::min(*left, *right);
    default: return std::max(*left, *right);
  }
}

std::optional<std::int64_t> Evaluator::value(const Polynomial& polynomial) {
  std::int64_t sum = 0;
  for (const auto& [monomial, factor] : polynomial.terms) {
    std::int64_t product = factor;
    for (const std::string& name : monomial) {
      const auto known = symbol(name);
      if (!known || __builtin_mul_overflow(product, *known, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

std::optional<bool> Evaluator::holds(const Constraint& constraint) {
  const auto known = value(constraint.condition);
  if (!known) return std::nullopt;
  return constraint.equality ? *known == 0 : *known >= 0;
}

std::optional<std::int64_t> Evaluator::stepOf(const Loop& loop) {
  auto step = loop.step;
  if (!step && loop.stepSize) {
    step = value(*loop.stepSize);
    if (!step || *step <= 0) return std::nullopt;  // not one that such a loop has
    if (loop.descending) step = -*step;
  }
  return step == 0 ? std::nullopt : step;
}

std::optional<bool> Evaluator::iterates(const Loop& loop) {
  const auto step = stepOf(loop);
  if (!loop.canonical || !step || !loop.first || !loop.end) return std::nullopt;
  const auto counter = symbol(loop.symbol), first = value(*loop.first), end = value(*loop.end);
  if (!counter || !first || !end) return std::nullopt;
  const bool up = *step > 0;
  const std::int64_t from = up ? *first : *counter, to = up ? *counter : *first;
  std::int64_t distance = 0;
  if (from > to || __builtin_sub_overflow(to, from, &distance) || distance % *step != 0) return false;
  switch (loop.comparison) {
    case Comparison::Less: return *counter < *end;
    case Comparison::LessEqual: return *counter <= *end;
    case Comparison::Greater: return *counter > *end;
    case Comparison::GreaterEqual: return *counter >= *end;
    case Comparison::NotEqual: break;
  }
  // One that steps over its bound does not end.
  return (up ? *counter < *end : *counter > *end) && (*end - *first) % *step == 0;
}

}  // namespace appyl::proving
