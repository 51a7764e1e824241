// What a function reads on the way to the element that it gives.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace appyl {

/// Does the function read elements of arrays, or memory behind pointers, beside the one that `result`, the
/// value that it returns, names: `start` in `return data[start[i] + j];`? Functions that it calls are looked
/// into; those without a visible body may read anything.
bool readsOnTheWay(const clang::FunctionDecl* definition, const clang::Expr* result);

}  // namespace appyl
