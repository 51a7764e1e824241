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

/// How OpenMP hands iterations to threads.
struct Schedule {
  std::string kind = "static";
  std::string chunk;         // how many at a time; empty: the kind's default
  bool isMonotonic = false;  // each thread gets its iterations in their order
};

/// The user's, or what suits the kernel. `inBlocks`: its iterations are blocks.
Schedule chooseSchedule(const Kernel& kernel, bool inBlocks);

/// ` schedule(monotonic:dynamic, 16)`
std::string print(const Schedule& schedule);

/// The user's other hints: ` num_threads(4)`.
std::string hintClauses(const Kernel& kernel);

/// Remarks on the hints of a loop that does not become an `omp for`; `where` says why.
void tellLostHints(const Directive& directive, const char* where, Diagnostics& diags);

}  // namespace appyl
