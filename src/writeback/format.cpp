#include "writeback/format.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace appyl {
namespace {

using clang::format::FormatStyle;
using clang::tooling::Replacement;
using clang::tooling::Replacements;
using llvm::StringRef;

constexpr StringRef mark = "//@appyl-pragma@";
constexpr StringRef apart = "//@appyl-apart@";  // between comments, which would be broken as if they were one

/// Gives the raw tokens of a text, which must outlive it.
clang::Lexer lexerOf(const std::string& text) {
  static const clang::LangOptions language = [] {
    clang::LangOptions options;
    options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 =
        options.CPlusPlus20 = true;
    options.LineComment = options.RawStringLiterals = true;
    return options;
  }();
  const char* begin = text.c_str();
  return clang::Lexer(clang::SourceLocation(), language, begin, begin, begin + text.size());
}

/// The lines that the parts touch: ranges from the beginning of a line to the end of one, apart from each
/// other.
std::vector<TextRange> wholeLines(StringRef text, const std::vector<TextRange>& parts) {
  std::vector<TextRange> lines;
  for (const TextRange& part : parts) {
    const size_t begin = text.take_front(part.begin).rfind('\n') + 1;
    // A part that ends with its line's end does not touch the next line.
    const size_t last = part.end > part.begin ? part.end - 1 : part.end;
    const size_t newline = text.find('\n', last);
    const size_t end = newline == StringRef::npos ? text.size() : newline + 1;
    if (!lines.empty() && begin <= lines.back().end)
      lines.back().end = std::max(lines.back().end, end);
    else
      lines.push_back({begin, end});
  }
  return lines;
}

StringRef lineAt(StringRef text, size_t begin) {
  const size_t newline = text.find('\n', begin);
  return text.slice(begin, newline == StringRef::npos ? text.size() : newline + 1);
}

bool isPragma(StringRef line) {
  line = line.ltrim(" \t");
  return line.consume_front("#") && line.ltrim(" \t").starts_with("pragma") &&
         !line.ltrim(" \t").starts_with("pragma once");
}

/// Text that looks like lines but belongs to a raw string or a comment: from the end of a token's first line
/// to the end of the token.
std::vector<TextRange> insideTokens(StringRef text) {
  std::vector<TextRange> result;
  const std::string code = text.str();  // the lexer wants its end marked
  clang::Lexer lexer = lexerOf(code);
  lexer.SetCommentRetentionState(true);
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    const size_t end = lexer.getBufferLocation() - code.c_str(), begin = end - token.getLength();
    const size_t newline = StringRef(code).slice(begin, end).find('\n');
    if (newline != StringRef::npos) result.push_back({begin + newline, end});
  }
  return result;
}

struct Shortened {
  std::string text;
  std::vector<TextRange> parts;   // as before, in `text`
  std::vector<std::string> left;  // what names in `text` stand for
};

constexpr StringRef shortName = "appyl_left_out_";

/// The statements, and other code between braces and semicolons, that have very many tokens: the formatter
/// takes time and memory in the square of their number, and such code is not for human readers.
std::vector<TextRange> longPieces(const std::string& code) {
  constexpr unsigned most = 2000;
  std::vector<TextRange> result;
  clang::Lexer lexer = lexerOf(code);
  clang::Token token;
  size_t begin = 0, end = 0, open = 0, close = 0;  // of the piece; of its first parentheses
  unsigned count = 0;
  int depth = 0;
  const auto endPiece = [&](bool isHead) {
    // Of the head of a block, what is in parentheses.
    if (count > most && !isHead) result.push_back({begin, end});
    if (count > most && isHead && open < close) result.push_back({open, close});
    count = 0;
    open = close = 0;
  };
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    const size_t after = lexer.getBufferLocation() - code.c_str(), before = after - token.getLength();
    // Parentheses in both branches of an #if make the count wrong.
    if (token.is(clang::tok::r_brace) && (before == 0 || code[before - 1] == '\n')) depth = 0;
    if (depth == 0 && token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace)) {
      endPiece(token.is(clang::tok::l_brace));
      continue;
    }
    if (count++ == 0) begin = before;
    end = after;
    if (token.isOneOf(clang::tok::l_paren, clang::tok::l_square) && depth++ == 0 && open == 0) open = after;
    if (token.isOneOf(clang::tok::r_paren, clang::tok::r_square) && depth > 0 && --depth == 0 && close == 0)
      close = before;
  }
  endPiece(/*isHead=*/false);
  return result;
}

