// What the stages read of one file: Clang's AST, the directives in it, and where messages about it go.
#pragma once

#include "directive/collect.h"
#include "support/diagnostics.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// Cheap to copy: what it refers to lives as long as the file is translated.
struct Source {
  const Directives& directives;
  clang::ASTContext& ast;
  Diagnostics& diags;
};

}  // namespace appyl
