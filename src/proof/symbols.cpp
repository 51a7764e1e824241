#include "proof/symbols.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace appyl::proving {
namespace {

std::optional<std::int64_t> constantValue(const Symbol& symbol) {
  if (symbol.value || symbol.kind == Symbol::Kind::Parameter) return symbol.value;
  const auto left = symbol.operand.constant(), right = symbol.right.constant();
  switch (symbol.kind) {
    case Symbol::Kind::Quotient:
      return left && symbol.divisor > 0 ? std::optional(*left / symbol.divisor) : std::nullopt;
    case Symbol::Kind::Remainder:
      return left && symbol.divisor > 0 ? std::optional(*left % symbol.divisor) : std::nullopt;
    case Symbol::Kind::Minimum: return left && right ? std::optional(std::min(*left, *right)) : std::nullopt;
    case Symbol::Kind::Maximum: return left && right ? std::optional(std::max(*left, *right)) : std::nullopt;
    default: return std::nullopt;
  }
}

void addDeep(const LoopNest& nest, const Polynomial& polynomial, std::set<std::string>& found) {
  for (const std::string& name : polynomial.symbols())
    if (found.insert(name).second)
      for (const Polynomial* operand : operandsOf(symbolOf(nest, name))) addDeep(nest, *operand, found);
}

constexpr std::size_t mostBounds =
    8;  // alternatives multiply with the depth; the first few are the natural ones

class BoundSearch {
 public:
  BoundSearch(const LoopNest& nest, const Access& access) : nest(nest), guards(usableGuards(nest, access)) {}

  void search(const Polynomial& polynomial, bool upper, int depth) {
    if (found.size() >= mostBounds || depth > 32 || --steps < 0) return;
    const std::string* symbol = nullptr;
    int innermost = -2;
    const std::set<std::string> names = polynomial.symbols();
    for (const std::string& name : names) {
      if (isUniform(nest, name)) continue;
      // Derived values first, then the innermost counters: their bounds mention the outer ones.
      const Symbol& meaning = symbolOf(nest, name);
      const int order =
          meaning.kind == Symbol::Kind::Counter ? meaning.loop : static_cast<int>(nest.loops.size());
      if (order > innermost) {
        innermost = order;
        symbol = &name;
      }
    }
    if (!symbol) {
      if (std::find(found.begin(), found.end(), polynomial) == found.end()) found.push_back(polynomial);
      return;
    }
    const auto factor = polynomial.coefficient(*symbol);
    if (!factor || !factor->constant()) return;
    // What leaves fewest counters first: of `l - i - j` below `nz` that bound itself, not what those of i and
    // j give.
    std::multimap<std::ptrdiff_t, Polynomial> next;
    for (const Polynomial& bound : boundsOf(*symbol, upper == (*factor->constant() > 0)))
      if (auto replaced = replace(polynomial, *symbol, bound)) {
        const auto left = std::ranges::count_if(
            replaced->symbols(), [&](const std::string& name) { return !isUniform(nest, name); });
        next.emplace(left, std::move(*replaced));
      }
    for (const auto& [left, replaced] : next) search(replaced, upper, depth + 1);
  }

  std::vector<Polynomial> found;

