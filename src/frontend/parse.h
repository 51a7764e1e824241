// A text and the compile command of the file that it stands for -> what Clang makes of it: the AST, the
// directives in it, and diagnostics that name the lines which the user wrote.
#pragma once

#include "directive/source.h"
#include "support/diagnostics.h"
#include "support/source_text.h"

#include <clang/Tooling/CompilationDatabase.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace appyl {

/// Which of the messages about a text are told, and how.
enum class Messages {
  All,
  OfLoops,    // the text is what the user's, which has been checked, has become: an error is the rewriting's
  OnlyErrors  // all else has been told of another text
};

/// The user's file, and what is asked of it.
struct InputFile {
  const clang::tooling::CompileCommand& command;
  std::string path;
  std::string written;  // its text, as the user wrote it
  llvm::raw_ostream& diagnostics;
  bool isColoured = false;
  DiagnosticSettings settings = {};
};

/// What has been told: several texts may stand for the same file.
using Told = std::set<std::pair<unsigned, std::string>>;  // line, text

class ClangRun;

/// A file that Clang has read without an error.
struct ParsedFile {
  ParsedFile(const InputFile& file, SourceText text);
  ~ParsedFile();
  ParsedFile(const ParsedFile&) = delete;

  const InputFile& file;
  const SourceText text;
  Recorded recorded;
  std::vector<clang::Decl*> declarations;  // the user's, those in headers included
  std::vector<clang::Decl*> topLevel;      // those of the main file
  Directives directives;
  std::vector<std::string> dependencies;  // files that were read, the main file first
  std::unique_ptr<ClangRun> clangRun;

  Source source() const;
  /// The source without messages, for parts that are left out where they cannot be translated.
  Source muted() const;
  clang::ASTContext& ast() const { return source().ast; }
  std::string name() const;  // as Clang opened it
  bool hasErrors() const;
};

/// Reads `text` in place of the file. Null: an error was reported; a directive that is refused is none, it is
/// left out. `told` is asked, and added to.
std::unique_ptr<ParsedFile> parse(const InputFile& file, SourceText text, Messages messages, Told& told);

/// The first error that a C++ compiler reports for C code that is to mean the same in C++.
struct CppError {
  unsigned line = 0, column = 0;
  std::string text;
};

/// nullopt: nothing, or headers are missing.
std::optional<CppError> firstCppError(const InputFile& file, const std::string& text);

}  // namespace appyl
