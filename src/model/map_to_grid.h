// LoopNest -> Kernel: which loops are dimensions of the grid, in blocks of how many iterations, and what each
// program touches.
#pragma once

#include "directive/source.h"
#include "model/auto_blocks.h"
#include "model/staging.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

struct ModelOptions {
  std::int64_t defaultBlock = 128;  // --block-size
  bool appylCompat = false;
  bool forDevice = false;    // blocks are threads' and shared memory's, not caches'
  bool strictFloat = false;  // --fp=strict
  Architecture architecture;
  TunedBlocks tuned;          // for `block(auto)`, in place of the model's choice
  bool tilesUnasked = false;  // loops without blocks get them where that saves traffic
};

/// The name of the `index`-th kernel of a function.
std::string kernelName(const std::string& function, int index);

/// `index`: the kernel's number in its function. nullopt: an error was reported (block sizes,
/// `--appyl-compat`, shared memory).
std::optional<Kernel> mapToGrid(LoopNest nest, int index, const ModelOptions& options, const Source& source);

}  // namespace appyl
