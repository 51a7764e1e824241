// Counters of 64 bits in place of the source's 32. Where a block's loop begins at a variable, LLVM cannot
// show that `i + k` of 32 bits does not overflow on its way, takes the elements of views (whose strides are
// known at run time only) one by one under `omp simd`, and is 3 to 17 times slower.
#pragma once

#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

struct Directives;

/// May the loop's counter be a `long long`? It is a signed number that only says which elements of views and
/// arrays are meant and where conditions begin to hold, so that nothing sees its type; and some of them are a
/// view's.
bool mayBeWide(const Loop& loop, const Source& source);

}  // namespace appyl
