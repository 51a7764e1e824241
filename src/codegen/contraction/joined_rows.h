// Batches of products that are one product: with the same B, and rows of A and C that go on in each product
// where those of the one before end.
//
//   for (int z = 0; z < count; ++z)
//     for (int i = 0; i < m; ++i)
//       for (int j = 0; j < n; ++j)
//         for (int p = 0; p < k; ++p) c[(z * m + i) * n + j] += a[(z * m + i) * k + p] * b[p * n + j];
#pragma once

#include "codegen/arrays/array_ranges.h"
#include "model/contraction.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <vector>

namespace appyl {

/// How often the loop runs, as its bounds say. nullopt: no polynomial.
std::optional<Polynomial> countOf(const Loop& loop);

/// The distance, in elements, between what consecutive iterations touch. nullopt: known at run time only.
std::optional<Polynomial> strideOf(const Matrix& operand, const Loop& loop, const LoopNest& nest,
                                   const std::vector<NamedArray>& arrays);

/// How many of the batches' loops, from the innermost on, only count on the rows. `arrays` are those of the
/// nest; `mentions` tells whether a part of the source names the counter of a loop.
std::size_t joinedBatches(const Contraction& contraction, const LoopNest& nest,
                          const std::vector<NamedArray>& arrays,
                          llvm::function_ref<bool(const clang::Stmt* part, int loop)> mentions);

}  // namespace appyl
