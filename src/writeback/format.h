// Clang's own formatter on a part of a text. It puts every `#pragma` at the left margin and knows no way to
// keep it with its loop; so each pragma passes through it as a comment on its own line, which is indented
// like the statement after it.
#pragma once

#include <clang/Format/Format.h>
#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace appyl {

/// A part of a text: bytes [begin, end).
struct TextRange {
  size_t begin, end;
};

/// Formats the lines that `parts` (in order) touch. No other line changes.
std::string formatParts(llvm::StringRef text, const std::vector<TextRange>& parts,
                        clang::format::FormatStyle style);

}  // namespace appyl
