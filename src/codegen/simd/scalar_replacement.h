// Elements that a loop of lanes updates others of the same array with: the pivot of an elimination,
//
//     a[i * n + k] /= a[k * n + k];
//     const double a_kept = a[i * n + k];
//     #pragma omp simd
//     for (int j = k + 1; j < n; ++j) a[i * n + j] -= a_kept * a[k * n + j];
//
// Compilers assume that the stores may change it and read it again for each vector, which this avoids.
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

/// For an innermost loop of the nest whose iterations are independent. Only elements that the body around it
/// assigns in front of the loop are read there: others may not exist where the loop is empty.
KeptElements keptElements(const LoopNest& nest, int loop, LoopWriter& writer, const Source& source);

}  // namespace appyl
