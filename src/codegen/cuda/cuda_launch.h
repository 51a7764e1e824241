// The text that stands in the nest's place: what moves to the device, the launch, and what comes back.
#pragma once

#include "codegen/cuda/cuda_plan.h"

namespace appyl {

std::string launchText(const CudaSetting& setting, const CudaPlan& plan);

}  // namespace appyl
