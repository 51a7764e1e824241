#include "nest/ast/call_instances.h"

#include "nest/ast/library.h"

namespace appyl {

using namespace clang;

CallInstances::CallInstances(const ASTContext& context) {
  Visits visits{.withInstances = true};
  visits.statement = [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    if (const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr)
      found[call->getBeginLoc()].insert(callee);
    return true;
  };
  visitUsersCode(context, visits);
}

const std::set<const FunctionDecl*>& CallInstances::of(const CallExpr* call) const {
  static const std::set<const FunctionDecl*> none;
  const auto known = found.find(call->getBeginLoc());
  return known == found.end() ? none : known->second;
}

}  // namespace appyl
