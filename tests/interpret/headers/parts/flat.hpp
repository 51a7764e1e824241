#ifndef FLAT_HPP
#define FLAT_HPP

#include "../plain.hpp"
#include "row.hpp"

constexpr float at(const float* p, int i, int j) {
  return p[twice(i) / 2 * row + j];  // finds: p[12] is outside [0, 12); program (2), i = 2, j = 4 [appyl-out-of-bounds]
}

#endif
