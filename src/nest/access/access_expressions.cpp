// Which memory an expression reads and writes; an lvalue whose place cannot be determined is not followed.
#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/evaluated.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/privatization/scalars.h"
#include "nest/privatization/updates.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {

using namespace clang;

static bool isAtomicReference(QualType type) {
  return classIs(libraryTemplate(type.getNonReferenceType()), ClassFact::AtomicRef);
}

/// An assignment operator that the user wrote does what its body does.
static bool isOwnAssignment(const CXXOperatorCallExpr* call) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  return method && asAssignment(call) && method->isUserProvided() && method->hasBody() &&
         !isOfSystem(method) && !isOfArrayLanguage(method);
}

/// Assigning to such an object assigns to what its references refer to, or writes an element elsewhere.
static bool assignsThrough(QualType type) {
  const std::string library = libraryTemplate(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return false;
  if (library.empty())
    return !record->isInStdNamespace() && llvm::any_of(record->fields(), [](const FieldDecl* field) {
      return assignsThrough(field->getType());
    });
  if (!classIs(library, ClassFact::Tuple)) return classIs(library, ClassFact::OutputIterator);
  const std::function<bool(const TemplateArgument&)> refers = [&](const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Pack) return llvm::any_of(argument.getPackAsArray(), refers);
    return argument.getKind() == TemplateArgument::Type &&
           (argument.getAsType()->isReferenceType() || assignsThrough(argument.getAsType()));
  };
  return llvm::any_of(cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs().asArray(), refers);
}

/// The value of `*std::max_element(a, a + n)`: one of the elements that the call looks at.
static bool isValueFound(const Expr* expression, const ASTContext& context) {
  const auto parents = const_cast<ASTContext&>(context).getParents(*expression);
  const auto* value = parents.empty() ? nullptr : parents[0].get<ImplicitCastExpr>();
  if (!value || value->getCastKind() != CK_LValueToRValue) return false;
  const auto* unary = dyn_cast<UnaryOperator>(expression);
  const auto* star = dyn_cast<CXXOperatorCallExpr>(expression);
  const Expr* found = unary && unary->getOpcode() == UO_Deref ? unary->getSubExpr()
                      : star && star->getOperator() == OO_Star && star->getNumArgs() == 1 ? star->getArg(0)
                                                                                          : nullptr;
  const auto* call = dyn_cast_or_null<CallExpr>(found ? strip(found) : nullptr);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isInStdNamespace() && functionIs(callee->getNameAsString(), Fact::Finds);
}

void AccessReader::noteUpdate(const Stmt* statement) {
  const auto* whole = dyn_cast<Expr>(statement);
  if (whole && asAssignment(whole) && isValueUsed(whole, source.ast)) return;
  if (const auto update = asUpdate(statement, source))
    for (const Expr* mention : update->mentions)
      recorder.updateMentions.emplace(mention, update->op);  // an `if` before the assignment inside it
}

/// `target = value`, `target += value`.
void AccessReader::readAssignment(const Assignment& assignment, const Expr* whole) {
  if (isAtomic(strip(assignment.target)->getType()))
    noteAtomic(assignment.target, whole,
               assignment.op == BO_Assign || isValueUsed(whole, source.ast) ? AtomicUse::OrderedUpdate
                                                                            : AtomicUse::Update);
  // `v = u` of containers reads all that is in `u`.
  const Expr* value = assignment.value ? strip(assignment.value) : nullptr;
  if (value && assignment.op == BO_Assign && isFollowedAlone(namedVariable(assignment.target)))
    readPointerValue(value);
  else if (value && !(isContainer(value->getType()) && readRange(value, value->getType())))
    readExpression(value, Mode::Read);
  if (const ValueDecl* named = namedVariable(assignment.target);
      named && !recorder.scopes.count(named) && assignsThrough(named->getType().getNonReferenceType()))
    unknownCall("what '" + textOf(assignment.target, source.ast) + "' refers to is not known", whole);
  readExpression(assignment.target, assignment.op == BO_Assign ? Mode::Write : Mode::Update);
}

