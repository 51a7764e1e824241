#include "as_cpp/as_cpp.h"

#include <clang/Lex/Lexer.h>

#include <llvm/ADT/StringSet.h>

namespace appyl {
namespace {

using namespace clang;
using llvm::StringRef;

/// What only C, or only GNU's C, has a word for -> what both languages take.
struct Spelling {
  const char* written;
  const char* other;
};
constexpr Spelling spellings[] = {
    {"_Thread_local", "__thread"},
    {"_Noreturn", "__attribute__((noreturn))"},
    {"typeof", "__typeof__"},
    {"noreturn", "__attribute__((noreturn))"},
    {"asm", "__asm__"},
    {"register", ""},
};

/// Is the name a word of C++?
bool isWordOfCpp(StringRef name) {
  static const LangOptions cpp = [] {
    LangOptions options;
    std::vector<std::string> includes;
    LangOptions::setLangDefaults(options, Language::CXX, llvm::Triple("x86_64-linux-gnu"), includes,
                                 LangStandard::lang_cxx20);
    return options;
  }();
  static IdentifierTable words(cpp);
  return words.get(name).isKeyword(cpp) || words.get(name).isCPlusPlusOperatorKeyword();
}

struct Word {
  unsigned offset = 0, length = 0;
  tok::TokenKind kind = tok::unknown;
  StringRef text;
  bool beginsLine = false, hasSpace = false;
};

std::vector<Word> wordsOf(StringRef text, const LangOptions& options) {
  std::vector<Word> words;
  Lexer lexer(SourceLocation(), options, text.begin(), text.begin(), text.end());
  for (Token token;;) {
    const bool isLast = lexer.LexFromRawLexer(token);
    if (token.is(tok::eof)) return words;
    const auto offset = static_cast<unsigned>(lexer.getBufferLocation() - text.begin()) - token.getLength();
    words.push_back({offset, token.getLength(), token.getKind(), text.substr(offset, token.getLength()),
                     token.isAtStartOfLine(), token.hasLeadingSpace()});
    if (isLast) return words;
  }
}

class WordWriter {
 public:
  explicit WordWriter(CppEdits& edits)
      : edits(edits), options(edits.context.getLangOpts()), words(wordsOf(edits.text, options)) {}

  std::map<std::string, std::string> write() {
    readMacros();
    if (!options.LineComment && wordsOf(edits.text, withLineComments()).size() != words.size())
      edits.refuse(startOf(0), "the output is C++, in which '//' begins a comment");
    bool isInclude = false, isPragma = false;
    for (std::size_t k = 0; k < words.size(); ++k) {
      const Word& word = words[k];
      if (word.beginsLine) {
        isInclude = isNamed(k, "#") && (isNamed(k + 1, "include") || isNamed(k + 1, "include_next"));
        isPragma = isNamed(k, "#") && isNamed(k + 1, "pragma");
      }
      const bool isClause = isPragma && word.text == "private" && isNamed(k + 1, "(");
      if (isInclude || isClause) continue;
      if (word.kind != tok::raw_identifier) continue;
      separateFromString(k);
      if (const Spelling* other = spellingOf(k)) {
        edits.replace({word.offset, word.offset + word.length}, other->other);
      } else if (isNameOnlyInC(word.text)) {
        std::string& name = renamed[word.text.str()];
        if (name.empty()) name = edits.unusedName(word.text.str() + "_");
        edits.replace({word.offset, word.offset + word.length}, name);
      }
    }
    checkTextOfMacros();
    return renamed;
  }

 private:
  CppEdits& edits;
  const LangOptions& options;
  const std::vector<Word> words;
  std::map<std::string, std::string> renamed;
  std::set<std::string> defined, makesNames;  // macros of the file

  SourceLocation startOf(std::size_t k) const {
    return edits.sources.getLocForStartOfFile(edits.sources.getMainFileID())
        .getLocWithOffset(k < words.size() ? static_cast<int>(words[k].offset) : 0);
  }
  bool isNamed(std::size_t k, StringRef name) const { return k < words.size() && words[k].text == name; }

  LangOptions withLineComments() const {
    LangOptions other = options;
    other.LineComment = true;
    return other;
  }

  void readMacros() {
    for (std::size_t k = 0; k + 2 < words.size(); ++k) {
      if (!words[k].beginsLine || !isNamed(k, "#") || !isNamed(k + 1, "define")) continue;
      defined.insert(words[k + 2].text.str());
      for (std::size_t at = k + 3; at < words.size() && !words[at].beginsLine; ++at)
        if (words[at].kind == tok::hash || words[at].kind == tok::hashhash)
          makesNames.insert(words[k + 2].text.str());
    }
  }

  /// A word of C++, but not of C, unless a header of the system makes it one.
  bool isNameOnlyInC(StringRef name) const {
    IdentifierInfo& known = edits.context.Idents.get(name);
    // `__typeof__` is another spelling of a keyword that C11 does not have.
    if (known.getTokenID() != tok::identifier || !isWordOfCpp(name)) return false;
    return defined.count(name.str()) != 0 || !known.hadMacroDefinition();
  }

  const Spelling* spellingOf(std::size_t k) const {
    const StringRef name = words[k].text;
    for (const Spelling& each : spellings)
      if (name == each.written) {
        IdentifierInfo& known = edits.context.Idents.get(name);
        const bool isOfHeader = known.hadMacroDefinition() && defined.count(name.str()) == 0;
        const bool isAttribute = name != "noreturn" || (isOfHeader && !isNamed(k - 1, "("));
        return (known.isKeyword(options) || isOfHeader) && isAttribute ? &each : nullptr;
      }
    return nullptr;
  }

  /// `"%"PRId64`: C++ would read the name as a part of the string.
  void separateFromString(std::size_t k) {
    if (k == 0 || words[k].hasSpace || words[k].beginsLine) return;
    if (tok::isStringLiteral(words[k - 1].kind) || words[k - 1].kind == tok::char_constant)
      edits.insert(words[k].offset, " ");
  }

  /// A macro that makes a string or a name from its argument would now make another one.
  void checkTextOfMacros() {
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (makesNames.count(words[k].text.str()) == 0) continue;
      std::size_t end = k + 1;
      const bool isDefinition = k >= 2 && isNamed(k - 1, "define") && isNamed(k - 2, "#");
      if (isDefinition) {
        while (end < words.size() && !words[end].beginsLine) ++end;
      } else {
        for (int depth = 0; end < words.size(); ++end) {
          depth += words[end].kind == tok::l_paren;
          depth -= words[end].kind == tok::r_paren;
          if (depth <= 0) break;
        }
      }
      const unsigned last = end < words.size() ? words[end].offset : static_cast<unsigned>(edits.text.size());
      edits.madeOfText.push_back({words[k].offset + words[k].length, last});
    }
  }
};

}  // namespace

std::map<std::string, std::string> writeWords(CppEdits& edits) { return WordWriter(edits).write(); }

}  // namespace appyl
