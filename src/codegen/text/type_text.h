// Types as they are written above the function that they come from.
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>

namespace appyl {

/// With the declarator's name in its place: `double (*a)[3]`. Names of the function or class are replaced by
/// what they mean.
std::string typeText(clang::QualType type, const std::string& name, const clang::ASTContext& context);

/// The type by names that mean the same everywhere, where its own are those of another scope: a member's, by
/// what its class calls it.
clang::QualType typeOutside(clang::QualType type, const clang::ASTContext& context);

/// Is a class or enumeration that is local to a function a part of it? Code outside cannot name that.
bool namesLocalRecord(clang::QualType type);

/// Is it a class or enumeration without a name, or an array of such elements?
bool hasNoName(clang::QualType type);

/// Does the body of a template's function name the template's parameters?
bool namesParameters(const clang::FunctionDecl* pattern);

/// The outermost class in which the function is written, above which its kernels stand; null: none.
const clang::CXXRecordDecl* classAround(const clang::FunctionDecl* function);

/// An `auto` that only a template's arguments decide, or a part of it.
bool isOpen(clang::QualType type);

/// The type's text with that `auto` by another name.
std::string withOpenType(const std::string& text, const std::string& name);

/// Is the type, or a part of it, one of that class, unknown above it?
bool namesTypeOf(clang::QualType type, const clang::CXXRecordDecl* record);

/// The type without names of that class: the types that these stand for.
clang::QualType withoutNamesOf(clang::QualType type, const clang::CXXRecordDecl* record);

}  // namespace appyl
