// What stands around a copy of a function for the device: its name, its declaration, the namespaces that it
// is in.
#pragma once

#include "loops/ast.h"
#include "loops/source_ranges.h"

#include <optional>
#include <string>
#include <vector>

namespace appyl {

/// `V_operator_plus_device` for a member operator+ of V.
std::string nameOfCopy(const clang::FunctionDecl* function);

/// `N::M::` of N::M::Q::f, by which a copy is called from anywhere.
std::string spacesOfCopy(const clang::FunctionDecl* function);

/// `A` of an enumeration in a class, `unit` of a static member -> `Class::A`, outside of which they are named
/// so. False: they cannot be.
bool qualify(const clang::DeclRefExpr* reference, std::vector<TextEdit>& edits,
             const clang::ASTContext& context);

/// nullopt: they come from a macro, or name what is private. Those of members by what their types are called
/// outside of the class.
std::optional<std::string> parametersOf(const clang::FunctionDecl* function,
                                        const clang::ASTContext& context);

/// `static __device__ float f_device(float x)`; the type stands behind where it names the parameters.
std::string declarationText(const clang::FunctionDecl* function, const std::string& name,
                            const std::string& parameters, const clang::ASTContext& context);

/// `end`, or where the class ends that the function is declared in.
unsigned behindClasses(const clang::FunctionDecl* function, unsigned end, const clang::ASTContext& context);

/// `text` in the namespaces of `function` that `around`, where it is put, is not in.
std::string inNamespaceOf(const clang::FunctionDecl* function, const clang::DeclContext* around,
                          const std::string& text);

}  // namespace appyl
