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

/// `A` of an enumeration in a class, `unit` of a static member -> `Class::A`, outside of which they are named
/// so. False: they cannot be.
bool qualify(const clang::DeclRefExpr* reference, std::vector<TextEdit>& edits,
             const clang::ASTContext& context);

/// The same for all that the statement names.
bool qualifyAll(const clang::Stmt* statement, std::vector<TextEdit>& edits, const clang::ASTContext& context);

/// nullopt: they come from a macro, or name what is private. Those of members by what their types are called
/// outside of the class.
std::optional<std::string> parametersOf(const clang::FunctionDecl* function,
                                        const clang::ASTContext& context);

/// `static __device__ float f_device(float x)`; the type stands behind where it names the parameters.
std::string declarationText(const clang::FunctionDecl* function, const std::string& name,
                            const std::string& parameters, const clang::ASTContext& context);

/// In front of the outermost function or class around the function's body, and of the lines of comment and
/// directives above it: where its kernels stand.
unsigned placeInFront(const clang::FunctionDecl* function, const clang::ASTContext& context);

/// `end`, or where the class ends that it is declared in.
unsigned behindClasses(const clang::Decl* declaration, unsigned end, const clang::ASTContext& context);

/// `text` in the namespaces of the declaration that `around`, where it is put, is not in.
std::string inNamespaceOf(const clang::Decl* declaration, const clang::DeclContext* around,
                          const std::string& text);

}  // namespace appyl
