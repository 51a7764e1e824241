#ifndef KERNELS_HPP
#define KERNELS_HPP
#include "../config.h"
#include "more.hpp"
inline void scale(int n, float* a, float by) {
#pragma parallel block(64)
  for (int i = 0; i < n; ++i) a[i] *= by + more();
}
#endif
