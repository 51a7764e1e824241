// Calls of the program's own functions and lambdas on tiles: the expression that the function returns is read
// as if it stood where the call stands. Its parameters are the arguments, as expressions of the caller; what
// would be computed twice is a value of its own first. Text from another function means the same here only
// where its names do: names of namespaces are written out, and what cannot be written is refused.
#include "expand/array_language.h"
#include "expand/read_expression.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

#include <llvm/ADT/StringExtras.h>

namespace appyl {

using namespace clang;

namespace {

constexpr llvm::StringLiteral cure =
    "; write it as locals that keep their values and one 'return', or in place of the call";

/// Nothing but numbers by name and arithmetic: it has the same value everywhere in the statement.
bool isPlainNumber(const Expr* expression) {
  expression = strip(expression);
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral, CXXThisExpr>(expression))
    return true;
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression))
    return isa<VarDecl, EnumConstantDecl>(reference->getDecl()) &&
           !expression->getType().isVolatileQualified();
  if (const auto* member = dyn_cast<MemberExpr>(expression)) return isPlainNumber(member->getBase());
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression))
    return cast->getType()->isArithmeticType() && isPlainNumber(cast->getSubExpr());
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return unary->isArithmeticOp() && isPlainNumber(unary->getSubExpr());
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  return binary && !binary->isAssignmentOp() && !binary->isCommaOp() && isPlainNumber(binary->getLHS()) &&
         isPlainNumber(binary->getRHS());
}

/// A tile that already has a place: a name, or a block of a view.
bool isPlace(const Expr* tile) {
  tile = bareTile(tile);
  const auto* call = dyn_cast<CXXOperatorCallExpr>(tile);
  return isa<DeclRefExpr, MemberExpr>(tile) || isNamed(tile->getType(), "block") ||
         (call && call->getOperator() == OO_Call && isViewType(call->getArg(0)->getType()));
}

/// From the outermost namespace on; nullopt where it is no name of a namespace.
std::optional<std::string> fullName(const NamedDecl* named) {
  std::string name = named->getNameAsString();
  for (const DeclContext* each = named->getDeclContext()->getRedeclContext(); !each->isTranslationUnit();
       each = each->getParent()->getRedeclContext()) {
    const auto* space = dyn_cast<NamespaceDecl>(each);
    if (!space) return std::nullopt;
    if (!space->isAnonymousNamespace() && !space->isInline()) name = space->getNameAsString() + "::" + name;
  }
  return "::" + name;
}

bool changesSomething(const Stmt* body, const Directives& directives) {
  bool found = false;
  walk(body, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const FunctionDecl* callee = expression ? languageFunction(expression) : nullptr;
    found |= (expression && asAssignment(expression)) || isAtomicFunction(callee) ||
             nameOf(callee) == "store" || isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr>(each);
    return !found;
  });
  return found;
}

}  // namespace

const FunctionDecl* helperOf(const Expr* expression) {
  const auto* call = dyn_cast<CallExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || isOfArrayLanguage(callee) || isOfView(callee) || callee->isInStdNamespace()) return nullptr;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (method && (method->isVirtual() || isTileOperand(QualType(method->getParent()->getTypeForDecl(), 0))))
    return nullptr;
  const bool isOnTiles =
      isTileOperand(call->getType()) || isNamed(call->getType(), "slice") ||
      llvm::any_of(call->arguments(), [](const Expr* each) { return isTile(each->getType()); }) ||
      llvm::any_of(callee->parameters(), [](const ParmVarDecl* each) { return isTile(each->getType()); });
  return isOnTiles ? callee : nullptr;
}

const TileExpressionReader::Bound* TileExpressionReader::boundTo(const Expr* expression) const {
  const auto* reference = scope ? dyn_cast<DeclRefExpr>(expression) : nullptr;
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable) return nullptr;
  const auto found = scope->bound.find(variable);
  return found == scope->bound.end() ? nullptr : &found->second;
}

