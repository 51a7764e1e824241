// Which values are invariant: over the whole function, while the nest runs, within one iteration. A value
// that may change in a way that is not followed is not invariant.
#include "nest/access/guarded.h"
#include "nest/ast/calls.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/points_to/swaps.h"
#include "nest/scev/scalar_evolution.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

/// The symbols of the polynomial and of all that they are computed from.
static void addDeep(const LoopNest& nest, const Polynomial& value, std::set<std::string>& found) {
  for (const std::string& name : value.symbols()) {
    if (!found.insert(name).second) continue;
    const Symbol& symbol = nest.symbols.at(name);
    addDeep(nest, symbol.operand, found);
    addDeep(nest, symbol.right, found);
    if (symbol.condition) addDeep(nest, *symbol.condition, found);
  }
}

bool ScalarEvolution::holdsOpaque(const Polynomial& value) const {
  std::set<std::string> names;
  addDeep(nest, value, names);
  return llvm::any_of(
      names, [&](const std::string& name) { return nest.symbols.at(name).kind == Symbol::Kind::Opaque; });
}

bool ScalarEvolution::isUniform(const Symbol& symbol) const {
  std::set<std::string> names;
  addDeep(nest, symbol.operand, names);
  addDeep(nest, symbol.right, names);
  if (symbol.condition) addDeep(nest, *symbol.condition, names);
  return llvm::none_of(names, [&](const std::string& name) {
    const Symbol::Kind kind = nest.symbols.at(name).kind;
    return kind == Symbol::Kind::Opaque || kind == Symbol::Kind::Counter;
  });
}

/// The container of `all[0]`, an object with memory of its own; null: it is no such element.
static const ValueDecl* ownerOfObject(const Expr* element) {
  element = strip(element);
  const auto* call = dyn_cast<CXXOperatorCallExpr>(element);
  const bool isElement = isa<ArraySubscriptExpr>(element) || (call && call->getOperator() == OO_Subscript);
  const CXXRecordDecl* record = isElement ? element->getType()->getAsCXXRecordDecl() : nullptr;
  const bool hasMemory = record && record->hasDefinition() && !record->isTriviallyCopyable();
  return hasMemory ? rootVariable(element) : nullptr;
}

/// Containers of which an element is assigned, moved or exchanged as a whole: pointers into that element lead
/// to other memory afterwards.
static std::set<const ValueDecl*> exchangedElements(const Stmt* body, const Source& source) {
  std::set<const ValueDecl*> owners;
  const auto note = [&](const Expr* element) {
    if (const ValueDecl* owner = ownerOfObject(element)) owners.insert(owner);
  };
  Swaps exchanges(source);
  walk(body, source.directives, [&](const Stmt* each) {
    for (const auto& [one, other] : exchanges.of(each)) owners.insert({one.root, other.root});
    const auto* expression = dyn_cast<Expr>(each);
    if (const auto assignment = expression ? asAssignment(expression) : std::nullopt)
      note(assignment->target);
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(each); cast && cast->isXValue())
      note(cast->getSubExpr());
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || isa<CXXOperatorCallExpr>(call)) return true;
    for (unsigned k = 0; k < call->getNumArgs() && k < callee->getNumParams(); ++k) {
      const QualType type = callee->getParamDecl(k)->getType();
      if (type->isReferenceType() && !type->getPointeeType().isConstQualified()) note(call->getArg(k));
    }
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call);
        method && memberIs(calleeName(method), Fact::Swaps))
      note(method->getImplicitObjectArgument());
    return true;
  });
  return owners;
}

bool ScalarEvolution::isReassigned(const Expr* expression) const {
  bool found = false;
  walk(expression, source.directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      found |= reassigned.count(reference->getDecl()) != 0;
      // `r.data()` of `auto& r = a.v`
      const auto* name = dyn_cast<VarDecl>(reference->getDecl());
      if (name && name->isLocalVarDecl() && name->getType()->isReferenceType() && name->getInit() &&
          !mentions(name->getInit(), name, source.directives))
        found |= isReassigned(name->getInit());
    }
    if (const auto* member = dyn_cast<MemberExpr>(each))
      found |= reassigned.count(member->getMemberDecl()) != 0;
    if (const auto* part = dyn_cast<Expr>(each))
      if (const ValueDecl* owner = ownerOfObject(part))
        found |= exchangedElements(nest.function->getBody(), source).count(owner) != 0;
    return !found;
  });
  return found;
}

