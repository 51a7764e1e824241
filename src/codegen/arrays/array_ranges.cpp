#include "codegen/arrays/array_ranges.h"

#include "nest/ast/array_types.h"
#include "nest/ir/leading_dimensions.h"
#include "nest/ir/symbol_names.h"
#include "proof/extents.h"
#include "proof/symbols.h"

#include <algorithm>

namespace appyl {

using namespace clang;

std::optional<ElementRange> RangeReader::rangeOf(const Access& access) {
  if (access.subscripts.empty() || !access.subscripts.front() || proving::mayBeOfAnyRow(nest, access))
    return std::nullopt;
  const Polynomial subscript = withoutPitches(nest, *access.subscripts.front());
  ElementRange range{subscript, subscript};
  if (!bound(range.low, access, false) || !bound(range.high, access, true)) return std::nullopt;
  const auto pastHigh = add(range.high, Polynomial(1));
  if (!pastHigh) return std::nullopt;
  range.high = *pastHigh;
  return range;
}

/// `t - m * (t / m)`, as which `t % m` is known, as a remainder. `quotient`: the symbol of t / m.
std::optional<Polynomial> RangeReader::withRemainder(const Polynomial& value, const std::string& quotient,
                                                     const Polynomial& dividend, const Polynomial& divisor) {
  const auto factor = divisor.terms.size() == 1 ? value.coefficient(quotient) : std::nullopt;
  if (!factor) return std::nullopt;
  const auto& size = *divisor.terms.begin();
  Polynomial multiples;  // of m; the quotient itself may be wanted, too: `t % m * k + t / m`
  for (const auto& [monomial, coefficient] : factor->terms) {
    Polynomial term;
    term.terms[monomial] = coefficient;
    if (dividedBy(term, size)) multiples.terms[monomial] = coefficient;
  }
  if (multiples.terms.empty()) return std::nullopt;
  const auto ofQuotient = multiply(multiples, Polynomial::symbol(quotient));
  const auto others = ofQuotient ? subtract(value, *ofQuotient) : std::nullopt;
  const auto times = dividedBy(multiples, size);
  const auto count = times ? multiply(*times, Polynomial(-1)) : std::nullopt;
  const bool isRemainder =
      count && std::ranges::all_of(count->terms, [](const auto& term) { return term.second > 0; });
  const auto whole = isRemainder ? multiply(*count, dividend) : std::nullopt;
  const auto rest = whole && others ? subtract(*others, *whole) : std::nullopt;
  if (!rest || rest->terms.size() >= value.terms.size()) return std::nullopt;
  const std::string remainder = "(" + print(dividend) + ") % (" + print(divisor) + ")";
  own[remainder] = symbol(quotient);
  own[remainder].operand = dividend;
  own[remainder].right = divisor;
  own[remainder].isRemainder = true;
  const auto part = multiply(*count, Polynomial::symbol(remainder));
  return part ? add(*rest, *part) : std::nullopt;
}

/// Remainders of what is divided, and of quotients of it: `t / m - n * (t / (m * n))` is `t / m % n`.
Polynomial RangeReader::withRemainders(Polynomial value) {
  for (const std::string& name : value.symbols()) {
    const Symbol quotient = symbol(name);
    if (!dividesBySize(quotient) || quotient.isRemainder) continue;
    value = withRemainder(value, name, quotient.operand, quotient.right).value_or(value);
    for (const std::string& other : value.symbols()) {
      const Symbol larger = symbol(other);
      if (other == name || !dividesBySize(larger) || larger.isRemainder ||
          larger.operand != quotient.operand || larger.right.terms.size() != 1)
        continue;
      if (const auto times = dividedBy(quotient.right, *larger.right.terms.begin()))
        value = withRemainder(value, name, Polynomial::symbol(other), *times).value_or(value);
    }
  }
  return value;
}

/// The counters are replaced by the ends of their ranges, from the innermost one outwards.
bool RangeReader::bound(Polynomial& value, const Access& access, bool greatest) {
  if (computes) value = withRemainders(value);
  const std::vector<int> around = loopsAround(nest, access.loop);
  const AccessDomain domain = domainOf(access);
  const auto replaceAll = [&](Polynomial& each, bool upwards) {
    for (auto loop = around.rbegin(); loop != around.rend(); ++loop)
      if (!resolve(each, access, upwards) || !replace(nest.loops[*loop], domain, each, upwards)) return false;
    return resolve(each, access, upwards) && isInvariant(each);
  };
  Polynomial known;
  while (const auto guarded = computes ? guardedSum(value, access, greatest) : std::nullopt) {
    Polynomial least = guarded->sum;
    if (!replaceAll(least, false)) return false;
    const auto end = multiply(guarded->scale, greaterOf(least, guarded->least, access));
    const auto more = end ? add(known, *end) : std::nullopt;
    if (!more) return false;
    known = *more;
    value = guarded->rest;
  }
  if (!replaceAll(value, greatest)) return false;
  const auto all = add(value, known);
  value = all.value_or(value);
  return all.has_value();
}

/// The counter of a product of one with what does not change.
std::string RangeReader::counterIn(const Monomial& product) const {
  return *std::find_if(product.begin(), product.end(),
                       [&](const std::string& name) { return symbol(name).kind == Symbol::Kind::Counter; });
}

/// `(s*i + p) * n` of `(s*i + p) * n + j`, where a condition bounds s*i + p: bounding each counter by itself
/// would give a wider range.
std::optional<RangeReader::GuardedSum> RangeReader::guardedSum(const Polynomial& value, const Access& access,
                                                               bool greatest) {
  std::vector<Polynomial> conditions;
  for (const Constraint& guard : access.guards) {
    split(guard.condition, conditions);
    const auto negated = multiply(guard.condition, Polynomial(-1));
    if (guard.equality && negated) split(*negated, conditions);
  }
  for (const Polynomial& condition : conditions) {
    Polynomial sum, rest = condition;
    for (const std::string& name : condition.symbols()) {
      if (symbol(name).kind != Symbol::Kind::Counter) continue;
      const auto factor = condition.coefficient(name);
      if (!factor || factor->terms.size() != 1 || !isInvariant(*factor)) break;
      sum = *add(sum, *multiply(*factor, Polynomial::symbol(name)));
      rest = rest.without(name);
    }
    if (sum.terms.empty() || !isInvariant(rest)) continue;
    const std::string first = counterIn(sum.terms.begin()->first);
    const Polynomial own = *sum.coefficient(first);
    // What bounds a counter by itself is a part of its range.
    if (sum.terms.size() == 1 && std::abs(own.constant().value_or(0)) == 1) continue;
    const auto factor = value.coefficient(first);
    const auto scale = factor ? dividedBy(*factor, *own.terms.begin()) : std::nullopt;
    const auto whole = scale ? multiply(*scale, sum) : std::nullopt;
    if (!whole || scale->terms.empty() || !isInvariant(*scale)) continue;
    const auto left = subtract(value, *whole), least = multiply(rest, Polynomial(-1));
    const bool isAll = left && std::all_of(sum.terms.begin(), sum.terms.end(), [&](const auto& term) {
                         return !left->mentions(counterIn(term.first));
                       });
    if (!isAll || !least || isPositive(*scale) != !greatest) continue;
    GuardedSum found{sum, *scale, *least, *left};
    for (const Polynomial& other : conditions)  // of `at >= 0 && at >= n` the stronger one
      if (const auto end = subtract(sum, other); end && isInvariant(*end))
        found.least = greaterOf(found.least, *end, access);
    return found;
  }
  return std::nullopt;
}

/// The greater of two ends, and the lesser one.
Polynomial RangeReader::greaterOf(const Polynomial& one, const Polynomial& other, const Access& access) {
  const auto less = subtract(other, one), more = subtract(one, other);
  if (less && holdsWhereRun(*less, access)) return other;
  if (more && holdsWhereRun(*more, access)) return one;
  return computed(Symbol::Kind::Maximum, one, other).value_or(one);
}

Polynomial RangeReader::lesserOf(const Polynomial& one, const Polynomial& other, const Access& access) {
  const auto less = subtract(other, one), more = subtract(one, other);
  if (less && holdsWhereRun(*less, access)) return one;
  if (more && holdsWhereRun(*more, access)) return other;
  return computed(Symbol::Kind::Minimum, one, other).value_or(one);
}

/// Is the value >= 0 wherever the loops around the access have iterations?
bool RangeReader::holdsWhereRun(const Polynomial& value, const Access& access) const {
  if (const auto constant = value.constant()) return *constant >= 0;
  for (const std::string& name : value.symbols()) {
    const Symbol& meaning = symbol(name);
    if (meaning.kind != Symbol::Kind::Minimum && meaning.kind != Symbol::Kind::Maximum) continue;
    const bool ofLeft = holdsWhereRun(value.substitute(name, meaning.operand), access),
               ofRight = holdsWhereRun(value.substitute(name, meaning.right), access);
    const auto factor = value.coefficient(name);
    const std::int64_t times = factor ? factor->constant().value_or(0) : 0;
    // For a maximum that is added, one of its two operands is enough.
    const bool isEither = meaning.kind == Symbol::Kind::Maximum ? times > 0 : times < 0;
    return isEither ? ofLeft || ofRight : ofLeft && ofRight;
  }
  for (const int each : loopsAround(nest, access.loop)) {
    const Loop& loop = nest.loops[each];
    const auto last = loop.canonical && loop.first && loop.end ? beforeEnd(loop) : std::nullopt;
    const auto way = !last             ? std::nullopt
                     : loop.descending ? subtract(*loop.first, *last)
                                       : subtract(*last, *loop.first);
    const auto more = way && loop.comparison != Comparison::NotEqual ? subtract(value, *way) : std::nullopt;
    if (more && more->constant().value_or(-1) >= 0) return true;
  }
  return false;
}

/// Replaces quotients and the like of counters by the ends of their own ranges.
bool RangeReader::resolve(Polynomial& value, const Access& access, bool greatest) {
  for (const std::string& name : value.symbols()) {
    const Symbol& meaning = symbol(name);
    const bool isPlain = meaning.kind == Symbol::Kind::Counter || meaning.kind == Symbol::Kind::Parameter;
    if (!computes || isPlain || isKnown(name)) continue;
    // Resolved one by one, the ends of `i + i % n` would lie too far apart; those of `i + i / n` are met at
    // once.
    if (meaning.kind == Symbol::Kind::Opaque && !isMonotone(value) &&
        sharesCounters(name, value.without(name), access))
      return false;
    const auto factor = value.coefficient(name);
    const auto positive = factor ? isPositive(*factor) : std::nullopt;
    const auto end = positive ? boundOf(Symbol(meaning), access, greatest == *positive) : std::nullopt;
    if (!end) return false;
    value = value.substitute(name, *end);
  }
  return true;
}

/// Does the value never become less when one of its counters grows, as long as its sizes are positive?
bool RangeReader::isMonotone(const Polynomial& value) const {
  return llvm::all_of(value.terms, [&](const auto& term) {
    return llvm::all_of(term.first, [&](const std::string& name) {
      const Symbol& meaning = symbol(name);
      const bool isQuotient =
          meaning.kind == Symbol::Kind::Quotient || (dividesBySize(meaning) && !meaning.isRemainder);
      return isKnown(name) || (term.second > 0 && (meaning.kind == Symbol::Kind::Counter ||
                                                   (isQuotient && isMonotone(meaning.operand))));
    });
  });
}

bool RangeReader::sharesCounters(const std::string& name, const Polynomial& value, const Access& access) {
  std::set<std::string> own, others;
  addCounters(Polynomial::symbol(name), own);
  const Symbol meaning = symbol(name);
  for (const std::string& each : value.symbols())
    if (!areDigits(meaning, Symbol(symbol(each)), access)) addCounters(Polynomial::symbol(each), others);
  return std::ranges::any_of(own, [&](const std::string& each) { return others.count(each) != 0; });
}

/// `t / n` and `t % n` of a t that takes all values below a multiple of n: both reach their ends at once.
bool RangeReader::areDigits(const Symbol& one, const Symbol& other, const Access& access) {
  if (!dividesBySize(one) || !dividesBySize(other) || one.isRemainder == other.isRemainder ||
      one.operand != other.operand || one.right != other.right || one.right.terms.size() != 1)
    return false;
  Polynomial least = one.operand, most = one.operand;
  if (!bound(least, access, false) || !least.terms.empty() || !bound(most, access, true)) return false;
  const auto count = add(most, Polynomial(1));
  return count && dividedBy(*count, *one.right.terms.begin()).has_value();
}

/// Adds the counters that the value is computed from.
void RangeReader::addCounters(const Polynomial& value, std::set<std::string>& found) const {
  for (const std::string& name : value.symbols()) {
    const Symbol& meaning = symbol(name);
    if (meaning.kind == Symbol::Kind::Counter) found.insert(name);
    for (const Polynomial* part : proving::operandsOf(meaning)) addCounters(*part, found);
  }
}

std::optional<Polynomial> RangeReader::boundOf(const Symbol& symbol, const Access& access, bool greatest) {
  Polynomial left = symbol.operand, right = symbol.right;
  if (symbol.condition) return endOfChoice(symbol, access, greatest);
  if (dividesBySize(symbol))
    return symbol.isRemainder ? endOfRemainder(symbol, access, greatest)
                              : endOfQuotient(symbol, access, greatest);
  if (symbol.kind == Symbol::Kind::Opaque) {
    const bool isLane = symbol.isLane && (!greatest || bound(left, access, true));
    return !isLane ? std::nullopt : greatest ? subtract(left, Polynomial(1)) : Polynomial(0);
  }
  switch (symbol.kind) {
    case Symbol::Kind::Quotient:
      if (!bound(left, access, greatest)) return std::nullopt;
      return computed(symbol.kind, left, symbol.divisor > 0 ? Polynomial(symbol.divisor) : right);
    case Symbol::Kind::Remainder: {
      if (greatest)
        return bound(left, access, true) ? lesserOf(Polynomial(symbol.divisor - 1), left, access)
                                         : Polynomial(symbol.divisor - 1);
      const bool isNeverNegative = bound(left, access, false) && left.constant().value_or(-1) >= 0;
      return isNeverNegative ? std::optional(Polynomial(0)) : std::nullopt;
    }
    default: break;
  }
  const bool hasLeft = bound(left, access, greatest), hasRight = bound(right, access, greatest);
  const bool eitherWillDo = greatest == (symbol.kind == Symbol::Kind::Minimum);
  if (hasLeft && hasRight)
    return symbol.kind == Symbol::Kind::Minimum ? lesserOf(left, right, access)
                                                : greaterOf(left, right, access);
  return eitherWillDo && hasLeft    ? std::optional(left)
         : eitherWillDo && hasRight ? std::optional(right)
                                    : std::nullopt;
}

/// Is each condition >= 0, or required to be, so that the ranges are right? false: it cannot be required.
bool RangeReader::holdOrRequire(const std::vector<Polynomial>& conditions, const Access& access) {
  for (const Polynomial& each : conditions) {
    if (holdsWhereRun(each, access)) continue;
    if (llvm::any_of(each.symbols(), [&](const std::string& name) { return own.count(name) != 0; }))
      return false;
    require(each);
  }
  return true;
}

/// The end of `t / n`, where t is not negative and n is positive: the end of t, divided by n.
std::optional<Polynomial> RangeReader::endOfQuotient(const Symbol& symbol, const Access& access,
                                                     bool greatest) {
  Polynomial least = symbol.operand, end = symbol.operand;
  const auto beforeSize = subtract(symbol.right, Polynomial(1));
  if (!isInvariant(symbol.right) || !beforeSize || !bound(least, access, false) ||
      !bound(end, access, greatest) || !holdOrRequire({least, *beforeSize}, access))
    return std::nullopt;
  return computed(Symbol::Kind::Quotient, end, symbol.right);
}

/// The ends of `t % n`, where t is not negative and n is positive: 0, and n - 1 or an earlier end of t.
std::optional<Polynomial> RangeReader::endOfRemainder(const Symbol& symbol, const Access& access,
                                                      bool greatest) {
  Polynomial least = symbol.operand, size = symbol.right;
  if (!bound(least, access, false) || !bound(size, access, greatest)) return std::nullopt;
  const auto last = subtract(size, Polynomial(1));
  if (!last || !holdOrRequire({least, *last}, access)) return std::nullopt;
  if (!greatest) return Polynomial(0);
  Polynomial most = symbol.operand;
  return bound(most, access, true) ? lesserOf(*last, most, access) : *last;
}

/// Replaces a branch of a choice by its end, where the condition is about another choice, v, that the branch is
/// computed from: `v >= n ? n - 1 : v`. Either the condition says where the branch ends, or it holds where v is
/// at its own end.
bool RangeReader::endOfBranch(Polynomial& value, const Polynomial& condition, const Access& access,
                              bool greatest) {
  std::optional<std::string> chosen;
  for (const std::string& name : condition.symbols())
    if (symbol(name).condition) chosen = name;
  const auto ofValue = chosen ? value.coefficient(*chosen) : std::nullopt,
             ofCondition = chosen ? condition.coefficient(*chosen) : std::nullopt;
  if (!ofCondition || !isInvariant(condition.without(*chosen))) return false;
  if (!value.mentions(*chosen)) return bound(value, access, greatest);
  if (!ofValue || std::abs(ofValue->constant().value_or(0)) != 1) return false;
  const auto atEnd = boundOf(Symbol(symbol(*chosen)), access, greatest == (ofValue->constant() == 1));
  if (!atEnd) return false;
  Polynomial end = value.substitute(*chosen, *atEnd);
  if (!bound(end, access, greatest)) return false;
  const auto byCondition = greatest ? add(value, condition) : subtract(value, condition);
  if (byCondition && isInvariant(*byCondition)) {
    value = greatest ? lesserOf(end, *byCondition, access) : greaterOf(end, *byCondition, access);
    return true;
  }
  value = end;
  return holdsWhereRun(condition.substitute(*chosen, *atEnd), access);
}

/// The end of `c >= 0 ? a : b`, from the ends of a and b, each where it is chosen.
std::optional<Polynomial> RangeReader::endOfChoice(const Symbol& symbol, const Access& access,
                                                   bool greatest) {
  const auto opposite = multiply(*symbol.condition, Polynomial(-1));
  const auto fails = opposite ? subtract(*opposite, Polynomial(1)) : std::nullopt;
  if (!fails) return std::nullopt;
  std::optional<Polynomial> end;
  for (const auto& [value, condition] :
       {std::pair(symbol.operand, *symbol.condition), {symbol.right, *fails}}) {
    Polynomial most = condition, each = value;
    if (bound(most, access, true) && most.constant().value_or(0) < 0) continue;  // it is never chosen
    Access where = access, alone;
    where.guards.push_back({condition, false});
    // The part of the condition without counters may be what keeps the value inside the array.
    alone.loop = access.loop, alone.guards = {{condition, false}};
    const bool isOfCounters = domainOf(alone).exact;
    if (!isOfCounters && !endOfBranch(each, condition, access, greatest)) return std::nullopt;
    if (isOfCounters && !bound(each, where, greatest)) return std::nullopt;
    end = !end ? each : greatest ? greaterOf(*end, each, access) : lesserOf(*end, each, access);
  }
  return end;
}

/// Is `whole` the minimum (or the maximum, by `kind`) of `part` and others?
bool RangeReader::includes(const Polynomial& whole, const Polynomial& part, Symbol::Kind kind) const {
  const std::set<std::string> names = whole.symbols();
  if (names.size() != 1 || whole != Polynomial::symbol(*names.begin())) return false;
  const Symbol& meaning = symbol(*names.begin());
  return meaning.kind == kind &&
         (meaning.operand == part || meaning.right == part || includes(meaning.operand, part, kind) ||
          includes(meaning.right, part, kind));
}

/// `right` is the divisor of a quotient, a positive one.
std::optional<Polynomial> RangeReader::computed(Symbol::Kind kind, const Polynomial& left,
                                                const Polynomial& right) {
  const bool divides = kind == Symbol::Kind::Quotient;
  const auto a = left.constant(), b = right.constant();
  if (divides && a && (b || *a == 0)) return Polynomial(b ? *a / *b : 0);
  if (!divides && (left == right || includes(left, right, kind))) return left;
  if (!divides && includes(right, left, kind)) return right;
  if (!divides && a && b)
    return Polynomial(kind == Symbol::Kind::Minimum ? std::min(*a, *b) : std::max(*a, *b));
  // min(n - 1, m - 1) is min(n, m) - 1.
  const auto constantOf = [](const Polynomial& value) {
    const auto term = value.terms.find({});
    return term == value.terms.end() ? 0 : term->second;
  };
  if (const std::int64_t shared = constantOf(left); !divides && shared != 0 && shared == constantOf(right)) {
    const auto rest =
        computed(kind, *subtract(left, Polynomial(shared)), *subtract(right, Polynomial(shared)));
    return rest ? add(*rest, Polynomial(shared)) : std::nullopt;
  }
  Symbol symbol;
  symbol.kind = kind, symbol.operand = left, symbol.right = right;
  if (divides && b) symbol.divisor = *b, symbol.right = {};
  const char* word = divides ? "/" : kind == Symbol::Kind::Minimum ? "min" : "max";
  const std::string name = "(" + print(left) + ") " + word + " (" + print(right) + ")";
  own[name] = symbol;
  return Polynomial::symbol(name);
}

const Symbol& RangeReader::symbol(const std::string& name) const {
  static const Symbol unknown = [] {  // the `?` of numbers that do not fit
    Symbol symbol;
    symbol.kind = Symbol::Kind::Opaque;
    return symbol;
  }();
  if (const auto mine = own.find(name); mine != own.end()) return mine->second;
  const auto known = nest.symbols.find(name);
  return known != nest.symbols.end() ? known->second : unknown;
}

bool RangeReader::isPointer(const std::string& name) const {
  return llvm::any_of(nest.function->decls(), [&](const Decl* each) {
    const auto* variable = dyn_cast<VarDecl>(each);
    return variable && variable->getType()->isPointerType() && variable->getNameAsString() == name;
  });
}

bool RangeReader::isUnsigned(const std::string& name) const {
  return symbol(name).isUnsigned || llvm::any_of(nest.function->decls(), [&](const Decl* each) {
           const auto* variable = dyn_cast<VarDecl>(each);
           return variable && variable->getType()->isUnsignedIntegerType() &&
                  variable->getNameAsString() == name;
         });
}

bool RangeReader::isKnown(const std::string& name) const {
  const Symbol& meaning = symbol(name);
  if (meaning.kind == Symbol::Kind::Parameter) return !isNumbered(name, meaning);
  return computes && meaning.kind != Symbol::Kind::Counter && meaning.kind != Symbol::Kind::Opaque &&
         isInvariant(meaning.operand) && isInvariant(meaning.right);
}

bool RangeReader::isInvariant(const Polynomial& value) const {
  const std::set<std::string> names = value.symbols();
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return isKnown(name); });
}

