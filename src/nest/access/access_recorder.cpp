#include "nest/access/access_recorder.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/points_to/points_to.h"

namespace appyl {
namespace {

using namespace clang;

/// `flags[i]` of a vector<bool>.
bool isPackedBool(const Expr* element) {
  const auto* access = dyn_cast<CXXOperatorCallExpr>(element);
  const auto* at = dyn_cast<CXXMemberCallExpr>(element);
  const Expr* object = access ? access->getArg(0) : at ? at->getImplicitObjectArgument() : nullptr;
  if (!object) return false;
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      strip(object)->getType().getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getName() == "vector" &&
         record->getTemplateArgs()[0].getAsType()->isBooleanType();
}

/// `p.row[i]`, where `row` is a std::span.
bool isThroughView(const Expr* element) {
  element = strip(element);
  while (const auto* member = dyn_cast<MemberExpr>(element)) element = strip(member->getBase());
  const auto* call = dyn_cast<CXXOperatorCallExpr>(element);
  return call && refersToOthers(call->getArg(0)->getType());
}

/// The first variable in it that moves: `k` of `a[k++]`.
const VarDecl* movedIn(const Stmt* part, const LoopNest& nest, const ScalarEvolution& symbols) {
  if (!part) return nullptr;
  const auto* reference = dyn_cast<DeclRefExpr>(part);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  const bool isCounter = llvm::any_of(nest.loops, [&](const Loop& loop) { return loop.counter == variable; });
  if (variable && !isCounter && variable->hasLocalStorage() && symbols.isReassigned(variable))
    return variable;
  for (const Stmt* child : part->children())
    if (const VarDecl* found = movedIn(child, nest, symbols)) return found;
  return nullptr;
}

std::string whyItMoves(const Expr* element, const LoopNest& nest, const ScalarEvolution& symbols) {
  const VarDecl* moved = movedIn(element, nest, symbols);
  const bool isPointer = moved && moved->getType()->isPointerType();
  return moved
             ? std::string(isPointer ? "the pointer '" : "the index '") + moved->getNameAsString() + "' moves"
             : "";
}

}  // namespace

void AccessRecorder::unknown(const std::string& why, const Expr* at) {
  if (llvm::none_of(nest.opaqueEffects, [&](const Obstacle& each) { return each.why == why; }))
    nest.addOpaqueEffect(why, at);
}

void AccessRecorder::unknownOrigin(const AccessPath& place, const Expr* at) {
  const std::string name = place.root->getNameAsString();  // structured bindings have none together
  unknown("what '" + (name.empty() ? textOf(at, context) : name) + "' refers to is not known", at);
}

/// Declared in the nest, but pointing at memory that is not its own.
bool AccessRecorder::isForeign(const AccessPath& place, Mode mode, const Expr* expression) const {
  if (!scopes.count(place.root)) return false;
  const auto* variable = dyn_cast<VarDecl>(place.root);
  // The variable's own value is an access that is recorded elsewhere. Writes to memory behind that value are
  // not followed.
  if (temporaries.count(place.root) || (variable && variable->isCXXForRangeDecl()))
    return mode != Mode::Read && (place.throughPointer || isThroughView(expression));
  const Expr* init = variable && variable->getInit() ? strip(variable->getInit()) : nullptr;
  const auto* call = dyn_cast_or_null<CallExpr>(init ? init->IgnoreCasts() : nullptr);
  const std::string allocator = call ? calleeName(call) : "";
  const auto* made = dyn_cast_or_null<CXXNewExpr>(init);
  const bool allocated = ((made && allocates(made)) || functionIs(allocator, Fact::Allocates)) &&
                         place.pointers <= 1 && !symbols.isReassigned(variable);
  const QualType type = place.root->getType();
  const bool isOthers =
      !type->isPointerType() && !type->isArrayType() && !place.subscripts.empty() && refersToOthers(type);
  return isOthers || (place.throughPointer && !allocated) || place.root->getType()->isReferenceType();
}

/// Iterations that each have rows of their own share no byte.
bool AccessRecorder::mayShareByte(const AccessPath& place) const {
  if (place.subscripts.size() < 2 || !place.subscripts.back()) return true;
  return llvm::any_of(nest.loops, [&](const Loop& loop) {
    return loop.parallel && place.subscripts.back()->mentions(loop.symbol);
  });
}

/// The union around the place: its members are one storage, and a part of a member may overlap any part of
/// it. nullopt: the place is no such part.
static std::optional<AccessPath> unionAround(const AccessPath& place) {
  const std::string name = "(union)";
  const std::size_t at = place.path.find(name);
  if (at == std::string::npos || at + name.size() == place.path.size()) return std::nullopt;
  AccessPath whole = place;
  whole.path.resize(at + name.size());
  whole.subscripts.resize(llvm::StringRef(whole.path).count("[]"));
  return whole;
}

void AccessRecorder::record(const AccessPath& written, Mode mode, const Expr* expression,
                            const Position& here) {
  const auto around = unionAround(written);
  const AccessPath& place = around ? *around : written;
  if (isAtomic(expression->getType())) return;
  if (isForeign(place, mode, expression)) return unknownOrigin(place, expression);
  if (mode != Mode::Read && isPackedBool(expression) && !scopes.count(place.root) && mayShareByte(place))
    unknown("neighbours in the vector<bool> '" + place.root->getNameAsString() + "' share a byte",
            expression);
  Access access;
  access.array = arrayOf(place, expression);
  access.reads = mode != Mode::Write;
  access.writes = mode != Mode::Read;
  access.subscripts = place.subscripts;
  if (place.isReinterpreted && access.subscripts.back())  // all of the elements under the object
    access.subscripts.back() =
        add(*access.subscripts.back(), Polynomial::symbol(symbols.addLane(Polynomial(place.group))));
  access.expr = expression;
  access.loop = here.loop;
  access.guards = here.guards;
  access.guardsExact = here.guardsExact;
  if (!access.guardsExact && here.cases) access.cases = *here.cases;
  access.path = here.path;
  access.why = place.why;
  access.throughMemory = place.throughMemory;
  access.behindMember = place.behindMember;
  access.rows = place.rows;
  if (around) {
    access.throughMemory = true;
    access.guardsExact = false;
    access.path.reset();
    if (access.why.empty())
      access.why =
          "'" + nest.arrays[access.array].name + "' is reached by a union, whose members differ in size";
  }
  if (place.throughMemory) {  // rows that a table of pointers points to may be the same
    access.ofRows = access.subscripts;
    access.subscripts.assign(access.subscripts.size(), std::nullopt);
  }
  const Array& array = nest.arrays[access.array];
  if (access.subscripts.size() != array.extents.size()) {
    access.subscripts.resize(array.extents.size());
    access.why = access.why.empty() ? "a part of '" + array.name + "' is used as a whole" : access.why;
    access.wholeArray = true;
  }
  if (place.moves) {
    if (access.why.empty()) access.why = whyItMoves(expression, nest, symbols);
    onlyForProof(access);
  }
  if (const auto update = updateMentions.find(expression); update != updateMentions.end())
    access.update = update->second;
  nest.accesses.push_back(std::move(access));
}

/// Only the proof tells which elements iterations share; to other stages the access may touch any element.
void AccessRecorder::onlyForProof(Access& access) {
  access.followed = access.subscripts;
  access.overwrites = access.writes && !access.reads;
  access.subscripts.assign(access.subscripts.size(), std::nullopt);
  access.wholeArray = access.reads = true;
  if (access.why.empty()) access.why = "a pointer or an index that moves";
}

void AccessRecorder::recordWhole(const AccessPath& written, Mode mode, const Expr* expression,
                                 const std::string& why, const Position& here) {
  const AccessPath place = unionAround(written).value_or(written);
  if (isAtomic(expression->getType())) return;
  if (isForeign(place, mode, expression)) return unknownOrigin(place, expression);
  Access access;
  access.array = arrayOf(place, expression);
  access.reads = true;
  access.writes = mode != Mode::Read;
  access.subscripts.resize(nest.arrays[access.array].extents.size());
  access.expr = expression;
  access.loop = here.loop;
  access.guards = here.guards;
  access.guardsExact = false;
  access.path.reset();
  access.certain = here.guardsExact;
  access.wholeArray = true;
  access.why = why;
  // `for (int& h : p[i].history)` stays inside p[i].
  const bool isOneRow = !place.subscripts.empty() && !place.subscripts.back() &&
                        place.subscripts.size() == access.subscripts.size() && !place.throughMemory;
  if (isOneRow) {
    access.subscripts = place.subscripts;
    access.wholeArray = place.subscripts.size() == 1;
  }
  nest.accesses.push_back(std::move(access));
}

/// `double` for what a std::span<double> calls its element_type.
static QualType withoutMemberNames(QualType type) {
  for (const auto* name = type->getAs<TypedefType>();
       name && isa<CXXRecordDecl>(name->getDecl()->getDeclContext()) && isOfSystem(name->getDecl());
       name = type->getAs<TypedefType>())
    type = name->desugar();
  return type;
}

std::string arrayName(const ValueDecl* root, llvm::StringRef path) {
  while (path.consume_back("[]")) {
  }
  return (isa<FieldDecl>(root) ? "this->" : "") + root->getNameAsString() + path.str();
}

int AccessRecorder::arrayOf(const AccessPath& place, const Expr* expression) {
  // A function may declare a global once more: `extern int a[];`.
  const auto* declaration = cast<ValueDecl>(place.root->getCanonicalDecl());
  const auto key = std::make_pair(declaration, place.path);
  if (const auto known = arrayIndices.find(key); known != arrayIndices.end()) return known->second;
  Array array;
  array.declaration = place.root;
  array.name = arrayName(place.root, place.path);
  const QualType type = withoutMemberNames(place.element.isNull() ? typeOfElement(expression, context)
                                                                  : place.element.getUnqualifiedType());
  const std::string element = withHalf(type.getAsString(context.getPrintingPolicy()), context);
  array.elementType = llvm::StringRef(element).ltrim(':').str();
  if (!type->isDependentType() && !type->isIncompleteType() && !type->isArrayType())
    array.elementBytes = context.getTypeSizeInChars(type).getQuantity();
  array.extents = extentsOf(place);
  if (const auto scope = scopes.find(place.root); scope != scopes.end()) array.scope = scope->second;
  array.lengths = lengths.lengthsOf(place);
  const Name name = nameOf(array);
  array.isOwn = isOwnMemory(name.root, name.path, context);
  firstAccesses.push_back(expression);
  const int index = static_cast<int>(nest.arrays.size());
  nest.arrays.push_back(array);
  paths.push_back(place.path);
  return arrayIndices[key] = index;
}

void AccessRecorder::addSizes() {
  for (std::size_t k = 0; k < nest.arrays.size(); ++k)
    lengths.addSizes(nest, nest.arrays[k], firstAccesses[k]);
}

void AccessRecorder::copied(const ValueDecl* object, const Expr* expression, const Position& here) {
  if (!object || !scopes.count(object)) copies.push_back({object, expression, here, nest.accesses.size()});
}

/// Not if the array lies behind a pointer of the object: a copy of the pointer leads to the same memory.
bool AccessRecorder::isStoredIn(const ValueDecl* object, const Array& array, llvm::StringRef path) const {
  QualType type = array.declaration->getType().getNonReferenceType();
  // `p->v`, where p is `&s`.
  const auto* pointer = dyn_cast<VarDecl>(array.declaration);
  const auto* address = pointer && pointer->getInit() && type->isPointerType()
                            ? dyn_cast<UnaryOperator>(strip(pointer->getInit()))
                            : nullptr;
  const bool isAddress = object && address && address->getOpcode() == UO_AddrOf &&
                         namedVariable(address->getSubExpr()) == object;
  const bool isWhole = object ? array.declaration->getCanonicalDecl() == object->getCanonicalDecl()
                              : isa<FieldDecl>(array.declaration);
  if (!isWhole && !isAddress) return false;
  if (isAddress) {
    type = type->getPointeeType();
    if (!path.consume_front("[]")) path = path.drop_front(1);  // the `-` of `->v`, which goes on as `.v` does
  }
  while (!path.empty()) {
    if (path.consume_front("[]")) {
      if (!type->isArrayType() && libraryTemplate(type) != "array") return false;
      type = elementTypeOf(type, context);
    } else if (path.consume_front(".") || (isAddress && path.consume_front(">"))) {
      const llvm::StringRef name = path.take_until([](char c) { return c == '.' || c == '[' || c == '-'; });
      path = path.drop_front(name.size());
      const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
      const FieldDecl* member = nullptr;
      if (record && record->hasDefinition())
        for (const FieldDecl* field : record->fields())
          if (field->getName() == name) member = field;
      if (!member) return true;  // of a base, or one of several in a union
      type = member->getType();
    } else {
      return false;
    }
    if (type.isNull()) return true;
  }
  return true;
}

void AccessRecorder::addCopies() {
  std::vector<bool> isWritten(nest.arrays.size());
  for (const Access& access : nest.accesses)
    if (access.writes) isWritten[static_cast<std::size_t>(access.array)] = true;
  for (auto copy = copies.rbegin(); copy != copies.rend(); ++copy)
    for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
      if (!isWritten[k] || !isStoredIn(copy->object, nest.arrays[k], paths[k])) continue;
      Access access;
      access.array = static_cast<int>(k);
      access.reads = access.wholeArray = true;
      access.subscripts.resize(nest.arrays[k].extents.size());
      access.expr = copy->expression;
      access.loop = copy->position.loop;
      access.guardsExact = false;
      access.path.reset();
      access.why = "the object is copied as a whole";
      nest.accesses.insert(nest.accesses.begin() + static_cast<std::ptrdiff_t>(copy->before), access);
    }
}

