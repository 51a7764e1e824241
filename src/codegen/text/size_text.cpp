#include "codegen/text/size_text.h"

#include "nest/ast/array_types.h"
#include "nest/scev/scalar_evolution.h"
#include "support/operands.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

/// Is the text computed in 64 bits?
bool isLong(const std::string& text) {
  return text.find("LL") != std::string::npos || text.rfind("std::m", 0) == 0;
}

std::string symbolText(const std::string& name, const RangeReader& ranges) {
  const Symbol& symbol = ranges.symbol(name);
  const auto operand = [&](const Polynomial& value) { return asOperand(sizeText(value, ranges)); };
  switch (symbol.kind) {
    case Symbol::Kind::Quotient:
      return fmt::format("{} / {}", operand(symbol.operand),
                         symbol.divisor > 0 ? std::to_string(symbol.divisor) : operand(symbol.right));
    case Symbol::Kind::Remainder: return fmt::format("{} % {}", operand(symbol.operand), symbol.divisor);
    case Symbol::Kind::Minimum:
    case Symbol::Kind::Maximum:
      return fmt::format("std::{}<long long>({}, {})", symbol.kind == Symbol::Kind::Minimum ? "min" : "max",
                         sizeText(symbol.operand, ranges), sizeText(symbol.right, ranges));
    default: return name;
  }
}

}  // namespace

ExtentText extentOf(const ClauseArgument& argument, QualType type, const ASTContext& context) {
  const auto written = [&](std::size_t k) {
    return argument.expressions[k] ? asOperand(textOf(argument.expressions[k], context)) : "0";
  };
  const std::size_t given = argument.expressions.size() - 1;
  if (argument.text.find(':') != std::string::npos) return {given > 1 ? written(1) : "0", written(given)};
  std::size_t rank = 1;
  for (QualType inner = elementTypeOf(type, context); !inner.isNull() && inner->isArrayType();
       inner = elementTypeOf(inner, context))
    ++rank;
  ExtentText extent{"0", written(1)};
  for (std::size_t k = 2; k + rank <= given + 1; ++k) extent.last += " * " + written(k);
  if (given > rank) extent.last = "1LL * " + extent.last;
  return extent;
}

static bool isDistance(const std::string& name, const RangeReader& ranges) {
  return name.front() == '(' && ranges.symbol(name).kind == Symbol::Kind::Opaque;
}

/// `last - first` of two pointers as one symbol: nothing else can be done with them.
static Polynomial withDistances(Polynomial value, const RangeReader& ranges) {
  for (const std::string& last : value.symbols())
    for (const std::string& first : value.symbols()) {
      if (last == first || !ranges.isPointer(last) || !ranges.isPointer(first)) continue;
      const auto factor = value.coefficient(last), other = value.coefficient(first);
      const auto sum = factor && other ? add(*factor, *other) : std::nullopt;
      const bool isAdded = factor && !factor->terms.empty() && factor->terms.begin()->second > 0;
      if (!sum || !sum->terms.empty() || !isAdded) continue;
      const auto distance = multiply(*factor, Polynomial::symbol("(" + last + " - " + first + ")"));
      const auto whole = distance ? add(value.without(last).without(first), *distance) : std::nullopt;
      value = whole.value_or(value);
    }
  return value;
}

std::string sizeText(const Polynomial& given, const RangeReader& ranges) {
  if (const auto constant = given.constant()) return std::to_string(*constant);
  const Polynomial value = withDistances(given, ranges);
  std::string added, taken;
  for (const auto& [monomial, factor] : value.terms) {
    if (monomial.empty()) continue;
    std::string product =
        monomial.size() == 1 && std::abs(factor) == 1 ? "" : fmt::format("{}LL", std::abs(factor));
    for (const std::string& name : monomial) {
      const std::string symbol = symbolText(name, ranges);
      product += (product.empty() ? "" : " * ") + (isDistance(name, ranges) ? symbol : asOperand(symbol));
    }
    if (product.rfind("1LL * ", 0) == 0 && isLong(product.substr(6))) product.erase(0, 6);
    (factor > 0 ? added : taken) += (factor > 0 ? " + " : " - ") + product;
  }
  std::string sum = (added.empty() ? "0LL" : added.substr(3)) + taken;
  const auto constant = value.terms.find({});
  const bool isName = value.terms.size() == 1 && sum.find(' ') == std::string::npos;
  const bool isNameAndConstant = value.terms.size() == 2 && constant != value.terms.end() && !added.empty() &&
                                 sum.find(' ') == std::string::npos;
  if (!isName && !isNameAndConstant && !isLong(sum)) sum = "1LL * " + sum;
  if (constant != value.terms.end())
    sum += fmt::format(" {} {}{}", constant->second > 0 ? '+' : '-', std::abs(constant->second),
                       isNameAndConstant ? "LL" : "");
  return sum;
}

}  // namespace appyl
