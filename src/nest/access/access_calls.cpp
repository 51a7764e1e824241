// What calls do to memory: functions whose body is visible are walked through, those of the libraries and of
// the array language are known by what they take.
#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/privatization/scalars.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {

using namespace clang;

static const FunctionDecl* namedFunction(const Expr* expression) {
  const auto* reference = dyn_cast<DeclRefExpr>(strip(expression));
  return reference ? dyn_cast<FunctionDecl>(reference->getDecl()) : nullptr;
}

static bool mayChange(const ParmVarDecl* parameter) {
  const QualType type = parameter->getType();
  return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

/// `x` of `f(x)`, `f(&x)` and `x.f()`.
static bool isHandedTo(const CallExpr* call, const Expr* expression) {
  const auto isGiven = [&](const Expr* argument) {
    const Expr* given = strip(argument);
    const auto* address = dyn_cast<UnaryOperator>(given);
    return given == expression ||
           (address && address->getOpcode() == UO_AddrOf && strip(address->getSubExpr()) == expression);
  };
  const Expr* object = objectOf(call);
  return llvm::any_of(call->arguments(), isGiven) || (object && isGiven(object));
}

/// `std::begin(c[1])`: the call itself touches no element; uses of its result do.
static bool onlyLeadsTo(const FunctionDecl* callee) {
  return isStandard(callee, {Fact::LeadsTo, Fact::Size}) &&
         !functionIs(callee->getName(), {Fact::Gets, Fact::Reverse});
}

/// `mode`: how the place that the returned reference names is used.
void AccessReader::readCall(const CallExpr* call, Mode mode) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee) callee = openMember(call);
  if (!callee) callee = openLambda(call);
  if (!callee) return readOpenCall(call);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const unsigned shift = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
  const Expr* object = shift ? call->getArg(0) : objectOf(call);
  if (object && isAtomic(strip(object)->getType())) {
    const std::string name = calleeName(call);
    const bool looks = memberIs(name, Fact::AtomicLooks) || isa_and_nonnull<CXXConversionDecl>(method);
    const bool updates = memberIs(name, Fact::AtomicUpdates);
    noteAtomic(object, call,
               looks                                       ? AtomicUse::Look
               : updates && !isValueUsed(call, source.ast) ? AtomicUse::Update
                                                           : AtomicUse::OrderedUpdate);
  }
  const FunctionDecl* definition = nullptr;
  if (isVirtualCall(call))
    unknownCall("which '" + callee->getNameAsString() + "' a virtual call runs is not known", call);
  if (isOfArrayLanguage(callee)) return readTileCall(call);
  if (!isOfLibrary(callee) && callee->hasBody(definition) && !definition->isDefaulted()) {
    const bool givesName = call->isLValue() || callee->getReturnType()->isLValueReferenceType();
    const Mode outer = std::exchange(returned, givesName ? mode : Mode::Read);
    const auto parents = source.ast.getParents(*call);
    const bool isObject = !parents.empty() && parents[0].get<MemberExpr>();
    const bool outerUsed = std::exchange(isObjectUsed, !isObject && isValueUsed(call, source.ast));
    const bool outerGives = std::exchange(givesPlace, false);
    const std::size_t before = nest.accesses.size();
    readCallee(call, definition, object, shift);
    if (callees.empty()) noteCopied(call, definition, before);
    givesPlace = outerGives;
    isObjectUsed = outerUsed;
    returned = outer;
    return;
  }
  if (asksForSize(call) || readAlgorithm(call) || readFill(call)) return;
  for (const Expr* each : call->arguments())
    if (places.leadsIntoView(each))
      unknownCall("what '" + textOf(each, source.ast) + "' refers to is not known", call);
  const std::size_t before = nest.accesses.size();
  if (object) readObject(call, method, object);
  const std::set<unsigned> ranges = rangesLookedAt(callee, call->getNumArgs());
  for (unsigned k = shift; k < call->getNumArgs(); ++k) {
    const bool isNamed = k - shift < callee->getNumParams();
    const QualType type = isNamed ? callee->getParamDecl(k - shift)->getType() : QualType();
    const bool isCopied = isNamed && mode == Mode::Read && !isContainer(type.getNonReferenceType()) &&
                          onlyCopies(callee, k - shift);
    const bool isRead = isCopied || (isNamed && onlyLeadsTo(callee));
    onlyLooks = ranges.count(k) != 0;
    readArgument(call->getArg(k), isRead ? type.getNonReferenceType().withConst() : type);
  }
  onlyLooks = false;
  if (!isa<CXXOperatorCallExpr>(call) && !functionIs(calleeName(call), Fact::Steps))
    for (const Expr* argument : call->arguments()) readIterators(argument);
  for (const Expr* argument : call->arguments()) readGiven(argument, call);
  const CallEffect effect = effectOf(callee, source);
  nest.callsAnnotated |= effect.runsAnnotatedLoops;
  if (effect.unknown.empty()) return;
  unknownCall(effect.unknown, call);
  for (std::size_t k = before; k < nest.accesses.size(); ++k)
    if (Access& access = nest.accesses[k]; access.writes && isHandedTo(call, access.expr)) {
      access.guardsExact = false;
      access.path.reset();
      access.cases = {};
      access.why = "whether '" + callee->getNameAsString() + "' changes '" + textOf(access.expr, source.ast) +
                   "' is not known";
    }
}

