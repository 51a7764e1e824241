#include "codegen/cuda/endings.h"

#include "codegen/text/whole_file.h"
#include "nest/ast/jumps.h"
#include "nest/scev/scalar_evolution.h"
#include "support/source_lines.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>
#include <fmt/format.h>

namespace appyl {

using namespace clang;

static bool isThrow(const Expr* statement) {
  const auto* cleanups = dyn_cast<ExprWithCleanups>(statement);
  return isa<CXXThrowExpr>(cleanups ? cleanups->getSubExpr() : statement);
}

std::vector<const Stmt*> endingsIn(const Stmt* body, const Directives& directives) {
  std::vector<const Stmt*> endings;
  walk(body, directives, [&](const Stmt* each) {
    if (llvm::is_contained(endings, each)) return false;
    if (const auto* branch = dyn_cast<IfStmt>(each)) llvm::append_range(endings, endingBranches(branch));
    if (isa<CompoundStmt, SwitchCase, IfStmt, LabelStmt>(each) || isLoop(each))
      for (const Stmt* child : each->children())
        if (const auto* statement = dyn_cast_or_null<Expr>(child);
            statement && (isThrow(statement) || endsProgram(statement)) &&
            !llvm::is_contained(endings, child))
          endings.push_back(child);
    if (const auto* choice = dyn_cast<ConditionalOperator>(each);
        choice && choice->getType()->isArithmeticType())
      for (const Expr* side : {choice->getTrueExpr(), choice->getFalseExpr()})
        if (isThrow(side->IgnoreParenImpCasts())) endings.push_back(side);
    return true;
  });
  return endings;
}

std::optional<TextEdit> stopInstead(const Stmt* ending, const std::vector<std::string>& unused,
                                    const Source& source) {
  const auto range = rangeOf(ending->getSourceRange(), source.ast);
  if (!range) return std::nullopt;
  const SourceManager& sources = source.ast.getSourceManager();
  std::string words;
  walk(ending, source.directives, [&](const Stmt* each) {
    if (const auto* literal = dyn_cast<StringLiteral>(each);
        literal && literal->isOrdinary() && words.empty() && !literal->getBeginLoc().isMacroID())
      words = textOf(literal, source.ast);
    return words.empty();
  });
  const std::string call = fmt::format(
      "::appyl::cuda::stop(\"{}:{}: \" {}{}{})", fileNameInLiteral(sources),
      lineOf(ending->getBeginLoc(), sources), words.empty() ? "\"the program ends\"" : words,
      unused.empty() ? "" : ", ", fmt::join(unused, ", "));
  const auto parents = source.ast.getParents(*ending);
  const bool isValue = !parents.empty() && parents[0].get<ConditionalOperator>();  // `x < 0 ? throw e : x`
  return TextEdit{*range, isa<CompoundStmt>(ending) ? "{ " + call + "; }"
                          : isValue                 ? "(" + call + ", 0)"
                                                    : call};
}

/// The parameters and variables of a function that nothing but its endings names.
static std::vector<std::string> namedOnlyIn(const std::vector<const Stmt*>& endings, const Stmt* ending,
                                            const FunctionDecl* function, const Directives& directives) {
  std::set<const ValueDecl*> elsewhere;
  walk(function->getBody(), directives, [&](const Stmt* each) {
    if (const auto* reference = dyn_cast<DeclRefExpr>(each)) elsewhere.insert(reference->getDecl());
    return !llvm::is_contained(endings, each);
  });
  std::vector<std::string> names;
  walk(ending, directives, [&](const Stmt* each) {
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (variable && variable->hasLocalStorage() && variable->getType()->isScalarType() &&
        elsewhere.insert(variable).second)
      names.push_back(variable->getNameAsString());
    return true;
  });
  return names;
}

const Stmt* stopAt(const std::vector<const Stmt*>& endings, const FunctionDecl* function,
                   std::vector<TextEdit>& edits, const Source& source) {
  for (const Stmt* ending : endings) {
    const auto stop = stopInstead(ending, namedOnlyIn(endings, ending, function, source.directives), source);
    if (!stop) return ending;
    std::erase_if(edits, [&](const TextEdit& edit) { return isInside(edit.range, {stop->range}); });
    edits.push_back(*stop);
  }
  return nullptr;
}

}  // namespace appyl
