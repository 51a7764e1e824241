// What types and expressions say about elements: which ones an iteration can touch, where they lie, and what
// a subscript reaches.
#pragma once

#include "directive/collect.h"
#include "nest/ast/library_facts.h"
#include "support/diagnostics.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace clang {
class CXXOperatorCallExpr;
}

namespace appyl {

/// Can an iteration touch a part of an object of the type? Not of a stream, a function, a lambda.
bool isRecorded(clang::QualType type);

/// Does the function return a place? Null: no.
bool isLvalueReference(const clang::FunctionDecl* callee);

/// Elements of it are reached by its subscripts alone.
bool isArrayLike(clang::QualType type);

/// `a[i]` of an object that has elements; not a part, as a std::valarray has them by slices.
bool isElementBySubscript(const clang::CXXOperatorCallExpr* call);

/// The variable in which the object lies, not behind a pointer.
const clang::ValueDecl* storageOf(const clang::Expr* lvalue);

/// Do its elements lie in memory that the library allocates, which is a block of its own?
bool isAllocated(clang::QualType type);

/// Does the expression name a part of something that it reaches through a subscript, a pointer, a call?
bool isReached(const clang::Expr* expression);

/// Reports C's arrays of variable length, which C++ does not have. True: one was reported. `whose`: whose
/// code is C++, "the interpreter's". `isAllowed`: arrays that such code can handle.
bool reportVariableLengths(
    const clang::Stmt* statement, const std::string& whose, const Directives& directives, Diagnostics& diags,
    llvm::function_ref<bool(const clang::DeclRefExpr*)> isAllowed = [](const clang::DeclRefExpr*) {
      return false;
    });

/// Can a reference be made to the member? Not to a bit-field, or one without alignment.
bool isAddressable(const clang::FieldDecl* field);

/// The bytes of the object in front of such a member that the member shares with its neighbours, as first and
/// count: two iterations that write one of them conflict. nullopt: where they are is not known.
std::optional<std::pair<std::int64_t, std::int64_t>> bytesOf(const clang::MemberExpr* member,
                                                             const clang::ASTContext& context);

/// Has an object of the type elements of its own, which lie inside of it?
bool holdsElements(clang::QualType type);

}  // namespace appyl
