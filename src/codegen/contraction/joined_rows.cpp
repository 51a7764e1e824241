#include "codegen/contraction/joined_rows.h"

#include "nest/ast/array_types.h"

namespace appyl {

using namespace clang;

std::optional<Polynomial> countOf(const Loop& loop) {
  const auto length = loop.first && loop.end ? subtract(*loop.end, *loop.first) : std::nullopt;
  return length && loop.comparison == Comparison::LessEqual ? add(*length, 1) : length;
}

std::optional<Polynomial> strideOf(const Matrix& operand, const Loop& loop, const LoopNest& nest,
                                   const std::vector<NamedArray>& arrays) {
  for (const NamedArray& each : arrays)
    for (const Access* access : each.accesses)
      if (access->array == operand.array && (each.type.isNull() || isView(each.type))) return std::nullopt;
  const Array& array = nest.arrays[operand.array];
  std::optional<Polynomial> stride = Polynomial(1), sum = Polynomial();
  for (std::size_t d = operand.subscripts.size(); stride && sum && d-- > 0;) {
    const auto own = operand.subscripts[d].coefficient(loop.symbol);
    const auto scaled = own ? multiply(*own, *stride) : std::nullopt;
    sum = scaled ? add(*sum, *scaled) : std::nullopt;
    if (d > 0) stride = array.extents[d] ? multiply(*stride, *array.extents[d]) : std::nullopt;
  }
  return stride ? sum : std::nullopt;
}

std::size_t joinedBatches(const Contraction& contraction, const LoopNest& nest,
                          const std::vector<NamedArray>& arrays,
                          llvm::function_ref<bool(const Stmt* part, int loop)> mentions) {
  const bool hasEdge = contraction.edge && contraction.edge->isOfRows;
  if (contraction.region != Contraction::Region::Full || hasEdge) return 0;
  const Loop& row = nest.loops[contraction.rows];
  const auto namesCounter = [&](const Stmt* part, int index) { return part && mentions(part, index); };
  // What the sums start at, and what becomes of them.
  if (!contraction.further.empty()) return 0;
  const auto isNamed = [&](int index) {
    return namesCounter(contraction.startValue, index) || namesCounter(contraction.stored, index) ||
           namesCounter(contraction.scale, index) ||
           llvm::any_of(contraction.tail, [&](const Stmt* part) { return mentions(part, index); });
  };
  if (isNamed(contraction.rows)) return 0;
  auto rows = countOf(row);  // those of the batches that are joined, too
  for (std::size_t joined = 0; joined < contraction.batches.size(); ++joined) {
    const int index = contraction.batches[contraction.batches.size() - 1 - joined];
    const Loop& batch = nest.loops[index];
    const auto count = countOf(batch);
    const auto names = [&](const Polynomial& value) { return value.mentions(batch.symbol); };
    const auto isBound = [&](int other) {
      if (other < 0) return false;
      const Loop& loop = nest.loops[other];
      return !loop.first || !loop.end || names(*loop.first) || names(*loop.end);
    };
    const auto goesOn = [&](const Matrix& operand) {
      const auto ofBatch = strideOf(operand, batch, nest, arrays),
                 ofRow = strideOf(operand, row, nest, arrays);
      const auto ofRows = ofRow ? multiply(*ofRow, *rows) : std::nullopt;
      return ofBatch && ofRows && *ofBatch == *ofRows;
    };
    if (!rows || !count || names(*rows) || isNamed(index) || isBound(contraction.columns) ||
        llvm::any_of(contraction.terms, isBound) || llvm::any_of(contraction.b.subscripts, names) ||
        !goesOn(contraction.a) || !goesOn(contraction.c))
      return joined;
    rows = multiply(*count, *rows);
  }
  return contraction.batches.size();
}

}  // namespace appyl
