// What ends the program, or leaves by an exception, in code that a kernel runs: the kernel stops there.
#pragma once

#include "directive/source.h"
#include "nest/ast/source_ranges.h"

#include <optional>
#include <vector>

namespace appyl {

/// The branches that end the program, and calls and `throw`s that do and stand as statements of their own.
std::vector<const clang::Stmt*> endingsIn(const clang::Stmt* body, const Directives& directives);

/// In place of such a statement the kernel fails, with the place and the text that the host would print;
/// `unused` are names that only the statement mentions. nullopt: it comes from a macro.
std::optional<TextEdit> stopInstead(const clang::Stmt* ending, const std::vector<std::string>& unused,
                                    const Source& source);

/// Stops the kernel in place of each ending of a function that becomes the device's. Returns an ending that
/// comes from a macro, null: there is none.
const clang::Stmt* stopAt(const std::vector<const clang::Stmt*>& endings, const clang::FunctionDecl* function,
                          std::vector<TextEdit>& edits, const Source& source);

}  // namespace appyl