void AccessReader::readConstruction(const CXXConstructExpr* construct) {
  const CXXConstructorDecl* constructor = construct->getConstructor();
  noteUnreadAssertions(constructor);
  const std::size_t before = nest.accesses.size();
  for (unsigned k = 0; k < construct->getNumArgs(); ++k)
    readArgument(construct->getArg(k),
                 k < constructor->getNumParams() ? constructor->getParamDecl(k)->getType() : QualType());
  if (isOfLibrary(constructor) && !classIs(libraryTemplate(construct->getType()), ClassFact::Function))
    for (const Expr* argument : construct->arguments()) readGiven(argument, construct);
  if (isOfLibrary(constructor) && !isIterator(construct->getType()))
    for (const Expr* argument : construct->arguments()) readIterators(argument);
  if (construct->getNumArgs() == 1 && isAtomicReference(construct->getType()))
    for (std::size_t k = before; k < nest.accesses.size(); ++k)
      nest.accesses[k].atomic |= nest.accesses[k].expr == strip(construct->getArg(0));
}

void AccessReader::readConditional(const AbstractConditionalOperator* conditional, Mode mode) {
  if (const auto* binary = dyn_cast<BinaryConditionalOperator>(conditional))  // `a ?: b`
    readExpression(binary->getCommon(), Mode::Read);
  readExpression(conditional->getCond(), Mode::Read);
  whereHolds(conditional->getCond(), true, [&] { readExpression(conditional->getTrueExpr(), mode); });
  whereHolds(conditional->getCond(), false, [&] { readExpression(conditional->getFalseExpr(), mode); });
}

/// `a && b`: each operand decides whether the next one is evaluated.
void AccessReader::readLogical(const BinaryOperator* logical) {
  const Position outer = here;
  const Expr* before = nullptr;
  for (const Expr* operand : operandsOf(logical)) {
    if (before) assume(before, logical->getOpcode() == BO_LAnd);
    readExpression(operand, Mode::Read);
    before = operand;
  }
  here = outer;
}

/// Reads an expression that certainly is no place in memory by its operands; false: it may be a place.
bool AccessReader::readParts(const Expr* expression, Mode mode) {
  const Mode ofPart =
      mode == Mode::Write ? Mode::Update : mode;  // GNU's parts of complex numbers, lanes of vectors
  const auto* unary = dyn_cast<UnaryOperator>(expression);
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  const auto* made = dyn_cast<CXXNewExpr>(expression);
  if (const auto* call = dyn_cast<CallExpr>(expression)) {
    readCall(call, mode);
  } else if (const auto* construct = dyn_cast<CXXConstructExpr>(expression)) {
    readConstruction(construct);
  } else if (made && made->getNumPlacementArgs() == 1) {
    readPlacement(made);
    readExpression(made->getInitializer(), Mode::Read);
  } else if (unary && (unary->getOpcode() == UO_Real || unary->getOpcode() == UO_Imag)) {
    readExpression(unary->getSubExpr(), ofPart);
  } else if (const auto* lanes = dyn_cast<ExtVectorElementExpr>(expression)) {
    readExpression(lanes->getBase(), ofPart);
  } else if (const auto* statements = dyn_cast<StmtExpr>(expression)) {
    readStatement(statements->getSubStmt());
  } else if (binary && binary->getOpcode() == BO_Comma) {
    readExpression(binary->getLHS(), Mode::Read);
    readExpression(binary->getRHS(), mode);
  } else if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) {  // its body is read where it is called
    readCaptures(lambda);
  } else if (const auto* conditional = dyn_cast<AbstractConditionalOperator>(expression)) {
    readConditional(conditional, mode);
  } else if (binary && binary->isLogicalOp()) {
    readLogical(binary);
  } else {
    return false;
  }
  return true;
}

