// The driver: one file from its text to its translation. `translateFile` is the order of the stages.
#include "translate.h"

#include "as_cpp/as_cpp.h"
#include "codegen/text/cut_conditionals.h"
#include "codegen/text/file_edits.h"
#include "codegen/text/old_c.h"
#include "codegen/text/whole_file.h"
#include "expand/grid_calls.h"
#include "expand/lower.h"
#include "expand/normal_forms.h"
#include "expand/own_workspaces.h"
#include "frontend/parse.h"
#include "model/map_to_grid.h"
#include "model/print.h"
#include "model/program_order.h"
#include "nest/privatization/reductions.h"
#include "nest/read_loop_nest.h"
#include "proof/proof.h"
#include "proof/report.h"
#include "support/deep_stack.h"
#include "support/joined_headers.h"
#include "support/names.h"
#include "support/source_lines.h"
#include "writeback/style.h"
#include "writeback/write_back.h"

#include <llvm/Support/FileSystem.h>

#include <chrono>

namespace appyl {
namespace {

using namespace clang;

/// The file as the user wrote it.
std::string readText(const tooling::CompileCommand& command, const std::string& path) {
  const auto files = llvm::vfs::createPhysicalFileSystem();
  files->setCurrentWorkingDirectory(command.Directory);
  const auto buffer = files->getBufferForFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Tile statements as loops. nullopt: there are none, or an error was reported.
std::optional<SourceText> expandTiles(const Options& options, const ParsedFile& file) {
  std::set<std::string> names = identifiersOf(file.text.text);
  const Target& target = *options.target;
  return lowerTiles(
      file.source(),
      {options.blockSize, target.isDevice, target.keepsPrograms && options.emit == Emit::Code,
       target.expandsInside,
       [&] {
         const auto style = styleFor(file.text.text, file.name());
         return style.UseTab == format::FormatStyle::UT_Never ? std::string(style.IndentWidth, ' ') : "\t";
       }},
      names);
}

/// Is the place in a fallback: a program as it was written, for arrays that do not suit its loops?
bool isInFallback(const SourceText& text, SourceLocation where, const SourceManager& sources) {
  const unsigned offset = sources.getFileOffset(sources.getExpansionLoc(where));
  return llvm::any_of(text.fallbacks, [&](const Fallback& each) {
    return each.isAnnotated && each.offset <= offset && offset < each.end;
  });
}

/// In a template of a header that this source has no instance of: sources that have one translate it.
bool isUnusedTemplate(const Directive& directive, const ParsedFile& file) {
  const SourceManager& sources = file.ast().getSourceManager();
  const unsigned line = sources.getExpansionLineNumber(directive.location());
  const bool isOfHeader = line <= file.text.files.size() && !file.text.files[line - 1].empty();
  return isOfHeader && directive.function && directive.function->isDependentContext() &&
         !file.directives.instances.count(&directive);
}

/// Entries of the tuning file for kernels of this source that are no more, or loops without `block(auto)`.
void reportStale(const Options& options, const std::vector<Kernel>& kernels,
                 const std::vector<AutoBlock>& autoBlocks, const Source& source) {
  for (const auto& [name, loops] : options.tuned) {
    const auto kernel = llvm::find_if(kernels, [&](const Kernel& each) { return each.name == name; });
    if (kernel == kernels.end()) {
      const SourceManager& sources = source.ast.getSourceManager();
      source.diags.report(Diag::TunedKernelMissing, sources.getLocForStartOfFile(sources.getMainFileID()),
                          {options.tuneFile, name});
      continue;
    }
    for (const auto& [loop, size] : loops)
      if (llvm::none_of(autoBlocks,
                        [&](const AutoBlock& each) { return each.kernel == name && each.loop == loop; }))
        source.diags.report(Diag::TunedLoopMissing, kernel->nest.loops.front().stmt->getBeginLoc(),
                            {options.tuneFile, loop, name});
  }
}

/// Kernels are numbered in each function; a fallback beside the loops of a program has the number of these.
class KernelNumbers {
 public:
  explicit KernelNumbers(const ASTContext& context) : context(context) {}

  int next(const LoopNest& nest) {
    int& known = used[nest.functionName];
    if (nest.isFallback) return known - 1;
    while (context.Idents.find(kernelName(nest.functionName, known)) != context.Idents.end()) ++known;
    return known++;
  }

 private:
  const ASTContext& context;
  std::map<std::string, int> used;
};

/// Proves the kernel, and decides what depends on the proof.
void proveKernel(const Options& options, Kernel& kernel, const std::vector<LoopNest>& instances,
                 const Source& source, std::string& explanation) {
  const bool isTold = !kernel.nest.isFallback;
  const auto start = std::chrono::steady_clock::now();
  proveAndReport(kernel, instances, isTold ? options.legality : LegalityMode::Off, source,
                 options.dump == DumpStage::Proof && isTold ? &explanation : nullptr);
  if (!options.target->isDevice && !options.target->checksAccesses) findIndependentLoops(kernel, source);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  if (options.dump == DumpStage::Times)
    explanation += kernel.name + ": proof " + std::to_string(taken.count()) + " ms\n";
  if (!options.strictFloat) kernel.contraction = recogniseContraction(kernel, instances, source);
  kernel.order = chooseProgramOrder(kernel);
  if (isTold && (options.explain || options.dump == DumpStage::Model)) explanation += modelAsText(kernel);
}

/// Clauses that say how OpenMP runs a loop, where it does not run it.
void tellUnusedHints(const Target& target, const Source& source, const std::vector<const Directive*>& roots) {
  for (const auto& directive : source.directives.all)
    for (const Clause& clause : directive->clauses) {
      if (!isHint(clause.kind)) continue;
      const bool isForeign = target.isDevice || target.checksAccesses;
      if (!isForeign && llvm::is_contained(roots, directive.get())) continue;
      source.diags.report(
          Diag::RemarkHint, clause.location,
          {spelling(clause.kind), isForeign ? std::string("with --target=") + target.name
                                            : "on a loop inside of the one that threads share"});
    }
}

ModelOptions modelOptions(const Options& options) {
  return {options.blockSize,    options.appylCompat, options.target->isDevice,     options.strictFloat,
          options.architecture, options.tuned,       options.target->blocksUnasked};
}

EmitOptions emitOptions(const Options& options) {
  return {options.deterministic,
          options.strictFloat,
          options.aliasGuard,
          options.checksModel,
          options.legality == LegalityMode::Strict,
          options.allowsTf32};
}

/// What the whole file needs, whatever its kernels are, and the text with all edits.
std::string writeFile(const Options& options, const ParsedFile& file, Edits edits, const FileNeeds& needs,
                      bool hasKernels) {
  const SourceManager& sources = file.ast().getSourceManager();
  const LangOptions& language = file.ast().getLangOpts();
  const std::string& text = file.text.text;
  if (needs.any()) {
    const auto first = std::min_element(edits.begin(), edits.end(), [](const Edit& one, const Edit& other) {
      return one.offset < other.offset;
    });
    edits.insert(edits.begin(), inFrontOfFile(text, needs, first->offset));
  }
  if (!language.CPlusPlus && options.target->writesCpp) spellForCpp(text, edits, language);
  if (!language.CPlusPlus && !options.target->writesCpp && !language.C99)
    for (Edit& edit : edits) edit.text = asOldC(edit.text, language);
  if (options.strictFloat && hasKernels) edits.push_back(forbidContraction(text));
  if (options.lineDirectives)
    for (const Edit& line : lineDirectives(file.text, edits, sources)) edits.push_back(line);
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
  return writeBack(text, edits, file.name(), file.text.isAsWritten() ? text : file.file.written);
}

/// Directive -> LoopNest -> Kernel -> Proof -> Edits, for each outermost annotated loop in turn.
/// `programs`: of grid calls that have become loops, by where their directives stand.
void translateParsed(const Options& options, const ParsedFile& file, const ProgramGrids& programs,
                     Translation& result) {
  const Source source = file.source();
  const SourceManager& sources = source.ast.getSourceManager();
  if (!options.target->readsHeaders) source.ast.setTraversalScope(file.topLevel);

  std::set<std::string> names = identifiersOf(file.text.text);
  FilePointsTo pointsTo(source);
  KernelNumbers numbers(source.ast);
  const std::unique_ptr<FileEmitter> emitter =
      options.target->open({source, file.muted(), file.recorded, file.text, file.topLevel, pointsTo,
                            emitOptions(options), options.explain, options.dump == DumpStage::Proof, names});
  Edits edits;
  std::vector<Kernel> kernels;
  const std::vector<const Directive*> roots = rootDirectives(source);
  tellUnusedHints(*options.target, source, roots);
  for (const Directive* root : roots) {
    if (isUnusedTemplate(*root, file)) continue;
    // Nothing is reported about a fallback, which stands beside the loops that the program has become.
    const bool isFallback = isInFallback(file.text, root->location(), sources);
    const Source told = isFallback ? file.muted() : source;
    auto nest = readLoopNest(*root, file.recorded, told, pointsTo);
    if (!nest) continue;
    nest->isFallback = isFallback;
    if (const auto grid = programs.find(placeInFile(root->location(), sources)); grid != programs.end())
      nest->programs = grid->second;
    if (!options.strictFloat) warnWhereOrderShows(*nest, told.diags);
    if (options.dump == DumpStage::Loops && !isFallback) result.explanation += print(*nest, sources);
    const int number = numbers.next(*nest);
    auto kernel = mapToGrid(std::move(*nest), number, modelOptions(options), told);
    if (!kernel) continue;
    const auto instances = readInstances(*root, file.recorded, told, pointsTo);
    proveKernel(options, *kernel, instances, told, result.explanation);
    if (const auto made = emitter->emit(*kernel, told)) edits.insert(edits.end(), made->begin(), made->end());
    if (!isFallback) kernels.push_back(std::move(*kernel));
  }
  emitter->finish(kernels, edits);
  result.explanation += emitter->explanation;
  if (file.hasErrors()) return;

  for (const Kernel& kernel : kernels)
    for (const Axis* axis : autoAxes(kernel))
      result.autoBlocks.push_back({kernel.name, axis->var, axis->block.value});
  reportStale(options, kernels, result.autoBlocks, source);
  result.hasKernels = !kernels.empty();
  for (const Edit& removal : removeDirectives(file.recorded, edits, source.ast)) edits.push_back(removal);
  if (result.hasKernels) removeSkipped(file.recorded, edits, source.ast);
  result.text = options.emit == Emit::Model
                    ? modelAsJson(kernels, file.name(), options.target->name)
                    : writeFile(options, file, std::move(edits), emitter->needs, result.hasKernels);
  result.ok = !file.hasErrors();
}

/// C whose translation is C++ is written in words that mean the same in both, and translated once more.
void translateAsCpp(const Options& options, const ParsedFile& file, Told& told, Translation& result) {
  result.ok = false;
  CppText written = writeAsCpp(file.declarations, file.ast());
  for (const NotCpp& each : written.obstacles)
    file.source().diags.report(Diag::Unsupported, each.where, {each.what});
  if (!written.obstacles.empty()) return;
  Edits spelled;
  spellForCpp(written.text, spelled, LangOptions());
  const auto error = firstCppError(file.file, applyEdits(written.text, spelled));
  SourceText text{std::move(written.text), file.text.lines, file.text.files};
  if (file.text.isAsWritten())  // but again with the same lines
    for (auto line = 1U; line <= llvm::count(text.text, '\n') + 1; ++line) text.lines.push_back(line);
  const auto inCpp = parse(file.file, std::move(text), Messages::OnlyErrors, told);
  if (!inCpp) return;
  if (error) {
    const SourceManager& sources = inCpp->ast().getSourceManager();
    inCpp->source().diags.report(
        Diag::Unsupported, sources.translateLineCol(sources.getMainFileID(), error->line, error->column),
        {"the output is C++, whose compilers say here: " + error->text});
    return;
  }
  Translation inWordsOfBoth;
  translateParsed(options, *inCpp, {}, inWordsOfBoth);
  result.ok = inWordsOfBoth.ok;
  result.text = std::move(inWordsOfBoth.text);
}

/// The files that were entered, in order, without the `headers`.
std::vector<llvm::sys::fs::UniqueID> enteredFiles(const SourceManager& sources,
                                                  const std::vector<std::string>& headers) {
  std::set<llvm::sys::fs::UniqueID> leftOut;
  llvm::sys::fs::UniqueID id;
  for (const std::string& header : headers)
    if (!llvm::sys::fs::getUniqueID(header, id)) leftOut.insert(id);
  std::vector<llvm::sys::fs::UniqueID> files;
  for (unsigned k = 0; k < sources.local_sloc_entry_size(); ++k) {
    const SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(k);
    if (!entry.isFile() || entry.getFile().getIncludeLoc().isInvalid()) continue;
    const FileID file = sources.getFileID(SourceLocation::getFromRawEncoding(entry.getOffset()));
    const auto reference = sources.getFileEntryRefForID(file);
    if (reference && !leftOut.count(reference->getUniqueID())) files.push_back(reference->getUniqueID());
  }
  return files;
}

/// What a header includes by `"..."` is looked for beside it first: from the source another file of that name
/// may be found. Does the joined text enter the same files as before, without an error?
bool entersSameFiles(const ParsedFile& file, const SourceText& joined) {
  Told told;
  const InputFile silent{file.file.command, file.file.path, file.file.written, llvm::nulls()};
  const auto trial = parse(silent, mapLines(joined, file.text), Messages::All, told);
  if (!trial) return false;
  const std::vector<std::string> headers = headersOf(trial->text);
  return enteredFiles(file.ast().getSourceManager(), headers) ==
         enteredFiles(trial->ast().getSourceManager(), headers);
}

/// Does the text compile, as far as a compiler sees it?
bool isValid(const InputFile& input, SourceText text) {
  Told told;
  const InputFile silent{input.command, input.path, input.written, llvm::nulls()};
  return parse(silent, std::move(text), Messages::OnlyErrors, told) != nullptr;
}

/// The grid calls whose loops would not compile where the calls stand, with what a compiler says to them.
GridObstacles obstaclesOf(const InputFile& input, const ParsedFile& file, const ProgramGrids& calls) {
  const std::string why = "its loops would not compile where the call stands";
  GridObstacles obstacles, all;
  for (const auto& [call, grid] : calls) {
    all[call] = why;
    const auto alone = expandGridCall(file.muted(), call);
    if (alone && isValid(input, mapLines(alone->text, file.text))) continue;
    const auto error = alone ? firstCppError(input, alone->text.text) : std::nullopt;
    obstacles[call] = why + (error ? ": " + error->text : "");
  }
  return obstacles.empty() ? all : obstacles;
}

/// The steps, each of which reads the file as the one before it has left it.
Translation translateFile(const Options& options, const InputFile& input) {
  const Target& target = *options.target;
  Translation result;
  Told told;
  std::unique_ptr<ParsedFile> file;
  const auto read = [&](SourceText text, Messages messages) {
    file = parse(input, file ? mapLines(std::move(text), file->text) : std::move(text), messages, told);
    if (!file) return false;
    for (const std::string& each : file->dependencies)
      if (!llvm::is_contained(result.dependencies, each)) result.dependencies.push_back(each);
    return true;
  };
  const auto resolveConditionals = [&] {
    if (file->hasErrors() || !file->text.fallbacks.empty()) return true;
    auto resolved = withoutCutConditionals(file->recorded, file->source(), !target.editsStatements);
    return !resolved || read(std::move(*resolved), Messages::All);
  };

  const auto joinWith = [&](const std::set<FileID>& headers) -> std::optional<SourceText> {
    const std::size_t joined = headersOf(file->text).size();
    if (joined > target.mostHeaders) return std::nullopt;
    auto text = joinHeaders(file->ast().getSourceManager(), headers, target.mostHeaders - joined);
    return text && entersSameFiles(*file, *text) ? std::move(text) : std::nullopt;
  };
  // A header with directives is code of the source that includes it.
  const auto joinAnnotatedHeaders = [&] {
    std::set<FileID> annotated;
    for (const SourceLocation directive : file->recorded.inHeaders)
      annotated.insert(file->ast().getSourceManager().getFileID(directive));
    if (auto joined = joinWith(annotated); joined && !read(std::move(*joined), Messages::All)) return false;
    for (const SourceLocation left : file->recorded.inHeaders)
      file->source().diags.report(Diag::DirectiveInHeader, left);
    return true;
  };

  if (!read({withLineNumbers(input.written)}, Messages::All) || !joinAnnotatedHeaders() ||
      !resolveConditionals())
    return result;

  const unsigned refused = file->source().diags.errorCount();
  auto loops = expandGridCalls(file->source(), target.isDevice);
  if (file->source().diags.errorCount() > refused) return result;
  if (loops && !isValid(input, mapLines(loops->text, file->text))) {
    loops = expandGridCalls(file->source(), target.isDevice, obstaclesOf(input, *file, loops->programs));
    if (file->source().diags.errorCount() > refused) return result;
  }
  ProgramGrids programs;
  if (loops) {
    programs = std::move(loops->programs);
    if (!read(std::move(loops->text), Messages::All)) return result;
  }
  auto normal = inNormalForms(file->source(), file->recorded, identifiersOf(file->text.text),
                              target.isDevice ? InnerLoops::Counted : InnerLoops::AsWritten,
                              target.checksAccesses ? Versions::Annotated : Versions::Chosen);
  if (file->source().diags.errorCount() > refused) return result;
  if (normal && !read(std::move(*normal), Messages::All)) return result;
  auto owned = withOwnWorkspaces(file->source(), file->recorded);
  if (file->source().diags.errorCount() > refused) return result;
  if (owned && !read(std::move(*owned), Messages::All)) return result;
  auto expanded = expandTiles(options, *file);
  // The other loops are still read where a directive is refused, unless there are tiles to expand.
  if (file->source().diags.errorCount() > refused || (refused > 0 && expanded)) return result;
  if (options.dump == DumpStage::Directives)
    for (const auto& directive : file->directives.all)
      result.explanation += print(*directive, file->ast().getSourceManager());
  if (expanded) {
    if (options.dump == DumpStage::Tiles) result.explanation += expanded->text;
    if (!read(std::move(*expanded), Messages::OfLoops) || !resolveConditionals()) return result;
  } else if (target.headersToEdit && options.emit == Emit::Code && !options.lineDirectives) {
    auto joined = joinWith(target.headersToEdit(file->source()));
    if (joined && (!read(std::move(*joined), Messages::All) || !resolveConditionals())) return result;
  }

  translateParsed(options, *file, programs, result);
  const bool isC = !file->ast().getLangOpts().CPlusPlus;
  if (result.ok && result.hasKernels && isC && target.writesCpp && options.emit == Emit::Code)
    translateAsCpp(options, *file, told, result);
  if (!result.ok) result.text.clear();
  return result;
}

}  // namespace

Translation translate(const Options& options, const tooling::CompileCommand& command,
                      const std::string& source, llvm::raw_ostream& diagnostics) {
  const DiagnosticSettings settings{
      .tellsRemarks = options.remarks,
      .showsConflicts = options.target->checksAccesses && options.legality != LegalityMode::Strict};
  const InputFile file{command, source, readText(command, source), diagnostics, options.colour, settings};
  Translation result;
  runOnDeepStack(source, [&] { result = translateFile(options, file); });
  return result;
}

}  // namespace appyl
