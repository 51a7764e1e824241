// Rows that are longer than the range of the nest: in `a[i * (n + 2 * g) + j]` the sum `n + 2 * g` is one
// size, which is not visible any more when the subscript is expanded, `i * n + 2 * i * g + j`.
#pragma once

#include "nest/ir/loop_nest.h"

namespace appyl {

/// Names such sums in the subscripts of each array: `n + 2` becomes a symbol of its own, and `n` is that
/// symbol minus 2.
void nameLeadingDimensions(LoopNest& nest);

/// `n + 2` of the symbol that is named so; nullopt for any other one.
std::optional<Polynomial> pitchOf(const LoopNest& nest, const std::string& symbol);

/// The nest without one of the names that nameLeadingDimensions gave, each in turn, then without all: `a[j *
/// n + j]` runs along a diagonal as well as along rows of n + 1.
std::vector<LoopNest> withDiagonals(const LoopNest& nest);

/// The nest with rows of k + 1 in `a[j * k + i]` where i goes along with j: what is left of `a[j * (k + 1) +
/// i - j]`, the columns of a band matrix. nullopt where there are none.
std::optional<LoopNest> withBands(const LoopNest& nest);

/// The same value in terms of the parameters alone.
Polynomial withoutPitches(const LoopNest& nest, Polynomial value);

}  // namespace appyl
