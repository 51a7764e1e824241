// Which operands run where an expression is evaluated: those of `sizeof` and its like do not, but the sizes
// in a variably modified type do, wherever it stands.
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

/// Of an expression that does not evaluate all of its operands, those that it does: none of `noexcept(t =
/// 1)`, n of `sizeof(int[n])`. nullopt: it is another one.
std::optional<std::vector<const clang::Expr*>> evaluatedOperands(const clang::Expr* expression);

/// The sizes of arrays in a type, as it is written: what stands behind the name of a type was evaluated where
/// that was declared.
std::vector<const clang::Expr*> sizesIn(clang::QualType type);

/// Of the types of a declaration or a cast, those that its children leave out: n of `int (*p)[n]`.
std::vector<const clang::Expr*> hiddenSizes(const clang::Stmt* statement);

}  // namespace appyl