void AccessReader::unknownCall(const std::string& why, const Expr* call) {
  recorder.unknown(why, callees.empty() ? call : outermostCall);
}

/// The library may call the lambdas, function objects and functions that it is given any number of times,
/// with any arguments.
void AccessReader::readGiven(const Expr* argument, const Expr* call) {
  const Expr* given = strip(argument);
  while (const auto* copy = dyn_cast<CXXConstructExpr>(given)) {
    if (copy->getNumArgs() != 1 || !copy->getConstructor()->isCopyOrMoveConstructor()) break;
    given = strip(copy->getArg(0));
  }
  if (const auto* address = dyn_cast<UnaryOperator>(given); address && address->getOpcode() == UO_AddrOf)
    given = strip(address->getSubExpr());
  const QualType type = given->getType();
  const FunctionDecl* definition = namedFunction(given);
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl(); record && record->hasDefinition()) {
    if (classIs(libraryTemplate(type), ClassFact::Function))
      unknownCall("a call through a 'std::function' is not followed", call);
    for (const CXXMethodDecl* method : record->methods())
      if (method->getOverloadedOperator() == OO_Call && !isOfLibrary(method)) definition = method;
  }
  const bool isPointer = type->isMemberFunctionPointerType() || type->isFunctionPointerType();
  if (!definition && isPointer)
    unknownCall("a call through '" + textOf(given, source.ast) + "' is not followed", call);
  if (!definition || isOfLibrary(definition) || isOfArrayLanguage(definition)) return;
  const FunctionDecl* body = nullptr;
  if (!definition->hasBody(body) || callees.size() > 5 ||
      (isa<CXXMethodDecl>(definition) && cast<CXXMethodDecl>(definition)->isVirtual()))
    return unknownCall("the definition of '" + definition->getNameAsString() + "' is not visible", call);
  if (std::find(callees.begin(), callees.end(), body) != callees.end()) return;
  for (const ParmVarDecl* parameter : body->parameters()) {
    recorder.scopes[parameter] = here.loop;
    if (parameter->getType()->isReferenceType()) recorder.temporaries.insert(parameter);
    if (parameter->getType().getNonReferenceType()->isIntegerType()) symbols.bind(parameter, std::nullopt);
  }
  const auto* method = dyn_cast<CXXMethodDecl>(body);
  const bool isObject = method && !method->getParent()->isLambda();
  if (isObject && namedFunction(given) && !method->isStatic())  // of what object is not followed
    unknownCall("a call through '" + textOf(argument, source.ast) + "' is not followed", call);
  std::optional<AccessPath> owner = isObject ? places.readLvalue(given) : std::nullopt;
  if (isObject && !owner) owner = readTemporary(given, body);
  if (callees.empty()) outermostCall = call;
  noteCopies(body, call);
  const std::size_t before = nest.accesses.size();
  callees.push_back(body);
  if (const std::string changed = sharedChange(body, false); !changed.empty())
    unknownCall("'" + body->getNameAsString() + "' changes '" + changed + "'", call);
  const auto outer = isObject ? std::optional(places.enter(owner)) : std::nullopt;
  const Mode outerReturned = std::exchange(returned, Mode::Read);
  const bool outerGives = std::exchange(givesPlace, false);
  guarded({}, false, [&] { readStatement(body->getBody()); });
  givesPlace = outerGives;
  returned = outerReturned;
  if (outer) places.enter(*outer);
  leaveCallee(before);
}

