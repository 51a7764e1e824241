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
    // `exp(s)` of a scalar is the array language's function, too; what a bfloat16 does is not.
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (callee && !isOfView(callee) && !isa<CXXConstructorDecl>(callee) &&
        !(method && isSmallFloat(method->getParent())))
      return true;
  }
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each); variable && isTile(variable->getType()))
        return true;
  for (const Stmt* child : statement->children())
    if (usesTiles(child)) return true;
  return false;
}

bool isAtomicFunction(const FunctionDecl* callee) {
  return callee && isOfArrayLanguage(callee) && llvm::StringRef(nameOf(callee)).starts_with("atomic_");
}

/// `depth`: of operators and constructors of the program's own, a lambda's call among them, into whose bodies
/// one has looked.
static bool hasEffect(const Stmt* statement, const std::function<bool(const FunctionDecl*)>& isHarmless,
                      int depth = 0) {
  if (isa<LambdaExpr>(statement)) return false;
  const auto initialises = [&](const FunctionDecl* definition) {  // its members by something with effects
    const auto* constructor = dyn_cast<CXXConstructorDecl>(definition);
    return constructor && llvm::any_of(constructor->inits(), [&](const CXXCtorInitializer* each) {
             return hasEffect(each->getInit(), isHarmless, depth + 1);
           });
  };
  const auto looksHarmless = [&](const FunctionDecl* callee) {
    const FunctionDecl* definition = nullptr;
    constexpr int most = 4;
    const bool isLibrary = callee->isInStdNamespace() && callee->getOverloadedOperator() != OO_Call;
    return callee->isTrivial() || callee->isDefaulted() || isHarmless(callee) || isLibrary ||
           isOfArrayLanguage(callee) ||
           (depth < most && !callee->isInStdNamespace() && callee->hasBody(definition) &&
            !hasEffect(definition->getBody(), isHarmless, depth + 1) && !initialises(definition));
  };
  const auto* call = dyn_cast<CallExpr>(statement);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (call && !isa<CXXOperatorCallExpr>(call) && !(callee && isHarmless(callee))) return true;
  if (callee && isa<CXXOperatorCallExpr>(call) && !looksHarmless(callee)) return true;
  const auto* made = dyn_cast<CXXConstructExpr>(statement);
  if (made && !looksHarmless(made->getConstructor())) return true;
  if (isAtomicFunction(callee)) return true;
  const auto* whole = dyn_cast<Expr>(statement);
  if (whole && asAssignment(whole)) return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt* child) { return child && hasEffect(child, isHarmless, depth); });
}

bool callsOrAssigns(const Stmt* statement) { return hasEffect(statement, isOfArrayLanguage); }

/// `std::max(x, y)`, `sqrt(x)`; not `std::exchange(x, y)`, `std::invoke(f)`, `std::copy(...)`.
static bool takesValues(const FunctionDecl* callee) {
  return llvm::all_of(callee->parameters(), [](const ParmVarDecl* parameter) {
    const QualType type = parameter->getType(), value = type.getNonReferenceType();
    const auto* record = value->getAsCXXRecordDecl();
    const bool isList = record && record->isInStdNamespace() && record->getName() == "initializer_list";
    return type->isReferenceType() ? value.isConstQualified() : isList || !(record || value->isPointerType());
  });
}

bool mayHaveEffects(const Stmt* statement) {
  return hasEffect(statement, [](const FunctionDecl* callee) {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const bool isStandard =
        method ? (method->isConst() || method->isStatic()) && method->getParent()->isInStdNamespace() &&
                     method->getOverloadedOperator() != OO_Call
               : (callee->isInStdNamespace() || callee->getBuiltinID() != 0) && takesValues(callee);
    return isStandard || isOfArrayLanguage(callee);
  });
}

}  // namespace appyl
