#include "codegen/contraction/contraction_operands.h"

#include "codegen/arrays/array_ranges.h"
#include "codegen/contraction/joined_rows.h"
#include "codegen/kernels/capture_names.h"
#include "codegen/text/nest_text.h"
#include "nest/ast/array_types.h"
#include "nest/ast/source_ranges.h"
#include "nest/scev/scalar_evolution.h"
#include "support/operands.h"

#include <fmt/format.h>

namespace appyl {

using namespace clang;

static constexpr const char* differenceType = "std::ptrdiff_t";

ContractionOperands::ContractionOperands(const Kernel& kernel, LoopWriter& writer, const ASTContext& context,
                                         bool forDevice, const InKernel* inKernel)
    : inKernel(inKernel),
      space(forDevice ? "::appyl::cuda::" : "::appyl::cpu::"),
      nest(kernel.nest),
      contraction(*kernel.contraction),
      writer(writer),
      context(context),
      arrays(namedArrays(nest)),
      batches(contraction.batches) {}

// --- sizes ---

std::string ContractionOperands::written(const Expr* expression) const {
  return inKernel ? editedText(expression, inKernel->edits, context) : textOf(expression, context);
}

std::string ContractionOperands::operandText(const Expr* expression) const {
  const Expr* outer = expression->IgnoreImplicit();
  return isa<AbstractConditionalOperator, BinaryOperator>(outer) ? "(" + written(expression) + ")"
                                                                 : written(expression);
}

bool ContractionOperands::isZero(const std::optional<Polynomial>& value) const {
  return value && value->terms.empty();
}

/// How often the loop runs; zero or less: not at all.
std::string ContractionOperands::extent(int index) const {
  const Loop& each = loop(index);
  const bool isInclusive = each.comparison == Comparison::LessEqual;
  if (isInclusive ? each.first == Polynomial(1) : isZero(each.first)) return written(each.bound);
  std::string text = writer.cast(differenceType, written(each.bound));
  if (!isZero(each.first)) text += " - " + operandText(each.lower);
  return isInclusive ? text + " + 1" : text;
}

std::string ContractionOperands::rows() const {
  if (joined.empty()) return extent(contraction.rows);
  std::string counts;
  for (const int batch : joined) add(counts, extent(batch), ", ");
  return fmt::format("{}rows_of({}, {})", space, counts, extent(contraction.rows));
}

/// A triangle has as many columns as rows.
std::string ContractionOperands::columns() const {
  if (contraction.region == Contraction::Region::Lower) return extent(contraction.rows);
  const Loop& each = loop(contraction.columns);
  if (contraction.region == Contraction::Region::Full) return extent(contraction.columns);
  return each.comparison == Comparison::LessEqual ? writer.cast(differenceType, written(each.bound)) + " + 1"
                                                  : written(each.bound);
}

std::string ContractionOperands::terms(const SumOfProducts& sum) {
  if (sum.edge) return termsToEdge(sum);
  if (sum.terms.size() == 1) return extent(sum.terms.front());
  std::string counts;
  for (const int each : sum.terms) add(counts, extent(each), ", ");
  return fmt::format("{}terms({})", space, counts);
}

/// The number of terms of the longest sum: that of the last line, or of the first one.
std::string ContractionOperands::termsToEdge(const SumOfProducts& sum) {
  const Loop &each = loop(sum.terms.front()),
             &lines = loop(sum.edge->isOfRows ? contraction.rows : contraction.columns);
  const auto past = [](const Loop& of) {
    return of.comparison == Comparison::LessEqual ? appyl::add(*of.end, 1) : of.end;
  };
  // A triangle has as many columns as rows.
  const bool isLower = contraction.region == Contraction::Region::Lower;
  auto count = past(each), line = past(isLower ? loop(contraction.rows) : lines);
  if (count && line && sum.edge->isLast) count = count->substitute(lines.symbol, *appyl::subtract(*line, 1));
  count = count ? appyl::subtract(*count, firstTerm(sum)) : std::nullopt;
  good &= count.has_value();
  return count ? text(*count) : "";
}

/// The first term of a sum; where it depends on the line, that of the first line.
Polynomial ContractionOperands::firstTerm(const SumOfProducts& sum) const {
  const Polynomial& first = *loop(sum.terms.front()).first;
  if (!sum.edge || sum.edge->isLast) return first;
  const Loop& lines = loop(sum.edge->isOfRows ? contraction.rows : contraction.columns);
  return first.substitute(lines.symbol, *lines.first);
}

// --- matrices ---

/// A parameter of the nest; clears `good` where the kernel does not have it.
std::string ContractionOperands::symbolName(const std::string& symbol) {
  if (!inKernel) return symbol;
  for (const int batch : batches)
    if (loop(batch).symbol == symbol) return loop(batch).counter->getNameAsString();
  if (const std::string name = nameInKernel(nest, symbol, inKernel->captures); !name.empty()) return name;
  const auto known = nest.symbols.find(symbol);
  if (known != nest.symbols.end() && known->second.value) return std::to_string(*known->second.value);
  good = false;
  return symbol;
}

/// The polynomial as a sum of products that cannot overflow their factors' type, and in which the negative of
/// an unsigned number is not a large number.
std::string ContractionOperands::text(const Polynomial& value) {
  const bool subtracts = llvm::any_of(value.terms, [](const auto& term) { return term.second < 0; });
  std::string result;
  const auto append = [&](const Monomial& monomial, std::int64_t factor) {
    const std::string number = std::to_string(factor < 0 ? -factor : factor);
    const bool isProduct = monomial.size() + (number != "1") > 1;
    std::string product = monomial.empty() ? number : "";
    for (const std::string& symbol : monomial) {
      const std::string name = symbolName(symbol);
      const bool isWide = product.empty() && (isProduct || subtracts);
      product +=
          (product.empty() ? "" : " * ") + (isWide ? writer.cast(differenceType, name) : asOperand(name));
    }
    if (!monomial.empty() && number != "1") product += " * " + number;
    result += result.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    result += product;
  };
  for (const auto& [monomial, factor] : value.terms)
    if (!monomial.empty()) append(monomial, factor);
  if (const auto constant = value.terms.find(Monomial()); constant != value.terms.end())
    append({}, constant->second);
  return result.empty() ? "0" : result;
}

/// value * stride; empty for nothing.
std::string ContractionOperands::scaled(const Polynomial& value, const std::string& stride) {
  if (value.terms.empty()) return "";
  if (stride == "1") return text(value);
  if (value == Polynomial(1)) return stride;
  const bool isSum = value.terms.size() > 1;
  return fmt::format("{} * {}", isSum ? "(" + text(value) + ")" : writer.cast(differenceType, text(value)),
                     stride);
}

void ContractionOperands::add(std::string& sum, const std::string& term, const char* between) {
  if (!term.empty()) sum += (sum.empty() ? "" : between) + term;
}

std::optional<std::string> ContractionOperands::extentOf(QualType type) const {
  if (const auto* constant = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(type)))
    return std::to_string(constant->getSize().getSExtValue());
  if (const auto* variable = dyn_cast_or_null<VariableArrayType>(context.getAsArrayType(type)))
    return variable->getSizeExpr() ? std::optional(written(variable->getSizeExpr())) : std::nullopt;
  if (const auto* open = dyn_cast_or_null<DependentSizedArrayType>(context.getAsArrayType(type)))
    return open->getSizeExpr() ? std::optional(written(open->getSizeExpr())) : std::nullopt;
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (libraryTemplate(type) == "array" && record && record->getTemplateArgs().size() == 2)
    return std::to_string(record->getTemplateArgs()[1].getAsIntegral().getSExtValue());
  return std::nullopt;
}

