#include "codegen/openmp/schedule.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/text/size_text.h"
#include "support/operands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace appyl {

/// Are both ends known?
static bool isCountedLoop(const Loop& loop) { return loop.canonical && loop.first && loop.end; }

/// Is there something of the kind in the ends of an inner loop? Of counters, those of the grid count: a
/// triangle that each iteration goes through as a whole is the same work for all.
static bool inBounds(const Kernel& kernel, Symbol::Kind kind) {
  const LoopNest& nest = kernel.nest;
  return std::any_of(nest.loops.begin() + kernel.grid.size(), nest.loops.end(), [&](const Loop& loop) {
    return llvm::any_of(std::array{loop.first, loop.end}, [&](const std::optional<Polynomial>& bound) {
      return bound && llvm::any_of(bound->symbols(), [&](const std::string& name) {
               const Symbol& symbol = nest.symbols.at(name);
               return symbol.kind == kind &&
                      (kind != Symbol::Kind::Counter || symbol.loop < static_cast<int>(kernel.grid.size()));
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

/// One dimension of rows whose lengths depend on their numbers alone.
static bool isTriangle(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  return kernel.grid.size() == 1 && nest.loops.size() > 1 &&
         std::all_of(nest.loops.begin(), nest.loops.end(), isCountedLoop) &&
         !inBounds(kernel, Symbol::Kind::Opaque);
}

/// One dimension of rows whose lengths are data: of a sparse matrix.
static bool hasSparseRows(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  return kernel.grid.size() == 1 && nest.loops.size() == 2 && nest.loops.back().canonical &&
         !inBounds(kernel, Symbol::Kind::Counter);
}

/// How many iterations a thread takes at once: 16, so that no two threads keep writing one cache line, and
/// where there are very many of them, so many more that asking for them takes no time: `n / 4096 + 16`.
static std::string chunkOf(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  const Loop& loop = nest.loops.front();
  const auto trips =
      isCountedLoop(loop) && !loop.isConverted ? subtract(*loop.end, *loop.first) : std::nullopt;
  const RangeReader ranges(nest);
  const auto isKnown = [&](const std::string& name) {
    return ranges.isKnown(name) && ranges.symbol(name).kind == Symbol::Kind::Parameter;
  };
  if (loop.step != 1 || !trips || !llvm::all_of(trips->symbols(), isKnown)) return "16";
  if (const auto count = trips->constant()) return std::to_string(*count / 4096 + 16);
  return asOperand(sizeText(*trips, ranges)) + " / 4096 + 16";
}

/// The schedule of an irregular nest. The rows of a triangle, in turns, give all threads the same work
/// without any synchronisation, which in LLVM's runtime takes as long as the rows of a small one. Sparse rows
/// have a few steps each, which end sooner than a thread can ask for the next rows. `isAlone`: few
/// iterations, each with much to do.
static Schedule irregularSchedule(const Kernel& kernel, bool isAlone) {
  Schedule schedule;
  schedule.kind = isTriangle(kernel)      ? (isAlone ? "dynamic" : "static")
                  : hasSparseRows(kernel) ? "guided"
                                          : "dynamic";
  if (!isAlone) schedule.chunk = schedule.kind == "dynamic" ? chunkOf(kernel) : "16";
  return schedule;
}

/// Monotonic where values of the last iteration are kept, or of the last of several that are equal: LLVM's
/// runtime may lose them (as of 19) where threads take over iterations from one another.
Schedule chooseSchedule(const Kernel& kernel, bool inBlocks) {
  const LoopNest& nest = kernel.nest;
  const Directive* directive = nest.loops.front().directive;
  const Clause* wanted = directive ? directive->find(ClauseKind::Schedule) : nullptr;
  if (!wanted && !isIrregular(kernel)) return {};
  const bool keepsLast =
      std::any_of(nest.privates.begin(), nest.privates.end(),
                  [](const PrivateScalar& each) { return each.loop == 0 && each.lastValue; }) ||
      std::any_of(nest.reductions.begin(), nest.reductions.end(),
                  [](const Reduction& each) { return !each.companions.empty() && !each.strict; });
  Schedule schedule = irregularSchedule(kernel, inBlocks || stepsByTiles(kernel));
  if (wanted) {
    schedule.kind = wanted->arguments.front().text;
    schedule.chunk = wanted->arguments.size() > 1 ? wanted->arguments.back().text : "";
  }
  schedule.isMonotonic = keepsLast && schedule.kind != "static" && schedule.kind != "auto";
  return schedule;
}

std::string print(const Schedule& schedule) {
  return fmt::format(" schedule({}{}{}{})", schedule.isMonotonic ? "monotonic:" : "", schedule.kind,
                     schedule.chunk.empty() ? "" : ", ", schedule.chunk);
}

std::string hintClauses(const Kernel& kernel) {
  std::string text;
  const Directive* directive = kernel.nest.loops.front().directive;
  if (!directive) return text;
  for (const Clause& clause : directive->clauses) {
    if (factsOf(clause.kind).role != ClauseRole::Hint || clause.kind == ClauseKind::Schedule) continue;
    if (directive->find(clause.kind) != &clause) continue;  // said twice
    std::vector<std::string> arguments;
    for (const ClauseArgument& argument : clause.arguments) arguments.push_back(argument.text);
    text += fmt::format(" {}({})", spelling(clause.kind), fmt::join(arguments, ", "));
  }
  return text;
}

void tellLostHints(const Directive& directive, const char* where, Diagnostics& diags) {
  for (const Clause& clause : directive.clauses)
    if (factsOf(clause.kind).role == ClauseRole::Hint)
      diags.report(Diag::RemarkHint, clause.location, {spelling(clause.kind), where});
}

}  // namespace appyl
