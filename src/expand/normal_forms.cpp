#include "expand/normal_forms.h"

#include "expand/synchronised_updates.h"

#include <algorithm>

namespace appyl {

using namespace clang;

namespace {

/// The text with the edits, and for each of its lines that of `text`.
SourceText edited(llvm::StringRef text, const std::vector<TextEdit>& edits) {
  SourceText result;
  unsigned line = 1, at = 0;  // of the text
  result.lines.push_back(line);
  const auto put = [&](llvm::StringRef part, bool isOriginal) {
    for (const char c : part) {
      result.text += c;
      if (c != '\n') continue;
      if (isOriginal) ++line;
      result.lines.push_back(line);
    }
  };
  for (const TextEdit& edit : edits) {
    put(text.slice(at, edit.range.begin), true);
    put(edit.text, false);
    line += static_cast<unsigned>(text.slice(edit.range.begin, edit.range.end).count('\n'));
    if (!result.text.empty() && result.text.back() == '\n') result.lines.back() = line;
    at = edit.range.end;
  }
  put(text.substr(at), true);
  return result;
}

}  // namespace

std::optional<SourceText> inNormalForms(const Source& source, const Recorded& recorded,
                                        const std::set<std::string>& names, InnerLoops inner,
                                        Versions versions) {
  auto edits = countedLoops(source, names, inner, versions);
  if (!edits) return std::nullopt;
  for (TextEdit& each : synchronisedUpdates(source, recorded)) edits->push_back(std::move(each));
  if (edits->empty()) return std::nullopt;
  std::stable_sort(edits->begin(), edits->end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
  const SourceManager& sources = source.ast.getSourceManager();
  return edited(sources.getBufferData(sources.getMainFileID()), *edits);
}

}  // namespace appyl