/// Is it made of counters and of what does not change?
bool RangeReader::isSolvable(const Polynomial& condition) const {
  const std::set<std::string> names = condition.symbols();
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const Symbol::Kind kind = symbol(name).kind;
    return kind == Symbol::Kind::Parameter || kind == Symbol::Kind::Counter || isKnown(name);
  });
}

/// Splits `condition` >= 0 into conditions that can be solved for counters: min(a, b) - c cannot, a - c and b
/// - c can. False: a part of it is left out.
bool RangeReader::split(const Polynomial& condition, std::vector<Polynomial>& parts) const {
  if (isSolvable(condition)) return parts.push_back(condition), true;
  for (const std::string& name : condition.symbols()) {
    const Symbol& meaning = symbol(name);
    const auto factor = condition.coefficient(name);
    const auto sign = factor ? factor->constant() : std::nullopt;
    if (isKnown(name) || !sign || *sign != (meaning.kind == Symbol::Kind::Minimum ? 1 : -1) ||
        (meaning.kind != Symbol::Kind::Minimum && meaning.kind != Symbol::Kind::Maximum))
      continue;
    const bool left = split(condition.substitute(name, meaning.operand), parts);
    return split(condition.substitute(name, meaning.right), parts) && left;
  }
  return false;
}

/// The least of the upper bounds, or the greatest of the lower ones.
Polynomial RangeReader::tightest(const std::vector<Polynomial>& bounds, bool upper) {
  Polynomial best = bounds.front();
  for (const Polynomial& other : bounds) {
    const auto more = subtract(other, best);
    const auto by = more ? more->constant() : std::nullopt;
    const auto either = by || !computes
                            ? std::nullopt
                            : computed(upper ? Symbol::Kind::Minimum : Symbol::Kind::Maximum, best, other);
    if (!by || (upper ? *by < 0 : *by > 0)) best = either.value_or(other);
  }
  return best;
}

