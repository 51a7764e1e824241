#include "proof/strides.h"

#include "proof/evaluate.h"
#include "proof/symbols.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace appyl::proving {
namespace {

struct Term {
  Monomial sizes;    // its uniform symbols
  Monomial varying;  // the others
  std::int64_t factor;
};

std::vector<Term> termsOf(const LoopNest& nest, const Polynomial& polynomial,
                          const std::set<std::string>& selectors = {}) {
  std::vector<Term> terms;
  for (const auto& [monomial, factor] : polynomial.terms) {
    Term term{{}, {}, factor};
    for (const std::string& name : monomial)
      (isUniform(nest, name) && !selectors.contains(name) ? term.sizes : term.varying).push_back(name);
    terms.push_back(std::move(term));
  }
  return terms;
}

/// whole / part, where `part` divides it.
std::optional<Monomial> divide(const Monomial& whole, const Monomial& part) {
  if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end())) return std::nullopt;
  Monomial rest;
  std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(), std::back_inserter(rest));
  return rest;
}

std::int64_t greatestCommonDivisor(std::int64_t a, std::int64_t b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

/// Largest first; nullopt where one does not divide the next, as in a[i*n + j*m].
std::optional<Strides> chain(std::set<std::pair<Monomial, std::int64_t>> found) {
  found.insert({{}, 1});
  Strides strides;
  for (const auto& [sizes, factor] : found) strides.push_back({factor, sizes});
  std::sort(strides.begin(), strides.end(), [](const Stride& a, const Stride& b) {
    return a.sizes.size() != b.sizes.size() ? a.sizes.size() > b.sizes.size() : a.factor > b.factor;
  });
  // In `(i*p + 2*j)*q + k` the 2 is no part of the inner stride, which is q.
  for (std::size_t k = 0; k + 1 < strides.size(); ++k) {
    if (!divide(strides[k].sizes, strides[k + 1].sizes)) return std::nullopt;
    if (strides[k].sizes.size() > strides[k + 1].sizes.size())
      strides[k + 1].factor = greatestCommonDivisor(strides[k].factor, strides[k + 1].factor);
    else if (strides[k].factor % strides[k + 1].factor != 0)
      return std::nullopt;
  }
  return strides;
}

Polynomial ratio(const Stride& outer, const Stride& inner) {
  Polynomial result;
  result.terms[divide(outer.sizes, inner.sizes).value_or(Monomial())] = outer.factor / inner.factor;
  return result;
}

bool addTerm(Polynomial& sum, const Monomial& sizes, const Monomial& varying, std::int64_t factor) {
  Polynomial term;
  Monomial monomial = sizes;
  monomial.insert(monomial.end(), varying.begin(), varying.end());
  std::sort(monomial.begin(), monomial.end());
  if (factor != 0) term.terms[monomial] = factor;
  const auto result = add(sum, term);
  if (result) sum = *result;
  return result.has_value();
}

/// Each term goes to the largest stride that divides it; offsets (`2*n + 5`) leave a rest for the smaller
/// ones.
std::optional<Parts> distribute(const LoopNest& nest, const Polynomial& subscript, const Strides& strides,
                                const std::set<std::string>& selectors) {
  Parts parts(strides.size());
  for (const Term& term : termsOf(nest, subscript, selectors)) {
    std::int64_t left = term.factor;
    for (std::size_t k = 0; k < strides.size() && left != 0; ++k) {
      const auto rest = divide(term.sizes, strides[k].sizes);
      const std::int64_t size = strides[k].factor;
      if (!rest || (!term.varying.empty() && left % size != 0)) continue;
      const std::int64_t quotient = left / size - (left % size < 0 ? 1 : 0);
      if (!addTerm(parts[k], *rest, term.varying, quotient)) return std::nullopt;
      left -= quotient * size;
    }
  }
  return parts;
}

/// It mentions the unknown quotient of `t / m`.
bool mentionsQuotient(const LoopNest& nest, const Polynomial& subscript) {
  const std::set<std::string> names = allSymbols(nest, subscript);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const Symbol& symbol = symbolOf(nest, name);
    return dividesBySize(symbol) && !symbol.isRemainder;
  });
}

