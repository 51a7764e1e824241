// Names of the source that CUDA has in each file, too: `float4`, `__clz`.
#pragma once

#include "codegen/text/edits.h"
#include "support/diagnostics.h"

#include <clang/AST/ASTContext.h>

#include <set>
#include <string>

namespace appyl {

/// `#define float2 float2_own` in front of the first declaration of each type and function that CUDA has at
/// the same place, so that the rest of the source means its own. `names` are in use. Where a name has another
/// meaning in the source, too (`std::max`), an error is reported.
Edits renameThoseOfCuda(const clang::ASTContext& context, std::set<std::string>& names, Diagnostics& diags);

}  // namespace appyl
