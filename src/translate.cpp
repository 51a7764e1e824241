// The whole architecture in one function: `runPipeline`. What stands around it opens the file with Clang and
// hands out results.
#include "translate.h"

#include "as_cpp/as_cpp.h"
#include "codegen/cuda/cuda.h"
#include "codegen/cuda/cuda_names.h"
#include "codegen/cuda/data_regions.h"
#include "codegen/interpret/checked_headers.h"
#include "codegen/interpret/interpret.h"
#include "codegen/openmp/openmp.h"
#include "codegen/openmp/time_blocks.h"
#include "codegen/text/cut_conditionals.h"
#include "codegen/text/includes.h"
#include "codegen/text/old_c.h"
#include "codegen/text/whole_file.h"
#include "directive/collect.h"
#include "directive/record.h"
#include "expand/lower.h"
#include "model/map_to_grid.h"
#include "model/print.h"
#include "model/program_order.h"
#include "nest/read_loop_nest.h"
#include "nest/time_loop.h"
#include "proof/proof.h"
#include "proof/report.h"
#include "support/deep_stack.h"
#include "support/source_lines.h"
#include "support/visits.h"
#include "writeback/style.h"
#include "writeback/write_back.h"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/Path.h>

#include <chrono>
#include <functional>

namespace appyl {
namespace {

using namespace clang;

bool isWithin(const Edit& inner, const Edit& outer) {
  return outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length;
}

/// Lines of directives that no kernel's text contains.
Edits removeDirectives(const Recorded& recorded, const Edits& kernels, const ASTContext& context) {
  Edits edits;
  const auto remove = [&](SourceRange line) {
    const auto range = directiveRange(line, context);
    const bool inside = range && std::any_of(kernels.begin(), kernels.end(), [&](const Edit& kernel) {
                          return kernel.offset <= range->begin && range->end <= kernel.offset + kernel.length;
                        });
    if (range && !inside) edits.push_back({range->begin, range->end - range->begin, ""});
  };
  for (const auto& [location, record] : recorded.directives)
    for (const SourceRange line : record.directive.lines) remove(line);
  for (const FunctionDirective& each : recorded.functionDirectives) remove(each.line);
  return edits;
}

/// Is a directive in another branch of the same `#if` translated?
bool hasOtherBranch(SourceLocation skipped, const Recorded& recorded, const SourceManager& sources) {
  const auto isIn = [&](SourceLocation where, SourceRange conditional) {
    return sources.isBeforeInTranslationUnit(conditional.getBegin(), where) &&
           sources.isBeforeInTranslationUnit(where, conditional.getEnd());
  };
  // Inner ones end first.
  const auto around =
      llvm::find_if(recorded.conditionals, [&](SourceRange each) { return isIn(skipped, each); });
  return around != recorded.conditionals.end() && llvm::any_of(recorded.directives, [&](const auto& each) {
           return isIn(sources.getExpansionLoc(each.second.directive.location()), *around);
         });
}

/// ... and those in branches of `#if` that this configuration leaves out, where a loop of another branch has
/// been translated: the output is for this configuration. Others stay, as all else does.
void removeSkipped(const Recorded& recorded, Edits& kernels, const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  Edits outside;
  for (const SourceRange each : recorded.skippedDirectives) {
    const auto range = directiveRange(each, context);
    if (!range || !hasOtherBranch(each.getBegin(), recorded, sources)) continue;
    const Edit removal{range->begin, range->end - range->begin, ""};
    const llvm::StringRef directive = text.slice(range->begin, range->end).trim();
    if (llvm::none_of(kernels, [&](const Edit& kernel) { return isWithin(removal, kernel); }))
      outside.push_back(removal);
    for (Edit& kernel : kernels) {
      if (!isWithin(removal, kernel)) continue;
      std::string kept;
      for (const llvm::StringRef line : llvm::split(kernel.text, '\n'))
        if (line.trim() != directive) kept += (kept.empty() ? "" : "\n") + line.str();
      kernel.text = kept;
    }
  }
  kernels.insert(kernels.end(), outside.begin(), outside.end());
}

/// `#line` after each kernel and each removed directive, so that messages about what follows name the
/// source's lines.
Edits lineDirectives(llvm::StringRef text, const Edits& edits, const LoweredSource* loops,
                     const SourceManager& sources) {
  const std::string file = fileNameInLiteral(sources);
  std::set<unsigned> lines;
  const auto putBehind = [&](unsigned offset) {
    const std::size_t end = offset > 0 && text[offset - 1] == '\n' ? offset - 1 : text.find('\n', offset);
    if (end != llvm::StringRef::npos && end + 1 < text.size()) lines.insert(static_cast<unsigned>(end + 1));
  };
  for (const Edit& edit : edits) putBehind(edit.offset + edit.length);
  if (loops)
    for (const Fallback& fallback : loops->fallbacks) putBehind(fallback.end + 1);
  Edits result;
  for (const unsigned offset : lines) {
    const bool inside = std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
      return edit.offset <= offset && offset < edit.offset + edit.length;
    });
    if (inside) continue;
    const unsigned line = sources.getLineNumber(sources.getMainFileID(), offset);
    result.push_back(
        {offset, 0,
         "#line " + std::to_string(loops ? loops->lines[line - 1] : line) + " \"" + file + "\"\n"});
  }
  return result;
}

