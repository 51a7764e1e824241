#include "codegen/cuda/cuda_reductions.h"

#include "codegen/arrays/reductions.h"
#include "model/staging.h"
#include "model/team.h"
#include "nest/scev/scalar_evolution.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;
using DeviceMethod = CudaReduction::Method;

class DeviceReductionPlanner {
 public:
  DeviceReductionPlanner(const Kernel& kernel, const std::string& loop, const std::string& grid,
                         LoopWriter& writer, const Source& source)
      : kernel(kernel), loop(loop), grid(grid), writer(writer), source(source) {}

  CudaReduction plan(const Reduction& reduction) {
    CudaReduction plan;
    plan.reduction = &reduction;
    const bool isLocal =
        reduction.declaration &&
        isDeclaredInside(reduction.declaration, kernel.nest.loops.front().stmt, source.directives);
    if (&reduction == sharedSum(kernel))
      planShare(plan, reduction);
    else if (isSpread(reduction))
      planTeam(plan, reduction);
    else if (isLocal || reduction.loop != 0)
      plan.method = DeviceMethod::Inner;
    else if (reduction.kind == Reduction::Kind::Array)
      planArray(plan, reduction);
    else if (!reduction.companions.empty())
      planPair(plan, reduction);
    else
      planGrid(plan, reduction);
    return plan;
  }

 private:
  const Kernel& kernel;
  const std::string &loop, &grid;
  LoopWriter& writer;
  Source source;

  bool isSpread(const Reduction& reduction) const {
    const Team* team = teamOf(kernel);
    return team && std::any_of(team->loops.begin(), team->loops.end(),
                               [&](const SpreadLoop& each) { return each.loop == reduction.loop; });
  }

  void planShare(CudaReduction& plan, const Reduction& reduction) {
    plan.method = DeviceMethod::Share;
    plan.own = writer.unique(identifierOf(reduction.name) + "_sum");
  }

  void planTeam(CudaReduction& plan, const Reduction& reduction) {
    plan.method = DeviceMethod::Team;
    plan.own = writer.unique(identifierOf(reduction.name) + "_own");
  }

  /// Few elements of a known number are kept per block: there, far fewer threads meet at one than in the
  /// grid.
  void planArray(CudaReduction& plan, const Reduction& reduction) {
    plan.method = DeviceMethod::Atomic;
    const Array& array = kernel.nest.arrays[reduction.array];
    const auto elements =
        array.extents.size() == 1 && array.extents[0] ? array.extents[0]->constant() : std::nullopt;
    const bool isPlain = !reduction.type->isDependentType() && reduction.type->isArithmeticType() &&
                         array.name.find('[') == std::string::npos;
    if (!isPlain || !elements || *elements < 1 || *elements * array.elementBytes > 16384) return;
    plan.method = DeviceMethod::Shared;
    plan.own = writer.unique(identifierOf(reduction.name) + "_block");
    plan.array = "<" + reduction.name + ">";
    const std::string type = typeText(reduction, source.ast), op = operatorType(reduction);
    const std::string k = writer.unique("k");
    const std::string header = fmt::format(
        "for (unsigned {0} = ::appyl::cuda::thread_number(); {0} < {1}; {0} += "
        "::appyl::cuda::threads_per_block())",
        k, *elements);
    plan.open = {fmt::format("__shared__ {} {}[{}];", type, plan.own, *elements),
                 fmt::format("{} {}[{}] = {}::identity<{}>();", header, plan.own, k, op, type),
                 "__syncthreads();"};
    plan.close = {"__syncthreads();", fmt::format("{} ::appyl::cuda::atomic_update({}(), {}[{}], {}[{}]);",
                                                  header, op, identifierOf(reduction.name), k, plan.own, k)};
  }

