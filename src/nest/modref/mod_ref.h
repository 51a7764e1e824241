// What code changes without naming it in an assignment (mod/ref): memory behind names, variables to which
// other code holds a reference or pointer.
#pragma once

#include "nest/ast/ast.h"

namespace appyl {

/// The variables and members whose elements, or whatever else they refer to, the statement may change: `f` of
/// `g.f[i] = 0`, `g` of `g[i] = h`.
std::set<const clang::ValueDecl*> writtenMemory(const clang::Stmt* statement, const Directives& directives);

/// Does a change of one of `written` change what the expression names?
bool isOfWritten(const clang::Expr* expression, const std::set<const clang::ValueDecl*>& written);

/// May a call of the method give another value to a member of its object that is no element of something, or
/// let other code do so? Elements of its arrays and containers do not count; `handedOut` are containers that
/// the method returns, whose size the caller may change.
bool changesMembers(const clang::CXXMethodDecl* method, const Directives& directives,
                    std::set<const clang::ValueDecl*>& handedOut);

/// Variables that may be changed in other ways than by assignments to their name: through a lambda that holds
/// a reference, a pointer, another name.
const std::set<const clang::ValueDecl*>& addressTaken(const clang::Stmt* body, const Directives& directives);

/// Calls `visit` for the code that the statement runs without containing it: bodies of what it calls, initial
/// values and the like, and what these run.
void forHiddenCode(const clang::Stmt* statement, const Directives& directives,
                   const std::function<void(const clang::Stmt* code)>& visit);

/// Is the lambda `mutable` in effect: may a call leave its copies with other values than they began with?
bool mayChangeItsCopies(const clang::LambdaExpr* lambda, const Directives& directives);

/// The variables that are changed by lambdas of the nest that the code calls, wherever these are made.
std::set<const clang::ValueDecl*> modifiedByLambdas(const clang::Stmt* code, const clang::Stmt* nest,
                                                    const Directives& directives);

/// Does the statement, or a visible function that it calls, change anything that is not its own?
bool changesOthers(const clang::Stmt* statement, const Directives& directives);

/// A place in the nest that reaches the variable other than by its name: a call of a function or lambda that
/// uses it, a reference or pointer made of it before the nest. `function`: the function around the nest.
const clang::Expr* indirectUse(const clang::ValueDecl* variable, const clang::Stmt* nest,
                               const clang::FunctionDecl* function, const Directives& directives);

}  // namespace appyl
