#include "writeback/write_back.h"

#include "support/names.h"
#include "writeback/style.h"

namespace appyl {
namespace {

using llvm::StringRef;

/// Edits are written with "\n"; a file with "\r\n" keeps its line ends in them too.
std::string withLineEnds(StringRef text, bool crlf) {
  if (!crlf) return text.str();
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) result += '\r';
    result += text[i];
  }
  return result;
}

bool onlyBlanks(StringRef text) { return text.find_first_not_of(" \t\r") == StringRef::npos; }

/// A removal that leaves nothing on its lines takes the lines along, with one line end.
Edit widenedRemoval(StringRef source, const Edit& edit, size_t previousEnd) {
  Edit wide = edit;
  if (!edit.text.empty() || edit.length == 0) return wide;
  const size_t lineBegin = source.take_front(edit.offset).rfind('\n') + 1;  // npos + 1 is 0
  const size_t editEnd = edit.offset + edit.length;
  const size_t newline = source.find('\n', editEnd);
  if (newline == StringRef::npos || lineBegin < previousEnd) return wide;
  if (source[editEnd - 1] == '\n') return wide;
  if (!onlyBlanks(source.slice(lineBegin, edit.offset)) || !onlyBlanks(source.slice(editEnd, newline)))
    return wide;
  wide.offset = lineBegin;
  wide.length = newline + 1 - lineBegin;
  return wide;
}

/// `return*p` -> `return appyl::...`
bool pastes(StringRef before, const Edit& edit, StringRef source) {
  const bool isWord = edit.length > 0 || StringRef(edit.text).contains("::");
  return isWord && !before.empty() && !edit.text.empty() && isOfName(before.back()) &&
         isOfName(edit.text.front()) && edit.offset < source.size() && !isOfName(source[edit.offset]);
}

}  // namespace

std::string applyEdits(StringRef source, const Edits& edits, std::vector<TextRange>* produced) {
  const size_t firstLineEnd = source.find('\n');
  const bool crlf = firstLineEnd != StringRef::npos && firstLineEnd > 0 && source[firstLineEnd - 1] == '\r';
  std::string result;
  size_t copied = 0;
  for (size_t i = 0; i < edits.size(); ++i) {
    Edit edit = widenedRemoval(source, edits[i], copied);
    // Nothing is widened over the next edit.
    if (i + 1 < edits.size() && edit.offset + edit.length > edits[i + 1].offset) edit = edits[i];
    result += source.slice(copied, edit.offset);
    if (pastes(result, edit, source)) result += ' ';
    const size_t begin = result.size();
    result += withLineEnds(edit.text, crlf);
    copied = edit.offset + edit.length;
    const bool wholeLines = edit.text.empty() && edit.length > 0 && source[copied - 1] == '\n' &&
                            (edit.offset == 0 || source[edit.offset - 1] == '\n');
    if (produced && !wholeLines) produced->push_back({begin, result.size()});
  }
  result += source.drop_front(copied);
  return result;
}

std::string writeBack(StringRef source, const Edits& edits, StringRef path, StringRef original) {
  std::vector<TextRange> produced;
  const std::string text = applyEdits(source, edits, &produced);
  // A source without directives needs neither a style nor the formatter.
  return produced.empty() ? text : formatParts(text, produced, styleFor(original, path));
}

}  // namespace appyl
