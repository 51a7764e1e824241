// A source and headers of the user's that it includes -> the source with their text in place of its
// `#include`s, so that what stands in them can be edited as the source can.
#pragma once

#include "support/source_text.h"

#include <clang/Basic/SourceManager.h>

#include <cstddef>
#include <optional>
#include <set>

namespace appyl {

/// `wanted`: files that Clang has read for the main file. Those that include them become text, too, and
/// others that include one of them once more where it says `#pragma once`, which means nothing in a source.
/// nullopt: there is none whose text means the same in the source, or there would be more than `most`.
std::optional<SourceText> joinHeaders(const clang::SourceManager& sources,
                                      const std::set<clang::FileID>& wanted, std::size_t most);

}  // namespace appyl
