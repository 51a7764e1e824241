#include "codegen/text/old_c.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace appyl {
namespace {

using namespace clang;
using llvm::StringRef;

class OldC {
 public:
  OldC(StringRef text, const LangOptions& options) : text(text), options(options) {
    LangOptions lexed = options;
    lexed.LineComment = true;  // of those that are taken out
    Lexer lexer(SourceLocation(), lexed, text.begin(), text.begin(), text.end());
    lexer.SetCommentRetentionState(true);
    bool isPragma = false;
    for (Token token;;) {
      lexer.LexFromRawLexer(token);
      if (token.is(tok::eof)) break;
      const std::size_t end = lexer.getBufferLocation() - text.begin(), begin = end - token.getLength();
      if (token.is(tok::hash) && token.isAtStartOfLine())
        isPragma = true;
      else if (token.isAtStartOfLine() && !text.take_front(begin).rtrim(" \t").ends_with("\\\n"))
        isPragma = false;
      if (token.is(tok::comment))
        writeComment(begin, end);
      else
        tokens.push_back({begin, end, token.getKind(), isPragma});
    }
  }

  std::string write() {
    for (std::size_t k = 0; k < tokens.size(); ++k)
      if (isWord(k, "for") && !isMoved(k)) declareInFront(k);
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& one, const Change& other) { return one.begin < other.begin; });
    std::string result;
    std::size_t at = 0;
    for (const Change& each : changes) {
      result += text.slice(at, each.begin);
      result += each.text;
      at = each.end;
    }
    return result + text.substr(at).str();
  }

 private:
  struct Word {
    std::size_t begin, end;
    tok::TokenKind kind;
    bool isPragma;
  };
  struct Change {
    std::size_t begin, end;
    std::string text;
  };
  StringRef text;
  const LangOptions& options;
  std::vector<Word> tokens;
  std::vector<Change> changes;
  std::vector<std::size_t> moved;  // loops whose counters have been declared with those around them

  StringRef wordAt(std::size_t k) const {
    return k < tokens.size() ? text.slice(tokens[k].begin, tokens[k].end) : StringRef();
  }
  bool isWord(std::size_t k, StringRef word) const { return !isInPragma(k) && wordAt(k) == word; }
  bool isInPragma(std::size_t k) const { return k < tokens.size() && tokens[k].isPragma; }
  bool isMoved(std::size_t k) const { return std::find(moved.begin(), moved.end(), k) != moved.end(); }

  void writeComment(std::size_t begin, std::size_t end) {
    if (options.LineComment || !text.substr(begin).starts_with("//")) return;
    changes.push_back({begin, begin + 2, "/*"});
    changes.push_back({end, end, " */"});
  }

  /// Behind the parenthesis that closes the one here.
  std::size_t behindParentheses(std::size_t k) const {
    for (int depth = 0; k < tokens.size(); ++k) {
      depth += tokens[k].kind == tok::l_paren || tokens[k].kind == tok::l_brace;
      depth -= tokens[k].kind == tok::r_paren || tokens[k].kind == tok::r_brace;
      if (depth == 0) return k + 1;
    }
    return k;
  }

  std::size_t behindStatement(std::size_t k) const {
    while (isInPragma(k)) ++k;
    if (k < tokens.size() && tokens[k].kind == tok::l_brace) return behindParentheses(k);
    if (isWord(k, "do")) return behindStatement(behindStatement(k + 1));
    if (isWord(k, "for") || isWord(k, "while") || isWord(k, "switch")) {
      const std::size_t body = behindParentheses(k + 1);
      return isWord(body, ";") ? body + 1 : behindStatement(body);
    }
    if (isWord(k, "if")) {
      const std::size_t end = behindStatement(behindParentheses(k + 1));
      return isWord(end, "else") ? behindStatement(end + 1) : end;
    }
    while (k < tokens.size() && tokens[k].kind != tok::semi)
      k = tokens[k].kind == tok::l_paren || tokens[k].kind == tok::l_brace ? behindParentheses(k) : k + 1;
    return k + 1;
  }

  /// The name that the loop's head declares; none: it declares nothing.
  std::optional<std::size_t> declaredBy(std::size_t loop) const {
    std::size_t at = loop + 2;
    while (at < tokens.size() && (tokens[at].kind == tok::raw_identifier || tokens[at].kind == tok::star))
      ++at;
    const bool isDeclaration =
        isWord(at, "=") && at >= loop + 4 && tokens[at - 1].kind == tok::raw_identifier;
    return isDeclaration ? std::optional(at - 1) : std::nullopt;
  }

  /// `{ int i; #pragma omp ... for (i = 0; ...) ... }`; the loops that a `collapse` takes have their counters
  /// in front of all.
  void declareInFront(std::size_t loop) {
    std::size_t first = loop;
    while (first > 0 && isInPragma(first - 1)) --first;
    unsigned together = 1;
    for (std::size_t k = first; k + 2 < loop; ++k)
      if (wordAt(k) == "collapse") wordAt(k + 2).getAsInteger(10, together);
    std::string declarations;
    for (std::size_t at = loop; together > 0; --together) {
      while (at < tokens.size() && !isWord(at, "for")) ++at;
      if (const auto name = declaredBy(at)) {
        declarations += text.slice(tokens[at + 2].begin, tokens[*name].end).str() + ";\n";
        changes.push_back({tokens[at + 2].begin, tokens[*name].begin, ""});
      }
      moved.push_back(at);
      at = behindParentheses(at + 1);
    }
    if (declarations.empty()) return;
    changes.push_back({tokens[first].begin, tokens[first].begin, "{\n" + declarations});
    const std::size_t end = behindStatement(loop) - 1;
    const std::size_t last = end < tokens.size() ? tokens[end].end : text.size();
    changes.push_back({last, last, "\n}"});
  }
};

}  // namespace

std::string asOldC(const std::string& text, const LangOptions& options) {
  return OldC(text, options).write();
}

}  // namespace appyl
