#include "proof/product_order.h"

#include <vector>

namespace appyl::proving {
namespace {

/// The relation where `by` is not negative, and where it is: each time the one product differs from the other
/// by so much at least.
std::vector<Relation> bySign(const Relation& relation, const Monomial& multiplier,
                             const Relation::Products& products, const std::string& first,
                             const std::string& second) {
  Polynomial one;
  one.terms[multiplier] = 1;
  std::vector<Relation> cases;
  for (const bool isNegative : {false, true}) {
    Relation& next = cases.emplace_back(relation);
    const std::string by = next.affine(one, 1), relates = isNegative ? " <= " : " >= ";
    next.constrain(by + (isNegative ? " < 0" : " >= 0"));
    next.constrainByCases("(" + second + " > " + first + " and " + products[1] + " - " + products[0] +
                          relates + by + ") or (" + first + " > " + second + " and " + products[0] + " - " +
                          products[1] + relates + by + ")");
  }
  return cases;
}

bool excludes(const Relation& relation, const std::string& condition, Solver& solver) {
  Relation asked = relation;
  asked.constrain(condition);
  return solver.isEmpty(asked.system()) == true;
}

/// Quotients are in the order of what is divided.
void compareQuotients(Relation& relation, Solver& solver) {
  for (const auto& [divisor, quotients] : relation.quotients()) {
    if (!excludes(relation, divisor + " <= 0", solver)) continue;
    for (const Relation::Quotient& one : quotients)
      for (const Relation::Quotient& other : quotients)
        if (&one != &other && excludes(relation, one.operand + " > " + other.operand, solver))
          relation.constrain(one.name + " <= " + other.name);
  }
}

}  // namespace

bool isEmptyByOrder(Relation relation, const std::string& counter, Solver& solver) {
  constexpr std::size_t mostProducts = 2, mostQuotients = 8;  // each asks for cases of its own
  const auto products = relation.productsOfCounter();
  std::size_t quotients = 0;
  for (const auto& [divisor, values] : relation.quotients()) quotients += values.size();
  if ((products.empty() && quotients == 0) || products.size() > mostProducts || quotients > mostQuotients)
    return false;
  relation.forgetDivisions();
  const std::string first = relation.variableOf(counter, 1), second = relation.variableOf(counter, 2);
  std::vector<Relation> cases{std::move(relation)};
  for (const auto& [multiplier, both] : products) {
    if (both[0].empty() || both[1].empty()) continue;
    std::vector<Relation> next;
    for (const Relation& each : cases)
      for (Relation& one : bySign(each, multiplier, both, first, second)) next.push_back(std::move(one));
    cases = std::move(next);
  }
  for (Relation& each : cases) {
    compareQuotients(each, solver);
    if (solver.isEmpty(each.system()) != true) return false;
  }
  return true;
}

}  // namespace appyl::proving
