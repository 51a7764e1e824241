#include "model/print.h"

#include "model/blocks.h"
#include "model/team.h"
#include "nest/privatization/updates.h"
#include "support/operands.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <fmt/format.h>
#include <cmath>

namespace appyl {
namespace {

/// Sizes are numbers where they are known, strings otherwise.
llvm::json::Value size(const Polynomial& value) {
  if (const auto constant = value.constant()) return *constant;
  return sizeText(value);
}

const char* access(const Block& block) { return block.reads ? block.writes ? "readwrite" : "read" : "write"; }

const char* indexing(const Block& block) {
  switch (block.indexing) {
    case Block::Indexing::Blocked: return "blocked";
    case Block::Indexing::Unblocked: return "unblocked";
    case Block::Indexing::Irregular: return "irregular";
  }
  llvm_unreachable("an indexing mode");
}

std::vector<std::pair<std::string, std::string>> reductionsOf(const Kernel& kernel) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Reduction& reduction : kernel.nest.reductions)
    result.emplace_back(spelling(reduction.op), reduction.name);
  return result;
}

/// An array that a program declares, and where it keeps it.
struct Local {
  const Array* array;
  Placement placement;  // on a CPU, and where a thread has it for itself: in the cache
};

std::vector<Local> localsOf(const Kernel& kernel) {
  std::vector<Local> result;
  const Team* team = teamOf(kernel);
  for (const Array& each : kernel.nest.arrays) {
    const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(each.declaration);
    if (each.scope < 0 || !variable || !variable->getType()->isArrayType()) continue;
    result.push_back({&each, team && team->own.count(variable)      ? Placement::Registers
                             : team && team->shared.count(variable) ? Placement::Shared
                                                                    : Placement::Cache});
  }
  return result;
}

/// thread, warp, block
const char* runBy(const Kernel& kernel) {
  const Team* team = teamOf(kernel);
  const bool isStaged =
      llvm::any_of(kernel.blocks, [](const Block& each) { return each.placement == Placement::Shared; });
  return team ? (team->warps ? "warp" : "block") : isStaged ? "block" : "thread";
}

bool isGridScope(const Kernel& kernel, const Reduction& reduction) {
  for (const Axis& axis : kernel.grid)
    if (axis.loop == reduction.loop) return true;
  return false;
}

// --- JSON; each function writes the attributes of one object
// -----------------------------------------------------------

void writeSizes(llvm::json::OStream& json, const char* name,
                const std::vector<std::optional<Polynomial>>& sizes) {
  json.attributeArray(name, [&] {
    for (const auto& each : sizes) json.value(each ? size(*each) : nullptr);
  });
}

void writeAxis(llvm::json::OStream& json, const Axis& axis) {
  json.attribute("var", axis.var);
  json.attribute("lower", axis.lower);
  json.attribute("upper", axis.upper);
  json.attribute("step", axis.step ? llvm::json::Value(axis.step) : llvm::json::Value("run time"));
  const bool isNumber = axis.block.value > 0;
  json.attribute("block",
                 isNumber ? llvm::json::Value(axis.block.value) : llvm::json::Value(axis.block.text));
}

void writeBlock(llvm::json::OStream& json, const Kernel& kernel, const Block& block) {
  json.attribute("array", block.array);
  json.attribute("type", block.type);
  json.attribute("access", access(block));
  json.attribute("rank", block.rank);
  json.attributeArray("block_shape", [&] {
    for (const Polynomial& extent : block.shape) json.value(size(extent));
  });
  json.attribute("index_map", indexMapText(kernel, block));
  json.attribute("indexing", indexing(block));
  json.attributeArray("padding", [&] {
    for (const auto& [low, high] : block.padding)
      json.array([&] {
        json.value(size(low));
        json.value(size(high));
      });
  });
  writeSizes(json, "array_shape", block.extents);
  json.attribute("placement", nameOf(block.placement));
  json.attribute("stages", block.stages);
}

void writeLocal(llvm::json::OStream& json, const Local& local) {
  json.attribute("array", local.array->name);
  json.attribute("type", local.array->elementType);
  writeSizes(json, "array_shape", local.array->extents);
  json.attribute("placement", nameOf(local.placement));
}

void writeReduction(llvm::json::OStream& json, const Kernel& kernel, const Reduction& reduction) {
  json.attribute("op", spelling(reduction.op));
  json.attribute("var", reduction.name);
  json.attribute("scope", isGridScope(kernel, reduction) ? "grid" : "program");
}

void writeOrder(llvm::json::OStream& json, const ProgramOrder& order) {
  json.attribute("kind", order.group ? "grouped" : "row_major");
  if (!order.group) return;
  json.attribute("rows", order.group);
  json.attribute("wave", order.wave);
  json.attribute("loads", order.loads);
  json.attribute("row_major_loads", order.rowMajorLoads);
}

void writeCost(llvm::json::OStream& json, const Cost& cost) {
  json.attribute("flops", cost.flops);
  json.attribute("bytes", cost.bytes);
  json.attribute("arithmetic_intensity", std::round(cost.arithmeticIntensity * 1e6) / 1e6);
  json.attribute("shared_bytes", cost.sharedBytes);
  json.attribute("threads", cost.threads);
}

