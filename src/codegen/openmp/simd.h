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

/// May the iterations run as lanes, as far as the loop's form and its body are concerned, or that of `place`,
/// where another loop of the source stands?
bool mayBeLanes(const Kernel& kernel, const Axis& axis, int place, const Source& source);

/// Would lanes gather, or scatter? Without reductions compilers do better when they decide themselves: with
/// the pragma, Clang takes twice the time for a transpose.
bool gathers(const LoopNest& nest, int loop);

/// May what the iterations combine be added up in lanes?
bool allowsLanes(const Kernel& kernel, const ReductionPlan& each, const OpenMPPlan& plan,
                 const EmitOptions& options, const Directives& directives);

}  // namespace appyl
