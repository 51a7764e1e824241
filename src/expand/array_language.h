// What the types and functions of the array language are called.
#pragma once

#include "expand/tile_program.h"

#include <string>

namespace appyl {

const clang::CXXRecordDecl* recordOf(clang::QualType type);
/// A class of the array language, `slice`, of any kind of reference to it.
bool isNamed(clang::QualType type, llvm::StringRef name);
bool isViewType(clang::QualType type);
bool isViewOfOneDimension(clang::QualType type);
/// `view`, `block`, `gathered`, `tile`.
bool isTileOperand(clang::QualType type);
/// The type of one lane of a tile operand; any other type as it is.
clang::QualType laneType(clang::QualType type);

/// The function of the array language that is called; null where it is another one.
const clang::FunctionDecl* languageFunction(const clang::Expr* expression);
std::string nameOf(const clang::FunctionDecl* callee);
/// A function or a lambda of the program that takes tiles or makes one, or a slice; null where it is another
/// one.
const clang::FunctionDecl* helperOf(const clang::Expr* expression);
bool isAtomicFunction(const clang::FunctionDecl* callee);

/// The expression without parentheses, conversions between views, blocks and tiles, and implicit nodes.
const clang::Expr* bareTile(const clang::Expr* expression);

/// The number without an implicit conversion to a 2-byte type: `m(i) = sum(x);` of bfloat16.
const clang::Expr* withoutConversion(const clang::Expr* number);

/// Does it work on tiles, anywhere inside?
bool usesTiles(const clang::Stmt* statement);

/// Does it assign to something, or call a function? The language's own do not count, but for atomic updates.
bool callsOrAssigns(const clang::Stmt* statement);
/// Likewise, but functions of the standard library that only compute a number do not count, either.
bool mayHaveEffects(const clang::Stmt* statement);
/// Likewise, judged by the bodies of the program's functions, where these are visible.
bool mayChangeSomething(const clang::Stmt* statement);
/// Does what can be called, a lambda, a function object or a function, change more than its own numbers?
bool callMayChangeSomething(const clang::Expr* callable);

/// Is the part evaluated after another one of the whole that may change something, `(x = 1, sum(a))`?
bool comesBehindEffects(const clang::Stmt* part, const clang::Stmt* whole);
inline constexpr llvm::StringLiteral behindEffects =
    "a number that is found out after something else in the statement may have changed; give it a name "
    "before "
    "the statement";

bool isConstant(const Extent& extent, std::int64_t value);

}  // namespace appyl
