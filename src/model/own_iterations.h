// How many iterations of a grid without tiles a CUDA thread takes at a time.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Lets each thread take several iterations at a time, where one alone would wait for memory most of the
/// time: by Little's law the loads in flight at any moment bound the bandwidth. The threads that a
/// multiprocessor holds, each with 32 bytes on their way, keep it busy. Of several dimensions it is the
/// outermost one that is not `x`: what neighbouring points of a stencil share along it is loaded once, and
/// stays in registers.
///
/// Threads keep one iteration where it loads that much, or nothing, itself; where a loop without a known
/// small number of iterations is in it, whose own loads are in flight together; and where it matters which
/// thread has the last iteration.
void giveSeveralIterations(Kernel& kernel, const Source& source);

/// Are all loops inside the grid known to be short enough to be written out?
bool hasShortLoops(const Kernel& kernel);

}  // namespace appyl
