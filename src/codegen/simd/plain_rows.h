// Loops each iteration of which does the same to elements whose indices grow evenly: many of their iterations
// can be checked at once when they are interpreted (`appyl/interpret/rows.hpp`).
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

#include <set>
#include <string>

namespace appyl {

/// Does each iteration, without a condition, touch the same elements as the one before it or those behind
/// them, and only compute with them? `shared`: variables through which iterations may affect each other.
bool isPlainRow(const Loop& loop, const std::set<const clang::ValueDecl*>& shared, const Source& source);

/// `[&](const auto& each, const int i) {`: how its body begins, to which `accesses` are handed.
std::string parameterText(const std::string& accesses, const Loop& loop, const std::string& type,
                          const Directives& directives);

/// Is the value computed without reading elements or what is `shared`, and the same at each evaluation?
bool isPlainNumber(const clang::Expr* expression, const std::set<const clang::ValueDecl*>& shared);

}  // namespace appyl