std::optional<TileExpression> TileExpressionReader::readBound(const Bound& bound) {
  if (bound.kept) return bound.kept;
  const Scope* here = std::exchange(scope, bound.scope);
  if (!isTileOperand(bound.type)) banCounters(bound.value);
  auto result = read(bound.value);
  scope = here;
  if (result) result = asType(std::move(*result), bound.type, bound.value);
  return result;
}

/// As the type of the parameter, the local or the result that takes it.
TileExpression TileExpressionReader::asType(TileExpression value, QualType type, const Expr* from) const {
  const QualType to = laneType(type), own = laneType(bareTile(from)->getType());
  if (source.ast.hasSameUnqualifiedType(to, own) || isViewType(type) ||
      to->isRecordType() != own->isRecordType() || (!to->isArithmeticType() && !isSmallFloat(recordOf(to))))
    return value;
  const std::string text = typeText(to);
  return converted(std::move(value), text, text);
}

/// A loop's counter that is taken as a number is more than the place of lanes.
void TileExpressionReader::banCounters(const Expr* number) {
  walk(number, source.directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) numbers.insert(reference);
    return true;
  });
}

/// What the variable stands for in the function's scope.
bool TileExpressionReader::bind(Scope& inside, const VarDecl* variable, const Expr* value,
                                const Scope* outside, const Stmt* body) {
  if (const auto* standard = dyn_cast<CXXDefaultArgExpr>(value)) value = standard->getExpr();
  Bound bound{value, outside, variable->getType().getNonReferenceType().getUnqualifiedType(), std::nullopt};
  int uses = 0;
  walk(body, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    uses += reference && reference->getDecl() == variable;
    return true;
  });
  const bool isTiles = isTileOperand(bound.type) && !isViewType(bound.type);
  const bool isComputed = isTiles ? !isPlace(value) : bound.type->isArithmeticType() && !isPlainNumber(value);
  if (uses > 1 && isComputed && keepsValues) {
    const Scope* here = std::exchange(scope, outside);
    auto whole = read(value);
    scope = here;
    if (!whole) return false;
    if (whole->guards.empty()) {
      if (!isTiles) banCounters(value);
      whole = asType(std::move(*whole), bound.type, value);
      bound.kept = isTiles ? keep(std::move(*whole), value) : keepNumber(std::move(*whole));
      if (!bound.kept) return false;
      bound.kept->isDependent = inside.isDependent;
    }
  }
  if (uses != 1 && !bound.kept && mayHaveEffects(value) && !helperOf(bareTile(value)))
    return refuse(value, "'" + textOf(value, source.ast) + "' is found out " +
                             (uses ? "more than once" : "and not used") +
                             "; give it a name before the statement"),
           false;
  inside.bound[variable] = std::move(bound);
  return true;
}

/// Variables of a lambda's surroundings are the same ones where it is called.
bool TileExpressionReader::seeCaptures(const CallExpr* call, const CXXRecordDecl* lambda) {
  for (const LambdaCapture& each : lambda->captures()) {
    if (each.getCaptureKind() == LCK_StarThis || each.capturesVLAType())
      return refuse(call,
                    "a lambda that has a copy of its object; write its expression in place of the call"),
             false;
    if (!each.capturesVariable()) continue;
    const auto* variable = cast<VarDecl>(each.getCapturedVar());
    const auto* owner = dyn_cast<FunctionDecl>(variable->getDeclContext());
    const FunctionDecl* pattern = owner ? owner->getTemplateInstantiationPattern() : nullptr;
    if (variable->isInitCapture() || (owner != function && (!pattern || pattern != function)) ||
        timesDeclared(variable->getNameAsString()) != 1)
      return refuse(call,
                    "'" + variable->getNameAsString() +
                        "', which the lambda captures, may be another one here; pass it as an argument"),
             false;
    if (each.getCaptureKind() != LCK_ByCopy) continue;
    auto* reference = DeclRefExpr::Create(source.ast, NestedNameSpecifierLoc(), SourceLocation(),
                                          const_cast<VarDecl*>(variable), false, call->getBeginLoc(),
                                          variable->getType(), VK_LValue);
    const auto* object = namedVariable(cast<CXXOperatorCallExpr>(call)->getArg(0));
    const bool isInside = !object || isDeclaredInside(object, root, source.directives);
    moved.push_back({reference, isInside ? root : owner->getBody()});
  }
  return true;
}

