#include "loops/library.h"

#include "loops/ast.h"

#include <llvm/Support/Path.h>

#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>

namespace appyl {

using namespace clang;

bool isOfSystem(const Decl* declaration) {
  return declaration->getASTContext().getSourceManager().isInSystemHeader(declaration->getLocation());
}

bool isOfLibrary(const FunctionDecl* function) {
  return function->getBuiltinID() || function->isInStdNamespace() || isOfSystem(function);
}

bool asksForSize(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  return callee && callee->isInStdNamespace() && call->getNumArgs() == 1 &&
         (calleeName(call) == "size" || calleeName(call) == "ssize") &&
         isa<DeclRefExpr, MemberExpr>(strip(call->getArg(0)));
}

bool isHeader(const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  static const std::set<std::string> headers = {".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp"};
  return file && headers.count(llvm::sys::path::extension(file->getName()).str());
}

}  // namespace appyl
