// LoopNest -> Kernel: which loops are dimensions of the grid, in blocks of how many iterations, and what each program touches.
#pragma once

#include "model/kernel.h"
#include "support/diagnostics.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

struct ModelOptions {
  std::int64_t defaultBlock = 128; // --block-size
  bool appylCompat = false;
};

/// `index`: the how-manieth kernel of its function it is. nullopt: an error was reported (block sizes, `--appyl-compat`).
std::optional<Kernel> mapToGrid(LoopNest nest, int index, const ModelOptions& options, clang::ASTContext& context, Diagnostics& diags);

/// The number of iterations of a loop as text and, where it is one, as a polynomial: `n`, `(n - 2)`, `ceildiv(n, 3)`.
std::string tripCount(const Loop& loop);

std::string ceilDiv(const std::string& count, const BlockSize& block);

} // namespace appyl
