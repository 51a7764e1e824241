// The targets of the tool.
#pragma once

#include "codegen/target.h"

#include <array>

namespace appyl {

/// The first one is the default.
const std::array<const Target*, 3>& targets();

/// nullptr: there is none of that name.
const Target* findTarget(llvm::StringRef name);

}  // namespace appyl
