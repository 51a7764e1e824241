// Memory whose lifetime begins: variables at addresses that others had before, arrays without values, blocks
// from `malloc`. The generated code reports it to the interpreter, so that the interpreter knows where an
// array ends and what no code has written yet.
#pragma once

#include "nest/ast/ast.h"
#include "nest/ast/source_ranges.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// A C array or a std::array.
bool isArrayVariable(const clang::VarDecl* variable);

/// Is the variable used in `whole` by checked subscripts alone? Then no unchecked code writes it.
bool isAlwaysSubscripted(const clang::VarDecl* variable, const clang::Stmt* whole,
                         const std::set<const clang::DeclRefExpr*>& subscripted,
                         const Directives& directives);

/// The text behind a declaration: ` const check::Local t_local(t, check::Start::Empty);`. `space`: the name
/// of the namespace `appyl::interpret` there; `unique` makes a name that nothing uses; `isWatched`: all
/// writes to the variable are checked.
std::string localText(const clang::VarDecl* variable, const std::string& space,
                      const std::function<std::string(const std::string&)>& unique,
                      const clang::ASTContext& context, bool isWatched = false);

/// Likewise as a statement, ` check::renew(t, check::Start::Empty);`, where jumps may skip the declaration.
std::string renewalText(const clang::VarDecl* variable, const std::string& space,
                        const clang::ASTContext& context);

/// `malloc` and its like replaced by the interpreter's own; nullopt: it is something else.
std::optional<TextEdit> allocatorEdit(const clang::DeclRefExpr* reference, const clang::ASTContext& context);

/// The edits outside of `rewritten` that report the arrays and allocators of the file to the interpreter.
std::vector<TextEdit> watchMemory(const std::vector<clang::Decl*>& topLevel,
                                  const std::vector<FileRange>& rewritten, const std::string& space,
                                  const std::function<std::string(const std::string&)>& unique,
                                  const clang::ASTContext& context);

/// Does the statement make objects with elements, or use variables by their address, that are not reported to
/// the interpreter? `told`: variables that are reported; `needsPlace`: those that are used by their address.
bool hasUntoldMemory(const clang::Stmt* whole, const std::set<const clang::VarDecl*>& told,
                     const std::set<const clang::ValueDecl*>& needsPlace, const Directives& directives);

}  // namespace appyl
