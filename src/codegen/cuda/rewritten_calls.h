// How calls are written that call a copy for the device in place of what the source names.
#pragma once

#include "codegen/text/edits.h"
#include "codegen/text/nest_text.h"

#include <clang/AST/ExprCXX.h>

namespace appyl {

/// Casts that keep the function that the host's overload resolution picked: `sqrt(f)` in C takes a double.
std::vector<TextEdit> argumentCasts(const clang::CallExpr* call, const clang::ASTContext& context);

/// The edits that make `call`, which is put in `scope`, call `name` instead; empty: it is written in a way
/// that cannot be rewritten.
std::vector<TextEdit> callInstead(const clang::CallExpr* call, const std::string& name,
                                  const clang::DeclContext* scope, const clang::ASTContext& context);

}  // namespace appyl
