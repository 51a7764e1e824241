// The common case without a solver: two accesses with the same subscript, in which the loop's counter has a
// factor and everything else is the same for all its iterations. Equal elements are then equal iterations.
#pragma once

#include "loops/loop_nest.h"

#include <optional>

namespace appyl::proving {

/// `a[i]` against `a[i]`: the iterations are equal.
bool pins(const LoopNest& nest, int loop, const Polynomial& first, const Polynomial& second);

/// They are where this holds: `y[i*inc]` for 0 < inc.
std::optional<Constraint> pinsIfPositive(const LoopNest& nest, int loop, const Polynomial& first,
                                         const Polynomial& second);

/// `a[i*p + i]` beside `a[i*p + i - 1]`: they never meet where this holds, 1 < p + 1.
std::optional<Constraint> apartIf(const LoopNest& nest, int loop, const Polynomial& first,
                                  const Polynomial& second);

}  // namespace appyl::proving
