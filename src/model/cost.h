// What a kernel costs: floating-point operations and bytes moved, symbolic in the sizes.
#pragma once

#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Needs the kernel's grid, loops and blocks.
Cost costOf(const Kernel& kernel, const clang::ASTContext& context);

}  // namespace appyl
