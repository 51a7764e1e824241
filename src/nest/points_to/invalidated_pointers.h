// Where something is exchanged, pointers that have been made before lead elsewhere than what they were made
// of; those that are made later do not.
#pragma once

#include "directive/source.h"
#include "nest/points_to/points_to.h"

namespace appyl {

class InvalidatedPointers {
 public:
  InvalidatedPointers(const clang::Stmt* body, const Source& source);

  /// May any but `except` live on behind the statement that has been given its value in front of it?
  bool mayLiveOn(const clang::Stmt* statement, const std::set<const clang::ValueDecl*>& except) const;

 private:
  struct Life {
    const clang::VarDecl* pointer = nullptr;  // null: all that there is, as a lambda runs when it is called
    clang::SourceLocation begin, end;
  };
  std::vector<Life> lives;
  bool isOpen = false;  // members, globals, jumps
  const clang::SourceManager& sources;

  void add(const clang::DeclStmt* declaration, const clang::Stmt* scope);
};

}  // namespace appyl
