#include "target/call_modes.h"

#include "loops/array_types.h"
#include "loops/ast.h"
#include "target/device_calls.h"
#include "target/element_types.h"

namespace appyl {

using namespace clang;

const FunctionDecl* definitionOf(const Expr* expression) {
  const auto* call = dyn_cast<CallExpr>(expression);
  const auto* made = dyn_cast<CXXConstructExpr>(expression);
  const FunctionDecl* callee = call ? calleeOf(call) : made ? made->getConstructor() : nullptr;
  if (!callee || callee->isInStdNamespace() || callee->getBuiltinID()) return nullptr;
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const FunctionDecl* definition = nullptr;
  return (pattern ? pattern : callee)->hasBody(definition) ? definition : nullptr;
}

AccessMode modeOfArgument(const FunctionDecl* callee, unsigned index, bool refers,
                          const std::set<const FunctionDecl*>& known) {
  if (!callee || index >= callee->getNumParams()) return AccessMode::Read;
  const QualType type = callee->getParamDecl(index)->getType();
  if (!type->isReferenceType()) return AccessMode::Read;
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  const FunctionDecl* definition = nullptr;
  if ((pattern ? pattern : callee)->hasBody(definition) && known.count(definition)) return AccessMode::Touch;
  if (type.getNonReferenceType().isConstQualified() || type->isRValueReferenceType()) return AccessMode::Read;
  return refers ? AccessMode::Touch : AccessMode::Update;
}

AccessMode modeOfObject(const CXXMethodDecl* method, const std::set<const FunctionDecl*>& known) {
  const FunctionDecl* pattern = method->getTemplateInstantiationPattern();
  const FunctionDecl* definition = nullptr;
  const bool isKnown = (pattern ? pattern : method)->hasBody(definition) && known.count(definition);
  if (isKnown || method->getParent()->isLambda() || method->isStatic()) return AccessMode::Touch;
  const QualType type = method->getASTContext().getRecordType(method->getParent());
  if (changesContainer(method)) return AccessMode::Update;
  if (!isRecorded(type) || isArrayLike(type)) return AccessMode::Touch;
  return method->isConst() ? AccessMode::Read : AccessMode::Update;
}

const CXXOperatorCallExpr* partOfView(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenImpCasts();
  for (const Expr* last = nullptr; last != inner;) {
    last = inner;
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner)) inner = temporary->getSubExpr();
    if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner)) inner = bound->getSubExpr();
    if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
        made && made->getNumArgs() == 1 && isTile(made->getType()))
      inner = made->getArg(0);
    inner = inner->IgnoreParenImpCasts();
  }
  const auto* call = dyn_cast<CXXOperatorCallExpr>(inner);
  const bool isPart = call && call->getOperator() == OO_Call && call->getNumArgs() > 1 &&
                      !call->isTypeDependent() && isView(call->getArg(0)->getType()) &&
                      isTile(call->getType());
  return isPart ? call : nullptr;
}

bool isDependentTile(QualType type) {
  const auto* special = type->isDependentType() ? type->getAs<TemplateSpecializationType>() : nullptr;
  const TemplateDecl* named = special ? special->getTemplateName().getAsTemplateDecl() : nullptr;
  const auto* space = named ? dyn_cast<NamespaceDecl>(named->getDeclContext()) : nullptr;
  return space && space->getName() == "appyl" && named->getName() == "tile";
}

AccessMode modeOfPart(const FunctionDecl* callee, unsigned argument, unsigned arguments) {
  if (isa<CXXMethodDecl>(callee) && !isa<CXXConstructorDecl>(callee) && !callee->isOverloadedOperator())
    return AccessMode::Touch;
  if (!callee->getDeclName().isIdentifier()) return AccessMode::Read;
  const llvm::StringRef name = callee->getName();
  if (name.starts_with("atomic_")) return argument == 0 ? AccessMode::Combine : AccessMode::Read;
  if (name == "load" || name == "store")
    return name == "load" && arguments == 1 ? AccessMode::Read : AccessMode::Touch;
  return AccessMode::Read;
}

}  // namespace appyl
