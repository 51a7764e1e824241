// What a part of a nest does besides having a value, and what its value depends on: questions that decide
// whether it can be computed elsewhere, once for each element and in any order.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Do calls in it change nothing, and does it not matter how often and in which order they are made?
bool isPure(const clang::Stmt* part, const Source& source);

/// May computing it fail where the source would not do so: does it read elements, or what a pointer leads to,
/// divide whole numbers by what may be 0, or call what may do that?
bool mayFail(const clang::Stmt* part, const Directives& directives);

/// Is there an assignment in it?
bool assigns(const clang::Stmt* part, const Directives& directives);

/// Does it mention a counter, a variable of the nest's, or one that each iteration has for itself?
bool mentionsIterations(const clang::Stmt* part, const LoopNest& nest, const Directives& directives);

}  // namespace appyl
