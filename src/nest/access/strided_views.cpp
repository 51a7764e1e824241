#include "nest/access/strided_views.h"

#include "nest/ast/array_types.h"
#include "nest/privatization/updates.h"

#include <algorithm>
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

/// `view(data, shape, steps)`; `view(data, n, m)` gives sizes only.
bool givesStrides(const CXXConstructExpr* made) {
  const CXXConstructorDecl* constructor = made->getConstructor();
  return isOfArrayLanguage(constructor) && made->getNumArgs() == 3 &&
         constructor->getParamDecl(2)->getType().getNonReferenceType()->isRecordType();
}

bool isViewOf(QualType type) { return isView(type.getNonReferenceType()); }

/// Finds where an expression's view is made with strides: in the expression, where the view that it copies
/// was made, in functions that return the view or that it is handed to.
class Makers {
 public:
  explicit Makers(const Directives& directives) : directives(directives) {}

  std::vector<const CXXConstructExpr*> found;

  void visit(const Expr* value, int depth = 0) {
    if (!value || depth > 8) return;
    value = strip(value);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(value)) return visit(cast->getSubExpr(), depth + 1);
    if (const auto* choice = dyn_cast<ConditionalOperator>(value)) {
      visit(choice->getTrueExpr(), depth + 1);
      return visit(choice->getFalseExpr(), depth + 1);
    }
    if (const auto* made = dyn_cast<CXXConstructExpr>(value)) {
      if (givesStrides(made))
        found.push_back(made);
      else if (made->getNumArgs() == 1 && isViewOf(made->getArg(0)->getType()))
        visit(made->getArg(0), depth + 1);
    } else if (const auto* reference = dyn_cast<DeclRefExpr>(value)) {
      const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
      if (variable && isViewOf(variable->getType())) visit(variable->getInit(), depth + 1);
    } else if (const auto* call = dyn_cast<CallExpr>(value)) {
      visitCall(call, depth + 1);
    }
  }

 private:
  const Directives& directives;

  void visitCall(const CallExpr* call, int depth) {
    for (const Expr* argument : call->arguments())
      if (isViewOf(argument->getType())) visit(argument, depth);
    const FunctionDecl* definition = nullptr;
    if (!call->getDirectCallee() || !call->getDirectCallee()->hasBody(definition) ||
        isOfArrayLanguage(definition))
      return;
    walk(definition->getBody(), directives, [&](const Stmt* inside) {
      if (const auto* result = dyn_cast<ReturnStmt>(inside)) visit(result->getRetValue(), depth);
      return !isa<LambdaExpr>(inside);
    });
  }
};

/// What is known of the extents and strides of one view: constants, and names of its own numbers.
class StrideReader {
 public:
  StrideReader(const VarDecl* variable, bool isStill, const ASTContext& context)
      : name(variable->getNameAsString()), isStill(isStill), context(context) {}

  /// The conditions under which the elements of the view that `made` gives are apart; nullopt: not known.
  std::optional<std::vector<Polynomial>> apart(const CXXConstructExpr* made) const {
    std::vector<const Expr*> sizes, strides;
    collectNumbers(made->getArg(1), sizes);
    collectNumbers(made->getArg(2), strides);
    if (sizes.size() != strides.size() || sizes.empty()) return std::nullopt;
    std::vector<Polynomial> size, stride;
    for (std::size_t d = 0; d < sizes.size(); ++d) size.push_back(read(sizes[d], "extent", d));
    for (std::size_t d = 0; d < strides.size(); ++d) {
      const auto same = std::find_if(sizes.begin(), sizes.end(), [&](const Expr* each) {
        return isStill && sameExpression(each, strides[d], context);
      });
      stride.push_back(same != sizes.end() ? size[static_cast<std::size_t>(same - sizes.begin())]
                                           : read(strides[d], "stride", d));
    }
    if (stride.size() == 1) {
      if (const auto constant = stride[0].constant())
        return *constant == 0 ? std::nullopt : std::optional(std::vector<Polynomial>());
      const auto some = unequal(stride[0], Polynomial(0));
      return some ? std::optional(std::vector{*some}) : std::nullopt;
    }
    std::vector<std::size_t> order(stride.size());
    std::iota(order.begin(), order.end(), 0);
    const auto byColumns = conditions(size, stride, order);
    std::reverse(order.begin(), order.end());
    const auto byRows = conditions(size, stride, order);
    return byColumns && (byColumns->empty() || !byRows) ? byColumns : byRows;
  }

 private:
  std::string name;
  bool isStill;  // the view is what it was made as
  const ASTContext& context;

  Polynomial read(const Expr* number, const char* member, std::size_t dimension) const {
    const auto value = isStill ? constantOf(number, context) : std::nullopt;
    if (value) return Polynomial(*value);
    return Polynomial::symbol(name + "." + member + "(" + std::to_string(dimension) + ")");
  }

  /// Conditions for each stride to cover the dimension in front of it in `order`; nullopt: they cannot hold.
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

/// The rank that the type says; 0 where a template decides it.
std::int64_t rankOf(QualType type) {
  const auto* view =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  const bool hasRank = view && view->getTemplateArgs().size() > 1 &&
                       view->getTemplateArgs()[1].getKind() == TemplateArgument::Integral;
  return hasRank ? view->getTemplateArgs()[1].getAsIntegral().getExtValue() : 0;
}

}  // namespace

void noteStridedViews(LoopNest& nest, const ScalarEvolution& symbols, const Source& source) {
  std::set<const VarDecl*> known;
  for (const Access& access : nest.accesses) {
    const Array& array = nest.arrays[access.array];
    const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
    if (!access.writes || !variable || !isViewOf(variable->getType()) || !known.insert(variable).second)
      continue;
    const bool isStill =
        variable->getType().isConstQualified() || variable->getType()->isReferenceType() ||
        (variable->isLocalVarDecl() && !variable->isStaticLocal() && !symbols.isReassigned(variable));
    const bool hasName = array.scope < 0 && !symbols.isHidden(variable);
    const StrideReader reader(variable, isStill, source.ast);
    Makers makers(source.directives);
    makers.visit(variable->getInit());
    for (const CXXConstructExpr* made : makers.found) {
      const auto conditions = reader.apart(made);
      const bool isOfRank = hasName && rankOf(made->getType()) == rankOf(variable->getType());
      if (!conditions || !(conditions->empty() || isOfRank)) {
        nest.addOpaqueEffect("by the strides of '" + array.name + "' two elements may have one place",
                             access.expr);
        return;
      }
      for (const Polynomial& each : *conditions) {
        nest.takenToHold.push_back(each);
        for (const std::string& number : each.symbols()) nest.symbols[number].kind = Symbol::Kind::Parameter;
      }
    }
  }
}

}  // namespace appyl