 private:
  std::vector<Polynomial> boundsOf(const std::string& name, bool upper) const {
    std::vector<Polynomial> bounds;
    const Symbol& symbol = symbolOf(nest, name);
    switch (symbol.kind) {
      case Symbol::Kind::Counter: {
        const Range range = rangeOf(nest.loops[static_cast<std::size_t>(symbol.loop)]);
        if (const auto& bound = upper ? range.greatest : range.least) bounds.push_back(*bound);
        break;
      }
      case Symbol::Kind::Minimum:
      case Symbol::Kind::Maximum:
        if (upper == (symbol.kind == Symbol::Kind::Minimum)) {
          bounds.push_back(symbol.operand);
          bounds.push_back(symbol.right);
        } else {
          addBoundsOfEither(symbol, upper, bounds);
        }
        break;
      case Symbol::Kind::Remainder:
        if (symbol.divisor > 0)
          bounds.push_back(Polynomial(upper                        ? symbol.divisor - 1
                                      : isPositive(symbol.operand) ? 0
                                                                   : 1 - symbol.divisor));
        break;
      case Symbol::Kind::Opaque:
        if (symbol.isLane)
          if (const auto last = upper ? subtract(symbol.operand, 1) : Polynomial(0)) bounds.push_back(*last);
        if (dividesBySize(symbol)) addBoundsOfDivision(symbol, upper, bounds);
        if (symbol.condition) addBoundsOfEither(symbol, upper, bounds);
        if (isBoundByType(symbol)) bounds.push_back(Polynomial(upper ? symbol.most : 0));
        break;
      default: break;
    }
    for (const Constraint& guard : guards) {
      const auto factor = guard.condition.coefficient(name);
      const auto constant = factor ? factor->constant() : std::nullopt;
      if (!constant || (*constant != 1 && *constant != -1) || (!guard.equality && upper == (*constant == 1)))
        continue;
      const auto rest = multiply(guard.condition.without(name), Polynomial(-*constant));
      // A condition on a value computed from this counter would lead back to it.
      if (rest && !allSymbols(nest, *rest).contains(name)) bounds.push_back(*rest);
    }
    return bounds;
  }

  std::vector<Polynomial> uniformBounds(const Polynomial& operand, bool upper) const {
    BoundSearch inner(nest, guards, steps / 4);
    inner.search(operand, upper, 0);
    return std::move(inner.found);
  }

  /// Bounds of a value that may be either of two: the m of `odd ? m : m - 1`, the n - 1 of `max(i, n - 1)`.
  void addBoundsOfEither(const Symbol& symbol, bool upper, std::vector<Polynomial>& bounds) const {
    const std::vector<Polynomial> others = uniformBounds(symbol.right, upper);
    for (const Polynomial& one : uniformBounds(symbol.operand, upper))
      for (const Polynomial& other : others) {
        const auto distance = subtract(one, other);
        const auto constant = distance ? distance->constant() : std::nullopt;
        if (constant) bounds.push_back((*constant > 0) == upper ? one : other);
      }
  }

  bool isPositive(const Polynomial& value) const {
    const std::vector<Polynomial> least = uniformBounds(value, false);
    return std::any_of(least.begin(), least.end(), [](const Polynomial& bound) {
      const auto constant = bound.constant();
      return constant && *constant >= 0;
    });
  }

  /// 0 <= t % m < m for t >= 0; and t / m < n where t < m * n.
  void addBoundsOfDivision(const Symbol& symbol, bool upper, std::vector<Polynomial>& bounds) const {
    const bool isUp = isPositive(symbol.operand);
    if (!upper && isUp) bounds.push_back(Polynomial(0));
    if (symbol.isRemainder) {
      const auto end = subtract(upper ? symbol.right : Polynomial(1), upper ? Polynomial(1) : symbol.right);
      if (end && (upper || !isUp)) bounds.push_back(*end);
      return;
    }
    if (!upper || !isUp || symbol.right.terms.size() != 1) return;
    for (const Polynomial& bound : uniformBounds(symbol.operand, true)) {
      const auto end = add(bound, Polynomial(1));
      const auto rows = end ? dividedBy(*end, *symbol.right.terms.begin()) : std::nullopt;
      const auto last = rows ? subtract(*rows, Polynomial(1)) : std::nullopt;
      if (last) bounds.push_back(*last);
    }
  }

  BoundSearch(const LoopNest& nest, std::vector<Constraint> guards, int steps)
      : nest(nest), guards(std::move(guards)), steps(steps) {}

  const LoopNest& nest;
  std::vector<Constraint> guards;
  int steps = 500;  // guards may bound two counters by each other
};

}  // namespace

