#include "nest/ast/library.h"

#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"

#include <llvm/Support/Path.h>

#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

namespace appyl {

using namespace clang;

bool isOfSystem(const Decl* declaration) {
  return declaration->getASTContext().getSourceManager().isInSystemHeader(declaration->getLocation());
}

void visitUsersCode(const ASTContext& context, const Visits& visits) {
  for (Decl* each : context.getTranslationUnitDecl()->decls())
    if (!isOfSystem(each)) visitBelow(each, visits);
}

bool isOfLibrary(const FunctionDecl* function) {
  return function->getBuiltinID() || function->isInStdNamespace() || isOfSystem(function);
}

/// `v.begin()`, `v.end()` of what has a name.
static bool isEndOf(const Expr* iterator) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(strip(iterator));
  return call && memberIs(calleeName(call), Fact::Bound) && isOfLibrary(call->getMethodDecl()) &&
         isa<DeclRefExpr, MemberExpr>(strip(call->getImplicitObjectArgument()));
}

bool asksForSize(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !isOfLibrary(callee)) return false;
  const bool asks = functionIs(calleeName(call), Fact::Size);
  if (call->getNumArgs() == 1) return asks && isa<DeclRefExpr, MemberExpr>(strip(call->getArg(0)));
  const bool isDistance = callee->getOverloadedOperator() == OO_Minus || asks;
  return isDistance && call->getNumArgs() == 2 && isEndOf(call->getArg(0)) && isEndOf(call->getArg(1));
}

bool isHeader(const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  static const std::set<std::string> headers = {".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp"};
  return file && headers.count(llvm::sys::path::extension(file->getName()).str());
}

}  // namespace appyl