/// Some ordinary sizes satisfy all of them.
bool arePlausible(const LoopNest& nest, const std::vector<Constraint>& assumptions) {
  std::vector<Polynomial> conditions;
  for (const Constraint& assumption : assumptions) conditions.push_back(assumption.condition);
  const std::vector<std::string> sizes = parametersOf(nest, conditions);
  constexpr std::int64_t ordinary[] = {2, 3, 4, 8, 64, 1024};
  if (sizes.size() > 4) return true;  // that many sizes leave room; whoever reads the assumption judges
  Evaluator evaluator(nest);
  std::size_t combinations = 1;
  for (std::size_t k = 0; k < sizes.size(); ++k) combinations *= std::size(ordinary);
  for (std::size_t number = 0; number < combinations; ++number) {
    std::size_t rest = number;
    for (const std::string& size : sizes) {
      evaluator.set(size, ordinary[rest % std::size(ordinary)]);
      rest /= std::size(ordinary);
    }
    if (std::all_of(assumptions.begin(), assumptions.end(),
                    [&](const Constraint& assumption) { return evaluator.holds(assumption) == true; }))
      return true;
  }
  return false;
}

}  // namespace

bool mentionsRemainder(const LoopNest& nest, const Polynomial& subscript) {
  return std::ranges::any_of(subscript.symbols(),
                             [&](const std::string& name) { return symbolOf(nest, name).isRemainder; });
}

bool leaveRoom(const LoopNest& nest, const Access& access, const std::vector<Constraint>& conditions,
               Solver& solver) {
  for (int loop : loopsAround(nest, access.loop)) {
    if (!nest.loops[static_cast<std::size_t>(loop)].canonical) continue;
    Relation relation(nest, loop);
    relation.happens(access, 1);
    relation.happens(access, 2);
    relation.differs(true);
    Relation limited = relation;
    for (const Constraint& condition : conditions) limited.require(condition, 1);
    if (solver.isEmpty(limited.system()) == true && solver.isEmpty(relation.system()) != true) return false;
  }
  return true;
}

bool leaveRoomEverywhere(const LoopNest& nest, const std::vector<Constraint>& conditions, Solver& solver) {
  std::set<int> asked;  // loops
  return conditions.empty() || std::ranges::all_of(nest.accesses, [&](const Access& access) {
           return !asked.insert(access.loop).second || leaveRoom(nest, access, conditions, solver);
         });
}

namespace {

/// The symbols that decide where the value lies, those of the ranges of its counters too.
void addDeciding(const LoopNest& nest, const Polynomial& value, std::set<std::string>& found) {
  for (const std::string& name : allSymbols(nest, value)) {
    const Symbol& symbol = symbolOf(nest, name);
    if (!found.insert(name).second || symbol.kind != Symbol::Kind::Counter) continue;
    const Range range = rangeOf(nest.loops[static_cast<std::size_t>(symbol.loop)]);
    for (const auto& bound : {range.least, range.greatest})
      if (bound) addDeciding(nest, *bound, found);
  }
}

}  // namespace

std::vector<Constraint> signsOf(const LoopNest& nest, const Access& access, const Polynomial& part) {
  std::vector<Constraint> result;
  std::set<std::string> deciding;
  addDeciding(nest, part, deciding);
  for (const std::string& name : deciding) {
    const Symbol& symbol = symbolOf(nest, name);
    const bool divides = ((symbol.kind == Symbol::Kind::Remainder || symbol.kind == Symbol::Kind::Quotient) &&
                          symbol.divisor > 1) ||
                         dividesBySize(symbol);
    if (!divides) continue;
    for (const Polynomial& bound : uniformBounds(nest, access, symbol.operand, false))
      if (!bound.constant()) result.push_back({bound, false});
  }
  return result;
}

