// How a source is compiled: from the compilation database or the arguments after `--` to a command line that
// Clang's own parser accepts. Warnings are off in it; our own diagnostics are not subject to Clang's warning
// options.
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

class Compilations {
 public:
  /// Fails where `-p` has no database, or Clang's own headers are nowhere.
  static llvm::Expected<Compilations> load(const CompilationSettings& settings);

  /// The command for one source, which keeps its spelling and is the last argument. It runs in the current
  /// folder: what is relative to the database's folder is made absolute. Not for several threads at once.
  clang::tooling::CompileCommand commandFor(const std::string& source);

 private:
  clang::tooling::CompileCommand recordedCommand(const std::string& source);
  const std::vector<std::string>& queriedArguments(const std::string& compiler, const std::string& language);

  CompilationSettings settings;
  std::string resourceDir;
  std::string headers;  // the folder of the project's own, for sources whose compiler names none
  std::unique_ptr<clang::tooling::CompilationDatabase> database;  // of -p
  std::map<std::string, std::unique_ptr<clang::tooling::CompilationDatabase>> databasesByFolder;
  std::map<std::string, std::vector<std::string>> queries;  // by language and compiler
};

/// Where GCC keeps its `omp.h`, of the newest version there is; empty where there is none.
std::string gccOmpFolder();

}  // namespace appyl
