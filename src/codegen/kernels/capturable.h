// What of the function around a nest can be handed to a kernel, and why the rest cannot.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>

namespace appyl {

struct Directives;

/// Of a container whose elements the nest names; empty: it can be handed over.
std::string whyNotByElements(clang::QualType type, const std::string& host, const clang::ASTContext& context);
/// ... of which it names more than elements.
std::string wholeContainerRefusal(const std::string& host);

/// Of an object that goes along by value, in all instances of the template that `function` may be.
std::string whyNotByValue(clang::QualType type, const std::string& host, bool isSubscripted,
                          const clang::FunctionDecl* function, const clang::ASTContext& context);

/// Of a lambda, which the kernel makes anew; empty: that one is the same.
std::string whyNotSameLater(const clang::VarDecl& variable, const clang::FunctionDecl* function,
                            const Directives& directives);

}  // namespace appyl
