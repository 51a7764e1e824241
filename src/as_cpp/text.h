// The edits that turn the text of a C source into C++, and where in the text a part of the program stands.
#pragma once

#include "nest/ast/source_ranges.h"

#include <clang/AST/ASTContext.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace appyl {

struct NotCpp;

class CppEdits {
 public:
  CppEdits(const clang::ASTContext& context, std::vector<NotCpp>& obstacles);

  const clang::ASTContext& context;
  const clang::SourceManager& sources;
  const llvm::StringRef text;                               // of the main file
  std::map<std::string, std::string> renamed, renamedTags;  // for text that is written anew
  std::vector<FileRange> madeOfText;                        // parts of which macros make strings and names

  /// `open` in front of the part, `close` behind it. `isHeard`: a compiler would refuse the output without
  /// that, so that nothing is to be told where the part stands in a header.
  void surround(clang::SourceRange part, const std::string& open, const std::string& close, bool isHeard);
  /// `(type)` in front of the expression, in parentheses where it needs them.
  void cast(const clang::Expr* expression, clang::QualType type, bool isHeard);
  void insert(unsigned offset, const std::string& added);
  /// In place of the range, and of all edits in it. The lines that it has stay.
  void replace(const FileRange& range, const std::string& other);

  void refuse(clang::SourceLocation where, const std::string& what);

  /// The range's text with its edits.
  std::string edited(const FileRange& range) const;
  /// A declaration of a name, or the type alone.
  std::string declared(clang::QualType type, const std::string& name = "") const;
  /// The range of an expression or declaration in the main file, or in the body of a macro there.
  std::optional<FileRange> placeOf(clang::SourceRange part) const;
  unsigned offsetOf(clang::SourceLocation where) const { return sources.getFileOffset(where); }
  bool isInMain(clang::SourceLocation where) const {
    return where.isValid() && where.isFileID() && sources.isWrittenInMainFile(where);
  }
  /// Does an edit lie in the range?
  bool changes(const FileRange& range) const;
  std::string unusedName(std::string wanted);

 private:
  enum Kind { Closing, Opening, Replacing };
  struct Change {
    FileRange range;
    Kind kind;
    int order;
    std::string text;
  };
  std::vector<Change> all;
  std::set<std::tuple<unsigned, unsigned, Kind, std::string>> known;  // of them: begin, end, kind, text
  std::vector<NotCpp>& obstacles;
  std::map<unsigned, std::string> inMacros;  // what stands in front of a part of a macro's body
  std::set<std::string> names;               // that the file has
  int count = 0;

  void add(const FileRange& range, Kind kind, const std::string& other);
};

}  // namespace appyl
