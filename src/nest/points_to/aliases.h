// Names that the function itself lets lead to the same memory: `p = a;`, `F f{a, a + 1}`, `q = odd ? a : b`.
// Distinct names are taken not to overlap; what stands there to be read is no secret.
#pragma once

#include "nest/points_to/file_points_to.h"

namespace appyl {

/// Two arrays of the nest, one of them written, that may be one: noted among what is not known.
void noteAliases(LoopNest& nest, FilePointsTo& file, const Directives& directives);

}  // namespace appyl
