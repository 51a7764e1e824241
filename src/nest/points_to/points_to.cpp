#include "nest/points_to/points_to.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/points_to/pointer_capture.h"

namespace appyl {

using namespace clang;

bool isPartOf(const std::string& part, const std::string& whole) {
  return part == whole || llvm::StringRef(part).starts_with(whole + ".");
}

const ValueDecl* canonical(const ValueDecl* declaration) {
  return cast<ValueDecl>(declaration->getCanonicalDecl());
}

const std::multiset<const ValueDecl*>& mentionedIn(const Stmt* statement, const Directives& directives) {
  auto& known = directives.found[statement].mentioned;
  if (known) return *known;
  known.emplace();
  walk(statement, directives, [&](const Stmt* each) {
    if (const auto* named = dyn_cast<DeclRefExpr>(each)) known->insert(canonical(named->getDecl()));
    return true;
  });
  return *known;
}

namespace {

constexpr std::size_t mostNames = 1000, longestPath = 200;  // `b = std::move(b.next)` has no end

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
  if (const Expr* object = objectOf(call)) return object;
  const bool isOfObject = isa<CXXOperatorCallExpr>(call) || functionIs(calleeName(call), Fact::Gets);
  return isOfObject && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

/// `instance()`, which returns a reference to the same object each time; or, without a visible body, a
/// pointer.
const FunctionDecl* functionOfOne(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || (method && !method->isStatic()) || call->getNumArgs() != 0) return nullptr;
  const QualType type = callee->getReturnType();
  const bool isUnseen = type->isPointerType() && !callee->hasBody() && !isOfLibrary(callee);
  return type->isLValueReferenceType() || isUnseen ? callee : nullptr;
}

/// `s` of `&s`, `reinterpret_cast<T*>(&s)`; or else the pointer.
const Expr* behind(const Expr* pointer) {
  const auto* address = dyn_cast<UnaryOperator>(pointer->IgnoreParenCasts());
  return address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : pointer;
}

/// The type of the object that a pointer leads to, or that is an element.
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
    auto owner = nameOf(member->isArrow() ? behind(member->getBase()) : member->getBase());
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
    return nameOf(behind(unary->getSubExpr()));
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(lvalue); cast && cast->isLValue())
    return nameOf(cast->getSubExpr());
  return std::nullopt;
}

std::optional<Name> memberBehindCall(const Stmt* part) {
  const auto* member = dyn_cast<MemberExpr>(part);
  const auto* call = member ? dyn_cast<CXXMemberCallExpr>(strip(member->getBase())) : nullptr;
  if (!call || !isa<FieldDecl>(member->getMemberDecl()) ||
      !isa<CXXThisExpr>(strip(call->getImplicitObjectArgument())))
    return std::nullopt;
  return Name{canonical(member->getMemberDecl()), ""};
}

bool isBeginning(const Expr* value) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(strip(value));
  return call && call->getMethodDecl() && isOfLibrary(call->getMethodDecl()) &&
         memberIs(calleeName(call), Fact::Data);
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

std::optional<std::pair<Name, Name>> endsOfArray(const Stmt* statement) {
  const Expr *first = nullptr, *last = nullptr;
  const auto take = [&](const Expr* condition, bool isLoops) {
    const auto parts = condition ? asBinary(condition) : std::nullopt;
    if (!parts || (!BinaryOperator::isRelationalOp(parts->op) && parts->op != BO_Sub &&
                   !(isLoops && parts->op == BO_NE)))
      return;
    first = parts->left;
    last = parts->right;
  };
  if (const auto* loop = dyn_cast<ForStmt>(statement)) take(loop->getCond(), true);
  if (const auto* loop = dyn_cast<WhileStmt>(statement)) take(loop->getCond(), true);
  if (const auto* loop = dyn_cast<DoStmt>(statement)) take(loop->getCond(), true);
  if (const auto* expression = dyn_cast<Expr>(statement); expression && strip(expression) == expression)
    take(expression, false);
  // `std::fill(first, last, 0)`
  if (const auto* call = dyn_cast<CallExpr>(statement);
      call && !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call) && call->getNumArgs() >= 2) {
    const FunctionDecl* callee = call->getDirectCallee();
    const std::string name = calleeName(call);
    const bool takesOthers =
        functionIs(name, {Fact::Pure, Fact::Swaps, Fact::Exchanges, Fact::Copies, Fact::Ties}) ||
        (functionIs(name, Fact::SwapsElements) && call->getNumArgs() == 2);
    if (callee && callee->isInStdNamespace() && callee->isTemplateInstantiation() && !takesOthers) {
      first = call->getArg(0);
      last = call->getArg(1);
    }
  }
  if (!first || !last) return std::nullopt;
  const QualType one = strip(first)->getType().getNonReferenceType().getCanonicalType(),
                 other = strip(last)->getType().getNonReferenceType().getCanonicalType();
  if (one.getUnqualifiedType() != other.getUnqualifiedType() || !(one->isPointerType() || isIterator(one)))
    return std::nullopt;
  const auto a = nameOf(first), b = nameOf(last);
  return a && b && *a != *b ? std::optional(std::pair(*a, *b)) : std::nullopt;
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