/// An access in a function outside of the nest is attributed to the outermost call.
void AccessReader::leaveCallee(std::size_t before) {
  callees.pop_back();
  if (!callees.empty() || nest.loops.empty()) return;  // still in a call, or in the root's header
  const SourceManager& sources = source.ast.getSourceManager();
  const SourceRange root = nest.loops.front().stmt->getSourceRange();
  for (std::size_t k = before; k < nest.accesses.size(); ++k)
    if (!sources.isPointWithin(sources.getExpansionLoc(nest.accesses[k].expr->getBeginLoc()),
                               sources.getExpansionLoc(root.getBegin()),
                               sources.getExpansionRange(root.getEnd()).getEnd()))
      nest.accesses[k].calledBy = outermostCall;
}

/// Walks through the body of a function whose definition is visible, its parameters standing for the
/// arguments.
void AccessReader::readCallee(const CallExpr* call, const FunctionDecl* definition, const Expr* object,
                              unsigned shift) {
  const bool isRecursive = std::find(callees.begin(), callees.end(), definition) != callees.end();
  if (isRecursive && computesOnly(definition)) return noteUnreadAssertions(definition);
  if (isRecursive || callees.size() > 5)
    return unknownCall(
        "'" + definition->getNameAsString() + "' calls itself, or too many functions one inside the other",
        call);
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  const bool isLambda = method && method->getParent()->isLambda();
  const bool isCurrent = !object || isLambda || isThis(object);
  std::optional<AccessPath> owner;
  if (!isCurrent && !places.isOwnObject(object)) {
    owner = places.readObject(object);
    if (!owner)
      owner = readTemporary(object, definition);
    else
      readIndices(*owner);
  }
  for (unsigned k = 0; k < definition->getNumParams() && k + shift < call->getNumArgs(); ++k) {
    const ParmVarDecl* parameter = definition->getParamDecl(k);
    const Expr* argument = call->getArg(k + shift);
    recorder.scopes[parameter] = here.loop;
    const bool bound = places.bind(parameter, argument);
    const bool refers = parameter->getType()->isPointerType() || parameter->getType()->isReferenceType() ||
                        places.isBound(parameter) || places.isBoundView(parameter);
    if (!bound) noteThisGiven(argument, parameter->getType());
    if (!bound && strip(argument)->isPRValue() && !refersToOthers(parameter->getType()))
      recorder.temporaries.insert(parameter);
    if (!bound || !refers)
      readExpression(argument,
                     mayChange(parameter) && isa<CallExpr>(strip(argument)) ? Mode::Update : Mode::Read);
    else if (const auto place = parameter->getType()->isPointerType() ? places.readPointee(argument)
                                                                      : places.readLvalue(argument))
      readIndices(*place);
  }
  if (callees.empty()) outermostCall = call;
  noteCopies(definition, call);
  const std::size_t before = nest.accesses.size();
  callees.push_back(definition);
  // Changes of an element, `a[i].add(x)`, are accesses of their own, also those in methods that `add` calls.
  const std::optional<AccessPath>& changed = isCurrent ? places.currentObject() : owner;
  const bool isOwn =
      changed && (recorder.scopes.count(changed->root) || isNamedPrivate(nest, here.loop, changed->root));
  const bool isReduced = changed && isNamedReduced(nest, here.loop, changed->root);
  const bool isOwnObject =
      changed && (((isOwn || isReduced) && !changed->throughPointer) || !changed->subscripts.empty());
  if (const std::string member = sharedChange(definition, isOwnObject); !member.empty())
    unknownCall("'" + definition->getNameAsString() + "' changes '" + member + "'", call);
  walk(definition->getBody(), source.directives, [&](const Stmt* each) {
    nest.callsAnnotated |= source.directives.of(each) != nullptr;
    return true;
  });
  const auto outer =
      isCurrent ? std::optional<std::optional<AccessPath>>() : std::optional(places.enter(owner));
  const bool runsAll = !returnsEarly(definition->getBody()) && !mayNotReturn(definition->getBody());
  from(labelled, definition->getBody(),
       [&] { guarded({}, runsAll, [&] { readStatement(definition->getBody()); }); });
  if (outer) places.enter(*outer);
  leaveCallee(before);
}

