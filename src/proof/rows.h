// Rows of different lengths, one after the other: the packed triangle `a[i*(i + 1)/2 + j]` with j <= i. Row i
// begins at f(i) and ends before f(i + 1); where what is added to f(i) stays below f(i + 1) - f(i), no two
// rows share an element. f is no affine function, its differences are.
#pragma once

#include "nest/ir/loop_nest.h"
#include "support/integer_set.h"

namespace appyl::proving {

/// In this dimension each iteration of the loop stays in a row of its own.
bool areGrowingRows(const LoopNest& nest, int loop, const Access& first, const Access& second,
                    std::size_t dimension, Solver& solver);

}  // namespace appyl::proving
