#include "loops/origins.h"

#include "loops/array_types.h"
#include "loops/ownership.h"

namespace appyl {

using namespace clang;

bool isPartOf(const std::string& part, const std::string& whole) {
  return part == whole || llvm::StringRef(part).starts_with(whole + ".");
}

const ValueDecl* canonical(const ValueDecl* declaration) {
  return cast<ValueDecl>(declaration->getCanonicalDecl());
}

namespace {

bool overlap(const Name& a, const Name& b) {
  return a.root == b.root && (isPartOf(a.path, b.path) || isPartOf(b.path, a.path));
}

bool overlap(const Names& a, const Names& b) {
  return llvm::any_of(a, [&](const Name& one) {
    return llvm::any_of(b, [&](const Name& other) { return overlap(one, other); });
  });
}

/// `p` of `p[k]`, `*p`, `p.at(k)`, `p.begin()`, `std::get<0>(p)`, as the library's classes have them.
const Expr* objectOfElement(const Expr* element) {
  const auto* call = dyn_cast<CallExpr>(element);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !isOfLibrary(callee)) return nullptr;
  const bool leads = call->isLValue() || call->getType()->isPointerType() || isIterator(call->getType());
  if (!leads) return nullptr;
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(call)) return method->getImplicitObjectArgument();
  const bool isOfObject = isa<CXXOperatorCallExpr>(call) || calleeName(call) == "get";
  return isOfObject && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

/// `instance()`, which gives a reference to the same object each time; a pointer, where nobody sees what it
/// points to.
const FunctionDecl* functionOfOne(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || (method && !method->isStatic()) || call->getNumArgs() != 0) return nullptr;
  const QualType type = callee->getReturnType();
  const bool isUnseen = type->isPointerType() && !callee->hasBody() && !isOfLibrary(callee);
  return type->isLValueReferenceType() || isUnseen ? callee : nullptr;
}

/// Of an object that a pointer leads to, or that is an element.
QualType objectTypeOf(QualType type, const ASTContext& context) {
  for (;;) {
    type = type.getNonReferenceType();
    if (type->isPointerType())
      type = type->getPointeeType();
    else if (type->isArrayType() || isContiguousContainer(type))
      type = elementTypeOf(type, context);
    else
      return type;
  }
}

}  // namespace

std::optional<Name> nameOf(const Expr* lvalue) {
  lvalue = strip(lvalue);
  if (const auto* reference = dyn_cast<DeclRefExpr>(lvalue);
      reference && isa<BindingDecl>(reference->getDecl()))
    return Name{reference->getDecl(), ""};
  if (const ValueDecl* variable = namedVariable(lvalue)) return Name{canonical(variable), ""};
  if (const auto* member = dyn_cast<MemberExpr>(lvalue)) {
    auto owner = nameOf(member->getBase());
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const bool isUnion = field && field->getParent()->isUnion();  // its members are one storage
    if (owner) owner->path += "." + (isUnion ? "(union)" : member->getMemberDecl()->getNameAsString());
    return owner;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(lvalue)) return nameOf(arrayPart(element));
  if (const Expr* object = objectOfElement(lvalue)) return nameOf(object);
  if (const auto* call = dyn_cast<CallExpr>(lvalue))
    if (const FunctionDecl* single = functionOfOne(call)) return Name{canonical(single), ""};
  if (const auto* unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref)
    return nameOf(unary->getSubExpr());
  return std::nullopt;
}

Name nameOf(const Array& array) {
  llvm::StringRef rest = array.name;
  rest.consume_front("this->");
  rest.consume_front(array.declaration->getName());
  Name name{canonical(array.declaration), ""};
  for (std::size_t k = 0; k < rest.size(); ++k)
    if (rest[k] == '-')
      name.path += '.', ++k;
    else if (rest[k] != '[' && rest[k] != ']')
      name.path += rest[k];
  return name;
}

static std::optional<Name> movedFrom(const Expr* value) {
  const QualType type = value->getType();  // none of `(a, b)` in a template
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || libraryTemplate(type) == "array") return std::nullopt;
  value = strip(value);
  while (isa<CXXConstructExpr>(value) && cast<CXXConstructExpr>(value)->getNumArgs() == 1)
    value = strip(cast<CXXConstructExpr>(value)->getArg(0));
  const auto* call = dyn_cast<CallExpr>(value);
  const bool moves = call && calleeName(call) == "move" && call->getNumArgs() == 1;
  return moves ? nameOf(call->getArg(0)) : std::nullopt;
}

std::vector<std::pair<Name, Name>> movedObjects(const Stmt* statement) {
  std::vector<std::pair<Name, Name>> found;
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* declared : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit())
        if (const auto from = movedFrom(variable->getInit()))
          found.emplace_back(Name{canonical(variable), ""}, *from);
  const auto* call = dyn_cast<CXXOperatorCallExpr>(statement);
  if (call && call->getOperator() == OO_Equal && call->getNumArgs() == 2) {
    const auto target = nameOf(call->getArg(0)), from = movedFrom(call->getArg(1));
    if (target && from) found.emplace_back(*target, *from);
  }
  return found;
}

std::optional<std::pair<Name, const Expr*>> placedPointer(const Stmt* statement) {
  const auto* made = dyn_cast<CXXNewExpr>(statement);
  if (!made || made->getNumPlacementArgs() != 1 || !made->getInitializer()) return std::nullopt;
  const auto* address = dyn_cast<UnaryOperator>(strip(made->getPlacementArg(0)->IgnoreParenCasts()));
  const auto target =
      address && address->getOpcode() == UO_AddrOf ? nameOf(address->getSubExpr()) : std::nullopt;
  if (!target) return std::nullopt;
  return std::pair(*target, made->getInitializer());
}

