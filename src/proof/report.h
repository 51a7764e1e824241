// What the proof means for the user: errors, warnings and remarks, and the kernel's `legality`.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Proves the kernel, reports, and fills its `legality` and `assumptions`. Returns whether the iterations of
/// its loops may run as SIMD lanes: always for parallel loops, for a plain blocked loop only where that is
/// proved. `instances`: the nest in the instances of its template, each of which is proved, too. `dump`:
/// where `--dump=proof` goes.
bool proveAndReport(Kernel& kernel, const std::vector<LoopNest>& instances, Legality legality,
                    const Source& source, std::string* dump);

/// Marks innermost sequential loops of a proved kernel whose iterations are independent all the same,
/// although they write an array of which they read other elements: `a[i][j] -= a[i][k] * a[k][j]` for
/// j > k. Compilers check at run time whether different arrays overlap, but have to leave these as they are.
void findIndependentLoops(Kernel& kernel, const Source& source);

}  // namespace appyl