/// A name of memory, where a path to it is known; false where it is something else.
bool AccessReader::readPath(const Expr* expression, Mode mode) {
  const auto place = places.readLvalue(expression);
  if (!place) return false;
  if (!place->subscripts.empty() || !place->path.empty()) {
    if (!isFollowedAlone(place->root) || !readByOrigins(expression, mode))
      recorder.record(*place, mode, expression, here);
    readIndices(*place);
    return true;
  }
  if (mode != Mode::Read && namedVariable(expression)) noteGivenName(*place, expression);
  if (!places.isObject(expression)) return false;
  // Its own analysis follows what is done by its address.
  if (expression->getType()->isRecordType()) recorder.copied(place->root, expression, here);
  return true;
}

/// An object as a whole, `*this` among them.
void AccessReader::readWholeObject(const Expr* expression, Mode mode) {
  const auto* unary = dyn_cast<UnaryOperator>(expression);
  const bool isThis = unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(strip(unary->getSubExpr()));
  const bool isCopied = mode == Mode::Read && expression->getType()->isRecordType();
  if (!isCopied && !(isThis && mode != Mode::Read)) return;
  const auto object = places.readLvalue(expression);  // of `*this` in a function: the object of the call
  if (!isCopied)
    noteWholeObject(object, expression);
  else if (object || isThis)
    recorder.copied(object ? object->root : nullptr, expression, here);
}

/// What objects of std::atomic and the builtin functions for atomic accesses do; false where it is something
/// else.
bool AccessReader::readAtomicExpression(const Expr* expression) {
  const auto* atomic = dyn_cast<AtomicExpr>(expression);
  if (!atomic) return false;
  if (isAtomic(atomic->getPtr()->getType()->getPointeeType())) {
    readAtomic(atomic);
    return true;
  }
  for (const Stmt* child : atomic->children())
    if (const auto* part = dyn_cast_or_null<Expr>(child))
      readArgument(part, part == atomic->getPtr() ? part->getType() : QualType());
  return true;
}

void AccessReader::readExpression(const Expr* expression, Mode mode) {
  if (!expression) return;
  expression = strip(expression);
  if (const auto* byDefault = dyn_cast<CXXDefaultArgExpr>(expression))
    return readExpression(byDefault->getExpr(), Mode::Read);
  if (const auto* list = dyn_cast<ParenListExpr>(expression)) {  // `V<T> c(x, y)` of a template
    for (unsigned k = 0; k < list->getNumExprs(); ++k) readExpression(list->getExpr(k), Mode::Read);
    return;
  }
  if (const auto operands = evaluatedOperands(expression)) {
    for (const Expr* operand : *operands) readExpression(operand, mode);
    return;
  }
  if (namedVariable(expression) && isTile(expression->getType()) && refersToOthers(expression->getType()))
    return unknownCall("what '" + textOf(expression, source.ast) + "' refers to is not known", expression);
  noteUpdate(expression);
  if (readAtomicExpression(expression)) return;
  if (mode == Mode::Read && !isInAtomic && expression->isLValue() && expression->getType()->isAtomicType())
    noteAtomic(expression, expression, AtomicUse::Look);
  if (const Expr* asserted = assertedBy(expression)) noteAssertion(asserted);
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression); call && isOwnAssignment(call))
    return readCall(call);
  if (const auto assignment = asAssignment(expression)) return readAssignment(*assignment, expression);
  if (const auto* call = dyn_cast<CallExpr>(expression);
      call && mode == Mode::Read && (isOpenCall(call) || changesArguments(call)))
    return readCall(call);
  if (readPath(expression, mode)) return;
  readWholeObject(expression, mode);
  if ((isUnfollowed(expression, mode) && !isValueFound(expression, source.ast)) ||
      (mode != Mode::Read && isUnknownAlias(expression)))
    unknownCall("what '" + textOf(expression, source.ast) + "' refers to is not known", expression);
  if (readParts(expression, mode)) return;
  if (const auto* address = dyn_cast<UnaryOperator>(expression); address && address->getOpcode() == UO_AddrOf)
    if (const auto place = places.readPointer(expression))
      return recorder.recordWhole(*place, Mode::Update, expression,
                                  "the address '" + textOf(expression, source.ast) + "' is passed on", here);
  for (const Expr* size : hiddenSizes(expression)) readExpression(size, Mode::Read);
  for (const Stmt* child : expression->children())
    if (const auto* part = dyn_cast_or_null<Expr>(child)) readExpression(part, Mode::Read);
}