/// Replaces each of these parts by a name.
Shortened shorten(StringRef text, const std::vector<TextRange>& parts) {
  Shortened result{"", parts, {}};
  size_t copied = 0;
  std::vector<std::pair<TextRange, size_t>> places;  // in the old text, and how long the new one is behind it
  for (const TextRange& piece : longPieces(text.str())) {
    result.text += text.slice(copied, piece.begin);
    result.text += (shortName + llvm::Twine(result.left.size()) + "_").str();
    result.left.push_back(text.slice(piece.begin, piece.end).str());
    copied = piece.end;
    places.push_back({piece, result.text.size()});
  }
  result.text += text.drop_front(copied);
  const auto moved = [&](size_t at) {
    const auto next = std::partition_point(places.begin(), places.end(),
                                           [&](const auto& each) { return each.first.begin < at; });
    if (next == places.begin()) return at;
    const auto& [piece, behind] = *std::prev(next);
    return at < piece.end ? behind : behind + (at - piece.end);
  };
  for (TextRange& part : result.parts) part = {moved(part.begin), moved(part.end)};
  return result;
}

std::string restoreLong(StringRef text, const std::vector<std::string>& left) {
  std::string result;
  for (const std::string& each : left) {
    const auto [before, after] = text.split((shortName + llvm::Twine(&each - left.data()) + "_").str());
    result += before;
    result += each;
    text = after;
  }
  return result += text;
}

struct Disguised {
  std::string text;
  std::vector<TextRange> lines;      // as before, in `text`
  std::vector<std::string> pragmas;  // from '#' to the end of the last line, without its line end
};

/// The indentation of the statement that a pragma ending before `at` belongs to; `own` where none follows.
/// The formatter aligns a comment with one at the end of the line before, unless it was aligned with the next
/// statement.
StringRef indentationOfNext(StringRef text, size_t at, StringRef own) {
  bool continues = false;  // a pragma
  for (StringRef line = lineAt(text, at); !line.empty(); line = lineAt(text, at)) {
    at += line.size();
    const StringRef code = line.trim(" \t\r\n");
    const bool skipped = code.empty() || continues || isPragma(line) || code.starts_with("//");
    continues = (continues || isPragma(line)) && code.ends_with("\\");
    if (skipped) continue;
    return code.starts_with("#") || code.starts_with("}") ? own
                                                          : line.take_front(line.find_first_not_of(" \t"));
  }
  return own;
}

/// Does a comment end there to which the formatter would add one in the next line?
bool endsWithComment(StringRef before) {
  before = before.rtrim("\r\n");
  return before.substr(before.rfind('\n') + 1).contains("//");
}

/// Replaces each pragma on the given lines by a comment.
Disguised disguisePragmas(StringRef text, const std::vector<TextRange>& lines) {
  Disguised result;
  const std::vector<TextRange> quoted =
      text.contains("pragma") ? insideTokens(text) : std::vector<TextRange>();
  const auto isQuoted = [&](size_t at) {
    const auto after =
        std::upper_bound(quoted.begin(), quoted.end(), at,
                         [](size_t place, const TextRange& each) { return place < each.begin; });
    return after != quoted.begin() && at < std::prev(after)->end;
  };
  size_t copied = 0;
  for (const TextRange& range : lines) {
    result.text += text.slice(copied, range.begin);
    const size_t begin = result.text.size();
    const auto keepApart = [&](size_t at) {
      const StringRef line = lineAt(text, at), code = line.ltrim(" \t");
      if (code.starts_with("//") && at > 0 && endsWithComment(text.take_front(at)))
        result.text += (line.drop_back(code.size()) + apart + "\n").str();
    };
    keepApart(range.begin);
    for (size_t at = range.begin; at < range.end;) {
      StringRef line = lineAt(text, at);
      if (!isPragma(line) || isQuoted(at)) {
        result.text += line;
        at += line.size();
        continue;
      }
      while (line.rtrim("\r\n").ends_with("\\") && at + line.size() < range.end)
        line = text.substr(at, line.size() + lineAt(text, at + line.size()).size());
      at += line.size();
      const StringRef pragma = line.trim(" \t\r\n");
      const StringRef indentation = line.take_front(line.find('#'));
      const StringRef lineEnd = line.drop_front(line.find_last_not_of("\r\n") + 1);
      result.text +=
          (indentationOfNext(text, at, indentation) + mark + llvm::Twine(result.pragmas.size()) + lineEnd)
              .str();
      // Continuation lines keep their distance to the first.
      std::string relative;
      for (StringRef part : llvm::split(pragma, '\n')) {
        if (!relative.empty()) {
          relative += '\n';
          part.consume_front(indentation);
        }
        relative += part;
      }
      result.pragmas.push_back(relative);
    }
    keepApart(range.end);
    result.lines.push_back({begin, result.text.size()});
    copied = range.end;
  }
  result.text += text.drop_front(copied);
  return result;
}

