#include "model/map_to_grid.h"

#include "model/blocks.h"
#include "model/cost.h"
#include "model/in_front.h"
#include "model/loop_order.h"
#include "model/own_iterations.h"
#include "model/reach.h"
#include "model/team.h"
#include "model/team_memory.h"
#include "model/threads.h"
#include "model/trips.h"
#include "nest/scev/scalar_evolution.h"
#include "support/source_lines.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

class Mapper {
 public:
  Mapper(LoopNest nest, const ModelOptions& options, const Source& source)
      : options(options), source(source) {
    kernel.nest = std::move(nest);
  }

  std::optional<Kernel> run(int index) {
    const Loop& root = kernel.nest.loops.front();
    kernel.function = kernel.nest.functionName;
    kernel.name = kernelName(kernel.function, index);
    kernel.line = lineOf(root.stmt->getBeginLoc(), source.ast.getSourceManager());
    kernel.launches = root.parallel;
    bool good = checkCompatibility();
    const int inner = innermostOfGrid();
    for (std::size_t k = 0; k < kernel.nest.loops.size(); ++k) {
      const Loop& loop = kernel.nest.loops[k];
      if (!loop.canonical) continue;
      auto axis = axisOf(static_cast<int>(k));
      good &= axis.has_value();
      if (axis) (static_cast<int>(k) <= inner ? kernel.grid : kernel.loops).push_back(*axis);
    }
    if (!good) return std::nullopt;
    if (options.tilesUnasked) tileCrossedRows(kernel);
    chooseBlocks(kernel, {options.defaultBlock, options.forDevice, options.tuned});
    kernel.blocks = blocksOf(kernel);
    if (!options.forDevice) placeBlocks();
    kernel.cost = costOf(kernel, source.ast);
    if (options.forDevice && kernel.launches) {
      kernel.threads = mapToThreads(kernel);
      if (!stageTiles(kernel, options.architecture, options.strictFloat, source)) return std::nullopt;
      formTeam(kernel, options.strictFloat, source);
      kernel.threads = mapToThreads(kernel);
      giveSeveralIterations(kernel, source);
    }
    for (const ThreadDimension& each : kernel.threads) kernel.cost.threads *= each.threads;
    if (const Team* team = teamOf(kernel)) {
      kernel.cost.threads = team->x * team->y * std::max(1u, team->warps);
      kernel.cost.sharedBytes = sharedBytes(*team, kernel.nest, source);
    }
    return std::move(kernel);
  }

 private:
  const ModelOptions& options;
  Source source;
  Kernel kernel;

  /// The grid's dimensions are the root and the perfectly nested parallel loops below it, as long as their
  /// ranges do not depend on the dimensions before.
  int innermostOfGrid() const {
    const std::vector<Loop>& loops = kernel.nest.loops;
    // Threads tell by the outermost counter which of several equal minima comes first.
    const bool isOrdered =
        options.forDevice &&
        llvm::any_of(kernel.nest.reductions, [](const Reduction& each) { return !each.companions.empty(); });
    std::size_t k = 0;
    while (!isOrdered && k + 1 < loops.size() && loops[k + 1].parallel && loops[k + 1].perfect &&
           loops[k].parallel && hasFixedRange(kernel.nest, loops[k + 1]))
      ++k;
    return static_cast<int>(k);
  }

  std::optional<Axis> axisOf(int index) {
    const Loop& loop = kernel.nest.loops[index];
    Axis axis;
    axis.loop = index;
    axis.var = loop.symbol;
    axis.lower = loop.first ? print(*loop.first) : textOf(loop.lower, source.ast);
    axis.upper = loop.end ? print(*loop.end) : textOf(loop.bound, source.ast);
    if (isInclusive(loop.comparison)) {
      const int one = loop.comparison == Comparison::LessEqual ? 1 : -1;
      const auto past = loop.end ? add(*loop.end, Polynomial(one)) : std::nullopt;
      axis.upper = past ? print(*past) : axis.upper + (one > 0 ? " + 1" : " - 1");
    }
    axis.step = loop.step.value_or(0);
    axis.parallel = loop.parallel;
    if (const Clause* clause = loop.directive ? loop.directive->find(ClauseKind::Block) : nullptr) {
      const auto block = blockOf(*clause);
      if (!block) return std::nullopt;
      axis.block = *block;
    }
    if (const Clause* clause = loop.directive ? loop.directive->find(ClauseKind::Stages) : nullptr) {
      const auto stages = stagesOf(*clause);
      if (!stages) return std::nullopt;
      axis.stages = *stages;
    }
    axis.programs = ceilDiv(tripCount(loop), axis.block);
    return axis;
  }