/// Variables of that name in the function as it was written.
int TileExpressionReader::timesDeclared(const std::string& name) const {
  int times = 0;
  if (!function) return 2;
  for (const ParmVarDecl* each : function->parameters()) times += each->getNameAsString() == name;
  walk(function->getBody(), source.directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared)) times += variable->getNameAsString() == name;
    return true;
  });
  return times;
}

/// Opens the function's scope; what it returns there, nullptr where that was refused.
const Expr* TileExpressionReader::enter(const CallExpr* call, const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isLambda = method && method->getParent()->isLambda();
  const FunctionDecl* definition = nullptr;
  const auto* body = callee->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  if (!body) return refuse(call, "a function on tiles whose body is not visible"), nullptr;
  const auto refuseBody = [&](const Stmt* at) {
    refuse(at, "a function on tiles that does more than to return an expression" + cure.str());
    return nullptr;
  };
  const auto changed = modifiedVariables(body, source.directives);
  if (changesSomething(body, source.directives)) return refuseBody(call);
  if (method && method->isInstance() && !isLambda) {
    bool takesObject = false;
    walk(body, source.directives, [&](const Stmt* each) { return !(takesObject |= isa<CXXThisExpr>(each)); });
    const auto* member = dyn_cast<CXXMemberCallExpr>(call);
    const bool isOwn = member && isa<CXXThisExpr>(strip(member->getImplicitObjectArgument()));
    if (takesObject && !isOwn)
      return refuse(call, "a function on tiles that takes members of an object; pass them as arguments"),
             nullptr;
  }
  if (isLambda && !seeCaptures(call, method->getParent())) return nullptr;
  auto inside = std::make_unique<Scope>();
  inside->isDependent = (scope && scope->isDependent) || mentionsDependent(call);
  const unsigned first = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
  for (unsigned k = 0; k < definition->getNumParams(); ++k) {
    const ParmVarDecl* parameter = definition->getParamDecl(k);
    if (k + first >= call->getNumArgs() || changed.count(parameter)) return refuseBody(call);
    if (!bind(*inside, parameter, call->getArg(k + first), scope, body)) return nullptr;
  }
  std::vector<const Stmt*> rest{body};  // the next one last
  while (!rest.empty()) {
    const Stmt* next = rest.back();
    rest.pop_back();
    if (const auto* compound = dyn_cast<CompoundStmt>(next)) {
      rest.insert(rest.end(), compound->body_rbegin(), compound->body_rend());
    } else if (const auto* choice = dyn_cast<IfStmt>(next); choice && choice->isConstexpr()) {
      if (const auto taken = choice->getNondiscardedCase(source.ast); taken && *taken) rest.push_back(*taken);
    } else if (const auto* result = dyn_cast<ReturnStmt>(next); result && result->getRetValue()) {
      scopes.push_back(std::move(inside));
      scope = scopes.back().get();
      return result->getRetValue();
    } else if (const auto* declaration = dyn_cast<DeclStmt>(next)) {
      for (const Decl* each : declaration->decls()) {
        const auto* variable = dyn_cast<VarDecl>(each);
        if (isa<TypedefNameDecl, StaticAssertDecl, UsingDecl, UsingDirectiveDecl>(each)) continue;
        if (!variable || !variable->getInit() || variable->isStaticLocal() || changed.count(variable) ||
            isa<DecompositionDecl>(variable))
          return refuseBody(next);
        if (!bind(*inside, variable, variable->getInit(), inside.get(), body)) return nullptr;
      }
    } else if (!isa<NullStmt>(next)) {
      return refuseBody(next);
    }
  }
  return refuseBody(call);
}