/// Eliminates the counters from the innermost outwards (Fourier-Motzkin, which with factors of one is exact
/// for integers, too): each lower bound is at most each upper one, which bounds the counters further out.
AccessDomain RangeReader::domainOf(const Access& access) {
  AccessDomain domain;
  domain.exact = access.guardsExact;
  std::vector<Polynomial> conditions;  // >= 0
  for (const Constraint& guard : access.guards) {
    domain.exact &= split(guard.condition, conditions);
    const auto negated = multiply(guard.condition, Polynomial(-1));
    if (guard.equality && negated) domain.exact &= split(*negated, conditions);
  }
  const std::vector<int> around = loopsAround(nest, access.loop);
  for (auto each = around.rbegin(); each != around.rend(); ++each) {
    const Loop& loop = nest.loops[*each];
    const auto first = firstOf(loop);
    const auto last = loop.canonical && first && loop.end ? beforeEnd(loop) : std::nullopt;
    std::vector<Polynomial> lows, highs, remaining;
    if (last) lows = {loop.descending ? *last : *first}, highs = {loop.descending ? *first : *last};
    domain.exact &= last.has_value();
    for (const Polynomial& condition : conditions) {
      const auto factor = condition.coefficient(loop.symbol);
      const auto sign = factor ? factor->constant() : std::nullopt;
      const auto bound = sign ? multiply(condition.without(loop.symbol), Polynomial(-*sign)) : std::nullopt;
      if (loop.symbol.empty() || !condition.mentions(loop.symbol))
        remaining.push_back(condition);
      else if (last && bound && std::abs(*sign) == 1)
        (*sign > 0 ? lows : highs).push_back(*bound);
      else
        domain.exact = false;
    }
    for (const Polynomial& low : lows)
      for (const Polynomial& high : highs) {
        const bool isOwn = &low == &lows.front() && &high == &highs.front();
        // A condition that fails in the last iteration that the steps reach holds in none.
        const bool isEnd =
            last && &(loop.descending ? low : high) == &(loop.descending ? lows : highs).front();
        const auto reached = isEnd && !isOwn ? lastReached(loop, *first, *last) : std::nullopt;
        const Polynomial& end = reached ? *reached : loop.descending ? low : high;
        const auto distance = loop.descending ? subtract(high, end) : subtract(end, low);
        if (!distance || !(isOwn && isInvariant(*distance)))
          domain.exact &= distance && split(*distance, remaining);
      }
    if (last) {
      Polynomial low = tightest(lows, false), high = tightest(highs, true);
      Polynomial& end = loop.descending ? low : high;
      const auto met = end == *last ? lastReached(loop, *first, end) : onLattice(loop, *first, end);
      domain.exact &= met.has_value();
      end = met.value_or(end);
      Polynomial& start = loop.descending ? high : low;
      const auto begun = start == *first ? first : beginningOnLattice(loop, *first, start);
      domain.exact &= begun.has_value();
      start = begun.value_or(start);
      domain.counters[*each] = {low, high};
    }
    conditions = remaining;
  }
  for (const Polynomial& condition : conditions) {
    if (condition.constant().value_or(-1) >= 0) continue;
    const bool isNew =
        std::find(domain.conditions.begin(), domain.conditions.end(), condition) == domain.conditions.end();
    domain.exact &= isInvariant(condition);
    if (isInvariant(condition) && isNew) domain.conditions.push_back(condition);
  }
  return domain;
}

