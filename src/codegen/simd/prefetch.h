// Prefetches in the blocks of a long loop. Processors that prefetch lines on their own stop at the end of a
// page of memory, and begin anew in the next one: a thread that only reads then waits at each page. A block
// prefetches a line of each page of the next block, and the hardware prefetches what follows.
#pragma once

#include "codegen/simd/walked_arrays.h"
#include "codegen/text/loop_text.h"
#include "model/kernel.h"

#include <string>
#include <vector>

namespace appyl {

/// Statements for a block of the kernel's only loop: `if (n - i_block > 512) __builtin_prefetch(&x[i_block +
/// 512]);` of each array that it walks, where nothing is stored. Often none.
std::vector<std::string> prefetches(const Kernel& kernel, const LoopText& loop,
                                    const std::vector<WalkedArray>& arrays);

}  // namespace appyl
