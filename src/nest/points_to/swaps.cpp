#include "nest/points_to/swaps.h"

#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/implicit_calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/points_to/return_aliases.h"
#include "nest/points_to/unseen_swaps.h"

namespace appyl {
namespace {

using namespace clang;

/// `x` of `&x`; any other expression as it is.
const Expr* withoutAddress(const Expr* expression) {
  const auto* address = dyn_cast<UnaryOperator>(strip(expression));
  return address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : expression;
}

/// `a` of `auto& r = a`, `auto& [r, q] = a`, `[&r = a]`; where elements are meant, of `auto* p = &a` and
/// `auto p = a.begin()`, too.
const Expr* madeOf(const ValueDecl* other, bool areElements) {
  if (const auto* part = dyn_cast<BindingDecl>(other)) {
    const auto* whole = dyn_cast_or_null<VarDecl>(part->getDecomposedDecl());
    const bool isName = whole && whole->getType()->isReferenceType();
    return !isName || !whole->getInit() ? nullptr
           : part->getBinding()         ? part->getBinding()
                                        : whole->getInit();
  }
  const auto* variable = dyn_cast<VarDecl>(other);
  if (!variable || isa<ParmVarDecl>(variable) || !variable->hasLocalStorage()) return nullptr;
  const QualType type = variable->getType();
  const bool leads = type->isReferenceType() || (areElements && (type->isPointerType() || isIterator(type)));
  return leads && variable->getInit() ? withoutAddress(variable->getInit()) : nullptr;
}

/// The name of what a name in the function has been made another name of.
Name behind(Name name, bool areElements) {
  for (int steps = 0; steps < 8; ++steps) {
    const Expr* of = madeOf(name.root, areElements || !name.path.empty());
    const auto source = of ? nameOf(of) : std::nullopt;
    if (!source || source->root == name.root) break;
    areElements = !isa<DeclRefExpr, MemberExpr>(strip(of));
    name = {source->root, source->path + name.path};
  }
  return name;
}

/// The object that an expression names, or is a part of: `s` of `s.first()` and `s.*member`.
std::optional<Name> objectNamed(const Expr* given, bool areElements = false) {
  given = strip(withoutAddress(given));
  while (!nameOf(given)) {
    const auto* call = dyn_cast<CallExpr>(given);
    const auto* byPointer = dyn_cast<BinaryOperator>(given);
    const Expr* object = call                                   ? objectOf(call)
                         : byPointer && byPointer->isPtrMemOp() ? byPointer->getLHS()
                                                                : nullptr;
    if (!object) return std::nullopt;
    given = strip(object);
  }
  return behind(*nameOf(given), areElements || !isa<DeclRefExpr, MemberExpr>(given));
}

/// `std::swap(a, b)`, `a.swap(b)`, `std::iter_swap(&a, &b)`, `std::ranges::swap(a, b)`.
std::optional<std::pair<Name, Name>> swapped(const Stmt* statement) {
  const auto* call = dyn_cast<CallExpr>(statement);
  if (!call) return std::nullopt;
  std::vector<const Expr*> given(call->arg_begin(), call->arg_end());
  std::string name = calleeName(call);
  if (isa<CXXOperatorCallExpr>(call) && call->getDirectCallee() && isOfLibrary(call->getDirectCallee())) {
    const auto* object = dyn_cast<DeclRefExpr>(strip(given[0]));
    name = object ? object->getDecl()->getNameAsString() : "";
    given.erase(given.begin());
  }
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
    given.push_back(method->getImplicitObjectArgument());
  const bool areElements = functionIs(name, Fact::SwapsElements);
  if (areElements && given.size() == 3) given.erase(given.begin() + 1);  // of `std::swap_ranges(a, a + n, b)`
  if ((!areElements && !functionIs(name, Fact::Swaps)) || given.size() != 2) return std::nullopt;
  const auto a = objectNamed(given[0], areElements), b = objectNamed(given[1], areElements);
  return a && b ? std::optional(std::pair(*a, *b)) : std::nullopt;
}

/// Any parts of the objects that code without a visible body is given may have been exchanged for each other.
std::vector<std::pair<Name, Name>> shuffled(const Expr* call, const Directives& directives) {
  std::vector<Name> parts;
  for (const auto& [object, type] : givenUnseen(call, directives)) {
    const auto name =
        isa<CXXThisExpr>(strip(object)) ? std::optional(Name()) : objectNamed(object, /*areElements=*/true);
    for (Name& each : name ? exchangeableParts(*name, type) : std::vector<Name>())
      parts.push_back(std::move(each));
  }
  std::vector<std::pair<Name, Name>> found;
  for (const Name& each : parts)
    if (each != parts.front()) found.emplace_back(parts.front(), each);
  return found;
}

/// The name, where the function is called, of what the function names: a parameter, a member, a variable that
/// is not its own.
std::optional<Name> outside(const Name& name, const CallExpr* call, const FunctionDecl* definition) {
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  const auto* variable = dyn_cast<VarDecl>(name.root);
  const bool isOfLambda = method && method->getParent()->isLambda();
  const bool isOwn = variable && variable->hasLocalStorage() && variable->getDeclContext() == definition;
  const bool isParameter = isOwn && isa<ParmVarDecl>(variable);
  if (!isParameter && (!isa<FieldDecl>(name.root) || isOfLambda))
    return isOwn || isa<BindingDecl>(name.root) ? std::nullopt : std::optional(name);
  const bool isPointer = isParameter && variable->getType()->isPointerType();
  if (isPointer && !isa<CXXOperatorCallExpr>(call)) {  // `flip(&a, &b)`
    const unsigned index = cast<ParmVarDecl>(variable)->getFunctionScopeIndex();
    const auto given = index < call->getNumArgs() ? objectNamed(call->getArg(index), true) : std::nullopt;
    return given ? std::optional(Name{given->root, given->path + name.path}) : std::nullopt;
  }
  const auto outer = nameAtCall(name, call, definition);
  return outer ? std::optional(behind(*outer, false)) : std::nullopt;
}

/// Likewise for a constructor, whose parameters have arguments, and a destructor, whose object has a name.
std::optional<Name> outside(const Name& name, const CXXConstructExpr* made) {
  const auto* parameter = dyn_cast<ParmVarDecl>(name.root);
  if (!parameter) return isa<FieldDecl>(name.root) ? std::nullopt : std::optional(name);
  const unsigned index = parameter->getFunctionScopeIndex();
  const auto given = index < made->getNumArgs()
                         ? objectNamed(made->getArg(index), parameter->getType()->isPointerType())
                         : std::nullopt;
  return given ? std::optional(Name{given->root, given->path + name.path}) : std::nullopt;
}
Name atEnd(const Name& name, const VarDecl* object) {
  const bool isMember = isa<FieldDecl>(name.root);
  return isMember ? Name{canonical(object), "." + name.root->getNameAsString() + name.path} : name;
}

/// Any two of a group may have been exchanged, maybe by way of a third.
void join(std::vector<Names>& groups, const Name& a, const Name& b) {
  Names joined{a, b};
  std::vector<Names> others;
  for (Names& group : groups)
    if (group.count(a) || group.count(b))
      joined.merge(group);
    else
      others.push_back(std::move(group));
  others.push_back(std::move(joined));
  groups = std::move(others);
}

}  // namespace

/// `a` of each `std::move(a)` in it, also of a function's that returns it.
void Swaps::collectMoved(const Stmt* value, Names& moved, int depth) const {
  if (!value || isa<LambdaExpr>(value)) return;
  const auto* call = dyn_cast<CallExpr>(value);
  const auto* cast = dyn_cast<ExplicitCastExpr>(value);
  const bool isCast = cast && cast->isXValue();
  const std::string name = call ? calleeName(call) : "";
  const bool isForwarded = functionIs(name, Fact::Forwards) && (call->isXValue() || call->isTypeDependent());
  const bool isMove = ((functionIs(name, Fact::Moves) || isForwarded) && call->getNumArgs() == 1) ||
                      (functionIs(name, Fact::Exchanges) && call->getNumArgs() == 2);
  if (isMove || isCast) {
    const Expr* from = isCast ? cast->getSubExpr() : call->getArg(0);
    if (const auto source = objectNamed(from);
        source && (from->isTypeDependent() || ownsMemory(from->getType())))
      moved.insert(*source);
    return;
  }
  const FunctionDecl* definition = call && depth < 4 ? visibleBody(call) : nullptr;
  if (definition && ownsMemory(definition->getReturnType()))
    walk(definition->getBody(), source.directives, [&](const Stmt* each) {
      Names returned;
      if (const auto* result = dyn_cast<ReturnStmt>(each))
        collectMoved(result->getRetValue(), returned, depth + 1);
      for (const Name& from : returned)
        if (const auto outer = outside(from, call, definition)) moved.insert(*outer);
      return !isa<LambdaExpr>(each);
    });
  for (const Stmt* child : value->children()) collectMoved(child, moved, depth);
}

/// Pairs of an object that takes what another one owned, or has a part that does, and that other object.
std::vector<std::pair<Name, Name>> Swaps::moved(const Stmt* statement) const {
  std::vector<std::pair<Name, Name>> found;
  const auto add = [&](const std::optional<Name>& target, const Expr* value) {
    Names all;
    if (target) collectMoved(value, all, 0);
    for (const Name& each : all)
      if (*target != each) found.emplace_back(*target, each);
  };
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* declared : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(declared); variable && variable->getInit())
        if (const QualType type = variable->getType(); type->isDependentType() || ownsMemory(type))
          add(Name{canonical(variable), ""}, variable->getInit());
  const auto* expression = dyn_cast<Expr>(statement);
  const auto assignment =
      expression && strip(expression) == expression ? asAssignment(expression) : std::nullopt;
  if (assignment && assignment->op == BO_Assign && assignment->value) {
    const auto* tie = dyn_cast<CallExpr>(strip(assignment->target));
    // `std::tie(a, b) = std::pair(std::move(b), std::move(a))`
    if (tie && functionIs(calleeName(tie), Fact::Ties))
      for (const Expr* each : tie->arguments()) add(objectNamed(each), assignment->value);
    else
      add(objectNamed(assignment->target), assignment->value);
  }
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement))  // `[v = std::move(a)]`
    for (const LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable() && lambda->isInitCapture(&capture))
        if (const auto* own = dyn_cast<VarDecl>(capture.getCapturedVar()); own && own->getInit())
          add(Name{canonical(own), ""}, own->getInit());
  // `rows.push_back(std::move(row))`
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(statement))
    for (const Expr* argument : call->arguments())
      add(objectNamed(call->getImplicitObjectArgument()), argument);
  return found;
}

