// The target `cuda`, as the driver knows it.
#pragma once

#include "codegen/target.h"

namespace appyl {

extern const Target cudaTarget;

}  // namespace appyl
