// What the host does between launches: whether it touches memory that a kernel may have a copy of.
#pragma once

#include "codegen/cuda/regions.h"

#include <map>
#include <optional>

namespace appyl {

class HostCode {
 public:
  HostCode(const std::vector<Launch>& launches, const Directives& directives);

  /// Outside of launches, nothing in it reads or writes memory that a kernel may have a copy of.
  bool isQuiet(const clang::Stmt* statement) const { return isQuiet(statement, false); }

  /// Likewise, but it may call functions of the program that launch kernels and are quiet otherwise.
  bool isQuietWithCalls(const clang::Stmt* statement) const { return isQuiet(statement, true); }

  /// The host's alternative where launches are under a condition: `else { ... }`. Between two iterations it
  /// is quiet. Null: there is no such part.
  const clang::CompoundStmt* hostPart(const clang::IfStmt* branch) const;

  const Launch* launchAt(const clang::Stmt* statement) const;  // null: it is none
  int launchesIn(const clang::Stmt* statement) const;          // written in it

  /// Written in it, or in a function that it calls. An opaque call counts as none.
  bool mayLaunch(const clang::Stmt* statement) const;

 private:
  std::map<const clang::Stmt*, const Launch*> all;
  const Directives& directives;
  mutable std::set<const clang::FunctionDecl*> visiting;
  mutable std::optional<std::set<const clang::ValueDecl*>> pointedTo;  // asked for first by mayBeElement()

  bool isQuiet(const clang::Stmt* statement, bool followCalls) const;
  bool isQuietNode(const clang::Stmt* statement, bool followCalls) const;
  bool mayBeElement(const clang::ValueDecl* named) const;
  bool isPointedTo(const clang::ValueDecl* named) const;
  bool isQuietCall(const clang::CallExpr* call, bool followCalls) const;
};

}  // namespace appyl
