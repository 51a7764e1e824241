#include "model/trips.h"

#include "support/operands.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

/// From the first value to just past the last one, in the loop's direction.
std::optional<Polynomial> distanceOf(const Loop& loop) {
  if (!loop.first || !loop.end) return std::nullopt;
  const auto distance = loop.descending ? subtract(*loop.first, *loop.end) : subtract(*loop.end, *loop.first);
  return distance && isInclusive(loop.comparison) ? add(*distance, Polynomial(1)) : distance;
}

std::optional<Polynomial> extreme(const LoopNest& nest, Polynomial value, bool greatest) {
  // Innermost first: the range of a counter may depend on the counters around it.
  for (auto loop = nest.loops.rbegin(); loop != nest.loops.rend(); ++loop) {
    if (!loop->canonical || !value.mentions(loop->symbol)) continue;
    const auto factor = value.coefficient(loop->symbol);
    const auto sign = factor ? signOf(*factor) : std::nullopt;
    if (!sign) return std::nullopt;
    const bool isFirst = (*sign > 0) == (greatest == loop->descending);
    const auto bound = isFirst ? loop->first : lastOf(*loop);
    if (!bound) return std::nullopt;
    value = value.substitute(loop->symbol, *bound);
  }
  for (const std::string& name : value.symbols())
    if (!isInvariant(nest, name)) return std::nullopt;
  return value;
}

bool isRectangular(const LoopNest& nest, const Polynomial& distance) {
  const std::set<std::string> names = distance.symbols();
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return isInvariant(nest, name); });
}

}  // namespace

bool isInvariant(const LoopNest& nest, const std::string& symbol) {
  const auto known = nest.symbols.find(symbol);
  if (known == nest.symbols.end()) return true;  // the text of a block size
  const Symbol& meaning = known->second;
  if (meaning.kind == Symbol::Kind::Counter || meaning.kind == Symbol::Kind::Opaque) return false;
  for (const Polynomial* part : {&meaning.operand, &meaning.right})
    for (const std::string& name : part->symbols())
      if (!isInvariant(nest, name)) return false;
  return true;
}

std::optional<int> signOf(const Polynomial& value) {
  const auto isPositive = [](const auto& term) { return term.second > 0; };
  if (std::all_of(value.terms.begin(), value.terms.end(), isPositive)) return 1;
  return std::none_of(value.terms.begin(), value.terms.end(), isPositive) ? std::optional(-1) : std::nullopt;
}

std::optional<Polynomial> lastOf(const Loop& loop) {
  auto distance = distanceOf(loop);
  if (!distance) return std::nullopt;
  const auto constant = distance->constant();
  if (constant && *constant > 0 && loop.step)
    distance = Polynomial((*constant - 1) / std::abs(*loop.step) * std::abs(*loop.step) + 1);
  const auto steps = subtract(*distance, Polynomial(1));
  return steps ? loop.descending ? subtract(*loop.first, *steps) : add(*loop.first, *steps) : std::nullopt;
}

std::optional<Polynomial> lowest(const LoopNest& nest, const Polynomial& value) {
  return extreme(nest, value, false);
}
std::optional<Polynomial> highest(const LoopNest& nest, const Polynomial& value) {
  return extreme(nest, value, true);
}

static TripCount constantTrips(std::int64_t value) { return {value, std::to_string(value)}; }

TripCount tripCount(const Loop& loop) {
  const auto distance = distanceOf(loop);
  const auto constant = distance ? distance->constant() : std::nullopt;
  if (constant && *constant <= 0) return constantTrips(0);
  if (!distance || !loop.step) return {std::nullopt, "trips(" + loop.symbol + ")"};
  const std::int64_t step = std::abs(*loop.step);
  if (constant) return constantTrips((*constant - 1) / step + 1);
  return {std::nullopt,
          step == 1 ? print(*distance) : fmt::format("ceildiv({}, {})", print(*distance), step)};
}

TripCount ceilDiv(const TripCount& count, const BlockSize& block) {
  if (block.value == 1) return count;
  if (count.value && block.value > 1) return constantTrips((*count.value + block.value - 1) / block.value);
  return {std::nullopt,
          fmt::format("ceildiv({}, {})", count.text, block.value ? std::to_string(block.value) : block.text)};
}

Factor asFactor(const TripCount& count) {
  if (count.value) return {*count.value, "", 1};
  return {1, asOperand(count.text), 1};
}

Factor averageTrips(const LoopNest& nest, const Loop& loop) {
  if (!loop.canonical) return {1, "iterations", 1};
  const Factor unknown = {1, "trips(" + loop.symbol + ")", 1};
  auto distance = distanceOf(loop);
  if (!distance || !loop.step) return unknown;
  if (isRectangular(nest, *distance)) return asFactor(tripCount(loop));
  // A counter around it takes the mean of its first and its last value; `divisor` keeps the halves out of the
  // polynomial.
  std::int64_t divisor = 1;
  for (auto outer = nest.loops.rbegin(); outer != nest.loops.rend(); ++outer) {
    if (!outer->canonical || !distance->mentions(outer->symbol)) continue;
    const auto factor = distance->coefficient(outer->symbol);
    const auto last = lastOf(*outer);
    const auto twiceMean = last ? add(*outer->first, *last) : std::nullopt;
    const auto moving = factor && twiceMean ? multiply(*factor, *twiceMean) : std::nullopt;
    const auto fixed = multiply(distance->without(outer->symbol), Polynomial(2));
    const auto sum = moving && fixed ? add(*moving, *fixed) : std::nullopt;
    if (!sum) return unknown;
    distance = sum;
    divisor *= 2;
  }
  if (!isRectangular(nest, *distance)) return unknown;
  while (divisor > 1 && std::all_of(distance->terms.begin(), distance->terms.end(),
                                    [](const auto& term) { return term.second % 2 == 0; })) {
    for (auto& [monomial, value] : distance->terms) value /= 2;
    divisor /= 2;
  }
  divisor *= std::abs(*loop.step);
  if (const auto constant = distance->constant()) return {std::max<std::int64_t>(*constant, 0), "", divisor};
  return {1, asOperand(print(*distance)), divisor};
}

}  // namespace appyl