/// The first value of the counter. Where the counter's type may change it, a run-time check makes sure that
/// it does not.
std::optional<Polynomial> RangeReader::firstOf(const Loop& loop) {
  if (loop.first || !loop.converted || !loop.counter) return loop.first;
  const ASTContext& context = nest.function->getASTContext();
  const QualType type = loop.counter->getType();
  const unsigned bits = context.getIntWidth(type);
  const bool isSigned = type->isSignedIntegerType();
  if (bits > 32) return std::nullopt;
  Access around;  // by any iteration of the loops around
  around.loop = loop.parent;
  Polynomial low = *loop.converted, high = low;
  if (!bound(low, around, false) || !bound(high, around, true)) return std::nullopt;
  const std::int64_t values = std::int64_t(1) << (isSigned ? bits - 1 : bits);
  const auto aboveLow = isSigned ? add(low, Polynomial(values)) : low;
  const auto belowHigh = subtract(Polynomial(values - 1), high);
  for (const auto& each : {aboveLow, belowHigh}) {
    if (!each || each->constant().value_or(0) < 0) return std::nullopt;
    for (const std::string& name : each->symbols())
      if (symbol(name).kind != Symbol::Kind::Parameter) return std::nullopt;
  }
  for (const auto& each : {aboveLow, belowHigh})
    if (!each->constant()) require(*each);
  return loop.converted;
}

