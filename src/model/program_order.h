// Kernel -> the order in which its programs start. What several programs load is brought from main memory
// once where they run close together in time. Of a product of 9 x 9 blocks, nine programs of one row load
// that row of A and all of B; a square of 3 x 3 programs loads three rows of A and three columns of B:
//
//         A                    B                      A                    B
//         # # # # # # # # #    # # # # # # # # #      # # # # # # # # #    # # # . . . . . .
//         . . . . . . . . .    # # # # # # # # #      # # # # # # # # #    # # # . . . . . .
//         . . . . . . . . .    # # # # # # # # #      # # # # # # # # #    # # # . . . . . .
//         . . . . . . . . .    # # # # # # # # #      . . . . . . . . .    # # # . . . . . .
//                                     ...                                         ...
//         row-major: 9 + 81 = 90 blocks               grouped by 3: 27 + 27 = 54 blocks
#pragma once

#include "model/kernel.h"

#include <map>

namespace appyl {

/// Grouped where that saves loads and the order cannot be observed: programs that are proved independent and
/// run by CUDA blocks on tiles, where some tiles move with the rows of programs only and some with the
/// columns only. Needs the kernel's legality; everything else stays row-major.
ProgramOrder chooseProgramOrder(const Kernel& kernel);

/// The numbers along the grid's dimensions of the program that starts as the `number`-th one; `programs`: how
/// many there are along each.
std::vector<std::int64_t> programAt(const ProgramOrder& order, const std::vector<std::int64_t>& programs,
                                    std::int64_t number);

/// How many different blocks the first `count` programs read, in all steps of their loops, by the index maps
/// of the model. `sizes`: values of parameters. nullopt where a block is irregular, or a size is missing.
std::optional<std::int64_t> blocksLoaded(const Kernel& kernel, const ProgramOrder& order, std::int64_t count,
                                         const std::map<std::string, std::int64_t>& sizes);

}  // namespace appyl
