#include "nest/access/access_paths.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/inner_reads.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/return_aliases.h"

namespace appyl {
namespace {

using namespace clang;

/// The 1 of `std::get<1>(a)` of a std::array, as which structured bindings have its elements.
std::optional<std::int64_t> numberGotten(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  const auto* arguments = callee ? callee->getTemplateSpecializationArgs() : nullptr;
  const bool isGet = arguments && callee->isInStdNamespace() && functionIs(calleeName(call), Fact::Gets) &&
                     call->getNumArgs() == 1 && libraryTemplate(call->getArg(0)->getType()) == "array";
  return isGet && arguments->get(0).getKind() == TemplateArgument::Integral
             ? arguments->get(0).getAsIntegral().tryExtValue()
             : std::nullopt;
}

bool holdsElements(const CXXRecordDecl* record) {
  return record->getIdentifier() && classIs(record->getName(), ClassFact::Elements);
}

/// A variable that a lambda around the nest captures: what it was made of has no name there.
bool isFromAroundLambda(const Expr* expression) {
  const auto* reference = dyn_cast<DeclRefExpr>(expression);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && (variable->isInitCapture() || reference->refersToEnclosingVariableOrCapture());
}

/// Of std and appyl.
bool isOfNamespaces(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record) return false;
  if (record->isInStdNamespace()) return true;
  for (const DeclContext* scope = record->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(scope); space && space->getName() == "appyl") return true;
  return false;
}

/// A type of std or appyl, or one with mdspan's interface whose operators do not show what they access.
bool isLibraryType(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record) return false;
  if (isOfNamespaces(type)) return true;
  const bool isOpen =
      record->hasDefinition() && llvm::any_of(record->methods(), [](const CXXMethodDecl* method) {
        const bool isAccess =
            method->getOverloadedOperator() == OO_Call || method->getOverloadedOperator() == OO_Subscript;
        return isAccess && method->hasBody() && !isOfSystem(method);
      });
  if (isOpen && !(record->getIdentifier() && record->getName().contains("mdspan"))) return false;
  return record->hasDefinition() && llvm::any_of(record->methods(), [](const CXXMethodDecl* method) {
           return method->getDeclName().isIdentifier() &&
                  (method->getName() == "extent" || method->getName() == "extents");
         });
}

/// Objects that name the memory of others.
bool isLibraryView(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !isLibraryType(type)) return false;
  for (const char* word : {"span", "view", "reference", "shared_ptr"})
    if (record->getName().contains(word)) return true;
  return false;
}

/// Library views, and objects of the user's own classes that refer to the memory of others.
bool namesOthers(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return isLibraryView(type) ||
         (record && !record->isInStdNamespace() && !isTile(type) && refersToOthers(type));
}

/// Objects of the library whose elements are their own: `data()` leads nowhere else.
bool isOwner(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && holdsElements(record) && !isLibraryView(type) &&
         !classIs(record->getName(), ClassFact::Unique) && !refersToOthers(type);
}

/// `v.data()`, `a.begin()` of a std::array, whose iterators are pointers: elements of the object.
bool leadsToElements(const CXXMemberCallExpr* call) {
  const std::string name = calleeName(call);
  const bool isBound = memberIs(name, Fact::Bound) && !memberIs(name, Fact::Reverse);
  return name == "data" ||
         (isBound && libraryTemplate(call->getImplicitObjectArgument()->getType()) == "array");
}

/// The element that it leads to.
std::optional<Polynomial> beginningOf(const CXXMemberCallExpr* call, const ASTContext& context) {
  const bool isEnd = memberIs(calleeName(call), Fact::Last);
  const auto length =
      lengthOf(strip(call->getImplicitObjectArgument())->getType().getNonReferenceType(), context);
  return !isEnd ? std::optional(Polynomial(0)) : length ? std::optional(Polynomial(*length)) : std::nullopt;
}

/// The target of the pointer is not known: other pointers may lead to the same memory.
void comesFromMemory(AccessPath& place, const std::string& why) {
  place.throughMemory = true;
  if (place.why.empty()) place.why = why;
}

}  // namespace

void PlaceReader::assign(const ValueDecl* pointer, const Expr* value) {
  const auto place = symbols.isAddressTaken(pointer) ? std::nullopt : readPointer(value);
  forget(pointer);
  if (!place) return;
  pointers[pointer] = *place;
  assigned.insert(pointer);
}

void PlaceReader::forgetAssigned() {
  for (const ValueDecl* each : assigned) pointers.erase(each);
  assigned.clear();
}

std::optional<AccessPath> PlaceReader::placeOf(const ValueDecl* pointer) const {
  const auto known = pointers.find(pointer);
  return known == pointers.end() ? std::nullopt : std::optional(known->second);
}

void PlaceReader::setPlace(const ValueDecl* pointer, const AccessPath& place) {
  pointers[pointer] = place;
  assigned.insert(pointer);
}

