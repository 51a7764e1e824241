// A text that stands in place of the source that the user wrote: where its tokens stood there.
#pragma once

#include <clang/Basic/SourceManager.h>

#include <string>
#include <vector>

namespace appyl {

class OriginalSource {
 public:
  /// `lines`: for each line of the present text, the line of `original` from which it was made, from 1; 0: it
  /// is itself a line of the user's.
  OriginalSource(std::string original, std::vector<unsigned> lines, clang::SourceManager& sources);

  /// The place that a message about `where` names: `where` itself on lines that are the user's and outside of
  /// the main file; otherwise the same word in the user's line, or the beginning of that line.
  clang::SourceLocation placeOf(clang::SourceLocation where);

  /// Where a clause can be added to the directive from which the line of `where` was made; invalid: none.
  clang::SourceLocation endOfDirective(clang::SourceLocation where);

 private:
  clang::SourceManager& sources;
  std::string text;
  std::vector<unsigned> lines;
  clang::FileID file;  // of the original, once there was a message about it

  /// Without its end; `number` from 1.
  static llvm::StringRef lineAt(llvm::StringRef text, unsigned number);
  clang::SourceLocation inOriginal(unsigned line, std::size_t column);
};

}  // namespace appyl
