// Operators in templates, of which only an instance shows what they call: a function, or nothing where its
// operands are numbers.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>

namespace appyl {

/// `a + b` of operands whose types a template leaves open.
bool isOpenOperator(const clang::Stmt* statement);

class OperatorInstances {
 public:
  explicit OperatorInstances(const clang::ASTContext& context);

  /// What the instances of an open operator call; empty where they all calculate with numbers.
  const std::set<const clang::FunctionDecl*>& of(const clang::Stmt* open) const;

 private:
  std::map<clang::SourceLocation, std::set<const clang::FunctionDecl*>> found;
};

}  // namespace appyl