/// Touches no memory but its own variables.
bool AccessReader::computesOnly(const FunctionDecl* definition) const {
  bool isPure = true;
  std::set<const FunctionDecl*> seen;
  const std::function<void(const FunctionDecl*)> look = [&](const FunctionDecl* function) {
    const FunctionDecl* body = nullptr;
    if (!seen.insert(function->getCanonicalDecl()).second || !function->hasBody(body)) return;
    for (const ParmVarDecl* parameter : body->parameters())
      isPure &= !parameter->getType()->isReferenceType() && !refersToOthers(parameter->getType());
    walk(body->getBody(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      isPure &= !(variable && variable->hasGlobalStorage() && !variable->getType().isConstQualified()) &&
                !(reference && reference->refersToEnclosingVariableOrCapture()) && !isa<CXXThisExpr>(each);
      if (const auto* call = dyn_cast<CallExpr>(each))
        if (const FunctionDecl* callee = call->getDirectCallee()) look(callee);
      return isPure;
    });
  };
  look(definition);
  return isPure;
}

/// The object of a call that has no name: its members are the call's own.
AccessPath AccessReader::readTemporary(const Expr* object, const FunctionDecl* definition) {
  readExpression(object, Mode::Read);
  if (refersToOthers(strip(object)->getType()) || strip(object)->isLValue())
    unknownCall("what '" + textOf(object, source.ast) + "' refers to is not known", object);
  AccessPath own;
  own.root = definition;
  recorder.scopes[definition] = here.loop;
  recorder.temporaries.insert(definition);
  return own;
}

/// The variables and members of the current object that are numbers or pointers, and are passed by reference
/// or address to a function that may change them: `std::swap(u, v)`, `sscanf(s, "%d", &n)`.
static std::vector<const ValueDecl*> handedOver(const Expr* expression) {
  std::vector<const ValueDecl*> found;
  const auto* call = dyn_cast<CallExpr>(expression);
  const auto* made = dyn_cast<CXXConstructExpr>(expression);
  const FunctionDecl* callee = call ? call->getDirectCallee() : made ? made->getConstructor() : nullptr;
  if (!callee) return found;
  const unsigned shift = isa<CXXOperatorCallExpr>(expression) && isa<CXXMethodDecl>(callee) ? 1 : 0;
  const unsigned count = call ? call->getNumArgs() : made->getNumArgs();
  for (unsigned k = shift; k < count; ++k) {
    const Expr* given = strip(call ? call->getArg(k) : made->getArg(k));
    const bool isNamed = k - shift < callee->getNumParams();  // not one of `...`
    const QualType type = isNamed ? callee->getParamDecl(k - shift)->getType() : given->getType();
    const auto* address = dyn_cast<UnaryOperator>(given);
    if (address && address->getOpcode() == UO_AddrOf && type->isPointerType())
      given = address->getSubExpr();
    else if (!type->isLValueReferenceType())
      continue;
    const ValueDecl* target = namedVariable(given);
    if (target && !type->getPointeeType().isConstQualified() && target->getType()->isScalarType())
      found.push_back(target);
  }
  return found;
}