const Symbol& symbolOf(const LoopNest& nest, const std::string& name) {
  static const Symbol opaque{.kind = Symbol::Kind::Opaque,
                             .written = {},
                             .loop = -1,
                             .operand = {},
                             .right = {},
                             .divisor = 0,
                             .value = std::nullopt,
                             .isUnsigned = false,
                             .isLane = false,
                             .isRemainder = false,
                             .isComputed = false,
                             .isAdvanced = false,
                             .isReassigned = false,
                             .condition = std::nullopt};
  const auto found = nest.symbols.find(name);
  if (found == nest.symbols.end()) return opaque;
  const Symbol& symbol = found->second;
  const bool divides = symbol.kind == Symbol::Kind::Quotient || symbol.kind == Symbol::Kind::Remainder;
  const bool counts = symbol.kind == Symbol::Kind::Counter;
  const bool valid = (!divides || symbol.divisor > 0) &&
                     (!counts || (symbol.loop >= 0 && symbol.loop < static_cast<int>(nest.loops.size())));
  return valid ? symbol : opaque;
}

void forEachPolynomial(LoopNest& nest, const std::function<void(Polynomial&)>& visit) {
  for (Loop& loop : nest.loops)
    for (std::optional<Polynomial>* bound : {&loop.first, &loop.end, &loop.stepSize})
      if (*bound) visit(**bound);
  for (Array& array : nest.arrays) {
    for (std::optional<Polynomial>& extent : array.extents)
      if (extent) visit(*extent);
    for (Length& length : array.lengths) visit(length.count);
  }
  for (Access& access : nest.accesses) {
    for (std::optional<Polynomial>& subscript : access.subscripts)
      if (subscript) visit(*subscript);
    for (Constraint& guard : access.guards) visit(guard.condition);
  }
  for (Constraint& known : nest.context) visit(known.condition);
  for (auto& [name, symbol] : nest.symbols) {
    visit(symbol.operand);
    visit(symbol.right);
    if (symbol.condition) visit(*symbol.condition);
  }
}

bool isBoundByType(const Symbol& symbol) {
  return isOpaque(symbol) && !symbol.isLane && symbol.isUnsigned && symbol.most < INT64_MAX;
}

bool isOpaque(const Symbol& symbol) {
  return symbol.kind == Symbol::Kind::Opaque && !symbol.condition && !dividesBySize(symbol);
}

std::vector<const Polynomial*> operandsOf(const Symbol& symbol) {
  if (symbol.condition) return {&symbol.operand, &symbol.right, &*symbol.condition};
  if (dividesBySize(symbol)) return {&symbol.operand, &symbol.right};
  switch (symbol.kind) {
    case Symbol::Kind::Quotient:
    case Symbol::Kind::Remainder: return {&symbol.operand};
    case Symbol::Kind::Minimum:
    case Symbol::Kind::Maximum: return {&symbol.operand, &symbol.right};
    default: return {};
  }
}

std::set<std::string> allSymbols(const LoopNest& nest, const Polynomial& polynomial) {
  std::set<std::string> found;
  addDeep(nest, polynomial, found);
  return found;
}

bool mentionsOpaque(const LoopNest& nest, const Polynomial& polynomial) {
  const std::set<std::string> names = allSymbols(nest, polynomial);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return isOpaque(symbolOf(nest, name)); });
}

bool isUniform(const LoopNest& nest, const std::string& symbol) {
  const std::set<std::string> names = allSymbols(nest, Polynomial::symbol(symbol));
  return std::none_of(names.begin(), names.end(), [&](const std::string& name) {
    const Symbol& symbol = symbolOf(nest, name);
    return isOpaque(symbol) || symbol.kind == Symbol::Kind::Counter;
  });
}

std::optional<Polynomial> replace(const Polynomial& polynomial, const std::string& symbol,
                                  const Polynomial& value) {
  Polynomial result;
  for (const auto& [monomial, factor] : polynomial.terms) {
    std::optional<Polynomial> product = Polynomial(factor);
    for (const std::string& name : monomial)
      if (product) product = multiply(*product, name == symbol ? value : Polynomial::symbol(name));
    const auto sum = product ? add(result, *product) : std::nullopt;
    if (!sum) return std::nullopt;
    result = *sum;
  }
  return result;
}

