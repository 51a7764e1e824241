// The arrays that a kernel's only loop walks from element to element: x in `x[i]`, where i counts by ones.
#pragma once

#include "codegen/arrays/containers.h"
#include "model/kernel.h"

#include <string>
#include <vector>

namespace appyl {

struct WalkedArray {
  std::string elements;    // what points to element 0: `x`, `x_data`
  std::int64_t bytes = 0;  // of an element
  bool isStored = false;   // an element of it is written
};

/// Those that every iteration touches and to which a pointer leads, in the order of their accesses; none
/// where the kernel has more than the one loop.
std::vector<WalkedArray> walkedArrays(const Kernel& kernel, const ElementPointers& pointers);

}  // namespace appyl