/// What stands there runs without checks, which is said when it does.
Edit tellUnwatched(const Fallback& fallback, const std::string& file, llvm::StringRef text) {
  const llvm::StringRef rest = text.drop_front(fallback.offset);
  const std::string margin(rest.size() - rest.ltrim(' ').size(), ' ');
  return {
      fallback.offset, 0,
      margin + "::appyl::interpret::unwatched(\"" + file + "\", " + std::to_string(fallback.line) + ");\n"};
}

const char* nameOf(Target target) {
  switch (target) {
    case Target::OpenMP: return "openmp";
    case Target::Cuda: return "cuda";
    case Target::Interpret: return "interpret";
  }
  llvm_unreachable("a target");
}

/// Does the place lie in a program as it was written, for arrays that do not suit its loops?
bool isInFallback(const LoweredSource* source, SourceLocation where, const SourceManager& sources) {
  const unsigned offset = sources.getFileOffset(sources.getExpansionLoc(where));
  return source && llvm::any_of(source->fallbacks, [&](const Fallback& each) {
           return each.isAnnotated && each.offset <= offset && offset < each.end;
         });
}

bool isReplaced(const Fallback& fallback, const Edits& edits) {
  return llvm::any_of(edits, [&](const Edit& edit) {
    return fallback.offset <= edit.offset && edit.offset < fallback.end && edit.length > 0;
  });
}

/// The headers of which it has lines, in their order.
std::vector<std::string> headersOf(const LoweredSource* source) {
  std::vector<std::string> headers;
  if (source)
    for (const std::string& file : source->files)
      if (!file.empty() && std::find(headers.begin(), headers.end(), file) == headers.end())
        headers.push_back(file);
  return headers;
}

/// Entries of the tuning file for kernels of this source that are no more, or loops without `block(auto)`.
void reportStale(const Options& options, const std::vector<Kernel>& kernels,
                 const std::vector<AutoBlock>& autoBlocks, const SourceManager& sources, Diagnostics& diags) {
  for (const auto& [name, loops] : options.tuned) {
    const auto kernel = llvm::find_if(kernels, [&](const Kernel& each) { return each.name == name; });
    if (kernel == kernels.end()) {
      diags.report(Diag::TunedKernelMissing, sources.getLocForStartOfFile(sources.getMainFileID()),
                   {options.tuneFile, name});
      continue;
    }
    for (const auto& [loop, size] : loops)
      if (llvm::none_of(autoBlocks,
                        [&](const AutoBlock& each) { return each.kernel == name && each.loop == loop; }))
        diags.report(Diag::TunedLoopMissing, kernel->nest.loops.front().stmt->getBeginLoc(),
                     {options.tuneFile, loop, name});
  }
}

/// What stages that call themselves for each level have stack for, with much to spare.
constexpr unsigned deepestNesting = 20'000;

struct Pipeline {
  const Options& options;
  ASTContext& context;
  Recorded& recorded;
  const std::vector<Decl*>& topLevel;
  Diagnostics& diags;
  Diagnostics& muted;  // for what is left out where it cannot be done
  Translation& result;
  std::optional<LoweredSource>& next;  // what is to be translated in place of this
  std::optional<LoweredSource>*
      asCpp;                   // ... once it has been translated: C as the output, which is C++, has it
  const LoweredSource* loops;  // this, where it stands in place of a source
  const std::string& original;  // ... of this text
};