/// The size of an array of variable length is that of its declaration.
bool AccessRecorder::isStill(const ValueDecl* array, const VariableArrayType* type) const {
  const auto* variable = dyn_cast<VarDecl>(array);
  return !variable || !variable->isLocalVarDecl() || lengths.isStill(variable, type->getSizeExpr());
}

/// As many as there are subscripts; those that the declared type gives are known.
std::vector<std::optional<Polynomial>> AccessRecorder::extentsOf(const AccessPath& place) {
  std::vector<std::optional<Polynomial>> extents;
  if (place.path == std::string(place.path.size(), '[') || place.path.find('.') != std::string::npos ||
      place.path.find('>') != std::string::npos)
    return std::vector<std::optional<Polynomial>>(place.subscripts.size());
  QualType type = place.root->getType().getNonReferenceType();
  for (std::size_t k = 0; k < place.subscripts.size(); ++k) {
    extents.emplace_back();
    const ArrayType* array = type->isArrayType() ? context.getAsArrayType(type) : nullptr;
    if (!array && type->isDependentType()) continue;
    if (array) {
      if (const auto* constant = dyn_cast<ConstantArrayType>(array))
        extents.back() = Polynomial(constant->getSize().getSExtValue());
      else if (const auto* variable = dyn_cast<VariableArrayType>(array);
               variable && variable->getSizeExpr() && isStill(place.root, variable))
        extents.back() = symbols.read(variable->getSizeExpr());
      type = array->getElementType();
    } else if (type->isPointerType()) {
      type = type->getPointeeType();
    } else if (const auto* record =
                   dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())) {
      const TemplateArgumentList& arguments = record->getTemplateArgs();
      if (record->isInStdNamespace() && record->getName() == "array" && arguments.size() == 2)
        extents.back() = Polynomial(arguments[1].getAsIntegral().getSExtValue());
      if (record->isInStdNamespace() && arguments.size() > 0 &&
          arguments[0].getKind() == TemplateArgument::Type)
        type = arguments[0].getAsType();
    }
  }
  return extents;
}

}  // namespace appyl
