// What leaves a statement before its end: `continue`, `break`, `goto`, `return`. After such a jump nothing is
// certain to run any more.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <set>
#include <vector>

namespace appyl {

/// A loop of whatever kind.
bool isLoop(const clang::Stmt* statement);

/// Does something in a loop's body leave the loop? Then no iteration is certain to run.
bool mayEndEarly(const clang::Stmt* body);

/// A `goto` or `return` somewhere in the statement.
bool containsJump(const clang::Stmt* statement);

/// How control comes into a statement other than from its beginning, and out of it other than at its end.
struct Jumps {
  std::set<const clang::LabelDecl*> labels;   // that stand in it
  std::set<const clang::LabelDecl*> targets;  // that a `goto` in it names
  bool hasCase = false;                       // a `case` of a `switch` around
  const clang::Stmt* first = nullptr;         // of the jumps in it
  bool leaves = false;                        // by something else than a `goto` that names its label
};
Jumps jumpsOf(const clang::Stmt* statement);

/// Every `goto` that may lead to the label stands in the statement.
bool isReachedOnlyFrom(const clang::LabelDecl* label, const clang::Stmt* statement);

/// `continue;`, alone or in braces.
bool isContinue(const clang::Stmt* statement);

/// `{ b[i] = 0; continue; }`: what follows the statement is not come to from its end.
bool endsInJump(const clang::Stmt* statement);

/// May the statement end the iteration of the loop that it stands in?
bool leavesIteration(const clang::Stmt* statement);

/// `{ fprintf(stderr, "bad size"); exit(1); }`: once control reaches the statement, the program ends, and not
/// by an exception. What the statement does before the end conflicts with no other iteration.
bool endsProgram(const clang::Stmt* statement);

/// The branches of a condition that end the program.
std::vector<const clang::Stmt*> endingBranches(const clang::IfStmt* branch);

/// The condition of `assert(condition)`, in the forms that C and C++ make of it; null: it is none.
const clang::Expr* conditionOfAssertion(const clang::Stmt* statement);

/// `assert(i < n)`, whose condition compares numbers: runs in which it fails are of no interest. Null: it is
/// none.
const clang::Expr* assertedBy(const clang::Stmt* statement);

/// A call in it may end the program or leave by an exception: `abort()`, a function that throws, an assertion
/// of anything but numbers. The branch of a condition that endsProgram() is none: a run that comes to it is
/// of no interest, as one in which an assertion fails.
bool mayNotReturn(const clang::Stmt* statement);

/// A function without a visible body and without a result may be there to end the program, where it is called
/// under a condition: `if (key < 0) die();`.
bool mayEndUnseen(const clang::Stmt* statement);

/// mayNotReturn() of a function and all functions that it calls; any assertion counts here.
bool mayFail(const clang::FunctionDecl* function);

/// A function's body that may return before its last statement.
bool returnsEarly(const clang::Stmt* body);

}  // namespace appyl
