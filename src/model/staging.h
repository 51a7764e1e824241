// Kernel -> its tiles: what a CUDA block keeps in shared memory while its threads work on one block of a
// sequential loop with `block(B)`.
//
//     #pragma parallel block(64)              a program: 64 x 64 iterations of i and j
//     for i
//       #pragma parallel block(64)
//       for j {
//         #pragma block(16)                   for each 16 iterations of p: a (64 x 16) and b (16 x 64) are
//         for p sum += a[i][p] * b[p][j];     loaded once and used 64 times
//
// Staged is an array that the nest only reads, by subscripts that are affine with constant factors in the
// counters of the grid, of the loop, and of loops inside it with constant bounds, wherever several iterations
// of the program read the same element.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// A GPU architecture as `--cuda-arch` names it.
struct Architecture {
  std::string name = "sm_80";
  std::int64_t sharedBytes = 163 * 1024;  // that one CUDA block can have
};

/// nullopt: not known.
std::optional<Architecture> architectureOf(const std::string& name);

/// Fills kernel.stagings, and the placement of blocks. Needs the letters of kernel.threads. Two stages where
/// no clause says how many and they fit into the 48 KiB that every kernel may have; otherwise one.
/// `strictFloat`: floating-point sums keep their order. False: [appyl-shared-memory] was reported.
bool stageTiles(Kernel& kernel, const Architecture& architecture, bool strictFloat, const Source& source);

/// The staging by which the kernel is written; null where nothing is staged.
const Staging* stagingOf(const Kernel& kernel);

/// The loop whose tiles are staged.
const Axis& stagedAxis(const Kernel& kernel, const Staging& staging);

/// The sum over the innermost dimension of the grid, of which each CUDA block has a share; null: none.
const Reduction* sharedSum(const Kernel& kernel);

/// Bytes of all tiles and stages; nullopt where template parameters decide.
std::optional<std::int64_t> sharedBytes(const Kernel& kernel, const Staging& staging);

/// Does the loop count upwards by ones, with a range that a 64-bit integer holds exactly?
bool countsUpByOnes(const Loop& loop, const clang::ASTContext& context);

}  // namespace appyl
