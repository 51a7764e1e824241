// Local arrays of indices that keep what their initialisers say: `int at[2] = {i, j};`,
// `const int stride[2] = {m, 1};`.
#include "nest/scev/scalar_evolution.h"

namespace appyl {

using namespace clang;

/// The values of a local array's elements, as it is declared; null: it has none, or they are no integers.
static const InitListExpr* valuesOf(const VarDecl* array, const ASTContext& context) {
  const auto* type = context.getAsConstantArrayType(array->getType());
  const auto* list = dyn_cast_or_null<InitListExpr>(array->getInit());
  const bool isTable = type && list && array->isLocalVarDecl() && !array->isStaticLocal() &&
                       type->getElementType()->isIntegerType() &&
                       !type->getElementType().isVolatileQualified();
  if (!isTable) return nullptr;
  return list->isSemanticForm() ? list : list->getSemanticForm();
}

/// Is the array named only where one of its elements is read?
bool ScalarEvolution::isTable(const VarDecl* array) {
  if (source.ast.getBaseElementType(array->getType()).isConstQualified()) return true;
  if (const auto known = tables.find(array); known != tables.end()) return known->second;
  int mentions = 0, reads = 0;
  const auto* function = dyn_cast<FunctionDecl>(array->getDeclContext());
  walk(function ? function->getBody() : nullptr, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    mentions += reference && reference->getDecl() == array;
    const auto* cast = dyn_cast<ImplicitCastExpr>(each);
    const auto* element = cast && cast->getCastKind() == CK_LValueToRValue
                              ? dyn_cast<ArraySubscriptExpr>(cast->getSubExpr()->IgnoreParens())
                              : nullptr;
    reads += element && namedVariable(element->getBase()) == array;
    return true;
  });
  return tables[array] = function && mentions == reads;
}

void ScalarEvolution::declareTable(const VarDecl* array) {
  std::erase_if(elements, [&](const auto& known) { return known.first.first == array; });
  const InitListExpr* values = valuesOf(array, source.ast);
  if (!values || !isTable(array)) return;
  for (unsigned k = 0; k < values->getNumInits(); ++k)
    if (const auto value = readAs(values->getInit(k), values->getInit(k)->getType()))
      elements.insert_or_assign({array, k}, *value);
}

/// Is it made of numbers that keep their values, and of elements of constant tables that are?
bool ScalarEvolution::isSettledTable(const Expr* value, const VarDecl* array) const {
  if (isSettled(value) || isSettled(value, settledSince(array))) return true;
  bool isPlain = true;
  walk(value, source.directives, [&](const Stmt* each) {
    const auto* element = dyn_cast<ArraySubscriptExpr>(each);
    const auto* table = element ? dyn_cast_or_null<VarDecl>(namedVariable(element->getBase())) : nullptr;
    if (element) {
      isPlain &= table && valuesOf(table, source.ast) && !isInner(table) &&
                 source.ast.getBaseElementType(table->getType()).isConstQualified() &&
                 element->getIdx()->isIntegerConstantExpr(source.ast);
      return false;
    }
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    isPlain &= !isa<MemberExpr, CallExpr, CXXThisExpr>(each) &&
               (!variable || (variable->hasLocalStorage() && !reassigned.count(variable) &&
                              !variable->getType()->isReferenceType()));
    return isPlain;
  });
  return isPlain;
}

std::optional<Polynomial> ScalarEvolution::readElement(const ArraySubscriptExpr* element) {
  const auto* array = dyn_cast_or_null<VarDecl>(namedVariable(element->getBase()));
  const InitListExpr* values = array ? valuesOf(array, source.ast) : nullptr;
  const auto index = values ? read(element->getIdx()) : std::nullopt;
  const auto at = index ? index->constant() : std::nullopt;
  if (!at || *at < 0 || *at >= values->getNumInits() || !isTable(array)) return std::nullopt;
  if (isInner(array)) {
    const auto known = elements.find({array, static_cast<unsigned>(*at)});
    return known == elements.end() ? std::nullopt : std::optional(known->second);
  }
  const Expr* value = values->getInit(static_cast<unsigned>(*at));
  if (depth > 5 || !isSettledTable(value, array)) return std::nullopt;
  ++depth;
  auto result = readAs(value, value->getType());
  --depth;
  return result && !holdsOpaque(*result) ? result : std::nullopt;
}

}  // namespace appyl
