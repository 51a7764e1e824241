// The target `interpret`, as the driver knows it.
#pragma once

#include "codegen/target.h"

namespace appyl {

extern const Target interpretTarget;

}  // namespace appyl
