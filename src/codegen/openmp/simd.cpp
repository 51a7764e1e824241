#include "codegen/openmp/simd.h"

#include "codegen/arrays/sharing.h"
#include "codegen/kernels/device_values.h"
#include "codegen/simd/lanes.h"
#include "codegen/simd/streaming.h"
#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/updates.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;
using Op = ReductionOperator;
using Method = ReductionPlan::Method;

/// Do compilers vectorise it as a reduction? If not, they warn of the pragma.
bool isVectorised(const Reduction& reduction, const FunctionDecl* function) {
  const Op op = reduction.op;
  const bool isSum =
      op == Op::Sum || op == Op::Product || op == Op::BitAnd || op == Op::BitOr || op == Op::BitXor;
  const auto isNumber = [](QualType type) {
    return type->isArithmeticType() && !type->isBooleanType() &&
           !type->isSpecificBuiltinType(BuiltinType::LongDouble);
  };
  if (!reduction.type->isDependentType()) return isSum && isNumber(reduction.type);
  return isSum && llvm::all_of(instantiationsOf(reduction.type, function), isNumber);
}

}  // namespace

/// `product *= x > 0 ? 1 : -1`: Clang makes a choice of it, does not vectorise that, and warns.
static bool multipliesByChoice(const Reduction& reduction, const Directives& directives) {
  if (reduction.op != Op::Product) return false;
  bool chooses = false;
  for (const Expr* update : reduction.updates)
    walk(update, directives, [&](const Stmt* each) {
      const auto* binary = dyn_cast<BinaryOperator>(each);
      chooses |= isa<AbstractConditionalOperator>(each) ||
                 (binary && (binary->isComparisonOp() || binary->isLogicalOp()));
      return !chooses;
    });
  return chooses;
}

/// `s = fma(x, y, s)` is not vectorised, either.
static bool updatesByFma(const Reduction& reduction) {
  return llvm::any_of(reduction.updates, [](const Expr* update) {
    const auto assignment = asAssignment(update);
    const Expr* value = assignment && assignment->value ? strip(assignment->value) : nullptr;
    const auto* call = dyn_cast_or_null<CallExpr>(value);
    return call && functionIs(calleeName(call), Fact::Fma);
  });
}

bool allowsLanes(const Kernel& kernel, const ReductionPlan& each, const OpenMPPlan& plan,
                 const EmitOptions& options, const Directives& directives) {
  const Reduction& reduction = *each.reduction;
  const bool isInner = each.method == Method::Inner;
  const bool named = each.method == Method::Clause || each.method == Method::Local ||
                     each.method == Method::Own ||
                     (isInner && reduction.kind == Reduction::Kind::Scalar && plan.parallel);
  const bool isMember = isInner && isa<FieldDecl>(reduction.declaration);
  if (!isVectorised(reduction, kernel.nest.function) || !named || isMember || !each.declare.empty() ||
      multipliesByChoice(reduction, directives) || updatesByFma(reduction))
    return false;
  if (options.deterministic && isInexact(reduction) && !plan.chunked && !isInner) return false;
  return !options.strictFloat || !dependsOnOrder(reduction, options.strictFloat);
}

bool mayBeLanes(const Kernel& kernel, const Axis& axis, int place, const Source& source) {
  const LoopNest& nest = kernel.nest;
  const Loop& loop = nest.loops[axis.loop];
  if (!kernel.hasIndependentLanes || nest.callsAnnotated || !isInnermost(nest, place) ||
      !isSimdBody(nest.loops[place].body, source.directives) || hasForeignSimd(loop, source) ||
      defeatsLanes(nest.loops[place].body, source))
    return false;
  if (loop.comparison == Comparison::NotEqual && (!loop.step || std::abs(*loop.step) != 1))
    return false;  // OpenMP wants a step of one there
  const QualType counter = loop.counter->getType().getNonReferenceType();
  if (!counter->isDependentType() && source.ast.getTypeSize(counter) < 32)
    return false;  // GCC does not take the promoted counter in the condition
  for (const Access& access : nest.accesses)
    if (isAround(nest, place, access.loop) && access.expr->getType()->isRecordType()) return false;
  for (const PrivateScalar& scalar : nest.privates)
    if (scalar.loop == axis.loop &&
        (scalar.lastValue || scalar.firstValue || scalar.variable->getType()->isRecordType()))
      return false;  // `simd` has no firstprivate
  return true;
}

