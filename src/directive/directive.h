// A directive as the user wrote it, parsed and checked for its form: which clauses, with which arguments,
// before which statement. Nothing here asks yet whether the loop can be translated.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <string>
#include <vector>

namespace appyl {

enum class ClauseKind {
#define CLAUSE(kind, word, least, most, form, value, role, words) kind,
#include "directive/clauses.def"
};

/// How one argument of a clause is written.
enum class ArgumentForm {
  Expression,
  SizeOrAuto,  // `64`, `auto`
  Reduced,     // `s`, `+ : s`
  Extents,     // `a[M][K]`
  MayExtents,  // `a`, `a[0:n]`
  Range,       // `0:n`, `0:n:64`
  WordFirst    // `dynamic`, then expressions
};

/// What the expression of an argument has to be.
enum class ArgumentValue { Any, Array, Variable, Place, Count, Condition };

/// Only a clause with a meaning begins a directive.
enum class ClauseRole { Meaning, Version, Hint };

struct ClauseFacts {
  const char* word;
  std::size_t least, most;  // arguments
  ArgumentForm form;
  ArgumentValue value;
  ClauseRole role;
  const char* words;  // WordFirst: the words that there are
};

/// The rows of clauses.def, in the order of ClauseKind.
extern const std::vector<ClauseFacts> clauseFacts;

inline const ClauseFacts& factsOf(ClauseKind kind) { return clauseFacts[static_cast<std::size_t>(kind)]; }

/// How a loop is run, not what it means: a target that does not follow it says so, [appyl-hint].
inline bool isHint(ClauseKind kind) { return factsOf(kind).role != ClauseRole::Meaning; }

/// One argument of a clause: `s`, `a[M][K]`, `b[0:N]`, `0:N:128`. Its expressions were parsed by Clang where
/// the directive stands.
struct ClauseArgument {
  clang::SourceRange range;
  std::string text;  // as written
  std::vector<const clang::Expr*>
      expressions;  // name first, then extents or bounds, in source order; null for a missing bound
  std::string op;   // reduction: the operator before the colon; empty to infer it
};

struct Clause {
  ClauseKind kind = ClauseKind::Parallel;
  clang::SourceLocation location;  // of its word
  clang::SourceRange range;        // word and parentheses
  bool isAuto = false;             // block(auto)
  std::vector<ClauseArgument> arguments;
};

struct Directive {
  std::vector<clang::SourceRange>
      lines;  // each directive line, from its `#` (or `_Pragma`) to its last token
  std::vector<Clause> clauses;
  const clang::Stmt* statement = nullptr;         // what it applies to
  const clang::FunctionDecl* function = nullptr;  // the function whose body holds it
  std::vector<const clang::FunctionDecl*> lambdas;  // in it, around the directive: their call operators

  clang::SourceLocation location() const { return lines.front().getBegin(); }
  const Clause* find(ClauseKind kind) const;
};

const char* spelling(ClauseKind kind);

}  // namespace appyl
