// How a source is compiled: from the compilation database or the arguments after `--` to a command line that
// Clang's own parser accepts. Clang's warnings are off in it, its options say what is an error; our own
// diagnostics are not subject to them.
#pragma once

#include <clang/Tooling/CompilationDatabase.h>
#include <llvm/Support/Error.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace appyl {

struct CompilationSettings {
  std::optional<std::string> buildDir;            // -p
  std::optional<std::vector<std::string>> fixed;  // what stands after `--`; no database is read then
  std::vector<std::string> extraArguments;        // --extra-arg
  std::vector<std::string> extraArgumentsBefore;  // --extra-arg-before
  std::vector<std::string> queryDrivers;          // --query-driver: globs, each possibly a list with commas
};

struct Compilation {
  clang::tooling::CompileCommand command;
  std::vector<std::string> dropped;  // arguments that are not passed on
};

class Compilations {
 public:
  /// Fails where `-p` has no database or a broken one, or Clang's own headers are nowhere.
  static llvm::Expected<Compilations> load(const CompilationSettings& settings);

  /// The command for one source, which keeps its spelling and is the last argument. It runs in the current
  /// folder: what is relative to the database's folder is made absolute. Fails where the database beside or
  /// above the source is broken. Not for several threads at once.
  llvm::Expected<Compilation> commandFor(const std::string& source);

 private:
  llvm::Expected<clang::tooling::CompileCommand> recordedCommand(const std::string& source);
  llvm::Expected<const clang::tooling::CompilationDatabase*> databaseAbove(const std::string& source);
  const std::vector<std::string>& queriedArguments(const std::string& program, const std::string& language);

  CompilationSettings settings;
  std::string resourceDir;
  std::string headers;  // the folder of the project's own, for sources whose compiler names none
  std::unique_ptr<clang::tooling::CompilationDatabase> database;  // of -p
  std::map<std::string, std::unique_ptr<clang::tooling::CompilationDatabase>> databasesByFolder;
  std::map<std::string, std::vector<std::string>> queries;  // by language and program
};

/// Where GCC keeps its `omp.h`, of the newest version there is; empty where there is none.
std::string gccOmpFolder();

}  // namespace appyl
