// After an exchange of buffers, pointers that were made before it lead to other memory than their
// initialisers say; those that are made after it do not.
#pragma once

#include "directive/source.h"
#include "nest/points_to/points_to.h"

namespace appyl {

class InvalidatedPointers {
 public:
  InvalidatedPointers(const clang::Stmt* body, const Source& source);

  /// May a pointer outside of `except` that got its value before the statement be used after the statement?
  bool mayLiveOn(const clang::Stmt* statement, const std::set<const clang::ValueDecl*>& except) const;

 private:
  struct Life {
    const clang::VarDecl* pointer = nullptr;  // null: any pointer, as a lambda runs when it is called
    clang::SourceLocation begin, end;
  };
  std::vector<Life> lives;
  bool isOpen = false;  // members, globals, jumps
  const clang::SourceManager& sources;

  void add(const clang::DeclStmt* declaration, const clang::Stmt* scope);
};

}  // namespace appyl
