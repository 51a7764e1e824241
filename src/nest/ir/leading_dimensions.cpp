#include "nest/ir/leading_dimensions.h"

#include "nest/ir/symbol_names.h"

#include <algorithm>
#include <iterator>

namespace appyl {
namespace {

/// The sum `parameter` + `rest`, which is a size.
struct Pitch {
  std::string parameter;
  Polynomial rest;
};

bool isParameter(const LoopNest& nest, const std::string& name) {
  const auto symbol = nest.symbols.find(name);
  return symbol != nest.symbols.end() && symbol->second.kind == Symbol::Kind::Parameter &&
         !symbol->second.value;
}

/// The coefficient of each product of counters and other varying values.
std::map<Monomial, Polynomial> coefficients(const LoopNest& nest, const Polynomial& subscript) {
  std::map<Monomial, Polynomial> result;
  for (const auto& [monomial, factor] : subscript.terms) {
    Monomial sizes, varying;
    for (const std::string& name : monomial) (isParameter(nest, name) ? sizes : varying).push_back(name);
    const bool isUniform = std::all_of(varying.begin(), varying.end(), [&](const std::string& name) {
      return pitchOf(nest, name).has_value();
    });
    if (!isUniform) result[varying].terms[sizes] = factor;
  }
  return result;
}

/// The leading term for division: the last of those of the highest degree.
const std::pair<const Monomial, std::int64_t>& leadingTerm(const Polynomial& value) {
  return *std::max_element(value.terms.begin(), value.terms.end(), [](const auto& a, const auto& b) {
    return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a.first < b.first;
  });
}

/// quotient, where value = quotient * unit.
std::optional<Polynomial> divide(Polynomial value, const Polynomial& unit) {
  if (unit.terms.empty()) return std::nullopt;
  const auto& [sizes, divisor] = leadingTerm(unit);
  Polynomial quotient;
  while (!value.terms.empty()) {
    const auto& [monomial, factor] = leadingTerm(value);
    if (factor % divisor != 0 || !std::includes(monomial.begin(), monomial.end(), sizes.begin(), sizes.end()))
      return std::nullopt;
    Polynomial term;
    Monomial left;
    std::set_difference(monomial.begin(), monomial.end(), sizes.begin(), sizes.end(),
                        std::back_inserter(left));
    term.terms[left] = factor / divisor;
    const auto product = multiply(term, unit);
    const auto rest = product ? subtract(value, *product) : std::nullopt;
    const auto sum = add(quotient, term);
    if (!rest || !sum) return std::nullopt;
    value = *rest;
    quotient = *sum;
  }
  return quotient;
}

/// `rest`, where the value is a multiple of `parameter` + `rest`; nullopt: it is no multiple of such a sum.
std::optional<Polynomial> restOf(const LoopNest& nest, const Polynomial& value,
                                 const std::string& parameter) {
  const auto factor = value.coefficient(parameter);
  const auto rest = factor ? divide(value.without(parameter), *factor) : std::nullopt;
  const bool isSum =
      rest && std::all_of(rest->terms.begin(), rest->terms.end(), [&](const auto& term) {
        return term.first.empty() || (term.first.size() == 1 && isParameter(nest, term.first.front()));
      });
  return isSum ? rest : std::nullopt;
}

/// The first parameter that occurs in the same sum in all coefficients.
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
    std::optional<Polynomial> rest;
    const bool all = isParameter(nest, parameter) &&
                     std::all_of(factors.begin(), factors.end(), [&](const Polynomial& factor) {
                       if (!factor.mentions(parameter)) return true;
                       const auto own = restOf(nest, factor, parameter);
                       const bool fits = own && !own->terms.empty() && (!rest || *own == *rest);
                       rest = own;
                       return fits;
                     });
    if (all && rest) return Pitch{parameter, *rest};
  }
  return std::nullopt;
}

/// The symbol for the sum, unless the sum's text already names something else.
std::optional<std::string> symbolOf(LoopNest& nest, const Pitch& pitch) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Quotient;  // by 1
  symbol.divisor = 1;
  symbol.operand = *add(Polynomial::symbol(pitch.parameter), pitch.rest);
  symbol.isUnsigned =
      std::all_of(symbol.operand.terms.begin(), symbol.operand.terms.end(), [&](const auto& term) {
        return term.second > 0 && (term.first.empty() || nest.symbols.at(term.first.front()).isUnsigned);
      });
  for (const Constraint& known : nest.context) {  // `const int row = n + 2;` is it already
    const auto sum = known.equality ? add(known.condition, symbol.operand) : std::nullopt;
    if (sum && sum->terms.size() == 1 && sum->terms.begin()->second == 1 && sum->symbols().size() == 1 &&
        sum->terms.begin()->first.size() == 1 && isParameter(nest, *sum->symbols().begin()))
      return *sum->symbols().begin();
  }
  const SymbolName sum = nameFor(nest, symbol.operand);
  symbol.written = sum.written;
  nest.symbols.emplace(sum.name, symbol);
  return pitchOf(nest, sum.name) == symbol.operand ? std::optional(sum.name) : std::nullopt;
}