/// The file as C++ has it, where that is another text, and what was read has been translated as C.
void writeForCpp(const Pipeline& p, const std::vector<Decl*>& declarations) {
  const SourceManager& sources = p.context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  CppText written = writeAsCpp(declarations, p.context);
  for (const NotCpp& each : written.obstacles) p.diags.report(Diag::Unsupported, each.where, {each.what});
  if (written.obstacles.empty()) {
    LoweredSource source;
    source.text = std::move(written.text);
    if (p.loops) {
      source.lines = p.loops->lines;
      source.files = p.loops->files;
    } else {
      for (auto line = 1U; line <= text.count('\n') + 1; ++line) source.lines.push_back(line);
    }
    source.isCpp = true;
    *p.asCpp = std::move(source);
  }
}

/// Directive -> LoopNest -> Kernel -> Proof -> Edits, for each outermost annotated loop in turn.
void runPipeline(Pipeline p) {
  SourceManager& sources = p.context.getSourceManager();
  const std::string text = sources.getBufferData(sources.getMainFileID()).str();
  const std::string source = sources.getFileEntryRefForID(sources.getMainFileID())->getName().str();

  const std::vector<Decl*> ofUser = p.context.getTraversalScope();
  // What stands around code of headers, only the copies that CUDA has of it ask.
  if (p.options.target != Target::Cuda) p.context.setTraversalScope(p.topLevel);

  const Directives directives = collectDirectives(p.recorded, p.topLevel, p.diags);
  const Source inMain{directives, p.context, p.diags}, unheard{directives, p.context, p.muted};
  const unsigned refused = p.diags.errorCount();
  const bool isSource = !p.loops || p.loops->isSource;
  if (refused == 0 && (!p.loops || p.loops->fallbacks.empty()))
    if (auto resolved =
            withoutCutConditionals(p.recorded, inMain, p.options.target == Target::OpenMP)) {
      p.next = LoweredSource{std::move(resolved->text), std::move(resolved->lines), {}, {}, isSource};
      return;
    }
  if (isSource) {
    std::set<std::string> names = identifiersOf(text);
    p.next = lowerTiles(
        inMain,
        {p.options.blockSize, p.options.target == Target::Cuda,
         p.options.target == Target::Interpret && p.options.emit == Emit::Code,
         p.options.target == Target::OpenMP,
         [&] {
           const auto style = styleFor(text, source);
           return style.UseTab == format::FormatStyle::UT_Never ? std::string(style.IndentWidth, ' ') : "\t";
         }},
        names);
    // The loops beside a directive that is refused are read all the same, unless there are tiles to lower.
    const bool hasFailed = p.diags.errorCount() > refused;
    if (hasFailed || (refused > 0 && p.next)) {
      p.next.reset();
      return;
    }
  }
  if (p.options.dump == DumpStage::Directives && isSource)
    for (const auto& directive : directives.all) p.result.explanation += print(*directive, sources);
  if (p.next) return;
  if (isSource && p.options.target == Target::Interpret && p.options.emit == Emit::Code &&
      !p.options.lineDirectives)
    if (auto joined = joinCheckedHeaders(inMain)) {
      p.next = LoweredSource{std::move(joined->text), std::move(joined->lines), {}, std::move(joined->files)};
      return;
    }

  Edits edits;
  std::vector<Kernel> kernels;
  std::map<std::string, int> kernelsOf;  // by function
  const bool isCuda = p.options.target == Target::Cuda;
  std::set<std::string> names = identifiersOf(text);
  FileNeeds needs;
  std::vector<Launch> launches;
  ExposedTags exposed;
  DeviceFunctions deviceFunctions(names, p.recorded.macros, inMain);
  InterpretedFile interpreted{fileNameInLiteral(sources), headersOf(p.loops), names};
  const auto emit = [&](const Kernel& kernel, bool vectorise, bool isFallback, const Source& source_) {
    const Options& options = p.options;
    switch (options.target) {
      case Target::OpenMP:
        return emitOpenMP(
            kernel, {options.deterministic, options.strictFloat, vectorise, options.aliasGuard, !isFallback},
            names, needs, source_);
      case Target::Cuda:
        return emitCuda(kernel,
                        {options.deterministic, options.strictFloat, options.aliasGuard,
                         options.legality == Legality::Strict, options.allowsTf32},
                        {names, deviceFunctions, launches, needs.headers, p.recorded.macros, exposed},
                        source_);
      case Target::Interpret:
        return emitInterpreted(kernel,
                               {options.strictFloat || options.deterministic, options.aliasGuard,
                                options.checksModel && !isFallback},  // which is in no model
                               interpreted, source_);
    }
    llvm_unreachable("a target");
  };
  FilePointsTo origins(inMain);
  const auto takeSeveralSteps = [&](const Directive& directive) -> std::variant<TimeBlocks, std::string> {
    if (p.options.target != Target::OpenMP) return "this target does not take them";
    auto loop = readTimeLoop(directive, p.recorded, unheard, origins);
    if (auto* why = std::get_if<std::string>(&loop)) return std::move(*why);
    return blockTimeSteps(std::get<TimeLoop>(loop), kernels,
                          {p.options.deterministic, p.options.strictFloat, true, p.options.aliasGuard}, names,
                          needs, inMain);
  };
  for (const Directive* root : rootDirectives(inMain)) {
    // The program as it was written, beside the loops that it has become, which are told of.
    const bool isFallback = isInFallback(p.loops, root->location(), sources);
    const Source& source_ = isFallback ? unheard : inMain;
    auto nest = readLoopNest(*root, p.recorded, source_, origins);
    if (!nest) continue;
    if (p.options.dump == DumpStage::Loops && !isFallback) p.result.explanation += print(*nest, sources);

    int& known = kernelsOf[nest->functionName];
    const auto isTaken = [&](int index) {
      return p.context.Idents.find(kernelName(nest->functionName, index)) != p.context.Idents.end();
    };
    while (!isFallback && isTaken(known)) ++known;
    const int index = isFallback ? known - 1 : known++;
    auto kernel = mapToGrid(std::move(*nest), index,
                            {p.options.blockSize, p.options.appylCompat, isCuda, p.options.strictFloat,
                             p.options.architecture, p.options.tuned, p.options.target == Target::OpenMP},
                            source_);
    if (!kernel) continue;

    const auto instances = readInstances(*root, p.recorded, source_, origins);
    const auto start = std::chrono::steady_clock::now();
    const bool vectorise = proveAndReport(
        *kernel, instances, isFallback ? Legality::Off : p.options.legality, source_,
        p.options.dump == DumpStage::Proof && !isFallback ? &p.result.explanation : nullptr);
    if (p.options.target == Target::OpenMP) findIndependentLoops(*kernel, inMain);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (p.options.dump == DumpStage::Times)
      p.result.explanation += kernel->name + ": proof " + std::to_string(taken.count()) + " ms\n";
    if (!p.options.strictFloat)
      kernel->contraction = recogniseContraction(*kernel, instances, inMain);
    kernel->order = chooseProgramOrder(*kernel);
    if (!isFallback && (p.options.explain || p.options.dump == DumpStage::Model))
      p.result.explanation += modelAsText(*kernel);

    const auto edit = emit(*kernel, vectorise, isFallback, source_);
    if (edit) edits.insert(edits.end(), edit->begin(), edit->end());
    if (!isFallback) kernels.push_back(std::move(*kernel));
  }
  for (const Directive* each : timeLoops(directives)) {
    auto blocked = takeSeveralSteps(*each);
    if (const auto* why = std::get_if<std::string>(&blocked)) {
      p.diags.report(Diag::RemarkTemporal, each->find(ClauseKind::Block)->location, {*why});
      continue;
    }
    const TimeBlocks& blocks = std::get<TimeBlocks>(blocked);
    if (p.options.dump == DumpStage::Proof) p.result.explanation += "time loop:\n" + print(blocks.skew);
    if (p.options.explain) p.result.explanation += blocks.summary + "\n";
    std::erase_if(edits, [&](const Edit& edit) { return isWithin(edit, blocks.edit); });
    edits.push_back(blocks.edit);
  }
  Edits dataEdits, renamed;
  if (isCuda && !launches.empty())
    for (const Edit& each : renameThoseOfCuda(p.context, names, p.diags)) renamed.push_back(each);
  if (isCuda && !p.diags.hasErrors())
    if (auto data = dataRegions(launches, names, inMain))
      dataEdits = std::move(*data);
  if (p.options.target == Target::Interpret && !kernels.empty() && !p.diags.hasErrors())
    dataEdits = completeInterpreted(interpreted, p.topLevel, inMain);
  if (p.options.target == Target::Interpret && !kernels.empty() && p.loops)
    for (const Fallback& fallback : p.loops->fallbacks)
      if (!isReplaced(fallback, edits)) edits.push_back(tellUnwatched(fallback, interpreted.name, text));
  if (p.diags.hasErrors() || p.context.getDiagnostics().hasErrorOccurred()) return;
  for (const Kernel& kernel : kernels)
    for (const Axis* axis : autoAxes(kernel))
      p.result.autoBlocks.push_back({kernel.name, axis->var, axis->block.value});
  reportStale(p.options, kernels, p.result.autoBlocks, sources, p.diags);
  if (p.options.emit == Emit::Model) {
    p.result.text = modelAsJson(kernels, source, nameOf(p.options.target));
  } else {
    for (const Edit& removal : removeDirectives(p.recorded, edits, p.context)) edits.push_back(removal);
    if (!kernels.empty()) removeSkipped(p.recorded, edits, p.context);
    const Edits regions = regionsAround(launches, names, inMain);
    edits.insert(edits.begin(), regions.begin(), regions.end());
    edits.insert(edits.begin(), dataEdits.begin(), dataEdits.end());
    edits.insert(edits.begin(), renamed.begin(), renamed.end());
    if (p.options.target != Target::OpenMP && !kernels.empty())
      needs.headers.insert(isCuda                  ? "appyl/cuda/cuda.hpp"
                           : p.options.checksModel ? "appyl/interpret/blocks.hpp"
                                                   : "appyl/interpret/interpret.hpp");
    if (needs.any()) {
      const auto first = std::min_element(edits.begin(), edits.end(), [](const Edit& one, const Edit& other) {
        return one.offset < other.offset;
      });
      edits.insert(edits.begin(), inFrontOfFile(text, needs, first->offset));
    }
    const LangOptions& language = p.context.getLangOpts();
    if (p.options.target == Target::OpenMP && !language.CPlusPlus && !language.C99)
      for (Edit& edit : edits) edit.text = asOldC(edit.text, language);
    if (p.options.target != Target::OpenMP && !language.CPlusPlus) {
      if (p.asCpp && !kernels.empty()) writeForCpp(p, ofUser);
      spellForCpp(text, edits, language);
    }
    if (interpreted.replacesNew) edits.front().text.insert(0, "#define APPYL_INTERPRET_OWN_NEW\n");
    if (p.options.strictFloat && !kernels.empty()) edits.push_back(forbidContraction(text));
    if (p.options.lineDirectives)
      for (const Edit& line : lineDirectives(text, edits, p.loops, sources)) edits.push_back(line);
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
    p.result.text = writeBack(text, edits, source, p.loops ? llvm::StringRef(p.original) : text);
  }
  p.result.ok = !p.diags.hasErrors();
}