/// The last value in front of the bound, which longer steps may pass over; a bound that is compared by `!=`
/// is never passed over.
std::optional<Polynomial> RangeReader::beforeEnd(const Loop& loop) {
  if (isInclusive(loop.comparison)) return loop.end;
  const bool isMet = loop.comparison == Comparison::NotEqual && loop.step;
  const std::int64_t width = isMet ? std::abs(*loop.step) : 1;
  return add(*loop.end, Polynomial(loop.descending ? width : -width));
}

/// The last value up to `last` that the counter takes; nullopt: not known. Without iterations it is one step
/// in front of the first value.
std::optional<Polynomial> RangeReader::onLattice(const Loop& loop, const Polynomial& first,
                                                 const Polynomial& last) {
  if (loop.step == 1 || loop.step == -1) return last;
  if (!computes) return std::nullopt;
  const auto width = loop.step ? std::optional(Polynomial(std::abs(*loop.step))) : loop.stepSize;
  const auto distance = loop.descending ? subtract(first, last) : subtract(last, first);
  const auto stretched = distance && width ? add(*distance, *width) : std::nullopt;
  // A first value that varies with the loops around would move the last one twice.
  if (!stretched || !isInvariant(*width) || !(isInvariant(*stretched) || isInvariant(first)))
    return std::nullopt;
  const auto trips = computed(Symbol::Kind::Quotient, *stretched, *width);
  const auto moved = trips ? multiply(*trips, *width) : std::nullopt;
  const auto way = moved ? subtract(*moved, *width) : std::nullopt;
  if (!way) return std::nullopt;
  return loop.descending ? subtract(first, *way) : add(first, *way);
}

