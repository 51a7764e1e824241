#include "tiles/array_language.h"

namespace appyl {

using namespace clang;

const CXXRecordDecl* recordOf(QualType type) {
  return type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
}

bool isNamed(QualType type, llvm::StringRef name) {
  const CXXRecordDecl* record = recordOf(type);
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && record->getIdentifier() && record->getName() == name;
}

bool isViewType(QualType type) { return isNamed(type, "view"); }

bool isTileOperand(QualType type) { return isTile(type) || isViewType(type); }

/// Of one lane.
QualType laneType(QualType type) {
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type));
  if (!record || !isTileOperand(type) || record->getTemplateArgs().size() == 0)
    return type.getNonReferenceType().getUnqualifiedType();
  return record->getTemplateArgs()[0].getAsType().getUnqualifiedType();
}

const FunctionDecl* languageFunction(const Expr* expression) {
  const auto* call = dyn_cast<CallExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && isOfArrayLanguage(callee) ? callee : nullptr;
}

std::string nameOf(const FunctionDecl* callee) {
  return callee && callee->getDeclName().isIdentifier() ? callee->getName().str() : "";
}

bool isConstant(const Extent& extent, std::int64_t value) {
  return extent.value.isConstant() && *extent.value.constant() == value;
}

const Expr* bareTile(const Expr* expression) {
  for (;;) {
    const Expr* inner = strip(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    if (made && made->getNumArgs() == 1 && isTileOperand(made->getType()) &&
        isTileOperand(made->getArg(0)->getType()))
      inner = made->getArg(0);
    else if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner);
             cast && isTileOperand(cast->getType()) && isTileOperand(cast->getSubExpr()->getType()))
      inner = cast->getSubExpr();
    else if (const auto* call = dyn_cast<CXXMemberCallExpr>(inner);
             call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()) &&
             isTileOperand(call->getType()))
      inner = call->getImplicitObjectArgument();
    if (inner == expression) return inner;
    expression = inner;
  }
}

bool usesTiles(const Stmt* statement) {
  if (!statement) return false;
  if (isa<LambdaExpr>(statement)) return false;
  if (const auto* expression = dyn_cast<Expr>(statement)) {
    const FunctionDecl* callee = languageFunction(expression);
    if (isTile(expression->getType())) return true;
    // `exp(s)` of a scalar is the array language's function, too.
    if (callee && !isOfView(callee) && !isa<CXXConstructorDecl>(callee)) return true;
  }
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each); variable && isTile(variable->getType()))
        return true;
  for (const Stmt* child : statement->children())
    if (usesTiles(child)) return true;
  return false;
}

}  // namespace appyl
