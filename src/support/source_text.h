// A text that Clang reads in place of the user's file, and what each of its lines was made of.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace appyl {

/// Another version of a program, for arrays that do not suit its loops: the program as it was written, or
/// loops that compute anew in each block where the slices end.
struct Fallback {
  unsigned offset = 0, end = 0;  // in the text
  unsigned line = 0;             // of the program, in the user's file
  bool isAnnotated = false;      // it still has its directives
};

struct SourceText {
  std::string text;
  std::vector<unsigned> lines = {};  // for each line of the text, that of its file; from 1; empty: the same
  std::vector<std::string> files = {};  // for each line, the header that it is from; empty: the user's file
  std::vector<Fallback> fallbacks = {};

  bool isAsWritten() const { return lines.empty(); }
};

/// A text in the making, part by part, of another one.
struct MappedText {
  SourceText made = {"", {1}};
  unsigned line = 1;  // of the original

  void put(llvm::StringRef part, bool isOriginal);
  /// A part of the original that is left out.
  void skip(llvm::StringRef part);
};

/// `made`, whose lines are those of `from`, with the lines that `from` was made of.
SourceText mapLines(SourceText made, const SourceText& from);

/// The headers of which the text has lines, in their order.
std::vector<std::string> headersOf(const SourceText& text);

/// The text with the number of its line for each `__LINE__` in the code, since translated lines have other
/// numbers.
std::string withLineNumbers(llvm::StringRef text);

}  // namespace appyl
