// A time loop: a sequential loop each of whose steps runs nests over space, and lets arrays change places
// afterwards. What a step consists of is read here, with the accesses of all nests in one LoopNest, for the
// target that wants to take several steps at a stretch.
#pragma once

#include "directive/source.h"
#include "nest/points_to/file_points_to.h"

#include <string>
#include <variant>
#include <vector>

namespace appyl {

struct TimeLoop {
  enum class Kind {
    Nest,         // a loop with a directive of its own
    Declaration,  // of what the step needs: `const double* u = now;`
    Exchange      // `std::swap(now, next);`, `now = next;`
  };
  struct Part {
    Kind kind = Kind::Nest;
    const clang::Stmt* statement = nullptr;
    int loop = -1;  // Nest: index in LoopNest::loops
  };
  const Directive* directive = nullptr;
  LoopNest nest;            // loops[0] is the time loop; arrays that change places are one array
  std::vector<Part> parts;  // of a step, in their order
  std::vector<const clang::ValueDecl*>
      moving;  // pointers and containers from outside the loop that exchanges change
};

/// Sequential loops with `block` around parallel ones, outermost first.
std::vector<const Directive*> timeLoops(const Directives& directives);

/// The loop, or why several steps of it cannot be taken at a stretch. `diags` gets what is wrong with the
/// loop as a nest, which the user need not know.
std::variant<TimeLoop, std::string> readTimeLoop(const Directive& directive, const Recorded& recorded,
                                                 const Source& source, FilePointsTo& origins);

/// Every place in the loop that names the variable, or a member of the function's own object.
std::vector<const clang::Expr*> mentionsOf(const clang::ValueDecl* variable, const clang::Stmt* loop,
                                           const Directives& directives);

}  // namespace appyl
