// Names that the function itself makes aliases: `p = a;`, `F f{a, a + 1}`, `q = odd ? a : b`. Distinct names
// are taken not to overlap, unless the code shows that they do.
#pragma once

#include "nest/points_to/file_points_to.h"

namespace appyl {

/// Notes among what is not known if two arrays of the nest, one of them written, may be aliases.
void noteAliases(LoopNest& nest, FilePointsTo& file, const Directives& directives);

}  // namespace appyl
