// Workspaces that are members of the loop's object -> local variables of the same names around the loop,
// which each iteration can have of its own.
#pragma once

#include "nest/points_to/file_points_to.h"
#include "support/source_text.h"

#include <optional>

namespace appyl {

/// `work_[j]`, a member array or vector that every iteration of the outermost annotated loop fills before it
/// reads it, or that the loop's clause `private` names, becomes `auto work_ = this->work_;` in front of the
/// loop, and `this->work_ = work_;` behind it. nullopt: there is none.
std::optional<SourceText> withOwnWorkspaces(const Source& source, const Recorded& recorded);

}  // namespace appyl
