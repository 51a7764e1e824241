#include "model/purity.h"

#include "loops/calls.h"
#include "loops/changes.h"

namespace appyl {

using namespace clang;

bool isPure(const Stmt* part, const Directives& directives, const ASTContext& context) {
  bool pure = effectOf(part, "", directives, context).unknown.empty();
  walk(part, directives, [&](const Stmt* each) {
    pure &= !isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, StmtExpr, AtomicExpr>(each);
    const auto* expression = dyn_cast<Expr>(each);
    if (expression && isa<CallExpr>(expression) && !asAssignment(expression))
      pure &= !changesOthers(expression, directives);
    return pure;
  });
  return pure;
}

bool assigns(const Stmt* part, const Directives& directives) {
  bool found = false;
  walk(part, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    found |= expression && asAssignment(expression);
    return !found;
  });
  return found;
}

bool mentionsIterations(const Stmt* part, const LoopNest& nest, const Directives& directives) {
  const Stmt* root = nest.loops.front().stmt;
  bool found = false;
  walk(part, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable) return !found;
    found |= isDeclaredInside(variable, root, directives);
    for (const Loop& loop : nest.loops) found |= loop.counter == variable;
    for (const PrivateScalar& scalar : nest.privates) found |= scalar.variable == variable;
    return !found;
  });
  return found;
}

}  // namespace appyl
