#include "codegen/text/whole_file.h"

#include "support/names.h"

#include <clang/Lex/Lexer.h>
#include <llvm/Support/Path.h>

namespace appyl {

using namespace clang;

std::string fileNameInLiteral(const SourceManager& sources) {
  const llvm::StringRef path = sources.getFileEntryRefForID(sources.getMainFileID())->getName();
  return Lexer::Stringify(llvm::sys::path::filename(path));
}

void spellForCpp(llvm::StringRef text, Edits& edits, const LangOptions& options) {
  static const std::map<llvm::StringRef, const char*> spellings = {{"restrict", "__restrict"},
                                                                   {"_Bool", "bool"},
                                                                   {"_Static_assert", "static_assert"},
                                                                   {"_Alignas", "alignas"},
                                                                   {"_Alignof", "alignof"}};
  const auto found = [&](llvm::StringRef code) {
    Edits words;
    Lexer lexer(SourceLocation(), options, code.begin(), code.begin(), code.end());
    for (Token token;;) {
      const bool isLast = lexer.LexFromRawLexer(token);
      const llvm::StringRef word = token.is(tok::raw_identifier) ? token.getRawIdentifier() : "";
      if (const auto other = spellings.find(word); other != spellings.end())
        words.push_back({static_cast<unsigned>(word.begin() - code.begin()),
                         static_cast<unsigned>(word.size()), other->second});
      if (isLast || token.is(tok::eof)) return words;
    }
  };
  Edits others;
  for (const Edit& word : found(text))
    if (llvm::none_of(edits, [&](const Edit& each) {
          return each.offset <= word.offset && word.offset < each.offset + each.length;
        }))
      others.push_back(word);
  for (Edit& each : edits) {
    const Edits words = found(each.text);
    for (auto word = words.rbegin(); word != words.rend(); ++word)
      each.text.replace(word->offset, word->length, word->text);
  }
  edits.insert(edits.end(), others.begin(), others.end());
}

Edit forbidContraction(llvm::StringRef text) {
  const unsigned offset = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {offset, 0,
          "#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n#elif defined(__GNUC__) && "
          "!defined(__CUDACC__)\n"
          "#pragma GCC optimize(\"fp-contract=off\")\n#endif\n"};
}

}  // namespace appyl
