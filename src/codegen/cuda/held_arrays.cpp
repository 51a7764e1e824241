#include "codegen/cuda/held_arrays.h"

#include "nest/ast/ast.h"
#include "support/visits.h"

namespace appyl {
namespace {

using namespace clang;

const FunctionDecl* patternOf(const FunctionDecl* function) {
  const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  return (pattern ? pattern : function)->getCanonicalDecl();
}

bool isHeldAround(const CallExpr* call, const ValueDecl* array, const Source& source) {
  return llvm::any_of(source.directives.all, [&](const auto& directive) {
    if (!directive->find(ClauseKind::Data) || !contains(directive->statement, call, source.directives))
      return false;
    return llvm::any_of(directive->clauses, [&](const Clause& clause) {
      return clause.kind == ClauseKind::Data &&
             llvm::any_of(clause.arguments, [&](const ClauseArgument& argument) {
               return argument.expressions.size() > 1 && argument.expressions.front() &&
                      namedVariable(argument.expressions.front()) == array;
             });
    });
  });
}

/// `depth`: how many functions have handed the array on.
bool isHeld(const ParmVarDecl* parameter, const Source& source, int depth) {
  const auto* function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  if (!function || depth > 4) return false;
  const unsigned position = parameter->getFunctionScopeIndex();
  bool isCalled = false, isAlwaysHeld = true;
  Visits visits;
  visits.statement = [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || patternOf(callee) != patternOf(function) || call->getNumArgs() <= position) return true;
    isCalled = true;
    const ValueDecl* array = namedVariable(call->getArg(position));
    const auto* handedOn = dyn_cast_or_null<ParmVarDecl>(array);
    isAlwaysHeld &= array && (isHeldAround(call, array, source) ||
                              (handedOn && isHeld(handedOn, source, depth + 1)));
    return isAlwaysHeld;
  };
  visitBelow(source.ast.getTranslationUnitDecl(), visits);
  return isCalled && isAlwaysHeld;
}

}  // namespace

bool isHeldByCallers(const ParmVarDecl* parameter, const Source& source) {
  return isHeld(parameter, source, 0);
}

}  // namespace appyl
