#include "loops/strided_views.h"

#include "loops/array_types.h"
#include "loops/updates.h"

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

std::optional<std::int64_t> constantOf(const Expr* expression, const ASTContext& context) {
  Expr::EvalResult value;
  if (expression->isValueDependent() || !expression->EvaluateAsInt(value, context)) return std::nullopt;
  return value.Val.getInt().tryExtValue();
}

/// Rows or columns that begin where the one before ends, or later; a vector.
bool areApart(const CXXConstructExpr* made, const ASTContext& context) {
  std::vector<const Expr*> sizes, strides;
  collectNumbers(made->getArg(1), sizes);
  collectNumbers(made->getArg(2), strides);
  if (sizes.size() != strides.size()) return false;
  const auto isAtLeast = [&](const Expr* stride, const Expr* size) {
    const auto first = constantOf(stride, context), second = constantOf(size, context);
    return first && second ? *first >= *second : sameExpression(stride, size, context);
  };
  if (strides.size() == 1) return constantOf(strides[0], context) != 0;
  if (strides.size() != 2) return false;
  return (constantOf(strides[1], context) == 1 && isAtLeast(strides[0], sizes[1])) ||
         (constantOf(strides[0], context) == 1 && isAtLeast(strides[1], sizes[0]));
}

class StrideReader {
 public:
  StrideReader(const Directives& directives, const ASTContext& context)
      : directives(directives), context(context) {}

  /// May the view that the expression gives have strides by which elements meet?
  bool mayOverlap(const Expr* value, int depth = 0) {
    bool found = false;
    walk(depth < 5 ? value : nullptr, directives, [&](const Stmt* each) {
      if (const auto* made = dyn_cast<CXXConstructExpr>(each); made && made->getNumArgs() == 3 &&
                                                               isView(made->getType()) &&
                                                               isOfArrayLanguage(made->getConstructor()))
        found |= !areApart(made, context);
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
            variable && variable->getInit() && isView(variable->getType().getNonReferenceType()))
          found |= mayOverlap(variable->getInit(), depth + 1);
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* definition = nullptr;
      if (call && isView(call->getType()) && call->getDirectCallee() &&
          call->getDirectCallee()->hasBody(definition) && !isOfArrayLanguage(definition))
        walk(definition->getBody(), directives, [&](const Stmt* inside) {
          const auto* result = dyn_cast<ReturnStmt>(inside);
          found |= result && mayOverlap(result->getRetValue(), depth + 1);
          return !found;
        });
      return !found;
    });
    return found;
  }

 private:
  const Directives& directives;
  const ASTContext& context;
};

}  // namespace

void noteStridedViews(LoopNest& nest, const Directives& directives, const ASTContext& context) {
  StrideReader reader(directives, context);
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
    if (!access.writes || !variable || !variable->getInit() ||
        !isView(variable->getType().getNonReferenceType()) || !reader.mayOverlap(variable->getInit()))
      continue;
    nest.unknownCalls.push_back("by the strides of '" + array.name + "' two elements may have one place");
    if (!nest.unknownCallAt) nest.unknownCallAt = access.expr;
    return;
  }
}

}  // namespace appyl
