#include "nest/ast/foreign_pragmas.h"

#include "nest/ast/ast.h"

#include <llvm/ADT/StringExtras.h>

namespace appyl {

using namespace clang;

llvm::SmallVector<llvm::StringRef, 8> wordsOf(const ForeignPragma& pragma) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SplitString(pragma.text, words, " \t(");
  if (words.size() < 2 || (words[0] != "omp" && words[0] != "acc")) words.clear();
  return words;
}

const Stmt* statementBehind(SourceLocation pragma, const Stmt* body, const Directives& directives,
                            const SourceManager& sources) {
  const Stmt* first = nullptr;
  SourceLocation begin;
  walk(body, directives, [&](const Stmt* each) {
    const SourceLocation at = sources.getExpansionLoc(each->getBeginLoc());
    if (at.isInvalid() || sources.isBeforeInTranslationUnit(at, pragma)) return true;
    if (!first || sources.isBeforeInTranslationUnit(at, begin)) first = each, begin = at;
    return true;
  });
  return first;
}

}  // namespace appyl
