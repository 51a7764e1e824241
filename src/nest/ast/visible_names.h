// What names mean in front of a nest, where code about it is to be written.
#pragma once

#include "nest/ast/ast.h"

#include <clang/AST/Decl.h>

#include <map>
#include <string>

namespace appyl {

class VisibleNames {
 public:
  VisibleNames(const clang::FunctionDecl* function, const clang::Stmt* nest, const Directives& directives);

  /// How a variable is written there: `n`, `::space::n` where something hides it; empty: in no way.
  std::string nameOf(const clang::ValueDecl* variable) const;

  /// Another declaration of the function has the variable's name there.
  bool isHidden(const clang::ValueDecl* variable) const;

  const clang::FunctionDecl* around() const { return function; }

  /// Is the name one of the function's own there, of whatever?
  bool isLocal(const std::string& name) const { return locals.count(name) != 0; }

  /// Does the reference name the same declaration there as where it is written?
  bool meansTheSame(const clang::DeclRefExpr* reference) const;

 private:
  const clang::FunctionDecl* function;
  std::map<std::string, const clang::ValueDecl*> locals;  // of the function and of lambdas around; null: no variable

  bool isFoundByName(const clang::ValueDecl* variable) const;
};

}  // namespace appyl
