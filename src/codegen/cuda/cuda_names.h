// Names of the source that CUDA has in each file, too: `float4`, `__clz`.
#pragma once

#include "codegen/text/edits.h"
#include "nest/ast/source_ranges.h"
#include "support/diagnostics.h"

#include <clang/AST/ASTContext.h>

#include <optional>
#include <set>
#include <string>

namespace appyl {

/// `#define float2 float2_own` in front of the first declaration of each type and function that CUDA has at
/// the same place, so that the rest of the source means its own. `names` are in use. Where a name has another
/// meaning in the source, too (`std::max`), an error is reported.
Edits renameThoseOfCuda(const clang::ASTContext& context, std::set<std::string>& names, Diagnostics& diags);

/// `::appyl::all` for each `all` of the library outside of `kernels`: beside CUDA's function of that name,
/// `using namespace appyl` is not enough.
Edits qualifyThoseOfLibrary(const Edits& kernels, const Source& source);

/// The beginning of the line of the main file that contains the place, or that includes its file.
std::optional<unsigned> lineOfMainFile(clang::SourceLocation place, const clang::SourceManager& sources);

}  // namespace appyl
