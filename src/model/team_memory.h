// What the threads of a team keep, share and wait for. An array of the program is each thread's own where all
// its accesses are `t[j]` in spread loops over j: the iteration's thread is the only one that ever touches
// the element. Other arrays that spread loops fill are in shared memory. A barrier stands only between two
// steps of which one writes what another thread's part of the other one touches.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

namespace appyl {

/// A statement of the program as one step of its threads.
struct TeamStep {
  const clang::Stmt* statement = nullptr;
  enum class By {
    Each,   // every thread runs it
    One,    // one thread runs it for all
    Spread  // the threads share its iterations
  } by = By::Each;
  bool meets = false;  // all threads meet at its end: a reduction over the block
  std::set<const clang::ValueDecl*> reads, writes;
};

/// Steps one after another, repeated, or one of several sequences.
struct TeamFlow {
  enum class Kind { Step, Loop, Branch } kind = Kind::Step;
  TeamStep step;
  std::vector<std::vector<TeamFlow>> bodies;
  bool leaves = false;  // a loop of which `break` or `continue` skip a part
};

/// Sets team.own, team.shared and SpreadLoop::own. `body`: of a program. Returns why there can be no team;
/// empty: there can.
std::string placeArrays(Team& team, const Kernel& kernel, const clang::Stmt* body, const Source& source);

/// Bytes of shared memory that the arrays of a CUDA block's programs want, in the largest instance of a
/// template.
std::int64_t sharedBytes(const Team& team, const LoopNest& nest, const Source& source);

/// The nest as it stands in each instance of the template around it.
std::vector<const clang::Stmt*> instancesOf(const LoopNest& nest, const Directives& directives);

/// Sets team.waits. `program`: the loop over the programs that the threads run one after another.
void placeBarriers(Team& team, const Kernel& kernel, const TeamFlow& program, const Directives& directives);

/// Does `continue` or `break` of a loop around it skip what follows?
bool leaves(const clang::Stmt* statement);

/// `n`, `m` of `float t[n][m]`, where they stand in the declaration; empty where they do not.
std::vector<const clang::Expr*> extentsInText(const clang::VarDecl* array);
/// `j`, `k` of `t[j][k]`, where `element` is one of `array`.
std::vector<const clang::Expr*> indicesOf(const clang::Expr* element, const clang::VarDecl* array);
/// The spread loops, outermost first, of which the statement is one iteration's part; empty: none.
std::vector<const SpreadLoop*> spreadLoopsAround(const clang::Stmt* statement, const Team& team,
                                                 const LoopNest& nest, const Directives& directives);

}  // namespace appyl
