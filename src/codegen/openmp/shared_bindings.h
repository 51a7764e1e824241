// Structured bindings of the function that a nest uses. Clang's OpenMP does not share them, so references
// with other names replace them.
#pragma once

#include "codegen/text/loop_text.h"

#include <clang/AST/DeclCXX.h>

#include <map>

namespace appyl {

struct Directives;

/// Names for those that are declared outside of the statement, which the writer uses from then on.
std::map<const clang::BindingDecl*, std::string> bindingsFromOutside(const clang::Stmt* statement,
                                                                     const Directives& directives,
                                                                     LoopWriter& writer);

/// Where the statement mentions them.
std::vector<const clang::DeclRefExpr*> mentionsOf(
    const std::map<const clang::BindingDecl*, std::string>& bindings, const clang::Stmt* statement,
    const Directives& directives);

}  // namespace appyl