std::optional<ContractionOperands::Storage> ContractionOperands::storageOf(int array,
                                                                           std::size_t rank) const {
  const NamedArray* named = nullptr;
  for (const NamedArray& each : arrays)
    for (const Access* access : each.accesses)
      if (access->array == array) named = &each;
  if (!named || named->type.isNull() || nest.arrays[array].name.find("[]") != std::string::npos)
    return std::nullopt;
  const QualType type = named->type;
  Storage storage;
  const int capture = inKernel ? captureOf(*named, inKernel->captures) : -1;
  if (inKernel && capture < 0) return std::nullopt;
  const std::string base = inKernel ? inKernel->captures.list[capture].name : named->base;
  if (isView(type)) {
    storage.first = base + ".data()";
    for (std::size_t d = 0; d < rank; ++d) storage.strides.push_back(fmt::format("{}.stride({})", base, d));
    return storage;
  }
  const bool isContainer = isContiguousContainer(type);
  if (!type->isPointerType() && !type->isArrayType() && !isContainer) return std::nullopt;
  if (!liesInside(*named, nest.arrays[array], nest, context)) return std::nullopt;
  if (rank == 1) {
    storage.first = isContainer && !inKernel ? base + ".data()" : base;
    storage.strides = {"1"};
    return storage;
  }
  if (isContainer && libraryTemplate(type) != "array") return std::nullopt;
  std::string first = "&" + base + "[0]";
  QualType inner = elementTypeOf(type, context);
  std::vector<std::string> extents;
  for (std::size_t d = 1; d < rank; ++d) {
    const auto size = inner.isNull() ? std::nullopt : extentOf(inner);
    if (!size) return std::nullopt;
    extents.push_back(*size);
    first += "[0]";
    inner = elementTypeOf(inner, context);
  }
  storage.first = first;
  for (std::size_t d = 0; d < rank; ++d) {
    std::string stride;
    for (std::size_t e = d; e < extents.size(); ++e)
      stride += (stride.empty() ? "" : " * ") + (stride.empty() && e + 1 < extents.size()
                                                     ? writer.cast(differenceType, extents[e])
                                                     : asOperand(extents[e]));
    storage.strides.push_back(stride.empty() ? "1" : stride);
  }
  return storage;
}

