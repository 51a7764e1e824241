// A text that stands in place of the source that the user wrote: where its tokens stood there.
#pragma once

#include <clang/Basic/SourceManager.h>

#include <string>
#include <vector>

namespace appyl {

class OriginalSource {
 public:
  /// `lines`: for each line of the text that is read now, that of `original` which it came from; from 1. 0:
  /// it is itself the user's.
  OriginalSource(std::string original, std::vector<unsigned> lines, clang::SourceManager& sources);

  /// The place that a message about `where` is to name: `where` itself on lines that are the user's and
  /// outside of the main file; otherwise the same word in the user's line, or where that line begins.
  clang::SourceLocation placeOf(clang::SourceLocation where);

  /// Where a clause can be added to the directive that the line of `where` was made of; invalid: it is none.
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
