// Whose memory an object leads to: its own, or other memory that it was made to point to; and which functions
// and objects keep a pointer to what they are given (capture).
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

/// May memory that the object does not own be reached through an object of the type? Pointers, views, smart
/// pointers, and what is made of them: arrays, containers, classes with such members.
bool leadsElsewhere(clang::QualType type);

/// Does the call only read behind a pointer that it is given as this parameter, and not hand it back:
/// `dist(&p, &q)`, the source of `memcpy`?
bool onlyReadsThrough(const clang::CallExpr* call, const clang::ParmVarDecl* parameter);

/// `p` of `&p`; null: it is not the address of a pointer.
const clang::Expr* addressedPointer(const clang::Expr* argument);

/// The parameter is a pointer to constant data.
bool isLookedAt(const clang::FunctionDecl* callee, unsigned index);

/// `m` and `l` of `memcpy(&m, &l, sizeof m)`: two objects that lead to others' memory, or two pointers.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> copiedObjects(const clang::CallExpr* call);

/// All that `path` (`.f.x`, may be empty) names in the variable or field is a part of that object itself.
bool isOwnMemory(const clang::ValueDecl* root, llvm::StringRef path, const clang::ASTContext& context);

/// May the result of a call refer to the argument that it gets by reference for that parameter: `tie(t)`,
/// `max(t, u)`, an object with a reference? (Not where the types differ: `int& first(std::vector<int>&)`.)
bool mayReferTo(clang::QualType given, const clang::FunctionDecl* callee, unsigned parameter);

/// May the result of the call, or its object, refer to the argument: `references.emplace_back(t)`?
bool mayReferTo(const clang::Expr* call, const clang::FunctionDecl* callee, unsigned parameter);

/// Finds functions and objects that may still have a pointer to an array that was passed to them.
class PointerCapture {
 public:
  explicit PointerCapture(const Directives& directives) : directives(directives) {}

  /// May this call, or the object that it makes, keep one?
  bool mayKeep(const clang::Expr* call, const clang::ValueDecl* array);

  /// The callee may keep a pointer that is passed as the argument with that number.
  bool keepsArgument(const clang::Expr* call, const clang::FunctionDecl* callee, unsigned index);

 private:
  const Directives& directives;
  std::set<const clang::ValueDecl*> seen;

  bool keeps(const clang::Stmt* body, const clang::VarDecl* variable);
  bool leadsTo(const clang::Expr* argument, const clang::FunctionDecl* callee, unsigned index,
               const clang::ValueDecl* array) const;
};

}  // namespace appyl
