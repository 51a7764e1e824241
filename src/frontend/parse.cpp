#include "frontend/parse.h"

#include "frontend/late_initialisers.h"
#include "support/source_lines.h"
#include "support/visits.h"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Tooling/Tooling.h>

namespace appyl {

using namespace clang;

namespace {

/// A depth for which stages that recurse on each level have enough stack, with a large margin.
constexpr unsigned deepestNesting = 20'000;

/// Clang's own messages about an argument of a directive get our name, and are reported later, when Clang's
/// stream is free again.
class DiagnosticSorter : public TextDiagnosticPrinter {
 public:
  DiagnosticSorter(llvm::raw_ostream& stream, DiagnosticOptions* options, const Recorded& recorded,
                   Messages messages, bool isAgain, Told& told)
      : TextDiagnosticPrinter(stream, options),
        recorded(recorded),
        messages(messages),
        isAgain(isAgain),
        told(told) {}

  std::vector<std::pair<SourceLocation, std::string>> inDirectives, inLoops;

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) override {
    const bool isOld = messages == Messages::OnlyErrors && level < DiagnosticsEngine::Error;
    if (level == DiagnosticsEngine::Note ? isSilent : isOld || isKnown(info)) {
      isSilent = true;
      return DiagnosticConsumer::HandleDiagnostic(level, info);
    }
    isSilent = false;
    const bool isOurs = info.getID() >= diag::DIAG_UPPER_LIMIT;
    const bool inDirective = !isOurs && info.getLocation().isValid() && info.hasSourceManager() &&
                             recorded.isInDirective(info.getLocation(), info.getSourceManager());
    const bool isOfLoops = messages == Messages::OfLoops && !isOurs;
    if (!inDirective && !isOfLoops) return TextDiagnosticPrinter::HandleDiagnostic(level, info);
    DiagnosticConsumer::HandleDiagnostic(level, info);  // counts it
    if (level < DiagnosticsEngine::Error) {
      isSilent = true;
      return;
    }
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    (inDirective ? inDirectives : inLoops).emplace_back(info.getLocation(), text.str().str());
  }

 private:
  const Recorded& recorded;
  const Messages messages;
  const bool isAgain;
  Told& told;
  bool isSilent = false;  // with the notes behind it

  bool isKnown(const Diagnostic& info) {
    if (!info.getLocation().isValid() || !info.hasSourceManager()) return false;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    const bool isNew =
        told.insert({lineOf(info.getLocation(), info.getSourceManager()), text.str().str()}).second;
    return isAgain && !isNew;
  }
};

class DeclarationCollector : public ASTConsumer {
 public:
  DeclarationCollector(ParsedFile& file, const SourceManager& sources) : file(file), sources(sources) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl* declaration : group) {
      const SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
      if (sources.isInMainFile(place)) file.topLevel.push_back(declaration);
      if (!sources.isInSystemHeader(place)) file.declarations.push_back(declaration);
    }
    return true;
  }

  /// Bodies from system headers are never looked at; constexpr ones and those with a deduced type are needed
  /// by Clang itself.
  bool shouldSkipFunctionBody(Decl* declaration) override {
    const auto* function = declaration->getAsFunction();
    return function && sources.isInSystemHeader(declaration->getLocation()) && !function->isConstexpr();
  }

 private:
  ParsedFile& file;
  const SourceManager& sources;
};

void useNoVerboseStream(CompilerInstance& compiler) {  // no "1 error generated."
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
}

/// The machine's files, with a text in place of one of them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> inPlaceOf(const InputFile& file, const std::string& text) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  files->setCurrentWorkingDirectory(file.command.Directory);
  if (text == file.written) return files;
  llvm::SmallString<256> path(file.path);
  files->makeAbsolute(path);
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files);
  both->pushOverlay(memory);
  both->setCurrentWorkingDirectory(file.command.Directory);
  return both;
}

llvm::IntrusiveRefCntPtr<DiagnosticOptions> diagnosticOptions(const InputFile& file) {
  auto options = llvm::makeIntrusiveRefCnt<DiagnosticOptions>();
  options->ShowColors = file.isColoured;
  options->ShowPresumedLoc = true;
  return options;
}

}  // namespace

/// Clang's run over a file, which is kept as long as its AST is wanted.
class ClangRun : public tooling::ToolAction {
 public:
  ClangRun(ParsedFile& file, Messages messages, Told& told)
      : file(file),
        options(diagnosticOptions(file.file)),
        sorter(file.file.diagnostics, options.get(), file.recorded, messages, !file.text.isAsWritten(),
               told) {}