bool gathers(const LoopNest& nest, int loop) {
  constexpr std::int64_t interleaved = 4;  // `z[2 * i]`, `z[2 * i + 1]`: of these they make shuffles
  return llvm::any_of(nest.accesses, [&](const Access& access) {
    return access.loop == loop && llvm::any_of(access.subscripts, [&](const auto& subscript) {
             const auto stride = subscript ? subscript->coefficient(nest.loops[loop].symbol) : std::nullopt;
             const auto number = stride ? stride->constant() : std::nullopt;
             const bool isLast = &subscript == &access.subscripts.back();
             return stride && (!number || std::abs(*number) > interleaved || (!isLast && *number != 0));
           });
  });
}

namespace {

bool runsAsLanes(const Kernel& kernel, const OpenMPPlan& plan, const EmitOptions& options, const Axis& axis,
                 const Source& source) {
  if (!mayBeLanes(kernel, axis, placeOf(kernel, plan, axis.loop), source)) return false;
  if (!kernel.launches) return axis.loop == 0 && isBlocked(axis);
  const bool isInStrips = plan.strips.has_value();  // then its body is a loop over one
  if (!kernel.nest.loops[axis.loop].parallel && (!axis.isIndependent || isInStrips)) return false;
  for (std::size_t k = 0; k < kernel.grid.size(); ++k)  // Clang does not vectorise these
    if (kernel.grid[k].loop == axis.loop && isDistributed(kernel, plan, k)) return false;
  for (const ReductionPlan& each : plan.reductions)
    if (isAround(kernel.nest, each.reduction->loop, axis.loop) &&
        !allowsLanes(kernel, each, plan, options, source.directives))
      return false;
  return true;
}

/// Is a counter from outside read behind its loop? `simd` gives it no value where the loop is empty.
bool isReadAfterwards(const LoopNest& nest, const Loop& loop, const Directives& directives) {
  if (loop.declaresCounter) return false;
  if (llvm::any_of(nest.privates, [&](const PrivateScalar& scalar) {
        return scalar.variable == loop.counter && scalar.lastValue;
      }))
    return true;
  const auto setsItFirst = [&](const Stmt* statement) {
    return llvm::any_of(nest.loops, [&](const Loop& other) {
      return other.stmt == statement && other.counter == loop.counter && other.lower &&
             !mentions(other.lower, loop.counter, directives);
    });
  };
  bool found = false;
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    if (each == loop.stmt || setsItFirst(each)) return false;
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    found |= reference && reference->getDecl() == loop.counter;
    return !found;
  });
  return found;
}

}  // namespace

std::optional<SimdPragma> simdPragma(const Kernel& kernel, const OpenMPPlan& plan, const EmitOptions& options,
                                     const std::map<int, LoopText>& texts, const Axis& axis,
                                     const Source& source) {
  if (!runsAsLanes(kernel, plan, options, axis, source)) return std::nullopt;
  const bool keepsHeader = !texts.count(axis.loop);
  if (keepsHeader && isReadAfterwards(kernel.nest, kernel.nest.loops[axis.loop], source.directives))
    return std::nullopt;
  std::string clauses;
  for (const ReductionPlan& each : plan.reductions)
    if (isAround(kernel.nest, each.reduction->loop, axis.loop) &&
        writtenInside(kernel.nest, *each.reduction, axis.loop, source.directives))
      clauses += fmt::format(" reduction({}:{})",
                             each.operatorName.empty() ? spelling(each.reduction->op) : each.operatorName,
                             each.variable);
  const bool reduces = !clauses.empty();
  if (!reduces && gathers(kernel.nest, placeOf(kernel, plan, axis.loop))) return std::nullopt;
  const DataSharing sharing = dataSharing(kernel.nest, texts, axis.loop, false);
  if (!sharing.firstprivates.empty()) return std::nullopt;  // a clause that `simd` does not have
  const bool isRow = plan.parallel && &axis == &kernel.grid.back() && !isInterchanged(plan) && !reduces &&
                     isLight(kernel.nest.loops[axis.loop].body, source.directives);
  if (const std::int64_t lanes = isRow ? lanesAmongNeighbours(kernel) : 0; lanes > 0)
    clauses = fmt::format(" simdlen({})", lanes);
  return SimdPragma{"#pragma omp simd" + clauses + print(sharing), reduces};
}

}  // namespace appyl
