// Is what an access reads written before, in the same iteration of the nest?
#pragma once

#include "nest/ir/loop_nest.h"
#include "support/integer_set.h"

#include <functional>

namespace appyl {

/// Has the iteration written each element that nest.accesses[read] may touch, when control comes to it, by the
/// writes of the same array for which `mayCount`? The relation of reads to the writes in front of them, in the
/// order of the program, is asked of isl; false where it cannot be expressed, too. `happensWith`: in one turn of all
/// loops around both, the write happens where the read does.
bool isWrittenBefore(const LoopNest& nest, std::size_t read,
                     const std::function<bool(const Access& write)>& mayCount,
                     const std::function<bool(const Access& write, const Access& read)>& happensWith,
                     proving::Solver& solver);

/// Does each iteration write all of the array, of which the extents are known?
bool isWrittenWhole(const LoopNest& nest, int array, const std::function<bool(const Access& write)>& mayCount,
                    proving::Solver& solver);

}  // namespace appyl
