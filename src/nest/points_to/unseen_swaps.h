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

/// What the call, or the object that is made, gives to code that is not seen and may change it.
std::vector<GivenObject> givenUnseen(const clang::Expr* call, const Directives& directives);

/// The pointers and objects with memory of their own that `whole` is or has: any of them may have been
/// exchanged for another. No root: of this object.
std::vector<Name> exchangeableParts(const Name& whole, clang::QualType type);

/// A function that is not seen takes the pointer that it is given as this argument by reference, to set it.
bool setsUnseen(const clang::CallExpr* call, unsigned argument);

/// An object with pointers that a function may set by its parameter: `l` given as `F& f` or `F* f`.
std::optional<Name> setThrough(const clang::ParmVarDecl* parameter, const clang::Expr* given);

/// Pointers that the library calls lambdas of `body` with, as far as the call says: `visit(a)` of a
/// std::function, `std::for_each(all, all + n, visit)`; by the parameters that may get them.
std::vector<std::pair<const clang::ParmVarDecl*, const clang::Expr*>> givenToLambdas(
    const clang::Stmt* call, const clang::Stmt* body, const Directives& directives);

}  // namespace appyl
