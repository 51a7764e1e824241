#include "codegen/openmp/openmp_plan.h"

#include "codegen/openmp/copies.h"
#include "codegen/openmp/schedule.h"
#include "codegen/openmp/simd.h"
#include "codegen/simd/lanes.h"
#include "codegen/simd/streaming.h"
#include "model/in_front.h"
#include "model/loop_order.h"
#include "model/own_iterations.h"
#include "nest/ast/source_ranges.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/scalars.h"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace appyl {
namespace {

using namespace clang;
using Method = ReductionPlan::Method;

class Planning {
 public:
  Planning(const Kernel& kernel, const EmitOptions& options, LoopWriter& writer, Diagnostics& diags)
      : kernel(kernel), nest(kernel.nest), options(options), writer(writer), diags(diags) {}

  OpenMPPlan run(const Source& source) {
    plan.order.resize(kernel.grid.size());
    std::iota(plan.order.begin(), plan.order.end(), 0);
    planShape(source);
    for (std::size_t k = 1; k < plan.collapsed; ++k)  // Clang divides by the iterations of joined loops
      if (kernel.grid[k].programs.value == 0) plan.collapsed = k;
    plan.reductions = planReductions(kernel, writer, source);
    for (const ReductionPlan& each : plan.reductions) {
      const SourceLocation where = nest.loops[each.reduction->loop].stmt->getBeginLoc();
      if (each.method == Method::Privatise)
        source.diags.report(Diag::RemarkPrivatised, where, {each.reduction->name});
      if (each.method == Method::Atomic)
        source.diags.report(Diag::RemarkAtomic, where, {each.reduction->name, "its size is not known"});
    }
    chooseOrder();
    if (!takeScreening(source)) takeLanes(source);
    interchange(source);
    plan.schedule = chooseSchedule(kernel, plan.hoisted > 0);
    for (const Axis& axis : kernel.loops)
      if (axis.block.isChosen() && !axis.parallel)
        source.diags.report(Diag::RemarkSequentialBlock, loopOf(axis).stmt->getBeginLoc(),
                            {"the caches hold what the blocks of '" + axis.var +
                             "' use again; on this target the loop stays as it is"});
    return std::move(plan);
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const EmitOptions& options;
  LoopWriter& writer;
  Diagnostics& diags;
  OpenMPPlan plan;

  const Loop& loopOf(const Axis& axis) const { return nest.loops[axis.loop]; }
  bool hasInnerLoops() const { return nest.loops.size() > kernel.grid.size(); }
  bool hasPair() const {
    return std::any_of(nest.reductions.begin(), nest.reductions.end(),
                       [](const Reduction& each) { return !each.companions.empty(); });
  }

  /// How many leading dimensions are hoisted as block loops, and how many plain ones are joined.
  void planShape(const Source& source) {
    const bool innerReduction = std::any_of(nest.reductions.begin(), nest.reductions.end(),
                                            [](const Reduction& each) { return each.loop != 0; });
    while (!hasPair() && plan.hoisted < kernel.grid.size() && isBlocked(kernel.grid[plan.hoisted]) &&
           (plan.hoisted == 0 || !innerReduction))
      ++plan.hoisted;
    if (takeStrips(source)) return;
    if (streams()) {
      plan.stripped = kernel.grid.size() - 1;
      plan.hoisted = 0;
      plan.collapsed = kernel.grid.size();
      plan.piece = rowPiece(kernel, kernel.grid.back());
      plan.remark = fmt::format("Rows are walked from end to end, up to {} of {} at once.",
                                plan.piece->block.value, kernel.grid.back().var);
      return;
    }
    if (plan.hoisted > 0) {
      plan.collapsed = plan.hoisted;
      return;
    }
    const std::size_t dimensions = kernel.grid.size();
    if (dimensions < 2 || hasPair() || innerReduction) return;
    // The innermost loop stays a loop, for its vector lanes. If there are few outer iterations, the inner
    // dimensions are needed to feed all threads.
    const auto outer = trips(kernel.grid.front());
    if (!hasInnerLoops())
      plan.collapsed = dimensions - 1;
    else if (outer ? *outer < 64 : stepsByTiles(kernel))
      plan.collapsed = 2;
    if (outer && *outer < 16 && plan.collapsed == 1) plan.collapsed = 2;
    // A loop that numbers its iterations has its counter in front of the next loop: none is joined to it.
    for (std::size_t k = 0; k + 1 < plan.collapsed; ++k)
      if (!writer.keepsForm(loopOf(kernel.grid[k]))) plan.collapsed = k + 1;
  }

  bool takeStrips(const Source& source) {
    const std::vector<Axis>& grid = kernel.grid;
    auto strips = outerLoopVectorization(kernel, source);
    const GuardText noText{"", "", "", "", "", [](const std::string& value) { return value; }};
    if (!strips || !writer.isStrided(strips->piece) || !stripEdits(*strips, kernel, "", noText, source))
      return false;
    for (const Axis& axis : grid)
      if (splitsMacro(loopOf(axis)) || (&axis != &grid.back() && !writer.keepsForm(loopOf(axis))))
        return false;
    const bool isTiled = grid.size() > 1 && plan.hoisted == grid.size() && strips->guards.empty();
    if (isTiled && strips->piece.block.text != grid.back().block.text) return false;
    if (!isTiled) {
      // Measured: inner loops of 256 lanes are 1.3 times as fast as those of 64. One dimension is not cut
      // into fewer programs, which all threads may need.
      if (grid.size() > 1 && strips->piece.block.value < 128) strips->piece.block = blockOf(256);
      plan.stripped = grid.size() - 1;
      plan.hoisted = 0;
    }
    const bool joinsAll = isTiled || hasFixedRange(nest, loopOf(grid.back()));
    plan.collapsed = joinsAll ? grid.size() : std::max<std::size_t>(grid.size() - 1, 1);
    plan.remark = fmt::format("Up to {} of {} go through the inner loops side by side.",
                              strips->piece.block.text, grid.back().var);
    plan.piece = strips->piece;
    plan.strips = std::move(strips);
    return true;
  }

  bool streams() const {
    const std::vector<Axis>& grid = kernel.grid;
    const auto& block = grid.back().block;
    const bool isOfTemplate = block.expr && block.expr->isValueDependent();  // each instance has a constant
    if (!kernel.launches || plan.hoisted < 2 || plan.hoisted < grid.size() ||
        (block.value <= 0 && !isOfTemplate) || !writer.isStrided(rowPiece(kernel, grid.back())))
      return false;
    for (const Axis& axis : grid)
      if (splitsMacro(loopOf(axis)) || (&axis != &grid.back() && !writer.keepsForm(loopOf(axis))))
        return false;
    return walksRows(kernel);
  }

  std::optional<std::int64_t> trips(const Axis& axis) const {
    return isBlocked(axis) ? std::nullopt : axis.programs.value;
  }

  /// Whether the kernel runs in parallel at all, and whether its partial results need a fixed order.
  void chooseOrder() {
    plan.parallel = kernel.launches;
    for (ReductionPlan& each : plan.reductions) {
      if (!dependsOnOrder(*each.reduction, options.strictFloat) || each.method == Method::Inner) continue;
      const bool isArray = each.method == Method::Privatise || each.method == Method::Atomic ||
                           each.method == Method::Critical;
      if (options.strictFloat || (options.deterministic && isArray)) {
        plan.parallel = false;
        plan.remark =
            fmt::format("Sequential: the order of the operations on {} is kept.", each.reduction->name);
        diags.report(Diag::RemarkSequential, nest.loops.front().stmt->getBeginLoc(),
                     {"the loop stays sequential, which keeps the order of the operations on '" +
                      each.reduction->name + "'"});
      } else if (options.deterministic) {
        plan.chunked = true;
      }
    }
    if (!plan.parallel) {
      plan.chunked = false;
      for (ReductionPlan& each : plan.reductions)
        if (each.method != Method::Inner) {
          const Reduction* reduction = each.reduction;
          each = ReductionPlan();
          each.reduction = reduction;
          each.method = Method::Inner;
        }
    }
    if (plan.chunked && plan.stripped) plan.remark.clear();
    if (plan.chunked || (kernel.launches && !plan.parallel)) {  // tiles would change the order
      plan.hoisted = 0;
      plan.collapsed = 1;
      plan.stripped.reset();
      plan.piece.reset();
      plan.strips.reset();
    }
  }

  /// The loop over screened blocks replaces the innermost loop, or stands on top if no loop is around it.
  bool takeScreening(const Source& source) {
    auto screening = screeningOf({kernel, plan, options, source});
    if (!screening) return false;
    const auto axis = std::find_if(kernel.grid.begin(), kernel.grid.end(),
                                   [&](const Axis& each) { return each.loop == screening->piece.loop; });
    const auto dimension = static_cast<std::size_t>(axis - kernel.grid.begin());
    if (plan.stripped == dimension) screening->piece = *plan.piece;
    if (!writer.isStrided(screening->piece) || splitsMacro(loopOf(screening->piece))) return false;
    if (dimension == 0) {
      plan.hoisted = 1;
    } else if (axis != kernel.grid.end() && dimension >= plan.hoisted && plan.stripped != dimension) {
      plan.stripped = dimension;
      plan.collapsed = std::min(plan.collapsed, dimension);
    }
    if (plan.remark.empty())
      plan.remark = fmt::format("Up to {} of {} are compared at once; few change a result.",
                                screening->piece.block.text, screening->piece.var);
    plan.piece = screening->piece;
    plan.screening = std::move(screening);
    return true;
  }

  /// Chooses blocks for the only loop that suit its lanes. Sums are added up in the lanes of blocks, since
  /// the lanes of a loop that the construct itself distributes are not used for that.
  void takeLanes(const Source& source) {
    constexpr std::int64_t many = 1024;  // so many that adding up the lanes costs little
    if (!plan.parallel || plan.chunked || plan.strips || kernel.grid.size() != 1) return;
    const Axis& axis = kernel.grid.front();
    const bool combines = !plan.reductions.empty();
    const bool mayAddUp = std::all_of(plan.reductions.begin(), plan.reductions.end(), [&](const auto& each) {
      return allowsLanes(kernel, each, plan, options, source.directives);
    });
    const bool areLanes = mayAddUp && mayBeLanes(kernel, axis, axis.loop, source);
    if (areLanes && plan.hoisted > 0) return takeLongerBlocks();
    if (areLanes && combines) return takePieces(many, isCounted(loopOf(axis)));
    if (!kernel.hasIndependentLanes || combines) return;
    plan.hasSteps = areLanes || unrolls(source);
    if (!areLanes) {
      if (plan.hasSteps) joinBlocks();
      return;
    }
    const bool keepsBound =
        !mayChangeBound(nest, axis.loop, source.ast) || areReachedByCopies(nest, source.directives);
    const bool isHidden = hidesIndependence(nest, axis.loop, source.ast) && !gathers(nest, axis.loop);
    plan.lanes = isHidden && keepsBound && arePlainStores(nest, source.ast) &&
                 writer.keepsHeader(loopOf(axis)) && loopOf(axis).declaresCounter;
    const bool isLong = trips(axis).value_or(many + 1) > many;
    if (isLong && (!keepsBound || (isHidden && !plan.lanes))) takePieces(many);
  }

  /// Do compilers unroll the loops inside, and vectorise the rest?
  bool unrolls(const Source& source) const {
    if (!hasInnerLoops() || isIrregular(kernel) || !hasShortLoops(kernel)) return false;
    for (std::size_t k = 1; k < nest.loops.size(); ++k) {
      const Stmt* body = nest.loops[k].body;
      if (isInnermost(nest, static_cast<int>(k)) &&
          (!isSimdBody(body, source.directives) || defeatsLanes(body, source)))
        return false;
    }
    return true;
  }

  /// Joins short blocks: for each of them compilers would compare addresses, as no `simd` tells them not to.
  void joinBlocks() {
    constexpr std::int64_t moderate = 1024;
    const std::int64_t size = kernel.grid.front().block.value;
    if (plan.hoisted == 0 || size <= 0 || size > moderate) return;
    plan.hoisted = 0;
    plan.remark = "The blocks follow one another as one loop.";
  }

  /// Blocks of a few vectors take longer to enter and to leave than to run.
  void takeLongerBlocks() {
    constexpr std::int64_t bytes = 512, many = 1024;
    std::int64_t smallest = bytes;
    for (const Access& access : nest.accesses)
      if (const std::int64_t each = nest.arrays[access.array].elementBytes; each > 0)
        smallest = std::min(smallest, each);
    const std::int64_t size = kernel.grid.front().block.value, few = bytes / smallest;
    if (size > 0 && size < few) takePieces(plan.reductions.empty() ? 2 * few : many);
  }

  /// Do numbered iterations suit lanes as well as the counter does?
  static bool isCounted(const Loop& loop) {
    return loop.declaresCounter && loop.step == 1 &&
           !loop.counter->getType().getNonReferenceType()->isDependentType();
  }

  /// `mayCount`: iterations may be numbered where the counter could not step from block to block.
  void takePieces(std::int64_t iterations, bool mayCount = false) {
    Axis piece = kernel.grid.front();
    piece.block = blockOf(iterations);
    if (!(mayCount || writer.isStrided(piece)) || splitsMacro(loopOf(piece))) return;
    plan.piece = piece;
    plan.hoisted = 1;
    if (isBlocked(kernel.grid.front()))
      plan.remark = fmt::format("Up to {} of {} run as the lanes of one loop.", iterations, piece.var);
  }

  /// Chooses the order of loops whose headers can be exchanged, so that the innermost runs along neighbours.
  void interchange(const Source& source) {
    if (!kernel.hasIndependentLanes || !plan.parallel || plan.stripped || plan.screening || hasPrivates(nest))
      return;
    std::vector<std::size_t> order = walkingOrder(kernel);
    if (order == plan.order) return;
    for (const Axis& axis : kernel.grid) {
      const Loop& loop = loopOf(axis);
      if (!loop.declaresCounter || splitsMacro(loop) || hasForeignSimd(loop, source) ||
          !headerRange(cast<ForStmt>(loop.stmt), source.ast) || !statementRange(loop.stmt, source))
        return;
    }
    plan.remark = fmt::format("The loops are interchanged: neighbouring elements lie along {}.",
                              kernel.grid[order.back()].var);
    plan.order = std::move(order);
    // A matrix of few long rows has work for all threads, too.
    const Axis piece = rowPiece(kernel, kernel.grid[plan.order.back()]);
    if (plan.hoisted > 0 || kernel.grid.size() != 2 || !writer.isStrided(piece)) return;
    plan.stripped = plan.order.back();
    plan.collapsed = kernel.grid.size();
    plan.piece = piece;
  }
};

}  // namespace

OpenMPPlan planOpenMP(const Kernel& kernel, const EmitOptions& options, LoopWriter& writer,
                      const Source& source) {
  return Planning(kernel, options, writer, source.diags).run(source);
}

Axis pieceOf(const OpenMPPlan& plan, const Axis& axis) {
  return plan.piece && plan.piece->loop == axis.loop ? *plan.piece : axis;
}

int placeOf(const Kernel& kernel, const OpenMPPlan& plan, int loop) {
  for (std::size_t place = 0; place < plan.order.size(); ++place)
    if (kernel.grid[plan.order[place]].loop == loop) return kernel.grid[place].loop;
  return loop;
}

bool isInterchanged(const OpenMPPlan& plan) { return !std::is_sorted(plan.order.begin(), plan.order.end()); }

bool isBlocked(const Axis& axis) { return axis.block.isChosen() && axis.block.value != 1; }

bool splitsMacro(const Loop& loop) {
  return cast<ForStmt>(loop.stmt)->getForLoc().isMacroID() && loop.directive &&
         loop.directive->location().isMacroID();
}

std::size_t blockLoops(const Kernel& kernel, const OpenMPPlan& plan) {
  const bool isOneBlocked = plan.chunked || (!kernel.launches && isBlocked(kernel.grid.front()));
  return isOneBlocked ? 1 : plan.hoisted;
}

bool needsRegion(const OpenMPPlan& plan) {
  return plan.parallel &&
         llvm::any_of(plan.reductions, [](const ReductionPlan& each) { return !each.open.empty(); });
}

std::string constructClauses(const OpenMPPlan& plan) {
  std::string clauses =
      plan.collapsed > 1 && !plan.chunked ? fmt::format(" collapse({})", plan.collapsed) : "";
  clauses += print(plan.schedule);
  if (!needsRegion(plan)) clauses += reductionClauses(plan);
  return clauses;
}

std::string reductionClauses(const OpenMPPlan& plan) {
  using Method = ReductionPlan::Method;
  std::string clauses;
  for (const ReductionPlan& each : plan.reductions)
    if ((each.method == Method::Clause || each.method == Method::Local) &&
        !(plan.chunked && isInexact(*each.reduction)))
      clauses += fmt::format(" reduction({}:{})", each.operatorName, each.variable);
  return clauses;
}

bool isDistributed(const Kernel& kernel, const OpenMPPlan& plan, std::size_t dimension) {
  const auto place = std::find(plan.order.begin(), plan.order.end(), dimension) - plan.order.begin();
  return kernel.launches && plan.parallel && plan.hoisted == 0 && !plan.chunked &&
         plan.stripped != dimension && static_cast<std::size_t>(place) < plan.collapsed;
}

std::string runsInFront(const Kernel& kernel, const OpenMPPlan& plan, const std::map<int, LoopText>& texts,
                        bool isContraction, const LoopWriter& writer) {
  const auto isInFront = [&](std::size_t k) {
    return isContraction || k < plan.collapsed || texts.count(kernel.grid[k].loop);
  };
  const bool isOfCall =
      isContraction && std::any_of(kernel.loops.begin(), kernel.loops.end(),
                                   [&](const Axis& axis) { return needsIterations(kernel.nest, axis.loop); });
  const std::size_t needed = isOfCall ? kernel.grid.size() : dimensionsInFront(kernel, isInFront);
  std::string runs;
  for (std::size_t k = 0; k < needed; ++k)
    alsoHolds(runs, writer.nonEmpty(kernel.nest.loops[static_cast<std::size_t>(kernel.grid[k].loop)]));
  return runs;
}

}  // namespace appyl