const std::vector<Names>& Swaps::inside(const FunctionDecl* definition) {
  const auto [place, isNew] = known.try_emplace(definition);  // empty for a function that calls itself
  if (!isNew) return place->second;
  std::vector<Names> groups;
  walk(definition->getBody(), source.directives, [&](const Stmt* each) {
    for (const auto& [a, b] : of(each)) join(groups, a, b);
    return true;
  });
  return known[definition] = std::move(groups);
}

std::vector<std::pair<Name, Name>> Swaps::of(const Stmt* statement) {
  std::vector<std::pair<Name, Name>> found = moved(statement);
  if (const auto both = swapped(statement)) found.push_back(*both);
  if (isa<CallExpr, CXXConstructExpr>(statement))
    for (auto& each : shuffled(cast<Expr>(statement), source.directives)) found.push_back(std::move(each));
  const auto add = [&](const FunctionDecl* definition, const auto& nameOutside) {
    for (const Names& group : definition ? inside(definition) : std::vector<Names>()) {
      std::optional<Name> first;
      for (const Name& each : group)
        if (const auto outer = nameOutside(each)) {
          if (first) found.emplace_back(*first, *outer);
          first = outer;
        }
    }
  };
  if (const auto* call = dyn_cast<CallExpr>(statement)) {
    const FunctionDecl* definition = visibleBody(call);
    add(definition, [&](const Name& each) { return outside(each, call, definition); });
  }
  const FunctionDecl* definition = nullptr;
  if (const auto* made = dyn_cast<CXXConstructExpr>(statement);
      made && !isOfLibrary(made->getConstructor()) && made->getConstructor()->hasBody(definition))
    add(definition, [&](const Name& each) { return outside(each, made); });
  if (const auto* declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl* declared : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(declared))
        for (const CXXDestructorDecl* last : destructorsOf(variable->getType()))
          if (last->getParent() == variable->getType()->getAsCXXRecordDecl() && last->hasBody(definition))
            add(definition, [&](const Name& each) { return std::optional(atEnd(each, variable)); });
  return found;
}

