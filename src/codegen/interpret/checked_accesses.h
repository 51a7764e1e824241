// A statement of the source -> the edits after which all its accesses to elements are checked and recorded.
// Which accesses these are is read off the AST: elements of arrays, containers and views, what pointers and
// references refer to, and the variables that several iterations share.
#pragma once

#include "codegen/interpret/access_setting.h"
#include "codegen/interpret/access_wraps.h"
#include "codegen/interpret/call_modes.h"
#include "directive/source.h"
#include "nest/ast/ast.h"

#include <set>
#include <string>
#include <vector>

namespace appyl {

struct CheckedAccesses {
  std::vector<TextEdit> edits;
  std::vector<const clang::Expr*>
      missed;  // accesses inside macros, which stay as they are: one for each macro
  std::vector<const clang::MemberExpr*> unaddressed;  // bit-fields and packed members: one for each member
  std::set<const clang::ValueDecl*> addressed;        // variables that are reached by their address
  // Objects, such as temporaries, are made where others were before, without the interpreter being told.
  bool hasUntold = false;
};

/// Of a statement of a nest.
CheckedAccesses checkAccesses(const clang::Stmt* statement, const AccessSetting& setting,
                              const Source& source);

/// Of a function with its body; of a constructor with its initialisers.
CheckedAccesses checkAccesses(const clang::FunctionDecl* function, const AccessSetting& setting,
                              const Source& source);

}  // namespace appyl
