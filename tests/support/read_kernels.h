// Kernels themselves, for tests of what has no text of its own.
#pragma once

#include "translate.h"

#include "model/kernel.h"

#include <functional>
#include <string>

namespace appyl::test {

/// Hands each kernel of the source, as `options` map it to a grid, to `use`. A kernel holds parts of Clang's
/// AST, which ends with the call. Fails the test where the source is refused. Without tiles and proof.
void forEachKernel(const std::string& source, const Options& options,
                   const std::function<void(const Kernel&)>& use);

}  // namespace appyl::test
