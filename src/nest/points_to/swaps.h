// Objects that exchange what they own, by `std::swap(a, b)` or by a move: from then on a pointer into one
// object leads into the other.
#pragma once

#include "nest/points_to/invalidated_pointers.h"

namespace appyl {

class Swaps {
 public:
  explicit Swaps(const Source& source) : source(source) {}

  /// What the statement exchanges, or moves from one object to another: `a.swap(b)`, `b = std::move(a)`,
  /// `Box b{std::move(a)}`, `all.push_back(std::move(a))`; also what functions that it calls exchange among
  /// their arguments, or members of these: `flip(a, b)`, `grid.flip()`. An element has the name of its array.
  std::vector<std::pair<Name, Name>> of(const clang::Stmt* statement);

  /// Those exchanges that matter to a pointer that was made before. `body`: the body of the function that
  /// contains the statement.
  std::vector<std::pair<Name, Name>> thatMatter(const clang::Stmt* statement, const clang::Stmt* body);

  /// For pointers that never change: the number of the moment at which each got its value. Within one moment
  /// nothing can be exchanged: `double* p = a.data(); double* q = b.data();`.
  const std::map<Name, int>& moments(const clang::Stmt* body);

 private:
  Source source;
  std::map<const clang::FunctionDecl*, std::vector<Names>> known;  // by the names in the function
  std::map<const clang::Stmt*, InvalidatedPointers> stale;         // by the function's body
  std::map<const clang::Stmt*, std::map<Name, int>> momentsOf;     // likewise

  bool exchangesNothing(const clang::Stmt* statement);
  const std::vector<Names>& inside(const clang::FunctionDecl* definition);
  std::vector<std::pair<Name, Name>> moved(const clang::Stmt* statement) const;
  void collectMoved(const clang::Stmt* value, Names& moved, int depth) const;
};

}  // namespace appyl
