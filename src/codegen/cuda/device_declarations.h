// What stands around a copy of a function or a table for the device: its name, its declaration, the
// namespaces that it is in.
#pragma once

#include "nest/ast/ast.h"
#include "nest/ast/source_ranges.h"

#include <optional>
#include <string>
#include <vector>

namespace appyl {

/// `V_operator_plus_device` for a member operator+ of V.
std::string nameOfCopy(const clang::FunctionDecl* function);

/// `D2Q9_weights_device` of a static member `weights`.
std::string nameOfCopy(const clang::VarDecl* table);

/// `N::M::` of N::M::Q::f, by which a copy is named from anywhere.
std::string spacesOfCopy(const clang::Decl* declaration);

/// `A` of an enumeration in a class, `unit` of a static member -> `Class::A`, its name outside of the class.
/// False: it cannot be named there.
bool qualify(const clang::DeclRefExpr* reference, std::vector<TextEdit>& edits,
             const clang::ASTContext& context);

/// Likewise for all names in the statement.
bool qualifyAll(const clang::Stmt* statement, std::vector<TextEdit>& edits, const clang::ASTContext& context);

/// The parameters of a copy; in a member's, types have the names that they have outside of the class.
/// nullopt: they come from a macro, or name what is private.
std::optional<std::string> parametersOf(const clang::FunctionDecl* function,
                                        const clang::ASTContext& context);

/// `static __device__ float f_device(float x)`; a type that names the parameters stands behind them.
std::string declarationText(const clang::FunctionDecl* function, const std::string& name,
                            const std::string& parameters, const clang::ASTContext& context);

/// The place where the function's kernels stand: in front of the outermost function or class around its body,
/// and of the lines of comment and directives above that.
unsigned placeInFront(const clang::FunctionDecl* function, const clang::ASTContext& context);

/// `end`, or the end of the outermost class that the declaration is in.
unsigned behindClasses(const clang::Decl* declaration, unsigned end, const clang::ASTContext& context);

/// `text` in those namespaces of the declaration that do not enclose `around`, where the text is put.
std::string inNamespaceOf(const clang::Decl* declaration, const clang::DeclContext* around,
                          const std::string& text);

}  // namespace appyl
