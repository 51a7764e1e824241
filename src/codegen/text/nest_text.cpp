#include "codegen/text/nest_text.h"

#include "nest/ast/ast.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/Lex/Lexer.h>

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

/// By the text: in the AST, directives stand in between.
bool standsAlone(const FileRange& whole, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  llvm::StringRef before = sources.getBufferData(sources.getMainFileID()).substr(0, whole.begin);
  while (!before.empty()) {
    llvm::StringRef line = before.substr(before.rfind('\n') + 1);
    before = before.drop_back(std::min(line.size() + 1, before.size()));
    line = line.take_front(line.find("//")).trim();
    if (!line.empty() && !line.starts_with("#")) return !llvm::StringRef("{};").contains(line.back());
  }
  return true;
}

std::vector<TextEdit> withoutDirectives(const FileRange& whole, const LoopNest& nest, const Source& source) {
  std::vector<TextEdit> edits;
  for (const Directive* directive : directivesInside(nest, source.directives))
    for (const SourceRange line : directive->lines)
      if (const auto range = directiveRange(line, source.ast);
          range && range->begin >= whole.begin && range->end <= whole.end)
        edits.push_back({*range, ""});
  return edits;
}

std::string originalNest(const FileRange& whole, const LoopNest& nest, const Source& source, bool forCuda) {
  std::vector<TextEdit> edits = withoutDirectives(whole, nest, source);
  if (forCuda)
    for (const TextEdit& edit : qualifiedAll(nest.loops.front().stmt, source)) edits.push_back(edit);
  return editedText(whole, std::move(edits), source.ast);
}

std::nullopt_t macroCut(SourceLocation where, const Source& source) {
  source.diags.report(
      Diag::MacroCut, where,
      {"the loop",
       Lexer::getImmediateMacroName(where, source.ast.getSourceManager(), source.ast.getLangOpts()).str()});
  return std::nullopt;
}

std::string editedText(const Expr* expression, const std::vector<TextEdit>& inner,
                       const ASTContext& context) {
  const auto range = rangeOf(expression->getSourceRange(), context);
  if (!range) return writtenText(expression, context);
  const std::string text = editedPart(*range, inner, context);
  return isBareMacro(expression, context) ? "(" + text + ")" : text;
}

}  // namespace appyl
