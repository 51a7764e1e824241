#include "loops/library.h"

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

}  // namespace appyl
