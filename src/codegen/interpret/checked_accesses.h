// A statement of the source -> the edits after which all its accesses to elements are checked and recorded.
// Which accesses these are is read off the AST: elements of arrays, containers and views, what pointers and
// references refer to, and the variables that several iterations share.
#pragma once

#include "codegen/interpret/access_wraps.h"
#include "codegen/interpret/call_modes.h"
#include "directive/source.h"
#include "nest/ast/ast.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// What the checks need to know about the code around the statement.
struct AccessSetting {
  std::string space;                                    // the name of the namespace `appyl::interpret` there
  std::vector<std::pair<FileRange, std::string>> rows;  // bodies with a parameter for accesses, and its name
  std::set<const clang::ValueDecl*> shared;  // scalars and structs that iterations may read or change
  std::set<const clang::ValueDecl*> own;     // of which each iteration has its own
  std::map<const clang::Expr*, AccessMode> combined;      // the mentions in the updates of reductions
  std::set<const clang::FunctionDecl*> known;             // functions with checks of their own
  std::function<std::string(const std::string&)> unique;  // a name that nothing uses
  std::function<SourcePlace(clang::SourceLocation)> placeOf;
};

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