  void planGrid(CudaReduction& plan, const Reduction& reduction) {
    const std::string name = identifierOf(reduction.name);
    if (isOpen(reduction.type)) plan.openType = writer.unique(name + "_type");
    const std::string type = plan.openType.empty() ? typeText(reduction, source.ast) : plan.openType;
    const std::string op = operatorType(reduction), partials = writer.unique(name + "_partials");
    plan.own = writer.unique(name + "_own");
    plan.parameters = {fmt::format("::appyl::cuda::partials<{}> {}", type, partials)};
    plan.arguments = {fmt::format("{}.reduction(&{}, {})", loop, reduction.name, grid)};
    plan.transfers = {reduction.kind == Reduction::Kind::Element
                          ? fmt::format("{}.inout(&{}, 0, 1);", loop, reduction.name)
                          : fmt::format("{}.result(&{});", loop, reduction.name)};
    plan.open = {identityText(plan, source.ast)};
    plan.close = {fmt::format("::appyl::cuda::grid_reduce({}(), {}, {});", op, plan.own, partials)};
  }

  /// The value and where it stood: of equal ones the first iteration's (`<`) or the last one's (`<=`).
  void planPair(CudaReduction& plan, const Reduction& reduction) {
    plan.method = DeviceMethod::Pair;
    const std::string best = reduction.name, type = typeText(reduction, source.ast);
    const std::string base = identifierOf(best);
    std::vector<std::string> names, types, places;  // of the companions, and how the device's value has them
    for (const Companion& each : reduction.companions) {
      names.push_back(each.name);
      types.push_back(appyl::typeText(each.type, "", source.ast));
    }
    // Several places become a pair of the first one and of all others.
    std::string atType = types.back();
    for (std::size_t k = types.size() - 1; k-- > 0;)
      atType = fmt::format("::appyl::cuda::both<{}, {}>", types[k], atType);
    std::string path = "at";
    for (std::size_t k = 0; k < names.size(); ++k) {
      const bool isLast = k + 1 == names.size();
      places.push_back(path + (names.size() == 1 ? "" : isLast ? "" : ".first"));
      path += ".second";
    }
    const auto together = [](const std::vector<std::string>& values) {
      std::string text = values.back();
      for (std::size_t k = values.size() - 1; k-- > 0;) text = fmt::format("{{{}, {}}}", values[k], text);
      return text;
    };
    const Loop& counted = kernel.nest.loops[reduction.loop];
    const bool isMinimum = reduction.op == ReductionOperator::Minimum;
    const std::string located = fmt::format("::appyl::cuda::located<{}, {}>", type, atType);
    const std::string host = writer.unique(base + "_located"), partials = writer.unique(base + "_partials");
    plan.own = writer.unique(base + "_own");
    plan.parameters = {fmt::format("{} {}", type, plan.own)};
    plan.arguments = {best};
    for (std::size_t k = 0; k < names.size(); ++k) {
      plan.ownCompanions.push_back(writer.unique(identifierOf(names[k]) + "_own"));
      plan.parameters.push_back(fmt::format("{} {}", types[k], plan.ownCompanions[k]));
      plan.arguments.push_back(names[k]);
    }
    const std::string found = writer.unique(base + "_found"), where = writer.unique(base + "_iteration");
    const char* order = reduction.strict == !counted.descending ? "first" : "last";
    plan.setup = {fmt::format("{} {}{{{}, {}, 0, false}};", located, host, best, together(names))};
    plan.transfers = {fmt::format("{}.result(&{});", loop, host)};
    plan.parameters.push_back(fmt::format("::appyl::cuda::partials<{}> {}", located, partials));
    plan.arguments.push_back(fmt::format("{}.reduction(&{}, {})", loop, host, grid));
    plan.open = {fmt::format("bool {} = false;", found), fmt::format("long long {} = 0;", where)};
    plan.onUpdate = fmt::format("{} = {}; {} = true;", where, counted.counter->getNameAsString(), found);
    plan.close = {fmt::format("::appyl::cuda::grid_reduce(::appyl::cuda::{}_{}(), {}{{{}, {}, {}, {}}}, {});",
                              order, isMinimum ? "minimum" : "maximum", located, plan.own,
                              together(plan.ownCompanions), where, found, partials)};
    plan.finish = {fmt::format("if ({}.found) {{", host), fmt::format("{} = {}.value;", best, host)};
    for (std::size_t k = 0; k < names.size(); ++k)
      plan.finish.push_back(fmt::format("{} = {}.{};", names[k], host, places[k]));
    plan.finish.push_back("}");
  }
};

}  // namespace