LoopNest withCases(const LoopNest& nest, std::vector<int>& origins) {
  LoopNest result = nest;
  result.accesses.clear();
  for (std::size_t k = 0; k < nest.accesses.size(); ++k) {
    const Access& access = nest.accesses[k];
    const std::size_t count = std::max<std::size_t>(access.cases.size(), 1);
    for (std::size_t turn = 0; turn < count; ++turn) {
      Access& one = result.accesses.emplace_back(access);
      origins.push_back(static_cast<int>(k));
      if (access.cases.empty()) continue;
      one.guards.insert(one.guards.end(), access.cases[turn].begin(), access.cases[turn].end());
      one.guardsExact = true;
      one.cases.clear();
    }
  }
  return result;
}

LoopNest withContext(LoopNest nest) {
  for (Access& access : nest.accesses)
    access.guards.insert(access.guards.end(), nest.context.begin(), nest.context.end());
  return nest;
}

LoopNest withConstants(const LoopNest& nest) {
  LoopNest result = nest;
  std::set<std::string> done;
  // Folding one symbol may make another constant (`min(N / 2, 64)`), hence until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [name, symbol] : nest.symbols) {
      const auto value = constantValue(result.symbols.at(name));
      if (!value || !done.insert(name).second) continue;
      changed = true;
      forEachPolynomial(result, [&, &key = name](Polynomial& polynomial) {
        if (polynomial.mentions(key))
          if (auto known = replace(polynomial, key, Polynomial(*value))) polynomial = std::move(*known);
      });
    }
  }
  return result;
}

LoopNest withFollowed(LoopNest nest) {
  for (Access& access : nest.accesses) {
    if (access.followed.empty()) continue;
    access.wholeArray = access.subscripts.size() != access.followed.size();
    access.subscripts = std::move(access.followed);
    access.followed.clear();
  }
  return nest;
}

LoopNest withCounted(LoopNest nest) {
  for (Loop& loop : nest.loops)
    if (loop.counted) {
      loop.canonical = true;
      if (const auto symbol = nest.symbols.find(loop.symbol); symbol != nest.symbols.end())
        symbol->second.kind = Symbol::Kind::Counter;
    }
  return nest;
}

/// The loop of which `value` is the counter's value now counts from 0 by ones; what bounds it stands at its
/// accesses.
static void numberSteps(LoopNest& nest, int index, const Polynomial& value) {
  Loop& loop = nest.loops[static_cast<std::size_t>(index)];
  const Range range = rangeOf(loop);
  const auto& last = loop.descending ? range.least : range.greatest;
  const auto room = !last ? std::nullopt : loop.descending ? subtract(value, *last) : subtract(*last, value);
  const auto positive = subtract(*loop.stepSize, Polynomial(1));
  for (Access& access : nest.accesses) {
    const std::vector<int> around = loopsAround(nest, access.loop);
    if (std::find(around.begin(), around.end(), index) == around.end()) continue;
    if (room) access.guards.push_back({*room, false});
    if (positive) access.guards.push_back({*positive, false});
  }
  loop.step = 1;
  loop.stepSize.reset();
  loop.descending = false;
  loop.comparison = Comparison::Less;
}

/// Its counter now grows.
static void turnRound(Loop& loop) {
  loop.step = -*loop.step;
  loop.descending = false;
  if (loop.comparison == Comparison::Greater) loop.comparison = Comparison::Less;
  if (loop.comparison == Comparison::GreaterEqual) loop.comparison = Comparison::LessEqual;
}

