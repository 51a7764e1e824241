// What of the function around a nest can be handed to a kernel, and why the rest cannot.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>

namespace appyl {

struct Directives;

/// Why a container whose elements the nest names cannot be passed to a kernel; empty: it can.
std::string whyNotByElements(clang::QualType type, const std::string& host, const clang::ASTContext& context);
/// Why a container of which the nest uses more than elements cannot be passed to a kernel.
std::string wholeContainerRefusal(const std::string& host);

/// Likewise for an object that is passed by value, in all instances of the template that `function` may be.
std::string whyNotByValue(clang::QualType type, const std::string& host, bool isSubscripted,
                          const clang::FunctionDecl* function, const clang::ASTContext& context);

/// Why a lambda that the kernel makes anew would not be the same; empty: it is the same.
std::string whyNotSameLater(const clang::VarDecl& variable, const clang::FunctionDecl* function,
                            const Directives& directives);

}  // namespace appyl
