// The user's file -> the same with annotated loops in the forms that the stages behind this one read: see
// counted_loops.h, block_loops.h and synchronised_updates.h.
#pragma once

#include "expand/counted_loops.h"
#include "support/source_text.h"

#include <optional>

namespace appyl {

/// The text with the edits, which are in order, and for each of its lines that of `text`.
SourceText edited(llvm::StringRef text, const std::vector<TextEdit>& edits);

/// `names` are in use. nullopt: all loops have these forms, or an error was reported.
std::optional<SourceText> inNormalForms(const Source& source, const Recorded& recorded,
                                        const std::set<std::string>& names, InnerLoops inner,
                                        Versions versions);

}  // namespace appyl