void PlaceReader::declare(const VarDecl* alias, const std::optional<AccessPath>& place) {
  if (!place)
    unknown.insert(alias);
  else if (alias->getType()->isReferenceType())
    references[alias] = *place;
  else
    pointers[alias] = *place;
}

/// `out` and `*out`, where the loop's function knows them by that name.
ScalarEvolution::Object PlaceReader::named(const AccessPath& place) const {
  if (!place.root || place.throughMemory) return {};
  if (symbols.isInner(place.root))
    return {{}, {}, place.path.empty() && place.subscripts.empty() ? place.root : nullptr, false};
  const bool isPointer = place.root->getType().getNonReferenceType()->isPointerType();
  const bool isPointedTo = isPointer && place.path == "[]" && place.subscripts.size() == 1 &&
                           place.subscripts[0] && place.subscripts[0]->terms.empty();
  const bool isNamed = llvm::all_of(place.members, [&](const FieldDecl* member) {
    return symbols.nameOutside(member) == member->getName() && !member->isBitField() &&
           !member->getParent()->isUnion();
  });
  if (!isNamed || !(place.subscripts.empty() || isPointedTo)) return {};
  const bool isBehind = isPointedTo || (isPointer && place.path.empty());
  ScalarEvolution::Object object{symbols.visibleName(place.root), {place.root}, nullptr, isBehind};
  object.name = object.name + (isBehind ? "->" : place.path + ".");
  object.parts.insert(object.parts.end(), place.members.begin(), place.members.end());
  return object;
}

/// The place as the called function sees it. The caller reads its subscripts: inside the function, their
/// names would mean members of another object.
AccessPath PlaceReader::handedOver(AccessPath place) {
  place.indices.clear(), place.readInside.clear();
  return place;
}

std::optional<AccessPath> PlaceReader::enter(std::optional<AccessPath> object) {
  symbols.enter(object ? std::optional(named(*object)) : std::nullopt);
  if (object) object = handedOver(std::move(*object));
  return std::exchange(current, std::move(object));
}

bool PlaceReader::isObject(const Expr* expression) const {
  const auto* unary = dyn_cast<UnaryOperator>(strip(expression));
  return unary && unary->getOpcode() == UO_Deref && objects.count(namedVariable(unary->getSubExpr()));
}

/// `level`, a reference or pointer, means what is known of it for numbers, too: `level.rows`.
void PlaceReader::nameObject(const ValueDecl* name) {
  symbols.forgetObject(name);
  for (const auto* known : {&references, &objects, &pointers})
    if (const auto place = known->find(name); place != known->end())
      return symbols.bindObject(name, named(place->second));
}

/// `smooth(*this, i)`, of a function that changes none of the object's own members.
bool PlaceReader::bindOwnObject(const ParmVarDecl* parameter, const Expr* argument) {
  ownNames.erase(parameter);
  const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  const bool refers = parameter->getType()->isPointerType() || parameter->getType()->isReferenceType();
  if (!refers || !isOwnObject(argument) || !function || !function->getBody() ||
      symbols.isReassigned(parameter))
    return false;
  const auto isMember = [](const ValueDecl* each) { return isa<FieldDecl>(each); };
  if (llvm::any_of(symbols.modifiedIn(function), isMember)) return false;
  pointers.erase(parameter), references.erase(parameter), objects.erase(parameter);
  ownNames.insert(parameter);
  symbols.bindObject(parameter, std::nullopt);
  return true;
}

bool PlaceReader::bind(const ParmVarDecl* parameter, const Expr* argument) {
  nulls.erase(parameter);  // what it was in an earlier call
  if (bindOwnObject(parameter, argument)) return true;
  const bool isOfNull = isNull(argument) || argument->isNullPointerConstant(const_cast<ASTContext&>(context),
                                                                            Expr::NPC_NeverValueDependent);
  if (parameter->getType()->isPointerType() && isOfNull && !symbols.isReassigned(parameter))
    nulls.insert(parameter);
  const bool isBound = bindPlace(parameter, argument);
  nameObject(parameter);
  return isBound;
}

