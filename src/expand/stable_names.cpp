#include "expand/stable_names.h"

#include "expand/array_language.h"
#include "nest/modref/modified_variables.h"

namespace appyl {
namespace {

using namespace clang;

/// Variables that are assigned to, and those of which an element is. What a loop counts with is the same
/// throughout its body, and means nothing elsewhere.
std::set<const ValueDecl*> changedIn(const Stmt* statement, const Directives& directives) {
  std::set<const ValueDecl*> changed = modifiedVariables(statement, directives), counters;
  walk(statement, directives, [&](const Stmt* each) {
    const auto* loop = dyn_cast<ForStmt>(each);
    if (const auto* init = loop ? dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr) {
      const auto inBody = modifiedVariables(loop->getBody(), directives);
      for (const Decl* declared : init->decls())
        if (const auto* counter = dyn_cast<VarDecl>(declared); counter && !inBody.count(counter))
          counters.insert(counter);
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(each))  // what another name may change
      for (const Decl* declared : declaration->decls())
        if (const auto* name = dyn_cast<VarDecl>(declared);
            name && name->getType()->isReferenceType() && name->getInit() &&
            !name->getType().getNonReferenceType().isConstQualified())
          if (const ValueDecl* root = rootVariable(name->getInit())) changed.insert(root);
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return true;
    if (const auto assignment = asAssignment(expression))
      if (const ValueDecl* root = rootVariable(assignment->target)) changed.insert(root);
    const std::string name = nameOf(languageFunction(expression));
    if (name == "store" || llvm::StringRef(name).starts_with("atomic_"))
      if (const ValueDecl* root = rootVariable(bareTile(cast<CallExpr>(expression)->getArg(0))))
        changed.insert(root);
    return true;
  });
  for (const ValueDecl* each : counters) changed.erase(each);
  return changed;
}

/// Two variables of one name, one of which hides the other.
class Shadowing {
 public:
  explicit Shadowing(const Directives& directives) : directives(directives) {}

  std::optional<TileRefusal> find(const Stmt* root) {
    look(root);
    return refusal;
  }

 private:
  const Directives& directives;
  std::map<std::string, const ValueDecl*> visible;
  std::optional<TileRefusal> refusal;

  void see(const ValueDecl* variable, const Stmt* at) {
    const auto [known, isNew] = visible.emplace(variable->getNameAsString(), variable);
    if (!isNew && known->second->getCanonicalDecl() != variable->getCanonicalDecl() && !refusal)
      refusal = TileRefusal{at, "two variables named '" + variable->getNameAsString() + "'"};
  }

  void look(const Stmt* statement) {
    statement = statement ? directives.strip(statement) : nullptr;
    if (!statement || refusal || isa<LambdaExpr>(statement)) return;
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      for (const Decl* each : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) see(variable, statement);
    if (const auto* reference = dyn_cast<DeclRefExpr>(statement))
      if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) see(variable, statement);
    if (const auto* member = dyn_cast<MemberExpr>(statement); member && member->isImplicitAccess())
      if (const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl())) see(field, statement);
    const bool isScope =
        isa<CompoundStmt, ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, IfStmt, SwitchStmt>(statement);
    const auto outside = visible;
    for (const Stmt* child : statement->children()) look(child);
    if (isScope)  // what it declares ends; what it only mentions is visible outside, too
      for (auto each = visible.begin(); each != visible.end();)
        each = !outside.count(each->first) && isDeclaredInside(each->second, statement, directives)
                   ? visible.erase(each)
                   : std::next(each);
  }
};

}  // namespace

ProgramNames namesOf(const Stmt* root, const Directives& directives) {
  ProgramNames names;
  walk(root, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared))
          names.declared.insert(variable->getNameAsString());
    return true;
  });
  const auto assigned = modifiedVariables(root, directives);
  for (const ValueDecl* each : changedIn(root, directives))
    (assigned.count(each) ? names.assigned : names.stored).insert(each->getNameAsString());
  return names;
}

bool ProgramNames::change(const Polynomial& value) const {
  Polynomial others;  // than extents: those stay, whatever is stored
  for (const std::string& each : value.symbols())
    if (each.find(".extent(") == std::string::npos) others.terms[{each}] = 1;
  return llvm::any_of(assigned, [&](const std::string& name) { return mentionsName(value, name); }) ||
         llvm::any_of(stored, [&](const std::string& name) { return mentionsName(others, name); });
}

/// Does it call a function of the program, which may change what is not local?
static bool callsOut(const Stmt* scope, const Directives& directives) {
  bool found = false;
  walk(scope, directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    found |=
        call && !(callee && (isOfArrayLanguage(callee) || isOfView(callee) || callee->isInStdNamespace()));
    return !found;
  });
  return found;
}

/// Globals and members: what a function that is called can change.
static bool isReachable(const ValueDecl* named) {
  const auto* variable = dyn_cast<VarDecl>(named);
  const bool isShared = isa<FieldDecl>(named) || (variable && variable->hasGlobalStorage());
  return isShared && !named->getType().isConstQualified();
}

/// The first variable in it that is among the changed ones. Of a view of which a block or an extent is taken,
/// only the place counts, not what is in it.
static const ValueDecl* changedPart(const Expr* expression, const std::set<const ValueDecl*>& assigned,
                                    const std::set<const ValueDecl*>& changed, bool callsOut,
                                    const Directives& directives) {
  const ValueDecl* found = nullptr;
  walk(expression, directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    if (call && isOfView(call->getDirectCallee()) && !call->isLValue()) {
      const auto* method = dyn_cast<CXXMemberCallExpr>(call);
      const Expr* view = method ? method->getImplicitObjectArgument() : call->getArg(0);
      const ValueDecl* root = rootVariable(view);
      if (!root || assigned.count(root)) found = root;
      for (const Expr* argument : call->arguments())
        if (argument != view && !found)
          found = changedPart(argument, assigned, changed, callsOut, directives);
      return false;
    }
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* member = dyn_cast<MemberExpr>(each);
    const ValueDecl* named = reference ? reference->getDecl() : member ? member->getMemberDecl() : nullptr;
    if (named && (changed.count(named) || (callsOut && isReachable(named)))) found = named;
    return !found;
  });
  return found;
}

std::optional<TileRefusal> checkNames(const Stmt* root, const std::vector<MovedExpression>& moved,
                                      const Directives& directives) {
  if (auto refusal = Shadowing(directives).find(root)) return refusal;
  for (const MovedExpression& each : moved)
    if (const ValueDecl* changed =
            changedPart(each.expression, modifiedVariables(each.scope, directives),
                        changedIn(each.scope, directives), callsOut(each.scope, directives), directives))
      return TileRefusal{each.expression, "'" + changed->getNameAsString() +
                                              "', on which a size or a place depends, changes in the loop"};
  return std::nullopt;
}

}  // namespace appyl
