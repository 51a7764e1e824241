#include "codegen/text/chunks.h"

#include "nest/privatization/reductions.h"

#include <fmt/format.h>

namespace appyl {
namespace {

constexpr int chunkCount = 64;  // enough for the threads of one machine

/// The root loop's text in blocks of numbered iterations.
LoopText numbered(const Kernel& kernel, LoopWriter& writer) {
  Axis axis = kernel.grid.front();
  axis.block.value = INT64_MAX;  // which only the counted form can hold
  axis.block.expr = nullptr;
  return writer.write(axis, true);
}

std::string least(const std::string& a, const std::string& b) {
  return fmt::format("((unsigned long long){0} < {1} ? (unsigned long long){0} : {1})", a, b);
}

}  // namespace

Chunks inChunks(const Kernel& kernel, const std::vector<ReductionPlan>& reductions, LoopWriter& writer,
                clang::ASTContext& context) {
  Chunks chunks{numbered(kernel, writer), {}, reductions};
  LoopText& root = chunks.root;
  const std::string chunk = writer.unique("chunk");
  root.blockHeader = fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", chunk, chunkCount);
  root.inBlock = {
      fmt::format("const unsigned long long {} = {} / {} * {} + {};", root.first, root.count, chunkCount,
                  chunk, least(chunk, fmt::format("{} % {}", root.count, chunkCount))),
      fmt::format("const unsigned long long {} = {} + {} / {} + ({} < {} % {} ? 1 : 0);", root.last,
                  root.first, root.count, chunkCount, "(unsigned long long)" + chunk, root.count,
                  chunkCount)};
  for (ReductionPlan& plan : chunks.reductions) {
    if (!isInexact(*plan.reduction) || plan.method == ReductionPlan::Method::Inner) continue;
    const Reduction& reduction = *plan.reduction;
    const std::string type = typeText(reduction, context), target = reduction.name;
    const std::string base =
        plan.method == ReductionPlan::Method::Local ? plan.variable : identifierOf(target);
    const std::string partial = writer.unique(base + "_partial"), own = writer.unique(base + "_chunk");
    plan = ReductionPlan();
    plan.reduction = &reduction;
    plan.method = ReductionPlan::Method::Local;  // every mention is renamed
    plan.variable = own;
    plan.needsUtility = needsUtility(reduction, context);
    plan.setup = {fmt::format("{} {}[{}];", type, partial, chunkCount)};
    plan.finish = {fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {2}", chunk, chunkCount,
                               combineText(reduction, target, partial + "[" + chunk + "]"))};
    root.inBlock.push_back(fmt::format("{} {} = {};", type, own, initialText(reduction, target)));
    chunks.atEnd.push_back(fmt::format("{}[{}] = {};", partial, chunk, own));
  }
  return chunks;
}

}  // namespace appyl
