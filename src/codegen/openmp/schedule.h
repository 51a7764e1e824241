// How evenly the iterations of a nest cost, and the `schedule` clause that suits it. (For loops over blocks of time
// steps see time_blocks.cpp.)
#pragma once

#include "model/kernel.h"
#include "support/diagnostics.h"

#include <string>

namespace appyl {

/// Does the work of an iteration depend on its number or on data?
bool isIrregular(const Kernel& kernel);

/// Do its loops go from tile to tile, `i += B`? Then there are few iterations, each with much to do.
bool stepsByTiles(const Kernel& kernel);

/// ` schedule(static)`, or what suits an irregular kernel. `inBlocks`: its iterations are blocks.
std::string scheduleClause(const Kernel& kernel, bool inBlocks);

/// Remarks on `schedule` and `num_threads` of a loop that does not become an `omp for`; `where` says why.
void tellLostHints(const Directive& directive, const char* where, Diagnostics& diags);

}  // namespace appyl
