// Which variables and fields code changes by their names.
#pragma once

#include "nest/ast/ast.h"

#include <set>

namespace appyl {

/// Variables and fields that may change while `statement` runs: assigned, incremented, bound to a non-const
/// reference, their address taken, but where a call only reads behind it. Elements of containers do not
/// count, their containers' size does.
std::set<const clang::ValueDecl*> modifiedVariables(const clang::Stmt* statement,
                                                    const Directives& directives);

}  // namespace appyl
