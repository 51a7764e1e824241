// The header that generated code needs, in front of those that the source includes.
#pragma once

#include "target/edits.h"

namespace appyl {

/// `#include <header>`, for the file with this text; `firstUse`: where something begins that needs it.
Edit includeHeader(const std::string& text, const std::string& header, std::size_t firstUse);

}  // namespace appyl
