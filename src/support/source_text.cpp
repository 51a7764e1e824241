#include "support/source_text.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace appyl {

using namespace clang;

void MappedText::put(llvm::StringRef part, bool isOriginal) {
  for (const char c : part) {
    made.text += c;
    if (c != '\n') continue;
    if (isOriginal) ++line;
    made.lines.push_back(line);
  }
}

void MappedText::skip(llvm::StringRef part) {
  line += static_cast<unsigned>(part.count('\n'));
  if (!made.text.empty() && made.text.back() == '\n') made.lines.back() = line;
}

SourceText mapLines(SourceText made, const SourceText& from) {
  if (from.isAsWritten()) return made;
  if (made.files.empty() && !from.files.empty()) made.files.resize(made.lines.size());
  const auto indexOf = [&](unsigned line) {
    return std::min<std::size_t>(std::max(1u, line), from.lines.size()) - 1;
  };
  for (std::size_t k = 0; k < made.lines.size(); ++k) {
    if (!made.files.empty() && !made.files[k].empty()) continue;
    const std::size_t line = indexOf(made.lines[k]);
    made.lines[k] = from.lines[line];
    if (line < from.files.size()) made.files[k] = from.files[line];
  }
  for (Fallback& each : made.fallbacks) each.line = from.lines[indexOf(each.line)];
  return made;
}

std::vector<std::string> headersOf(const SourceText& text) {
  std::vector<std::string> headers;
  for (const std::string& file : text.files)
    if (!file.empty() && std::find(headers.begin(), headers.end(), file) == headers.end())
      headers.push_back(file);
  return headers;
}

std::string withLineNumbers(llvm::StringRef text) {
  if (!text.contains("__LINE__")) return text.str();
  std::string result;
  LangOptions language;
  language.CPlusPlus = true;
  Lexer lexer(SourceLocation(), language, text.begin(), text.begin(), text.end());
  bool isDirective = false;
  unsigned line = 1;
  std::size_t done = 0, counted = 0;
  Token token;
  do {
    const bool isLast = lexer.LexFromRawLexer(token);
    const std::size_t end = lexer.getBufferLocation() - text.begin(), begin = end - token.getLength();
    line += static_cast<unsigned>(text.slice(counted, begin).count('\n'));
    counted = begin;
    if (token.isAtStartOfLine()) isDirective = token.is(tok::hash);
    if (!isDirective && token.is(tok::raw_identifier) && token.getRawIdentifier() == "__LINE__") {
      result += text.slice(done, begin).str() + std::to_string(line);
      done = end;
    }
    if (isLast) break;
  } while (token.isNot(tok::eof));
  return result + text.drop_front(done).str();
}

}  // namespace appyl