static bool isPointer(const Name& name) {
  return name.path.empty() && name.root->getType().getNonReferenceType()->isPointerType();
}

/// `double *a, *b;`, set only by functions that they are passed to: they had no value before.
static bool isFresh(const Name& pointer, const Stmt* body, const Directives& directives) {
  const auto* variable = dyn_cast<VarDecl>(pointer.root);
  bool isSet = !variable || !variable->isLocalVarDecl() || variable->getInit();
  walk(body, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    isSet |= assignment && namedVariable(assignment->target) == pointer.root;
    return !isSet;
  });
  return !isSet;
}

std::vector<std::pair<Name, Name>> Swaps::thatMatter(const Stmt* statement, const Stmt* body) {
  std::vector<std::pair<Name, Name>> found = of(statement);
  if (found.empty()) return found;
  std::set<const ValueDecl*> roots;
  for (const auto& [one, other] : found) roots.insert({one.root, other.root});
  const bool areLasting = llvm::any_of(roots, [](const ValueDecl* each) {
    return isa<FieldDecl>(each) || (isa<VarDecl>(each) && cast<VarDecl>(each)->hasGlobalStorage());
  });
  const InvalidatedPointers& pointers = stale.try_emplace(body, body, source).first->second;
  if (areLasting || pointers.mayLiveOn(statement, roots)) return found;
  llvm::erase_if(found, [&](const auto& each) {
    const bool isFollowed = (isPointer(each.first) && !isFresh(each.first, body, source.directives)) ||
                            (isPointer(each.second) && !isFresh(each.second, body, source.directives));
    return !isFollowed;
  });
  return found;
}

