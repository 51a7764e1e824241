// Integer polynomials over named symbols: what subscripts and loop bounds become when they are read off the
// source. `i * n + j` is the polynomial {[i, n]: 1, [j]: 1}. Symbols are loop counters, loop-invariant
// values, and named sub-expressions that a polynomial cannot hold (`n / 2`); LoopNest::symbols says what each
// means.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace appyl {

using Monomial = std::vector<std::string>;  // sorted; empty for the constant term

struct Polynomial {
  std::map<Monomial, std::int64_t> terms;  // no zero coefficients

  Polynomial() = default;
  Polynomial(std::int64_t constant) {
    if (constant) terms[{}] = constant;
  }
  static Polynomial symbol(const std::string& name);

  bool isConstant() const { return terms.empty() || (terms.size() == 1 && terms.begin()->first.empty()); }
  std::optional<std::int64_t> constant() const;  // set when isConstant()
  bool mentions(const std::string& symbol) const;
  std::set<std::string> symbols() const;

  /// The part of the polynomial that is multiplied by `symbol` (once): for `i * n + j` and `i` it is `n`.
  /// nullopt when `symbol` occurs squared.
  std::optional<Polynomial> coefficient(const std::string& symbol) const;
  Polynomial without(const std::string& symbol) const;  // the terms that do not mention it
  /// Where a coefficient does not fit, the result contains the symbol `?`, which is no value of the nest's.
  Polynomial substitute(const std::string& symbol, const Polynomial& value) const;
  std::optional<std::int64_t> evaluate(const std::map<std::string, std::int64_t>& values) const;

  bool operator==(const Polynomial&) const = default;
  auto operator<=>(const Polynomial&) const = default;  // some order
};

// Overflow of a coefficient makes the result unusable; it is reported as nullopt so that callers treat it as
// "not affine".
std::optional<Polynomial> add(const Polynomial& a, const Polynomial& b);
std::optional<Polynomial> subtract(const Polynomial& a, const Polynomial& b);
std::optional<Polynomial> multiply(const Polynomial& a, const Polynomial& b);

/// value / divisor, where each of its terms is a multiple of that one: `n*i + 2*n` and `n`; otherwise
/// nullopt.
std::optional<Polynomial> dividedBy(const Polynomial& value,
                                    const std::pair<const Monomial, std::int64_t>& divisor);

/// (a - b)^2 - 1, which is not negative where they differ.
std::optional<Polynomial> unequal(const Polynomial& a, const Polynomial& b);
/// The two sides again, where they are symbols, one of them perhaps with a constant.
std::optional<std::pair<Polynomial, Polynomial>> sidesOfUnequal(const Polynomial& condition);

/// As C++ source, for people: `i * n + j`, `2 * k - 1`, `0`.
std::string print(const Polynomial& polynomial);

/// Likewise, with what `nameOf` says in place of each symbol.
std::string print(const Polynomial& polynomial, const std::function<std::string(const std::string&)>& nameOf);

}  // namespace appyl
