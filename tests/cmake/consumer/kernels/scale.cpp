// Has the name of a source in another folder, a header of the name of one there, and a definition of its own.
#include "factor.h"

#include <vector>

void scaleKernels(std::vector<int>& values) {
#pragma parallel
  for (int i = 0; i < static_cast<int>(values.size()); ++i) values[i] = values[i] * KERNEL_FACTOR + OFFSET;
}