/// `r` of `auto& r = f(t)`, as a whole: the analysis of scalars and objects knows t by its own name only.
/// (Of names from outside it says what it knows.)
void AccessReader::noteGivenName(const AccessPath& place, const Expr* expression) {
  const ValueDecl* named = namedVariable(expression);
  const bool isFromOutside = !recorder.scopes.count(named) && !places.isBound(named);
  if (!place.throughCall || isFromOutside || recorder.scopes.count(place.root) ||
      isNamedPrivate(nest, here.loop, place.root))
    return;
  unknownCall("'" + named->getNameAsString() + "' is another name of '" + place.root->getNameAsString() +
                  "', which a function gives",
              expression);
}

/// `*this = g` writes all members, which are known by their own names, of an object that other iterations
/// have, too.
void AccessReader::noteWholeObject(const std::optional<AccessPath>& object, const Expr* expression) {
  const bool isOwn = object && object->root &&
                     (recorder.scopes.count(object->root) || isNamedPrivate(nest, here.loop, object->root));
  if (!isOwn) unknownCall("'*this' may change as a whole", expression);
}

/// What a lambda copies is read where it is made.
void AccessReader::readCaptures(const LambdaExpr* lambda) {
  auto init = lambda->capture_init_begin();
  for (const LambdaCapture& capture : lambda->captures()) {
    const Expr* value = init == lambda->capture_init_end() ? nullptr : *init++;
    if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByCopy) continue;
    const auto* own = dyn_cast<VarDecl>(capture.getCapturedVar());
    if (own && lambda->isInitCapture(&capture)) recorder.scopes[own] = here.loop;
    if (own && value && !own->getType()->isArrayType()) readExpression(value, Mode::Read);
  }
}

/// A lambda's copies equal the captured variables only as long as these do not change.
void AccessReader::noteCopies(const FunctionDecl* definition, const Expr* call) {
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  if (!method || !method->getParent()->isLambda()) return;
  for (const LambdaCapture& capture : method->getParent()->captures()) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByCopy) continue;
    const ValueDecl* copied = capture.getCapturedVar();
    const std::string name = copied->getNameAsString();
    const bool isDeclared = recorder.scopes.count(copied) != 0;
    if (!(copied->isInitCapture() && isDeclared) && symbols.isModified(copied) && !symbols.isCounter(copied))
      unknownCall(
          "the lambda has a copy of '" + name + "', which changes" +
              (isDeclared ? "; a copy by the name of its own, '[" + name + " = " + name + "]', is followed"
                          : ""),
          call);
  }
  const auto* called = dyn_cast<CXXOperatorCallExpr>(call);
  if (const ValueDecl* copied = symbols.outdatedCopy(definition, called ? called->getArg(0) : nullptr))
    unknownCall("the lambda has a copy of '" + copied->getNameAsString() + "', which has changed since",
                call);
}

/// `*h`, `h->` of a std::optional that the iteration owns: a part of it.
bool AccessReader::isOwnOptional(const Expr* access) const {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(strip(access));
  if (!call || call->getNumArgs() != 1 || (call->getOperator() != OO_Star && call->getOperator() != OO_Arrow))
    return false;
  const ValueDecl* object = namedVariable(call->getArg(0));
  return object && recorder.scopes.count(object) && !object->getType()->isReferenceType() &&
         libraryTemplate(object->getType()) == "optional";
}

