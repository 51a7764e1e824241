#include "codegen/text/unused_names.h"

#include "codegen/text/loop_text.h"
#include "nest/ast/ast.h"
#include "support/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace appyl {

using namespace clang;

/// Is the variable's name that of a parameter in the functions of the sum and its place?
static bool namesParameter(const VarDecl* variable, const Kernel& kernel) {
  return variable == kernel.contraction->variable ||
         std::any_of(kernel.nest.loops.begin(), kernel.nest.loops.end(),
                     [&](const Loop& loop) { return loop.counter == variable; });
}

std::string usesOf(const std::vector<const VarDecl*>& variables, const LoopNest& nest,
                   const Directives& directives) {
  const Stmt* function = nest.function->getBody();
  if (!function) return "";
  // Other nests may not mention it in the end, either.
  const auto isMentionedOutside = [&](const VarDecl* variable) {
    bool found = false;
    walk(function, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      found |= reference && reference->getDecl() == variable;
      return !found && !directives.of(each);
    });
    return found;
  };
  const char* const use =
      nest.function->getASTContext().getLangOpts().CPlusPlus ? "static_cast<void>({});\n" : "(void){};\n";
  std::set<std::string> lines;
  for (const VarDecl* variable : variables)
    if (!isMentionedOutside(variable))
      lines.insert(fmt::format(fmt::runtime(use), variable->getNameAsString()));
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string usesOfUnused(const Kernel& kernel, const std::string& text, const Directives& directives) {
  const Stmt* root = kernel.nest.loops.front().stmt;
  std::set<const VarDecl*> outer;
  const auto collect = [&](const Stmt* part) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (variable && variable->isLocalVarDeclOrParm() && !isDeclaredInside(variable, root, directives))
        outer.insert(variable);
      return true;
    });
  };
  collect(root);
  for (const auto* axes : {&kernel.grid, &kernel.loops})
    for (const Axis& axis : *axes) collect(axis.block.expr);
  std::vector<const VarDecl*> unused;
  llvm::copy_if(outer, std::back_inserter(unused), [&](const VarDecl* variable) {
    return namesParameter(variable, kernel) || !holdsWord(text, variable->getNameAsString());
  });
  return usesOf(unused, kernel.nest, directives);
}

std::vector<const VarDecl*> clauseNames(const Kernel& kernel, const Directives& directives) {
  std::vector<const VarDecl*> names;
  const auto addNames = [&](const Expr* part) {
    walk(part, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (variable && variable->getDeclContext() == kernel.nest.function &&
          !variable->hasAttr<UnusedAttr>() && !llvm::is_contained(names, variable))
        names.push_back(variable);
      return true;
    });
  };
  for (const Loop& loop : kernel.nest.loops)
    if (loop.directive)
      for (const Clause& clause : loop.directive->clauses)
        if (clause.kind == ClauseKind::Block || isHint(clause.kind))
          for (const ClauseArgument& argument : clause.arguments)
            for (const Expr* each : argument.expressions) addNames(each);
  return names;
}

std::string usesOfClauseNames(const Kernel& kernel, const std::string& text, const Directives& directives) {
  std::vector<const VarDecl*> unused = clauseNames(kernel, directives);
  std::erase_if(unused, [&](const VarDecl* variable) {
    return !variable->isLocalVarDeclOrParm() || holdsWord(text, variable->getNameAsString()) ||
           mentions(kernel.nest.function->getBody(), variable, directives);
  });
  return usesOf(unused, kernel.nest, directives);
}

}  // namespace appyl
