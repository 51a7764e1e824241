#include "loops/changes.h"

#include "loops/calls.h"

namespace appyl {
namespace {

using namespace clang;

bool isReferenceTo(const VarDecl* variable) {
  return variable->getType()->isReferenceType() && !variable->getType()->getPointeeType().isConstQualified();
}

/// Calls `visit` for the body of every function that `statement` calls and whose definition is visible, and
/// for those that they call. `call`: the one in the statement.
void forEachCallee(const Stmt* statement, const Directives& directives,
                   const std::function<void(const FunctionDecl*, const Expr* call)>& visit) {
  std::set<const FunctionDecl*> seen;
  const std::function<void(const Stmt*, const Expr*)> search = [&](const Stmt* part, const Expr* outermost) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const auto* made = dyn_cast<CXXConstructExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : made ? made->getConstructor() : nullptr;
      const FunctionDecl* definition = nullptr;
      if (!callee || !callee->hasBody(definition) || !seen.insert(definition).second) return true;
      const Expr* from = outermost ? outermost : cast<Expr>(each);
      visit(definition, from);
      search(definition->getBody(), from);
      return true;
    });
  };
  search(statement, nullptr);
}

/// `variable` in the body of `function`, which for a lambda may be its own copy.
bool uses(const FunctionDecl* function, const ValueDecl* variable, const Directives& directives) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (method && method->getParent()->isLambda())
    for (const LambdaCapture& capture : method->getParent()->captures())
      if (capture.capturesVariable() && capture.getCapturedVar() == variable &&
          capture.getCaptureKind() == LCK_ByCopy)
        return false;
  bool found = false;
  walk(function->getBody(), directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) found |= reference->getDecl() == variable;
    if (const auto* member = dyn_cast<MemberExpr>(each)) found |= member->getMemberDecl() == variable;
    return !found;
  });
  return found;
}

/// `int& r = s;`, `int* p = &s;`, `p = &s;`
std::set<const ValueDecl*> otherNames(const ValueDecl* variable, const Stmt* body,
                                      const Directives& directives) {
  const auto isAddress = [&](const Expr* value) {
    bool found = false;
    walk(value, directives, [&](const Stmt* each) {
      const auto* unary = dyn_cast<UnaryOperator>(each);
      found |= unary && unary->getOpcode() == UO_AddrOf && namedVariable(unary->getSubExpr()) == variable;
      return !found;
    });
    return found;
  };
  std::set<const ValueDecl*> names;
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared); other && other->getInit())
          if (other->getType()->isReferenceType() ? namedVariable(other->getInit()) == variable
                                                  : isAddress(other->getInit()))
            names.insert(other);
    const auto* expression = dyn_cast<Expr>(each);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (assignment && assignment->value && isAddress(assignment->value))
      if (const ValueDecl* pointer = namedVariable(assignment->target)) names.insert(pointer);
    return true;
  });
  return names;
}

}  // namespace

std::set<const ValueDecl*> writtenMemory(const Stmt* statement, const Directives& directives) {
  static const std::set<std::string> givesAccess = {"at", "data", "begin", "end", "front", "back", "size"};
  std::set<const ValueDecl*> written;
  const auto add = [&](const Expr* place) {
    if (const ValueDecl* root = rootVariable(place)) written.insert(root);
  };
  walk(statement, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    if (!expression) return true;
    if (const auto assignment = asAssignment(expression)) add(assignment->target);
    const auto* call = dyn_cast<CallExpr>(expression);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!call) return true;
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
      if (const CXXMethodDecl* called = method->getMethodDecl();
          called && !called->isConst() && !givesAccess.count(calleeName(call)))
        add(method->getImplicitObjectArgument());
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned k = shift; k < call->getNumArgs(); ++k) {
      const bool isKnown = callee && k - shift < callee->getNumParams();
      const QualType type = isKnown ? callee->getParamDecl(k - shift)->getType() : call->getArg(k)->getType();
      const bool isConst =
          (type->isPointerType() || type->isReferenceType()) && type->getPointeeType().isConstQualified();
      if (!isConst && !type->isArithmeticType() && !type->isEnumeralType()) add(call->getArg(k));
    }
    return true;
  });
  return written;
}

std::set<const ValueDecl*> heldElsewhere(const Stmt* body, const Directives& directives) {
  std::set<const ValueDecl*> held;
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
          held.insert(capture.getCapturedVar());
    if (const auto* unary = dyn_cast<UnaryOperator>(each); unary && unary->getOpcode() == UO_AddrOf)
      if (const ValueDecl* variable = namedVariable(unary->getSubExpr())) held.insert(variable);
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* other = dyn_cast<VarDecl>(declared);
            other && other->getInit() && isReferenceTo(other))
          if (const ValueDecl* variable = namedVariable(other->getInit())) held.insert(variable);
    return true;
  });
  return held;
}

bool changesOthers(const Stmt* statement, const Directives& directives) {
  const auto changes = [&](const Stmt* part, const FunctionDecl* function) {
    bool found = false;
    walk(part, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (!assignment) return !found;
      const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(assignment->target));
      const bool isOwn = function && variable && variable->hasLocalStorage() &&
                         !variable->getType()->isReferenceType() && variable->getDeclContext() == function;
      found |= !isOwn;
      return !found;
    });
    return found;
  };
  bool found = changes(statement, nullptr);
  forEachCallee(statement, directives, [&](const FunctionDecl* callee, const Expr*) {
    found |= !isOfSystem(callee) && changes(callee->getBody(), callee);
  });
  return found;
}

const Expr* hiddenUse(const ValueDecl* variable, const Stmt* nest, const FunctionDecl* function,
                      const Directives& directives) {
  std::set<const FunctionDecl*> lambdas;  // of the nest: their bodies are parts of it
  walk(nest, directives, [&](const Stmt* each) {
    if (const auto* lambda = dyn_cast<LambdaExpr>(each)) lambdas.insert(lambda->getCallOperator());
    return true;
  });
  const Expr* use = nullptr;
  forEachCallee(nest, directives, [&](const FunctionDecl* callee, const Expr* call) {
    if (!use && !lambdas.count(callee) && uses(callee, variable, directives)) use = call;
  });
  std::set<const ValueDecl*> names = otherNames(variable, function->getBody(), directives);
  std::erase_if(names, [&](const ValueDecl* each) { return isDeclaredInside(each, nest, directives); });
  if (use || names.empty()) return use;
  walk(nest, directives, [&](const Stmt* each) {
    if (const auto* expression = dyn_cast<Expr>(each); expression && !use)
      if (const ValueDecl* named = namedVariable(expression); named && names.count(named)) use = expression;
    return !use;
  });
  return use;
}

}  // namespace appyl
