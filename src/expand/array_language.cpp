#include "expand/array_language.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"

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

bool isViewOfOneDimension(QualType type) {
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type));
  if (!record || !isViewType(type) || record->getTemplateArgs().size() < 2) return false;
  const TemplateArgument& rank = record->getTemplateArgs()[1];
  return rank.getKind() == TemplateArgument::Integral && rank.getAsIntegral() == 1;
}

bool isTileOperand(QualType type) { return isTile(type) || isViewType(type); }

/// The type of one lane.
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

const Expr* withoutConversion(const Expr* number) {
  const auto* made = dyn_cast<CXXConstructExpr>(strip(number));
  const bool isSaid = !made || isa<CXXTemporaryObjectExpr>(made) || made->getNumArgs() != 1 ||
                      made->getBeginLoc() != made->getArg(0)->getBeginLoc();
  return isSaid || !isSmallFloat(made->getConstructor()->getParent()) ? number : made->getArg(0);
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

namespace {

/// Which calls count as effects.
struct Effects {
  std::function<bool(const FunctionDecl*)> isHarmless;  // without a look into it
  bool looksIntoCalls = false;                          // operators and constructors are looked into anyway
};

/// Is it a number of the function's own that is changed?
bool isOwnNumber(const Expr* target, const FunctionDecl* function) {
  const auto* variable = dyn_cast_or_null<VarDecl>(rootVariable(target));
  if (!function || !variable || !variable->hasLocalStorage() || variable->isInitCapture() ||
      variable->getDeclContext() != function)
    return false;
  return variable->getType()->getBaseElementTypeUnsafe()->isArithmeticType() &&
         (variable->getType()->isArithmeticType() || variable->getType()->isConstantArrayType());
}

/// `inside`: the function whose body is read; `depth`: how many of these are inside one another.
bool hasEffect(const Stmt* statement, const Effects& effects, const FunctionDecl* inside = nullptr,
               int depth = 0) {
  if (isa<LambdaExpr>(statement)) return false;
  const auto initialises = [&](const FunctionDecl* definition) {  // its members by something with effects
    const auto* constructor = dyn_cast<CXXConstructorDecl>(definition);
    return constructor && llvm::any_of(constructor->inits(), [&](const CXXCtorInitializer* each) {
             return hasEffect(each->getInit(), effects, definition, depth + 1);
           });
  };
  const auto looksHarmless = [&](const FunctionDecl* callee) {
    const FunctionDecl* definition = nullptr;
    constexpr int most = 4;
    const bool isLibrary = callee->isInStdNamespace() && callee->getOverloadedOperator() != OO_Call;
    return callee->isTrivial() || callee->isDefaulted() || effects.isHarmless(callee) || isLibrary ||
           isOfArrayLanguage(callee) ||
           (depth < most && !callee->isInStdNamespace() && callee->hasBody(definition) &&
            !hasEffect(definition->getBody(), effects, definition, depth + 1) && !initialises(definition));
  };
  const auto* call = dyn_cast<CallExpr>(statement);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const bool isOperator = isa_and_nonnull<CXXOperatorCallExpr>(call);
  if (call && !isOperator && !(callee && effects.isHarmless(callee)) &&
      !(callee && effects.looksIntoCalls && !callee->isInStdNamespace() && looksHarmless(callee)))
    return true;
  if (callee && isOperator && !looksHarmless(callee)) return true;
  const auto* made = dyn_cast<CXXConstructExpr>(statement);
  if (made && !looksHarmless(made->getConstructor())) return true;
  if (isAtomicFunction(callee)) return true;
  const auto* whole = dyn_cast<Expr>(statement);
  const auto assignment = whole ? asAssignment(whole) : std::nullopt;
  if (assignment && !isOwnNumber(assignment->target, inside)) return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt* child) { return child && hasEffect(child, effects, inside, depth); });
}

