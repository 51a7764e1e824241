// Annotated grid calls -> the same source with annotated loops over their programs in their place, which the
// stages behind this one read as if they had been written so.
#pragma once

#include "directive/source.h"
#include "nest/ir/loop_nest.h"
#include "support/source_lines.h"
#include "support/source_text.h"

#include <map>
#include <optional>
#include <string>

namespace appyl {

/// By where the directives in front of the calls stand, the first one of each.
using ProgramGrids = std::map<FilePlace, ProgramGrid>;

struct ExpandedGridCalls {
  SourceText text;
  ProgramGrids programs;
};

/// Why calls cannot become loops, by where the directives in front of them stand.
using GridObstacles = std::map<FilePlace, std::string>;

/// nullopt: there are none, or an error was reported. A call that cannot be taken apart stays a call of the
/// library, with a remark; `forDevice`: it is an error.
std::optional<ExpandedGridCalls> expandGridCalls(const Source& source, bool forDevice,
                                                 const GridObstacles& obstacles = {});

/// The source with loops in the place of this one call.
std::optional<ExpandedGridCalls> expandGridCall(const Source& source, const FilePlace& call);

}  // namespace appyl
