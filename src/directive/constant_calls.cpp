#include "directive/constant_calls.h"

#include "support/visits.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace appyl {
namespace {

using namespace clang;

class ConstantCalls {
 public:
  std::set<const FunctionDecl*> lambdas;

  void find(const std::vector<Decl*>& topLevel) {
    Visits visits{.withInstances = true};
    visits.declaration = [&](const Decl* each) {
      if (const auto* assertion = dyn_cast<StaticAssertDecl>(each)) read(assertion->getAssertExpr());
      if (const auto* variable = dyn_cast<VarDecl>(each);
          variable && (variable->isConstexpr() || variable->hasAttr<ConstInitAttr>()))
        read(variable->getInit());
      return true;
    };
    visits.statement = [&](const Stmt* each) {
      if (isa<ConstantExpr>(each)) read(each);
      return true;
    };
    visits.typeAsWritten = [&](TypeLoc each) {
      if (const auto array = each.getAs<ArrayTypeLoc>()) read(array.getSizeExpr());
      return true;
    };
    for (Decl* declaration : topLevel) visitBelow(declaration, visits);
  }

 private:
  std::set<const Decl*> seen;

  void read(const Stmt* constant) {
    if (!constant) return;
    Visits visits;
    visits.statement = [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each)) follow(reference->getDecl());
      const auto* call = dyn_cast<CallExpr>(each);
      if (const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr) follow(callee);
      return true;
    };
    visitBelow(constant, visits);
  }

  /// What a constant's value is made of is a part of every expression that uses the constant.
  void follow(const ValueDecl* named) {
    if (!seen.insert(named->getCanonicalDecl()).second) return;
    const auto* variable = dyn_cast<VarDecl>(named);
    if (variable && variable->getType().isConstQualified() &&
        variable->getType()->isIntegralOrEnumerationType())
      read(variable->getInit());
    const auto* function = dyn_cast<FunctionDecl>(named);
    if (!function || !function->isConstexpr()) return;
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && method->getParent()->isLambda()) {
      const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
      lambdas.insert(pattern ? pattern : function);
    }
    const FunctionDecl* definition = nullptr;
    if (function->hasBody(definition)) read(definition->getBody());
  }
};

}  // namespace

std::set<const FunctionDecl*> lambdasInConstants(const std::vector<Decl*>& topLevel) {
  ConstantCalls calls;
  calls.find(topLevel);
  return std::move(calls.lambdas);
}

}  // namespace appyl