/// What has been told: a source whose tiles have become loops is read a second time.
using Told = std::set<std::pair<unsigned, std::string>>;  // line, text

/// Clang's own messages about an argument of a directive get our name and are told later, once its stream is
/// free again.
class DiagnosticSorter : public TextDiagnosticPrinter {
 public:
  DiagnosticSorter(llvm::raw_ostream& stream, DiagnosticOptions* options, const Recorded& recorded,
                   Told& told, const LoweredSource* again)
      : TextDiagnosticPrinter(stream, options),
        recorded(recorded),
        told(told),
        isAgain(again != nullptr),
        isOfTiles(again && again->files.empty() && !again->isSource && !again->isCpp),
        hasBeenTold(again && again->isCpp) {}

  std::vector<std::pair<SourceLocation, std::string>> inDirectives, inLoops;

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& info) override {
    const bool isOld = hasBeenTold && level < DiagnosticsEngine::Error;
    if (level == DiagnosticsEngine::Note ? isSilent : isOld || isKnown(info)) {
      isSilent = true;
      return DiagnosticConsumer::HandleDiagnostic(level, info);
    }
    isSilent = false;
    const bool isOurs = info.getID() >= diag::DIAG_UPPER_LIMIT;
    const bool inDirective = !isOurs && info.getLocation().isValid() && info.hasSourceManager() &&
                             recorded.isInDirective(info.getLocation(), info.getSourceManager());
    const bool isOfLoops = isOfTiles && !isOurs;  // the source itself has been checked
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
  Told& told;
  bool isAgain;
  bool isOfTiles;         // what is read are the loops that tiles have become
  bool hasBeenTold;       // all but errors
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

class Consumer : public ASTConsumer {
 public:
  Consumer(std::vector<Decl*>& topLevel, const SourceManager& sources,
           std::function<void(ASTContext&)> finish)
      : topLevel(topLevel), sources(sources), finish(std::move(finish)) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl* declaration : group) {
      const SourceLocation place = sources.getExpansionLoc(declaration->getLocation());
      if (sources.isInMainFile(place)) topLevel.push_back(declaration);
      if (!sources.isInSystemHeader(place)) ofUser.push_back(declaration);
    }
    return true;
  }

  void HandleTranslationUnit(ASTContext& context) override {
    context.setTraversalScope(ofUser);
    finish(context);
  }

  /// Bodies from system headers are never looked at; constexpr ones and those with a deduced type are needed
  /// by Clang itself.
  bool shouldSkipFunctionBody(Decl* declaration) override {
    const auto* function = declaration->getAsFunction();
    return function && sources.isInSystemHeader(declaration->getLocation()) && !function->isConstexpr();
  }

 private:
  std::vector<Decl*>& topLevel;
  std::vector<Decl*> ofUser;
  const SourceManager& sources;
  std::function<void(ASTContext&)> finish;
};

