// `#pragma data`: the named arrays stay on the device for a compound statement, and what the host does to
// arrays inside is synchronised.
#pragma once

#include "codegen/cuda/regions.h"
#include "directive/source.h"

namespace appyl {

/// nullopt: an error was reported. A region in which host code and launches cannot be told apart is left out,
/// with a warning: then every launch copies for itself.
std::optional<Edits> dataRegions(const std::vector<Launch>& launches, std::set<std::string>& names,
                                 const Source& source);

}  // namespace appyl
