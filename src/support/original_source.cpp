#include "support/original_source.h"

#include <clang/Basic/CharInfo.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

namespace appyl {

using namespace clang;
using llvm::StringRef;

namespace {

StringRef wordAt(StringRef line, std::size_t column) {
  return line.substr(column).take_while([](char c) { return isAsciiIdentifierContinue(c); });
}

/// Where the word stands by itself; npos: nowhere.
std::size_t findWord(StringRef line, StringRef word) {
  for (std::size_t at = line.find(word); !word.empty() && at != StringRef::npos;
       at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !isAsciiIdentifierContinue(line[at - 1]);
    if (begins && wordAt(line, at) == word) return at;
  }
  return StringRef::npos;
}

}  // namespace

OriginalSource::OriginalSource(std::string original, std::vector<unsigned> lines, SourceManager& sources)
    : sources(sources), text(std::move(original)), lines(std::move(lines)) {}

StringRef OriginalSource::lineAt(StringRef text, unsigned number) {
  for (; number > 1; --number) text = text.split('\n').second;
  return text.split('\n').first;
}

SourceLocation OriginalSource::placeOf(SourceLocation where) {
  const auto [id, offset] = sources.getDecomposedExpansionLoc(where);
  if (where.isInvalid() || id != sources.getMainFileID()) return where;
  const unsigned number = sources.getLineNumber(id, offset), column = sources.getColumnNumber(id, offset) - 1;
  if (number >= lines.size() + 1 || lines[number - 1] == 0) return where;
  const StringRef line = lineAt(sources.getBufferData(id), number),
                  original = lineAt(text, lines[number - 1]);
  if (line == original) return where;
  // The statement may go on in further lines.
  const unsigned end = lines[number - 1] + static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
  for (unsigned at = lines[number - 1]; at <= end; ++at) {
    const StringRef part = lineAt(text, at);
    const std::size_t word = findWord(part, wordAt(line, column));
    if (word != StringRef::npos) return inOriginal(at, word);
    if (part.contains(';') || part.contains('{') || part.ltrim().starts_with("#")) break;
  }
  const std::size_t first = original.find_first_not_of(" \t");
  return inOriginal(lines[number - 1], first == StringRef::npos ? 0 : first);
}

SourceLocation OriginalSource::endOfDirective(SourceLocation where) {
  const auto [id, offset] = sources.getDecomposedExpansionLoc(where);
  const unsigned number = id == sources.getMainFileID() ? sources.getLineNumber(id, offset) : 0;
  if (number == 0 || number >= lines.size() + 1) return {};
  const StringRef original = lineAt(text, lines[number - 1]);
  return original.ltrim().starts_with("#") ? inOriginal(lines[number - 1], original.rtrim().size())
                                           : SourceLocation();
}

SourceLocation OriginalSource::inOriginal(unsigned line, std::size_t column) {
  if (file.isInvalid())
    file = sources.createFileID(llvm::MemoryBuffer::getMemBuffer(
        text, sources.getFileEntryRefForID(sources.getMainFileID())->getName()));
  return sources.translateLineCol(file, line, static_cast<unsigned>(column) + 1);
}

}  // namespace appyl
