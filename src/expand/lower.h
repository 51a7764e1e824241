// Annotated loops and statements that work on tiles -> the same source with plain annotated loops in their
// place, which the stages behind this one read as if they had been written so.
#pragma once

#include "directive/source.h"
#include "expand/write_program.h"
#include "support/source_text.h"

#include <functional>
#include <optional>

namespace appyl {

struct LowerOptions {
  std::int64_t blockSize = 128;  // of a `seq_dim` without one
  bool forCuda = false;          // what is left as it is is an error, not a remark
  bool keepsDirectives = false;  // of the loops in programs as they were written, where arrays do not suit
  bool takesInside = false;      // a version more, for arrays that contain all that inner loops reach
  std::function<std::string()> indentation = [] { return "  "; };  // of one more level
};

/// nullopt: nothing is on tiles, or an error was reported.
std::optional<SourceText> lowerTiles(const Source& source, const LowerOptions& options,
                                     std::set<std::string>& names);

}  // namespace appyl
