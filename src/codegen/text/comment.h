// The one comment in front of each generated kernel: its grid, its blocks, what it reads and writes, and what
// was proved.
#pragma once

#include "model/kernel.h"

#include <string>

namespace appyl {

/// Lines that start with `//`, each ending in a newline.
std::string commentText(const std::string& sentence);  // filled lines

std::string kernelComment(const Kernel& kernel, const std::string& remark);

}  // namespace appyl
