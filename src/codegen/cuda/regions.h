// Launches that follow each other, with nothing in between that touches their arrays on the host, share their
// device copies: a region around them keeps what one launch left on the device for the next.
#pragma once

#include "codegen/text/edits.h"
#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <clang/AST/ASTContext.h>

#include <set>
#include <string>
#include <vector>

namespace appyl {

/// One nest that became a launch.
struct Launch {
  const clang::Stmt* root = nullptr;
  const clang::FunctionDecl* function = nullptr;
  bool touchesHost = false;  // it reads arrays there before it starts
  std::vector<const clang::Expr*> bounds;  // of the grid, which the host evaluates before it starts
};

/// A declaration in front of each run of statements that share their copies, and its end behind them. A run
/// has more than one launch, or one inside a loop of the host. `names`: identifiers that are in use.
Edits regionsAround(const std::vector<Launch>& launches, std::set<std::string>& names, const Source& source);

}  // namespace appyl