bool PointsTo::mayBeOne(const Name& first, const Name& second) const {
  if (overlap(first, second)) return false;  // parts of one variable are compared elsewhere
  if (arePickedApart(first, second)) return false;
  // Between two pointers that are set at one moment, exchanges before or after it make no alias.
  const auto one = moments.find(first), other = moments.find(second);
  if (one != moments.end() && other != moments.end() && one->second == other->second)
    return overlap(reach(first, /*isExchanged=*/false), reach(second, /*isExchanged=*/false));
  const Name a = current(first), b = current(second);
  if (overlap(a, b)) return true;
  if (isSwappedWith(a, b)) return overlap(beginnings(a), beginnings(b));
  // `spare = p; p = q; q = spare;` in front of the nest: q is a copy of the spare one.
  if (isSwappedWith(first, second)) return overlap(beginnings(first), beginnings(second));
  return overlap(reach(a), reach(b));
}

/// Different elements of an array in which no two elements can be the same.
bool PointsTo::arePickedApart(const Name& first, const Name& second) const {
  const auto one = picked.find(first), other = picked.find(second);
  if (one == picked.end() || other == picked.end() || one->second.array != other->second.array ||
      !areDifferent(one->second.index, other->second.index, context))
    return false;
  const auto* array = cast<VarDecl>(one->second.array);
  const QualType element = elementTypeOf(array->getType().getNonReferenceType(), context);
  if (element.isNull()) return false;
  if (!leadsElsewhere(element) || classIs(libraryTemplate(element), ClassFact::Unique)) return true;
  if (!element->isPointerType() || !isOnlyLookedAt(array, function->getBody())) return false;
  if (isa<ParmVarDecl>(array)) return true;
  const auto* list = array->getInit() ? dyn_cast<InitListExpr>(strip(array->getInit())) : nullptr;
  const auto a = list && list->getNumInits() == 2 ? nameOf(list->getInit(0)) : std::nullopt,
             b = a ? nameOf(list->getInit(1)) : std::nullopt;
  return b && *a != *b && !mayBeOne(*a, *b);
}

std::optional<Name> PointsTo::fieldOf(const Name& name) const {
  if (!name.root || isa<FieldDecl>(name.root) || name.path.empty()) return std::nullopt;
  return fieldOf(name.root->getType(), name.path);
}
std::optional<Name> PointsTo::fieldOf(QualType type, const std::string& path) const {
  const CXXRecordDecl* record = objectTypeOf(type, context)->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return std::nullopt;
  for (const FieldDecl* field : record->fields())
    if (isPartOf(path, "." + field->getNameAsString()))
      return Name{canonical(field), path.substr(1 + field->getName().size())};
  for (const CXXBaseSpecifier& base : record->bases())
    if (const auto found = fieldOf(base.getType(), path)) return found;
  return std::nullopt;
}

/// Are both objects of the same class, with `rest` inside it? A view of an object leads to any part of the
/// object by its own members.
bool PointsTo::isSamePart(const Name& name, const Name& source, const std::string& rest) const {
  if (rest.empty()) return true;
  const Name whole{name.root, name.path.substr(0, name.path.size() - rest.size())};
  const QualType one = typeOf(whole), other = typeOf(source);
  if (one.isNull() || other.isNull()) return true;
  const CXXRecordDecl* of = objectTypeOf(other, context)->getAsCXXRecordDecl();
  if (of && isOfSystem(of)) return true;  // an iterator, whose elements are the container's
  const auto first = fieldOf(one, rest), second = fieldOf(other, rest);
  return !first || (second && first->root == second->root);
}

