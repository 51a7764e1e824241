// The target `openmp`, as the driver knows it.
#pragma once

#include "codegen/target.h"

namespace appyl {

extern const Target openmpTarget;

}  // namespace appyl
