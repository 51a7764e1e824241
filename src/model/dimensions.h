// The dimensions of an array as its subscripts show them: `a[i * n + j]` on a flat pointer is a matrix with
// rows of n elements.
#pragma once

#include "model/kernel.h"

namespace appyl {

struct Dimensions {
  /// The subscripts of each access to the array, in the order of LoopNest::accesses; nullopt where one is not
  /// known. Linearised ones are taken apart, all into equally many dimensions.
  std::vector<std::optional<std::vector<Polynomial>>> accesses;
  std::vector<Monomial> strides;  // of linearised ones, outermost first; otherwise empty
};

Dimensions dimensionsOf(const LoopNest& nest, int array);

}  // namespace appyl
