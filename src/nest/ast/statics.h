// Static variables, also those of a thread: all iterations that come by share what the first one has put into
// them.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Does the first value of the static depend on who comes first? `varies`: variables that are not the same
/// for all; `isObjectOwn`: nor is the object of the function.
bool keepsFirstValue(const clang::VarDecl* variable, const Source& source,
                     const std::function<bool(const clang::VarDecl*)>& varies, bool isObjectOwn);

}  // namespace appyl