QualType PointsTo::typeOf(Name name) const {
  QualType type = name.root->getType();
  while (!name.path.empty()) {
    const auto field = fieldOf(type, name.path);
    if (!field) return {};
    type = field->root->getType(), name.path = field->path;
  }
  return type;
}

Name PointsTo::current(Name name) const {
  for (int steps = 0; steps < 20; ++steps) {
    const auto copy = copies.find(name);
    if (copy == copies.end()) break;
    name = copy->second;
  }
  return name;
}

bool PointsTo::isSwappedWith(const Name& a, const Name& b) const {
  Names seen{a};
  std::vector<Name> open{a};
  while (!open.empty()) {
    const Name name = open.back();
    open.pop_back();
    for (const Name& each : exchangedWith(name))
      if (seen.size() < mostNames && seen.insert(each).second) open.push_back(each);
  }
  return seen.count(b) != 0;
}

/// `s.a` for `v->a` and `holder.v.a`, where v leads to an object s.
Names PointsTo::behindName(const Name& name) const {
  Names found;
  const auto add = [&](const Name& source, const std::string& path) {
    const QualType type = source.root ? typeOf(source) : QualType();
    if (!type.isNull() && type.getNonReferenceType()->isRecordType() && fieldOf(type, path))
      found.insert({source.root, source.path + path});
  };
  forMadeOf(name.root, [&](const Name& target, const Names& sources) {
    if (!isPartOf(name.path, target.path)) return;
    const std::string rest = name.path.substr(target.path.size());
    for (const Name& source : sources)
      for (std::size_t at = rest.find('.'); at != std::string::npos; at = rest.find('.', at + 1)) {
        const Name holder{name.root, target.path + rest.substr(0, at)};
        const QualType leading = typeOf(holder);
        const bool leads = !leading.isNull() && (leading->isReferenceType() || leading->isPointerType());
        const CXXRecordDecl* record = leading.isNull() ? nullptr : leading->getAsCXXRecordDecl();
        if (leads || (record && record->isInStdNamespace() && leadsElsewhere(leading)))
          add(source, rest.substr(at));
      }
  });
  return found;
}

void PointsTo::exchangeBehindNames() {
  std::set<std::pair<Name, Name>> seen;
  std::vector<std::pair<Name, Name>> open;
  const auto add = [&](const Name& a, const Name& b) {
    if (a != b && seen.size() < mostNames && seen.insert({a, b}).second) open.emplace_back(a, b);
  };
  for (const auto& [name, with] : swapped)
    for (const Name& each : with) add(name, each);
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    swapped[a].insert(b);
    swapped[b].insert(a);
    for (const Name& behindA : behindName(a)) {
      add(behindA, b);
      for (const Name& behindB : behindName(b)) add(behindA, behindB);
    }
    for (const Name& behindB : behindName(b)) add(a, behindB);
  }
}

void PointsToFacts::add(const PointsTo& said, const FunctionDecl* function) {
  for (const auto& [target, sources] : said.madeOf)
    madeOf[target.root].push_back({target, sources, function});
  for (const auto& [target, sources] : said.swapped)
    swapped[target.root].push_back({target, sources, function});
}

static void forFacts(const std::map<Name, Names>& own,
                     const std::map<const ValueDecl*, std::vector<PointsToFacts::Fact>>* others,
                     const FunctionDecl* function, const ValueDecl* root,
                     const std::function<void(const Name&, const Names&)>& visit) {
  for (auto each = own.lower_bound({root, ""}); each != own.end() && each->first.root == root; ++each)
    visit(each->first, each->second);
  if (!others) return;
  if (const auto found = others->find(root); found != others->end())
    for (const PointsToFacts::Fact& fact : found->second)
      if (!fact.function || fact.function != function) visit(fact.target, fact.sources);
}

void PointsTo::forMadeOf(const ValueDecl* root, const Visit& visit) const {
  forFacts(madeOf, others ? &others->madeOf : nullptr, function, root, visit);
}

