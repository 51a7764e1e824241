// The user's headers in which functions stand that kernels call, and that touch elements -> the source with
// their text in place of its `#include`s, so that these functions can be checked as those of the source are.
#pragma once

#include "codegen/interpret/called_functions.h"
#include "directive/source.h"
#include "support/source_text.h"

#include <optional>
#include <string>
#include <vector>

namespace appyl {

/// At most this many headers, which a place in the interpreter's records can tell apart.
constexpr std::size_t mostCheckedHeaders = 15;

/// nullopt: there is none, or none whose text can stand in the source.
std::optional<SourceText> joinCheckedHeaders(const Source& source);

}  // namespace appyl
