// Values that a nest evaluates only under a condition: `*p` in `if (p) for (int j = 0; j < *p; ++j)`. Code in
// front of the nest that needs such a value has not tested the condition.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// The expression as code that is defined in front of `nest`, too, and has the same value wherever the nest
/// evaluates it: `(p ? *p : 0)`. Unchanged where the expression is under no condition, or cannot fail.
/// `isInvariant`: may a condition be evaluated in front of the nest, too?
std::string textInFront(const clang::Expr* expression, const clang::Stmt* nest, const Source& source,
                        const std::function<bool(const clang::Expr*)>& isInvariant);

/// Likewise; a condition may be evaluated in front of the nest if the nest changes nothing in it.
std::string textInFront(const clang::Expr* expression, const clang::Stmt* nest, const Source& source);

}  // namespace appyl
