// `#pragma omp simd` in front of the loops whose iterations may and should run as lanes.
#pragma once

#include "codegen/openmp/openmp_plan.h"
#include "directive/source.h"

#include <map>
#include <optional>
#include <string>

namespace appyl {

struct SimdPragma {
  std::string text;      // `#pragma omp simd reduction(+:sum)`
  bool reduces = false;  // partial results per lane
};

/// nullopt where the loop's iterations are no lanes. `texts`: the rewritten loops, by index in the nest.
std::optional<SimdPragma> simdPragma(const Kernel& kernel, const OpenMPPlan& plan, const EmitOptions& options,
                                     const std::map<int, LoopText>& texts, const Axis& axis,
                                     const Source& source);

/// May the iterations run as lanes, judged by the loop's form and body? `place`: the loop of the source whose
/// place it has.
bool mayBeLanes(const Kernel& kernel, const Axis& axis, int place, const Source& source);

/// Would lanes gather or scatter? Without a reduction compilers decide better themselves: with the pragma,
/// Clang's code for a transpose takes twice the time.
bool gathers(const LoopNest& nest, int loop);

/// May a reduction of the iterations be computed in lanes?
bool allowsLanes(const Kernel& kernel, const ReductionPlan& each, const OpenMPPlan& plan,
                 const EmitOptions& options, const Directives& directives);

}  // namespace appyl