bool PlaceReader::bindPlace(const ParmVarDecl* parameter, const Expr* argument) {
  const QualType type = parameter->getType();
  const auto handedOn =
      objects.find(namedVariable(argument));  // the address that the caller was given itself
  const auto object = handedOn == objects.end() ? std::nullopt : std::optional(handedOn->second);
  pointers.erase(parameter);
  references.erase(parameter);
  objects.erase(parameter);
  if (type->isPointerType()) {
    if (object && !symbols.isReassigned(parameter)) {
      objects[parameter] = *object;
      return true;
    }
    if (const auto place = readPointer(argument)) pointers[parameter] = handedOver(*place);
    if (!isBound(parameter)) noteObject(parameter, argument);
    return isBound(parameter);
  }
  if (type->isReferenceType()) {
    if (const auto place = readLvalue(argument)) references[parameter] = handedOver(*place);
    return isBound(parameter);
  }
  symbols.bind(parameter, type->isIntegerType() ? symbols.readAs(argument, type) : std::nullopt);
  if (!type->isRecordType() || symbols.isChangedInItsFunction(parameter)) return true;
  bindView(parameter, argument);
  // A copy of a variable that stays as it is: its pointers are those of the variable.
  const auto* copy = dyn_cast<CXXConstructExpr>(strip(argument));
  const bool isPlain = !type->getAsRecordDecl()->isUnion() && type.isTriviallyCopyableType(context);
  if (isPlain && (!copy || copy->getConstructor()->isCopyOrMoveConstructor()))
    if (const auto place = readLvalue(copy ? copy->getArg(0) : argument); place && place->subscripts.empty())
      references[parameter] = handedOver(*place);
  return true;
}

std::optional<AccessPath> PlaceReader::readPointee(const Expr* pointer) {
  if (auto place = readPointer(pointer)) return place;
  const auto* address = dyn_cast<UnaryOperator>(strip(pointer));
  const bool isAddress = address && address->getOpcode() == UO_AddrOf;
  return isAddress ? readLvalue(address->getSubExpr()) : std::nullopt;
}

/// `&c`, `&a[i].c`: a variable or a member, and no element of an array.
bool PlaceReader::noteObject(const VarDecl* pointer, const Expr* value) {
  const auto* address = dyn_cast<UnaryOperator>(strip(value));
  if (!address || address->getOpcode() != UO_AddrOf || symbols.isReassigned(pointer)) return false;
  const auto place = readLvalue(address->getSubExpr());
  const bool isElement = place && llvm::StringRef(place->path).ends_with("[]");
  if (!place || (!place->subscripts.empty() && (place->path.empty() || isElement || place->isReinterpreted)))
    return false;
  objects[pointer] = handedOver(*place);
  return true;
}

/// `slice(i, B)`: i + lane; nullopt for what is no slice, or one whose ends are not known.
std::optional<Polynomial> PlaceReader::readSlice(const Expr* index) {
  index = strip(index);
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(index)) index = strip(cast->getSubExpr());
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(index));
  if (variable && variable->isLocalVarDecl() && variable->getInit() &&
      variable->getType().isConstQualified() && symbols.isInner(variable) && depth < 8) {
    ++depth;
    auto value = readSlice(variable->getInit());
    --depth;
    return value;
  }
  const auto* made = dyn_cast<CXXConstructExpr>(index);
  if (!made || made->getNumArgs() == 0 || made->getNumArgs() > 2 ||
      !isOfArrayLanguage(made->getConstructor()) || made->getConstructor()->getParent()->getName() != "slice")
    return std::nullopt;
  if (made->getConstructor()->isCopyOrMoveConstructor()) return readSlice(made->getArg(0));
  const Expr* last = made->getArg(made->getNumArgs() - 1);
  for (const Expr* each : made->arguments())
    if (!keepsValue(strip(each)->getType(), each->getType(), context)) return std::nullopt;
  const auto start = made->getNumArgs() == 2 ? symbols.read(made->getArg(0)) : Polynomial(0),
             size = symbols.read(last);
  return start && size ? add(*start, Polynomial::symbol(symbols.addLane(*size))) : std::nullopt;
}

/// `[p = a.data()]` of a lambda made in front of the nest, where `a` may have other memory by now.
bool PlaceReader::isOutdated(const VarDecl* captured) const {
  return captured->isInitCapture() && symbols.isMadeInFront(captured) &&
         symbols.isReassigned(captured->getInit());
}

/// `*this`, by whatever local name; `this` itself.
bool PlaceReader::isThisObject(const Expr* object) const {
  if (isThis(object)) return true;
  const Expr* inner = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref)
    inner = strip(unary->getSubExpr());
  const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(inner));
  return variable && variable->isLocalVarDecl() && variable->getInit() && !symbols.isReassigned(variable) &&
         (variable->getType()->isReferenceType() || variable->getType()->isPointerType()) &&
         isThis(variable->getInit());
}

bool PlaceReader::isNull(const Expr* pointer) const { return nulls.count(namedVariable(strip(pointer))); }

bool PlaceReader::isOwnObject(const Expr* object) const {
  if (!current && isThisObject(object)) return true;
  const Expr* inner = strip(object);
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref)
    inner = strip(unary->getSubExpr());
  return ownNames.count(namedVariable(inner));
}

/// Bit-fields side by side, without one of no width between them, are one place in memory; named by the
/// first.
static std::string rowOfBitFields(const FieldDecl* field) {
  std::string first;
  for (const FieldDecl* each : field->getParent()->fields()) {
    const bool ends = !each->isBitField() || each->isZeroLengthBitField(field->getASTContext());
    if (ends)
      first.clear();
    else if (first.empty())
      first = "bit-fields from " + each->getNameAsString();
    if (each == field) break;
  }
  return first;
}

