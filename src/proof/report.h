// What the proof means for the user: errors, warnings and remarks, and the kernel's `legality`.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Proves the kernel, reports, and fills its `legality`, `assumptions` and `hasIndependentLanes`, which is
/// true for parallel loops, and for a plain blocked loop only where that is proved. `instances`: the nest in
/// the instances of its template, each of which is proved, too. `dump`: where `--dump=proof` goes.
void proveAndReport(Kernel& kernel, const std::vector<LoopNest>& instances, LegalityMode legality,
                    const Source& source, std::string* dump);

/// Marks innermost sequential loops of a proved kernel whose iterations are independent all the same,
/// although they write an array of which they read other elements: `a[i][j] -= a[i][k] * a[k][j]` for
/// j > k. Compilers check at run time whether different arrays overlap, but have to leave these as they are.
void findIndependentLoops(Kernel& kernel, const Source& source);

}  // namespace appyl
