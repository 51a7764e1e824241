// Conditionals that are neither around a loop which is to be rewritten nor inside one of its statements: an
// `#else` between two heads of it, or around its body. What is generated in its place would leave a part of
// them behind. The source comes out with what is compiled of them.
#pragma once

#include "directive/source.h"
#include "support/source_text.h"

#include <optional>

namespace appyl {

/// `ofLoops`: only the ranges of loops and of their bodies are rewritten, not all of their statements and of
/// the functions that they call. nullopt: there are none such.
std::optional<SourceText> withoutCutConditionals(const Recorded& recorded, const Source& source,
                                                 bool ofLoops);

}  // namespace appyl
