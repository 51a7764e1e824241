#include "codegen/text/includes.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>

namespace appyl {

Edit inFrontOfFile(const std::string& text, const FileNeeds& needs, std::size_t firstUse) {
  std::string lines;
  for (const std::string& macro : needs.macros) lines += "#define " + macro + "\n";
  for (const std::string& header : needs.headers) lines += "#include <" + header + ">\n";
  if (needs.hasDoubtfulLanes)
    lines += "#ifdef __clang__\n#pragma clang diagnostic ignored \"-Wpass-failed\"\n#endif\n";
  // In front of the first #include that stands under no condition.
  std::size_t depth = 0;
  bool inComment = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const llvm::StringRef line = llvm::StringRef(text).slice(begin, end).trim();
    if (inComment) {
      inComment = !line.contains("*/");
    } else if (line.starts_with("/*")) {
      inComment = !line.contains("*/");
    } else if (line.starts_with("#")) {
      const llvm::StringRef word = line.drop_front().ltrim();
      if (word.starts_with("if")) ++depth;
      if (word.starts_with("endif") && depth > 0) --depth;
      if (begin >= firstUse) break;
      if (word.starts_with("include") && depth == 0) return {static_cast<unsigned>(begin), 0, lines};
    }
    begin = end;
  }
  const unsigned start = llvm::StringRef(text).starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {start, 0, lines + "\n"};
}

}  // namespace appyl