std::optional<std::string> ContractionOperands::factor(const SumOfProducts& sum, const Matrix& operand,
                                                       int rows, int columns, bool isA) {
  auto text = matrix(operand, rows, columns, &sum);
  if (!text) return std::nullopt;
  if (const auto& edge = sum.edge; edge && edge->isOfRows == isA) {
    // p <= i + shift, as columns of A and as rows of B.
    const bool isLower = edge->isLast == isA;
    const std::int64_t shift = isA ? edge->shift : -edge->shift;
    return fmt::format("{}{}({}{})", space, isLower ? "lower" : "upper", *text,
                       shift == 0 ? "" : fmt::format(", {}", shift));
  }
  std::string strides;
  bool isOneRun = true;
  for (std::size_t k = 0; k + 1 < sum.terms.size(); ++k) {
    const auto stride = distance(operand, sum.terms[k]);
    if (!stride) return std::nullopt;
    strides += ", " + *stride;
    isOneRun &= goesOn(operand, loop(sum.terms[k]), loop(sum.terms[k + 1]));
  }
  return isOneRun ? *text : fmt::format("{}nested({}{})", space, *text, strides);
}

/// Does the inner loop start, in each iteration of the outer one, where it ended in the one before?
bool ContractionOperands::goesOn(const Matrix& operand, const Loop& outer, const Loop& inner) const {
  const auto ofOuter = strideOf(operand, outer, nest, arrays),
             ofInner = strideOf(operand, inner, nest, arrays), count = countOf(inner);
  const auto run = ofInner && count ? multiply(*ofInner, *count) : std::nullopt;
  return ofOuter && run && *ofOuter == *run;
}

/// The distance between the elements of consecutive iterations of a loop.
std::optional<std::string> ContractionOperands::distance(const Matrix& operand, int index) {
  const auto storage = storageOf(operand.array, operand.subscripts.size());
  if (!storage) return std::nullopt;
  std::string sum;
  for (std::size_t d = 0; d < operand.subscripts.size(); ++d) {
    const auto own = operand.subscripts[d].coefficient(loop(index).symbol);
    if (!own) return std::nullopt;
    add(sum, scaled(*own, storage->strides[d]));
  }
  return sum.empty() ? "0" : sum;
}

std::optional<std::string> ContractionOperands::matrix(const Matrix& operand, int rows, int columns,
                                                       const SumOfProducts* sum) {
  const auto storage = storageOf(operand.array, operand.subscripts.size());
  if (!storage) return std::nullopt;
  std::string offset, row, column;
  for (std::size_t d = 0; d < operand.subscripts.size(); ++d) {
    Polynomial first = operand.subscripts[d];
    const auto ofRow = first.coefficient(loop(rows).symbol),
               ofColumn = columns < 0 ? Polynomial() : first.coefficient(loop(columns).symbol);
    if (!ofRow || !ofColumn) return std::nullopt;
    // In a triangle both counters start at 0.
    const bool isTriangle = contraction.region != Contraction::Region::Full;
    for (const int index : {contraction.rows, contraction.columns})
      if (index >= 0)
        first = first.substitute(loop(index).symbol, isTriangle ? Polynomial() : *loop(index).first);
    if (sum)
      for (const int index : sum->terms)
        first = first.substitute(loop(index).symbol,
                                 sum->terms.size() == 1 ? firstTerm(*sum) : *loop(index).first);
    for (const int batch : joined) first = first.substitute(loop(batch).symbol, *loop(batch).first);
    add(offset, scaled(first, storage->strides[d]));
    add(row, scaled(*ofRow, storage->strides[d]));
    add(column, scaled(*ofColumn, storage->strides[d]));
  }
  const std::string first = offset.empty()          ? storage->first
                            : offset.front() == '-' ? storage->first + " - " + offset.substr(1)
                                                    : storage->first + " + " + offset;
  if (columns < 0) return fmt::format("{}column{{{}, {}}}", space, first, row.empty() ? "0" : row);
  if (inKernel && column == "1")
    return fmt::format("{}row_major({}, {})", space, first, row.empty() ? "0" : row);
  if (inKernel && row == "1")
    return fmt::format("{}column_major({}, {})", space, first, column.empty() ? "0" : column);
  return fmt::format("{}matrix{{{}, {}, {}}}", space, first, row.empty() ? "0" : row,
                     column.empty() ? "0" : column);
}

}  // namespace appyl
