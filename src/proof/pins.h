// The common case without a solver: two accesses with the same subscript, in which the loop's counter has a
// factor and everything else is the same for all its iterations. Equal elements are then equal iterations.
#pragma once

#include "nest/ir/loop_nest.h"

#include <optional>

namespace appyl::proving {

/// `a[i]` against `a[i]`: the iterations are equal.
bool pins(const LoopNest& nest, int loop, const Polynomial& first, const Polynomial& second);

/// `a[q][t - m*q]` against itself: where all its subscripts agree, q is one value, and so is t.
bool pinsTogether(const LoopNest& nest, int loop, const std::vector<Polynomial>& first,
                  const std::vector<Polynomial>& second);

/// The symbol of `t % m`, where the part is nothing else; null: it is something else.
const Symbol* remainderIn(const LoopNest& nest, const Polynomial& part);

/// Values t whose t % m and t / m decide parts that agree: then t agrees, too.
std::vector<Polynomial> agreedByDivision(const LoopNest& nest, const std::vector<Polynomial>& first,
                                         const std::vector<Polynomial>& second);

/// `3*j + 1` and `3*j + 2` never meet, whatever the symbols are: the common divisor of all factors does not
/// divide the distance.
bool neverMeet(const LoopNest& nest, const Polynomial& first, const Polynomial& second);

/// The condition under which they are equal: 0 < inc for `y[i*inc]`.
std::optional<Constraint> pinsIfPositive(const LoopNest& nest, int loop, const Polynomial& first,
                                         const Polynomial& second);

/// `a[i*p + i]` beside `a[i*p + i - 1]`: they never meet where this holds, 1 < p + 1.
std::optional<Constraint> apartIf(const LoopNest& nest, int loop, const Polynomial& first,
                                  const Polynomial& second);

/// `u[p][i]` beside `u[q][i - 1]`, of variables from outside: they never meet where p != q.
std::optional<Constraint> apartIfUnequal(const LoopNest& nest, const Polynomial& first,
                                         const Polynomial& second);

}  // namespace appyl::proving
