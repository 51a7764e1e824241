// Can a nest be written with tiles in shared memory, and what are its variables called?
#pragma once

#include "codegen/cuda/cuda_plan.h"

namespace appyl {

/// `mayShare`: several blocks may each have a share of the staged loop. nullopt: it cannot be written; `why`
/// says what stands in the way.
std::optional<StagedPlan> planStaging(const CudaSetting& setting, const CudaPlan& plan, bool mayShare,
                                      std::string& why);

/// The statements of the program around the staged loop.
struct StagedParts {
  std::vector<const clang::Stmt*> before, after;
  FileRange textBefore, loop, textAfter;
};

/// nullopt: a macro cuts them apart.
std::optional<StagedParts> partsOf(const CudaSetting& setting, const StagedPlan& staged);

}  // namespace appyl