/// A global, or a member of an object that the iterations share, to which the function assigns.
std::string AccessReader::sharedChange(const FunctionDecl* definition, bool isOwnObject) const {
  std::string changed;
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  const bool isLambda = method && method->getParent()->isLambda();
  std::set<const ValueDecl*> own(definition->param_begin(), definition->param_end());
  walk(definition->getBody(), source.directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<ValueDecl>(declared)) own.insert(variable);
    return true;
  });
  walk(definition->getBody(), source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    std::vector<const ValueDecl*> targets;
    if (assignment)
      targets.push_back(namedVariable(assignment->target));
    else if (expression)
      targets = handedOver(expression);
    for (const ValueDecl* target : targets) {
      const auto* variable = dyn_cast_or_null<VarDecl>(target);
      // No other analysis sees an assignment to a variable that a lambda captured outside of the nest.
      const bool isCaptured = isLambda && variable && !own.count(variable) &&
                              (symbols.isHidden(variable) || !symbols.isModified(variable)) &&
                              !recorder.scopes.count(variable);
      if ((variable && variable->hasGlobalStorage()) || isCaptured ||
          (isa_and_nonnull<FieldDecl>(target) && !isOwnObject))
        changed = target->getNameAsString();
    }
    return changed.empty();
  });
  return changed;
}

/// The effects of the array language's functions are known: they read their arguments; `store` and the atomic
/// functions write the first one. A view without slices stands for all of its elements.
void AccessReader::readTileCall(const CallExpr* call) {
  static const std::set<std::string> sizes = {"extent", "stride", "size", "shape", "steps", "data", "lanes"};
  const std::string name = calleeName(call);
  const bool isWriter = llvm::StringRef(name).starts_with("atomic_") || name == "store";
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
    if (sizes.count(name)) return;
    readTileArgument(member->getImplicitObjectArgument(), Mode::Read, call);
  }
  const std::size_t before = nest.accesses.size();
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    readTileArgument(call->getArg(k), isWriter && k == 0 ? Mode::Update : Mode::Read, call);
  if (isWriter && name != "store" && !isTile(strip(call->getArg(0))->getType()))
    for (std::size_t k = before; k < nest.accesses.size(); ++k)
      if (nest.accesses[k].expr == strip(call->getArg(0))) noteAtomicUpdate(nest.accesses[k], call, name);
  if (name == "map" && call->getNumArgs() > 0) readCallable(call->getArg(0), call);
}

/// Atomic sums and the like give the same result in any order, and so do stores of always the same value.
void AccessReader::noteAtomicUpdate(Access& access, const CallExpr* call, const std::string& name) {
  access.atomic = true;
  access.atomicFunction = name;
  access.showsOrder = isValueUsed(call, source.ast);
  if (name != "atomic_exchange" && name != "atomic_cas") return;
  for (unsigned k = 1; k < call->getNumArgs(); ++k) {
    const Expr* argument = call->getArg(k);
    Expr::EvalResult result;
    const auto value = symbols.read(argument);
    const bool isConstant = !argument->isValueDependent() && argument->EvaluateAsRValue(result, source.ast);
    const auto number =
        isConstant && result.Val.isInt() ? result.Val.getInt().tryExtValue() : std::optional<std::int64_t>();
    AtomicOperand operand;
    if (number)
      operand.value = Polynomial(*number);
    else if (isConstant)
      result.Val.Profile(operand.constant);
    else if (value &&
             (value->isConstant() || (symbols.isInvariant(argument) && symbols.isOfParameters(*value))))
      operand.value = value;
    else
      access.showsOrder = true;
    access.atomicOperands.push_back(std::move(operand));
  }
}

void AccessReader::readTileArgument(const Expr* argument, Mode mode, const Expr* call) {
  const QualType type = strip(argument)->getType().getNonReferenceType();
  if (refersToOthers(type) && !isTile(type))
    unknownCall("any element of '" + textOf(argument, source.ast) + "' may be touched", call);
  else
    readExpression(argument, mode);
}