/// The first value from `start` on that the counter takes: its last value less than a step behind `start`.
std::optional<Polynomial> RangeReader::beginningOnLattice(const Loop& loop, const Polynomial& first,
                                                          const Polynomial& start) {
  const auto width = loop.step ? std::optional(Polynomial(std::abs(*loop.step))) : loop.stepSize;
  const auto more = width ? subtract(*width, Polynomial(1)) : std::nullopt;
  const auto last = !more ? std::nullopt : loop.descending ? subtract(start, *more) : add(start, *more);
  return last ? onLattice(loop, first, *last) : std::nullopt;
}

/// The last value that the loop reaches; `last`: the one in front of the bound.
std::optional<Polynomial> RangeReader::lastReached(const Loop& loop, const Polynomial& first,
                                                   const Polynomial& last) {
  const bool isMet = loop.comparison == Comparison::NotEqual && loop.step;
  return isMet ? std::optional(last) : onLattice(loop, first, last);
}

bool RangeReader::replace(const Loop& loop, const AccessDomain& domain, Polynomial& value, bool greatest) {
  if (!loop.canonical || !value.mentions(loop.symbol)) return true;
  const auto factor = value.coefficient(loop.symbol);
  const auto values = domain.counters.find(nest.symbols.at(loop.symbol).loop);
  const auto positive = factor && values != domain.counters.end() ? isPositive(*factor) : std::nullopt;
  if (!positive) return false;
  value = value.substitute(loop.symbol, greatest == *positive ? values->second.high : values->second.low);
  return true;
}

