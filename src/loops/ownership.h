// Whose memory an object leads to: its own, or what somebody has pointed it at; and which functions and
// objects keep a pointer to what they are given.
#pragma once

#include "loops/ast.h"

namespace appyl {

/// May somebody else's memory be reached through an object of the type? Pointers, views, smart pointers, and
/// what is made of them: arrays, containers, classes with such members.
bool leadsElsewhere(clang::QualType type);

/// All that `path` (`.f.x`, may be empty) names in the variable or field is a part of that object itself.
bool isOwnMemory(const clang::ValueDecl* root, llvm::StringRef path, const clang::ASTContext& context);

/// May what a call gives refer to what it got by reference as that parameter: `tie(t)`, `max(t, u)`, an
/// object with a reference? (Not, what a value is looked at for: of `int& first(std::vector<int>&)`.)
bool mayReferTo(clang::QualType given, const clang::FunctionDecl* callee, unsigned parameter);

/// ... or its object: `references.emplace_back(t)`.
bool mayReferTo(const clang::Expr* call, const clang::FunctionDecl* callee, unsigned parameter);

/// Some function, or an object, may still have a pointer to an array that was given to it.
class KeptPointer {
 public:
  explicit KeptPointer(const Directives& directives) : directives(directives) {}

  /// ... by this call, or by what it makes.
  bool mayKeep(const clang::Expr* call, const clang::ValueDecl* array);

  /// The callee may keep a pointer that it is given as its argument of that number.
  bool keepsArgument(const clang::Expr* call, const clang::FunctionDecl* callee, unsigned index);

 private:
  const Directives& directives;
  std::set<const clang::ValueDecl*> seen;

  bool keeps(const clang::Stmt* body, const clang::VarDecl* variable);
  bool leadsTo(const clang::Expr* argument, const clang::FunctionDecl* callee, unsigned index,
               const clang::ValueDecl* array) const;
};

}  // namespace appyl
