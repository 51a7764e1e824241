// Calls in templates of the user's files -> what they call in the instances.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <map>
#include <set>

namespace appyl {

class CallInstances {
 public:
  explicit CallInstances(const clang::ASTContext& context);

  /// Empty: the template has no instance, or none of them calls a function there.
  const std::set<const clang::FunctionDecl*>& of(const clang::CallExpr* call) const;

 private:
  std::map<clang::SourceLocation, std::set<const clang::FunctionDecl*>> found;
};

}  // namespace appyl
