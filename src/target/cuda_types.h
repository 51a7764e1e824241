// Types that CUDA defines in each file: a program's own of the same name compiles for the host only.
#pragma once

#include "support/diagnostics.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Reports those outside of namespaces: `struct float3 { float x, y, z; };`.
void reportTypesOfCuda(const clang::ASTContext& context, Diagnostics& diags);

}  // namespace appyl
