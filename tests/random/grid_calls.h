// Grid calls: a kernel, and the blocks that its programs have of each array.
#pragma once
#include "scope.h"

namespace random_programs {

// A call whose programs are independent, and whose result depends on nothing that lies outside of an array.
GridCall gridCall(Scope& scope);

bool hasGridCalls(const Function& function);

}  // namespace random_programs
