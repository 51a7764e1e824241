// Whether a reference or pointer that was made in front of a nest still is what its initialiser says there:
// in `auto& c = u[t]; t = t - 1;` it is not, and c is no `u[t]` any more.
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

class Bindings {
 public:
  /// `root`: the nest in `function`.
  Bindings(const clang::Stmt* root, const clang::FunctionDecl* function, const Directives& directives)
      : root(root), function(function), directives(directives) {}

  /// Nothing that decides which memory `name` leads to, also inside the functions that return it, may have
  /// changed between its declaration and the end of the nest, also by another turn of a loop in between.
  bool isStill(const clang::VarDecl* name);

  struct Changes;

 private:
  const clang::Stmt* root;
  const clang::FunctionDecl* function;
  const Directives& directives;
  std::map<const clang::VarDecl*, bool> known;
  std::map<const clang::Stmt*, std::shared_ptr<const Changes>> changes;  // by statements on the way

  std::vector<const clang::Stmt*> wayFrom(const clang::VarDecl* name) const;
  bool addWay(const clang::Stmt* from, std::vector<const clang::Stmt*>& way) const;
  const Changes& changesOf(const clang::Stmt* statement);
};

}  // namespace appyl
