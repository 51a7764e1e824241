// The text of a nest, as it stands in the source: with the target's edits, or only without its directives.
#pragma once

#include "directive/source.h"
#include "nest/ast/source_ranges.h"
#include "nest/ir/loop_nest.h"

#include <optional>
#include <vector>

namespace appyl {

std::vector<const Directive*> directivesInside(const LoopNest& nest, const Directives& directives);

/// Is it the only statement of a branch or loop, which is to stay one statement?
bool standsAlone(const FileRange& whole, const clang::ASTContext& context);

/// Takes the nest's directives out.
std::vector<TextEdit> withoutDirectives(const FileRange& whole, const LoopNest& nest, const Source& source);

/// The nest as it was, without its directives.
std::string originalNest(const FileRange& whole, const LoopNest& nest, const Source& source,
                         bool forCuda = false);

/// Reports that a macro cuts the loop apart at `where`.
std::nullopt_t macroCut(clang::SourceLocation where, const Source& source);

/// An expression with those of the edits that lie in it.
std::string editedText(const clang::Expr* expression, const std::vector<TextEdit>& edits,
                       const clang::ASTContext& context);

}  // namespace appyl
