// How often a loop runs whose header has constants only, in the integer types that the header has: C converts
// both sides of a condition to one type before it compares them, and a counter that does not overflow wraps
// around.
#pragma once

#include "nest/ast/ast.h"

#include <llvm/ADT/APSInt.h>

namespace appyl {

/// `for (C i = first; i < bound; i += step)`
struct ConstantHeader {
  llvm::APSInt first;  // of the counter's type
  llvm::APSInt bound;  // of the type in which the condition compares
  Comparison comparison = Comparison::Less;
  std::int64_t step = 1;
  bool wraps = false;  // the counter: it is unsigned, or narrower than `int`
};

/// nullopt: the loop never ends (or its counter wraps around more often than any program can wait for), or
/// its counter overflows.
std::optional<std::uint64_t> iterationsOf(const ConstantHeader& header);

/// Does the condition hold for the counter's first value? nullopt: these are no constants.
std::optional<bool> holdsAtFirst(const clang::Expr* first, clang::BinaryOperatorKind comparison,
                                 const clang::Expr* bound, const clang::ASTContext& context);

/// Does arithmetic of the counter's type wrap around?
bool wrapsCounter(clang::QualType type, const clang::ASTContext& context);

}  // namespace appyl
