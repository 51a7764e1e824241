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

enum class ClauseKind {  // in the order of their words in parse_clauses.cpp
  Parallel,
  Block,
  Reduction,
  Stages,
  ParDim,
  SeqDim,
  Shape,
  Device,
  Data,
  Unchecked,
  Private,
  Schedule,  // from here on hints: they begin no directive
  NumThreads,
  If
};

/// How a loop is run, not what it means: targets that cannot follow it say so, [appyl-hint].
inline bool isHint(ClauseKind kind) { return kind >= ClauseKind::Schedule; }

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
