// Statements on tiles: element-wise ones, sums over axes, products of matrices, and gathers.
#pragma once
#include "scope.h"

namespace random_programs {

// A nest, or a statement under a tensor pragma, at the outermost level of the function.
TileNest tileNest(Scope& scope);

}  // namespace random_programs
