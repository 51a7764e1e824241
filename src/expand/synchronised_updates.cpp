#include "expand/synchronised_updates.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/foreign_pragmas.h"
#include "nest/privatization/updates.h"

#include <clang/Lex/Lexer.h>
#include <fmt/format.h>

#include <set>

namespace appyl {

using namespace clang;

namespace {

/// `+ : count` of `count[key[i]] += 1`.
struct Reduced {
  const ValueDecl* root = nullptr;
  std::string clause;
};

/// nullopt: `statement` is none.
std::optional<Reduced> reducedBy(const Stmt* statement, const Source& source) {
  const auto update = asUpdate(source.directives.strip(statement), source);
  if (!update) return std::nullopt;
  const Expr* target = strip(update->target);
  for (auto parts = elementParts(target); parts; parts = elementParts(target)) target = strip(parts->array);
  const ValueDecl* root = rootVariable(target);
  const bool isPlace = isa<DeclRefExpr, MemberExpr>(target) && rangeOf(target->getSourceRange(), source.ast);
  if (!root || !isPlace) return std::nullopt;
  return Reduced{root, fmt::format("{} : {}", spelling(update->op), writtenText(target, source.ast))};
}

/// What a statement, or each of a block, reduces; empty where there is another one among them.
std::vector<Reduced> allReducedBy(const Stmt* statement, const Source& source) {
  std::vector<const Stmt*> parts{statement};
  if (const auto* block = dyn_cast<CompoundStmt>(statement))
    parts.assign(block->body_begin(), block->body_end());
  std::vector<Reduced> result;
  for (const Stmt* each : parts) {
    const auto reduced = reducedBy(each, source);
    if (!reduced) return {};
    result.push_back(*reduced);
  }
  return result;
}

/// `omp atomic`, `omp atomic update`, `omp critical`, `omp critical(name)`
bool keepsApart(const ForeignPragma& pragma) {
  const auto words = wordsOf(pragma);
  if (words.empty() || words[0] != "omp") return false;
  if (words[1] == "atomic") return words.size() == 2 || (words.size() == 3 && words[2] == "update");
  return words[1] == "critical";
}

}  // namespace

std::vector<TextEdit> synchronisedUpdates(const Source& source, const Recorded& recorded) {
  const SourceManager& sources = source.ast.getSourceManager();
  std::vector<TextEdit> edits;
  std::set<std::pair<const Directive*, std::string>> added;
  for (const ForeignPragma& pragma : recorded.foreignPragmas) {
    if (!keepsApart(pragma)) continue;
    // The annotated loops around it, of which each is told.
    std::vector<const Directive*> around;
    for (const auto& directive : source.directives.all) {
      const Stmt* loop = directive->statement;
      const bool isInside =
          isa<ForStmt, CXXForRangeStmt>(loop) && directive->find(ClauseKind::Parallel) &&
          sources.isBeforeInTranslationUnit(sources.getExpansionLoc(loop->getBeginLoc()), pragma.location) &&
          sources.isBeforeInTranslationUnit(pragma.location, sources.getExpansionLoc(loop->getEndLoc()));
      if (isInside) around.push_back(directive.get());
    }
    if (around.empty()) continue;
    const Stmt* outer = around.front()->statement;
    const Stmt* updated = statementBehind(pragma.location, outer, source.directives, sources);
    const std::vector<Reduced> reduced = updated ? allReducedBy(updated, source) : std::vector<Reduced>();
    const auto line = directiveRange(pragma.location, source.ast);
    const bool isFromOutside = llvm::none_of(
        reduced, [&](const Reduced& each) { return isDeclaredInside(each.root, outer, source.directives); });
    if (reduced.empty() || !line || !isFromOutside) continue;
    edits.push_back({*line, ""});
    for (const Directive* directive : around)
      for (const Reduced& each : reduced) {
        const bool isNamed = llvm::any_of(directive->clauses, [&](const Clause& clause) {
          return clause.kind == ClauseKind::Reduction &&
                 llvm::any_of(clause.arguments, [&](const auto& argument) {
                   return !argument.expressions.empty() && argument.expressions.front() &&
                          rootVariable(strip(argument.expressions.front())) == each.root;
                 });
        });
        if (isNamed || !added.insert({directive, each.clause}).second) continue;
        const SourceLocation end = Lexer::getLocForEndOfToken(directive->lines.front().getEnd(), 0, sources,
                                                              source.ast.getLangOpts());
        if (end.isInvalid() || end.isMacroID()) continue;
        const unsigned offset = sources.getFileOffset(end);
        edits.push_back({{offset, offset}, " reduction(" + each.clause + ")"});
      }
  }
  return edits;
}

}  // namespace appyl