std::optional<std::vector<Constraint>> apartBySigns(const LoopNest& nest, int loop,
                                                    const std::pair<const Access*, const Access*>& accesses,
                                                    bool areSame, const std::vector<std::size_t>& dimensions,
                                                    Solver& solver) {
  const auto& [first, second] = accesses;
  Relation relation(nest, loop);
  relation.happens(*first, 1);
  relation.happens(*second, 2);
  relation.differs(areSame);
  std::vector<Constraint> signs;
  for (const std::size_t k : dimensions) {
    relation.meets({*first->subscripts[k]}, {*second->subscripts[k]});
    for (const Access* access : {first, second})
      for (Constraint& sign : signsOf(nest, *access, *access->subscripts[k]))
        if (std::none_of(signs.begin(), signs.end(),
                         [&](const Constraint& known) { return known.condition == sign.condition; }))
          signs.push_back(std::move(sign));
  }
  for (const Constraint& sign : signs) relation.require(sign, 1);
  const bool isApart = !signs.empty() && solver.isEmpty(relation.system()) == true &&
                       leaveRoom(nest, *first, signs, solver) && leaveRoom(nest, *second, signs, solver);
  return isApart ? std::optional(std::move(signs)) : std::nullopt;
}

namespace {

/// Which of two assumptions to prefer: one of sizes to one of the plane of a wavefront, which is another at
/// each run; `k < ld` of a band to `n < ld`, where n is what the loops go through.
bool isSimpler(const LoopNest& nest, const Polynomial& one, const Polynomial& other) {
  const auto cost = [&](const Polynomial& value) {
    const std::set<std::string> names = value.symbols();
    const auto count = [&](auto is) { return std::ranges::count_if(names, is); };
    return std::tuple(count([&](const std::string& name) { return symbolOf(nest, name).isReassigned; }),
                      count([&](const std::string& name) { return isExtent(nest, name); }),
                      value.terms.size());
  };
  return cost(one) < cost(other);
}

/// The conditions for `part` to stay in [0, size); none where that is proved.
std::optional<std::vector<Constraint>> needed(const LoopNest& nest, const Access& access,
                                              const Polynomial& part, const Polynomial& size,
                                              const std::vector<Constraint>& assumed, Solver& solver) {
  std::vector<Constraint> result;
  for (const bool upper : {true, false}) {
    std::optional<Constraint> best;
    bool always = false;
    for (const Polynomial& bound : uniformBounds(nest, access, part, upper)) {
      const auto room = upper ? subtract(size, bound) : std::optional(bound);
      const auto condition = room ? add(*room, Polynomial(upper ? -1 : 0)) : std::nullopt;
      if (!condition) continue;
      const auto constant = condition->constant();
      if (constant && *constant >= 0) always = true;
      if (!constant && (!best || isSimpler(nest, *condition, best->condition)))
        best = Constraint{*condition, false};
    }
    if (always) continue;
    // The bounds alone do not say so; all constraints together may.
    Relation relation(nest, -1);
    relation.happens(access, 1);
    for (const std::vector<Constraint>* known : {&assumed, &std::as_const(result)})
      for (const Constraint& assumption : *known) relation.require(assumption, 1);
    relation.leaves(part, size, upper, 1);
    if (solver.isEmpty(relation.system()) == true) continue;
    for (const Constraint& sign : signsOf(nest, access, part)) {
      Relation limited = relation;
      limited.require(sign, 1);
      if (solver.isEmpty(limited.system()) != true) continue;
      best = sign;
      break;
    }
    if (!best) return std::nullopt;
    result.push_back(*best);
  }
  std::vector<Constraint> all = assumed;
  all.insert(all.end(), result.begin(), result.end());
  if (!result.empty() && (!arePlausible(nest, all) || !leaveRoom(nest, access, all, solver)))
    return std::nullopt;
  return result;
}

/// The uniform terms that every access to the dimension has.
Polynomial commonOffset(const LoopNest& nest, int array, std::size_t dimension) {
  std::optional<Polynomial> common;
  for (const Access& access : nest.accesses) {
    if (access.array != array || access.subscripts.size() <= dimension || !access.subscripts[dimension])
      continue;
    Polynomial offset;
    for (const auto& [monomial, factor] : access.subscripts[dimension]->terms) {
      const bool uniform = std::all_of(monomial.begin(), monomial.end(),
                                       [&](const std::string& name) { return isUniform(nest, name); });
      if (uniform && (!common || (common->terms.contains(monomial) && common->terms.at(monomial) == factor)))
        offset.terms[monomial] = factor;
    }
    common = offset;
  }
  return common.value_or(Polynomial());
}

/// No access has a term that grows with what varies.
bool countsDown(const LoopNest& nest, int array, std::size_t dimension) {
  bool any = false;
  for (const Access& access : nest.accesses) {
    if (access.array != array || access.subscripts.size() <= dimension || !access.subscripts[dimension])
      continue;
    for (const Term& term : termsOf(nest, *access.subscripts[dimension])) {
      if (term.varying.empty()) continue;
      if (term.factor > 0) return false;
      any = true;
    }
  }
  return any;
}

/// Does a value computed from a counter stand beside that counter, with a constant factor: `i - 2*(i % 2)`?
bool derivesFromOwnCounter(const LoopNest& nest, const Polynomial& subscript) {
  const auto isPlain = [](const auto& term) { return term.first.size() == 1; };
  for (const auto& term : subscript.terms) {
    if (!isPlain(term) || symbolOf(nest, term.first.front()).kind != Symbol::Kind::Counter) continue;
    for (const auto& other : subscript.terms)
      if (isPlain(other) && other.first != term.first &&
          allSymbols(nest, Polynomial::symbol(other.first.front())).contains(term.first.front()))
        return true;
  }
  return false;
}

/// The `p` of `x[p + i]` beside `x[2*p + i]`: rows that are named one by one, with nothing that counts them.
/// What occurs once only, `x[i + p]`, is a distance.
bool areNamedRows(const std::set<std::int64_t>& factors) {
  const auto isSeveral = [](std::int64_t factor) { return factor > 1 || factor < -1; };
  return factors.size() > 1 && std::any_of(factors.begin(), factors.end(), isSeveral);
}

/// A loop around the access goes on by such sizes, so that no row of them holds what it runs through: `for (i
/// = 0; i < n; i += d) a[i + 2*d] = a[i + d]`.
bool isSteppedBy(const LoopNest& nest, const Access& access, const Monomial& sizes) {
  return std::ranges::any_of(loopsAround(nest, access.loop), [&](int around) {
    const auto& step = nest.loops[static_cast<std::size_t>(around)].stepSize;
    return step && std::ranges::any_of(sizes, [&](const auto& name) { return step->mentions(name); });
  });
}

/// Adds the readings with this offset; false where the sizes do not nest.
bool addReadings(const LoopNest& nest, int array, std::size_t dimension, const Polynomial& offset,
                 Layout& layout, const std::set<std::string>& selectors = {}) {
  using Factors = std::map<Monomial, std::int64_t>;
  Factors common, commonOfVarying;  // per size the common divisor of all that multiplies it, with the uniform
                                    // terms or without
  std::set<std::pair<Monomial, std::int64_t>> every;
  bool sharesCounters = false;
  std::map<Monomial, std::set<std::int64_t>> constantFactors;  // per varying term, of those without sizes
  std::map<Monomial, std::set<std::int64_t>> rowNumbers;       // per size, where nothing varies beside it
  for (const Access& access : nest.accesses) {
    if (access.array != array || access.subscripts.size() <= dimension || !access.subscripts[dimension])
      continue;
    const auto subscript = subtract(*access.subscripts[dimension], offset);
    if (!subscript) return true;
    sharesCounters |= derivesFromOwnCounter(nest, *subscript);
    for (const Term& term : termsOf(nest, *subscript, selectors)) {
      if (term.factor == INT64_MIN) return true;
      const std::int64_t factor = std::abs(term.factor);
      if (!term.varying.empty()) {
        every.insert({term.sizes, factor});
        if (term.sizes.empty()) constantFactors[term.varying].insert(factor);
        auto& divisor = commonOfVarying[term.sizes];
        divisor = greatestCommonDivisor(factor, divisor);
      } else if (!term.sizes.empty() && !isSteppedBy(nest, access, term.sizes)) {
        rowNumbers[term.sizes].insert(term.factor);
      }
      auto& divisor = common[term.sizes];
      divisor = greatestCommonDivisor(factor, divisor);
    }
  }
  const auto propose = [&](const std::set<std::pair<Monomial, std::int64_t>>& found) {
    const auto strides = chain(found);
    if (strides && strides->size() > 1) {
      const Reading reading{offset, *strides, false, false, selectors};
      if (std::find(layout.readings.begin(), layout.readings.end(), reading) == layout.readings.end())
        layout.readings.push_back(reading);
    }
    return strides.has_value();
  };
  std::set<std::pair<Monomial, std::int64_t>> withUniform, withoutUniform;
  for (const auto& [sizes, divisor] : commonOfVarying) {
    if (sizes.empty()) continue;  // constant factors stay together: there the affine system is exact
    withUniform.insert({sizes, common[sizes]});
    withoutUniform.insert({sizes, divisor});
  }
  const bool nested = propose(withUniform);
  const bool nestedWithout = propose(withoutUniform);
  // The `m` of `a[(i*n + 1)*m + j]` beside `a[(i*n + 2)*m + j]` is the extent of a row, although nothing
  // counts rows within i.
  std::set<std::pair<Monomial, std::int64_t>> withRows = withUniform;
  for (const auto& [sizes, divisor] : common)
    if (!sizes.empty() && !commonOfVarying.contains(sizes) &&
        std::any_of(withUniform.begin(), withUniform.end(),
                    [&](const auto& outer) { return divide(outer.first, sizes).has_value(); }))
      withRows.insert({sizes, divisor});
  if (withRows != withUniform) propose(withRows);
  std::set<std::pair<Monomial, std::int64_t>> withNamed = withUniform;
  for (const auto& [sizes, numbers] : rowNumbers)
    if (!commonOfVarying.contains(sizes) && areNamedRows(numbers)) withNamed.insert({sizes, common[sizes]});
  if (withNamed != withUniform) propose(withNamed);
  // In `a[2*i]` beside `a[i]` the 2 is no extent: one counter would run along both dimensions. So it would in
  // `a[i + 1 - 2*(i % 2)]`.
  const bool extents =
      !sharesCounters && std::all_of(constantFactors.begin(), constantFactors.end(),
                                     [](const auto& factors) { return factors.second.size() == 1; });
  if (extents) propose(every);
  return nested || nestedWithout;
}

/// What chooses one of several buffers or rows: the `t % 2` of `buf[t % 2*n + i]`, the `now` of `buf[now*n +
/// i]`, the `r` of `x[r*m + i]` for i < r. The sets are worth trying one after the other.
std::vector<std::set<std::string>> selectorsOf(const LoopNest& nest, int array, std::size_t dimension) {
  std::set<std::string> bounds;  // of loops: seldom what chooses
  for (const Loop& loop : nest.loops)
    for (const auto* bound : {&loop.first, &loop.end, &loop.stepSize})
      if (*bound) bounds.merge((*bound)->symbols());
  std::set<std::string> sizes;  // what multiplies something that varies
  std::set<std::string> computed, plain, bounding;
  std::vector<Monomial> products;
  for (const Access& access : nest.accesses) {
    if (access.array != array || access.subscripts.size() <= dimension || !access.subscripts[dimension])
      continue;
    for (const Term& term : termsOf(nest, *access.subscripts[dimension]))
      if (!term.varying.empty())
        sizes.insert(term.sizes.begin(), term.sizes.end());
      else if (term.sizes.size() > 1)
        products.push_back(term.sizes);
  }
  for (const Monomial& product : products)
    for (const std::string& name : product) {
      const Symbol& symbol = symbolOf(nest, name);
      const bool divides = symbol.kind == Symbol::Kind::Remainder || symbol.kind == Symbol::Kind::Quotient;
      if (sizes.contains(name)) continue;
      (bounds.contains(name) ? bounding : divides && symbol.divisor > 1 ? computed : plain).insert(name);
    }
  std::vector<std::set<std::string>> result;
  if (!computed.empty()) result.push_back(computed);
  constexpr std::size_t mostSets = 3;
  for (const std::set<std::string>* names : {&plain, &bounding})
    for (const std::string& name : *names) {
      if (result.size() >= mostSets) break;
      result.push_back(computed);
      result.back().insert(name);
    }
  return result;
}

/// Where the first element would lie if each row began with its first column, and each plane with its first
/// row: at -1 for `a[i*p + j - 1]`, j >= 0, at -2*n for `a[(i*p + j - 2)*n + k]`. A part whose beginning is
/// not known counts as 0.
Polynomial firstColumns(const LoopNest& nest, int array, std::size_t dimension, const Reading& reading) {
  const std::size_t count = reading.strides.size();
  std::vector<std::optional<std::int64_t>> first(count, 0);
  for (const Access& access : nest.accesses) {
    if (access.array != array || access.subscripts.size() <= dimension || !access.subscripts[dimension])
      continue;
    const auto moved = subtract(*access.subscripts[dimension], reading.offset);
    const auto parts =
        moved ? distribute(nest, *moved, reading.strides, reading.selectors) : std::optional<Parts>();
    if (!parts) return Polynomial();
    for (std::size_t k = 1; k < count; ++k) {
      std::optional<std::int64_t> least;
      for (const Polynomial& bound : uniformBounds(nest, access, (*parts)[k], false))
        if (const auto constant = bound.constant()) least = std::max(least.value_or(*constant), *constant);
      first[k] = least && first[k] ? std::optional(std::min(*first[k], *least)) : std::nullopt;
    }
  }
  Polynomial offset;
  for (std::size_t k = 1; k < count; ++k) {
    const auto elements = multiply(Polynomial(first[k].value_or(0)), Polynomial(reading.strides[k].factor));
    if (!elements || !addTerm(offset, reading.strides[k].sizes, {}, elements->constant().value_or(0)))
      return Polynomial();
  }
  return offset;
}

}  // namespace

