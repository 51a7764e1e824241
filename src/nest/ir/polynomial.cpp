// Arithmetic on polynomials is checked: a coefficient that does not fit makes the result nullopt instead of a
// wrong number.
#include "nest/ir/polynomial.h"

#include "support/operands.h"

#include <algorithm>
#include <iterator>

namespace appyl {

Polynomial Polynomial::symbol(const std::string& name) {
  Polynomial result;
  result.terms[{name}] = 1;
  return result;
}

std::optional<std::int64_t> Polynomial::constant() const {
  if (terms.empty()) return 0;
  if (isConstant()) return terms.begin()->second;
  return std::nullopt;
}

bool Polynomial::mentions(const std::string& symbol) const {
  return std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
    return std::find(term.first.begin(), term.first.end(), symbol) != term.first.end();
  });
}

std::set<std::string> Polynomial::symbols() const {
  std::set<std::string> result;
  for (const auto& [monomial, coefficient] : terms) result.insert(monomial.begin(), monomial.end());
  return result;
}

std::optional<Polynomial> Polynomial::coefficient(const std::string& symbol) const {
  Polynomial result;
  for (const auto& [monomial, value] : terms) {
    const auto count = std::count(monomial.begin(), monomial.end(), symbol);
    if (count > 1) return std::nullopt;
    if (count == 0) continue;
    Monomial rest = monomial;
    rest.erase(std::find(rest.begin(), rest.end(), symbol));
    result.terms[rest] = value;
  }
  return result;
}

Polynomial Polynomial::without(const std::string& symbol) const {
  Polynomial result;
  for (const auto& [monomial, value] : terms)
    if (std::find(monomial.begin(), monomial.end(), symbol) == monomial.end()) result.terms[monomial] = value;
  return result;
}

Polynomial Polynomial::substitute(const std::string& symbol, const Polynomial& value) const {
  Polynomial result;
  for (const auto& [monomial, factor] : terms) {
    Polynomial product(factor);
    const Polynomial unknown = Polynomial::symbol("?");
    for (const std::string& name : monomial)
      product = multiply(product, name == symbol ? value : Polynomial::symbol(name)).value_or(unknown);
    result = add(result, product).value_or(unknown);
  }
  return result;
}

std::optional<std::int64_t> Polynomial::evaluate(const std::map<std::string, std::int64_t>& values) const {
  std::int64_t sum = 0;
  for (const auto& [monomial, factor] : terms) {
    std::int64_t product = factor;
    for (const std::string& name : monomial) {
      const auto value = values.find(name);
      if (value == values.end() || __builtin_mul_overflow(product, value->second, &product))
        return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

std::optional<Polynomial> add(const Polynomial& a, const Polynomial& b) {
  Polynomial result = a;
  for (const auto& [monomial, value] : b.terms) {
    std::int64_t& sum = result.terms[monomial];
    if (__builtin_add_overflow(sum, value, &sum)) return std::nullopt;
    if (sum == 0) result.terms.erase(monomial);
  }
  return result;
}

std::optional<Polynomial> subtract(const Polynomial& a, const Polynomial& b) {
  const auto negated = multiply(b, Polynomial(-1));
  return negated ? add(a, *negated) : std::nullopt;
}

std::optional<Polynomial> multiply(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [left, leftValue] : a.terms) {
    for (const auto& [right, rightValue] : b.terms) {
      Monomial monomial = left;
      monomial.insert(monomial.end(), right.begin(), right.end());
      std::sort(monomial.begin(), monomial.end());
      std::int64_t value = 0;
      if (__builtin_mul_overflow(leftValue, rightValue, &value)) return std::nullopt;
      std::int64_t& sum = result.terms[monomial];
      if (__builtin_add_overflow(sum, value, &sum)) return std::nullopt;
      if (sum == 0) result.terms.erase(monomial);
    }
  }
  return result;
}

std::optional<Polynomial> dividedBy(const Polynomial& value,
                                    const std::pair<const Monomial, std::int64_t>& divisor) {
  Polynomial result;
  for (const auto& [monomial, factor] : value.terms) {
    if (factor % divisor.second != 0 ||
        !std::includes(monomial.begin(), monomial.end(), divisor.first.begin(), divisor.first.end()))
      return std::nullopt;
    Monomial rest;
    std::set_difference(monomial.begin(), monomial.end(), divisor.first.begin(), divisor.first.end(),
                        std::back_inserter(rest));
    result.terms[rest] = factor / divisor.second;
  }
  return result;
}

std::optional<Polynomial> unequal(const Polynomial& a, const Polynomial& b) {
  const auto difference = subtract(a, b);
  const auto square = difference ? multiply(*difference, *difference) : std::nullopt;
  return square ? subtract(*square, Polynomial(1)) : std::nullopt;
}

std::optional<std::pair<Polynomial, Polynomial>> sidesOfUnequal(const Polynomial& condition) {
  std::vector<std::string> squared;
  for (const auto& [monomial, factor] : condition.terms)
    if (monomial.size() == 2 && monomial.front() == monomial.back()) squared.push_back(monomial.front());
  if (squared.empty() || squared.size() > 2) return std::nullopt;
  // (p - q + k)^2 has the term 2*k*p, and so has (p + k)^2.
  const auto mixed = condition.terms.find({squared.front()});
  const std::int64_t constant = mixed == condition.terms.end() ? 0 : mixed->second / 2;
  std::pair sides(Polynomial::symbol(squared.front()),
                  squared.size() == 2 ? Polynomial::symbol(squared.back()) : Polynomial());
  (constant > 0 ? sides.first : sides.second).terms[{}] = constant > 0 ? constant : -constant;
  std::erase_if(sides.second.terms, [](const auto& term) { return term.second == 0; });
  return unequal(sides.first, sides.second) == condition ? std::optional(sides) : std::nullopt;
}

std::string print(const Polynomial& polynomial) {
  return print(polynomial, [](const std::string& name) { return name; });
}

std::string print(const Polynomial& polynomial,
                  const std::function<std::string(const std::string&)>& nameOf) {
  if (polynomial.terms.size() == 1 && polynomial.terms.begin()->first.size() == 1 &&
      polynomial.terms.begin()->second == 1)
    return nameOf(polynomial.terms.begin()->first.front());
  // Products before single symbols before the constant, as people write `i * n + j + 1`.
  std::vector<std::pair<Monomial, std::int64_t>> terms(polynomial.terms.begin(), polynomial.terms.end());
  std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) {
    if (a.first.size() != b.first.size()) return a.first.size() > b.first.size();
    return a.second > 0 && b.second < 0;  // `n - i`, not `-i + n`
  });
  std::string text;
  for (const auto& [monomial, value] : terms) {
    const bool negative = value < 0;
    const std::uint64_t magnitude =
        negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    std::string product = magnitude == 1 && !monomial.empty() ? "" : std::to_string(magnitude);
    for (const std::string& name : monomial)
      product += (product.empty() ? "" : "*") + asOperand(nameOf(name));
    text += product;
  }
  return text.empty() ? "0" : text;
}

}  // namespace appyl