/// `x`, and `B::x` of a member of a base beside which there is another x: one of them has the plain name
/// throughout.
std::string PlaceReader::nameOf(const MemberExpr* member) {
  const std::string name = member->getMemberDecl()->getNameAsString();
  const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
  const auto* owner = field ? dyn_cast<CXXRecordDecl>(field->getParent()) : nullptr;
  if (!owner) return name;
  const auto isBeside = [&](const auto& known) {
    const auto* other = cast<CXXRecordDecl>(known.first->getParent());
    return known.first->getName() == field->getName() &&
           (member->hasQualifier() || other->isDerivedFrom(owner) || owner->isDerivedFrom(other));
  };
  if (const auto known = fieldNames.find(field); known != fieldNames.end()) return known->second;
  const bool isPlain = llvm::none_of(fieldNames, isBeside);
  return fieldNames[field] = isPlain ? name : owner->getNameAsString() + "::" + name;
}

/// How many elements lie under an object of the type; nullopt: a part of one, or that is not known.
static std::optional<std::int64_t> elementsIn(QualType object, QualType element, const ASTContext& context) {
  for (const QualType type : {object, element})
    if (type->isDependentType() || type->isIncompleteType() || type->isFunctionType()) return std::nullopt;
  const std::int64_t whole = context.getTypeSize(object), part = context.getTypeSize(element);
  return part > 0 && whole % part == 0 ? std::optional(whole / part) : std::nullopt;
}

/// `p->x` and `(*p).x` are an object, not an array of them.
std::optional<AccessPath> PlaceReader::memberOf(std::optional<AccessPath> place, const MemberExpr* member) {
  if (!place) return std::nullopt;
  if (place->isReinterpreted) {  // some of the elements under the object
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const bool isKnown = field && !field->isBitField() && !field->getType()->isAnyPointerType() &&
                         !field->getType()->isReferenceType() && !field->getParent()->isDependentType();
    const std::int64_t size = context.getTypeSize(place->element);
    const std::int64_t offset = isKnown ? static_cast<std::int64_t>(context.getFieldOffset(field)) : 0;
    if (!isKnown || offset % size != 0 || !narrow(*place, field->getType())) return std::nullopt;
    std::optional<Polynomial>& last = place->subscripts.back();
    if (last) last = add(*last, Polynomial(offset / size));
    return place;
  }
  // The members of a union are one storage, and so are neighbouring bit-fields.
  const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
  const bool isUnion = field && field->getParent()->isUnion();
  const std::string name = isUnion                        ? "(union)"
                           : field && field->isBitField() ? "(" + rowOfBitFields(field) + ")"
                                                          : nameOf(member);
  const llvm::StringRef path = place->path;
  // `p->m` of `p->m->x`, too, where p is from outside
  const bool isFirst = path == "[]" || (path.ends_with("[]") && path.find("[]") + 2 == path.size() &&
                                        !symbols.isInner(place->root));
  const bool isObject = place->throughPointer && isFirst && place->subscripts.size() == 1 &&
                        place->subscripts[0] && place->subscripts[0]->terms.empty() &&
                        !isa<ArraySubscriptExpr>(strip(member->getBase()));
  if (isObject) place->subscripts.clear();
  place->behindMember |= isObject && path != "[]";
  place->path = isObject ? path.drop_back(2).str() + "->" + name : place->path + "." + name;
  if (field) place->members.push_back(field);
  if (field && field->getType()->isReferenceType() && !place->subscripts.empty())
    comesFromMemory(*place, "a reference from memory, '" + textOf(member, context) + "'");
  return place;
}

/// The place is an object of the type from here on; false: it does not cover whole elements.
bool PlaceReader::narrow(AccessPath& place, QualType object) const {
  const auto group = elementsIn(object, place.element, context);
  if (!group) return false;
  place.group = *group;
  place.isReinterpreted = !context.hasSameUnqualifiedType(object, place.element);
  return true;
}

void PlaceReader::subscript(AccessPath& place, const Expr* index) {
  // A slice or a tile of indices names several elements.
  const QualType type = strip(index)->getType().getNonReferenceType();
  place.subscripts.push_back(type->isRecordType() ? readSlice(index) : symbols.readUnwrapped(index));
  noteMove(place, index, place.subscripts.back());
  place.indices.push_back(index);
  place.path += "[]";
  if (!place.subscripts.back() && place.why.empty()) place.why = "subscript '" + textOf(index, context) + "'";
}

/// `a[k++]`, where the value of k is known.
void PlaceReader::noteMove(AccessPath& place, const Expr* index,
                           const std::optional<Polynomial>& value) const {
  place.moves |= value && hasSideEffects(index, context) && symbols.isOfCounters(*value);
}

