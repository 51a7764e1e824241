#include "codegen/simd/streaming.h"

#include "codegen/simd/walked_arrays.h"

#include <algorithm>

namespace appyl {
namespace {

bool isShort(const Loop& loop) {
  const auto first = loop.first ? loop.first->constant() : std::nullopt,
             end = loop.end ? loop.end->constant() : std::nullopt;
  return loop.canonical && first && end && std::abs(*end - *first) <= 16;
}

bool walksRows(const Kernel& kernel, const Access& access) {
  for (const auto& subscript : access.subscripts)
    for (const Axis& axis : kernel.grid) {
      const auto stride =
          subscript ? subscript->coefficient(kernel.nest.loops[axis.loop].symbol) : std::nullopt;
      const bool isUnit = stride && stride->isConstant() && std::abs(*stride->constant()) == 1;
      const bool isRow = &axis == &kernel.grid.back(), isLast = &subscript == &access.subscripts.back();
      if (!stride || (!stride->terms.empty() && (isRow ? !isUnit || !isLast : isUnit && isLast)))
        return false;
    }
  return true;
}

}  // namespace

bool walksRows(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  for (std::size_t k = kernel.grid.size(); k < nest.loops.size(); ++k)
    if (!isShort(nest.loops[k])) return false;
  return std::all_of(nest.accesses.begin(), nest.accesses.end(), [&](const Access& access) {
    return nest.arrays[access.array].scope >= 0 || walksRows(kernel, access);
  });
}

Axis rowPiece(const Kernel& kernel, Axis axis) {
  std::int64_t bytes = 1;
  for (const Access& access : kernel.nest.accesses)
    bytes = std::max(bytes, kernel.nest.arrays[access.array].elementBytes);
  const std::int64_t block = std::max<std::int64_t>(axis.block.value, 1);  // 0: known in no instance alone
  const std::int64_t blocks = std::max<std::int64_t>(32768 / bytes / block, 1);
  if (block < 32768 && blocks > 1) {
    axis.block.value = block * blocks;
    axis.block.text = std::to_string(axis.block.value);
    axis.block.expr = nullptr;
  }
  return axis;
}

/// Are the two of one array, a distance apart that is the same for all programs?
static bool areNeighbours(const Kernel& kernel, const Access& one, const Access& other) {
  if (one.array != other.array || one.subscripts.size() != other.subscripts.size()) return false;
  for (std::size_t k = 0; k < one.subscripts.size(); ++k) {
    const auto distance = one.subscripts[k] && other.subscripts[k]
                              ? subtract(*one.subscripts[k], *other.subscripts[k])
                              : std::nullopt;
    if (!distance || llvm::any_of(distance->symbols(), [&](const std::string& name) {
          const auto symbol = kernel.nest.symbols.find(name);
          return symbol == kernel.nest.symbols.end() || symbol->second.kind != Symbol::Kind::Parameter;
        }))
      return false;
  }
  return one.subscripts != other.subscripts;
}

std::int64_t lanesAmongNeighbours(const Kernel& kernel) {
  // Most of the neighbours lie across two lines. Measured on a Zen 5, whose vectors are as long as a line,
  // with arrays in the third-level cache: stencils of 4 to 6 accesses take 0.55 to 0.65 of the time in
  // vectors of half a line, those of 8 take 1.06.
  constexpr std::size_t mostAccesses = 6;
  const LoopNest& nest = kernel.nest;
  if (kernel.grid.size() < 2 || nest.loops.size() != kernel.grid.size() || !walksRows(kernel)) return 0;
  std::vector<const Access*> different;
  std::int64_t bytes = 0;
  bool hasNeighbours = false;
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    if (array.scope >= 0) continue;
    bytes = std::max(bytes, array.elementBytes);
    const auto isSame = [&](const Access* other) {
      return other->array == access.array && other->subscripts == access.subscripts;
    };
    if (llvm::any_of(different, isSame)) continue;
    hasNeighbours |=
        llvm::any_of(different, [&](const Access* other) { return areNeighbours(kernel, access, *other); });
    different.push_back(&access);
  }
  const bool isNumber = bytes == 4 || bytes == 8;
  return hasNeighbours && isNumber && different.size() <= mostAccesses ? lineBytes / 2 / bytes : 0;
}

}  // namespace appyl
