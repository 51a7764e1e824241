// Elements that a loop of lanes updates others of the same array with: the pivot of an elimination,
//
//     a[i * n + k] /= a[k * n + k];
//     const double a_kept = a[i * n + k];
//     #pragma omp simd
//     for (int j = k + 1; j < n; ++j) a[i * n + j] -= a_kept * a[k * n + j];
//
// Compilers take it for one that the stores may change and read it again for each vector, which the lanes do
// not.
#pragma once

#include "codegen/text/loop_text.h"
#include "directive/source.h"
#include "nest/ast/source_ranges.h"

namespace appyl {

struct Directives;

struct KeptElements {
  std::string declarations;     // in front of the loop
  std::vector<TextEdit> edits;  // of its body
};

/// Of an innermost loop of the nest whose iterations are independent. Only elements that the body around it
/// assigns in front of it are read there: others may not exist where the loop is empty.
KeptElements keptElements(const LoopNest& nest, int loop, LoopWriter& writer, const Source& source);

}  // namespace appyl