class Action : public ASTFrontendAction {
 public:
  /// `again`: what is read in place of the text `source`, or null.
  Action(const Options& options, Translation& result, Recorded& recorded, DiagnosticSorter& sorter,
         std::optional<LoweredSource>& next, std::optional<LoweredSource>* asCpp, const LoweredSource* again,
         std::string source)
      : options(options),
        result(result),
        recorded(recorded),
        sorter(sorter),
        next(next),
        asCpp(asCpp),
        again(again),
        source(std::move(source)) {}

  bool BeginInvocation(CompilerInstance& compiler) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());  // no "1 error generated."
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override {
    const bool showsConflicts = options.target == Target::Interpret && options.legality != Legality::Strict;
    diags.emplace(compiler.getDiagnostics(), options.remarks, showsConflicts);
    deaf.emplace(compiler.getDiagnostics().getDiagnosticIDs(), &compiler.getDiagnosticOpts(), &nobody,
                 /*ShouldOwnClient=*/false);
    deaf->setSourceManager(&compiler.getSourceManager());
    muted.emplace(*deaf, /*remarks=*/false, showsConflicts);
    if (again) {
      countLines(compiler.getSourceManager());
      std::vector<unsigned> lines = again->lines;
      for (std::size_t k = 0; k < again->files.size(); ++k)
        if (!again->files[k].empty()) lines[k] = 0;
      diags->standFor(OriginalSource(source, lines, compiler.getSourceManager()));
      muted->standFor(OriginalSource(source, std::move(lines), compiler.getSourceManager()));
    }
    recordDirectives(compiler.getPreprocessor(), recorded, *diags);
    compiler.addDependencyCollector(dependencies);
    dependencies->attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<Consumer>(topLevel, compiler.getSourceManager(), [this](ASTContext& context) {
      for (const auto& [location, text] : std::exchange(sorter.inDirectives, {}))
        diags->report(Diag::InvalidExpression, location, {text});
      for (const auto& [location, text] : std::exchange(sorter.inLoops, {}))
        diags->report(Diag::TilesNotTaken, location, {"the loops that they become do not compile: " + text});
      if (const Stmt* inner = nestedDeeperThan(deepestNesting, context.getTraversalScope()))
        diags->report(Diag::NestedTooDeeply, inner->getBeginLoc(), {std::to_string(deepestNesting)});
      if (const VarDecl* name = beginsAsItself(context.getTraversalScope()))
        diags->report(Diag::Unsupported, name->getLocation(),
                      {"'" + name->getNameAsString() + "' begins as itself"});
      if (again && again->error) tellCppError(context.getSourceManager());
      if (!context.getDiagnostics().hasErrorOccurred() && !diags->hasErrors())
        runPipeline(
            {options, context, recorded, topLevel, *diags, *muted, result, next, asCpp, again, source});
    });
  }

  void tellCppError(const SourceManager& sources) {
    const CppError& error = *again->error;
    diags->report(Diag::Unsupported,
                  sources.translateLineCol(sources.getMainFileID(), error.line, error.column),
                  {"the output is C++, whose compilers say here: " + error.text});
  }

  /// Messages name the lines of the source that the user wrote.
  void countLines(SourceManager& sources) const {
    const SourceLocation begin = sources.getLocForStartOfFile(sources.getMainFileID());
    const std::string main = sources.getFileEntryRefForID(sources.getMainFileID())->getName().str();
    const auto fileOf = [&](unsigned line) {
      if (again->files.empty()) return -1;
      return static_cast<int>(
          sources.getLineTableFilenameID(again->files[line].empty() ? main : again->files[line]));
    };
    unsigned line = 0;
    for (std::size_t at = 0; at < again->text.size(); ++line) {
      const std::size_t end = std::min(again->text.find('\n', at), again->text.size());
      if (line + 1 < again->lines.size() &&
          (again->lines[line + 1] != again->lines[line] + 1 || fileOf(line) != fileOf(line + 1)))
        sources.AddLineNote(begin.getLocWithOffset(static_cast<int>(end)), again->lines[line + 1],
                            fileOf(line + 1),
                            /*IsFileEntry=*/false, /*IsFileExit=*/false, SrcMgr::C_User);
      at = end + 1;
    }
  }

  void EndSourceFileAction() override {
    for (const std::string& file : dependencies->getDependencies()) result.dependencies.push_back(file);
  }

 private:
  const Options& options;
  Translation& result;
  Recorded& recorded;
  DiagnosticSorter& sorter;
  std::optional<LoweredSource>& next;
  std::optional<LoweredSource>* asCpp;
  const LoweredSource* again;
  const std::string source;
  std::optional<Diagnostics> diags;
  IgnoringDiagConsumer nobody;
  std::optional<DiagnosticsEngine> deaf;
  std::optional<Diagnostics> muted;
  std::vector<Decl*> topLevel;
  std::shared_ptr<DependencyCollector> dependencies = std::make_shared<DependencyCollector>();
};

}  // namespace

