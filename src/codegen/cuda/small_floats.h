// Numbers of two bytes in device code. The host converts a `half` or `bfloat16` to float wherever it
// calculates with it; CUDA's types of these names have arithmetic of their own, which rounds each result, and
// conversions to many types, which make calls ambiguous. So the conversions are written out.
#pragma once

#include "directive/source.h"
#include "nest/ast/source_ranges.h"

#include <functional>

namespace appyl {

/// Adds the edits of all conversions in `body` to those that it has already. Parts for which `isKept` is true
/// stay as they are. The first expression that cannot be rewritten, or null.
const clang::Expr* convertSmallFloats(const clang::Stmt* body,
                                      const std::function<bool(const clang::Expr*)>& isKept,
                                      std::vector<TextEdit>& edits, const Source& source);

}  // namespace appyl
