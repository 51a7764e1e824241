#include "loops/call_instances.h"

#include "loops/library.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace appyl {

using namespace clang;

namespace {

class Visitor : public RecursiveASTVisitor<Visitor> {
 public:
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCallExpr(CallExpr* call) {
    if (const FunctionDecl* callee = call->getDirectCallee()) found[call->getBeginLoc()].insert(callee);
    return true;
  }

  std::map<SourceLocation, std::set<const FunctionDecl*>> found;
};

}  // namespace

CallInstances::CallInstances(const ASTContext& context) {
  Visitor visitor;
  for (Decl* each : context.getTranslationUnitDecl()->decls())
    if (!isOfSystem(each)) visitor.TraverseDecl(each);
  found = std::move(visitor.found);
}

const std::set<const FunctionDecl*>& CallInstances::of(const CallExpr* call) const {
  static const std::set<const FunctionDecl*> none;
  const auto known = found.find(call->getBeginLoc());
  return known == found.end() ? none : known->second;
}

}  // namespace appyl