void PlaceReader::offset(AccessPath& place, const Expr* index, bool negative) {
  std::optional<Polynomial> value = symbols.readUnwrapped(index);
  if (value) value = multiply(*value, Polynomial(negative ? -place.group : place.group));
  noteMove(place, index, value);
  std::optional<Polynomial>& last = place.subscripts.back();
  last = last && value ? add(*last, *value) : std::nullopt;
  place.indices.push_back(index);
  if (!last && place.why.empty()) place.why = "subscript '" + textOf(index, context) + "'";
}

std::optional<AccessPath> PlaceReader::inlined(const CallExpr* call, const FunctionDecl* callee,
                                               unsigned firstArgument, Reader read) {
  const FunctionDecl* definition = nullptr;
  if (!callee || callee->isInStdNamespace() || isOfArrayLanguage(callee) || isOfSystem(callee) ||
      !callee->hasBody(definition) || isVirtualCall(call) || depth > 8)
    return std::nullopt;
  const Expr* result = certainResult(call, definition, firstArgument);
  const bool isPointer = definition->getReturnType()->isPointerType();
  if (!result || !(read || isPointer || result->isLValue())) return std::nullopt;
  for (unsigned k = 0; k < definition->getNumParams() && firstArgument + k < call->getNumArgs(); ++k)
    if (!bind(definition->getParamDecl(k), call->getArg(firstArgument + k))) return std::nullopt;
  const Expr* object = firstArgument ? call->getArg(0) : objectOf(call);
  const auto* member = dyn_cast<CXXMethodDecl>(definition);
  const bool isLambda = member && member->getParent()->isLambda();
  if (isLambda && symbols.outdatedCopy(definition, object)) return std::nullopt;
  std::optional<AccessPath> owner = current;
  if (object && !isLambda && !isThis(object)) {
    owner = isOwnObject(object) ? std::nullopt : readObject(object);
    if (!owner && !isOwnObject(object)) return std::nullopt;
  }
  ++depth;
  const auto outer = enter(owner);
  auto place = read ? read(result) : isPointer ? readPointer(result) : readLvalue(result);
  enter(outer);
  --depth;
  if (!place) return std::nullopt;
  place->throughCall = true;
  if (readsOnTheWay(definition, result)) {
    place->indices.clear(), place->readInside = {call};
    return place;
  }
  place->indices.clear(), place->readInside.clear();
  if (owner) place->indices = owner->indices, place->readInside = owner->readInside;
  place->indices.insert(place->indices.end(), call->arg_begin() + firstArgument, call->arg_end());
  return place;
}

/// A pointer to a base class that walks over derived objects moves in steps of the base's size.
static bool changesSteps(const Expr* expression, const ASTContext& context) {
  for (expression = expression->IgnoreParens(); const auto* cast = dyn_cast<ImplicitCastExpr>(expression);
       expression = cast->getSubExpr()->IgnoreParens()) {
    const bool isToBase =
        cast->getCastKind() == CK_DerivedToBase || cast->getCastKind() == CK_UncheckedDerivedToBase;
    const QualType from = cast->getSubExpr()->getType(), to = cast->getType();
    if (isToBase && from->isPointerType() && to->isPointerType() &&
        !from->getPointeeType()->isDependentType() &&
        context.getTypeSize(from->getPointeeType()) != context.getTypeSize(to->getPointeeType()))
      return true;
  }
  return false;
}

/// `a[k][j]`, a row of the array a itself.
static bool isRowOfArray(const Expr* expression) {
  if (!expression->getType()->isArrayType()) return false;
  if (const auto* row = dyn_cast<ArraySubscriptExpr>(expression)) return isRowOfArray(strip(row->getBase()));
  const auto* named = dyn_cast<DeclRefExpr>(expression);
  return named && !isa<ParmVarDecl>(named->getDecl());
}

std::optional<AccessPath> PlaceReader::readPointer(const Expr* written) {
  auto place = readPointerValue(written);
  // `const void* p = x` is still of elements of x, which a cast may say again.
  const QualType type = strip(written)->getType();
  if (place && place->element.isNull() && written->getType()->isVoidPointerType() &&
      !type->isVoidPointerType())
    place->element = type->isPointerType() ? type->getPointeeType() : elementTypeOf(type, context);
  return place;
}

