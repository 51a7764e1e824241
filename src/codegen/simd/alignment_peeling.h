// Blocks that begin where lines of memory do. A vector that lies across two lines costs two accesses; arrays
// rarely begin at a line (an allocation of many elements begins 16 bytes behind one), and then all vectors of
// a loop lie so. The first block is shorter by what the line holds in front of the array:
//
//   const long i_lead = reinterpret_cast<unsigned long long>(y) % 64 / sizeof(*y);
//   for (long i_line = 0; i_line < n + i_lead; i_line += 128) {
//     const long i_block = i_line == 0 ? 0 : i_line - i_lead;
//     const long i_end = n + i_lead - i_line < 128 ? n : i_line + 128 - i_lead;
//
// A long row of a grid goes on at a line in the same way, each from its own first element on:
//
//   const long j_start = j_bound < 513 ? 1 : 1 - 4096;
//   for (long i = 1; i < rows - 1; ++i)
//     for (long j_line = j_start; j_line < j_bound; j_line += 4096) {
//       const long j_lead = j_start == 1 ? 0 : -reinterpret_cast<unsigned long long>(&y[i][1]) % 64 / 8;
//       const long j_block = j_line < 1 ? 1 : j_line + j_lead;
//       const long j_end = j_bound - j_line - j_lead < 4096 ? j_bound : j_line + 4096 + j_lead;
//
// Where a row stands in a tile of several time steps, the tiles' header cuts it in two:
//
//   for (const auto j_part : appyl::cpu::at_lines<int>(&y[i][1], 1, m - 1))
//     for (int j = j_part.first; j < j_part.end; ++j)
//
// It is `at_lines<int, 8>`, which cuts shorter rows, too, where a row is a whole number of lines behind the
// next.
//
// Blocks that lie otherwise add up otherwise: not where results may not depend on addresses.
#pragma once

#include "codegen/simd/walked_arrays.h"
#include "codegen/text/loop_text.h"
#include "directive/source.h"
#include "model/kernel.h"

#include <string>
#include <vector>

namespace appyl {

/// Rewrites the text of the kernel's only loop, where it has blocks of a constant size in the strided form,
/// from 0. The array whose lines count is one that is stored, if one is. Returns a sentence for
/// the kernel's comment; empty: everything stays.
std::string beginAtLines(const Kernel& kernel, const std::vector<WalkedArray>& arrays, LoopWriter& writer,
                         const clang::ASTContext& context, LoopText& text);

/// Rewrites the text of the innermost dimension of a grid of rows, `row`, in the same form. Its array is one
/// that every iteration stores, if there is one.
std::string beginRowsAtLines(const Kernel& kernel, int row, LoopWriter& writer, const Source& source,
                             LoopText& text);

/// The range [lower, upper) of a row, and the type of its counter.
struct RowText {
  std::string type, lower, upper;
};

/// `appyl::cpu::at_lines<int>(&y[i][1], 1, m - 1)`: the parts of a row of a kernel that walks its rows; empty
/// where no element that every iteration stores has a name in front of the row, or the row is short. `edits`:
/// what becomes of names; elements that operators lead to are named where these make pointers of them.
std::string partsAtLines(const Kernel& kernel, int row, const RowText& text,
                         const std::vector<TextEdit>& edits, const Source& source);

}  // namespace appyl
