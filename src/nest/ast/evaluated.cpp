#include "nest/ast/evaluated.h"

#include "nest/ast/library_facts.h"

namespace appyl {

using namespace clang;

static std::vector<const Expr*> childrenOf(const Expr* expression) {
  std::vector<const Expr*> parts;
  for (const Stmt* child : expression->children())
    if (const auto* part = dyn_cast_or_null<Expr>(child)) parts.push_back(part);
  return parts;
}

std::optional<std::vector<const Expr*>> evaluatedOperands(const Expr* expression) {
  const std::vector<const Expr*> none;
  if (const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(expression)) {
    const bool isEvaluated =
        trait->getKind() == UETT_SizeOf && trait->getTypeOfArgument()->isVariableArrayType();
    return isEvaluated ? childrenOf(trait) : none;
  }
  if (isa<CXXNoexceptExpr, ExpressionTraitExpr, ArrayTypeTraitExpr>(expression)) return none;
  if (const auto* asked = dyn_cast<CXXTypeidExpr>(expression); asked && !asked->isTypeDependent())
    return asked->isPotentiallyEvaluated() ? childrenOf(asked) : none;
  if (const auto* generic = dyn_cast<GenericSelectionExpr>(expression);
      generic && !generic->isResultDependent())
    return std::vector{generic->getResultExpr()};
  if (const auto* choice = dyn_cast<ChooseExpr>(expression); choice && !choice->isConditionDependent())
    return std::vector<const Expr*>{choice->getChosenSubExpr()};
  const auto* call = dyn_cast<CallExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && (call->isUnevaluatedBuiltinCall(callee->getASTContext()) ||
                 (callee->getBuiltinID() && functionIs(calleeName(call), Fact::Assumes))))
    return none;
  return std::nullopt;
}

std::vector<const Expr*> sizesIn(QualType type) {
  std::vector<const Expr*> sizes;
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (type->getAs<TypedefType>() && isa<TypedefType>(type)) break;
    if (const auto* array = dyn_cast<VariableArrayType>(type); array && array->getSizeExpr())
      sizes.push_back(array->getSizeExpr());
    if (const auto* array = dyn_cast<ArrayType>(type))
      type = array->getElementType();
    else if (const auto* pointer = dyn_cast<PointerType>(type))
      type = pointer->getPointeeType();
    else if (const auto* reference = dyn_cast<ReferenceType>(type))
      type = reference->getPointeeType();
    else if (const auto* function = dyn_cast<FunctionType>(type))
      type = function->getReturnType();
    else if (const QualType inner = type->getLocallyUnqualifiedSingleStepDesugaredType(); inner != type)
      type = inner;
    else
      break;
  }
  return sizes;
}

std::vector<const Expr*> hiddenSizes(const Stmt* statement) {
  std::vector<const Expr*> sizes;
  const auto add = [&](QualType type) {
    for (const Expr* each : sizesIn(type))
      if (llvm::find(statement->children(), each) == statement->child_end()) sizes.push_back(each);
  };
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* each : declaration->decls()) {
      if (const auto* variable = dyn_cast<VarDecl>(each)) add(variable->getType());
      if (const auto* name = dyn_cast<TypedefNameDecl>(each)) add(name->getUnderlyingType());
    }
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(statement)) add(cast->getTypeAsWritten());
  if (const auto* literal = dyn_cast<CompoundLiteralExpr>(statement)) add(literal->getType());
  return sizes;
}

}  // namespace appyl
