// Static variables, also thread-local ones: all iterations that run the declaration share the value that the
// first one has put into them.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

/// Does the initial value of the static depend on which iteration runs its declaration first? `varies`:
/// variables that are not the same for all iterations; `isObjectOwn`: nor is the object of the function.
bool keepsFirstValue(const clang::VarDecl* variable, const Source& source,
                     const std::function<bool(const clang::VarDecl*)>& varies, bool isObjectOwn);

}  // namespace appyl
