// A nest whose CUDA blocks run whole programs and keep tiles in shared memory. What a program does before the
// staged loop, in it and after it becomes three loops over the iterations that a thread has, with the tiles'
// loads and barriers in between, which all threads reach:
//
//     for (i_block, j_block)                      programs
//       for (own iterations) { float sum = 0; }
//       for (p_block) {
//         load_tile(a_tile, ...), load_tile(b_tile, ...), barrier
//         for (p in the block)
//           for (own iterations) sum += a_tile[i_in][p_in] * b_tile[p_in][j_in];
//       }
//       for (own iterations) c[i * n + j] = sum;
#pragma once

#include "codegen/cuda/cuda_plan.h"

namespace appyl {

/// Declarations of the tiles, and the nest. `body`: all edits of the nest's text.
std::string stagedNestText(const CudaSetting& setting, const CudaPlan& plan,
                           const std::vector<TextEdit>& body);

}  // namespace appyl