/// Memory whose place could not be determined: behind an iterator, a pointer of unknown origin, a reference
/// that a call returns.
bool AccessReader::isUnfollowed(const Expr* expression, Mode mode) {
  if (expression->isTypeDependent())  // `(*this)(i, j) = 0`; the instances say more
    return mode != Mode::Read && !hasInstances && isa<CallExpr>(expression);
  if (const auto* unary = dyn_cast<UnaryOperator>(expression))
    return unary->getOpcode() == UO_Deref && !isa<CXXThisExpr>(strip(unary->getSubExpr())) &&
           !places.isNull(unary->getSubExpr());
  if (const auto* member = dyn_cast<MemberExpr>(expression))
    return member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase())) &&
           !places.isOwnObject(member->getBase()) && !places.isNull(member->getBase()) &&
           !isOwnOptional(member->getBase()) && isa<FieldDecl>(member->getMemberDecl());
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression))
    return !places.isNull(arrayPart(element));
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->getOpcode() == BO_PtrMemI)
    return true;
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression)) {
    const bool isAccess = call->getOperator() == OO_Star || call->getOperator() == OO_Arrow ||
                          call->getOperator() == OO_Subscript;
    if (isOwnOptional(call)) return false;
    if (isAccess && call->getNumArgs() <= 2 && (call->isLValue() || call->getOperator() == OO_Arrow))
      return true;
  }
  const auto* call = dyn_cast<CallExpr>(expression);
  return mode != Mode::Read && call && !isReadThrough(call) && !isEndOfKnown(call);
}

/// `a[i].back()` of a container: an element of it.
bool AccessReader::isEndOfKnown(const CallExpr* call) {
  const auto* method = dyn_cast<CXXMemberCallExpr>(call);
  if (!method || (calleeName(method) != "front" && calleeName(method) != "back")) return false;
  const Expr* object = method->getImplicitObjectArgument();
  return isContiguousContainer(strip(object)->getType().getNonReferenceType()) &&
         !refersToOthers(object->getType()) && places.readObject(object);
}

/// A function of the user's that gives a reference, and whose body says to what.
bool AccessReader::isReadThrough(const CallExpr* call) const {
  const FunctionDecl* callee = call->getDirectCallee();
  return callee && call->isLValue() && !isOfLibrary(callee) && callee->hasBody() &&
         !isOfArrayLanguage(callee);
}

static bool isOfStandardLibrary(const NestedNameSpecifier* qualifier) {
  return qualifier && qualifier->getAsType() && !libraryTemplate(QualType(qualifier->getAsType(), 0)).empty();
}

/// In a template without instances: a call whose callee only the template's arguments decide. (In an instance
/// the callee would be read.)
bool AccessReader::isOpenCall(const CallExpr* call) const {
  if (!call->isTypeDependent() || call->getDirectCallee() || hasInstances || openMember(call)) return false;
  const Expr* callee = strip(call->getCallee());
  if (const auto* lookup = dyn_cast<UnresolvedLookupExpr>(callee))
    return lookup->getNumDecls() == 0 || llvm::any_of(lookup->decls(), [](const NamedDecl* each) {
             const auto* function = each->getUnderlyingDecl()->getAsFunction();
             return function && !function->isInStdNamespace() && !function->getBuiltinID() &&
                    !isOfArrayLanguage(function);
           });
  if (isa<CXXDependentScopeMemberExpr>(callee))
    return !memberIs(calleeName(call), Fact::HarmlessByName) && calleeName(call) != "at";
  if (const auto* scoped = dyn_cast<DependentScopeDeclRefExpr>(callee))
    return !isOfStandardLibrary(scoped->getQualifier());  // `std::numeric_limits<T>::max()`
  return callee->isTypeDependent() && !openLambda(call) && !holdsElements(callee);
}

