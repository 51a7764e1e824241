// Recorded directives + AST -> the directives, each with its statement and its resolved expressions, in
// source order.
#pragma once

#include "directive/record.h"

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace appyl {

/// All directives of the main file. The `switch` statements that stand for them in the AST are known only
/// here: a walk over the AST asks `strip` to see the program as it was written.
struct Directives {
  std::vector<std::unique_ptr<Directive>> all;  // several lines before one statement are one directive
  llvm::DenseMap<const clang::Stmt*, const Directive*> byStatement;
  llvm::DenseMap<const clang::Stmt*, const clang::Stmt*> standIns;  // the `switch` -> the statement behind it

  /// Call operators of lambdas that constant expressions call, where there are directives in lambdas.
  std::set<const clang::FunctionDecl*> calledInConstants;

  /// Statements behind a directive that is left out: nothing more is reported about the nests they belong to.
  std::vector<const clang::Stmt*> refused;

  /// For a directive in a template, the same one in each instance, with the instance's statement, function
  /// and expressions.
  std::map<const Directive*, std::vector<std::unique_ptr<Directive>>> instances;

  /// What has been found of statements with others inside, and of the bodies of functions, for which each of
  /// their nests asks.
  struct Found {
    std::optional<std::set<const clang::ValueDecl*>> modified,
        held;  // see nest/modref/modified_variables.h, nest/modref/mod_ref.h
    std::optional<std::multiset<const clang::ValueDecl*>> mentioned;  // see nest/points_to/points_to.h
    std::optional<bool> hasLabels;
    std::optional<std::vector<const clang::CallExpr*>> aboutThread;  // see nest/modref/opaque_effects.h
  };
  mutable std::unordered_map<const clang::Stmt*, Found> found;

  const clang::Stmt* strip(const clang::Stmt* statement) const;
  const Directive* of(const clang::Stmt* statement) const { return byStatement.lookup(statement); }
};

/// `grid_call(kernel, spec)(x, y, out);`, also of one that has a name. In a template: it may be one.
bool isGridCall(const clang::Stmt* statement);

/// `topLevel`: the main file's declarations. Errors are reported; the directives concerned are left out.
Directives collectDirectives(Recorded& recorded, const std::vector<clang::Decl*>& topLevel,
                             Diagnostics& diags);

/// For `--dump=directives`: one line each.
std::string print(const Directive& directive, const clang::SourceManager& sources);

}  // namespace appyl
