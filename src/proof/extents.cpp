#include "proof/extents.h"

#include "loops/ast.h"
#include "proof/evaluate.h"
#include "proof/relation.h"
#include "proof/symbols.h"
#include "proof/witness.h"

#include <algorithm>
#include <set>

namespace appyl::proving {
namespace {

/// By its bounds alone, which settles nearly all subscripts without a question to the solver.
bool isWithin(const LoopNest& nest, const Access& access, const Polynomial& subscript, std::int64_t extent) {
  const auto any = [&](bool upper) {
    const std::vector<Polynomial> bounds = uniformBounds(nest, access, subscript, upper);
    return std::any_of(bounds.begin(), bounds.end(), [&](const Polynomial& bound) {
      const auto value = bound.constant();
      return value && (upper ? *value < extent : *value >= 0);
    });
  };
  return any(true) && any(false);
}

/// Reached by a pointer, not by the subscripts of an array of arrays.
bool isThroughPointer(const Access& access) {
  if (!access.expr || access.subscripts.size() < 2) return false;
  const auto* element = dyn_cast<clang::ArraySubscriptExpr>(access.expr);
  return element ? !arrayPart(element)->IgnoreParenImpCasts()->getType()->isArrayType()
                 : isa<clang::UnaryOperator>(access.expr);
}

/// Does whether the loop runs at all depend on sizes only, and not on where other loops are or on data?
bool runsBySizes(const LoopNest& nest, const Loop& loop) {
  for (const auto* bound : {&loop.first, &loop.end, &loop.stepSize})
    if (*bound)
      for (const std::string& name : allSymbols(nest, **bound))
        if (symbolOf(nest, name).kind != Symbol::Kind::Parameter) return false;
  return loop.first && loop.end;
}

/// The loops around the access that decide where in the array it is, or whether it happens there; the others
/// only need to run at all.
std::set<int> decidingLoops(const LoopNest& nest, const Access& access, const Polynomial& subscript) {
  std::vector<const Polynomial*> open{&subscript};
  for (const Constraint& guard : access.guards) open.push_back(&guard.condition);
  std::set<int> deciding;
  const auto add = [&](int index) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(index)];
    if (!deciding.insert(index).second) return;
    for (const auto* bound : {&loop.first, &loop.end, &loop.stepSize})
      if (*bound) open.push_back(&**bound);
  };
  const auto isKnown = [](const std::optional<Polynomial>& bound) { return bound && bound->isConstant(); };
  for (int around : loopsAround(nest, access.loop)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    if (!loop.canonical || !runsBySizes(nest, loop) || (isKnown(loop.first) && isKnown(loop.end)))
      add(around);
  }
  while (!open.empty()) {
    const Polynomial& value = *open.back();
    open.pop_back();
    for (const std::string& name : allSymbols(nest, value))
      if (const Symbol& symbol = symbolOf(nest, name); symbol.kind == Symbol::Kind::Counter) add(symbol.loop);
  }
  return deciding;
}

std::optional<OutOfBounds> outside(const LoopNest& nest, int index, std::size_t dimension,
                                   std::int64_t extent, bool upper, Solver& solver) {
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  const std::set<int> deciding = decidingLoops(nest, access, *access.subscripts[dimension]);
  Relation relation(nest, -1);
  for (int loop : deciding) relation.iterates(loop, 1);
  for (const Constraint& guard : usableGuards(nest, access)) relation.require(guard, 1);
  relation.leaves(*access.subscripts[dimension], Polynomial(extent), upper, 1);
  if (!relation.isExact()) return std::nullopt;
  for (const auto& [name, symbol] : nest.symbols)
    if (symbol.kind == Symbol::Kind::Parameter && relation.mentions(name))
      return std::nullopt;  // whether it happens depends on a size
  const auto point = solver.smallestPoint(relation.system());
  if (!point) return std::nullopt;

  OutOfBounds finding{{index, {}}, static_cast<int>(dimension), 0, extent};
  Evaluator evaluator(nest);
  for (int around : loopsAround(nest, access.loop)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    if (!deciding.contains(around)) continue;
    const auto value = point->find(relation.variableOf(loop.symbol, 1));
    if (value == point->end()) return std::nullopt;
    evaluator.set(loop.symbol, value->second);
    finding.where.counters.emplace_back(around, value->second);
    if (evaluator.iterates(loop) != true) return std::nullopt;
  }
  for (const Constraint& guard : access.guards)
    if (evaluator.holds(guard) != true) return std::nullopt;
  const auto value = evaluator.value(*access.subscripts[dimension]);
  if (!value || (*value >= 0 && *value < extent)) return std::nullopt;
  finding.index = *value;
  return finding;
}

}  // namespace

std::vector<OutOfBounds> findOutside(const LoopNest& nest, int index, Solver& solver) {
  std::vector<OutOfBounds> found;
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  if (access.array < 0) return found;
  const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
  if (whyInexact(nest, index) || isThroughPointer(access)) return found;
  for (std::size_t k = 0; k < std::min(access.subscripts.size(), array.extents.size()); ++k) {
    const auto extent = array.extents[k] ? array.extents[k]->constant() : std::nullopt;
    if (!extent || isWithin(nest, access, *access.subscripts[k], *extent)) continue;
    for (const bool upper : {false, true})
      if (auto finding = outside(nest, index, k, *extent, upper, solver)) {
        found.push_back(std::move(*finding));
        break;
      }
  }
  return found;
}

bool mayLeaveRow(const LoopNest& nest, int index) {
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  if (access.array < 0 || !isThroughPointer(access)) return false;
  const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
  for (std::size_t k = 1; k < std::min(access.subscripts.size(), array.extents.size()); ++k) {
    const auto extent = array.extents[k] ? array.extents[k]->constant() : std::nullopt;
    if (extent && access.subscripts[k] && !isWithin(nest, access, *access.subscripts[k], *extent))
      return true;
  }
  return false;
}

}  // namespace appyl::proving