static const Type* typeOfCalled(const Expr* called) {
  return called->getType().getNonReferenceType().getCanonicalType().getTypePtr();
}

/// `f(i)` may be an element or a function call: a view has elements, and so has an object to which
/// `f(i) = ...` assigns somewhere.
bool AccessReader::holdsElements(const Expr* called) const {
  const QualType type = called->getType().getNonReferenceType();
  return isView(type) || isContainer(type) || elementTypes.count(typeOfCalled(called));
}

void AccessReader::noteElementTypes(const Stmt* root) {
  walk(root, source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    const auto* target = assignment ? dyn_cast<CallExpr>(strip(assignment->target)) : nullptr;
    if (target && target->isTypeDependent() && !isa<CXXOperatorCallExpr>(target))
      elementTypes.insert(typeOfCalled(target->getCallee()));
    return true;
  });
}

static const Type* wholeTypeOf(const Expr* object) {
  const QualType type = strip(object)->getType().getNonReferenceType();
  return (type->isPointerType() ? type->getPointeeType() : type)
      .getCanonicalType()
      .getUnqualifiedType()
      .getTypePtr();
}

/// Notes types of objects whose number of elements changes, or which are empty afterwards: `v.clear()`,
/// `v[i] = u`, `swap(v[i], u)`; also in functions that are called.
void AccessReader::noteResizedTypes(const Stmt* root, std::set<const FunctionDecl*>& seen) {
  const auto keepsSize = [](const std::string& member) {
    return memberIs(member,
                    {Fact::LeadsTo, Fact::Size, Fact::Part, Fact::FillsElements, Fact::ChangesElements}) &&
           !memberIs(member, Fact::ChangesLength);
  };
  const auto hasSize = [](const Expr* object) {
    QualType type = strip(object)->getType().getNonReferenceType();
    if (type->isPointerType()) type = type->getPointeeType();
    const std::string library = libraryTemplate(type);
    return library != "array" && (isContainer(type) || classIs(library, ClassFact::Maybe));
  };
  walk(root, source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (assignment && hasSize(assignment->target)) resizedTypes.insert(wholeTypeOf(assignment->target));
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(each)) {
      const CXXMethodDecl* method = member->getMethodDecl();
      const Expr* object = member->getImplicitObjectArgument();
      if (method && !method->isConst() && !method->isStatic() && !keepsSize(calleeName(member)) &&
          hasSize(object))
        resizedTypes.insert(wholeTypeOf(object));
    }
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr, *definition = nullptr;
    if (!callee) return true;
    if (!isOfLibrary(callee) && callee->hasBody(definition)) {
      if (seen.insert(definition).second) noteResizedTypes(definition->getBody(), seen);
    } else if (functionIs(calleeName(call), {Fact::Swaps, Fact::Moves, Fact::Exchanges})) {
      for (const Expr* argument : call->arguments())
        if (hasSize(argument)) resizedTypes.insert(wholeTypeOf(argument));
    }
    return true;
  });
}

bool AccessReader::mayBeResized(const Expr* object) const { return resizedTypes.count(wholeTypeOf(object)); }

/// A reference of the nest to what a call gives.
bool AccessReader::isUnknownAlias(const Expr* expression) const {
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(expression));
  return variable && places.isUnknown(variable) && isa<CallExpr>(strip(variable->getInit()));
}

/// The t of `std::atomic_ref<int>(t)`, and of r after `std::atomic_ref r(t);`.
static const Expr* targetOfAtomic(const Expr* object) {
  object = strip(object);
  if (const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(object)))
    object = variable->getInit() ? strip(variable->getInit()) : object;
  object = object->IgnoreParenCasts();
  const auto* made = dyn_cast<CXXConstructExpr>(object);
  if (!made || made->getNumArgs() != 1) return nullptr;
  const Expr* given = made->getArg(0);
  return isAtomicReference(given->getType()) ? targetOfAtomic(given) : given;
}

