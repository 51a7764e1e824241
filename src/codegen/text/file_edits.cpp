#include "codegen/text/file_edits.h"

#include "codegen/text/whole_file.h"
#include "nest/ast/source_ranges.h"

#include <clang/Lex/Lexer.h>
#include <llvm/Support/Path.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace appyl {

using namespace clang;

bool isWithin(const Edit& inner, const Edit& outer) {
  return outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length;
}

Edits removeDirectives(const Recorded& recorded, const Edits& kernels, const ASTContext& context) {
  Edits edits;
  const auto remove = [&](SourceRange line) {
    const auto range = directiveRange(line, context);
    const bool inside = range && std::any_of(kernels.begin(), kernels.end(), [&](const Edit& kernel) {
                          return kernel.offset <= range->begin && range->end <= kernel.offset + kernel.length;
                        });
    if (range && !inside) edits.push_back({range->begin, range->end - range->begin, ""});
  };
  for (const auto& [location, record] : recorded.directives)
    for (const SourceRange line : record.directive.lines) remove(line);
  for (const FunctionDirective& each : recorded.functionDirectives) remove(each.line);
  return edits;
}

/// Is a directive in another branch of the same `#if` translated?
static bool hasOtherBranch(SourceLocation skipped, const Recorded& recorded, const SourceManager& sources) {
  const auto isIn = [&](SourceLocation where, SourceRange conditional) {
    return sources.isBeforeInTranslationUnit(conditional.getBegin(), where) &&
           sources.isBeforeInTranslationUnit(where, conditional.getEnd());
  };
  // Inner ones end first.
  const auto around =
      llvm::find_if(recorded.conditionals, [&](SourceRange each) { return isIn(skipped, each); });
  return around != recorded.conditionals.end() && llvm::any_of(recorded.directives, [&](const auto& each) {
           return isIn(sources.getExpansionLoc(each.second.directive.location()), *around);
         });
}

void removeSkipped(const Recorded& recorded, Edits& kernels, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  Edits outside;
  for (const SourceRange each : recorded.skippedDirectives) {
    const auto range = directiveRange(each, context);
    if (!range || !hasOtherBranch(each.getBegin(), recorded, sources)) continue;
    const Edit removal{range->begin, range->end - range->begin, ""};
    const llvm::StringRef directive = text.slice(range->begin, range->end).trim();
    if (llvm::none_of(kernels, [&](const Edit& kernel) { return isWithin(removal, kernel); }))
      outside.push_back(removal);
    for (Edit& kernel : kernels) {
      if (!isWithin(removal, kernel)) continue;
      std::string kept;
      for (const llvm::StringRef line : llvm::split(kernel.text, '\n'))
        if (line.trim() != directive) kept += (kept.empty() ? "" : "\n") + line.str();
      kernel.text = kept;
    }
  }
  kernels.insert(kernels.end(), outside.begin(), outside.end());
}

Edits lineDirectives(const SourceText& source, const Edits& edits, const SourceManager& sources) {
  const llvm::StringRef text = source.text;
  const std::string file = fileNameInLiteral(sources);
  std::set<unsigned> lines;
  const auto putBehind = [&](unsigned offset) {
    const std::size_t end = offset > 0 && text[offset - 1] == '\n' ? offset - 1 : text.find('\n', offset);
    if (end != llvm::StringRef::npos && end + 1 < text.size()) lines.insert(static_cast<unsigned>(end + 1));
  };
  for (const Edit& edit : edits) putBehind(edit.offset + edit.length);
  for (const Fallback& fallback : source.fallbacks) putBehind(fallback.end + 1);
  std::size_t start = 0;
  for (std::size_t k = 1; k < source.files.size(); ++k) {
    start = text.find('\n', start) + 1;
    if (source.files[k] != source.files[k - 1]) lines.insert(static_cast<unsigned>(start));
  }
  Edits result;
  for (const unsigned offset : lines) {
    const bool inside = std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
      return edit.offset <= offset && offset < edit.offset + edit.length;
    });
    if (inside) continue;
    const unsigned line = sources.getLineNumber(sources.getMainFileID(), offset);
    const bool isOfHeader = line <= source.files.size() && !source.files[line - 1].empty();
    result.push_back(
        {offset, 0,
         fmt::format(
             "#line {} \"{}\"\n", source.isAsWritten() ? line : source.lines[line - 1],
             isOfHeader ? Lexer::Stringify(llvm::sys::path::filename(source.files[line - 1])) : file)});
  }
  return result;
}

}  // namespace appyl
