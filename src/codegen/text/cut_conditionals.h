// Preprocessor conditionals that neither enclose a loop to be rewritten nor lie inside one of its statements:
// an `#else` between two heads of the loop, or around its body. Text generated in the loop's place would
// leave a part of them behind. The source comes out with only their compiled branches.
#pragma once

#include "directive/source.h"
#include "support/source_text.h"

#include <optional>

namespace appyl {

/// `ofLoops`: only the ranges of loops and of their bodies are rewritten, not all of their statements and the
/// functions that they call. nullopt: there are no such conditionals.
std::optional<SourceText> withoutCutConditionals(const Recorded& recorded, const Source& source,
                                                 bool ofLoops);

}  // namespace appyl
