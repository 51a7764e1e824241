// Types as they are written above the function that they come from.
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>

namespace appyl {

/// With the declarator's name in its place: `double (*a)[3]`. Names of the function or class are replaced by
/// what they mean.
std::string typeText(clang::QualType type, const std::string& name, const clang::ASTContext& context);

/// Is a class or enumeration of a function's own a part of it? Nothing outside can name that.
bool namesLocalRecord(clang::QualType type);

}  // namespace appyl