std::optional<TileExpression> TileExpressionReader::readHelper(const CallExpr* call,
                                                               const FunctionDecl* callee) {
  const Scope* here = scope;
  const Expr* whole = std::exchange(wholeValue, nullptr);
  const Expr* returned = enter(call, callee);
  auto result = returned ? read(returned) : std::nullopt;
  if (result) result = asType(std::move(*result), call->getType(), returned);
  scope = here;
  wholeValue = whole;
  if (const auto* on = dyn_cast<CXXOperatorCallExpr>(call))
    if (const auto* object = dyn_cast<DeclRefExpr>(strip(on->getArg(0)))) inlined.insert(object);
  return result;
}

// --- text of another function
// ---------------------------------------------------------------------------------------------------------------

/// The parts of a number's text that mean something else where the call stands, and what stands for them
/// there.
bool TileExpressionReader::foreignParts(const Expr* expression, std::vector<TextPart>& parts) {
  const std::string text = "'" + textOf(expression, source.ast) + "' of a function on tiles";
  const auto refused = [&](const Stmt* at) {
    refuse(at, text + " means nothing where it is called; pass it as an argument");
    return false;
  };
  const std::function<bool(const Stmt*)> look = [&](const Stmt* each) -> bool {
    if (!each) return true;
    if (const auto* constant = dyn_cast<SubstNonTypeTemplateParmExpr>(each)) {
      Expr::EvalResult value;
      if (!constant->EvaluateAsInt(value, source.ast)) return refused(each);
      parts.push_back({constant->getSourceRange(), nullptr, llvm::toString(value.Val.getInt(), 10)});
      return true;
    }
    if (const auto* lambda = dyn_cast<LambdaExpr>(each); lambda && lambda->capture_size() > 0)
      return refused(each);
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      const ValueDecl* named = reference->getDecl();
      if (named->getDeclName().getNameKind() != DeclarationName::Identifier) return true;
      if (boundTo(reference)) {
        parts.push_back({reference->getSourceRange(), reference, ""});
        return true;
      }
      if (named->getDeclContext()->isFunctionOrMethod())  // of a lambda in it, or around it
        return isDeclaredInside(named, expression, source.directives) || isa<ParmVarDecl>(named) ||
               timesDeclared(named->getNameAsString()) == 1 || refused(each);
      const auto name = fullName(named);
      if (!name || reference->hasExplicitTemplateArgs()) return refused(each);
      parts.push_back({reference->getSourceRange(), nullptr, *name});
      return true;
    }
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(each)) {
      const QualType type = cast->getTypeAsWritten();
      if (!type->isArithmeticType() && !isSmallFloat(recordOf(type))) return refused(each);
      if (!type->isBuiltinType() || type->getAs<SubstTemplateTypeParmType>() || type->getAs<TypedefType>())
        parts.push_back(
            {cast->getTypeInfoAsWritten()->getTypeLoc().getSourceRange(), nullptr, typeText(type)});
      return look(cast->getSubExpr());
    }
    if (const auto* member = dyn_cast<MemberExpr>(each); member && member->isImplicitAccess())
      return timesDeclared(member->getMemberDecl()->getNameAsString()) == 0 || refused(each);
    if (isa<UnaryExprOrTypeTraitExpr, CXXScalarValueInitExpr, CXXTemporaryObjectExpr,
            CXXUnresolvedConstructExpr>(each))
      return refused(each);
    for (const Stmt* child : each->children())
      if (!look(child)) return false;
    return true;
  };
  return look(expression);
}

std::string TileExpressionReader::textHere(const Expr* expression) {
  if (!scope) return textOf(expression, source.ast);
  const auto read = readScalar(expression);
  std::function<std::string(const TileExpression&)> flat = [&](const TileExpression& each) {
    if (each.kind != TileExpression::Kind::Text) refuse(expression, "a number that is computed, as a place");
    std::string text;
    for (std::size_t k = 0; k < each.pieces.size(); ++k)
      text += each.pieces[k] + (k < each.operands.size() ? flat(each.operands[k]) : "");
    return text;
  };
  return read ? flat(*read) : "?";
}

}  // namespace appyl
