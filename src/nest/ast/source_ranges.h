// Where things stand in the main file, as byte offsets: the edits of a target are made of these. A range that
// a macro cuts apart has no offsets.
#pragma once

#include "directive/source.h"

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>
#include <vector>

namespace appyl {

struct FileRange {
  unsigned begin = 0, end = 0;  // [begin, end)
  bool operator==(const FileRange&) const = default;
};

struct TextEdit {
  FileRange range;
  std::string text;
};

/// While it lives, offsets are those of the file in which `where` is, not of the main file: for what is
/// copied from a header.
class OffsetsIn {
 public:
  OffsetsIn(clang::SourceLocation where, const clang::ASTContext& context)
      : sources(const_cast<clang::SourceManager&>(context.getSourceManager())),
        before(sources.getMainFileID()) {
    sources.setMainFileID(sources.getFileID(sources.getExpansionLoc(where)));
  }
  ~OffsetsIn() { sources.setMainFileID(before); }
  OffsetsIn(const OffsetsIn&) = delete;
  OffsetsIn& operator=(const OffsetsIn&) = delete;

 private:
  clang::SourceManager& sources;
  clang::FileID before;
};

/// The range of `range`'s tokens in the main file: whole macro calls only.
std::optional<FileRange> rangeOf(clang::SourceRange range, const clang::ASTContext& context);

/// A statement up to and including its closing brace or semicolon.
std::optional<FileRange> statementRange(const clang::Stmt* statement, const Source& source);

/// Where the lines begin that are above the loop at offset `at` and have to stay right in front of it:
/// `#pragma GCC unroll 4`, `UNROLLED` of a macro.
unsigned inFrontOfPragmas(unsigned at, const clang::ASTContext& context);

/// `for (...)` without its body.
std::optional<FileRange> headerRange(const clang::ForStmt* loop, const clang::ASTContext& context);

/// With the spaces around and the line's end where nothing else stands in its lines.
FileRange wholeLines(FileRange range, const clang::ASTContext& context);

/// What to take out so that a directive is gone: its whole lines, or the `_Pragma(...)` in a line.
std::optional<FileRange> directiveRange(clang::SourceRange line, const clang::ASTContext& context);

/// The text as written; where macros cut it apart, as Clang prints it.
std::string writtenText(const clang::Expr* expression, const clang::ASTContext& context);

/// The text of `whole` with the edits inside it applied.
std::string editedText(const FileRange& whole, std::vector<TextEdit> edits, const clang::ASTContext& context);

/// The text of a part of the source, with the edits that lie in it.
std::string editedPart(const FileRange& range, const std::vector<TextEdit>& edits,
                       const clang::ASTContext& context);

/// Does it lie in one of the others?
bool isInside(const FileRange& range, const std::vector<FileRange>& others);

/// Does one of the edits replace all of the range?
bool coveredByEdit(const FileRange& range, const std::vector<TextEdit>& edits);

/// Those of the edits that lie in the range.
std::vector<TextEdit> editsIn(const FileRange& range, const std::vector<TextEdit>& edits);

/// `appyl::all` for each `all` below a statement: beside CUDA's function of that name, `using namespace
/// appyl` is not enough.
std::vector<TextEdit> qualifiedAll(const clang::Stmt* statement, const Source& source);

/// `__func__` and the like replaced by the name that they have where the user wrote them: in another function
/// they would give that function's name.
std::vector<TextEdit> keptFunctionNames(const clang::Stmt* statement, const Source& source);

}  // namespace appyl
