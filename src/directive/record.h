// Directives are met by the preprocessor and given to the parser: each one becomes
//     switch ((void)(argument), ..., 0) default:
// in front of the statement that follows it, so that Clang itself resolves, in the right scope, every name
// and expression in its clauses, in templates and lambdas too. What else the preprocessor knows is recorded
// here.
#pragma once

#include "directive/directive.h"
#include "support/diagnostics.h"

#include <clang/Lex/Preprocessor.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// A pragma of another tool: its location and its words (`omp parallel for`).
struct ForeignPragma {
  clang::SourceLocation location;
  std::string text;
};

/// Where macros are used, or asked for, and where what they stand for changes, in the order of the user's
/// files.
struct Macros {
  struct Event {
    clang::SourceLocation at;
    const clang::IdentifierInfo* name;
  };
  std::vector<Event> uses, changes;

  /// A macro that `text` uses and that would be something else at `place`, or nothing.
  const Event* changedBetween(clang::SourceRange text, clang::SourceLocation place,
                              const clang::SourceManager& sources) const;
};

struct RecordedDirective {
  Directive directive;  // without statement, function and expressions
  std::vector<std::vector<bool>>
      present;  // per clause argument, which of its expressions are there (`:M:B` lacks the first)
};

/// `shape` and `device` before a function: clauses of each loop directive in its body.
struct FunctionDirective {
  clang::SourceRange line;
  unsigned begin = 0, end = 0;  // of the body, as offsets in the main file; both 0: there is none
  std::vector<Clause> clauses;
  std::vector<std::vector<std::vector<clang::Token>>> expressions;  // per argument of all clauses, unparsed
};

struct Recorded {
  std::map<clang::SourceLocation, RecordedDirective>
      directives;  // by the location of the `switch` that stands for it
  std::vector<clang::SourceLocation> inHeaders;  // directives in headers of the user's
  std::vector<ForeignPragma> foreignPragmas;
  std::vector<clang::SourceRange> skippedDirectives;  // in branches of `#if` that are left out
  std::vector<clang::SourceRange> conditionals;       // from `#if` to `#endif`
  Macros macros;
  std::vector<std::pair<unsigned, unsigned>> skipped;  // of the main file, not compiled: offsets from `#if`
                                                       // to the word of the directive where it goes on
  clang::SourceLocation loopHint;  // the last `#pragma unroll` or the like: Clang wants a loop behind it
  std::vector<FunctionDirective> functionDirectives;
  /// Where a message about an argument belongs: Clang's own errors inside these ranges are ours.
  bool isInDirective(clang::SourceLocation location, const clang::SourceManager& sources) const;
};

/// `#pragma GCC ivdep`, `#pragma unroll`, `#pragma omp simd` right beside a directive become lines of it:
/// what is generated takes the place of the loop that they tell other compilers how to run.
void absorbLoopPragmas(Recorded& recorded, const clang::SourceManager& sources);

/// Installs the handlers; `recorded` and `diags` must live as long as the preprocessor.
void recordDirectives(clang::Preprocessor& preprocessor, Recorded& recorded, Diagnostics& diags);

}  // namespace appyl
