#include "codegen/arrays/temporaries.h"

#include "nest/ast/ast.h"
#include "nest/ast/library.h"

#include <clang/AST/ExprCXX.h>

namespace appyl {
namespace {

using namespace clang;

/// The bodies of functions are read once for all questions about one parameter.
class Handed {
 public:
  Handed(const LoopNest& nest, const Directives& directives) : nest(nest), directives(directives) {
    read(nest.loops.front().stmt);
  }

  /// namesTemporaries() for one parameter, by all calls of its function.
  bool namesTemporaries(const ParmVarDecl* parameter) {
    if (!asked.insert(parameter).second) return true;
    const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
    bool isHanded = false, good = true;
    for (const auto& [callee, arguments] : calls) {
      const unsigned index = parameter->getFunctionScopeIndex();
      if (callee != function || index >= arguments.size()) continue;
      isHanded = true;
      good = good && isTemporaryOrNamed(arguments[index]);
    }
    return isHanded && good;
  }

 private:
  const LoopNest& nest;
  const Directives& directives;
  std::vector<std::pair<const FunctionDecl*, std::vector<const Expr*>>> calls;  // of definitions
  std::set<const FunctionDecl*> known;
  std::set<const ParmVarDecl*> asked;

  void read(const Stmt* body) {
    walk(body, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const auto* construct = dyn_cast<CXXConstructExpr>(each);
      const FunctionDecl* callee = call        ? call->getDirectCallee()
                                   : construct ? construct->getConstructor()
                                               : nullptr;
      const FunctionDecl* definition = nullptr;
      if (!callee || isOfLibrary(callee) || !callee->hasBody(definition)) return true;
      std::vector<const Expr*> arguments;
      if (call) arguments.assign(call->arg_begin(), call->arg_end());
      if (construct) arguments.assign(construct->arg_begin(), construct->arg_end());
      const auto* method = dyn_cast<CXXMethodDecl>(callee);
      if (call && isa<CXXOperatorCallExpr>(call) && method && !method->isStatic())
        arguments.erase(arguments.begin());  // the object
      calls.emplace_back(definition, std::move(arguments));
      if (known.insert(definition).second) read(definition->getBody());
      return true;
    });
  }

  bool isTemporaryOrNamed(const Expr* argument) {
    for (const Expr* inner = argument;;) {
      if (isa<MaterializeTemporaryExpr>(inner) || inner->isPRValue()) return true;
      const auto* cast = dyn_cast<ImplicitCastExpr>(inner);
      if (!cast) break;
      inner = cast->getSubExpr();
    }
    const ValueDecl* root = rootVariable(strip(argument));
    const auto* variable = dyn_cast_or_null<VarDecl>(root);
    if (!variable) return root != nullptr;
    const bool isOutside = variable->getDeclContext() == nest.function &&
                           !isDeclaredInside(variable, nest.loops.front().stmt, directives);
    if (isOutside || !(variable->getType()->isReferenceType() || variable->getType()->isPointerType()))
      return true;
    if (const auto* parameter = dyn_cast<ParmVarDecl>(variable)) return namesTemporaries(parameter);
    return variable->getType()->isReferenceType() && variable->getInit() &&
           isTemporaryOrNamed(variable->getInit());
  }
};

}  // namespace

bool namesTemporaries(const ValueDecl* named, const LoopNest& nest, const Directives& directives) {
  const auto* parameter = dyn_cast<ParmVarDecl>(named);
  return parameter && parameter->getType()->isReferenceType() &&
         parameter->getDeclContext() != nest.function && Handed(nest, directives).namesTemporaries(parameter);
}

}  // namespace appyl