Layout layoutOf(const LoopNest& nest, int array, std::size_t dimension) {
  // Without the offset first: with it, what an assumption says of the sizes is seldom what is meant. But in
  // `i*n + n - 1 - j` it belongs to the column, and in `i*n + j*m + (plane - i - j)` of a wavefront as well.
  Layout layout;
  const Polynomial offset = commonOffset(nest, array, dimension);
  const bool isOfPlane = std::ranges::any_of(offset.terms, [&](const auto& term) {
    return term.first.size() == 1 && symbolOf(nest, term.first.front()).isReassigned;
  });
  if (isOfPlane) addReadings(nest, array, dimension, Polynomial(), layout);
  layout.comparable = addReadings(nest, array, dimension, offset, layout);
  if (!offset.terms.empty()) layout.comparable |= addReadings(nest, array, dimension, Polynomial(), layout);
  for (const std::set<std::string>& selectors : selectorsOf(nest, array, dimension)) {
    addReadings(nest, array, dimension, offset, layout, selectors);
    if (!offset.terms.empty()) addReadings(nest, array, dimension, Polynomial(), layout, selectors);
  }
  for (const Reading& reading : std::vector<Reading>(layout.readings)) {
    const Polynomial first = firstColumns(nest, array, dimension, reading);
    const auto moved = add(reading.offset, first);
    if (!first.terms.empty() && moved) addReadings(nest, array, dimension, *moved, layout, reading.selectors);
  }
  // Rows whose columns count from 1 to n.
  const std::size_t ordinary = layout.readings.size();
  if (ordinary > 0) addReadings(nest, array, dimension, Polynomial(1), layout);
  for (std::size_t way = ordinary; way < layout.readings.size(); ++way) layout.readings[way].isLate = true;
  if (countsDown(nest, array, dimension)) {
    const std::vector<Reading> asWritten = layout.readings;
    for (Reading& reading : layout.readings) reading.negated = true;
    layout.readings.insert(layout.readings.end(), asWritten.begin(), asWritten.end());
  }
  return layout;
}