bool ScalarEvolution::isInitialStill(const VarDecl* variable) const {
  std::set<const ValueDecl*> changing;
  bool isPlain = true;
  walk(variable->getInit(), source.directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    isPlain &= !(member && reassigned.count(member->getMemberDecl())) && !isa<CallExpr>(each);
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      if (reassigned.count(reference->getDecl())) changing.insert(reference->getDecl());
    return isPlain;
  });
  if (!isPlain) return false;
  walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
    const auto* loop = dyn_cast<ForStmt>(each);
    const auto* init = loop ? dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr;
    const auto* counter = init && init->isSingleDecl() ? dyn_cast<VarDecl>(init->getSingleDecl()) : nullptr;
    if (counter && changing.count(counter) &&
        isDeclaredInside(variable, loop->getBody(), source.directives) &&
        !modifiedVariables(loop->getBody(), source.directives).count(counter) && !addressTaken.count(counter))
      changing.erase(counter);
    return true;
  });
  return changing.empty();
}

/// What changes between the declaration of the variable and the nest, or where the nest runs the declaration,
/// in the rest of its scope; nullopt: that is not known.
std::optional<std::set<const ValueDecl*>> ScalarEvolution::changedSince(const VarDecl* variable,
                                                                        bool areElements) const {
  const auto contains = [&](const Stmt* statement, const auto& test) {
    bool found = false;
    walk(statement, source.directives, [&](const Stmt* each) { return !(found |= test(each)); });
    return found;
  };
  const auto declares = [&](const Stmt* each) {
    const auto* declaration = dyn_cast<DeclStmt>(each);
    return declaration && llvm::is_contained(declaration->decls(), variable);
  };
  const auto* function =
      isHidden(variable) ? dyn_cast<FunctionDecl>(variable->getDeclContext()) : nest.function;
  const Stmt* body = function ? function->getBody() : nullptr;
  if (!body || contains(body, [](const Stmt* each) { return isa<LabelStmt>(each); })) return std::nullopt;
  const CompoundStmt* scope = nullptr;
  walk(body, source.directives, [&](const Stmt* each) {
    const auto* compound = dyn_cast<CompoundStmt>(each);
    if (compound && llvm::any_of(compound->body(), declares)) scope = compound;
    return true;
  });
  if (!scope) return std::nullopt;
  std::set<const ValueDecl*> changed;
  bool isBetween = false, reachesNest = false;
  for (const Stmt* each : scope->body()) {
    isBetween |= declares(each);
    if (!isBetween) continue;
    const Stmt* piece = source.directives.strip(each);
    changed.merge(areElements ? appyl::writtenMemory(piece, source.directives)
                              : modifiedVariables(piece, source.directives));
    reachesNest = contains(source.directives.strip(each), [&](const Stmt* part) { return part == root; });
    if (reachesNest) break;
  }
  return reachesNest || isInner(variable) ? std::optional(changed) : std::nullopt;
}

std::set<const ValueDecl*> ScalarEvolution::settledSince(const VarDecl* variable) const {
  std::set<const ValueDecl*> settled;
  const auto changed = changedSince(variable);
  std::set<const ValueDecl*> all = changed ? reassigned : std::set<const ValueDecl*>();
  if (changed && isHidden(variable))
    all.merge(
        modifiedVariables(cast<FunctionDecl>(variable->getDeclContext())->getBody(), source.directives));
  for (const ValueDecl* each : all) {
    const auto* local = dyn_cast<VarDecl>(each);
    if (local && local->hasLocalStorage() && !local->getType()->isReferenceType() && !changed->count(local) &&
        !addressTaken.count(local))
      settled.insert(local);
  }
  return settled;
}

