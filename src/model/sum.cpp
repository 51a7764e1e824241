#include "model/sum.h"

#include <algorithm>
#include <numeric>

namespace appyl {

void Sum::add(std::int64_t number, const std::vector<Factor>& factors) {
  Term term{{}, number, 1};
  for (const Factor& each : factors) {
    term.number *= each.number;
    term.divisor *= each.divisor;
    if (!each.text.empty()) term.factors.push_back(each.text);
  }
  const auto sorted = [](std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
  };
  for (Term& known : terms)
    if (known.divisor == term.divisor && sorted(known.factors) == sorted(term.factors)) {
      known.number += term.number;
      return;
    }
  terms.push_back(term);
}

std::string Sum::print() const {
  std::string text;
  for (const auto& [factors, number, divisor] : terms) {
    if (number == 0) continue;
    const std::int64_t common = std::gcd(number, divisor);
    std::string product = number == common && !factors.empty() ? "" : std::to_string(number / common);
    for (const std::string& factor : factors) product += (product.empty() ? "" : "*") + factor;
    text += (text.empty() ? "" : " + ") + product +
            (divisor == common ? "" : "/" + std::to_string(divisor / common));
  }
  return text.empty() ? "0" : text;
}

}  // namespace appyl
