#include "model/cost.h"

#include "model/blocks.h"
#include "model/dimensions.h"
#include "model/reach.h"
#include "model/sum.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace appyl {
namespace {

bool isFloating(clang::QualType type) {
  const clang::QualType value = type.getNonReferenceType();
  return value->isFloatingType() || isComplex(value) || type->isDependentType();
}

/// Floating-point operations of one run of `statement`, loops of the nest inside left out (they count
/// themselves).
std::int64_t ownFlops(const clang::Stmt* statement, const LoopNest& nest) {
  if (!statement) return 0;
  std::int64_t flops = 0;
  if (std::any_of(nest.loops.begin(), nest.loops.end(),
                  [&](const Loop& loop) { return loop.stmt == statement; }))
    return 0;  // a loop counts for itself
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
    const bool isArithmetic = binary->isAdditiveOp() || binary->isMultiplicativeOp() ||
                              (binary->isCompoundAssignmentOp() && !binary->isShiftAssignOp());
    flops += isArithmetic && isFloating(binary->getType()) && !binary->getType()->isPointerType();
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    flops += !llvm::isa<clang::CXXMemberCallExpr>(call) && call->getNumArgs() > 0 &&
             isFloating(call->getType()) && !isOfView(call->getDirectCallee()) &&
             !(llvm::isa<clang::CXXOperatorCallExpr>(call) &&
               (llvm::cast<clang::CXXOperatorCallExpr>(call)->getOperator() == clang::OO_Subscript ||
                llvm::cast<clang::CXXOperatorCallExpr>(call)->getOperator() == clang::OO_Equal)) &&
             call->getType()->isRealFloatingType();
  }
  for (const clang::Stmt* child : statement->children()) flops += ownFlops(child, nest);
  return flops;
}

std::vector<Factor> iterationsOf(const LoopNest& nest, int loop) {
  std::vector<Factor> factors;
  for (const int each : loopsAround(nest, loop)) factors.push_back(averageTrips(nest, nest.loops[each]));
  return factors;
}

std::string flopsOf(const LoopNest& nest) {
  Sum sum;
  for (std::size_t k = 0; k < nest.loops.size(); ++k)
    sum.add(ownFlops(nest.loops[k].body, nest), iterationsOf(nest, static_cast<int>(k)));
  return sum.print();
}

/// Counters that one subscript adds up walk over a window: `x[i + k]` with 5 taps has n elements, not 5 * n.
/// `factors`, by loop, loses those of the loops that only walk inside.
void mergeWindow(const LoopNest& nest, const Polynomial& subscript, std::map<int, Factor>& factors) {
  struct Step {
    std::int64_t stride;
    int loop;
  };
  std::vector<Step> steps;
  for (const auto& [loop, factor] : factors)
    if (const auto stride = subscript.coefficient(nest.loops[loop].symbol);
        nest.loops[loop].canonical && stride && !stride->terms.empty()) {
      if (!stride->constant()) return;
      steps.push_back({std::abs(*stride->constant()), loop});
    }
  // From the smallest stride to the greatest, inner loops first; `span` is what the loops so far cover
  // without a gap, 0 unknown.
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return a.stride != b.stride ? a.stride < b.stride : a.loop > b.loop;
  });
  std::int64_t span = 1;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const auto [stride, loop] = steps[k];
    Factor& factor = factors[loop];
    const bool isConstant = factor.text.empty() && factor.divisor == 1;
    const bool overlaps = k > 0 && (stride == steps[k - 1].stride || stride <= span);
    if (overlaps) {
      factor.number = isConstant && span > 0 ? stride * std::max<std::int64_t>(factor.number - 1, 0) + span
                                             : stride * factor.number;
      for (std::size_t inner = 0; inner < k; ++inner) factors[steps[inner].loop] = Factor();
    }
    span = isConstant && (overlaps || (k == 0 && stride == 1)) ? factor.number : 0;
  }
}

/// How many elements an access touches, as factors in the order of the loops. Every program loads its blocks
/// once: what does not depend on a grid dimension is loaded again for each program along it, where `reloads`.
std::vector<Factor> elementsOf(const Kernel& kernel, const Access& access,
                               const std::optional<std::vector<Polynomial>>& dimensions, bool reloads) {
  const LoopNest& nest = kernel.nest;
  std::map<int, Factor> factors;
  for (const int loop : loopsThatMove(nest, access)) factors[loop] = averageTrips(nest, nest.loops[loop]);
  if (reloads)
    for (const Axis& axis : kernel.grid) factors.emplace(axis.loop, asFactor(axis.programs));
  if (dimensions)
    for (const Polynomial& dimension : *dimensions) mergeWindow(nest, dimension, factors);
  std::vector<Factor> result;
  for (const auto& [loop, factor] : factors) result.push_back(factor);
  return result;
}

