// A statement of the source -> the edits after which all its accesses to elements are checked and recorded.
// Which accesses these are is read off the AST: elements of arrays, containers and views, what pointers and
// references refer to, and the variables that several iterations share.
#pragma once

#include "loops/ast.h"
#include "target/access_wraps.h"
#include "target/call_modes.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// What has to be known about what stands around.
struct AccessSetting {
  std::string space;                                    // the name of the namespace `appyl::interpret` there
  std::vector<std::pair<FileRange, std::string>> rows;  // bodies that are handed what stands for accesses
  std::set<const clang::ValueDecl*> shared;  // scalars and structs that iterations may do something to
  std::set<const clang::ValueDecl*> own;     // of which each iteration has its own
  std::map<const clang::Expr*, AccessMode> combined;      // the mentions in the updates of reductions
  std::set<const clang::FunctionDecl*> known;             // functions with checks of their own
  std::function<std::string(const std::string&)> unique;  // a name that nothing uses
  std::function<Place(clang::SourceLocation)> placeOf;
};

/// What the calls at a place of the file are a part of that stand for accesses: `check::` or `each.`
std::string callerAt(const AccessSetting& setting, unsigned place);

struct CheckedAccesses {
  std::vector<TextEdit> edits;
  std::vector<const clang::Expr*>
      missed;  // accesses inside macros, which stay as they are: one for each macro
  std::vector<const clang::MemberExpr*> unaddressed;  // bit-fields and packed members: one for each member
  std::set<const clang::ValueDecl*> addressed;        // variables that are reached by their address
  // Objects are made that nothing tells of, such as temporaries, where others were before.
  bool hasUntold = false;
};

/// Of a statement of a nest.
CheckedAccesses checkAccesses(const clang::Stmt* statement, const AccessSetting& setting,
                              const Directives& directives, const clang::ASTContext& context);

/// Of a function with its body; of a constructor with its initialisers.
CheckedAccesses checkAccesses(const clang::FunctionDecl* function, const AccessSetting& setting,
                              const Directives& directives, const clang::ASTContext& context);

}  // namespace appyl
