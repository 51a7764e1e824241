// Pointers that are picked out of an array of them: `now = buffers[t % 2], next = buffers[(t + 1) % 2]`.
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

/// The same each time that it is asked for, as long as no variable in it changes: of these and numbers only.
bool isOfVariables(const clang::Expr* value);

struct PickedElement {
  const clang::ValueDecl* array = nullptr;
  const clang::Expr* index = nullptr;
};

/// `b[t]` of a variable, `b[t].data()`; nullopt: something else.
std::optional<PickedElement> pickedElement(const clang::Expr* value);

/// Nobody in the body does more with the array of pointers than to look at its elements.
bool isOnlyLookedAt(const clang::ValueDecl* array, const clang::Stmt* body);

/// The indices, which mean what they do at one point of the program, are never the same there: 0 and 1, `c`
/// and `1 - c`, `t % 2` and `(t + 1) % 2`.
bool areDifferent(const clang::Expr* one, const clang::Expr* other, const clang::ASTContext& context);

}  // namespace appyl
