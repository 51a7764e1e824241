// Updates that the user's OpenMP directives keep apart, `#pragma omp atomic` in front of `count[key[i]] +=
// 1;` and
// `#pragma omp critical` around such ones -> reductions of the loop around them.
#pragma once

#include "directive/source.h"
#include "nest/ast/source_ranges.h"

#include <vector>

namespace appyl {

/// The edits that name them in the directive of the loop and take out what stood in front of them. Where a
/// statement is no update of something from outside the loop, its directive stays, which is refused later.
std::vector<TextEdit> synchronisedUpdates(const Source& source, const Recorded& recorded);

}  // namespace appyl