  ~ClangRun() override {
    if (hasBegun) action.EndSourceFile();
  }

  bool run() {
    auto files =
        llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions{}, inPlaceOf(file.file, file.text.text));
    tooling::ToolInvocation invocation(file.file.command.CommandLine, this, files.get(),
                                       std::make_shared<PCHContainerOperations>());
    invocation.setDiagnosticConsumer(&sorter);
    invocation.setDiagnosticOptions(options.get());
    return invocation.run();
  }

  bool runInvocation(std::shared_ptr<CompilerInvocation> invocation, FileManager* files,
                     std::shared_ptr<PCHContainerOperations> containers,
                     DiagnosticConsumer* consumer) override {
    compiler = std::make_unique<CompilerInstance>(std::move(containers));
    compiler->setInvocation(std::move(invocation));
    compiler->setFileManager(files);
    compiler->createDiagnostics(consumer, /*ShouldOwnClient=*/false);
    compiler->createSourceManager(*files);
    useNoVerboseStream(*compiler);
    compiler->getFrontendOpts().SkipFunctionBodies = true;
    if (!action.PrepareToExecute(*compiler) || !compiler->createTarget()) return false;
    hasBegun = action.BeginSourceFile(*compiler, compiler->getFrontendOpts().Inputs.front());
    if (!hasBegun) return false;
    if (llvm::Error error = action.Execute()) {
      llvm::consumeError(std::move(error));
      return false;
    }
    return !sorter.getNumErrors();
  }

  // Messages of Clang that name a directive's argument or what loops have become, which our names stand for.
  void tellSorted() {
    for (const auto& [location, text] : std::exchange(sorter.inDirectives, {}))
      diags->report(Diag::InvalidExpression, location, {text});
    for (const auto& [location, text] : std::exchange(sorter.inLoops, {}))
      diags->report(Diag::TilesNotTaken, location, {"the loops that they become do not compile: " + text});
  }

  bool hasErrors() const { return sorter.getNumErrors() != 0 || diags->hasErrors(); }

  ASTContext& ast() { return compiler->getASTContext(); }
  std::optional<Diagnostics> diags, muted;
  std::shared_ptr<DependencyCollector> dependencies = std::make_shared<DependencyCollector>();

 private:
  class Action : public ASTFrontendAction {
   public:
    explicit Action(ClangRun& clangRun) : clangRun(clangRun) {}
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance&, llvm::StringRef) override {
      clangRun.prepare();
      return std::make_unique<DeclarationCollector>(clangRun.file, clangRun.compiler->getSourceManager());
    }

   private:
    ClangRun& clangRun;
  };

  ParsedFile& file;
  const llvm::IntrusiveRefCntPtr<DiagnosticOptions> options;
  DiagnosticSorter sorter;
  IgnoringDiagConsumer nobody;
  std::unique_ptr<CompilerInstance> compiler;
  std::optional<DiagnosticsEngine> mutedEngine;
  Action action{*this};
  bool hasBegun = false;

  void prepare() {
    const InputFile& input = file.file;
    SourceManager& sources = compiler->getSourceManager();
    diags.emplace(compiler->getDiagnostics(), input.settings);
    mutedEngine.emplace(compiler->getDiagnostics().getDiagnosticIDs(), &compiler->getDiagnosticOpts(),
                        &nobody,
                        /*ShouldOwnClient=*/false);
    mutedEngine->setSourceManager(&sources);
    muted.emplace(*mutedEngine, DiagnosticSettings{.showsConflicts = input.settings.showsConflicts});
    if (!file.text.isAsWritten()) {
      noteLines(sources);
      std::vector<unsigned> lines = file.text.lines;
      for (std::size_t k = 0; k < file.text.files.size(); ++k)
        if (!file.text.files[k].empty()) lines[k] = 0;
      diags->standFor(OriginalSource(input.written, lines, sources));
      muted->standFor(OriginalSource(input.written, std::move(lines), sources));
    }
    recordDirectives(compiler->getPreprocessor(), file.recorded, *diags);
    compiler->addDependencyCollector(dependencies);
    dependencies->attachToPreprocessor(compiler->getPreprocessor());
  }

  /// Messages name the lines of the file that the user wrote.
  void noteLines(SourceManager& sources) const {
    const SourceText& text = file.text;
    const SourceLocation begin = sources.getLocForStartOfFile(sources.getMainFileID());
    const std::string main = sources.getFileEntryRefForID(sources.getMainFileID())->getName().str();
    const auto fileOf = [&](unsigned line) {
      if (text.files.empty()) return -1;
      return static_cast<int>(
          sources.getLineTableFilenameID(text.files[line].empty() ? main : text.files[line]));
    };
    unsigned line = 0;
    for (std::size_t at = 0; at < text.text.size(); ++line) {
      const std::size_t end = std::min(text.text.find('\n', at), text.text.size());
      if (line + 1 < text.lines.size() &&
          (text.lines[line + 1] != text.lines[line] + 1 || fileOf(line) != fileOf(line + 1)))
        sources.AddLineNote(begin.getLocWithOffset(static_cast<int>(end)), text.lines[line + 1],
                            fileOf(line + 1),
                            /*IsFileEntry=*/false, /*IsFileExit=*/false, SrcMgr::C_User);
      at = end + 1;
    }
  }
};