  std::optional<BlockSize> blockOf(const Clause& clause) {
    BlockSize block;
    block.origin = clause.isAuto ? BlockSize::Origin::Model : BlockSize::Origin::Clause;
    if (clause.isAuto) return block;  // chosen once all loops are known
    if (clause.arguments.empty()) {
      block.value = options.defaultBlock;
      block.text = std::to_string(block.value);
      return block;
    }
    const ClauseArgument& argument = clause.arguments.front();
    const Expr* expression = argument.expressions.front();
    if (!expression) return std::nullopt;
    block.expr = expression;
    block.text = argument.text;
    const QualType type = expression->getType();
    const auto refuse = [&](Diag id, std::vector<std::string> arguments) {
      source.diags.report(id, argument.range.getBegin(), std::move(arguments), {argument.range});
      return std::nullopt;
    };
    if (!type->isDependentType() && !type->isIntegralOrUnscopedEnumerationType())
      return refuse(Diag::BlockNotInteger, {argument.text, type.getAsString(source.ast.getPrintingPolicy())});
    Expr::EvalResult value;
    if (!expression->isValueDependent() && expression->EvaluateAsInt(value, source.ast)) {
      const auto constant = value.Val.getInt().tryExtValue();
      if (constant && *constant <= 0)
        return refuse(Diag::BlockNotPositive, {argument.text, std::to_string(*constant)});
      block.value = constant.value_or(INT64_MAX);
      return block;
    }
    if (expression->HasSideEffects(source.ast, /*IncludePossibleEffects=*/!expression->isValueDependent()))
      return refuse(Diag::BlockSideEffects, {argument.text});
    for (const auto& scalar : kernel.nest.privates)
      if (mentionsVariable(expression, scalar.variable))
        return refuse(Diag::BlockNotInvariant, {argument.text});
    block.value = 0;
    return block;
  }

  std::optional<int> stagesOf(const Clause& clause) {
    const ClauseArgument& argument = clause.arguments.front();
    const Expr* expression = argument.expressions.front();
    if (!expression) return std::nullopt;
    const auto stages = constantOf(expression, source.ast);
    if (!stages || *stages < 1 || *stages > 16) {
      source.diags.report(Diag::StagesNotConstant, argument.range.getBegin(), {argument.text},
                          {argument.range});
      return std::nullopt;
    }
    return static_cast<int>(*stages);
  }

  static bool mentionsVariable(const Stmt* statement, const VarDecl* variable) {
    if (const auto* reference = dyn_cast_or_null<DeclRefExpr>(statement))
      return reference->getDecl() == variable;
    return statement && llvm::any_of(statement->children(),
                                     [&](const Stmt* child) { return mentionsVariable(child, variable); });
  }

  /// The original allows one blocked loop, without a reduction; a loop that steps by a block counts as
  /// blocked.
  bool checkCompatibility() {
    if (!options.appylCompat) return true;
    bool good = true, blocked = false;
    for (const Loop& loop : kernel.nest.loops) {
      if (!loop.directive && !(loop.step && std::abs(*loop.step) > 1)) continue;
      const Clause* block = loop.directive ? loop.directive->find(ClauseKind::Block) : nullptr;
      const bool stepsByBlock = loop.canonical && loop.stepExpr && !(loop.step && std::abs(*loop.step) == 1);
      if (!block && !stepsByBlock) continue;
      const SourceLocation where = block ? block->location : loop.stmt->getBeginLoc();
      if (blocked) {
        source.diags.report(Diag::CompatSecondBlock, where);
        good = false;
      }
      blocked = true;
      if (const Clause* reduction = loop.directive ? loop.directive->find(ClauseKind::Reduction) : nullptr) {
        source.diags.report(Diag::CompatBlockReduction, reduction->location);
        good = false;
      }
    }
    return good;
  }

  /// On the CPU a block that several steps or programs use again stays in the cache; one that is used once
  /// streams through it.
  void placeBlocks() {
    for (Block& block : kernel.blocks) {
      bool reused = false;
      for (const auto* axes : {&kernel.grid, &kernel.loops})
        for (const Axis& axis : *axes) reused |= axis.block.isChosen() && !movesWith(kernel, block, axis);
      block.placement = reused ? Placement::Cache : Placement::Global;
    }
  }
};

}  // namespace

std::string kernelName(const std::string& function, int index) {
  return fmt::format("{}_kernel{}", function, index);
}

std::optional<Kernel> mapToGrid(LoopNest nest, int index, const ModelOptions& options, const Source& source) {
  return Mapper(std::move(nest), options, source).run(index);
}

}  // namespace appyl
