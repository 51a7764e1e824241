// Induction variables: `*p++ = x`, `k += m`. Where a statement, or each iteration of a loop, certainly adds a
// constant to a variable, its value is known in each iteration.
#pragma once

#include "directive/source.h"
#include "nest/scev/scalar_evolution.h"

#include <map>

namespace appyl {

using Moves = std::map<const clang::VarDecl*, Polynomial>;  // by how much, in elements

class MoveReader {
 public:
  MoveReader(LoopNest& nest, ScalarEvolution& symbols, const Source& source)
      : nest(nest), symbols(symbols), source(source) {}

  /// What an expression or a declaration moves once, and mentions nowhere else.
  Moves of(const clang::Stmt* statement);
  /// What each run of a loop's body moves.
  Moves ofBody(const clang::Stmt* body);
  /// What one turn of a loop of any form moves: its body, and the increment in its header.
  Moves ofTurn(const clang::Stmt* body, const clang::Expr* increment);
  /// How often a loop runs, 0 if its range is negative; nullopt where that number is no polynomial of values
  /// that the nest does not change.
  std::optional<Polynomial> countOf(const Loop& loop);
  /// May code outside of the loop read the value that the variable has behind the loop?
  bool isSeenBehind(const clang::Stmt* loop, const clang::VarDecl* variable) const;

 private:
  LoopNest& nest;
  ScalarEvolution& symbols;
  Source source;

  struct Total {
    Moves moves;
    std::map<const clang::VarDecl*, std::vector<Polynomial>> counts;  // of the loops that move it
    std::set<const clang::ValueDecl*> unknown;
  };
  bool isMovable(const clang::VarDecl* variable) const;
  std::optional<Polynomial> amountOf(const clang::VarDecl* variable, const clang::Stmt* statement);
  void addStatement(const clang::Stmt* statement, Total& total);
  void addLoop(const clang::ForStmt* statement, Total& total);
  void forgetAll(const clang::Stmt* statement, Total& total) const;
};

}  // namespace appyl
