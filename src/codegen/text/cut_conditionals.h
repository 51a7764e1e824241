// Conditionals that are neither around a loop which is to be rewritten nor inside one of its statements: an
// `#else` between two heads of it, or around its body. What is generated in its place would leave a part of
// them behind. The source comes out with what is compiled of them.
#pragma once

#include "directive/source.h"

#include <optional>
#include <string>
#include <vector>

namespace appyl {

struct ResolvedSource {
  std::string text;
  std::vector<unsigned> lines;  // for each of its lines, that of the source which it came from; from 1
};

/// `ofLoops`: only the ranges of loops and of their bodies are rewritten, not all of their statements and of
/// the functions that they call. nullopt: there are none such.
std::optional<ResolvedSource> withoutCutConditionals(const Recorded& recorded, const Source& source,
                                                     bool ofLoops);

}  // namespace appyl
