// The least and the greatest that a polynomial can be while the loops of a nest run.
#pragma once

#include "nest/ir/loop_nest.h"

namespace appyl {

/// The counter's value at the upper or lower end of its range.
std::optional<Polynomial> endOf(const Loop& loop, bool upper);

/// Each counter of `loops`, innermost first, replaced by the end of its range that makes the value greatest
/// (or least). nullopt: a range is not known, or which end it is.
std::optional<Polynomial> extremeOf(const LoopNest& nest, Polynomial value, bool greatest);

/// Is it >= 0 whatever the counters are? Sizes (parameters) count as large: `n - 1` is no negative number, as
/// programs do not mean an `n` of 0 where they have it; `n - m` may be one.
bool isNonNegative(const LoopNest& nest, const Polynomial& value);

/// The same, for values that are read in another way where they are negative, as `(i + n) >> 1` is: the nest
/// records the assumption, and the proof holds only under it.
bool takenAsNonNegative(LoopNest& nest, const Polynomial& value);

/// Is it >= 0 in `loop`, whatever the counters and the sizes are? Sizes below zero count, too.
bool isNeverNegative(const LoopNest& nest, const Polynomial& value, int loop);

/// Is it a sum of products of values whose types are unsigned?
bool hasNoSign(const LoopNest& nest, const Polynomial& value);

/// Does the loop have an iteration for all values of the counters around it and all sizes?
bool certainlyRuns(const LoopNest& nest, int loop);

/// Over how many quotients, minima and choices a symbol is computed from counters and parameters. Above
/// `mostSteps`, a recursion into the operands would visit the same ones again and again.
int stepsTo(const LoopNest& nest, const Symbol& symbol);
constexpr int mostSteps = 10;

}  // namespace appyl