std::optional<AccessPath> PlaceReader::readPointerValue(const Expr* expression) {
  if (changesSteps(expression, context) || isNull(expression)) return std::nullopt;
  expression = strip(expression);
  const auto isPointer = [&](const Expr* each) { return isPointerOrArray(each, context); };
  if (const auto sum = asBinary(expression);
      sum && (sum->op == BO_Add || sum->op == BO_Sub) && (isPointer(sum->left) || isPointer(sum->right))) {
    const bool left = isPointer(sum->left);
    auto place = readPointer(left ? sum->left : sum->right);
    if (place) offset(*place, left ? sum->right : sum->left, sum->op == BO_Sub);
    return place;
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_AddrOf) {
    auto place = readLvalue(unary->getSubExpr());
    const bool isElement =
        place && !place->subscripts.empty() && llvm::StringRef(place->path).ends_with("[]");
    return isElement ? place : std::nullopt;
  }
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression)) {
    const QualType from = cast->getSubExpr()->getType(), to = cast->getType();
    const bool samePointee = from->isPointerType() && to->isPointerType() &&
                             context.hasSameUnqualifiedType(from->getPointeeType(), to->getPointeeType());
    if (samePointee) return readPointer(cast->getSubExpr());
    static const std::set<CastKind> sameAddress = {CK_NoOp, CK_BitCast};
    if (!from->isPointerType() || !to->isPointerType() || !sameAddress.count(cast->getCastKind()))
      return std::nullopt;
    auto place = readPointer(cast->getSubExpr());
    if (!place) return std::nullopt;
    if (place->element.isNull()) place->element = from->getPointeeType();
    return to->isVoidPointerType() || narrow(*place, to->getPointeeType()) ? place : std::nullopt;
  }
  if (const auto known = pointers.find(namedVariable(expression)); known != pointers.end())
    return known->second;
  if (const auto* arrow = dyn_cast<CXXOperatorCallExpr>(expression);
      arrow && arrow->getOperator() == OO_Arrow)
    if (auto element = elementAt(arrow->getArg(0))) return element;
  if (const AccessPath* known = pointerOfObject(expression)) return *known;
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->isIncrementDecrementOp())
    if (auto place = placeOf(namedVariable(unary->getSubExpr())); place && !place->subscripts.empty()) {
      std::optional<Polynomial>& last = place->subscripts.back();
      const std::int64_t step = unary->isIncrementOp() ? place->group : -place->group;
      if (unary->isPrefix() && last) last = add(*last, Polynomial(step));
      return place;
    }
  if (const auto* call = dyn_cast<CallExpr>(expression);  // `float* row(int i) { return d + i * n; }`
      call && call->getDirectCallee() && expression->getType()->isPointerType()) {
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(call->getDirectCallee());
    if (auto place = inlined(call, call->getDirectCallee(), isOperator ? 1 : 0)) return place;
  }
  if (const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(expression));
      variable && variable->isLocalVarDecl() && variable->getType()->isPointerType() && variable->getInit() &&
      !symbols.isReassigned(variable) && depth < 8 &&
      ((symbols.isInner(variable) && !isOutdated(variable)) ||
       ((!symbols.isReassigned(variable->getInit()) || symbols.isInitialStill(variable)) &&
        !isFromAroundLambda(expression) && symbols.isBoundStill(variable)))) {
    ++depth;
    auto place = readPointer(variable->getInit());
    --depth;
    // A row that was picked in front of the nest is an array of its own.
    // One that takes elements together there is an array of such groups.
    if (place && !isPicked(variable, *place) &&
        (symbols.isInner(variable) || (!place->throughMemory && !place->isReinterpreted)))
      return place;
  }
  bool isLoaded = expression->getType()->isPointerType();
  std::optional<AccessPath> place;
  std::optional<Polynomial> first = Polynomial(0);
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(expression); method && leadsToElements(method)) {
    const Expr* object = method->getImplicitObjectArgument();
    place = readLvalue(object);
    isLoaded &= !isOwner(object->getType());
    first = beginningOf(method, context);
  } else if (const Expr* object = openData(expression, context)) {
    place = readLvalue(object);
    isLoaded = libraryTemplate(typeOfElement(object, context)) == "span";
  } else if (expression->isLValue() || expression->getType()->isPointerType() ||
             expression->isTypeDependent())
    place = readLvalue(expression);
  if (!place) return std::nullopt;
  if (isRowOfArray(expression)) place->rows = place->subscripts.size();
  if (!place->subscripts.empty() && isLoaded)
    comesFromMemory(*place, "a pointer loaded from memory, '" + textOf(expression, context) + "'");
  place->throughPointer |= isLoaded;
  place->pointers += isLoaded;
  place->subscripts.push_back(std::move(first));
  place->path += "[]";
  return place;
}

std::optional<AccessPath> PlaceReader::readObject(const Expr* object) {
  if (object->getType()->isPointerType()) return readPointer(object);
  auto place = readLvalue(object);
  if (place && !place->subscripts.empty() && isLibraryView(object->getType()))
    comesFromMemory(*place, "a view loaded from memory, '" + textOf(object, context) + "'");
  return place;
}

/// `Level& level = levels[0];` or a pointer to it, in front of the nest: an object of its own, as it would be
/// for a function.
bool PlaceReader::isPicked(const VarDecl* name, const AccessPath& element) const {
  const QualType object = name->getType()->getPointeeType();
  return !symbols.isInner(name) && !element.subscripts.empty() && object->isRecordType() &&
         refersToOthers(object);
}

