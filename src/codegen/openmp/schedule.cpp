#include "codegen/openmp/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace appyl {

/// Are both ends known?
static bool isCountedLoop(const Loop& loop) { return loop.canonical && loop.first && loop.end; }

/// Is there something of the kind in the ends of an inner loop?
static bool inBounds(const Kernel& kernel, Symbol::Kind kind) {
  const LoopNest& nest = kernel.nest;
  return std::any_of(nest.loops.begin() + kernel.grid.size(), nest.loops.end(), [&](const Loop& loop) {
    return llvm::any_of(std::array{loop.first, loop.end}, [&](const std::optional<Polynomial>& bound) {
      return bound && llvm::any_of(bound->symbols(), [&](const std::string& name) {
               return nest.symbols.at(name).kind == kind;
             });
    });
  });
}

bool isIrregular(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  const bool isCounted =
      std::all_of(nest.loops.begin() + kernel.grid.size(), nest.loops.end(), isCountedLoop);
  return !isCounted || inBounds(kernel, Symbol::Kind::Counter) || inBounds(kernel, Symbol::Kind::Opaque);
}

bool stepsByTiles(const Kernel& kernel) {
  return std::any_of(kernel.grid.begin(), kernel.grid.end(),
                     [](const Axis& axis) { return axis.step != 1 && axis.step != -1; });
}

/// The schedule of an irregular nest in one dimension, 16 iterations at once, so that no two threads keep
/// writing one cache line. The rows of a triangle, in turns, give all threads the same work without any
/// synchronisation, which in LLVM's runtime takes as long as the rows of a small one. Rows of a sparse matrix
/// have a few steps each, which end sooner than a thread can ask for the next rows.
static std::string scheduleOf(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  const bool isCounted = std::all_of(nest.loops.begin(), nest.loops.end(), isCountedLoop);
  if (kernel.grid.size() != 1 || nest.loops.size() == 1) return "dynamic";
  if (isCounted && !inBounds(kernel, Symbol::Kind::Opaque)) return "static";
  const bool isOneLoop = nest.loops.size() == 2 && nest.loops.back().canonical;
  return isOneLoop && !inBounds(kernel, Symbol::Kind::Counter) ? "guided" : "dynamic";
}

/// Monotonic where values of the last iteration are kept, or of the last of several that are equal: LLVM's
/// runtime may lose them (as of 19) where threads take over iterations from one another.
std::string scheduleClause(const Kernel& kernel, bool inBlocks) {
  const LoopNest& nest = kernel.nest;
  const Directive* directive = nest.loops.front().directive;
  const Clause* wanted = directive ? directive->find(ClauseKind::Schedule) : nullptr;
  if (!wanted && !isIrregular(kernel)) return " schedule(static)";
  const bool keepsLast =
      std::any_of(nest.privates.begin(), nest.privates.end(),
                  [](const PrivateScalar& each) { return each.loop == 0 && each.lastValue; }) ||
      std::any_of(nest.reductions.begin(), nest.reductions.end(),
                  [](const Reduction& each) { return !each.companions.empty() && !each.strict; });
  if (wanted) {
    const std::string kind = wanted->arguments.front().text;
    return fmt::format(" schedule({}{}{})",
                       keepsLast && kind != "static" && kind != "auto" ? "monotonic:" : "", kind,
                       wanted->arguments.size() > 1 ? ", " + wanted->arguments.back().text : "");
  }
  const bool isAlone = inBlocks || stepsByTiles(kernel);  // few iterations, each with much to do
  std::string schedule = scheduleOf(kernel);
  if (isAlone && schedule == "static") schedule = "dynamic";
  return fmt::format(" schedule({}{}{})", keepsLast && schedule != "static" ? "monotonic:" : "", schedule,
                     isAlone ? "" : ", 16");
}

void tellLostHints(const Directive& directive, const char* where, Diagnostics& diags) {
  for (const Clause& clause : directive.clauses)
    if (clause.kind == ClauseKind::Schedule || clause.kind == ClauseKind::NumThreads)
      diags.report(Diag::RemarkHint, clause.location, {spelling(clause.kind), where});
}

}  // namespace appyl
