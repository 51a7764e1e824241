#include "loops/private_objects.h"

#include "loops/array_types.h"

namespace appyl {
namespace {

using namespace clang;

class ObjectUses {
 public:
  ObjectUses(const VarDecl* object, const Directives& directives)
      : object(object),
        isContainer(isContiguousContainer(object->getType().getNonReferenceType())),
        directives(directives) {}

  /// The first use that depends on what the object has been through; null: the iteration begins by setting
  /// all of it, or uses nothing but its elements.
  const Expr* firstUse(const Stmt* body) const {
    if (beginsBySetting(body)) return nullptr;
    const Expr* first = nullptr;
    walk(body, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      if (call && !first && usesState(call)) first = call;
      return !first;
    });
    return first;
  }

 private:
  const VarDecl* object;
  const bool isContainer;
  const Directives& directives;

  bool names(const Expr* expression) const { return namedVariable(expression) == object; }

  bool beginsBySetting(const Stmt* body) const {
    const auto* block = dyn_cast<CompoundStmt>(directives.strip(body));
    if (!block) return isSetting(body);
    for (const Stmt* each : block->body())
      if (mentions(each, object, directives)) return isSetting(directives.strip(each));
    return false;
  }

  /// `v.clear();`, `g.seed(i);`, `v = w;`
  bool isSetting(const Stmt* statement) const {
    static const std::set<std::string> setters = {"clear", "assign", "fill", "reset", "seed", "str"};
    const auto* expression = dyn_cast<Expr>(statement);
    if (!expression) return false;
    const Expr* inner = strip(expression);
    if (const auto* call = dyn_cast<CXXMemberCallExpr>(inner))
      return names(call->getImplicitObjectArgument()) && setters.count(calleeName(call)) != 0;
    const auto assignment = asAssignment(inner);
    return assignment && assignment->op == BO_Assign && names(assignment->target) &&
           !mentions(assignment->value, object, directives);
  }

  bool usesState(const CallExpr* call) const {
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (const auto* made = dyn_cast<CXXMemberCallExpr>(call))
      if (names(made->getImplicitObjectArgument())) return method && changesState(method);
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && method;
    if (isOperator && names(call->getArg(0))) return changesState(method);
    // A function that is given a container fills it.
    const FunctionDecl* callee = call->getDirectCallee();
    for (unsigned k = isOperator ? 1 : 0; callee && !isContainer && k < call->getNumArgs(); ++k) {
      if (!names(call->getArg(k)) || k - isOperator >= callee->getNumParams()) continue;
      const QualType type = callee->getParamDecl(k - isOperator)->getType();
      if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified()) return true;
    }
    return false;
  }

  /// Elements are looked at one by one, elsewhere; methods of the user's own by their bodies.
  static bool changesState(const CXXMethodDecl* method) {
    static const std::set<std::string> harmless = {
        "operator[]", "operator=", "at",   "begin",  "end",   "rbegin", "rend", "data", "front", "back",
        "resize",     "reserve",   "fill", "assign", "clear", "reset",  "seed", "size", "swap"};
    return !method->isConst() && method->getParent()->isInStdNamespace() &&
           !harmless.count(method->getNameAsString());
  }
};

}  // namespace

void noteCarriedObjects(LoopNest& nest, const Directives& directives) {
  for (const Loop& loop : nest.loops) {
    if (!loop.directive || loop.directive->find(ClauseKind::Unchecked)) continue;
    for (const Clause& clause : loop.directive->clauses)
      if (clause.kind == ClauseKind::Private)
        for (const ClauseArgument& argument : clause.arguments) {
          const auto* object = dyn_cast_or_null<VarDecl>(namedVariable(argument.expressions.front()));
          if (!object || !object->getType().getNonReferenceType()->isRecordType()) continue;
          const Expr* use = ObjectUses(object, directives).firstUse(loop.body);
          if (!use) continue;
          nest.unknownCalls.push_back("'" + object->getNameAsString() +
                                      "' is private, and may be read before the iteration has written it");
          if (!nest.unknownCallAt) nest.unknownCallAt = use;
        }
  }
}

}  // namespace appyl
