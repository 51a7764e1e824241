// Which lambdas the compiler itself has to call: what their loops become must not run on several threads
// then.
#pragma once

#include <clang/AST/Decl.h>

#include <set>
#include <vector>

namespace appyl {

/// The call operators of lambdas that constant expressions of the file call, also by way of `constexpr`
/// functions; those of generic lambdas as they are written.
std::set<const clang::FunctionDecl*> lambdasInConstants(const std::vector<clang::Decl*>& topLevel);

}  // namespace appyl
