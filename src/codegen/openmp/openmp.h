// Kernel + Proof -> OpenMP: the user's loops under `#pragma omp parallel for`, tiled as the model says, their
// bodies verbatim.
#pragma once

#include "codegen/arrays/alias_guard.h"
#include "codegen/emit_options.h"
#include "codegen/text/includes.h"
#include "directive/source.h"
#include "model/kernel.h"
#include "nest/ast/source_ranges.h"

#include <set>
#include <string>

namespace appyl {

/// The edits that turn the nest into its kernel; directive lines are taken out elsewhere. `names`:
/// identifiers that are in use. `needs`: what the file needs for it. nullopt: an error was reported.
std::optional<Edits> emitOpenMP(const Kernel& kernel, const EmitOptions& options,
                                const std::set<std::string>& names, FileNeeds& needs, const Source& source);

/// What constructs need of the fork that they share; see fork.h.
struct UnderFork {
  std::set<std::string> declared;            // variables in the fork, of which each thread has its own
  std::set<const clang::ValueDecl*> unread;  // counters whose last values nobody reads
  std::vector<ConditionText> conditions;     // for more than one thread
  bool isPossible = true;                    // false: a construct needs a fork of its own
};

/// The same where the threads are there already; of no use unless `fork.isPossible` afterwards.
std::optional<Edits> emitUnderFork(const Kernel& kernel, const EmitOptions& options,
                                   const std::set<std::string>& names, UnderFork& fork, FileNeeds& needs,
                                   const Source& source);

}  // namespace appyl
