// What may go from the host to the device: types, constants and methods, by what they are made of.
#pragma once

#include "codegen/text/nest_text.h"
#include "directive/source.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <set>
#include <vector>

namespace appyl {

bool isLambda(clang::QualType type);

/// `long double`, `__bf16`: a number that no device calculates with, by its name; empty: any other type.
std::string hostOnlyNumber(clang::QualType type, const clang::ASTContext& context);
bool holdsLambda(const clang::VarDecl& variable);  // ... whose type a template may leave open

/// Is the lambda that the variable begins with written out in this file, without captures, so that it can be
/// made anew elsewhere?
bool isWrittenHere(const clang::VarDecl& variable, const clang::ASTContext& context);

/// A constant that a compiler knows: `constexpr`, or a const integer with a constant value.
bool isConstant(const clang::VarDecl& variable);

/// An array of the program whose elements a compiler knows, `constexpr double w[9] = {...}`: the device's
/// functions have a copy of it.
bool isConstantTable(const clang::ValueDecl* variable);

/// Does the type hold pointers or references? On the device they would lead to the host's memory.
bool holdsPointers(clang::QualType type, const clang::ASTContext& context);
bool holdsPointers(const clang::RecordDecl* record, const clang::ASTContext& context);

/// A lambda that refers to what is around it.
bool capturesReferences(clang::QualType lambda);

bool isCopiedBytewise(clang::QualType type, const clang::ASTContext& context);

/// The types that a parameter of the function's template has in its instances; empty for any other type.
std::vector<clang::QualType> instantiationsOf(clang::QualType type, const clang::FunctionDecl* function);

/// The types and constants that a part of a function names without a qualifier.
struct NamedLocals {
  std::vector<const clang::TypeDecl*>
      types;  // of the function or its class, enumerations by enumerators, too
  std::set<const clang::VarDecl*> constants;  // of the function, in classes inside the part
};
NamedLocals namedLocals(const clang::Stmt* statement);
NamedLocals namedLocals(const clang::Decl* declaration);

/// `using namespace` and the like in the blocks of `body` around `part`.
std::vector<const clang::Decl*> usingsAround(const clang::Stmt* body, const clang::Stmt* part,
                                             const Source& source);

/// `decltype(v.size())` replaced by the type that it means, where the kernel has something else for `v`.
std::vector<TextEdit> decltypesOf(const clang::Stmt* statement, const Source& source,
                                  llvm::function_ref<bool(const clang::Expr*)> isReplaced);

/// The counter of one of the nest's loops, which is constant in kernels.
bool namesCounter(const clang::Expr* expression, const LoopNest& nest);

/// What an assignment, an increment or a decrement changes; null: the statement is none.
const clang::Expr* changedPart(const clang::Stmt* statement);

}  // namespace appyl
