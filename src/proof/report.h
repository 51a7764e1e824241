// What the proof means for the user: errors, warnings and remarks, and the kernel's `legality`.
#pragma once

#include "directive/collect.h"
#include "model/kernel.h"
#include "support/diagnostics.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Proves the kernel, reports, and fills its `legality` and `assumptions`. Returns whether the iterations of
/// its loops may run as SIMD lanes: always for parallel loops, for a plain blocked loop only where that is
/// proved. `instances`: the nest in the instances of its template, each of which is proved, too. `dump`:
/// where `--dump=proof` goes.
bool judge(Kernel& kernel, const std::vector<LoopNest>& instances, Legality legality,
           const Directives& directives, clang::ASTContext& context, Diagnostics& diags, std::string* dump);

}  // namespace appyl
