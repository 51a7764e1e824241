// Whether a kernel may have a container's elements behind a pointer to constants.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

namespace appyl {

/// Is what becomes of the container that is mentioned here more than values of its elements: a reference or
/// pointer to an element that is not constant, which an alias holds, or a function gets or gives back?
bool givesWritableElement(const clang::Expr* mention, const clang::ASTContext& context);

}  // namespace appyl
