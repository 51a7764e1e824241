// What a call of a kernel leaves without a use.
#pragma once

#include "model/kernel.h"

#include <string>

namespace appyl {

struct Directives;

/// Compilers say so of variables that only the nest has used: a statement for each one that `text`, the call
/// for the kernel's contraction, does not mention.
std::string usesOfUnused(const Kernel& kernel, const std::string& text, const Directives& directives);

}  // namespace appyl
