// What a name of the source means may change from one line of a program to the next. Expressions that are
// written out elsewhere than where they stood must not notice.
#pragma once

#include "expand/tile_program.h"

#include <set>
#include <string>
#include <vector>

namespace appyl {

struct ProgramNames {
  std::set<std::string> declared;  // inside of it
  std::set<std::string> assigned;
  std::set<std::string> stored;  // arrays of which elements are assigned

  /// Is the number another one from step to step?
  bool change(const Polynomial& value) const;
};
ProgramNames namesOf(const clang::Stmt* root, const Directives& directives);

/// An expression that is evaluated where its result is used, somewhere in `scope`.
struct MovedExpression {
  const clang::Expr* expression = nullptr;
  const clang::Stmt* scope = nullptr;
};

/// Why the program cannot be rewritten: two of its variables share a name in one place, or something that an
/// expression needs changes before it is used.
std::optional<TileRefusal> checkNames(const clang::Stmt* root, const std::vector<MovedExpression>& moved,
                                      const Directives& directives);

}  // namespace appyl