/// Accesses to one array that a program cannot take from what another one has loaded: all that differ where
/// it is irregular, otherwise the one that moves with the most loops stands for its block.
std::vector<int> loadedApart(const Kernel& kernel, const Block& block, bool writes) {
  const LoopNest& nest = kernel.nest;
  std::vector<int> apart;
  for (const int k : block.accesses) {
    const Access& access = nest.accesses[k];
    if (!(writes ? access.writes : access.reads)) continue;
    const bool isRegular = block.indexing != Block::Indexing::Irregular;
    const auto same = std::find_if(apart.begin(), apart.end(), [&](int known) {
      return isRegular || nest.accesses[known].subscripts == access.subscripts;
    });
    if (same == apart.end())
      apart.push_back(k);
    else if (loopsThatMove(nest, access).size() > loopsThatMove(nest, nest.accesses[*same]).size())
      *same = k;
  }
  return apart;
}

std::string bytesOf(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  Sum sum;
  for (const Block& block : kernel.blocks) {
    const Array& array = nest.arrays[block.arrayIndex];
    const auto dimensions = dimensionsOf(nest, block.arrayIndex).accesses;
    for (const bool writes : {false, true})
      for (const int k : loadedApart(kernel, block, writes)) {
        const auto place = std::count_if(nest.accesses.begin(), nest.accesses.begin() + k,
                                         [&](const Access& each) { return each.array == block.arrayIndex; });
        std::vector<Factor> factors = elementsOf(kernel, nest.accesses[k], dimensions[place], block.reads);
        if (!array.elementBytes) factors.push_back({1, "sizeof(" + array.elementType + ")", 1});
        sum.add(std::max<std::int64_t>(array.elementBytes, 1), factors);
      }
  }
  return sum.print();
}

/// The elements that one program, or one step of its innermost loop, loads.
double elementsLoaded(const Kernel& kernel, const Block& block) {
  double elements = 1;
  for (const Polynomial& extent : block.shape)
    elements *= static_cast<double>(std::max<std::int64_t>(extent.constant().value_or(1), 1));
  if (block.indexing != Block::Indexing::Irregular && !block.perProgram) return elements;
  elements = 0;
  for (const int k : loadedApart(kernel, block, /*writes=*/false)) {
    double own = 1;
    for (const int loop : loopsThatMove(kernel.nest, kernel.nest.accesses[k]))
      for (const auto* axes : {&kernel.grid, &kernel.loops})
        for (const Axis& axis : *axes)
          if (axis.loop == loop) own *= static_cast<double>(std::max<std::int64_t>(axis.block.value, 1));
    elements += own;
  }
  return elements;
}

double intensityOf(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  // The innermost blocked sequential loop, the innermost sequential loop, or the grid itself.
  const Axis* streaming = nullptr;
  for (const Axis& axis : kernel.loops)
    if (!axis.parallel && (axis.block.isChosen() || !streaming || !streaming->block.isChosen()))
      streaming = &axis;
  double flops = 0;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const std::vector<int> around = loopsAround(nest, static_cast<int>(k));
    if (streaming && std::find(around.begin(), around.end(), streaming->loop) == around.end()) continue;
    double count = static_cast<double>(ownFlops(nest.loops[k].body, nest));
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        if (std::find(around.begin(), around.end(), axis.loop) != around.end())
          count *= static_cast<double>(std::max<std::int64_t>(axis.block.value, 1) * lanesOf(kernel, axis));
    flops += count;
  }
  double bytes = 0;
  for (const Block& block : kernel.blocks)
    if (block.reads && (!streaming || movesWith(kernel, block, *streaming)))
      bytes += elementsLoaded(kernel, block) *
               static_cast<double>(std::max<std::int64_t>(nest.arrays[block.arrayIndex].elementBytes, 1));
  return bytes > 0 ? flops / bytes : 0;
}

}  // namespace

Cost costOf(const Kernel& kernel, const clang::ASTContext&) {
  Cost cost;
  cost.flops = flopsOf(kernel.nest);
  cost.bytes = bytesOf(kernel);
  cost.arithmeticIntensity = intensityOf(kernel);
  return cost;
}

}  // namespace appyl
