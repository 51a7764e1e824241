// Reductions in a fixed order: the root's iterations in a fixed number of contiguous chunks, whatever the
// number of threads, each with a partial result of its own; these are combined by number.
#pragma once

#include "codegen/arrays/reductions.h"

namespace appyl {

struct Chunks {
  LoopText root;                   // its blocks are the chunks
  std::vector<std::string> atEnd;  // of each chunk
  std::vector<ReductionPlan> reductions;
};

/// `reductions`: as planned for an order that is free.
Chunks inChunks(const Kernel& kernel, const std::vector<ReductionPlan>& reductions, LoopWriter& writer,
                clang::ASTContext& context);

}  // namespace appyl
