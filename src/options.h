// The command line of `appyl-translate` as plain values. Options of the translation itself are in `Options`
// (translate.h); the rest says which sources are read, how they are compiled, and where the results go.
#pragma once

#include "support/compilation.h"
#include "translate.h"

#include <llvm/Support/Error.h>

#include <optional>
#include <string>
#include <vector>

namespace appyl {

struct CommandLine {
  Options options;
  CompilationSettings compilation;
  std::vector<std::string> sources;      // at least one, unless `help` or `version`
  std::optional<std::string> output;     // -o; at most one of these three
  std::optional<std::string> outputDir;  // --output-dir
  std::optional<std::string> check;      // --check FILE|DIR
  std::optional<std::string> depfile;
  bool tunes = false;                      // --tune: measure blocks instead of writing a translation
  std::optional<std::string> tuneCommand;  // --run
  std::optional<std::string> tuneFile;     // --tune-file; otherwise the one in the source's folder
  unsigned jobs = 1;
  bool help = false;
  bool version = false;
};

/// Reads the arguments (without the program's name). An error is one line for the user: what was given, what
/// is wanted.
llvm::Expected<CommandLine> parseCommandLine(const std::vector<std::string>& arguments);

/// What `--help` prints.
std::string helpText();

}  // namespace appyl