ParsedFile::ParsedFile(const InputFile& file, SourceText text) : file(file), text(std::move(text)) {}
ParsedFile::~ParsedFile() = default;

Source ParsedFile::source() const { return {directives, clangRun->ast(), *clangRun->diags}; }
Source ParsedFile::muted() const { return {directives, clangRun->ast(), *clangRun->muted}; }
std::string ParsedFile::name() const {
  const SourceManager& sources = ast().getSourceManager();
  return sources.getFileEntryRefForID(sources.getMainFileID())->getName().str();
}
bool ParsedFile::hasErrors() const { return clangRun->hasErrors(); }

std::unique_ptr<ParsedFile> parse(const InputFile& file, SourceText text, Messages messages, Told& told) {
  auto result = std::make_unique<ParsedFile>(file, std::move(text));
  result->clangRun = std::make_unique<ClangRun>(*result, messages, told);
  ClangRun& clangRun = *result->clangRun;
  const bool isRead = clangRun.run();
  if (!clangRun.diags) return nullptr;  // Clang has not come to the file
  Diagnostics& diags = *clangRun.diags;
  clangRun.tellSorted();
  if (isRead && !clangRun.hasErrors()) {
    if (const Stmt* inner = nestedDeeperThan(deepestNesting, result->declarations))
      diags.report(Diag::NestedTooDeeply, inner->getBeginLoc(), {std::to_string(deepestNesting)});
    if (const VarDecl* name = beginsAsItself(result->declarations))
      diags.report(Diag::Unsupported, name->getLocation(),
                   {"'" + name->getNameAsString() + "' begins as itself"});
  }
  if (!isRead || clangRun.hasErrors()) return nullptr;
  result->dependencies = clangRun.dependencies->getDependencies();
  result->directives = collectDirectives(result->recorded, result->topLevel, diags);
  declareWhereAssigned(result->directives, clangRun.ast());
  clangRun.ast().setTraversalScope(result->declarations);  // behind it: parents are looked up anew
  return result;
}

namespace {

/// Keeps the first error; `isReadable`: all headers were found.
class FirstError : public DiagnosticConsumer {
 public:
  std::optional<CppError> error;
  bool isReadable = true;

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (info.getID() == diag::err_pp_file_not_found) isReadable = false;
    if (level != DiagnosticsEngine::Error || error || !info.getLocation().isValid()) return;
    const SourceManager& sources = info.getSourceManager();
    const SourceLocation where = sources.getExpansionLoc(info.getLocation());
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    error = CppError{1, 1, text.str().str()};
    if (sources.isWrittenInMainFile(where)) {
      error->line = sources.getSpellingLineNumber(where);
      error->column = sources.getSpellingColumnNumber(where);
    }
  }
};

class CppSyntax : public SyntaxOnlyAction {
  bool BeginInvocation(CompilerInstance& compiler) override {
    useNoVerboseStream(compiler);
    return true;
  }
};

}  // namespace

std::optional<CppError> firstCppError(const InputFile& file, const std::string& text) {
  std::vector<std::string> arguments;
  for (const std::string& each : file.command.CommandLine)
    if (!llvm::StringRef(each).starts_with("-std=") && each != "-ansi")
      arguments.push_back(each == "c" && arguments.back() == "-x" ? "c++" : each);
  arguments.insert(arguments.begin() + 1, {"--driver-mode=g++", "-std=c++20"});
  auto manager = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions{}, inPlaceOf(file, text));
  FirstError first;
  tooling::ToolInvocation invocation(arguments, std::make_unique<CppSyntax>(), manager.get());
  invocation.setDiagnosticConsumer(&first);
  invocation.run();
  return first.isReadable ? first.error : std::nullopt;
}

}  // namespace appyl