/// The callable of a `map`: it may read the values that it has copied, and change nothing but these.
void AccessReader::readCallable(const Expr* callable, const Expr* call) {
  const auto* function = namedFunction(callable);
  const CXXRecordDecl* record = strip(callable)->getType()->getAsCXXRecordDecl();
  const auto refers = [](const LambdaCapture& each) {
    return each.getCaptureKind() != LCK_ByCopy || refersToOthers(each.getCapturedVar()->getType());
  };
  bool isKnown = function != nullptr;
  if (record && record->isLambda()) {
    isKnown = llvm::none_of(record->captures(), refers);
    function = record->getLambdaCallOperator();
  } else if (record && record->hasDefinition() && !refersToOthers(strip(callable)->getType())) {
    for (const CXXMethodDecl* method : record->methods())
      if (method->getOverloadedOperator() == OO_Call) function = method, isKnown = true;
  }
  if (isKnown && function) noteUnreadAssertions(function);
  const CallEffect effect = isKnown ? effectOf(function, source) : CallEffect();
  if (!isKnown || !effect.unknown.empty())
    unknownCall(isKnown ? effect.unknown : "what 'map' calls refers to memory", call);
}

/// `s.find('x')`, `v.sum()`: any element may be read.
static bool looksThrough(const CXXMethodDecl* method) {
  if (!method || !method->isConst() || !method->getDeclName().isIdentifier()) return false;
  const std::string container = libraryTemplate(method->getASTContext().getRecordType(method->getParent()));
  return classIs(container, ClassFact::Container) && classIs(container, ClassFact::Elements) &&
         !memberIs(method->getName(), {Fact::Bound, Fact::Data, Fact::Element, Fact::Size});
}

/// `v.back()`, `v.back().x`, `const T& last = v.back();`: a value is taken.
static bool isOnlyRead(const Expr* part, ASTContext& context) {
  for (;;) {
    if (isLoaded(part, context)) return true;
    const auto parents = context.getParents(*part);
    if (const auto* variable = parents.empty() ? nullptr : parents[0].get<VarDecl>())
      return variable->getType()->isReferenceType() &&
             variable->getType()->getPointeeType().isConstQualified();
    const auto* outer = parents.empty() ? nullptr : parents[0].get<Expr>();
    const bool isPartOfIt = outer && (isa<MemberExpr>(outer) ? !cast<MemberExpr>(outer)->isArrow()
                                                             : isa<ImplicitCastExpr, ParenExpr>(outer));
    if (!isPartOfIt || !outer->isGLValue()) return false;
    part = outer;
  }
}

/// Of a container of the standard library: adds or takes elements.
static bool changesLength(const CXXMethodDecl* method) {
  if (!method || method->isConst() || method->isStatic() || !method->getParent()->isInStdNamespace())
    return false;
  const llvm::StringRef owner = method->getParent()->getName();
  switch (method->getOverloadedOperator()) {
    case OO_None: return memberIs(method->getNameAsString(), Fact::ChangesLength);
    case OO_Subscript: return classIs(owner, ClassFact::Inserts);
    case OO_PlusEqual: return owner == "basic_string";
    default: return false;
  }
}

/// Does the loop take a lock anywhere? Which of its statements that guards is not followed.
static bool takesLock(const Stmt* body, const Directives& directives) {
  bool takes = false;
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared))
          takes |= classIs(libraryTemplate(variable->getType()), ClassFact::Lock);
    if (const auto* call = dyn_cast<CallExpr>(each))
      takes |= functionIs(calleeName(call), Fact::Locks) || memberIs(calleeName(call), Fact::Locks);
    return !takes;
  });
  return takes;
}

