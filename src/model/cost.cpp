#include "model/cost.h"

#include "model/blocks.h"
#include "model/map_to_grid.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <fmt/format.h>

namespace appyl {
namespace {

/// A sum of products whose factors keep the order in which they were multiplied: `2*M*N*K`.
class Sum {
public:
  void add(std::int64_t factor, const std::vector<std::string>& factors) {
    std::vector<std::string> symbolic;
    for (const std::string& each : factors) {
      if (!each.empty() && each.find_first_not_of("0123456789") == std::string::npos)
        factor *= std::stoll(each);
      else
        symbolic.push_back(each);
    }
    for (auto& [known, value] : terms)
      if (known == symbolic) {
        value += factor;
        return;
      }
    terms.emplace_back(symbolic, factor);
  }

  std::string print() const {
    std::string text;
    for (const auto& [factors, value] : terms) {
      if (value == 0)
        continue;
      std::string product = value == 1 && !factors.empty() ? "" : std::to_string(value);
      for (const std::string& factor : factors)
        product += (product.empty() ? "" : "*") + factor;
      text += (text.empty() ? "" : " + ") + product;
    }
    return text.empty() ? "0" : text;
  }

private:
  std::vector<std::pair<std::vector<std::string>, std::int64_t>> terms;
};

bool isFloating(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const bool isComplex = record && record->isInStdNamespace() && record->getName() == "complex";
  return type.getNonReferenceType()->isFloatingType() || isComplex || type->isDependentType();
}

/// Floating-point operations of one run of `statement`, loops of the nest inside left out (they count themselves).
std::int64_t ownFlops(const clang::Stmt* statement, const LoopNest& nest) {
  if (!statement)
    return 0;
  std::int64_t flops = 0;
  if (std::any_of(nest.loops.begin(), nest.loops.end(), [&](const Loop& loop) { return loop.stmt == statement; }))
    return 0; // a loop counts for itself
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
    const bool isArithmetic = binary->isAdditiveOp() || binary->isMultiplicativeOp() || (binary->isCompoundAssignmentOp() && !binary->isShiftAssignOp());
    flops += isArithmetic && isFloating(binary->getType()) && !binary->getType()->isPointerType();
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    flops += !llvm::isa<clang::CXXMemberCallExpr>(call) && call->getNumArgs() > 0 && isFloating(call->getType()) &&
             !(llvm::isa<clang::CXXOperatorCallExpr>(call) && (llvm::cast<clang::CXXOperatorCallExpr>(call)->getOperator() == clang::OO_Subscript ||
                                                             llvm::cast<clang::CXXOperatorCallExpr>(call)->getOperator() == clang::OO_Equal)) &&
             call->getType()->isRealFloatingType();
  }
  for (const clang::Stmt* child : statement->children())
    flops += ownFlops(child, nest);
  return flops;
}

std::string factorOf(const Loop& loop) { return loop.canonical ? tripCount(loop) : "iterations"; }

std::vector<std::string> iterationsOf(const LoopNest& nest, int loop) {
  std::vector<std::string> factors;
  for (const int each : loopsAround(nest, loop))
    factors.push_back(factorOf(nest.loops[each]));
  return factors;
}

std::string flopsOf(const LoopNest& nest) {
  Sum sum;
  for (std::size_t k = 0; k < nest.loops.size(); ++k)
    sum.add(ownFlops(nest.loops[k].body, nest), iterationsOf(nest, static_cast<int>(k)));
  return sum.print();
}

bool dependsOn(const Kernel& kernel, const Block& block, const std::string& symbol) {
  for (const Access& access : kernel.nest.accesses)
    if (access.array == block.arrayIndex)
      for (const auto& subscript : access.subscripts)
        if (!subscript || subscript->mentions(symbol))
          return true;
  return false;
}

/// Every program loads its blocks once: an array whose block does not depend on a grid dimension is loaded again for each
/// program along it.
std::string bytesOf(const Kernel& kernel) {
  Sum sum;
  for (const Block& block : kernel.blocks) {
    const std::int64_t element = kernel.nest.arrays[block.arrayIndex].elementBytes;
    std::vector<std::string> factors, reloads;
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes) {
        const bool depends = dependsOn(kernel, block, kernel.nest.loops[axis.loop].symbol);
        if (depends)
          factors.push_back(factorOf(kernel.nest.loops[axis.loop]));
        else if (axes == &kernel.grid)
          reloads.push_back(axis.programs);
      }
    if (block.writes && !block.reads)
      reloads.clear();
    factors.insert(factors.end(), reloads.begin(), reloads.end());
    sum.add(std::max<std::int64_t>(element, 1) * (block.reads + block.writes), factors);
  }
  return sum.print();
}

double elementsOf(const Block& block) {
  double elements = 1;
  for (const std::string& extent : block.shape)
    elements *= std::max(1.0, std::atof(extent.c_str()));
  return elements;
}

double intensityOf(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  // The innermost blocked sequential loop, the innermost sequential loop, or the grid itself.
  const Axis* streaming = nullptr;
  for (const Axis& axis : kernel.loops)
    if (!axis.parallel && (axis.block.given || !streaming || !streaming->block.given))
      streaming = &axis;
  double flops = 0;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const std::vector<int> around = loopsAround(nest, static_cast<int>(k));
    if (streaming && std::find(around.begin(), around.end(), streaming->loop) == around.end())
      continue;
    double count = static_cast<double>(ownFlops(nest.loops[k].body, nest));
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        if (std::find(around.begin(), around.end(), axis.loop) != around.end())
          count *= static_cast<double>(std::max<std::int64_t>(axis.block.value, 1));
    flops += count;
  }
  double bytes = 0;
  for (const Block& block : kernel.blocks)
    if (block.reads && (!streaming || dependsOn(kernel, block, nest.loops[streaming->loop].symbol)))
      bytes += elementsOf(block) * static_cast<double>(std::max<std::int64_t>(nest.arrays[block.arrayIndex].elementBytes, 1));
  return bytes > 0 ? flops / bytes : 0;
}

} // namespace

Cost costOf(const Kernel& kernel, const clang::ASTContext&) {
  Cost cost;
  cost.flops = flopsOf(kernel.nest);
  cost.bytes = bytesOf(kernel);
  cost.arithmeticIntensity = intensityOf(kernel);
  return cost;
}

} // namespace appyl
