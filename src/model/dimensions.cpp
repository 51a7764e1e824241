#include "model/dimensions.h"

#include "model/trips.h"

#include <algorithm>

namespace appyl {
namespace {

/// The monomials by which a subscript's counters are multiplied: {n, 1} for `i * n + j`. What no counter
/// moves over (`2 * n` in `a[i + 2 * n]`) is an offset and no dimension. nullopt when counters are multiplied
/// with each other, or with what is not known.
std::optional<std::vector<Monomial>> stridesOf(const Polynomial& subscript, const LoopNest& nest) {
  std::vector<Monomial> strides;
  for (const auto& [monomial, value] : subscript.terms) {
    Monomial stride;
    int counters = 0;
    for (const std::string& name : monomial) {
      if (nest.symbols.at(name).kind == Symbol::Kind::Counter)
        ++counters;
      else if (isInvariant(nest, name))
        stride.push_back(name);
      else
        return std::nullopt;
    }
    if (counters > 1) return std::nullopt;
    if (counters == 1 && std::find(strides.begin(), strides.end(), stride) == strides.end())
      strides.push_back(stride);
  }
  return strides;
}

bool divides(const Monomial& inner, const Monomial& outer) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

Monomial quotient(const Monomial& outer, const Monomial& inner) {
  Monomial rest;
  std::set_difference(outer.begin(), outer.end(), inner.begin(), inner.end(), std::back_inserter(rest));
  return rest;
}

/// `subscript` as one polynomial per stride, outermost first.
std::vector<Polynomial> split(const Polynomial& subscript, const std::vector<Monomial>& strides,
                              const LoopNest& nest) {
  std::vector<Polynomial> parts(strides.size());
  for (const auto& [monomial, value] : subscript.terms)
    for (std::size_t k = 0; k < strides.size(); ++k)
      if (divides(strides[k], monomial)) {
        parts[k].terms[quotient(monomial, strides[k])] = value;
        break;
      }
  // `a[i * n + n - 1 - j]` is row i, not row i + 1 with negative columns: whole rows go back to the columns.
  for (std::size_t k = strides.size() - 1; k > 0; --k) {
    const Monomial row = quotient(strides[k - 1], strides[k]);
    const Polynomial least = lowest(nest, parts[k]).value_or(Polynomial());
    const auto below = least.terms.find(row);
    if (below == least.terms.end() || below->second >= 0) continue;
    Polynomial rows;
    rows.terms[row] = -below->second;
    const auto inner = add(parts[k], rows), outer = add(parts[k - 1], Polynomial(below->second));
    if (inner && outer) {
      parts[k] = *inner;
      parts[k - 1] = *outer;
    }
  }
  return parts;
}

}  // namespace

Dimensions dimensionsOf(const LoopNest& nest, int array) {
  Dimensions result;
  std::vector<Monomial> strides;
  const bool isLinear = nest.arrays[array].extents.size() == 1;
  bool separable = isLinear;
  for (const Access& access : nest.accesses) {
    if (access.array != array) continue;
    const bool known = !access.wholeArray && std::all_of(access.subscripts.begin(), access.subscripts.end(),
                                                         [](const auto& each) { return each.has_value(); });
    result.accesses.emplace_back();
    if (!known) continue;
    result.accesses.back().emplace();
    for (const auto& subscript : access.subscripts) result.accesses.back()->push_back(*subscript);
    const auto own = isLinear ? stridesOf(*access.subscripts.front(), nest) : std::nullopt;
    separable &= own.has_value();
    for (const Monomial& stride : own.value_or(std::vector<Monomial>()))
      if (std::find(strides.begin(), strides.end(), stride) == strides.end()) strides.push_back(stride);
  }
  // Outermost first; each stride must be a multiple of the next one, down to 1.
  if (std::find(strides.begin(), strides.end(), Monomial()) == strides.end()) strides.emplace_back();
  std::stable_sort(strides.begin(), strides.end(),
                   [](const Monomial& a, const Monomial& b) { return a.size() > b.size(); });
  for (std::size_t k = 0; k + 1 < strides.size(); ++k)
    separable &= strides[k].size() > strides[k + 1].size() && divides(strides[k + 1], strides[k]);
  if (!separable || strides.size() < 2) return result;
  for (auto& dimensions : result.accesses)
    if (dimensions) dimensions = split(dimensions->front(), strides, nest);
  result.strides = strides;
  return result;
}

}  // namespace appyl
