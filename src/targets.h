// The targets of the tool.
#pragma once

#include "codegen/target.h"

#include <string>
#include <vector>

namespace appyl {

/// The first one is the default.
const std::vector<const Target*>& targets();

/// `openmp (default), cuda, interpret`
std::string targetNames();

/// nullptr: there is none of that name.
const Target* findTarget(llvm::StringRef name);

}  // namespace appyl
