#include "expand/normal_forms.h"

#include "expand/block_loops.h"
#include "expand/synchronised_updates.h"

#include <algorithm>

namespace appyl {

using namespace clang;

SourceText edited(llvm::StringRef text, const std::vector<TextEdit>& edits) {
  MappedText result;
  unsigned at = 0;  // in the text
  for (const TextEdit& edit : edits) {
    result.put(text.slice(at, edit.range.begin), true);
    result.put(edit.text, false);
    result.skip(text.slice(edit.range.begin, edit.range.end));
    at = edit.range.end;
  }
  result.put(text.substr(at), true);
  return std::move(result.made);
}

std::optional<SourceText> inNormalForms(const Source& source, const Recorded& recorded,
                                        const std::set<std::string>& names, InnerLoops inner,
                                        Versions versions) {
  auto edits = countedLoops(source, names, inner, versions);
  if (!edits) return std::nullopt;
  for (TextEdit& each : synchronisedUpdates(source, recorded)) edits->push_back(std::move(each));
  for (TextEdit& each : loopsOverBlocks(source)) edits->push_back(std::move(each));
  if (edits->empty()) return std::nullopt;
  std::stable_sort(edits->begin(), edits->end(),
                   [](const TextEdit& a, const TextEdit& b) { return a.range.begin < b.range.begin; });
  const SourceManager& sources = source.ast.getSourceManager();
  return edited(sources.getBufferData(sources.getMainFileID()), *edits);
}

}  // namespace appyl
