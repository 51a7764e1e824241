// Loop interchange: the headers of a grid's loops in each other's places.
#pragma once

#include "codegen/openmp/openmp_plan.h"
#include "codegen/text/loop_text.h"
#include "directive/source.h"

#include <map>

namespace appyl {

/// The text in front of the header at each place of the grid, outermost first: `#pragma omp simd`, or
/// nothing.
using LanePragmas = std::vector<std::string>;

/// Adds to the edits of the nest, and removes those in its headers, whose text contains them. Counters that
/// are computed stand in the innermost body. `texts`: of the rewritten loops, by index in the nest.
void interchangeLoops(const Kernel& kernel, const OpenMPPlan& plan, const std::map<int, LoopText>& texts,
                      const LanePragmas& lanes, const Source& source, std::vector<TextEdit>& edits);

}  // namespace appyl
