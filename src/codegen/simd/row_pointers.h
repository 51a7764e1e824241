// Rows of views in a loop that adds up in lanes. The strides of a view are known at run time only: GCC makes
// a second version of a loop for strides of 1, but not of one with a `reduction`, whose elements it then
// gathers, up to 11 times slower. So the loop is written twice:
//
//     if (x.stride(1) == 1) {
//       auto* const x_row = x.data() + i * x.stride(0);
//       #pragma omp simd reduction(+:sum)
//       for (int j = 0; j < n; ++j) sum += x_row[j];
//     } else {
//       for (int j = 0; j < n; ++j) sum += x(i, j);
//     }
#pragma once

#include "codegen/text/loop_text.h"
#include "directive/source.h"
#include "nest/ast/source_ranges.h"

#include <set>

namespace appyl {

struct Directives;

struct RowPointers {
  std::string condition;                  // `x.stride(1) == 1`; empty: there are no rows
  std::vector<std::string> declarations;  // of the pointers
  std::vector<TextEdit> edits;            // of the loop's body: `x(i, j)` becomes `x_row[j]`
  std::string header, close;              // of the loop without lanes; what follows it
};

/// Of an innermost loop of the nest.
RowPointers rowPointers(const LoopNest& nest, int loop, LoopWriter& writer, const Source& source);

/// What stands in front of the loop with lanes.
std::string opening(const RowPointers& rows);

/// Adds `edits` of the body to those of the nest, and behind the loop with lanes the one without, whose body
/// is `plain`.
void finishRows(const RowPointers& rows, const clang::Stmt* loop, const std::string& plain,
                std::vector<TextEdit>& inner, const Source& source);

/// Is it a sum of names and numbers, none of them `changed`, so that it may be computed in front of the loop
/// even if the loop does not evaluate it? `i / k` may be guarded for a reason.
bool isFixed(const clang::Expr* index, const std::set<const clang::ValueDecl*>& changed,
             const Directives& directives);

}  // namespace appyl
