// The model as others read it: JSON for programs, text for people.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// `{ "version": 1, "source": ..., "target": ..., "kernels": [ ... ] }`, indented, with a newline at the end.
std::string modelAsJson(const std::vector<Kernel>& kernels, const std::string& source,
                        const std::string& target);

/// For `--explain` and `--dump=model`.
std::string modelAsText(const Kernel& kernel);

}  // namespace appyl
