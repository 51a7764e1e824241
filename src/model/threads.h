// Grid dimensions -> CUDA's blocks and threads.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// Which of the grid's dimensions the threads of a launch take, outermost first; at most three, each with a
/// letter of its own. Dimensions that are not among them run inside each thread.
///
/// The dimension along which most accesses move by one element gets `x`, so that the threads of a warp touch
/// neighbouring addresses, writes above all; of equals, the inner one. The others get `y` and `z` from the inside outwards. A
/// dimension inside whose loop a reduction ends is left to the threads, with all that it encloses: its
/// updates belong to one program.
///
/// A block has 256 threads: all along `x` where that is the only dimension, 32 along `x` and 8 along `y`
/// otherwise, fewer where the range is known to be shorter, and 2 along `y` where data decides how long a
/// program's loops are. One dimension with `block(B)` has B threads, in whole warps, as long as a block can
/// have as many. Each thread takes one iteration, or several at equal distances where the grid would exceed
/// the hardware's limits; reductions have at most 1024 blocks, so that adding up their results costs little.
///
/// Where tiles are staged, a block runs a whole program: as many threads as its iterations, at most 256 (1024
/// where each would have more than 64 of them), as near to a square as lets 16 threads stand side by side
/// along `x`. Then the iterations that one thread takes read few elements of the tiles again and again.
std::vector<ThreadDimension> mapToThreads(const Kernel& kernel);

}  // namespace appyl
