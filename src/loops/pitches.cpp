#include "loops/pitches.h"

#include <algorithm>

namespace appyl {
namespace {

/// `parameter` + `offset` is a size.
struct Pitch {
  std::string parameter;
  std::int64_t offset = 0;

  bool operator==(const Pitch&) const = default;
};

bool isParameter(const LoopNest& nest, const std::string& name) {
  const auto symbol = nest.symbols.find(name);
  return symbol != nest.symbols.end() && symbol->second.kind == Symbol::Kind::Parameter &&
         !symbol->second.value;
}

/// What each product of counters and other varying values is multiplied by.
std::map<Monomial, Polynomial> coefficients(const LoopNest& nest, const Polynomial& subscript) {
  std::map<Monomial, Polynomial> result;
  for (const auto& [monomial, factor] : subscript.terms) {
    Monomial sizes, varying;
    for (const std::string& name : monomial) (isParameter(nest, name) ? sizes : varying).push_back(name);
    result[varying].terms[sizes] = factor;
  }
  result.erase(Monomial());
  return result;
}

/// k, where value = k * unit.
std::optional<std::int64_t> multipleOf(const Polynomial& value, const Polynomial& unit) {
  if (value.terms.empty() || unit.terms.empty()) return std::nullopt;
  const auto& [monomial, factor] = *unit.terms.begin();
  const auto same = value.terms.find(monomial);
  if (same == value.terms.end() || same->second % factor != 0) return std::nullopt;
  const std::int64_t multiple = same->second / factor;
  return multiply(unit, Polynomial(multiple)) == value ? std::optional(multiple) : std::nullopt;
}

/// k, where the value is a multiple of `parameter` + k; 0: it does not mention the parameter.
std::optional<std::int64_t> offsetOf(const Polynomial& value, const std::string& parameter) {
  if (!value.mentions(parameter)) return 0;
  const auto factor = value.coefficient(parameter);
  return factor ? multipleOf(value.without(parameter), *factor) : std::nullopt;
}

/// The first parameter that all coefficients have in the same sum.
std::optional<Pitch> findPitch(const LoopNest& nest, const std::vector<const Polynomial*>& subscripts) {
  std::vector<Polynomial> factors;
  std::set<std::string> names;
  for (const Polynomial* subscript : subscripts)
    for (const auto& [varying, factor] : coefficients(nest, *subscript)) {
      factors.push_back(factor);
      const std::set<std::string> mentioned = factor.symbols();
      names.insert(mentioned.begin(), mentioned.end());
    }
  for (const std::string& parameter : names) {
    std::int64_t offset = 0;
    const bool all = isParameter(nest, parameter) &&
                     std::all_of(factors.begin(), factors.end(), [&](const Polynomial& factor) {
                       if (!factor.mentions(parameter)) return true;
                       const auto own = offsetOf(factor, parameter);
                       const bool fits = own && (offset == 0 || *own == offset);
                       offset = own.value_or(0);
                       return fits && offset != 0;
                     });
    if (all && offset != 0) return Pitch{parameter, offset};
  }
  return std::nullopt;
}

/// The symbol for it, unless its name means something else.
std::optional<std::string> symbolOf(LoopNest& nest, const Pitch& pitch) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Quotient;  // by 1
  symbol.divisor = 1;
  symbol.operand = Polynomial::symbol(pitch.parameter);
  symbol.operand.terms[{}] = pitch.offset;
  symbol.isUnsigned = nest.symbols.at(pitch.parameter).isUnsigned && pitch.offset > 0;
  const std::string name = print(symbol.operand);
  nest.symbols.emplace(name, symbol);
  return pitchOf(nest, name) == symbol.operand ? std::optional(name) : std::nullopt;
}

}  // namespace

void namePitches(LoopNest& nest) {
  for (int array = 0; array < static_cast<int>(nest.arrays.size()); ++array) {
    std::vector<Polynomial*> subscripts;
    for (Access& access : nest.accesses)
      if (access.array == array)
        for (std::optional<Polynomial>& subscript : access.subscripts)
          if (subscript) subscripts.push_back(&*subscript);
    // Each pitch takes one parameter out of the subscripts.
    while (const auto pitch = findPitch(nest, {subscripts.begin(), subscripts.end()})) {
      const auto name = symbolOf(nest, *pitch);
      if (!name) break;
      Polynomial parameter = Polynomial::symbol(*name);
      parameter.terms[{}] = -pitch->offset;
      for (Polynomial* subscript : subscripts)
        *subscript = subscript->substitute(pitch->parameter, parameter);
    }
  }
}

std::optional<Polynomial> pitchOf(const LoopNest& nest, const std::string& symbol) {
  const auto known = nest.symbols.find(symbol);
  const bool isPitch = known != nest.symbols.end() && known->second.kind == Symbol::Kind::Quotient &&
                       known->second.divisor == 1 && known->second.operand.symbols().size() == 1;
  return isPitch ? std::optional(known->second.operand) : std::nullopt;
}

Polynomial withoutPitches(const LoopNest& nest, Polynomial value) {
  for (const std::string& name : value.symbols())
    if (const auto sum = pitchOf(nest, name)) value = value.substitute(name, *sum);
  return value;
}

}  // namespace appyl
