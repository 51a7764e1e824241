// How often the loops of a nest run, and between which values their counters move: what padding and cost are
// made of.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// No iteration changes it: a parameter, or a quotient, minimum and the like of parameters.
bool isInvariant(const LoopNest& nest, const std::string& symbol);

/// 1: never negative as long as no parameter is, -1: never positive; nullopt: not known. Zero is 1.
std::optional<int> signOf(const Polynomial& value);

/// The last value of the counter; where the step may not meet it, the end of the range.
std::optional<Polynomial> lastOf(const Loop& loop);

/// The least and the greatest value over all iterations, in terms of parameters; nullopt where that is not
/// known.
std::optional<Polynomial> lowest(const LoopNest& nest, const Polynomial& value);
std::optional<Polynomial> highest(const LoopNest& nest, const Polynomial& value);

/// The number of iterations of a loop, and of its blocks.
TripCount tripCount(const Loop& loop);
TripCount ceilDiv(const TripCount& count, const BlockSize& block);

/// number * text / divisor.
struct Factor {
  std::int64_t number = 1;
  std::string text;
  std::int64_t divisor = 1;
};

Factor asFactor(const TripCount& count);

/// The same without counters of the loops around it: `(n - 1)/2` for `j < i` where `i` runs from 0 to n. A
/// number that only data decides is `trips(p)`, or `iterations` in a loop without a counter.
Factor averageTrips(const LoopNest& nest, const Loop& loop);

}  // namespace appyl