/// Whatever the elements are, no two iterations may do it at a time.
void AccessReader::refuseLengthChange(const AccessPath& place, const CallExpr* call, const Expr* object) {
  const auto scope = recorder.scopes.find(place.root);
  const auto* variable = dyn_cast<VarDecl>(place.root);
  if ((variable && variable->getTLSKind() != VarDecl::TLS_None) ||
      isNamedPrivate(nest, here.loop, place.root))
    return;
  const int home = scope == recorder.scopes.end() ? -1 : scope->second;
  for (int loop = here.loop; loop >= 0 && loop != home;
       loop = nest.loops[static_cast<std::size_t>(loop)].parent) {
    const Loop& around = nest.loops[static_cast<std::size_t>(loop)];
    const auto pins = [&](const std::vector<Constraint>& known) {  // `if (i == 3)`
      return llvm::any_of(known, [&](const Constraint& each) {
        return each.equality && each.condition.mentions(around.symbol);
      });
    };
    const bool isOfOne =
        pins(here.guards) || (here.cases && !here.cases->empty() && llvm::all_of(*here.cases, pins));
    if (!around.parallel || isOfOne || around.directive->find(ClauseKind::Unchecked) ||
        takesLock(around.body, source.directives))
      continue;
    const Expr* at = callees.empty() ? call : outermostCall;
    source.diags.report(Diag::LengthChanged, at->getBeginLoc(),
                        {textOf(object, source.ast), calleeName(call), around.symbol},
                        {call->getSourceRange()});
    good &= source.diags.showsConflicts();
    return;
  }
}

/// The object of a library's or an invisible member function: a const one reads it, another one may change
/// it.
void AccessReader::readObject(const CallExpr* call, const CXXMethodDecl* method, const Expr* object) {
  if (const auto choices = choicesOf(object); !choices.empty()) {
    for (const Expr* each : choices) readObject(call, method, each);
    return readExpression(object, Mode::Read);
  }
  auto place = places.readObject(object);
  if (place && place->path == "[]" && object->getType()->isPointerType() && !place->throughMemory &&
      place->subscripts[0] && place->subscripts[0]->terms.empty())
    place->path.clear(), place->subscripts.clear();  // `v->push_back(x)`
  if (method && method->isDefaulted() && place && place->subscripts.empty() && place->path.empty())
    recorder.copied(place->root, object, here);  // `p == q`
  const std::string name = calleeName(call);
  const bool isHarmless = memberIs(name, Fact::HarmlessByName);
  const bool isAssignment = isa<CXXOperatorCallExpr>(call) && asAssignment(call);
  const bool isPart = memberIs(name, Fact::Part) && call->getNumArgs() == 0;
  const bool isEnd = name == "front" || name == "back", isValue = isEnd && isOnlyRead(call, source.ast);
  const bool changes = !isValue && method && !method->isConst() && !method->isStatic() && !isHarmless &&
                       !isPart && !isAssignment;
  if (isThis(object) && changes) noteWholeObject(place, object);
  if (place && place->subscripts.empty() && changesLength(method)) refuseLengthChange(*place, call, object);
  if (isa<CXXThisExpr>(strip(object))) return;
  if (!place) {
    if (changes && strip(object)->isGLValue() && !isa<CallExpr>(strip(object)))
      unknownCall("what '" + textOf(object, source.ast) + "' refers to is not known", object);
    return readExpression(object, changes && isa<CallExpr>(strip(object)) ? Mode::Update : Mode::Read);
  }
  readIndices(*place);
  // How many elements there are changes only where the container itself does.
  const bool asksSize = isHarmless && method && method->getParent()->isInStdNamespace() &&
                        !symbols.isModified(place->root) && !mayBeResized(object);
  if (!asksSize && (!place->subscripts.empty() || !place->path.empty())) {
    const std::size_t before = nest.accesses.size();
    recorder.record(*place, changes ? Mode::Update : Mode::Read, strip(object), here);
    if (isEnd && isOfLibrary(method) && nest.accesses.size() > before)
      nest.accesses.back().part = "[" + name + "]" + nest.accesses.back().part;
  }
  if (place->subscripts.empty() && (changes || isEnd || looksThrough(method) ||
                                    (place->path.empty() && !isAssignment && mayBeResized(object)))) {
    AccessPath whole = *place;
    whole.subscripts.push_back(std::nullopt);
    whole.path += "[]";
    const std::size_t before = nest.accesses.size();
    recorder.recordWhole(whole, changes ? Mode::Update : Mode::Read, object,
                         "'" + name + "' may " + (changes ? "change '" : "read any element of '") +
                             textOf(object, source.ast) + "'",
                         here);
    for (std::size_t k = before; k < nest.accesses.size(); ++k)
      nest.accesses[k].keepsElements = changesLength(method) && !memberIs(name, Fact::SetsAnew);
  }
}

