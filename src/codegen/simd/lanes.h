// May the iterations of a loop run as SIMD lanes, as far as its body is concerned? Also the properties of the
// nest on which the rest of that decision depends.
#pragma once

#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Loops inside, calls that no compiler vectorises and jumps speak against it.
bool isSimdBody(const clang::Stmt* body, const Directives& directives);

/// Is there code that compilers do not vectorise, so that Clang warns of the pragma? No compiler vectorises
/// roots that may set errno (without `-fno-math-errno`), nor does Clang a `switch`.
bool defeatsLanes(const clang::Stmt* part, const Source& source);

/// Is there an `if`, or a choice?
bool hasConditions(const clang::Stmt* part, const Directives& directives);

/// Are there branches of which Clang may make no lanes: reads, calls and stores under a condition?
bool isDoubtful(const clang::Stmt* part, const Directives& directives);

/// A few sums and products of floating-point numbers of one type, for which hardly anything but memory takes
/// time?
bool isLight(const clang::Stmt* body, const Directives& directives);

/// The user's own `omp simd` right before the loop, which is kept.
bool hasForeignSimd(const Loop& loop, const Source& source);

bool isInnermost(const LoopNest& nest, int loop);

/// Is the reduction's variable mentioned in the body of the loop?
bool writtenInside(const LoopNest& nest, const Reduction& reduction, int loop, const Directives& directives);

}  // namespace appyl