/// If an object was exchanged, so were its members.
Names PointsTo::exchangedWith(const Name& name) const {
  Names exchanged;
  forFacts(swapped, others ? &others->swapped : nullptr, function, name.root,
           [&](const Name& target, const Names& with) {
             if (!isPartOf(name.path, target.path)) return;
             const std::string rest = name.path.substr(target.path.size());
             for (const Name& each : with)
               if (each.path.size() + rest.size() < longestPath)
                 exchanged.insert({each.root, each.path + rest});
           });
  return exchanged;
}

/// What the name may have been made of, one step back: `f.x` for `g.x` after `g = f`.
Names PointsTo::stepsFrom(const Name& name) const {
  Names steps;
  if (!name.root) return steps;
  const bool mayBeAddress = name.root->getType()->isIntegerType();  // only those were noted
  if (!mayBeAddress && isOwnMemory(name.root, name.path, context)) return steps;
  forMadeOf(name.root, [&](const Name& target, const Names& sources) {
    const bool isPart = isPartOf(name.path, target.path);
    if (!isPart && !isPartOf(target.path, name.path)) return;
    const std::string rest = isPart ? name.path.substr(target.path.size()) : "";
    for (const Name& source : sources) {
      if (!source.root) {  // this object, which a member may lead to
        const QualType type = isPart ? typeOf(target) : name.root->getType();
        for (auto member = fieldOf(type.isNull() ? name.root->getType() : type, rest); member;
             member = fieldOf(member->root->getType(), member->path))
          steps.insert(*member);
        continue;
      }
      QualType object = source.root->getType().getNonReferenceType();
      if (object->isPointerType()) object = object->getPointeeType();  // `D& d = *p`: d.x is p->x
      const bool isObject = object->isRecordType();
      steps.insert(isObject && isSamePart(name, source, rest) ? Name{source.root, source.path + rest}
                                                              : source);
    }
  });
  addMembersSteps(name, steps);
  return steps;
}

/// For `s.p` whose class points `p` at `v`: `s.v`.
void PointsTo::addMembersSteps(const Name& name, Names& steps) const {
  std::string object;
  auto field = fieldOf(name.root->getType(), name.path);
  while (field) {
    forMadeOf(field->root, [&](const Name& target, const Names& sources) {
      if (!overlap(target, *field)) return;
      for (const Name& source : sources)
        if (isa_and_nonnull<FieldDecl>(source.root))
          steps.insert({name.root, object + "." + source.root->getNameAsString() + source.path});
        else if (const auto* variable = dyn_cast_or_null<VarDecl>(source.root);
                 variable && variable->hasGlobalStorage())
          steps.insert(source);
    });
    object += "." + field->root->getNameAsString();
    field = fieldOf(field->root->getType(), field->path);
  }
}

Names PointsTo::reach(const Name& from, bool isExchanged) const {
  Names seen{from};
  std::vector<Name> open{from};
  while (!open.empty() && seen.size() < mostNames) {
    const Name name = open.back();
    open.pop_back();
    Names next = stepsFrom(name);
    if (isExchanged) next.merge(exchangedWith(name));
    for (const Name& each : next)
      if (seen.insert(each).second) open.push_back(each);
  }
  return seen;
}

Names PointsTo::beginnings(const Name& name) const {
  Names all{name};
  for (const Name& each : stepsFrom(name)) {
    const Names further = reach(each);
    all.insert(further.begin(), further.end());
  }
  return all;
}

static bool isOfFunction(const ValueDecl* variable, const FunctionDecl* function) {
  for (const DeclContext* each = variable->getDeclContext(); each; each = each->getParent())
    if (each == function || each->Equals(function)) return true;
  return false;
}

bool mayBeSetByOthers(const LoopNest& nest) {
  return llvm::any_of(nest.arrays, [&](const Array& array) {
    const ValueDecl* root = array.declaration;
    const auto* variable = dyn_cast_or_null<VarDecl>(root);
    const bool isLasting = isa_and_nonnull<FieldDecl>(root) || (variable && variable->hasGlobalStorage());
    const bool isOthers = variable && variable->hasLocalStorage() && !isOfFunction(variable, nest.function);
    return root && (isLasting || isOthers || array.name != root->getName());
  });
}

}  // namespace appyl
