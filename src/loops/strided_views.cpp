#include "loops/strided_views.h"

#include "loops/array_types.h"

#include <numeric>

namespace appyl {
namespace {

using namespace clang;

/// The numbers of `extents<2>{n, 4}`.
void collectNumbers(const Stmt* part, std::vector<const Expr*>& numbers) {
  if (!part) return;
  const auto* list = dyn_cast<InitListExpr>(part);
  for (const Stmt* child : part->children()) {
    const auto* expression = dyn_cast_or_null<Expr>(child);
    if (list && expression && expression->getType()->isIntegerType())
      numbers.push_back(strip(expression));
    else
      collectNumbers(child, numbers);
  }
}

/// `view(data, shape, steps)`, which the sizes of `view(data, n, m)` are not.
bool givesStrides(const CXXConstructExpr* made) {
  const CXXConstructorDecl* constructor = made->getConstructor();
  return isView(made->getType()) && isOfArrayLanguage(constructor) && made->getNumArgs() == 3 &&
         constructor->getParamDecl(2)->getType().getNonReferenceType()->isRecordType();
}

class StrideReader {
 public:
  StrideReader(SymbolReader& symbols, const Directives& directives, const ASTContext& context)
      : symbols(symbols), directives(directives), context(context) {}

  std::vector<Polynomial> covering;  // >= 0 where the elements of the views asked for are apart

  /// May the view that the expression gives have strides by which elements meet?
  bool mayOverlap(const Expr* value, bool isInNest = true, int depth = 0) {
    bool found = false;
    walk(depth < 5 ? value : nullptr, directives, [&](const Stmt* each) {
      if (const auto* made = dyn_cast<CXXConstructExpr>(each); made && givesStrides(made))
        found |= !areApart(made, isInNest);
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
            variable && variable->getInit() && isView(variable->getType().getNonReferenceType()))
          found |= mayOverlap(variable->getInit(), isInNest, depth + 1);
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* definition = nullptr;
      if (call && isView(call->getType()) && call->getDirectCallee() &&
          call->getDirectCallee()->hasBody(definition) && !isOfArrayLanguage(definition))
        walk(definition->getBody(), directives, [&](const Stmt* inside) {
          const auto* result = dyn_cast<ReturnStmt>(inside);
          found |= result && mayOverlap(result->getRetValue(), false, depth + 1);
          return !found;
        });
      return !found;
    });
    return found;
  }

 private:
  SymbolReader& symbols;
  const Directives& directives;
  const ASTContext& context;

  /// A number of another function, or that changes, is only the same as what is written in the same way.
  Polynomial read(const Expr* number, bool isInNest, bool& isKnown) {
    Expr::EvalResult result;
    if (!number->isValueDependent() && number->EvaluateAsInt(result, context))
      if (const auto value = result.Val.getInt().tryExtValue()) return Polynomial(*value);
    const auto value = isInNest && !symbols.isReassigned(number) ? symbols.read(number) : std::nullopt;
    if (value && symbols.isOfParameters(*value)) return *value;
    isKnown = false;
    return Polynomial::symbol(textOf(number, context));
  }

  /// Rows or columns, and planes of them, that begin where the one before ends, or later.
  bool areApart(const CXXConstructExpr* made, bool isInNest) {
    std::vector<const Expr*> sizes, strides;
    collectNumbers(made->getArg(1), sizes);
    collectNumbers(made->getArg(2), strides);
    if (sizes.size() != strides.size() || sizes.empty()) return false;
    bool isKnown = true;
    std::vector<Polynomial> size, stride;
    for (const Expr* each : sizes) size.push_back(read(each, isInNest, isKnown));
    for (const Expr* each : strides) stride.push_back(read(each, isInNest, isKnown));
    if (stride.size() == 1) return stride[0].constant() != 0;
    std::vector<std::size_t> order(stride.size());
    std::iota(order.begin(), order.end(), 0);
    const auto byColumns = conditions(size, stride, order);
    std::reverse(order.begin(), order.end());
    const auto byRows = conditions(size, stride, order);
    if ((byRows && byRows->empty()) || (byColumns && byColumns->empty())) return true;
    if (!isKnown || !(byRows || byColumns)) return false;
    const auto& taken = byRows ? *byRows : *byColumns;
    covering.insert(covering.end(), taken.begin(), taken.end());
    return true;
  }

  /// Under which each stride covers the dimension in front of it in `order`; nullopt: they cannot hold.
  static std::optional<std::vector<Polynomial>> conditions(const std::vector<Polynomial>& size,
                                                           const std::vector<Polynomial>& stride,
                                                           const std::vector<std::size_t>& order) {
    std::vector<Polynomial> result;
    std::optional<Polynomial> covered(1);
    for (const std::size_t each : order) {
      const auto left = covered ? subtract(stride[each], *covered) : std::nullopt;
      const auto constant = left ? left->constant() : std::nullopt;
      if (!left || (constant && *constant < 0) || (!constant && stride[each].constant())) return std::nullopt;
      if (!constant) result.push_back(*left);
      covered = multiply(size[each], stride[each]);
    }
    return result;
  }
};

}  // namespace

void noteStridedViews(LoopNest& nest, SymbolReader& symbols, const Directives& directives,
                      const ASTContext& context) {
  StrideReader reader(symbols, directives, context);
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
    if (!access.writes || !variable || !variable->getInit() ||
        !isView(variable->getType().getNonReferenceType()))
      continue;
    if (reader.mayOverlap(variable->getInit())) {
      nest.unknownCalls.push_back("by the strides of '" + array.name + "' two elements may have one place");
      if (!nest.unknownCallAt) nest.unknownCallAt = access.expr;
      return;
    }
  }
  nest.takenAsCovering = std::move(reader.covering);
}

}  // namespace appyl
