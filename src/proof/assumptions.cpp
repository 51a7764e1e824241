#include "proof/assumptions.h"

#include "loops/pitches.h"

#include <algorithm>
#include <numeric>

namespace appyl::proving {

std::string assumptionText(const Polynomial& condition) {
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
  if (condition.constant().value_or(-1) >= 0 ||
      std::any_of(proof.assumptions.begin(), proof.assumptions.end(),
                  [&](const Assumption& known) { return known.condition == condition; }))
    return;
  proof.assumptions.push_back({condition, assumptionText(condition)});
}

}  // namespace appyl::proving
