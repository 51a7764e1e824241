// What code without a visible body may exchange: functions of other files, what a pointer to a function or a
// std::function calls, and functions of the user's that the library calls.
#pragma once

#include "nest/points_to/points_to.h"

namespace appyl {

/// A class whose objects hand on the memory that they own when they are moved.
bool ownsMemory(clang::QualType type);

struct GivenObject {
  const clang::Expr* object = nullptr;  // or where it begins: `&s`, `all.begin()`
  clang::QualType type;                 // that is changed
};

/// The arguments of a call, or of a constructor, that code which is not visible may change.
std::vector<GivenObject> givenUnseen(const clang::Expr* call, const Directives& directives);

/// The pointers and owners of memory that `whole` is or contains: any of them may have been exchanged for
/// another. Names without a root are parts of this object.
std::vector<Name> exchangeableParts(const Name& whole, clang::QualType type);

/// A function without a visible body takes this argument, a pointer, by reference, and may set it.
bool setsUnseen(const clang::CallExpr* call, unsigned argument);

/// An object with pointers that a function may set by its parameter: `l` given as `F& f` or `F* f`.
std::optional<Name> setThrough(const clang::ParmVarDecl* parameter, const clang::Expr* given);

/// Pointers that the library passes to lambdas of `body`, as far as the call shows it: `visit(a)` of a
/// std::function, `std::for_each(all, all + n, visit)`; by the parameters that may get them.
std::vector<std::pair<const clang::ParmVarDecl*, const clang::Expr*>> givenToLambdas(
    const clang::Stmt* call, const clang::Stmt* body, const Directives& directives);

}  // namespace appyl
