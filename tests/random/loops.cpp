// Ranges are rectangular, triangular, as long as data say, constant, or at the end of the counter's type. The
// simulation makes those headers plainer that would step out of it.
#include "loops.h"

#include "known.h"

#include <algorithm>
#include <climits>

namespace random_programs {

Type sizeType(Scope& scope) {
  if (scope.unsignedCounters)
    return scope.longCounters ? scope.random.pick({Type::Size, Type::UnsignedLong}) : Type::Unsigned;
  return scope.longCounters ? scope.random.pick({Type::Long, Type::Int, Type::LongLong}) : Type::Int;
}

void addSizes(Scope& scope) {
  static constexpr int largest[] = {0, 280, 40, 14, 7};
  const int most = largest[scope.maximalDepth];
  const int count = scope.random.between(1, 3);
  for (int s = 0; s < count; ++s) {
    const long usual = scope.random.between(most / 2, most), edge = scope.random.pick({0, 1, 1, 2, 3, 5});
    const Type type = sizeType(scope);
    const int symbol = addParameter(
        scope, "n", type, {usual, edge, scope.random.chance(50) ? usual : scope.random.between(4, most)});
    scope.function.symbols[symbol].isSize = true;
  }
}

int anySize(Scope& scope) {
  std::vector<int> sizes;
  for (std::size_t s = 0; s < scope.function.symbols.size(); ++s)
    if (scope.function.symbols[s].isSize) sizes.push_back(static_cast<int>(s));
  return scope.random.pick(sizes);
}

int anyOffset(Scope& scope) {
  std::vector<int> offsets;
  for (std::size_t s = 0; s < scope.function.symbols.size(); ++s)
    if (scope.function.symbols[s].isOffset) offsets.push_back(static_cast<int>(s));
  if (!offsets.empty() && (offsets.size() == 2 || scope.random.chance(50))) return scope.random.pick(offsets);
  const int symbol = addParameter(scope, "off", sizeType(scope),
                                  {scope.random.below(4), scope.random.below(3), scope.random.below(20)});
  scope.function.symbols[symbol].isOffset = true;
  return symbol;
}

namespace {

Type counterType(Scope& scope, bool small) {
  if (scope.unsignedCounters) {
    if (scope.random.chance(10)) return small ? Type::UnsignedChar : Type::UnsignedShort;
    return scope.longCounters ? scope.random.pick({Type::Size, Type::UnsignedLong}) : Type::Unsigned;
  }
  if (scope.random.chance(10)) return small ? Type::SignedChar : Type::Short;
  return scope.random.pick(
      {Type::Int, Type::Int, Type::Int, Type::Long, Type::LongLong, Type::Int64, Type::Difference});
}

// A range at the end of the counter's type.
void atLimit(Scope& scope, Loop& loop, Symbol& counter, Level& level) {
  const int length = scope.random.between(1, scope.maximalDepth == 1 ? 200 : 20);
  struct Limit {
    Type type;
    Integer low, high;
  };
  static const std::vector<Limit> ofSigned = {
      {Type::Int, INT_MIN, INT_MAX}, {Type::Long, INT_MIN, LONG_MAX}, {Type::Short, SHRT_MIN, SHRT_MAX}};
  static const std::vector<Limit> ofUnsigned = {{Type::Unsigned, 0, UINT_MAX},
                                                {Type::UnsignedShort, 0, USHRT_MAX}};
  static const std::vector<Limit> ofSizes = {{Type::Size, 0, static_cast<Integer>(ULONG_MAX)},
                                             {Type::UnsignedShort, 0, USHRT_MAX}};
  const Limit limit = scope.random.pick(!scope.unsignedCounters ? ofSigned
                                        : scope.longCounters    ? ofSizes
                                                                : ofUnsigned);
  counter.type = limit.type;
  const bool above = limit.low == 0 || scope.random.chance(60);
  const Integer first = above ? limit.high - length : limit.low;
  loop.first.affine.constant = first;
  loop.end.affine.constant = first + length;
  level.atLimit = true, level.origin = first;
  scope.function.mayBeUnproved = true;
}

}  // namespace

Loop header(Scope& scope, bool sequential) {
  Loop loop;
  Random& r = scope.random;
  Symbol counter;
  static const char* const letters[] = {"i", "j", "k", "l", "p", "q", "r", "s", "u", "v"};
  counter.name = letters[std::min<std::size_t>(scope.levels.size(), 9)];
  Level level;
  bool small = false;

  std::vector<int> outer;  // counters that bounds may use
  for (const Level& l : scope.levels)
    if (!l.atLimit && l.origin >= 0 && (scope.inNest)) outer.push_back(l.counter);
  const int shape = r.below(100);
  if (shape < 6 && scope.maximalDepth <= 2 && scope.inNest) {
    atLimit(scope, loop, counter, level);
  } else if (shape < 20 && !outer.empty()) {  // a triangle
    const int i = r.pick(outer);
    switch (r.below(4)) {
      case 0: loop.end.affine = {{{1, i}}, 1}; break;
      case 1: loop.end.affine = {{{1, i}}, 0}; break;
      case 2: loop.first.affine = {{{1, i}}, 0}, loop.end.affine = {{{1, anySize(scope)}}, 0}; break;
      default: loop.first.affine = {{{1, i}}, 1}, loop.end.affine = {{{1, anySize(scope)}}, 0};
    }
  } else if (shape < 26 && !outer.empty() && sequential && !scope.unsignedCounters) {  // as long as data say
    const int i = r.pick(outer);
    if (r.chance(60)) {
      const int starts = addArray(scope, Type::Int, 1, Content::RowStarts);
      loop.first = {{{{1, i}}, 0}, starts};
      loop.end = {{{{1, i}}, 1}, starts};
    } else {
      const int lengths =
          addArray(scope, r.pick({Type::Int, Type::Short, Type::UnsignedChar}), 1, Content::Places);
      scope.function.arrays[lengths].limit = r.between(1, 9);
      loop.end = {{{{1, i}}, 0}, lengths};
    }
  } else if (shape < 34) {  // constants
    const int first = r.below(4);
    loop.first.affine.constant = first;
    loop.end.affine.constant = first + r.pick({scope.unsignedCounters ? 1 : 0, 1, 1, 2, 3, 4, 4, 8, 10});
    small = true;
  } else {
    const int from = r.chance(60)                              ? 0
                     : !scope.unsignedCounters && r.chance(20) ? -r.between(1, 3)
                                                               : r.between(1, 4);
    loop.first.affine.constant = from;
    loop.end.affine = {{{1, anySize(scope)}}, 0};
    if (r.chance(25)) loop.end.affine.constant = scope.unsignedCounters ? r.between(1, 2) : r.between(-3, 2);
    if (from < 0) level.origin = -1;
  }
  const bool isByData = loop.first.through >= 0 || loop.end.through >= 0;
  const auto isOfCounters = [&](const Index& index) {
    return std::any_of(index.affine.terms.begin(), index.affine.terms.end(), [&](const Term& term) {
      return std::find(outer.begin(), outer.end(), term.symbol) != outer.end();
    });
  };
  const bool hasNoRows =
      known::choicesOfCountersAreRefused && (isOfCounters(loop.first) || isOfCounters(loop.end));
  if (!level.atLimit && !isByData && scope.inNest && r.chance(4) && !hasNoRows) {
    (r.chance(50) ? loop.first : loop.end).chosenBy = anySize(scope);
    scope.function.mayBeUnproved = true;
  }
  if (!level.atLimit) counter.type = counterType(scope, small);
  if (r.chance(20)) loop.step = r.between(2, 5);
  if (r.chance(6) && scope.inNest) {
    const Type type = sizeType(scope);
    loop.stepSymbol = addParameter(scope, "step", type, {r.between(1, 4), r.between(1, 2), r.between(1, 9)});
  }
  loop.descending = r.chance(18);
  loop.comparison = r.pick(
      {Comparison::Less, Comparison::Less, Comparison::Less, Comparison::LessEqual, Comparison::Unequal});
  if (loop.comparison == Comparison::Unequal && loop.stepSymbol >= 0) scope.function.mayBeUnproved = true;
  loop.spelling = r.below(60);
  loop.counterOutside = scope.inNest && r.chance(6);
  if (loop.counterOutside) counter.name = scope.fresh(counter.name);  // others of this name may be beside it
  scope.function.symbols.push_back(counter);
  loop.counter = static_cast<int>(scope.function.symbols.size()) - 1;
  level.counter = loop.counter;
  scope.levels.push_back(level);
  return loop;
}

std::optional<std::string> block(Scope& scope) {
  if (scope.random.chance(20)) return "";
  if (scope.random.chance(70)) {
    const int size = scope.random.pick({1, 2, 3, 4, 7, 8, 16, 32, 64, 128, 1000});
    return size == 128 ? "auto" : std::to_string(size);  // `block` alone is 128
  }
  const Type type = scope.random.pick({Type::Int, Type::Int, Type::Long});
  const int size = addParameter(
      scope, "size", type,
      {scope.random.pick({1, 5, 32}), scope.random.pick({0, -3, 4}), scope.random.pick({2, 16, 100000})});
  return scope.function.symbols[size].name;
}

}  // namespace random_programs
