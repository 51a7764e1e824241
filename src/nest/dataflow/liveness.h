// Is the value that a statement leaves in a variable read afterwards? Liveness, by the paths behind the statement.
#pragma once

#include "nest/dataflow/definite_assignment.h"

namespace appyl {

/// What the function does to `variable` after `statement` has ended, enclosing loops included. If these run
/// the statement again, that run reads no value from before it; likewise for `others`.
Flow flowAfter(const clang::Stmt* statement, const clang::ValueDecl* variable,
               const clang::FunctionDecl* function, const Source& source,
               const std::set<const clang::Stmt*>& others = {});

}  // namespace appyl