/// The subscripts of the array, in which pitches are named.
std::vector<Polynomial*> subscriptsOf(LoopNest& nest, int array) {
  std::vector<Polynomial*> result;
  for (Access& access : nest.accesses)
    if (access.array == array)
      for (auto* of : {&access.subscripts, &access.followed})
        for (std::optional<Polynomial>& subscript : *of)
          if (subscript) result.push_back(&*subscript);
  return result;
}

}  // namespace

void nameLeadingDimensions(LoopNest& nest) {
  for (int array = 0; array < static_cast<int>(nest.arrays.size()); ++array) {
    const std::vector<Polynomial*> subscripts = subscriptsOf(nest, array);
    // Each pitch takes one parameter out of the subscripts.
    while (const auto pitch = findPitch(nest, {subscripts.begin(), subscripts.end()})) {
      const auto name = symbolOf(nest, *pitch);
      if (!name) break;
      const auto parameter = subtract(Polynomial::symbol(*name), pitch->rest);
      if (!parameter) break;
      for (Polynomial* subscript : subscripts)
        *subscript = subscript->substitute(pitch->parameter, *parameter);
    }
  }
}

std::optional<Polynomial> pitchOf(const LoopNest& nest, const std::string& symbol) {
  const auto known = nest.symbols.find(symbol);
  const bool isPitch =
      known != nest.symbols.end() && known->second.kind == Symbol::Kind::Quotient &&
      known->second.divisor == 1 && !known->second.operand.isConstant() &&
      std::all_of(
          known->second.operand.terms.begin(), known->second.operand.terms.end(), [&](const auto& term) {
            return term.first.empty() || (term.first.size() == 1 && isParameter(nest, term.first.front()));
          });
  return isPitch ? std::optional(known->second.operand) : std::nullopt;
}

std::vector<LoopNest> withDiagonals(const LoopNest& nest) {
  std::vector<std::string> pitches;
  for (const auto& [name, symbol] : nest.symbols)
    if (pitchOf(nest, name)) pitches.push_back(name);
  const auto without = [&](const std::vector<std::string>& names) {
    LoopNest result = nest;
    for (int array = 0; array < static_cast<int>(nest.arrays.size()); ++array)
      for (Polynomial* subscript : subscriptsOf(result, array))
        for (const std::string& name : names) *subscript = subscript->substitute(name, *pitchOf(nest, name));
    return result;
  };
  std::vector<LoopNest> result;
  for (const std::string& name : pitches) result.push_back(without({name}));
  if (pitches.size() > 1) result.push_back(without(pitches));
  return result;
}

namespace {

/// `j` and `max(0, j - k)` follow j.
bool goesBy(const LoopNest& nest, const std::optional<Polynomial>& end, const std::string& counter) {
  return end && std::ranges::any_of(end->symbols(), [&](const std::string& name) {
           const auto known = nest.symbols.find(name);
           return name == counter ||
                  (known != nest.symbols.end() &&
                   (known->second.operand.mentions(counter) || known->second.right.mentions(counter)));
         });
}

/// The rows of a band: the i of `j * k + i` starts at j, so that the column is i - j, in rows of k + 1.
std::optional<Pitch> findBand(const LoopNest& nest, const Polynomial& subscript) {
  for (const Loop& inner : nest.loops) {
    const auto column = inner.symbol.empty() ? std::nullopt : subscript.coefficient(inner.symbol);
    if (!column || !column->isConstant() || std::abs(*column->constant()) != 1) continue;
    for (const Loop& outer : nest.loops) {
      const bool isAlong = !outer.symbol.empty() && &outer != &inner &&
                           (goesBy(nest, inner.first, outer.symbol) || goesBy(nest, inner.end, outer.symbol));
      const auto row = isAlong ? subscript.coefficient(outer.symbol) : std::nullopt;
      const auto length = row && !row->isConstant() ? add(*row, *column) : std::nullopt;
      if (!length) continue;
      for (const auto& [monomial, factor] : length->terms)
        if (monomial.size() == 1 && factor == 1 && isParameter(nest, monomial.front()))
          return Pitch{monomial.front(), length->without(monomial.front())};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<LoopNest> withBands(const LoopNest& nest) {
  LoopNest result = nest;
  bool any = false;
  for (int array = 0; array < static_cast<int>(nest.arrays.size()); ++array) {
    const std::vector<Polynomial*> subscripts = subscriptsOf(result, array);
    std::optional<Pitch> band;
    for (Polynomial* subscript : subscripts) {
      *subscript = withoutPitches(nest, *subscript);
      if (!band) band = findBand(nest, *subscript);
    }
    const auto name = band ? symbolOf(result, *band) : std::nullopt;
    const auto parameter = name ? subtract(Polynomial::symbol(*name), band->rest) : std::nullopt;
    if (!parameter) continue;
    for (Polynomial* subscript : subscripts) *subscript = subscript->substitute(band->parameter, *parameter);
    any = true;
  }
  return any ? std::optional(std::move(result)) : std::nullopt;
}

Polynomial withoutPitches(const LoopNest& nest, Polynomial value) {
  for (const std::string& name : value.symbols())
    if (const auto sum = pitchOf(nest, name)) value = value.substitute(name, *sum);
  return value;
}

}  // namespace appyl