void writeKernel(llvm::json::OStream& json, const Kernel& kernel) {
  const auto writeEach = [&](const char* name, const auto& all, const auto& writeOne) {
    json.attributeArray(name, [&] {
      for (const auto& each : all) json.object([&] { writeOne(each); });
    });
  };
  json.attribute("name", kernel.name);
  json.attribute("function", kernel.function);
  json.attribute("line", kernel.line);
  writeEach("grid", kernel.grid, [&](const Axis& axis) {
    writeAxis(json, axis);
    json.attribute("programs", asOperand(axis.programs.text));
  });
  writeEach("loops", kernel.loops, [&](const Axis& axis) {
    writeAxis(json, axis);
    json.attribute("kind", axis.parallel ? "parallel" : "sequential");
  });
  writeEach("blocks", kernel.blocks, [&](const Block& block) { writeBlock(json, kernel, block); });
  writeEach("locals", localsOf(kernel), [&](const Local& local) { writeLocal(json, local); });
  writeEach("reductions", kernel.nest.reductions,
            [&](const Reduction& reduction) { writeReduction(json, kernel, reduction); });
  json.attribute("run_by", runBy(kernel));
  json.attributeObject("order", [&] { writeOrder(json, kernel.order); });
  json.attributeObject("cost", [&] { writeCost(json, kernel.cost); });
  if (kernel.contraction) json.attribute("contraction", print(*kernel.contraction, kernel.nest));
  json.attribute("legality", nameOf(kernel.legality));
  if (kernel.legality != Legality::Proved) json.attribute("reason", kernel.unprovedReason);
  json.attributeArray("assumptions", [&] {
    for (const std::string& assumption : kernel.assumptions) json.value(assumption);
  });
}

}  // namespace

const char* nameOf(Placement placement) {
  switch (placement) {
    case Placement::Global: return "global";
    case Placement::Cache: return "cache";
    case Placement::Shared: return "shared";
    case Placement::Registers: return "registers";
  }
  llvm_unreachable("a placement");
}

const char* nameOf(Legality legality) {
  switch (legality) {
    case Legality::Proved: return "proved";
    case Legality::Unproved: return "unproved";
    case Legality::Unchecked: return "unchecked";
  }
  llvm_unreachable("a legality");
}

std::string modelAsJson(const std::vector<Kernel>& kernels, const std::string& source,
                        const std::string& target) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("source", llvm::sys::path::filename(source));
    json.attribute("target", target);
    json.attributeArray("kernels", [&] {
      for (const Kernel& kernel : kernels) json.object([&] { writeKernel(json, kernel); });
    });
  });
  stream << "\n";
  return text;
}

std::string modelAsText(const Kernel& kernel) {
  std::string text = fmt::format("{} (line {})\n", kernel.name, kernel.line);
  const auto axisText = [](const Axis& axis) {
    const char* chosenBy = axis.block.origin == BlockSize::Origin::TuningFile ? "tuned: "
                           : axis.block.isAuto()                              ? "auto: "
                                                                              : "";
    return fmt::format("{} in [{}, {}) step {}, block {}{}", axis.var, axis.lower, axis.upper,
                       axis.step ? std::to_string(axis.step) : "run time", chosenBy, axis.block.text);
  };
  for (const Axis& axis : kernel.grid)
    text += fmt::format("  grid  {}: {} programs\n", axisText(axis), asOperand(axis.programs.text));
  for (const Axis& axis : kernel.loops)
    text += fmt::format("  loop  {}, {}\n", axisText(axis), axis.parallel ? "parallel" : "sequential");
  for (const Block& block : kernel.blocks)
    text += block.indexing == Block::Indexing::Irregular
                ? fmt::format("  block {} {} {}: irregular, {}\n", access(block), block.type, block.array,
                              nameOf(block.placement))
                : fmt::format("  block {} {} {}: ({}) at {}, {}, {}\n", access(block), block.type,
                              block.array, shapeText(block), indexMapText(kernel, block), indexing(block),
                              nameOf(block.placement));
  for (const auto& [array, placement] : localsOf(kernel))
    text += fmt::format("  local {} {}, {}\n", array->elementType, array->name, nameOf(placement));
  for (const auto& [op, variable] : reductionsOf(kernel))
    text += fmt::format("  reduction {} by {}\n", variable, op);
  if (kernel.contraction) text += fmt::format("  contraction {}\n", print(*kernel.contraction, kernel.nest));
  if (const ProgramOrder& order = kernel.order; order.group)
    text +=
        fmt::format("  order grouped, {} rows of {}: {} programs load {} blocks, row-major {}\n", order.group,
                    kernel.grid[order.rows].var, order.wave, order.loads, order.rowMajorLoads);
  text += fmt::format("  cost  {} flops, {} bytes, {:.4g} flops per byte read\n", kernel.cost.flops,
                      kernel.cost.bytes, kernel.cost.arithmeticIntensity);
  const bool isDoubtful = kernel.legality != Legality::Proved && !kernel.unprovedReason.empty();
  text += fmt::format("  {}{}\n", nameOf(kernel.legality), isDoubtful ? ": " + kernel.unprovedReason : "");
  for (const std::string& assumption : kernel.assumptions) text += fmt::format("  given {}\n", assumption);
  return text;
}

}  // namespace appyl
