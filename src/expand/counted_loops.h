// Annotated loops that count in other words -> the same source with `for (T i = first; i < end; ++i)` in
// their place: range-based loops and loops over iterators of arrays and containers with an index, several
// declarations in a head, `i{}`, and negated conditions. And loops with the clause `if` -> `if (condition)`
// with the loop, and without its directives.
#pragma once

#include "directive/source.h"
#include "nest/ast/source_ranges.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// Loops without a directive inside annotated ones: as they are, or over arrays from outside with an index,
/// too.
enum class InnerLoops { AsWritten, Counted };

/// Whether the clause `if` chooses when the program runs, or is passed over.
enum class Versions { Chosen, Annotated };

/// `names` are in use. nullopt: an error was reported; an annotated range-based loop over what has no index
/// is one.
std::optional<std::vector<TextEdit>> countedLoops(const Source& source, const std::set<std::string>& names,
                                                  InnerLoops inner, Versions versions);

}  // namespace appyl