/// Does the lambda do more than compute a number from numbers?
static bool touchesMemory(const FunctionDecl* lambda, const Directives& directives) {
  const FunctionDecl* definition = nullptr;
  bool touches = !lambda->hasBody(definition);
  walk(definition ? definition->getBody() : nullptr, directives, [&](const Stmt* each) {
    const auto* unary = dyn_cast<UnaryOperator>(each);
    touches |= isa<ArraySubscriptExpr, CallExpr>(each) || (unary && unary->getOpcode() == UO_Deref);
    return !touches;
  });
  return touches;
}

const ValueDecl* ScalarEvolution::outdatedCopy(const FunctionDecl* lambda, const Expr* object) const {
  const auto* method = dyn_cast<CXXMethodDecl>(lambda);
  if (!method || !method->getParent()->isLambda() || (object && isa<LambdaExpr>(strip(object))))
    return nullptr;
  const auto* holder = object ? dyn_cast_or_null<VarDecl>(namedVariable(object)) : nullptr;
  std::optional<std::set<const ValueDecl*>> settled;
  for (const LambdaCapture& capture : method->getParent()->captures()) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByCopy) continue;
    const ValueDecl* captured = capture.getCapturedVar();
    const QualType type = captured->getType().getNonReferenceType();
    const bool isNumber = type->isArithmeticType() || type->isEnumeralType();
    if (captured->isInitCapture() || (isNumber && !touchesMemory(lambda, source.directives))) continue;
    const bool hasElements = !type->isScalarType() && !leadsElsewhere(type);  // of its own
    const auto written = hasElements && holder ? changedSince(holder, /*areElements=*/true) : std::nullopt;
    if (hasElements && (written ? *written : writtenMemory).count(captured)) return captured;
    if (!isReassigned(captured)) continue;
    if (!settled) settled = holder ? settledSince(holder) : std::set<const ValueDecl*>();
    if (!settled->count(captured)) return captured;
  }
  return nullptr;
}

bool ScalarEvolution::isHidden(const ValueDecl* variable) const {
  const auto* local = dyn_cast<VarDecl>(variable);
  if (!local || local->hasGlobalStorage()) return false;
  const auto* function = dyn_cast<FunctionDecl>(local->getDeclContext());
  const Stmt* body = function ? function->getBody() : nullptr;
  if (!body) return false;
  const SourceManager& sources = source.ast.getSourceManager();
  const auto place = [&](SourceLocation location) { return sources.getExpansionLoc(location); };
  return !sources.isPointWithin(place(root->getBeginLoc()), place(body->getBeginLoc()),
                                place(body->getEndLoc()));
}

bool ScalarEvolution::isMadeInFront(const ValueDecl* variable) const {
  const SourceManager& sources = source.ast.getSourceManager();
  const auto place = [&](SourceLocation location) { return sources.getExpansionLoc(location); };
  const Stmt* body = nest.function ? nest.function->getBody() : nullptr;
  return body && sources.isPointWithin(place(variable->getLocation()), place(body->getBeginLoc()),
                                       place(root->getBeginLoc()));
}

const std::set<const ValueDecl*>& ScalarEvolution::modifiedIn(const FunctionDecl* function) const {
  const auto known = changedIn.find(function);
  if (known != changedIn.end()) return known->second;
  return changedIn[function] = modifiedVariables(function->getBody(), source.directives);
}

bool ScalarEvolution::isChangedInItsFunction(const ValueDecl* variable) const {
  return modifiedIn(cast<FunctionDecl>(variable->getDeclContext())).count(variable) != 0;
}

bool ScalarEvolution::isModified(const ValueDecl* variable) const {
  return modified.count(variable) || variable->getType().isVolatileQualified() ||
         (isHidden(variable) && isChangedInItsFunction(variable));
}

bool ScalarEvolution::isReassigned(const ValueDecl* variable) const {
  return reassigned.count(variable) || (isHidden(variable) && isChangedInItsFunction(variable));
}