std::optional<AccessPath> PlaceReader::readNamed(const ValueDecl* variable, const Expr* expression) {
  if (const auto bound = references.find(variable); bound != references.end()) return bound->second;
  if (ownNames.count(variable)) return std::nullopt;  // the object as a whole
  if (current && isa<FieldDecl>(variable)) return memberOf(current, cast<MemberExpr>(expression));
  const auto* local = dyn_cast<VarDecl>(variable);
  if (local && !unknown.count(local) && local->getType()->isReferenceType() &&
      (local->isLocalVarDecl() || local->hasGlobalStorage() || isa<DecompositionDecl>(local)) &&
      !local->isCXXForRangeDecl() && local->getInit() && depth < 8 &&
      (symbols.isInner(local) || (!isFromAroundLambda(expression) && symbols.isBoundStill(local)))) {
    ++depth;
    auto place = readLvalue(local->getInit());
    --depth;
    if (place && !isPicked(local, *place)) return place;
  }
  AccessPath place;
  place.root = variable;
  return place;
}

std::optional<AccessPath> PlaceReader::readMember(const MemberExpr* member) {
  if (isOwnObject(member->getBase())) {
    AccessPath own;
    own.root = member->getMemberDecl();
    return own;
  }
  if (isThisObject(member->getBase())) return memberOf(current, member);
  if (const auto object = objects.find(namedVariable(member->getBase()));
      member->isArrow() && object != objects.end())
    return memberOf(object->second, member);
  return memberOf(member->isArrow() ? readPointer(member->getBase()) : readLvalue(member->getBase()), member);
}

std::optional<AccessPath> PlaceReader::readElement(const ArraySubscriptExpr* element) {
  const Expr* base = strip(arrayPart(element));
  const bool isPointer = base->getType()->isPointerType();
  auto place = isPointer ? readPointer(base) : readLvalue(base);
  if (place && base->getType()->isVectorType()) {  // to change a lane is to write the vector
    place->subscripts.push_back(std::nullopt);
    place->indices.push_back(indexPart(element));
    place->path += "[]";
    if (place->why.empty()) place->why = "a lane of a vector";
  } else if (place && isPointer)
    offset(*place, indexPart(element), false);
  else if (place && place->isReinterpreted) {  // `reinterpret_cast<Four*>(x)[i].values[k]`
    if (!base->getType()->isConstantArrayType() || !narrow(*place, element->getType())) return std::nullopt;
    offset(*place, indexPart(element), false);
  } else if (place)
    subscript(*place, indexPart(element));
  return place;
}

