// Pointers that are picked out of an array of them: `now = buffers[t % 2], next = buffers[(t + 1) % 2]`.
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

/// Is the value made of variables and numbers only, so that it changes only with the variables?
bool isOfVariables(const clang::Expr* value);

struct PickedElement {
  const clang::ValueDecl* array = nullptr;
  const clang::Expr* index = nullptr;
};

/// `b[t]` of a variable, `b[t].data()`; nullopt: something else.
std::optional<PickedElement> pickedElement(const clang::Expr* value);

/// The body does no more with the array of pointers than read its elements.
bool isOnlyLookedAt(const clang::ValueDecl* array, const clang::Stmt* body);

/// Are the two indices, both evaluated at the same point of the program, never equal: 0 and 1, `c` and `1 -
/// c`, `t % 2` and `(t + 1) % 2`?
bool areDifferent(const clang::Expr* one, const clang::Expr* other, const clang::ASTContext& context);

}  // namespace appyl