/// Does the expression's text mean the same in front of the loop?
bool ScalarEvolution::isNameable(const Expr* expression) const {
  bool nameable = true;
  walk(expression, source.directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      const ValueDecl* variable = reference->getDecl();
      nameable &= !isInner(variable) && !isModified(variable) && !bindings.count(variable) &&
                  visible.meansTheSame(reference);
    }
    if (const auto* member = dyn_cast<MemberExpr>(each)) nameable &= !modified.count(member->getMemberDecl());
    if (isa<CXXThisExpr>(each)) nameable &= !object;
    return nameable;
  });
  return nameable;
}

bool ScalarEvolution::isCounter(const ValueDecl* variable) const {
  const auto known = names.find(variable);
  return known != names.end() && nest.symbols.at(known->second).loop >= 0;
}

bool ScalarEvolution::isOfCounters(const Polynomial& value) const {
  return llvm::all_of(value.symbols(), [&](const std::string& name) {
    const Symbol& symbol = nest.symbols.at(name);
    return symbol.loop >= 0 || symbol.kind == Symbol::Kind::Parameter;
  });
}

/// A function or a method, also of the user's, whose name says that it returns a size.
static bool isMeasure(const std::string& name) {
  return functionIs(name, Fact::Measure) || memberIs(name, Fact::Measure);
}

/// `*m`, `size[0]`, calls that are not known to be plain computations, structured bindings: any write to
/// memory may change their values.
static bool isFromMemory(const Expr* part) {
  if (part->getType().isVolatileQualified() || isa<ArraySubscriptExpr>(part)) return true;
  if (const auto* unary = dyn_cast<UnaryOperator>(part)) return unary->getOpcode() == UO_Deref;
  if (const auto* reference = dyn_cast<DeclRefExpr>(part)) return isa<BindingDecl>(reference->getDecl());
  const auto* call = dyn_cast<CallExpr>(part);
  if (!call || extremeOf(call)) return false;
  const auto* method = dyn_cast<CXXMemberCallExpr>(call);
  if (method) return !method->getMethodDecl() || !method->getMethodDecl()->isConst();
  const std::string name = calleeName(call);
  return !isMeasure(name) && name != "rows" && name != "cols" && !asBinary(call);
}

bool ScalarEvolution::isSettled(const Expr* expression, const std::set<const ValueDecl*>& counters) const {
  // The target of a reference may change by another name: a scalar by any, an object by one of its type.
  const auto mayChangeElsewhere = [&](const VarDecl* variable) {
    const QualType type = variable->getType();
    if (!type->isReferenceType()) return false;
    return !type->getPointeeType()->isRecordType() || llvm::any_of(reassigned, [&](const ValueDecl* other) {
      return source.ast.hasSameUnqualifiedType(other->getType().getNonReferenceType(),
                                               type->getPointeeType());
    });
  };
  bool settled = true;
  walk(expression, source.directives, [&](const Stmt* each) {
    const auto* part = dyn_cast<Expr>(each);
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
        settled &= counters.count(variable) ||
                   (!reassigned.count(variable) && !mayChangeElsewhere(variable) &&
                    (variable->hasLocalStorage() || variable->getType().isConstQualified()));
    const auto* member = dyn_cast<MemberExpr>(each);
    if (member && isa<CXXThisExpr>(strip(member->getBase())) && counters.count(member->getMemberDecl()))
      return false;
    settled &= !isa<CXXThisExpr>(each) && !(part && asAssignment(part)) && !(part && isFromMemory(part)) &&
               !(member && (member->isArrow() || reassigned.count(member->getMemberDecl())));
    return settled;
  });
  return settled;
}

bool ScalarEvolution::isStable(const Expr* expression) const {
  bool stable = true;
  walk(expression, source.directives, [&](const Stmt* each) {
    stable &= isStablePart(each);
    return stable;
  });
  return stable;
}