std::optional<LoopNest> countedInSteps(const LoopNest& nest) {
  LoopNest result = nest;
  std::set<std::string> moved;  // counters that now count otherwise
  const auto isMoved = [&](const Polynomial& value) {
    const std::set<std::string> names = allSymbols(result, value);
    return std::any_of(names.begin(), names.end(), [&](const auto& name) { return moved.contains(name); });
  };
  for (std::size_t k = 0; k < result.loops.size(); ++k) {
    Loop& loop = result.loops[k];
    if (!loop.canonical || !loop.first) continue;
    const bool bySteps = loop.stepSize && !mentionsOpaque(nest, *loop.stepSize);
    const bool beginsInside =
        isMoved(*loop.first) || std::any_of(loop.first->terms.begin(), loop.first->terms.end(),
                                            [](const auto& term) { return term.first.size() > 1; });
    if (!bySteps && !(loop.step && loop.end && beginsInside)) continue;
    const bool down = loop.step ? *loop.step < 0 : loop.descending;
    const Polynomial first = *loop.first,
                     counter = *multiply(Polynomial::symbol(loop.symbol), Polynomial(down ? -1 : 1));
    const auto distance = bySteps ? multiply(*loop.stepSize, counter) : std::optional(counter);
    const auto value = distance ? add(first, *distance) : std::nullopt;
    if (!value) return std::nullopt;
    bool fits = true;
    forEachPolynomial(result, [&](Polynomial& polynomial) {
      if (!polynomial.mentions(loop.symbol)) return;
      const auto replaced = replace(polynomial, loop.symbol, *value);
      fits &= replaced.has_value();
      if (replaced) polynomial = *replaced;
    });
    const auto end = !loop.end ? std::nullopt
                     : down    ? subtract(first, *loop.end)
                               : subtract(*loop.end, first);
    if (!fits || (!bySteps && !end)) return std::nullopt;
    if (bySteps)
      numberSteps(result, static_cast<int>(k), *value);
    else if (down)
      turnRound(loop);
    loop.first = Polynomial();
    loop.end = bySteps ? std::nullopt : end;
    moved.insert(loop.symbol);
  }
  return moved.empty() ? std::nullopt : std::optional(std::move(result));
}

Range rangeOf(const Loop& loop) {
  Range range;
  if (!loop.canonical) return range;
  const bool descending = loop.step ? *loop.step < 0 : loop.descending;
  std::optional<Polynomial> last = loop.end;
  const bool excluded = loop.comparison == Comparison::Less || loop.comparison == Comparison::Greater ||
                        loop.comparison == Comparison::NotEqual;
  if (last && excluded) last = add(*last, Polynomial(descending ? 1 : -1));
  range.least = descending ? last : loop.first;
  range.greatest = descending ? loop.first : last;
  return range;
}

std::vector<Constraint> usableGuards(const LoopNest& nest, const Access& access) {
  std::vector<Constraint> guards;
  for (const Constraint& guard : access.guards)
    if (!mentionsOpaque(nest, guard.condition)) guards.push_back(guard);
  return guards;
}

bool isExtent(const LoopNest& nest, const std::string& symbol) {
  const auto isOfNoCounter = [&](const Polynomial& value) {
    return std::ranges::all_of(value.symbols(),
                               [&](const std::string& name) { return isUniform(nest, name); });
  };
  const auto ends = [&](const std::optional<Polynomial>& value) {
    if (!value) return false;
    if (isOfNoCounter(*value)) return value->mentions(symbol);
    return std::ranges::any_of(value->symbols(), [&](const std::string& name) {  // `min(n - 1, j + k)`
      return std::ranges::any_of(operandsOf(symbolOf(nest, name)), [&](const Polynomial* operand) {
        return isOfNoCounter(*operand) && operand->mentions(symbol);
      });
    });
  };
  return std::ranges::any_of(nest.loops,
                             [&](const Loop& loop) { return ends(loop.first) || ends(loop.end); });
}

std::vector<Polynomial> uniformBounds(const LoopNest& nest, const Access& access,
                                      const Polynomial& polynomial, bool upper) {
  BoundSearch search(nest, access);
  search.search(polynomial, upper, 0);
  return std::move(search.found);
}

}  // namespace appyl::proving
