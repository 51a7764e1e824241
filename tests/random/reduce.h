// Cuts a failing function down: statements, loops, clauses, expressions, and sizes, as long as it still
// fails.
#pragma once
#include <functional>

#include "program.h"

namespace random_programs {

// `fails` tells which of some smaller functions fail as the first one did. They are tried many at a time, for
// what takes long is to start compilers. What is asked has the names of the functions' places in the list.
Function reduce(const Function& function,
                const std::function<std::vector<bool>(const std::vector<Function>&)>& fails);

}  // namespace random_programs