bool ScalarEvolution::isStablePart(const Stmt* part) const {
  const auto* expression = dyn_cast<Expr>(part);
  if (!expression) return true;
  if (asAssignment(expression) || isa<CXXNewExpr>(expression) || expression->getType().isVolatileQualified())
    return false;
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || isCounter(variable)) return true;
    if (isHidden(variable) || isModified(variable)) return false;
    const bool isAlias = variable->isLocalVarDecl() && variable->getType()->isReferenceType();
    return !isAlias || !variable->getInit() || strip(variable->getInit()) == expression ||
           isStable(variable->getInit());
  }
  if (const auto* member = dyn_cast<MemberExpr>(expression))
    return !modified.count(member->getMemberDecl()) &&
           !(object && isa<CXXThisExpr>(strip(member->getBase())));
  const auto* unary = dyn_cast<UnaryOperator>(expression);
  const auto* call = dyn_cast<CallExpr>(expression);
  const bool isAccess = isa<ArraySubscriptExpr>(expression) || (unary && unary->getOpcode() == UO_Deref) ||
                        (isa<CXXOperatorCallExpr>(expression) && !asBinary(expression));
  const auto* method = dyn_cast<CXXMemberCallExpr>(expression);
  if (isAccess || (method && method->getMethodDecl() && method->getMethodDecl()->isConst())) {
    const ValueDecl* root = rootVariable(expression);
    return root && !isOfWritten(expression, writtenMemory) && !modified.count(root);
  }
  if (!call || asBinary(call) || isInvariant(call)) return true;
  const FunctionDecl* callee = call->getDirectCallee();
  const bool isOfLibrary = callee && (callee->isInStdNamespace() || callee->getBuiltinID());
  return isOfLibrary && call->getNumArgs() > 0 &&
         llvm::all_of(callee->parameters(), [](const ParmVarDecl* parameter) {
           const QualType type = parameter->getType();
           return type->isArithmeticType() ||
                  (type->isReferenceType() && type->getPointeeType().isConstQualified());
         });
}

/// `n[1]` of a std::array.
static bool isElementOfArray(const CXXOperatorCallExpr* access) {
  const auto* record = access->getOperator() == OO_Subscript
                           ? strip(access->getArg(0))->getType().getNonReferenceType()->getAsCXXRecordDecl()
                           : nullptr;
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "array";
}

bool ScalarEvolution::isInvariant(const Expr* expression) const {
  bool invariant = true;
  walk(expression, source.directives, [&](const Stmt* each) {
    if (const auto* part = dyn_cast<Expr>(each)) invariant &= !part->getType().isVolatileQualified();
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
      const ValueDecl* variable = reference->getDecl();
      invariant &= !modified.count(variable) && !isCounter(variable) && !isOfNest(variable) &&
                   !bindings.count(variable);
    }
    if (const auto* member = dyn_cast<MemberExpr>(each))
      invariant &= !modified.count(member->getMemberDecl());
    // `g.n[1]` inside the object itself; a pointer may lead to memory that the host cannot read.
    const auto* element = dyn_cast<ArraySubscriptExpr>(each);
    const auto* access = dyn_cast<CXXOperatorCallExpr>(each);
    const bool isElement = element ? arrayPart(element)->IgnoreParenImpCasts()->getType()->isArrayType()
                                   : access && isElementOfArray(access);
    if (isElement)
      invariant &= rootVariable(cast<Expr>(each)) && !isOfWritten(cast<Expr>(each), writtenMemory);
    else if (element)
      invariant = false;  // the element may be written
    if (const auto* unary = dyn_cast<UnaryOperator>(each); unary && unary->getOpcode() == UO_Deref)
      if (!isa<CXXThisExpr>(strip(unary->getSubExpr()))) {
        const ValueDecl* pointer = rootVariable(unary);
        invariant &= pointer && !isOfWritten(unary, writtenMemory);
      }
    if (const auto* call = dyn_cast<CallExpr>(each); call && !isElement) {
      const std::string name = calleeName(call);
      invariant &= isMeasure(name) || functionIs(name, {Fact::Minimum, Fact::Maximum});
    }
    return invariant;
  });
  return invariant;
}

std::string ScalarEvolution::nameInFront(const Expr* expression) const {
  return textInFront(expression, root, source, [&](const Expr* each) { return isInvariant(each); });
}

}  // namespace appyl
