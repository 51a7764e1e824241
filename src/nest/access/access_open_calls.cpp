// Calls of what only a template's arguments decide.
#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/library.h"

#include <clang/AST/ExprCXX.h>

namespace appyl {

using namespace clang;

/// May the function change the argument of that parameter? `T&&` may be a reference to an lvalue.
static bool mayChange(const FunctionDecl* callee, unsigned parameter) {
  if (parameter >= callee->getNumParams()) return false;
  const QualType type = callee->getParamDecl(parameter)->getType();
  return type->isReferenceType() && !type->getPointeeType().isConstQualified() &&
         !onlyCopies(callee, parameter);
}

/// Decided by the functions that the instances call; without instances, by those that the name may mean.
bool AccessReader::mayChangeArgument(const CallExpr* call, unsigned argument) {
  const std::set<const FunctionDecl*>& known = instances->of(call);
  if (!known.empty())
    return llvm::any_of(known, [&](const FunctionDecl* each) { return mayChange(each, argument); });
  const auto* lookup = dyn_cast<UnresolvedLookupExpr>(strip(call->getCallee()));
  return !lookup || llvm::any_of(lookup->decls(), [&](const NamedDecl* each) {
    const FunctionDecl* function = each->getUnderlyingDecl()->getAsFunction();
    return function && mayChange(function, argument);
  });
}

/// `op(x[i])` looks like an element of a view, but calls a function that takes a `T&` in some instance.
bool AccessReader::changesArguments(const CallExpr* call) {
  if (!call->isTypeDependent() || call->getDirectCallee() || call->getNumArgs() == 0 || openMember(call))
    return false;
  if (!instances) instances = std::make_shared<const CallInstances>(source.ast);
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    if (!instances->of(call).empty() && mayChangeArgument(call, k)) return true;
  return false;
}

/// Records elements that the call may change; false: there are none.
bool AccessReader::readChanged(const Expr* given, bool isArrow) {
  const auto place = isArrow ? places.readPointer(given) : places.readLvalue(strip(given));
  const auto* root = place ? dyn_cast<ValueDecl>(place->root) : nullptr;
  const QualType type = root ? root->getType().getNonReferenceType() : QualType();
  if (!root || place->subscripts.empty() || strip(given)->getType().isConstQualified() ||
      type.isConstQualified() || (type->isPointerType() && type->getPointeeType().isConstQualified()))
    return false;
  guarded({}, false, [&] { recorder.record(*place, Mode::Update, strip(given), here); });
  readIndices(*place);
  return true;
}

void AccessReader::readOpenCall(const CallExpr* call) {
  if (!instances) instances = std::make_shared<const CallInstances>(source.ast);
  if (callsOpenFunctionObject(call)) unknownCall("a call through a 'std::function' is not followed", call);
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    if (!mayChangeArgument(call, k) || !readChanged(call->getArg(k), false))
      readArgument(call->getArg(k), QualType());
  const Expr* callee = strip(call->getCallee());
  if (const auto* member = dyn_cast<MemberExpr>(callee)) readExpression(member->getBase(), Mode::Read);
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(callee);
      member && !member->isImplicitAccess()) {
    const auto isConst = [](const FunctionDecl* each) {
      const auto* method = dyn_cast<CXXMethodDecl>(each);
      return method && method->isConst();
    };
    const std::set<const FunctionDecl*>& known = instances->of(call);
    const bool isRead =
        (!known.empty() && llvm::all_of(known, isConst)) || isContiguousContainer(member->getBaseType());
    if (isRead || !readChanged(member->getBase(), member->isArrow()))
      readExpression(member->getBase(), Mode::Read);
  }
  if (isOpenCall(call))
    unknownCall("what '" + textOf(call->getCallee(), source.ast) +
                    "' does depends on the arguments of the template, which has no instance here",
                call);
  if (!call->isTypeDependent() && !call->isValueDependent())
    unknownCall("a call through '" + textOf(call->getCallee(), source.ast) + "' is not followed", call);
}

}  // namespace appyl
