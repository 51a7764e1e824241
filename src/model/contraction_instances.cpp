// What the arguments of a template decide of a contraction in it.
#include "model/contraction_reader.h"
#include "model/kernel.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"

#include <algorithm>

namespace appyl {

using namespace clang;

static bool isSameShape(const Contraction& one, const LoopNest& nest, const Contraction& other,
                        const LoopNest& otherNest) {
  const auto sameArrays = [&](const Matrix& x, const Matrix& y) {
    return nest.arrays[x.array].name == otherNest.arrays[y.array].name;
  };
  const auto sameSums = [&](const SumOfProducts& x, const SumOfProducts& y) {
    return x.terms == y.terms && x.edge == y.edge && x.isNegative == y.isNegative && !x.scale == !y.scale &&
           sameArrays(x.a, y.a) && sameArrays(x.b, y.b);
  };
  return one.rows == other.rows && one.columns == other.columns && one.batches == other.batches &&
         one.region == other.region && one.start == other.start && one.isInPlace == other.isInPlace &&
         !one.stored == !other.stored && !one.mirror == !other.mirror && sameSums(one, other) &&
         std::equal(one.further.begin(), one.further.end(), other.further.begin(), other.further.end(),
                    sameSums) &&
         sameArrays(one.c, other.c);
}

/// Is there anything in it that the arguments of a template decide, or of a generic lambda?
static bool isDependent(const LoopNest& nest, const Directives& directives) {
  bool dependent = nest.function->isDependentContext();
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    dependent |= expression && (expression->isTypeDependent() || expression->isValueDependent());
    return !dependent;
  });
  return dependent;
}

static bool isNumber(QualType type, const ASTContext& context) {
  if (type->isSpecificBuiltinType(BuiltinType::Float) || type->isSpecificBuiltinType(BuiltinType::Double))
    return true;
  return !type->isDependentType() && type->isIntegerType() && !type->isBooleanType() &&
         !type->isEnumeralType() && context.getTypeSize(type) <= 64;
}

static bool isElement(QualType type, const ASTContext& context) {
  return isNumber(type, context) || type->isFloat16Type() || isSmallFloat(type->getAsCXXRecordDecl());
}

static std::optional<Contraction> contractionOf(const LoopNest& nest, const Source& source) {
  auto found = ContractionReader(nest, source).run();
  if (found)
    found->isOfNumbers =
        isNumber(found->sum, source.ast) && llvm::all_of(nest.accesses, [&](const Access& access) {
          return isElement(access.expr->getType().getNonReferenceType(), source.ast);
        });
  return found;
}

/// Is everything in it calculated in `type`, and nothing called? `sum`: the variable that is summed up in.
static bool isAllOf(QualType type, const Stmt* part, const VarDecl* sum, const LoopNest& nest,
                    const Source& source) {
  std::set<const Expr*> elements;
  for (const Access& access : nest.accesses) elements.insert(access.expr);
  bool isAll = true;
  walk(part, source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return isAll = false;
    if (elements.count(expression)) return false;  // all elements are looked at
    if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
      const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
      isAll &= variable && source.ast.hasSameType(bare(variable->getType()), type);
      if (isAll && variable != sum && isDeclaredInside(variable, nest.loops.front().stmt, source.directives))
        isAll = variable->getInit() && isAllOf(type, variable->getInit(), sum, nest, source);
    }
    return isAll &= isa<DeclRefExpr, ParenExpr, BinaryOperator, UnaryOperator, ImplicitCastExpr>(expression);
  });
  return isAll;
}

/// The parameter of the template whose type all elements, products and sums have, if one has: where it stands
/// for a type that the kernels calculate with, the nest is what it is for any instance.
static const TemplateTypeParmDecl* onlyTypeOf(const Contraction& found, const LoopNest& nest,
                                              const Source& source) {
  const QualType type = bare(found.sum);
  if (!type->getAs<TemplateTypeParmType>()) return nullptr;
  const QualType written =
      found.variable ? found.variable->getType() : typeOfElement(found.elements.front(), source.ast);
  const auto* named = dyn_cast<TemplateTypeParmType>(written.getTypePtr());
  for (const Access& access : nest.accesses)
    if (!source.ast.hasSameType(typeOfElement(access.expr, source.ast), type)) return nullptr;
  const auto isOfType = [&](const Stmt* part) { return isAllOf(type, part, found.variable, nest, source); };
  if (!isOfType(found.update) || (found.startValue && !isOfType(found.startValue))) return nullptr;
  if (!found.further.empty()) return nullptr;
  return named && !named->getDecl()->isImplicit() ? named->getDecl() : nullptr;  // `auto` has no name
}

std::optional<Contraction> recogniseContraction(const Kernel& kernel, const std::vector<LoopNest>& instances,
                                                const Source& source) {
  if (!kernel.isProvedAsWritten() || !kernel.launches) return std::nullopt;
  auto found = contractionOf(kernel.nest, source);
  if (!found || !isDependent(kernel.nest, source.directives)) return found;
  // Other files may instantiate the templates of a header.
  bool isKnown = !instances.empty() && !(isHeader(source.ast) && found->sum->isDependentType());
  bool isOfNumbers = true;
  for (const LoopNest& instance : instances) {
    const auto same = contractionOf(instance, source);
    isKnown = isKnown && same && isSameShape(*found, kernel.nest, *same, instance);
    isOfNumbers &= same && same->isOfNumbers;
  }
  if (isKnown) {
    found->isOfNumbers = isOfNumbers;
    return found;
  }
  found->onlyFor = onlyTypeOf(*found, kernel.nest, source);
  return found->onlyFor ? std::move(found) : std::nullopt;
}

}  // namespace appyl
