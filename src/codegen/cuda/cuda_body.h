// The nest's text as the kernel has it: the user's own, with the names of parameters, loops over the grid's
// threads, copies of functions called, and updates combined.
#pragma once

#include "codegen/cuda/cuda_plan.h"

namespace appyl {

/// The edits of the nest; those of copied methods are added to the plan's. nullopt: an error was reported.
std::optional<std::vector<TextEdit>> rewriteForKernel(const CudaSetting& setting, DeviceFunctions& functions,
                                                      CudaPlan& plan);

}  // namespace appyl
