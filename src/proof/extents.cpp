#include "proof/extents.h"

#include "nest/ast/ast.h"
#include "proof/evaluate.h"
#include "proof/relation.h"
#include "proof/symbols.h"
#include "proof/witness.h"

#include <algorithm>
#include <set>

namespace appyl::proving {
namespace {

/// By its bounds alone, which settles nearly all subscripts without a question to the solver: `v[i]` for i <
/// n is below n.
bool isWithin(const LoopNest& nest, const Access& access, const Polynomial& subscript,
              const Polynomial& extent, bool upper) {
  const std::vector<Polynomial> bounds = uniformBounds(nest, access, subscript, upper);
  return std::any_of(bounds.begin(), bounds.end(), [&](const Polynomial& bound) {
    const auto room = upper ? subtract(extent, bound) : std::optional(bound);
    const auto value = room ? room->constant() : std::nullopt;
    return value && *value >= (upper ? 1 : 0);
  });
}

/// Reached by a pointer, not by the subscripts of an array of arrays.
bool isThroughPointer(const Access& access) {
  if (!access.expr || access.subscripts.size() < 2) return false;
  const auto* element = dyn_cast<clang::ArraySubscriptExpr>(access.expr);
  return element ? !arrayPart(element)->IgnoreParenImpCasts()->getType()->isArrayType()
                 : isa<clang::UnaryOperator>(access.expr);
}

/// `a(slice(i - 1, B))`: lanes outside of the array do not exist.
bool isClipped(const Access& access) {
  const auto* call = access.expr ? dyn_cast<clang::CallExpr>(access.expr) : nullptr;
  if (!call) return false;
  const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(call);
  const unsigned first = operation ? 1 : 0;
  if (operation && operation->getOperator() == clang::OO_Call && call->getNumArgs() == first) return true;
  return std::any_of(call->arg_begin() + first, call->arg_end(), [](const clang::Expr* index) {
    return !index->IgnoreParenImpCasts()->getType().getNonReferenceType()->isIntegerType();
  });
}

/// Is some part of the indices computed without a sign? A value below zero is then a huge number, and
/// conditions treat it so.
bool countsWithoutSign(const clang::Stmt* part) {
  if (!part) return false;
  const auto* expression = dyn_cast<clang::Expr>(part);
  if (expression) expression = expression->IgnoreParenImpCasts();
  if (expression && expression->getType().getNonReferenceType()->isUnsignedIntegerType()) return true;
  const clang::Stmt* whole = expression ? expression : part;
  return std::any_of(whole->child_begin(), whole->child_end(),
                     [](const clang::Stmt* child) { return countsWithoutSign(child); });
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

  OutOfBounds finding{{}, {index, {}}, static_cast<int>(dimension), 0, extent};
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

/// The nest says how often each loop around the access runs.
bool isCounted(const LoopNest& nest, const Access& access) {
  return std::ranges::all_of(loopsAround(nest, access.loop), [&](int around) {
    return nest.loops[static_cast<std::size_t>(around)].canonical;
  });
}

/// `v[i]` for i <= n, where there are n elements: for each n with which the access happens at all it leaves
/// the array.
std::optional<OutOfBounds> outsideAlways(const LoopNest& nest, int index, std::size_t dimension,
                                         const Polynomial& extent, bool upper, Solver& solver) {
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  const Polynomial& subscript = *access.subscripts[dimension];
  if (!isCounted(nest, access)) return std::nullopt;
  Relation happens(nest, -1);
  happens.happens(access, 1);
  happens.require({extent, false}, 1);
  Relation leaves = happens;
  leaves.leaves(subscript, extent, upper, 1);
  if (!leaves.isExact() || solver.always(happens.system(), leaves.system(), leaves.parameters()) != true)
    return std::nullopt;
  // An example with some elements where there is one.
  Relation filled = leaves;
  if (const auto rest = subtract(extent, Polynomial(1))) filled.require({*rest, false}, 1);
  Relation& example = solver.isEmpty(filled.system()) == false ? filled : leaves;
  example.parametersNotNegative();
  const auto point = solver.smallestPoint(example.system());
  if (!point) return std::nullopt;
  OutOfBounds finding{{}, {index, {}}, static_cast<int>(dimension), 0, 0};
  Evaluator evaluator(nest);
  for (const auto& [name, symbol] : nest.symbols)
    if (symbol.kind == Symbol::Kind::Parameter && example.mentions(name)) {
      finding.parameters[name] = point->at(example.variableOf(name, 1));
      evaluator.set(name, finding.parameters[name]);
    }
  for (int around : loopsAround(nest, access.loop)) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
    const auto value = point->find(example.variableOf(loop.symbol, 1));
    if (value == point->end()) return std::nullopt;
    evaluator.set(loop.symbol, value->second);
    finding.where.counters.emplace_back(around, value->second);
    if (evaluator.iterates(loop) != true) return std::nullopt;
  }
  for (const Constraint& guard : access.guards)
    if (evaluator.holds(guard) != true) return std::nullopt;
  const auto value = evaluator.value(subscript), size = evaluator.value(extent);
  if (!value || !size || (*value >= 0 && *value < *size)) return std::nullopt;
  finding.index = *value;
  finding.extent = *size;
  return finding;
}

/// What is known of how many elements the dimension has.
std::vector<Polynomial> extentsOf(const Array& array, std::size_t dimension) {
  std::vector<Polynomial> extents;
  if (const auto& extent = array.extents[dimension]) extents.push_back(*extent);
  for (const Length& length : array.lengths)
    if (length.dimension == dimension) extents.push_back(length.count);
  return extents;
}

std::optional<OutOfBounds> outsideDimension(const LoopNest& nest, int index, std::size_t dimension,
                                            Solver& solver) {
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  const Polynomial& subscript = *access.subscripts[dimension];
  for (const Polynomial& extent : extentsOf(nest.arrays[static_cast<std::size_t>(access.array)], dimension))
    for (const bool upper : {false, true}) {
      if (isWithin(nest, access, subscript, extent, upper)) continue;
      const auto constant = extent.constant();
      if (!constant && !upper && countsWithoutSign(access.expr)) continue;
      auto finding = constant ? outside(nest, index, dimension, *constant, upper, solver)
                              : outsideAlways(nest, index, dimension, extent, upper, solver);
      if (finding) return finding;
    }
  return std::nullopt;
}

}  // namespace

std::vector<OutOfBounds> findOutside(const LoopNest& nest, int index, Solver& solver) {
  std::vector<OutOfBounds> found;
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  if (access.array < 0) return found;
  const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
  if (whyInexact(nest, index) || isThroughPointer(access) || isClipped(access)) return found;
  for (std::size_t k = 0; k < std::min(access.subscripts.size(), array.extents.size()); ++k)
    if (auto finding = outsideDimension(nest, index, k, solver)) found.push_back(std::move(*finding));
  return found;
}

bool mayLeaveRow(const LoopNest& nest, int index) {
  const Access& access = nest.accesses[static_cast<std::size_t>(index)];
  if (access.array < 0 || !isThroughPointer(access)) return false;
  const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
  for (std::size_t k = std::max<std::size_t>(1, access.rows);
       k < std::min(access.subscripts.size(), array.extents.size()); ++k) {
    if (!array.extents[k] || !access.subscripts[k]) continue;
    for (const bool upper : {false, true})
      if (!isWithin(nest, access, *access.subscripts[k], *array.extents[k], upper)) return true;
  }
  return false;
}

bool mayBeOfAnyRow(const LoopNest& nest, const Access& access) {
  if (access.array < 0 || !isThroughPointer(access)) return false;
  const Array& array = nest.arrays[static_cast<std::size_t>(access.array)];
  for (std::size_t k = 1; k < std::min(access.subscripts.size(), array.extents.size()); ++k)
    for (const bool upper : {false, true})
      if (!access.subscripts[k] || !array.extents[k] ||
          !isWithin(nest, access, *access.subscripts[k], *array.extents[k], upper))
        return true;
  return false;
}

}  // namespace appyl::proving
