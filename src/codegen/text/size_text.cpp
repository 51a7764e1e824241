#include "codegen/text/size_text.h"

#include "nest/ast/array_types.h"
#include "nest/scev/scalar_evolution.h"
#include "support/operands.h"

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

/// A size or a part of it. Whatever its names are of, something in it has 64 bits, or it begins with a call
/// that has.
struct SizePart {
  std::string text;
  bool holdsLong = false, beginsLong = false;
  bool isName = false;  // one value of the source's, as it is named

  bool isLong() const { return holdsLong || beginsLong; }
  SizePart asOperand() const {
    return {appyl::asOperand(text), holdsLong, beginsLong && isOperand(text), isName};
  }
};

SizePart sizePart(const Polynomial& given, const RangeReader& ranges);

/// `last - first` of two pointers, as one symbol.
bool isDistance(const std::string& name, const RangeReader& ranges) {
  return name.front() == '(' && ranges.symbol(name).kind == Symbol::Kind::Opaque;
}

SizePart symbolPart(const std::string& name, const RangeReader& ranges) {
  const Symbol& symbol = ranges.symbol(name);
  const auto divided = [&](const char* operation) -> SizePart {
    const SizePart left = sizePart(symbol.operand, ranges).asOperand(),
                   right = symbol.divisor > 0 ? SizePart{std::to_string(symbol.divisor)}
                                              : sizePart(symbol.right, ranges).asOperand();
    return {fmt::format("{} {} {}", left.text, operation, right.text), left.holdsLong || right.holdsLong,
            left.beginsLong};
  };
  switch (symbol.kind) {
    case Symbol::Kind::Quotient: return divided("/");
    case Symbol::Kind::Remainder: return divided("%");
    case Symbol::Kind::Minimum:
    case Symbol::Kind::Maximum: {
      const SizePart left = sizePart(symbol.operand, ranges), right = sizePart(symbol.right, ranges);
      return {fmt::format("std::{}<long long>({}, {})", symbol.kind == Symbol::Kind::Minimum ? "min" : "max",
                          left.text, right.text),
              left.holdsLong || right.holdsLong, /*beginsLong=*/true};
    }
    default: return {name, false, false, !isDistance(name, ranges)};
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

namespace {

/// A product, computed in 64 bits; a single name may be what it is.
SizePart productPart(const Monomial& monomial, std::int64_t factor, const RangeReader& ranges) {
  SizePart product;
  for (const std::string& name : monomial) {
    const SizePart symbol = symbolPart(name, ranges);
    const SizePart operand = isDistance(name, ranges) ? symbol : symbol.asOperand();
    if (product.text.empty()) product.beginsLong = operand.beginsLong;
    product.text += (product.text.empty() ? "" : " * ") + operand.text;
    product.holdsLong |= operand.holdsLong;
    product.isName = operand.isName && monomial.size() == 1;
  }
  const bool isOnce = std::abs(factor) == 1;
  if (isOnce && (monomial.size() == 1 || product.isLong())) return product;
  return {fmt::format("{}LL * {}", std::abs(factor), product.text), true, false};
}

SizePart sizePart(const Polynomial& given, const RangeReader& ranges) {
  if (const auto constant = given.constant()) return {std::to_string(*constant)};
  const Polynomial value = withDistances(given, ranges);
  std::string added, taken;
  SizePart sum;
  bool isName = false;  // the last part
  for (const auto& [monomial, factor] : value.terms) {
    if (monomial.empty()) continue;
    const SizePart product = productPart(monomial, factor, ranges);
    if (factor > 0 && added.empty()) sum.beginsLong = product.beginsLong;
    sum.holdsLong |= product.holdsLong;
    isName = product.isName && factor > 0;
    (factor > 0 ? added : taken) += (factor > 0 ? " + " : " - ") + product.text;
  }
  sum.holdsLong |= added.empty();
  sum.text = (added.empty() ? "0LL" : added.substr(3)) + taken;
  const auto constant = value.terms.find({});
  const bool hasConstant = constant != value.terms.end();
  sum.isName = isName && value.terms.size() == 1;
  const bool isNameAndConstant = isName && hasConstant && value.terms.size() == 2;
  if (!sum.isName && !isNameAndConstant && !sum.isLong()) sum = {"1LL * " + sum.text, true, false};
  if (hasConstant)
    sum.text += fmt::format(" {} {}{}", constant->second > 0 ? '+' : '-', std::abs(constant->second),
                            isNameAndConstant ? "LL" : "");
  sum.holdsLong |= isNameAndConstant;
  return sum;
}

}  // namespace

std::string sizeText(const Polynomial& given, const RangeReader& ranges) {
  return sizePart(given, ranges).text;
}

}  // namespace appyl
