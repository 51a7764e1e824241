// What becomes of the scalars that a nest writes: each iteration's own, a reduction, or an error.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Fills `nest.privates`; `nest.reductions` is complete. false: an error was reported. A value carried from
/// one iteration of a parallel loop to the next is `[appyl-race]`, or `[appyl-reduction]` with a fix-it where
/// only a clause is missing.
bool readScalars(LoopNest& nest, const Source& source);

/// Variables from outside the loop that its body writes, also through lambdas of the nest that it calls, in
/// the order of their declarations.
std::vector<const clang::ValueDecl*> writtenIn(const LoopNest& nest, int loop, const Source& source);

/// Does a scalar carry a value from one iteration of `loop` to the next? For loops that are not declared
/// parallel.
bool carriesScalar(const LoopNest& nest, int loop, const Source& source);

/// An array that a clause makes private, but that no iteration writes: every iteration reads the original.
bool isArrayOnlyRead(const LoopNest& nest, const clang::ValueDecl* variable);

/// May the variable be read after its function has returned? A global, a static, what a reference refers to.
bool outlives(const clang::VarDecl* variable);

/// Is there a private variable that is declared in front of the nest, found by the analysis or named by a
/// clause?
bool hasPrivates(const LoopNest& nest);

/// Does a clause of the loop, or of one around it, give each iteration a variable of its own?
bool isNamedPrivate(const LoopNest& nest, int loop, const clang::ValueDecl* variable);

/// Does a `reduction` clause of the loop, or of one around it, name the variable?
bool isNamedReduced(const LoopNest& nest, int loop, const clang::ValueDecl* variable);

}  // namespace appyl
