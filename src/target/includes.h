// The header that generated code needs, in front of those that the source includes.
#pragma once

#include "target/edits.h"

#include <set>

namespace appyl {

/// `#include <header>` for each, for the file with this text; `firstUse`: where something begins that needs
/// them.
Edit includeHeaders(const std::string& text, const std::set<std::string>& headers, std::size_t firstUse);

}  // namespace appyl
