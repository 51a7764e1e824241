// Blocks that begin where lines of memory do. A vector that lies across two lines costs two accesses; arrays
// rarely begin at a line (an allocation of many elements begins 16 bytes behind one), and then all vectors of
// a loop lie so. The first block is shorter by what the line holds in front of the array:
//
//   const long i_lead = reinterpret_cast<unsigned long long>(y) % 64 / sizeof(*y);
//   for (long i_line = 0; i_line < n + i_lead; i_line += 128) {
//     const long i_block = i_line == 0 ? 0 : i_line - i_lead;
//     const long i_end = n + i_lead - i_line < 128 ? n : i_line + 128 - i_lead;
//
// Blocks that lie otherwise add up otherwise: not where results may not depend on addresses.
#pragma once

#include "model/kernel.h"
#include "target/loop_text.h"
#include "target/walked_arrays.h"

#include <string>
#include <vector>

namespace appyl {

/// Rewrites the text of the kernel's only loop, where it has blocks of a constant size in the strided form,
/// from 0. The array whose lines count is one that is stored, if one is. Returns the array's name; empty:
/// everything stays.
std::string beginAtLines(const Kernel& kernel, const std::vector<WalkedArray>& arrays, LoopWriter& writer,
                         const clang::ASTContext& context, LoopText& text);

}  // namespace appyl
