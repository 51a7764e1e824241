// What the blocks of a long loop ask for ahead of time. Processors that bring lines ahead on their own stop
// at the end of a page of memory, and begin anew in the next one: a thread that only reads then waits at each
// page. A block asks for a line of each page of the next one, and what follows comes on its own.
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
