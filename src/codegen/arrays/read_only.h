// Whether a kernel may have a container's elements behind a pointer to constants.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

namespace appyl {

/// Does the code use more than values of the elements of the container that is mentioned here: a reference or
/// pointer to an element that is not constant, held by an alias, or passed to or returned by a function?
bool givesWritableElement(const clang::Expr* mention, const clang::ASTContext& context);

}  // namespace appyl
