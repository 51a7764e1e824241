// TimeLoop + Kernels + Skews -> OpenMP: several steps of a time loop at a stretch, over tiles of space that
// appyl/cpu/time_tiles.hpp cuts. The nests of a step stand in the tile's loop over its steps, verbatim but
// for the ranges of the loops that are tiled; exchanges of arrays happen to the tile's own pointers, and to
// the program's behind all tiles.
#pragma once

#include "codegen/openmp/openmp.h"
#include "directive/source.h"
#include "model/kernel.h"
#include "nest/time_loop.h"
#include "proof/time_steps.h"

#include <string>
#include <variant>

namespace appyl {

struct TimeBlocks {
  Edit edit;            // in place of the whole loop, the kernels in it included
  std::string summary;  // a sentence, for people
  TimeSkew skew;
};

/// `kernels`: all of the file so far; those in the loop are found by their statements. Or why the loop stays
/// as it is.
std::variant<TimeBlocks, std::string> blockTimeSteps(const TimeLoop& loop, const std::vector<Kernel>& kernels,
                                                     const EmitOptions& options,
                                                     const std::set<std::string>& names, FileNeeds& needs,
                                                     const Source& source);

}  // namespace appyl