/// Breaks a pragma that does not fit before its clauses; the formatter would only do so at the left margin.
std::string broken(StringRef pragma, size_t indentation, const FormatStyle& style) {
  if (style.ColumnLimit == 0 || indentation + pragma.size() <= style.ColumnLimit || pragma.contains('\n') ||
      pragma.contains("//"))
    return pragma.str();
  const StringRef lineEnd = style.LineEnding == FormatStyle::LE_CRLF ? " \\\r\n" : " \\\n";
  const size_t room =
      style.ColumnLimit > indentation + 2 ? style.ColumnLimit - indentation - 2 : 0;  // for the backslash
  std::string result, line;
  int depth = 0;
  size_t wordBegin = 0;
  for (size_t i = 0; i <= pragma.size(); ++i) {
    const char c = i < pragma.size() ? pragma[i] : ' ';
    depth += (c == '(') - (c == ')');
    if (c != ' ' || (depth > 0 && i < pragma.size())) continue;
    const StringRef word = pragma.slice(wordBegin, i);
    wordBegin = i + 1;
    // `#pragma omp parallel for` stays together.
    if (word.contains('(') && line.size() + 1 + word.size() > room) {
      result += line + lineEnd.str();
      line = std::string(style.ContinuationIndentWidth, ' ') + word.str();
    } else {
      line += (line.empty() ? "" : " ") + word.str();
    }
  }
  return result + line;
}

std::string restorePragmas(StringRef text, const std::vector<std::string>& pragmas,
                           const FormatStyle& style) {
  std::string whole;
  for (StringRef line = lineAt(text, 0); !line.empty();
       text = text.drop_front(line.size()), line = lineAt(text, 0))
    if (!line.ltrim(" \t").starts_with(apart)) whole += line;
  text = whole;
  std::string result;
  while (true) {
    auto [before, after] = text.split(mark);
    result += before;
    if (after.data() == nullptr || before.size() == text.size()) return result;
    unsigned number = 0;
    after.consumeInteger(10, number);
    const size_t lineBegin = result.rfind('\n') + 1;
    const std::string indentation = result.substr(lineBegin);
    for (char c : broken(pragmas[number], indentation.size(), style)) {
      result += c;
      if (c == '\n') result += indentation;
    }
    text = after;
  }
}

/// The formatter also touches neighbours of what it was asked to format (a comment that it aligns, a brace
/// that it moves). Keeps what lies in the given lines; a replacement is reduced to what it changes before
/// that is decided.
Replacements within(const std::vector<TextRange>& lines, const Replacements& all, StringRef text) {
  Replacements kept;
  auto line = lines.begin();
  for (const Replacement& one : all) {
    size_t begin = one.getOffset(), end = begin + one.getLength();
    StringRef wanted = one.getReplacementText();
    while (begin < end && !wanted.empty() && text[begin] == wanted.front()) {
      ++begin;
      wanted = wanted.drop_front();
    }
    while (begin < end && !wanted.empty() && text[end - 1] == wanted.back()) {
      --end;
      wanted = wanted.drop_back();
    }
    if (begin == end && wanted.empty()) continue;
    while (line != lines.end() && line->end < end) ++line;
    if (line == lines.end() || line->begin > end) continue;
    if (begin < line->begin) {
      // Blanks that end the line before, or empty lines, together with the indentation of the first line.
      if (!wanted.contains('\n')) continue;
      begin = line->begin;
      wanted = wanted.drop_front(wanted.rfind('\n') + 1);
    }
    llvm::consumeError(kept.add(Replacement(one.getFilePath(), begin, end - begin, wanted)));
  }
  return kept;
}

