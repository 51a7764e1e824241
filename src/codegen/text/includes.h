// What generated code needs in front of the source's own includes.
#pragma once

#include "codegen/text/edits.h"

#include <set>

namespace appyl {

struct FileNeeds {
  std::set<std::string> headers;
  std::set<std::string> macros;   // that these look at
  bool hasDoubtfulLanes = false;  // `omp simd` loops with branches, of some of which Clang makes no lanes

  bool any() const { return !headers.empty() || !macros.empty() || hasDoubtfulLanes; }
};

/// `#include <header>` for each, and what keeps Clang from telling which loops it does not vectorise, for the
/// file with this text; `firstUse`: where something begins that needs them.
Edit inFrontOfFile(const std::string& text, const FileNeeds& needs, std::size_t firstUse);

}  // namespace appyl
