// A struct that is used member by member, `p.x = 1; p.y = 2;`: each member is a variable of its own.
#pragma once

#include "loops/flow.h"

namespace appyl {

/// What `statement` does to the members of `variable`, all together: a read that no write of the same member
/// precedes, and whether all that are written always are. nullopt: it is no struct, or is used in a way that
/// is not taken apart (its address, a method that may change it).
std::optional<Flow> flowByMembers(const clang::Stmt* statement, const clang::ValueDecl* variable,
                                  const Directives& directives, clang::ASTContext& context,
                                  const std::set<const clang::ValueDecl*>& varying);

}  // namespace appyl
