// Directive + AST -> LoopNest: the stage as the driver calls it.
#pragma once

#include "directive/source.h"
#include "nest/points_to/file_points_to.h"

namespace appyl {

/// The nest of the outermost annotated loop `root`. nullopt: an error was reported.
std::optional<LoopNest> readLoopNest(const Directive& root, const Recorded& recorded, const Source& source,
                                     FilePointsTo& origins);

/// The nests that the root, which is in a template, becomes in the instances of this file. Only errors are
/// reported, to `diags`, and the first of them ends the list.
std::vector<LoopNest> readInstances(const Directive& root, const Recorded& recorded, const Source& source,
                                    FilePointsTo& origins);

/// The directives that start a nest of their own: the outermost `parallel` loops, and blocked loops with no
/// `parallel` loop around or inside. A blocked sequential loop around parallel nests is none of them.
std::vector<const Directive*> rootDirectives(const Source& source);

}  // namespace appyl