/// Updates by the same operator commute: `fetch_add`, `+=`, `--` are all sums. nullopt: any other update.
static std::optional<ReductionOperator> operatorOf(const Expr* update) {
  if (const auto assignment = asAssignment(update)) {
    switch (assignment->op) {
      case BO_AddAssign:
      case BO_SubAssign: return ReductionOperator::Sum;
      case BO_AndAssign: return ReductionOperator::BitAnd;
      case BO_OrAssign: return ReductionOperator::BitOr;
      case BO_XorAssign: return ReductionOperator::BitXor;
      default: return std::nullopt;
    }
  }
  const auto* atomic = dyn_cast<AtomicExpr>(update);
  const auto* call = dyn_cast<CallExpr>(update);
  const std::string name = atomic ? atomic->getOpAsString().str() : call ? calleeName(call) : "";
  const auto start = llvm::StringRef(name).find("fetch_");  // of `__c11_atomic_fetch_add`, too
  return start == llvm::StringRef::npos ? std::nullopt
                                        : operatorOfMember(llvm::StringRef(name).substr(start));
}

/// C's `atomic_fetch_add(&c, 1)`, `atomic_store(&c, 1)`.
void AccessReader::readAtomic(const AtomicExpr* atomic) {
  const llvm::StringRef name = atomic->getOpAsString();
  const bool looks = name.contains("load"), updates = name.contains("fetch_");
  const auto* address = dyn_cast<UnaryOperator>(strip(atomic->getPtr()));
  const bool isAddress = address && address->getOpcode() == UO_AddrOf;
  const Expr* object = isAddress ? address->getSubExpr() : atomic->getPtr();
  noteAtomic(object, atomic,
             looks                                         ? AtomicUse::Look
             : updates && !isValueUsed(atomic, source.ast) ? AtomicUse::Update
                                                           : AtomicUse::OrderedUpdate);
  const bool outer = std::exchange(isInAtomic, true);
  for (const Stmt* child : atomic->children())
    if (const auto* part = dyn_cast_or_null<Expr>(child))
      readExpression(part == atomic->getPtr() ? object : part, Mode::Read);
  isInAtomic = outer;
}

/// Updates of an atomic may come in any order, as long as no code looks at the values in between.
void AccessReader::noteAtomic(const Expr* object, const Expr* expression, AtomicUse use) {
  const bool isReference = isAtomicReference(strip(object)->getType());
  const Expr* target = isReference ? targetOfAtomic(object) : object;
  const auto place = target ? places.readLvalue(target) : std::nullopt;  // of a parameter: the argument's
  const ValueDecl* root = place ? place->root : target ? rootVariable(target) : nullptr;
  if (root && recorder.scopes.count(root)) return;
  if (use == AtomicUse::OrderedUpdate || (isReference && !root))
    unknownCall("the order of the iterations decides what '" + textOf(expression, source.ast) + "' gives",
                expression);
  if (root && isReference) atomicTargets.insert(root);
  if (root && use != AtomicUse::Look) atomicUpdates[root].insert(operatorOf(expression));
  if (root && use == AtomicUse::Look) atomicLooks.emplace(root, expression);
}

/// A variable to which a std::atomic_ref refers may be named only to make one. (Elements are accesses.)
void AccessReader::notePlainUses(const Stmt* root) {
  std::set<const Stmt*> given;
  walk(root, source.directives, [&](const Stmt* each) {
    const auto* made = dyn_cast<CXXConstructExpr>(each);
    if (made && made->getNumArgs() == 1 && isAtomicReference(made->getType()))
      given.insert(strip(made->getArg(0)));
    const auto* named = dyn_cast<DeclRefExpr>(each);
    if (named && atomicTargets.count(named->getDecl()) && !given.count(named) &&
        named->getType()->isArithmeticType())
      unknownCall("'" + textOf(named, source.ast) + "' is used beside its std::atomic_ref", named);
    return true;
  });
}

}  // namespace appyl