void copyIntoBlocks(std::vector<CudaReduction>& plans,
                    const std::map<const CudaReduction*, CopiedArray>& arrays, LoopWriter& writer) {
  constexpr std::size_t room = 40 * 1024;
  std::vector<std::string> before;
  for (CudaReduction& plan : plans) {
    const auto array = arrays.find(&plan);
    if (array == arrays.end()) continue;
    const auto& [count, type] = array->second;
    const std::string name = identifierOf(plan.reduction->name);
    const std::string size = writer.unique(name + "_copied"), op = operatorType(*plan.reduction) + "()";
    plan.method = DeviceMethod::Shared;
    plan.own = writer.unique(name + "_block");
    plan.array = "<" + plan.reduction->name + ">";
    plan.parameters = {"unsigned long long " + size};
    plan.setup = {fmt::format("const unsigned long long {} = ::appyl::cuda::copied<{}>({}, {});", size, type,
                              count, room / arrays.size())};
    plan.arguments = {size};
    plan.sharedBytes = fmt::format("::appyl::cuda::copy_bytes<{}>({})", type, size);
    plan.open = {fmt::format("{}* const {} = ::appyl::cuda::open_copy({}, {}, {}, {});",
                             type.ends_with("]") ? "auto" : type, plan.own, op, plan.array, size,
                             before.empty() ? "0" : fmt::format("{}", fmt::join(before, " + ")))};
    plan.close = {fmt::format("::appyl::cuda::close_copy({}, {}, {}, {});", op, plan.array, plan.own, size)};
    before.push_back(plan.sharedBytes);
  }
}

std::string identityText(const CudaReduction& plan, ASTContext& context) {
  const Reduction& reduction = *plan.reduction;
  return fmt::format("{0} {1} = {2}::{3}identity<{0}>();",
                     plan.openType.empty() ? typeText(reduction, context) : plan.openType, plan.own,
                     operatorType(reduction), reduction.type->isDependentType() ? "template " : "");
}

std::string operatorType(const Reduction& reduction) {
  switch (reduction.op) {
    case ReductionOperator::Sum:
      return ownAddition(reduction.type) ? "::appyl::cuda::own_sum" : "::appyl::cuda::sum";
    case ReductionOperator::Product: return "::appyl::cuda::product";
    case ReductionOperator::Minimum:
      return reduction.passesOverNaN ? "::appyl::cuda::number_minimum" : "::appyl::cuda::minimum";
    case ReductionOperator::Maximum:
      return reduction.passesOverNaN ? "::appyl::cuda::number_maximum" : "::appyl::cuda::maximum";
    case ReductionOperator::BitAnd: return "::appyl::cuda::bit_and";
    case ReductionOperator::BitOr: return "::appyl::cuda::bit_or";
    case ReductionOperator::BitXor: return "::appyl::cuda::bit_xor";
    case ReductionOperator::And: return "::appyl::cuda::logical_and";
    case ReductionOperator::Or: return "::appyl::cuda::logical_or";
  }
  llvm_unreachable("an operator");
}

std::vector<CudaReduction> planCudaReductions(const Kernel& kernel, const std::string& loop,
                                              const std::string& grid, LoopWriter& writer,
                                              const Source& source) {
  DeviceReductionPlanner planner(kernel, loop, grid, writer, source);
  std::vector<CudaReduction> plans;
  for (const Reduction& reduction : kernel.nest.reductions) plans.push_back(planner.plan(reduction));
  return plans;
}

std::optional<Operand> operandOf(const Update& update, const ASTContext& context) {
  const auto* expression = dyn_cast<Expr>(update.statement);
  const auto assignment = expression ? asAssignment(expression) : std::nullopt;
  if (!assignment) return std::nullopt;
  const bool isMinus = assignment->op == BO_SubAssign;
  if (assignment->op != BO_Assign) return Operand{assignment->value, isMinus};
  const auto parts = asBinary(assignment->value);
  if (!parts) return std::nullopt;
  if (sameExpression(parts->left, assignment->target, context))
    return Operand{parts->right, parts->op == BO_Sub};
  if (sameExpression(parts->right, assignment->target, context) && parts->op != BO_Sub)
    return Operand{parts->left, false};
  return std::nullopt;
}

}  // namespace appyl
