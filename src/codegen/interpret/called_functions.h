// A nest -> the functions of the file that it calls, which get checks of their own. Other functions that it
// calls, such as those of the library, may touch elements without a check; the user is told where.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

#include <set>
#include <utility>
#include <vector>

namespace appyl {

/// The calls that were reported: a function of a header once, others for each call, by its place in the file.
using UnwatchedCalls = std::set<std::pair<const clang::FunctionDecl*, unsigned>>;

/// Adds the functions of the file that `statement` calls, and those that they call, in the order of calls.
/// `own`: variables of which each iteration has its own.
void collectCalled(const clang::Stmt* statement, const Source& source,
                   const std::set<const clang::ValueDecl*>& own,
                   std::vector<const clang::FunctionDecl*>& functions, UnwatchedCalls& told);

/// Adds the user's headers in which functions stand that `statement` calls and that touch elements.
void collectHeaders(const clang::Stmt* statement, const Source& source, std::set<clang::FileID>& headers);

}  // namespace appyl