namespace {

/// The source with the number of its line for each `__LINE__` in the code, as the lines of the output are
/// others; empty where there is none.
std::string withLineNumbers(llvm::StringRef source) {
  std::string result;
  if (!source.contains("__LINE__")) return result;
  LangOptions language;
  language.CPlusPlus = true;
  Lexer lexer(SourceLocation(), language, source.begin(), source.begin(), source.end());
  bool isDirective = false;
  unsigned line = 1;
  std::size_t done = 0, counted = 0;
  Token token;
  do {
    const bool isLast = lexer.LexFromRawLexer(token);
    const std::size_t end = lexer.getBufferLocation() - source.begin(), begin = end - token.getLength();
    line += static_cast<unsigned>(source.slice(counted, begin).count('\n'));
    counted = begin;
    if (token.isAtStartOfLine()) isDirective = token.is(tok::hash);
    if (!isDirective && token.is(tok::raw_identifier) && token.getRawIdentifier() == "__LINE__") {
      result += source.slice(done, begin).str() + std::to_string(line);
      done = end;
    }
    if (isLast) break;
  } while (token.isNot(tok::eof));
  return done == 0 ? "" : result + source.drop_front(done).str();
}

/// The machine's files, with a text in place of the source.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> inPlaceOf(const std::string& source, const std::string& text,
                                                          const std::string& folder) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  files->setCurrentWorkingDirectory(folder);
  llvm::SmallString<256> path(source);
  files->makeAbsolute(path);
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files);
  both->pushOverlay(memory);
  both->setCurrentWorkingDirectory(folder);
  return both;
}

