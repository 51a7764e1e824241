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
/// nobody writes it with an `n` of 0 in mind; `n - m` may be one.
bool isNonNegative(const LoopNest& nest, const Polynomial& value);

/// The same, for what is read in another way where it is negative, as `(i + n) >> 1` is: the nest keeps that
/// in mind, and the proof holds for no others.
bool takenAsNonNegative(LoopNest& nest, const Polynomial& value);

/// Is it >= 0 in `loop`, whatever the counters and the sizes are? Sizes below zero count, too.
bool isNeverNegative(const LoopNest& nest, const Polynomial& value, int loop);

/// Is it a sum of what has no sign by its type?
bool hasNoSign(const LoopNest& nest, const Polynomial& value);

/// Does the loop have an iteration whatever the loops around it are at, and whatever the sizes?
bool certainlyRuns(const LoopNest& nest, int loop);

/// Over how many quotients, minima and choices it is computed from counters and parameters. Where that is
/// more than `mostSteps`, those who look into a value would look into its parts again and again.
int stepsTo(const LoopNest& nest, const Symbol& symbol);
constexpr int mostSteps = 10;

}  // namespace appyl