/// `x[i]` and `x(i, j)` of objects.
std::optional<AccessPath> PlaceReader::readElementOperator(const CXXOperatorCallExpr* call) {
  if (const auto* record = call->getArg(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
      record && record->isInStdNamespace() && !holdsElements(record))
    return std::nullopt;  // an iterator, a function object
  if (auto place =
          elementOfView(call->getArg(0), llvm::ArrayRef(call->getArgs(), call->getNumArgs()).drop_front()))
    return place;
  if (!call->isTypeDependent() && !isOfNamespaces(call->getArg(0)->getType())) {
    auto element = inlined(call, call->getDirectCallee(), 1);
    if (element || !isLibraryType(call->getArg(0)->getType())) return element;
  }
  auto place = readLvalue(call->getArg(0));
  if (place && place->isReinterpreted) return std::nullopt;
  if (place && !place->subscripts.empty() && namesOthers(call->getArg(0)->getType()))
    comesFromMemory(*place, "a view loaded from memory, '" + textOf(call->getArg(0), context) + "'");
  for (unsigned k = 1; place && k < call->getNumArgs(); ++k) subscript(*place, call->getArg(k));
  return place;
}

/// `x.at(i)`, and members whose body says which memory they give.
std::optional<AccessPath> PlaceReader::readMemberCall(const CXXMemberCallExpr* call) {
  if (calleeName(call) == "at" && call->getNumArgs() == 1 &&
      isLibraryType(call->getImplicitObjectArgument()->getType())) {
    const Expr* object = call->getImplicitObjectArgument();
    auto place = readLvalue(object);
    if (place && place->isReinterpreted) return std::nullopt;
    if (place && !place->subscripts.empty() && namesOthers(object->getType()))
      comesFromMemory(*place, "a view loaded from memory, '" + textOf(object, context) + "'");
    if (place) subscript(*place, call->getArg(0));
    return place;
  }
  return inlined(call, call->getMethodDecl(), 0);
}

std::optional<AccessPath> PlaceReader::readOtherCall(const CallExpr* call) {
  const bool isOperator =
      isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(call->getDirectCallee());
  if (const auto number = numberGotten(call)) {
    auto place = readLvalue(call->getArg(0));
    if (!place) return std::nullopt;
    place->subscripts.push_back(Polynomial(*number));
    place->path += "[]";
    return place;
  }
  if (call->getDirectCallee()) return inlined(call, call->getDirectCallee(), isOperator ? 1 : 0);
  if (const CXXMethodDecl* member = openMember(call)) return inlined(call, member, 0);
  if (const CXXMethodDecl* lambda = openLambda(call)) return inlined(call, lambda, 0);
  // `x(i, j)` in a template, where `x` is a parameter.
  if (call->isTypeDependent() && namedVariable(call->getCallee()) && call->getNumArgs() > 0 &&
      !openLambda(call) && !callsOpenFunctionObject(call)) {
    if (auto place = elementOfView(call->getCallee(), llvm::ArrayRef(call->getArgs(), call->getNumArgs())))
      return place;
    auto place = readLvalue(call->getCallee());
    for (unsigned k = 0; place && k < call->getNumArgs(); ++k) subscript(*place, call->getArg(k));
    return place;
  }
  return std::nullopt;
}

/// The element that an iterator of the nest leads to: `it`, `it + j`; of `it++` any one.
std::optional<AccessPath> PlaceReader::elementAt(const Expr* iterator) {
  const Expr* inner = strip(iterator);
  const auto* operation = dyn_cast<CXXOperatorCallExpr>(inner);
  const auto is = [&](OverloadedOperatorKind wanted) {
    return operation && operation->getOperator() == wanted;
  };
  if ((is(OO_Plus) || is(OO_Minus)) && operation->getNumArgs() == 2 &&
      strip(operation->getArg(1))->getType()->isIntegerType()) {
    auto place = elementAt(operation->getArg(0));
    if (place && place->subscripts.back())
      offset(*place, operation->getArg(1), is(OO_Minus));
    else if (place)
      place->indices.push_back(operation->getArg(1));
    return place;
  }
  const bool steps = is(OO_PlusPlus) || is(OO_MinusMinus);
  const ValueDecl* variable = namedVariable(steps ? strip(operation->getArg(0)) : inner);
  if (!steps)
    if (auto known = placeOf(variable)) return known;
  const auto walk = walks.find(variable);
  return walk == walks.end() ? std::nullopt : std::optional(walk->second);
}

std::optional<AccessPath> PlaceReader::readLvalue(const Expr* expression) {
  expression = strip(expression);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression))
    if (const auto* binding = dyn_cast<BindingDecl>(reference->getDecl())) {
      const VarDecl* part = binding->getHoldingVar();
      const auto* call = part && part->getInit() ? dyn_cast<CallExpr>(strip(part->getInit())) : nullptr;
      if (call && numberGotten(call)) return readLvalue(call);
      return binding->getBinding() ? readLvalue(binding->getBinding()) : std::nullopt;
    }
  if (const ValueDecl* variable = namedVariable(expression)) return readNamed(variable, expression);
  if (const auto* member = dyn_cast<MemberExpr>(expression)) return readMember(member);
  // `x[i].mass`, where a template leaves open what `x[i]` is.
  if (const auto* open = dyn_cast<CXXDependentScopeMemberExpr>(expression);
      open && !open->isImplicitAccess()) {
    auto place = open->isArrow() ? readPointer(open->getBase()) : readLvalue(open->getBase());
    if (!place || place->subscripts.empty()) return std::nullopt;
    place->path += "." + open->getMember().getAsString();
    return place;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression)) return readElement(element);
  // `static_cast<Base&>(o)`, `const_cast<T&>(x)`.
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression); cast && cast->isLValue()) {
    static const std::set<CastKind> sameObject = {CK_NoOp, CK_DerivedToBase, CK_UncheckedDerivedToBase,
                                                  CK_BaseToDerived};
    return sameObject.count(cast->getCastKind()) ? readLvalue(cast->getSubExpr()) : std::nullopt;
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_Deref) {
    if (isObject(expression)) return objects.at(namedVariable(unary->getSubExpr()));
    return isa<CXXThisExpr>(strip(unary->getSubExpr())) ? current : readPointer(unary->getSubExpr());
  }
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
      call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2)
    if (auto element = elementAt(call->getArg(0))) {
      if (element->subscripts.back())
        offset(*element, call->getArg(1), false);
      else
        element->indices.push_back(call->getArg(1));
      return element;
    }
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
      call && (call->getOperator() == OO_Subscript || call->getOperator() == OO_Call))
    return readElementOperator(call);
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression);
      call && call->getOperator() == OO_Star && call->getNumArgs() == 1)
    if (auto element = elementAt(call->getArg(0))) return element;
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expression)) return readMemberCall(call);
  if (const auto* call = dyn_cast<CallExpr>(expression)) return readOtherCall(call);
  return std::nullopt;
}

}  // namespace appyl
