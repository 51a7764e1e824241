// Edits of a file outside of its kernels: directives are taken out, and lines are numbered.
#pragma once

#include "codegen/text/edits.h"
#include "directive/record.h"
#include "support/source_text.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

bool isWithin(const Edit& inner, const Edit& outer);

/// Lines of directives that no kernel's text contains.
Edits removeDirectives(const Recorded& recorded, const Edits& kernels, const clang::ASTContext& context);

/// Removes directives in branches of `#if` that this configuration leaves out, if a loop of another branch
/// has been translated: the output is for this configuration. Other directives stay, as all else does.
void removeSkipped(const Recorded& recorded, Edits& kernels, const clang::ASTContext& context);

/// `#line` behind each edit, so that messages about what follows name the lines that the user wrote.
Edits lineDirectives(const SourceText& text, const Edits& edits, const clang::SourceManager& sources);

}  // namespace appyl
