// What comes with the compiler, and what the user wrote.
#pragma once

#include "support/visits.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace appyl {

/// Declared in a header of the system, whose bodies are not read.
bool isOfSystem(const clang::Decl* declaration);

/// Everything that is declared elsewhere.
void visitUsersCode(const clang::ASTContext& context, const Visits& visits);

/// A function built in, of the standard library, or of another header of the system.
bool isOfLibrary(const clang::FunctionDecl* function);

/// `std::ssize(v)`, `v.end() - v.begin()`: no element is looked at.
bool asksForSize(const clang::CallExpr* call);

/// Is the file that is translated a header? Others include it, and have instances of its templates.
bool isHeader(const clang::ASTContext& context);

}  // namespace appyl