Translation translateOnce(const Options& options, const tooling::CompileCommand& command,
                          const std::string& source, llvm::raw_ostream& diagnostics, Told& told,
                          std::optional<LoweredSource>& next, std::optional<LoweredSource>* asCpp,
                          const LoweredSource* again) {
  Translation result;
  Recorded recorded;
  auto diagnosticOptions = llvm::makeIntrusiveRefCnt<DiagnosticOptions>();
  diagnosticOptions->ShowColors = options.colour;
  diagnosticOptions->ShowPresumedLoc = true;
  DiagnosticSorter sorter(diagnostics, diagnosticOptions.get(), recorded, told, again);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  files->setCurrentWorkingDirectory(command.Directory);
  std::string original;
  if (const auto buffer = files->getBufferForFile(source)) original = (*buffer)->getBuffer().str();
  const std::string text = again ? again->text : withLineNumbers(original);
  if (!text.empty()) files = inPlaceOf(source, text, command.Directory);
  auto manager = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions{}, files);
  tooling::ToolInvocation invocation(
      command.CommandLine,
      std::make_unique<Action>(options, result, recorded, sorter, next, asCpp, again, original),
      manager.get());
  invocation.setDiagnosticConsumer(&sorter);
  invocation.setDiagnosticOptions(diagnosticOptions.get());
  if (!invocation.run() || !result.ok) {
    result.ok = false;
    result.text.clear();
  }
  return result;
}

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
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    return true;
  }
};

