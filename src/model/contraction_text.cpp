// A contraction as people write it down.
#include "model/contraction.h"

#include "nest/ir/symbol_names.h"
#include "nest/scev/scalar_evolution.h"
#include "support/operands.h"

#include <clang/AST/DeclTemplate.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

/// Subscripted by the counters, the one with the largest distance of elements first: `a[i][k]` of a[i * n +
/// k].
std::string elementText(const Matrix& matrix, const LoopNest& nest) {
  std::string text = nest.arrays[matrix.array].name;
  for (const Polynomial& subscript : matrix.subscripts) {
    std::vector<std::pair<std::size_t, std::string>> counters;  // by how many factors their distance has
    for (const Loop& loop : nest.loops)
      if (const auto factor = subscript.coefficient(loop.symbol); factor && !factor->terms.empty()) {
        const bool isOne = factor->isConstant() && std::abs(*factor->constant()) == 1;
        counters.emplace_back(isOne ? 0 : 1 + factor->terms.rbegin()->first.size(), loop.symbol);
      }
    std::stable_sort(counters.begin(), counters.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    for (const auto& [size, name] : counters) text += "[" + writtenName(nest, name) + "]";
  }
  return text;
}

/// `alpha * a[i][k] * b[k][j], summed over k`
std::string sumText(const SumOfProducts& sum, const LoopNest& nest) {
  const clang::ASTContext& context = nest.function->getASTContext();
  std::string text, over;
  if (sum.scale) {
    text = asOperand(textOf(sum.scale, context)) + " * ";
  }
  for (const int each : sum.terms)
    over += (over.empty() ? "" : " and ") + writtenName(nest, nest.loops[each].symbol);
  text += fmt::format("{} * {}, summed over {}", elementText(sum.a, nest), elementText(sum.b, nest), over);
  if (!sum.edge) return text;
  const Loop& terms = nest.loops[sum.terms.front()];
  text += fmt::format(" {} {}", sum.edge->isLast ? "up to" : "from",
                      textOf(sum.edge->isLast ? terms.bound : terms.lower, context));
  return text + (sum.edge->isLast && terms.comparison == Comparison::Less ? " - 1" : "");
}

}  // namespace

std::string print(const Contraction& contraction, const LoopNest& nest) {
  const bool isAdded =
      contraction.start == Contraction::Start::Element || contraction.storedBy == clang::BO_AddAssign;
  std::string text = fmt::format("{} {}= {}{}", elementText(contraction.c, nest),
                                 isAdded ? contraction.isNegative ? "-" : "+" : "",
                                 contraction.isNegative && !isAdded ? "-" : "", sumText(contraction, nest));
  for (const SumOfProducts& each : contraction.further)
    text += fmt::format(", {} {}", each.isNegative ? "less" : "and", sumText(each, nest));
  if (contraction.region != Contraction::Region::Full)
    text += fmt::format(", for {} {} {}", writtenName(nest, nest.loops[contraction.columns].symbol),
                        contraction.region == Contraction::Region::Lower ? "<=" : ">=",
                        writtenName(nest, nest.loops[contraction.rows].symbol));
  if (contraction.start == Contraction::Start::Value) text += "; the sums start at another value";
  if (contraction.stored) text += "; what is stored is a function of the sum";
  if (contraction.mirror)
    text += fmt::format("; {} is the same", textOf(contraction.mirror, nest.function->getASTContext()));
  if (contraction.onlyFor)
    text +=
        fmt::format("; where {} is float, double, int or unsigned", contraction.onlyFor->getNameAsString());
  return text;
}

}  // namespace appyl
