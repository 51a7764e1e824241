// Which comes first in a piece of code, a read of a variable or a write? A structured data-flow analysis over
// the AST, for one variable at a time: what decides whether each iteration can have its own.
#pragma once

#include "directive/source.h"
#include "nest/ast/ast.h"

namespace appyl {

struct Flow {
  bool mayWrite = false;
  bool mustWrite = false;                  // on every path that runs to its end
  bool mustWriteAtBreak = true;            // ... that leaves by break
  bool mustWriteAtContinue = true;         // ... that leaves by continue or goto
  bool mustWriteAtReturn = true;           // ... that leaves the function
  bool completes = true;                   // some path may run to its end
  bool breaks = false;                     // some path may leave by break
  const clang::Expr* firstRead = nullptr;  // a read that no write of this code precedes on some path
  const clang::Expr* write = nullptr;      // the first write
  bool isEntered = false;                  // a jump may come into it that has passed no write in front of it
  bool unclear = false;                    // its address escapes

  /// However an iteration that runs this code ends, it has written the variable.
  bool writesAlways() const {
    return mustWrite && mustWriteAtBreak && mustWriteAtContinue && mustWriteAtReturn;
  }
};

/// What may be different from one iteration of a loop to the next.
struct Varying {
  std::set<const clang::ValueDecl*> names;   // variables and members
  std::set<const clang::ValueDecl*> memory;  // what leads to elements that may: see writtenMemory
};

/// Loops that are taken to run, and statements that are taken to do nothing.
struct CertainLoops {
  /// If given: certain are loops whose range depends on none of these. Where the code is run again and again
  /// with other values of these, such a loop runs every time or never.
  const Varying* varying = nullptr;
  std::set<const clang::Stmt*> others;
  std::set<const clang::Stmt*> ignored = {};  // statements that are passed over
};

/// What `statement`, from its beginning to its end, does to `variable` (a local or global variable, or a
/// field of `this`).
Flow flowOf(const clang::Stmt* statement, const clang::ValueDecl* variable, const Source& source,
            const CertainLoops& certain = {});

/// The varying names of a loop with this body: what it modifies, what it declares, its counter.
Varying varyingIn(const clang::Stmt* body, const clang::ValueDecl* counter, const Directives& directives);

/// A variable, or a member of it: `t.x` has t and the fields from its class on, outermost first.
struct Part {
  const clang::ValueDecl* variable = nullptr;
  std::vector<const clang::FieldDecl*> path;
};

/// Likewise for a part alone: a copy of the whole reads it, an assignment to the whole writes it, and its
/// neighbours are others. Methods that can be seen are followed. Elements of containers do not count, but
/// what makes a container longer reads it.
Flow flowOfPart(const clang::Stmt* statement, const Part& part, const Source& source,
                const CertainLoops& certain = {});

}  // namespace appyl
