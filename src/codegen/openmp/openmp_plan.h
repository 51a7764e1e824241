// The shape of the OpenMP construct, decided before any text is written: which loops it joins, which blocks
// stand on top, whether it runs in parallel at all, and what becomes of each reduction.
#pragma once

#include "codegen/arrays/reductions.h"
#include "codegen/openmp/openmp.h"
#include "codegen/openmp/schedule.h"
#include "codegen/openmp/screening.h"
#include "codegen/simd/outer_loop_vectorization.h"
#include "directive/source.h"

#include <optional>

namespace appyl {

struct OpenMPPlan {
  std::vector<std::size_t> order;       // the grid's dimensions by place, outermost first (loop interchange)
  std::size_t hoisted = 0;              // leading grid dimensions whose block loops stand on top
  std::size_t collapsed = 1;            // loops that the construct joins
  std::optional<std::size_t> stripped;  // the dimension whose blocks are walked in place, below whole rows
  std::optional<Axis> piece;            // a loop in other blocks than its own, or where it has none
  std::optional<OuterLoopVectorization>
      strips;                           // of that dimension, whose iterations take turns in the inner loops
  std::optional<Screening> screening;   // of the innermost loop
  bool parallel = true;                 // under `omp parallel for`
  bool lanes = false;                   // ... `simd`
  bool hasSteps = false;  // loops that compilers may vectorise if they see that iterations are independent
  bool chunked = false;   // partial results in a fixed order
  Schedule schedule;      // of the loop that the threads share
  std::string remark;     // for the kernel's comment
  std::vector<ReductionPlan> reductions;
};

/// Everything that a step needs beside the text.
struct OpenMPSetting {
  const Kernel& kernel;
  const OpenMPPlan& plan;
  const EmitOptions& options;
  Source source;
};

OpenMPPlan planOpenMP(const Kernel& kernel, const EmitOptions& options, LoopWriter& writer,
                      const Source& source);

/// The loop in the blocks in which it is walked.
Axis pieceOf(const OpenMPPlan& plan, const Axis& axis);

/// The loop of the source whose place and body a loop gets: another loop after an interchange.
int placeOf(const Kernel& kernel, const OpenMPPlan& plan, int loop);

bool isInterchanged(const OpenMPPlan& plan);

/// Are several iterations of the axis taken at a time?
bool isBlocked(const Axis& axis);

/// A header that comes from a macro with the directive in it has to be written out.
bool splitsMacro(const Loop& loop);

/// How many loops over blocks stand on top of the nest.
std::size_t blockLoops(const Kernel& kernel, const OpenMPPlan& plan);

/// Must the threads do something of their own before and after the loop?
bool needsRegion(const OpenMPPlan& plan);

/// Of the loop that the threads share: ` collapse(2) schedule(static) reduction(+:s)`.
std::string constructClauses(const OpenMPPlan& plan);
std::string reductionClauses(const OpenMPPlan& plan);

/// Does the construct itself distribute the iterations of grid dimension `dimension`?
bool isDistributed(const Kernel& kernel, const OpenMPPlan& plan, std::size_t dimension);

/// The condition under which ranges may be evaluated in front of all iterations: those of joined loops, of
/// rewritten ones (`texts`, by index in the nest), of a contraction; empty: always.
std::string runsInFront(const Kernel& kernel, const OpenMPPlan& plan, const std::map<int, LoopText>& texts,
                        bool isContraction, const LoopWriter& writer);

}  // namespace appyl