/// The sign of a factor; where it depends on parameters, a run-time check asks whether it is this one.
std::optional<bool> RangeReader::isPositive(const Polynomial& factor) {
  if (const auto constant = factor.constant()) return *constant >= 0;
  if (!isInvariant(factor)) return std::nullopt;
  const bool negative =
      std::all_of(factor.terms.begin(), factor.terms.end(), [](const auto& term) { return term.second < 0; });
  const bool mixed = !negative && std::any_of(factor.terms.begin(), factor.terms.end(),
                                              [](const auto& term) { return term.second < 0; });
  if (mixed)
    require(factor);
  else
    for (const std::string& name : factor.symbols()) require(Polynomial::symbol(name));
  return !negative;
}

void RangeReader::require(const Polynomial& value) {
  for (const std::string& name : value.symbols())
    if (value == Polynomial::symbol(name) && (isUnsigned(name) || positive.count(name))) return;
  if (std::find(signs.begin(), signs.end(), value) == signs.end()) signs.push_back(value);
}

bool RangeReader::isNeverNegative(const std::string& name) const {
  const Symbol& meaning = symbol(name);
  return isUnsigned(name) || positive.count(name) || (meaning.value && *meaning.value >= 0) ||
         std::find(signs.begin(), signs.end(), Polynomial::symbol(name)) != signs.end();
}

