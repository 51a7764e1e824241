// Which of a kernel's pointers are the only way to what they point to.
#pragma once

#include "codegen/arrays/named_arrays.h"
#include "codegen/kernels/captures.h"

namespace appyl {

/// The captures whose elements the nest reaches through no other capture, so that the kernel's parameters may
/// be `__restrict__`: distinct names are distinct memory, and a name that the function itself made of another
/// one belongs to that. None where the proof does not know all accesses, or where nothing is written.
std::set<int> unsharedArrays(const Kernel& kernel, const Captures& captures,
                             const clang::ASTContext& context);

}  // namespace appyl
