#include "nest/ir/loop_nest.h"

#include "support/source_lines.h"

#include <array>

namespace appyl {

using namespace clang;

static constexpr std::array spellings = {"+", "*", "min", "max", "&", "|", "^", "&&", "||"};

const char* spelling(ReductionOperator op) { return spellings[static_cast<std::size_t>(op)]; }

std::optional<ReductionOperator> reductionOperator(const std::string& spelling) {
  for (std::size_t k = 0; k < spellings.size(); ++k)
    if (spelling == spellings[k]) return static_cast<ReductionOperator>(k);
  return std::nullopt;
}

std::vector<int> loopsAround(const LoopNest& nest, int loop) {
  std::vector<int> around;
  for (; loop >= 0; loop = nest.loops[loop].parent) around.insert(around.begin(), loop);
  return around;
}

std::string iterationsAsTold(const LoopNest& nest, const std::string& counter) {
  return nest.programs ? "the programs of the grid call" : "the iterations of '" + counter + "'";
}

bool isAround(const LoopNest& nest, int outer, int loop) {
  for (; loop >= 0; loop = nest.loops[loop].parent)
    if (loop == outer) return true;
  return false;
}

bool isUnchecked(const LoopNest& nest, int loop) {
  for (; loop >= 0; loop = nest.loops[loop].parent)
    if (nest.loops[loop].directive && nest.loops[loop].directive->find(ClauseKind::Unchecked)) return true;
  return false;
}

std::string print(const LoopNest& nest, const SourceManager& sources) {
  std::string text = nest.functionName + ":\n";
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const Loop& loop = nest.loops[k];
    text += std::string(2 * loopsAround(nest, static_cast<int>(k)).size(), ' ');
    if (!loop.canonical) {
      text += "loop at line " + std::to_string(lineOf(loop.stmt->getBeginLoc(), sources)) + "\n";
      continue;
    }
    static const char* comparisons[] = {"<", "<=", ">", ">=", "!="};
    text += std::string("for ") + loop.symbol + " = " + (loop.first ? print(*loop.first) : "?") + "; " +
            comparisons[static_cast<int>(loop.comparison)] + " " + (loop.end ? print(*loop.end) : "?") +
            "; step " + (loop.step ? std::to_string(*loop.step) : "?") + (loop.parallel ? " parallel" : "") +
            (loop.perfect ? " perfect" : "") + "\n";
  }
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    text += std::string("  ") + (access.reads ? access.writes ? "update " : "read " : "write ") + array.name;
    for (const auto& subscript : access.subscripts)
      text += "[" + (subscript ? print(*subscript) : std::string("?")) + "]";
    for (const Constraint& guard : access.guards)
      text += " if " + print(guard.condition) + (guard.equality ? " == 0" : " >= 0");
    text +=
        std::string(access.guardsExact ? "" : " maybe") + (access.reduction >= 0 ? " reduction" : "") + "\n";
  }
  for (const Reduction& reduction : nest.reductions)
    text += std::string("  reduction(") + spelling(reduction.op) + ":" + reduction.name + ") over " +
            nest.loops[reduction.loop].symbol + "\n";
  for (const PrivateScalar& scalar : nest.privates)
    text += "  private " + scalar.variable->getNameAsString() + " of " + nest.loops[scalar.loop].symbol +
            (scalar.lastValue ? ", last value kept" : "") + "\n";
  for (const Obstacle& each : nest.opaqueEffects) text += "  unknown: " + each.why + "\n";
  return text;
}

}  // namespace appyl