/// A pointer to objects that neither lead to nor own other memory.
static bool isPlainPointer(QualType type, const ASTContext& context) {
  const QualType target = type->isPointerType() ? type->getPointeeType() : QualType();
  return !target.isNull() && target.isTriviallyCopyableType(context) && !leadsElsewhere(target);
}

bool Swaps::exchangesNothing(const Stmt* statement) {
  bool isPlain = true;
  walk(statement, source.directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    isPlain &= of(each).empty() && (!call || (callee && isOfLibrary(callee)) ||
                                    (method && method->isConst()) || visibleBody(call));
    return isPlain;
  });
  return isPlain;
}

const std::map<Name, int>& Swaps::moments(const Stmt* body) {
  const auto [known, isNew] = momentsOf.try_emplace(body);
  std::map<Name, int>& found = known->second;
  if (!isNew) return found;
  const std::set<const ValueDecl*> modified = modifiedVariables(body, source.directives);
  int moment = 0;
  walk(body, source.directives, [&](const Stmt* each) {
    const auto* compound = dyn_cast<CompoundStmt>(each);
    if (!compound) return true;
    ++moment;
    for (const Stmt* child : compound->body()) {
      const auto* declaration = dyn_cast<DeclStmt>(child);
      moment += !exchangesNothing(child);
      for (const Decl* declared : declaration ? declaration->getDeclGroup() : DeclGroupRef())
        if (const auto* variable = dyn_cast<VarDecl>(declared);
            variable && variable->getInit() && variable->hasLocalStorage() && !modified.count(variable) &&
            isPlainPointer(variable->getType(), source.ast))
          found.emplace(Name{canonical(variable), ""}, moment);
    }
    return true;
  });
  return found;
}

}  // namespace appyl
