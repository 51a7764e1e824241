// `--check-model`: what the model says of a kernel's blocks, as code that the interpreter runs in front of
// each iteration to compare it with what the programs touch.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

#include <functional>
#include <string>
#include <vector>

namespace appyl {

/// How things are called where the code stands: the kernel's programs, the interpreter's namespace, and two
/// names that nothing else has; `unique` makes more of these.
struct CheckNames {
  std::string programs, space, place, numbers;
  std::function<std::string(const std::string&)> unique;
};

/// Lines for the beginning of an iteration, where the counters of the grid have their values. Blocks whose
/// extents cannot be written down there are taken as irregular.
std::vector<std::string> blockChecks(const Kernel& kernel, const CheckNames& names, const Source& source);

}  // namespace appyl
