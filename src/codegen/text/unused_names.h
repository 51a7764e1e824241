// Variables that are no longer used once a kernel's call, or other loops, replace the source's loops.
#pragma once

#include "model/kernel.h"

#include <string>
#include <vector>

namespace appyl {

struct Directives;

/// Compilers warn of variables that only the nest has used: a statement for each one that `text`, the call
/// for the kernel's contraction, does not mention.
std::string usesOfUnused(const Kernel& kernel, const std::string& text, const Directives& directives);

/// A statement for each of `variables` that no other code of the function mentions.
std::string usesOf(const std::vector<const clang::VarDecl*>& variables, const LoopNest& nest,
                   const Directives& directives);

/// Those in clauses with numbers and conditions: a `constexpr int B` that was the step of a program on tiles is
/// only in the clause `block(B)` of the loops over elements, `threads` only in `num_threads(threads)`.
std::vector<const clang::VarDecl*> clauseNames(const Kernel& kernel, const Directives& directives);

/// A statement for each of clauseNames() that `text`, which replaces the nest, does not mention.
std::string usesOfClauseNames(const Kernel& kernel, const std::string& text, const Directives& directives);

}  // namespace appyl
