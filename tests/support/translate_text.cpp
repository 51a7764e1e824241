#include "translate_text.h"

#include "support/compilation.h"

#include <doctest/doctest.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace appyl::test {
namespace {

/// A folder for one source: under the temporary folder, where no style file of a project is found.
struct SourceFile {
  llvm::SmallString<128> folder;
  std::string path;

  SourceFile(const std::string& name, const std::string& text) {
    llvm::sys::fs::createUniqueDirectory("appyl-test", folder);
    path = (folder + "/" + name).str();
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
  }
  ~SourceFile() { llvm::sys::fs::remove_directories(folder); }
};

/// Clang's messages without the quoted source below them, and without the file's name in front.
std::string shortened(llvm::StringRef diagnostics, llvm::StringRef path) {
  std::string text;
  for (llvm::StringRef line : llvm::split(diagnostics, '\n'))
    if (line.consume_front(path) && line.consume_front(":")) text += line.str() + "\n";
  return text;
}

Options dumping(DumpStage stage) {
  Options options;
  options.dump = stage;
  return options;
}

std::string dumpOf(const std::string& source, DumpStage stage, Language language) {
  const Translated result = translateText(source, dumping(stage), language);
  return result.ok ? result.explanation : result.diagnostics;
}

}  // namespace

Translated translateText(const std::string& source, const Options& options, Language language) {
  const SourceFile file(language == Language::C ? "source.c" : "source.cpp", source);
  CompilationSettings settings;
  settings.fixed.emplace();
  settings.extraArguments = {"-I" APPYL_TEST_INCLUDE};
  auto compilations = Compilations::load(settings);
  if (!compilations) FAIL(llvm::toString(compilations.takeError()));

  std::string diagnostics;
  llvm::raw_string_ostream stream(diagnostics);
  const Compilation compilation = llvm::cantFail(compilations->commandFor(file.path));
  Translation result = translate(options, compilation.command, file.path, stream);
  return {result.ok, result.text, result.explanation, shortened(stream.str(), file.path)};
}

std::string directivesOf(const std::string& source, Language language) {
  return dumpOf(source, DumpStage::Directives, language);
}

std::string tilesOf(const std::string& source, Language language) {
  return dumpOf(source, DumpStage::Tiles, language);
}

std::string loopsOf(const std::string& source, Language language) {
  return dumpOf(source, DumpStage::Loops, language);
}

std::string modelOf(const std::string& source, Language language) {
  return dumpOf(source, DumpStage::Model, language);
}

std::string codeOf(const std::string& source, const Options& options, Language language) {
  const Translated result = translateText(source, options, language);
  return result.ok ? result.text : result.diagnostics;
}

std::string bare(const std::string& source, Language language, const Options& options) {
  std::string text;
  const std::string code = codeOf(source, options, language);
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find('\n', begin), code.size() - 1) + 1;
    const std::string line = code.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || line.compare(first, 2, "//") != 0) text += line;
    begin = end;
  }
  return text;
}

std::string diagnosticsOf(const std::string& source, const Options& options, Language language) {
  return translateText(source, options, language).diagnostics;
}

std::string linesWith(const std::string& text, const std::string& part) {
  std::string found;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    if (line.contains(part)) found += line.trim().str() + "\n";
  return found;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace appyl::test
