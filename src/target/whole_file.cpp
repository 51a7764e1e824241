#include "target/whole_file.h"

#include "support/names.h"

#include <clang/Lex/Lexer.h>
#include <llvm/Support/Path.h>

namespace appyl {

using namespace clang;

std::set<std::string> identifiersOf(llvm::StringRef text) {
  std::set<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    if (!isOfName(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && isOfName(text[end])) ++end;
    names.insert(text.slice(begin, end).str());
    begin = end;
  }
  return names;
}

std::string fileNameInLiteral(const SourceManager& sources) {
  const llvm::StringRef path = sources.getFileEntryRefForID(sources.getMainFileID())->getName();
  return Lexer::Stringify(llvm::sys::path::filename(path));
}

void spellRestrict(llvm::StringRef text, Edits& edits, const ASTContext& context) {
  const auto found = [&](llvm::StringRef code) {
    std::vector<unsigned> offsets;
    Lexer lexer(SourceLocation(), context.getLangOpts(), code.begin(), code.begin(), code.end());
    for (Token token;;) {
      const bool isLast = lexer.LexFromRawLexer(token);
      if (token.is(tok::raw_identifier) && token.getRawIdentifier() == "restrict")
        offsets.push_back(static_cast<unsigned>(token.getRawIdentifier().begin() - code.begin()));
      if (isLast || token.is(tok::eof)) return offsets;
    }
  };
  Edits others;
  for (const unsigned offset : found(text))
    if (llvm::none_of(edits, [&](const Edit& each) {
          return each.offset <= offset && offset < each.offset + each.length;
        }))
      others.push_back({offset, 0, "__"});
  for (Edit& each : edits) {
    const std::vector<unsigned> offsets = found(each.text);
    for (auto offset = offsets.rbegin(); offset != offsets.rend(); ++offset) each.text.insert(*offset, "__");
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
