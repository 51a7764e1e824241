#include "fuzz.h"
#include "targets.h"

#include "support/compilation.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace appyl::fuzz {

std::string fileWith(const std::string& name, const std::string& text) {
  static const struct Folder {
    llvm::SmallString<128> path;
    Folder() { llvm::sys::fs::createUniqueDirectory("appyl-fuzz", path); }
    ~Folder() { llvm::sys::fs::remove_directories(path); }
  } folder;
  std::string path = (folder.path + "/" + name).str();
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << text;
  return path;
}

void translateEverywhere(const std::string& source) {
  const std::string path = fileWith("source.cpp", source);
  static auto compilations = [] {
    CompilationSettings settings;
    settings.fixed.emplace();
    settings.extraArguments = {"-nostdinc", "-ferror-limit=20"};
    return llvm::cantFail(Compilations::load(settings));
  }();
  const Compilation compilation = llvm::cantFail(compilations.commandFor(path));
  for (const Target* target : targets()) {
    Options options;
    options.target = target;
    std::string diagnostics;
    llvm::raw_string_ostream stream(diagnostics);
    translate(options, compilation.command, path, stream);
  }
}

}  // namespace appyl::fuzz
