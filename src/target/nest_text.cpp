#include "target/nest_text.h"

#include "loops/ast.h"

#include <algorithm>

namespace appyl {

using namespace clang;

std::vector<const Directive*> directivesInside(const LoopNest& nest, const Directives& directives) {
  std::vector<const Directive*> result;
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    if (const Directive* directive = directives.of(each)) result.push_back(directive);
    return true;
  });
  return result;
}

std::string editedText(const FileRange& whole, std::vector<TextEdit> edits, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef buffer = sources.getBufferData(sources.getMainFileID());
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
    return (a.range.end == a.range.begin) > (b.range.end == b.range.begin);  // insertions first
  });
  std::string text;
  unsigned at = whole.begin;
  for (const TextEdit& edit : edits) {
    text += buffer.slice(at, edit.range.begin);
    const bool atLineStart = text.empty() || llvm::StringRef(text).rtrim(" \t").ends_with("\n");
    text += atLineStart && !edit.text.empty() && edit.text.front() == '\n' ? edit.text.substr(1) : edit.text;
    at = edit.range.end;
  }
  return text + buffer.slice(at, whole.end).str();
}

std::string originalNest(const FileRange& whole, const LoopNest& nest, const Directives& directives,
                         const ASTContext& context) {
  std::vector<TextEdit> edits;
  for (const Directive* directive : directivesInside(nest, directives))
    for (const SourceRange line : directive->lines)
      if (const auto range = directiveRange(line, context);
          range && range->begin >= whole.begin && range->end <= whole.end)
        edits.push_back({*range, ""});
  return editedText(whole, std::move(edits), context);
}

}  // namespace appyl