/// `std::max(x, y)`, `sqrt(x)`; not `std::exchange(x, y)`, `std::invoke(f)`, `std::copy(...)`.
bool takesValues(const FunctionDecl* callee) {
  return llvm::all_of(callee->parameters(), [](const ParmVarDecl* parameter) {
    const QualType type = parameter->getType(), value = type.getNonReferenceType();
    const bool isList = classIs(libraryTemplate(value), ClassFact::List);
    return type->isReferenceType() ? value.isConstQualified()
                                   : isList || !(value->getAsCXXRecordDecl() || value->isPointerType());
  });
}

/// Is it a function of the standard library that only computes a value, or the place of one?
bool isPlainFunction(const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const auto leadsToElements = [](const CXXMethodDecl* each) {
    const QualType type = each->getASTContext().getRecordType(each->getParent());
    return memberIs(nameOf(each), {Fact::Bound, Fact::Element}) ||
           (isContiguousContainer(type) && memberIs(nameOf(each), Fact::Data));  // not `get` of a stream
  };
  const bool isStandard =
      method ? (method->isConst() || method->isStatic() || leadsToElements(method)) &&
                   method->getParent()->isInStdNamespace() && method->getOverloadedOperator() != OO_Call
             : (callee->isInStdNamespace() || callee->getBuiltinID() != 0) && takesValues(callee);
  return isStandard || isOfArrayLanguage(callee);
}

}  // namespace

bool callsOrAssigns(const Stmt* statement) { return hasEffect(statement, {isOfArrayLanguage}); }

bool mayHaveEffects(const Stmt* statement) { return hasEffect(statement, {isPlainFunction}); }

bool mayChangeSomething(const Stmt* statement) { return hasEffect(statement, {isPlainFunction, true}); }

bool callMayChangeSomething(const Expr* callable) {
  callable = strip(callable);
  const auto* named = dyn_cast<DeclRefExpr>(callable);
  const FunctionDecl* called = named ? dyn_cast<FunctionDecl>(named->getDecl()) : nullptr;
  if (const CXXRecordDecl* record = recordOf(callable->getType()); record && record->hasDefinition()) {
    for (const CXXMethodDecl* each : record->methods())
      if (each->getOverloadedOperator() == OO_Call) called = each;
    if (record->isLambda()) called = record->getLambdaCallOperator();
  }
  const FunctionDecl* definition = nullptr;
  return called && called->hasBody(definition) &&
         hasEffect(definition->getBody(), {isPlainFunction, true}, definition);
}

/// Parts that are evaluated one after the other, in this order; empty where the order is not specified.
static std::vector<const Stmt*> sequenceOf(const Stmt* statement) {
  std::vector<const Stmt*> parts(statement->child_begin(), statement->child_end());
  if (isa<InitListExpr, AbstractConditionalOperator, ArraySubscriptExpr>(statement)) return parts;
  if (const auto* made = dyn_cast<CXXConstructExpr>(statement))
    return made->isListInitialization() ? parts : std::vector<const Stmt*>();
  const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
  if (const auto* binary = dyn_cast<BinaryOperator>(statement); binary || (call && call->getNumArgs() == 2)) {
    const BinaryOperatorKind op =
        binary ? binary->getOpcode() : BinaryOperator::getOverloadedOpcode(call->getOperator());
    if (call) parts.erase(parts.begin());  // the operator's name
    if (BinaryOperator::isAssignmentOp(op)) return {parts[1], parts[0]};
    const bool isInOrder = op == BO_Comma || BinaryOperator::isLogicalOp(op) || BinaryOperator::isShiftOp(op);
    return isInOrder ? parts : std::vector<const Stmt*>();
  }
  return {};
}

bool comesBehindEffects(const Stmt* part, const Stmt* whole) {
  bool isFound = false, isBehind = false;
  const std::function<void(const Stmt*)> look = [&](const Stmt* each) {
    isFound |= each == part;
    if (!each || isFound) return;
    const std::vector<const Stmt*> sequence = sequenceOf(each);
    for (const Stmt* child :
         sequence.empty() ? std::vector<const Stmt*>(each->child_begin(), each->child_end()) : sequence) {
      look(child);
      if (!isFound) continue;
      for (const Stmt* before : sequence) {
        if (before == child) break;
        isBehind |= before && mayChangeSomething(before);
      }
      return;
    }
  };
  look(whole);
  return isBehind;
}

}  // namespace appyl