// --- calls whose function only the arguments of a template decide

/// May the function change the argument of that parameter? `T&&` may be a reference to an lvalue.
static bool mayChangeParameter(const FunctionDecl* callee, unsigned parameter) {
  if (parameter >= callee->getNumParams()) return false;
  const QualType type = callee->getParamDecl(parameter)->getType();
  return type->isReferenceType() && !type->getPointeeType().isConstQualified() &&
         !onlyCopies(callee, parameter);
}

/// Decided by the functions that the instances call; without instances, by those that the name may mean.
bool AccessReader::mayChangeArgument(const CallExpr* call, unsigned argument) {
  const std::set<const FunctionDecl*>& known = instances->of(call);
  if (!known.empty())
    return llvm::any_of(known, [&](const FunctionDecl* each) { return mayChangeParameter(each, argument); });
  const auto* lookup = dyn_cast<UnresolvedLookupExpr>(strip(call->getCallee()));
  return !lookup || llvm::any_of(lookup->decls(), [&](const NamedDecl* each) {
    const FunctionDecl* function = each->getUnderlyingDecl()->getAsFunction();
    return function && mayChangeParameter(function, argument);
  });
}

/// `op(x[i])` looks like an element of a view, but calls a function that takes a `T&` in some instance.
bool AccessReader::changesArguments(const CallExpr* call) {
  if (!call->isTypeDependent() || call->getDirectCallee() || call->getNumArgs() == 0 || openMember(call))
    return false;
  if (!instances) instances = std::make_shared<const CallInstances>(source.ast);
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    if (!instances->of(call).empty() && mayChangeArgument(call, k)) return true;
  return false;
}

/// Records elements that the call may change; false: there are none.
bool AccessReader::readChanged(const Expr* given, bool isArrow) {
  const auto place = isArrow ? places.readPointer(given) : places.readLvalue(strip(given));
  const auto* root = place ? dyn_cast<ValueDecl>(place->root) : nullptr;
  const QualType type = root ? root->getType().getNonReferenceType() : QualType();
  if (!root || place->subscripts.empty() || strip(given)->getType().isConstQualified() ||
      type.isConstQualified() || (type->isPointerType() && type->getPointeeType().isConstQualified()))
    return false;
  guarded({}, false, [&] { recorder.record(*place, Mode::Update, strip(given), here); });
  readIndices(*place);
  return true;
}

void AccessReader::readOpenCall(const CallExpr* call) {
  if (!instances) instances = std::make_shared<const CallInstances>(source.ast);
  if (callsOpenFunctionObject(call)) unknownCall("a call through a 'std::function' is not followed", call);
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    if (!mayChangeArgument(call, k) || !readChanged(call->getArg(k), false))
      readArgument(call->getArg(k), QualType());
  const Expr* callee = strip(call->getCallee());
  if (const auto* member = dyn_cast<MemberExpr>(callee)) readExpression(member->getBase(), Mode::Read);
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(callee);
      member && !member->isImplicitAccess()) {
    const auto isConst = [](const FunctionDecl* each) {
      const auto* method = dyn_cast<CXXMethodDecl>(each);
      return method && method->isConst();
    };
    const std::set<const FunctionDecl*>& known = instances->of(call);
    const bool isRead =
        (!known.empty() && llvm::all_of(known, isConst)) || isContiguousContainer(member->getBaseType());
    if (isRead || !readChanged(member->getBase(), member->isArrow()))
      readExpression(member->getBase(), Mode::Read);
  }
  if (isOpenCall(call))
    unknownCall("what '" + textOf(call->getCallee(), source.ast) +
                    "' does depends on the arguments of the template, which has no instance here",
                call);
  if (!call->isTypeDependent() && !call->isValueDependent())
    unknownCall("a call through '" + textOf(call->getCallee(), source.ast) + "' is not followed", call);
}

}  // namespace appyl