std::set<const VarDecl*> staticsBehind(const CallExpr* call, const Directives& directives) {
  std::set<const VarDecl*> found;
  const FunctionDecl* callee = call->getDirectCallee();
  const FunctionDecl* definition = nullptr;
  if (!callee || isOfLibrary(callee) || !callee->hasBody(definition) ||
      !(leadsElsewhere(callee->getReturnType()) || callee->getReturnType()->isReferenceType()))
    return found;
  const auto addStatics = [&](const Stmt* part, bool onlyOwn) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (variable && variable->hasGlobalStorage() && !variable->getType()->isArithmeticType() &&
          !variable->getType().isConstQualified() && (!onlyOwn || variable->isStaticLocal()))
        found.insert(variable);
      return true;
    });
  };
  addStatics(definition->getBody(), /*onlyOwn=*/true);
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    if (isa<ReturnStmt>(each)) addStatics(each, /*onlyOwn=*/false);
    return true;
  });
  return found;
}

bool Origins::mayBeOne(const Name& first, const Name& second) const {
  if (overlap(first, second)) return false;  // parts of one variable are compared elsewhere
  const Name a = current(first), b = current(second);
  if (overlap(a, b)) return true;
  if (!isSwappedWith(a, b)) return overlap(reach(a), reach(b));
  return overlap(beginnings(a), beginnings(b));
}

std::optional<Name> Origins::fieldOf(const Name& name) const {
  if (!name.root || isa<FieldDecl>(name.root) || name.path.empty()) return std::nullopt;
  return fieldOf(name.root->getType(), name.path);
}
std::optional<Name> Origins::fieldOf(QualType type, const std::string& path) const {
  const CXXRecordDecl* record = objectTypeOf(type, context)->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return std::nullopt;
  for (const FieldDecl* field : record->fields())
    if (isPartOf(path, "." + field->getNameAsString()))
      return Name{canonical(field), path.substr(1 + field->getName().size())};
  for (const CXXBaseSpecifier& base : record->bases())
    if (const auto found = fieldOf(base.getType(), path)) return found;
  return std::nullopt;
}

Name Origins::current(Name name) const {
  for (int steps = 0; steps < 20; ++steps) {
    const auto copy = copies.find(name);
    if (copy == copies.end()) break;
    name = copy->second;
  }
  return name;
}

bool Origins::isSwappedWith(const Name& a, const Name& b) const {
  Names seen{a};
  std::vector<Name> open{a};
  while (!open.empty()) {
    const Name name = open.back();
    open.pop_back();
    if (const auto found = swapped.find(name); found != swapped.end())
      for (const Name& each : found->second)
        if (seen.insert(each).second) open.push_back(each);
  }
  return seen.count(b) != 0;
}

/// What it may have been made of, one step back: of `g.x` after `g = f` it is `f.x`.
Names Origins::stepsFrom(const Name& name) const {
  Names steps;
  if (!name.root) return steps;
  const bool mayBeAddress = name.root->getType()->isIntegerType();  // only those were noted
  if (!mayBeAddress && isOwnMemory(name.root, name.path, context)) return steps;
  for (const auto& [target, sources] : madeOf) {
    const bool isPart = isPartOf(name.path, target.path);
    if (target.root != name.root || !(isPart || isPartOf(target.path, name.path))) continue;
    const std::string rest = isPart ? name.path.substr(target.path.size()) : "";
    for (const Name& source : sources) {
      if (!source.root) {
        if (const auto member = fieldOf(name.root->getType(), rest)) steps.insert(*member);
        continue;
      }
      const bool isObject = source.root->getType().getNonReferenceType()->isRecordType();
      steps.insert(isObject ? Name{source.root, source.path + rest} : source);
    }
  }
  addMembersSteps(name, steps);
  return steps;
}

/// Of `s.p` where its class points `p` at `v`: `s.v`.
void Origins::addMembersSteps(const Name& name, Names& steps) const {
  std::string object;
  auto field = fieldOf(name.root->getType(), name.path);
  while (field) {
    for (const auto& [target, sources] : madeOf) {
      if (target.root != field->root || !overlap(target, *field)) continue;
      for (const Name& source : sources)
        if (isa_and_nonnull<FieldDecl>(source.root))
          steps.insert({name.root, object + "." + source.root->getNameAsString() + source.path});
        else if (const auto* variable = dyn_cast_or_null<VarDecl>(source.root);
                 variable && variable->hasGlobalStorage())
          steps.insert(source);
    }
    object += "." + field->root->getNameAsString();
    field = fieldOf(field->root->getType(), field->path);
  }
}

Names Origins::reach(const Name& from) const {
  Names seen{from};
  std::vector<Name> open{from};
  while (!open.empty() && seen.size() < 1000) {
    const Name name = open.back();
    open.pop_back();
    Names next = stepsFrom(name);
    if (const auto found = swapped.find(name); found != swapped.end())
      next.insert(found->second.begin(), found->second.end());
    for (const Name& each : next)
      if (seen.insert(each).second) open.push_back(each);
  }
  return seen;
}

Names Origins::beginnings(const Name& name) const {
  Names all{name};
  for (const Name& each : stepsFrom(name)) {
    const Names further = reach(each);
    all.insert(further.begin(), further.end());
  }
  return all;
}

}  // namespace appyl
