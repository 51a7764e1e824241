// Conditions that stand in several places of a piece of code and have the same value there:
// `if (c) t = a; ... if (c) use(t);`.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Conditions that occur in more than one place of the code, one of each kind, whose value depends only on
/// the variables in them and on elements of arrays that the function only reads.
std::vector<const clang::Expr*> repeatedConditions(const clang::Stmt* code, const Source& source);

/// Does the condition keep its value from the first statement of `row`, which contains it, to the last?
bool isKept(const clang::Expr* condition, llvm::ArrayRef<const clang::Stmt*> row, const Source& source);

/// The value of `condition` where `known` has that value; nullopt: it says nothing of it.
std::optional<bool> valueWhere(const clang::Expr* known, bool value, const clang::Expr* condition,
                               const clang::ASTContext& context);

/// Has `code`, wherever the flag is true, passed a statement that `does` it? Such a flag is declared in the
/// code, false at first, and set beside or behind one: `if (x > 0) { t = x; found = true; }`.
bool tellsOf(const clang::ValueDecl* flag, const clang::Stmt* code, const Source& source,
             const std::function<bool(const clang::Stmt*)>& does);

}  // namespace appyl
