// The data-sharing clauses of a loop: which variables its iterations or threads have of their own.
#pragma once

#include "codegen/text/loop_text.h"

#include <clang/AST/ASTContext.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// Variables of which each iteration or thread has its own, by the clause that names them. One that begins
/// with the value from before and keeps its last value is in both lists.
struct DataSharing {
  std::vector<std::string> privates, firstprivates, lastprivates;
};

/// Of the iterations of `loop`; `construct`: of the parallel loop, with all counters. `texts`: the rewritten
/// loops, by index in the nest; `joined`: counters of loops that a `collapse` joins, which OpenMP makes
/// private.
DataSharing dataSharing(const LoopNest& nest, const std::map<int, LoopText>& texts, int loop, bool construct,
                        const std::set<const clang::VarDecl*>& joined = {});

/// ` private(a, b) lastprivate(c)`
std::string print(const DataSharing& sharing);

}  // namespace appyl
