// What the text in place of a nest leaves without a use.
#pragma once

#include "model/kernel.h"

#include <string>
#include <vector>

namespace appyl {

struct Directives;

/// Compilers say so of variables that only the nest has used: a statement for each one that `text`, the call
/// for the kernel's contraction, does not mention.
std::string usesOfUnused(const Kernel& kernel, const std::string& text, const Directives& directives);

/// ... for each of `variables` that no other code of the function mentions.
std::string usesOf(const std::vector<const clang::VarDecl*>& variables, const LoopNest& nest,
                   const Directives& directives);

}  // namespace appyl