/// What a C++ compiler says of a text in place of the source, a C program. Nothing where it lacks headers.
std::optional<CppError> firstCppError(const std::string& text, const tooling::CompileCommand& command,
                                      const std::string& source) {
  Edits spelled;
  LangOptions c;
  spellForCpp(text, spelled, c);
  std::vector<std::string> arguments;
  for (const std::string& each : command.CommandLine)
    if (!llvm::StringRef(each).starts_with("-std=") && each != "-ansi")
      arguments.push_back(each == "c" && arguments.back() == "-x" ? "c++" : each);
  arguments.insert(arguments.begin() + 1, {"--driver-mode=g++", "-std=c++20"});
  auto manager = llvm::makeIntrusiveRefCnt<FileManager>(
      FileSystemOptions{}, inPlaceOf(source, applyEdits(text, spelled), command.Directory));
  FirstError first;
  tooling::ToolInvocation invocation(arguments, std::make_unique<CppSyntax>(), manager.get());
  invocation.setDiagnosticConsumer(&first);
  invocation.run();
  return first.isReadable ? first.error : std::nullopt;
}

/// The lines of `next`, which was made of `read`, by what that has them from.
void mapLines(LoweredSource& next, const LoweredSource& read) {
  if (next.files.empty() && !read.files.empty()) next.files.resize(next.lines.size());
  const auto indexOf = [&](unsigned line) {
    return std::min<std::size_t>(std::max(1u, line), read.lines.size()) - 1;
  };
  for (std::size_t k = 0; k < next.lines.size(); ++k) {
    if (!next.files.empty() && !next.files[k].empty()) continue;
    const std::size_t line = indexOf(next.lines[k]);
    next.lines[k] = read.lines[line];
    if (line < read.files.size()) next.files[k] = read.files[line];
  }
  for (Fallback& each : next.fallbacks) each.line = read.lines[indexOf(each.line)];
}

Translation translateHere(const Options& options, const tooling::CompileCommand& command,
                          const std::string& source, llvm::raw_ostream& diagnostics) {
  Told told;
  std::optional<LoweredSource> read;  // in place of the source
  std::string explanation;
  std::vector<std::string> dependencies;
  for (;;) {
    std::optional<LoweredSource> next, asCpp;
    Translation result =
        translateOnce(options, command, source, diagnostics, told, next, &asCpp, read ? &*read : nullptr);
    for (const std::string& file : result.dependencies)
      if (std::find(dependencies.begin(), dependencies.end(), file) == dependencies.end())
        dependencies.push_back(file);
    explanation += result.explanation;
    if (!next) {
      if (result.ok && asCpp) {
        asCpp->error = firstCppError(asCpp->text, command, source);
        Translation again =
            translateOnce(options, command, source, diagnostics, told, next, nullptr, &*asCpp);
        result.ok = again.ok;
        result.text = std::move(again.text);
      }
      result.explanation = std::move(explanation);
      result.dependencies = std::move(dependencies);
      return result;
    }
    if (options.dump == DumpStage::Tiles && !next->isSource) explanation += next->text;
    if (read) mapLines(*next, *read);
    read = std::move(next);
  }
}

}  // namespace

Translation translate(const Options& options, const tooling::CompileCommand& command,
                      const std::string& source, llvm::raw_ostream& diagnostics) {
  Translation result;
  runOnDeepStack(source, [&] { result = translateHere(options, command, source, diagnostics); });
  return result;
}

}  // namespace appyl