/// Where a function or another outermost block ends, with its line; the last one is the end of the text. The
/// formatter takes time in the product of a text's length and its ranges, so it gets a section at a time.
std::vector<size_t> sectionEnds(const std::string& text) {
  std::vector<size_t> ends;
  const char* begin = text.c_str();
  clang::Lexer lexer = lexerOf(text);
  clang::Token token;
  std::vector<bool> open;  // the braces around; true: of a namespace, whose functions are sections too
  bool opensNamespace = false;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::raw_identifier)) {
      const StringRef word = token.getRawIdentifier();
      opensNamespace |= word == "namespace" || word == "extern";
    }
    if (token.is(clang::tok::l_brace)) open.push_back(opensNamespace);
    if (token.isOneOf(clang::tok::semi, clang::tok::l_paren, clang::tok::l_brace)) opensNamespace = false;
    if (token.isNot(clang::tok::r_brace)) continue;
    if (!open.empty()) open.pop_back();
    // Braces in both branches of an #if make the count wrong; the margin is the second witness.
    const size_t end = lexer.getBufferLocation() - begin;
    const bool atMargin = end == 1 || text[end - 2] == '\n';
    if (!atMargin || llvm::is_contained(open, false)) continue;
    const size_t newline = text.find('\n', end);
    if (newline != std::string::npos && StringRef(text).slice(end, newline).trim(" \t\r;").empty())
      ends.push_back(newline + 1);
  }
  if (ends.empty() || ends.back() != text.size()) ends.push_back(text.size());
  return ends;
}

/// As few ranges as the formatter can take in a section with very many edits; what lies between is left out
/// afterwards.
std::vector<clang::tooling::Range> fewRanges(const std::vector<TextRange>& lines) {
  constexpr size_t most = 64;
  const size_t each = (lines.size() + most - 1) / most;
  std::vector<clang::tooling::Range> ranges;
  for (size_t i = 0; i < lines.size(); i += each) {
    const TextRange& last = lines[std::min(i + each, lines.size()) - 1];
    ranges.emplace_back(lines[i].begin, last.end - lines[i].begin);
  }
  return ranges;
}

/// Clang looks for places to break a string literal at by measuring the rest of it at each.
bool hasLongLiteral(StringRef code) {
  constexpr size_t longest = 10'000;
  while (!code.empty()) {
    const auto [line, rest] = code.split('\n');
    if (line.size() > longest && line.contains('"')) return true;
    code = rest;
  }
  return false;
}

std::string formatSection(StringRef code, const std::vector<TextRange>& lines, FormatStyle style) {
  if (hasLongLiteral(code)) style.BreakStringLiterals = false;
  const Replacements all = clang::format::reformat(style, code, fewRanges(lines));
  auto formatted = clang::tooling::applyAllReplacements(code, within(lines, all, code));
  if (formatted) return *formatted;
  llvm::consumeError(formatted.takeError());
  return code.str();  // as the target has written it
}

}  // namespace

std::string formatParts(StringRef text, const std::vector<TextRange>& parts, FormatStyle style) {
  // What stands for a pragma is not to be joined with a comment, nor wrapped.
  style.CommentPragmas =
      (style.CommentPragmas.empty() ? "" : "(" + style.CommentPragmas + ")|") + "^@appyl-(pragma|apart)@";
  const Shortened shortened = shorten(text, parts);
  const Disguised disguised = disguisePragmas(shortened.text, wholeLines(shortened.text, shortened.parts));
  const std::string& code = disguised.text;
  std::string result;
  auto line = disguised.lines.begin();
  size_t begin = 0;
  for (size_t end : sectionEnds(code)) {
    std::vector<TextRange> lines;  // of the section; a range over its end is the next section's too
    for (; line != disguised.lines.end() && line->begin < end; ++line) {
      lines.push_back({std::max(line->begin, begin) - begin, std::min(line->end, end) - begin});
      if (line->end > end) break;
    }
    const StringRef section = StringRef(code).slice(begin, end);
    result += lines.empty() ? section.str() : formatSection(section, lines, style);
    begin = end;
  }
  return restorePragmas(restoreLong(result, shortened.left), disguised.pragmas, style);
}

}  // namespace appyl