std::vector<Constraint> positiveSizes(const LoopNest& nest, const Access& access) {
  std::set<std::string> sizes;
  for (const auto& subscript : access.subscripts)
    if (subscript)
      for (const Term& term : termsOf(nest, *subscript))
        if (!term.varying.empty()) sizes.insert(term.sizes.begin(), term.sizes.end());
  // Of a pitch `p + 1` the `p` alone is one, too.
  for (const std::string& size : std::set<std::string>(sizes))
    if (const auto symbol = nest.symbols.find(size);
        symbol != nest.symbols.end() && symbol->second.kind == Symbol::Kind::Quotient)
      for (const std::string& name : symbol->second.operand.symbols()) sizes.insert(name);
  std::vector<Constraint> result;
  for (const std::string& size : sizes)
    if (const auto condition = subtract(Polynomial::symbol(size), Polynomial(1)))
      result.push_back({*condition, false});
  return result;
}

std::optional<Split> splitSubscript(const LoopNest& nest, const Access& access, std::size_t dimension,
                                    const Reading& reading, Solver& solver) {
  if (access.subscripts.size() <= dimension || !access.subscripts[dimension]) return std::nullopt;
  const Strides& strides = reading.strides;
  const auto moved = subtract(*access.subscripts[dimension], reading.offset);
  const auto subscript = moved ? multiply(*moved, Polynomial(reading.negated ? -1 : 1)) : std::nullopt;
  auto parts = subscript ? distribute(nest, *subscript, strides, reading.selectors) : std::nullopt;
  if (!parts) return std::nullopt;
  Split split{std::move(*parts), {}};
  for (std::size_t k = strides.size(); k-- > 1;) {
    const Polynomial size = ratio(strides[k - 1], strides[k]);
    // `i*n + n - 1 - j` is row i although the terms alone say i + 1: a part may have to lend to or borrow
    // from the next.
    std::optional<std::vector<Constraint>> fewest;
    Parts chosen;
    for (const std::int64_t carry : {0, 1, -1}) {
      const auto scaled = multiply(size, Polynomial(carry));
      const auto inner = scaled ? add(split.parts[k], *scaled) : std::nullopt;
      const auto outer = subtract(split.parts[k - 1], Polynomial(carry));
      if (!inner || !outer) continue;
      auto conditions = needed(nest, access, *inner, size, split.assumptions, solver);
      if (!conditions || (fewest && fewest->size() <= conditions->size())) continue;
      fewest = std::move(conditions);
      chosen = split.parts;
      chosen[k] = *inner;
      chosen[k - 1] = *outer;
      if (fewest->empty()) break;
    }
    if (!fewest) return std::nullopt;
    split.parts = std::move(chosen);
    split.assumptions.insert(split.assumptions.end(), fewest->begin(), fewest->end());
  }
  // What keeps `t % m` and `t / m` apart in other ways than by giving back t is one row: no run that is
  // meant.
  if (!split.assumptions.empty() && mentionsQuotient(nest, *subscript) &&
      !mentionsRemainder(nest, *subscript))
    return std::nullopt;
  return split;
}

}  // namespace appyl::proving