/// Lowers `bound` so that it is at most `other`, too; false: the two cannot be compared.
bool RangeReader::lower(Polynomial& bound, const Polynomial& other) const {
  const auto distance = subtract(other, bound);
  if (!distance) return false;
  int above = 0, below = 0;
  std::int64_t constant = 0;
  for (const auto& [monomial, factor] : distance->terms) {
    if (monomial.empty()) {
      constant = factor;
      continue;
    }
    ++(factor > 0 ? above : below);
    if (!std::all_of(monomial.begin(), monomial.end(),
                     [&](const std::string& name) { return isNeverNegative(name); }))
      return false;
  }
  if (above && below) return false;
  if (computes && (below ? constant > 0 : above > 0 && constant < 0)) return false;  // not for sure
  const auto lowered = below ? add(other, Polynomial(-std::max<std::int64_t>(constant, 0)))
                             : add(bound, Polynomial(std::min<std::int64_t>(constant, 0)));
  if (lowered) bound = *lowered;
  return lowered.has_value();
}

std::size_t RangeReader::merge(std::vector<ElementRange>& ranges, const ElementRange& range) const {
  const auto negated = [](const Polynomial& value) { return multiply(value, Polynomial(-1)); };
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    ElementRange& known = ranges[k];
    Polynomial low = known.low;
    auto high = negated(known.high);
    const auto other = negated(range.high);
    if (high && other && lower(low, range.low) && lower(*high, *other))
      if (const auto upper = negated(*high)) {
        known = {low, *upper};
        return k;
      }
  }
  ranges.push_back(range);
  return ranges.size() - 1;
}

}  // namespace appyl
