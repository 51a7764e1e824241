#include "nest/ast/statics.h"

namespace appyl {

using namespace clang;

bool keepsFirstValue(const VarDecl* variable, const Source& source,
                     const std::function<bool(const VarDecl*)>& varies, bool isObjectOwn) {
  const Expr* init = variable->getInit();
  if (!variable->isStaticLocal() || !init || variable->isConstexpr()) return false;
  const bool isOpen = init->isValueDependent() || variable->getType()->isDependentType();
  if (!isOpen && init->isConstantInitializer(source.ast,
                                             variable->getType()->isReferenceType()))
    return false;
  bool found = false;
  walk(init, source.directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* named = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    found |= (named && varies(named)) || (isObjectOwn && isa<CXXThisExpr>(each));
    return !found;
  });
  return found;
}

}  // namespace appyl
