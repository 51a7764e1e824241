#include "codegen/openmp/target.h"

#include "codegen/arrays/sharing.h"
#include "codegen/openmp/fork.h"
#include "codegen/openmp/openmp.h"
#include "codegen/openmp/schedule.h"
#include "codegen/openmp/time_blocks.h"
#include "codegen/text/file_edits.h"

namespace appyl {
namespace {

class OpenMPFile : public FileEmitter {
 public:
  explicit OpenMPFile(const EmittedFile& file) : file(file) {}

  std::optional<Edits> emit(const Kernel& kernel, const Source& source) override {
    return emitOpenMP(kernel, file.options, file.names, needs, source);
  }

  void finish(const std::vector<Kernel>& kernels, Edits& edits) override {
    blockTimeLoops(kernels, edits);
    for (const Fork& each : forksOf(kernels, file.source)) shareFork(each, edits);
  }

 private:
  const EmittedFile file;

  void blockTimeLoops(const std::vector<Kernel>& kernels, Edits& edits) {
    for (const Directive* each : timeLoops(file.source.directives)) {
      auto blocked = takeSeveralSteps(*each, kernels);
      if (const auto* why = std::get_if<std::string>(&blocked)) {
        file.source.diags.report(Diag::RemarkTemporal, each->find(ClauseKind::Block)->location, {*why});
        continue;
      }
      const TimeBlocks& blocks = std::get<TimeBlocks>(blocked);
      if (file.dumpsProof) explanation += "time loop:\n" + print(blocks.skew);
      if (file.explains) explanation += blocks.summary + "\n";
      for (const auto& inside : file.source.directives.all)
        if (isWithin(Edit{offsetOf(*inside), 0, ""}, blocks.edit))
          tellLostHints(*inside, "in a time loop whose steps are blocked", file.source.diags);
      std::erase_if(edits, [&](const Edit& edit) { return isWithin(edit, blocks.edit); });
      edits.push_back(blocks.edit);
    }
  }

  /// Where one of the kernels needs a fork of its own, all keep theirs.
  void shareFork(const Fork& fork, Edits& edits) {
    const auto range = statementRange(fork.loop, file.source);
    if (!range) return;
    UnderFork shared{.declared = fork.declared, .unread = fork.unread};
    shared.declared.insert(fork.counters.begin(), fork.counters.end());
    std::vector<TextEdit> inside;
    for (const Kernel* kernel : fork.kernels) {
      const auto own = emitUnderFork(*kernel, file.options, file.names, shared, needs, file.muted);
      if (!own || !shared.isPossible) return;
      for (const Edit& each : *own) inside.push_back({{each.offset, each.offset + each.length}, each.text});
    }
    // No kernel changes what its own condition reads; another one may, by some other name.
    if (!shared.conditions.empty() && fork.kernels.size() > 1) return;
    const auto isOfKernel = [&](const Edit& edit) {
      return llvm::any_of(inside, [&](const TextEdit& each) {
        return each.range.begin == edit.offset && each.range.end == edit.offset + edit.length;
      });
    };
    if (static_cast<std::size_t>(llvm::count_if(edits, isOfKernel)) != inside.size())
      return;  // blocks of steps
    Edit whole{range->begin, range->end - range->begin, ""};
    const auto isInKernel = [&](const FileRange& line) { return coveredByEdit(line, inside); };
    std::vector<TextEdit> removed;
    for (const auto& directive : file.source.directives.all)
      for (const clang::SourceRange each : directive->lines)
        if (const auto line = directiveRange(each, file.source.ast);
            line && line->begin >= range->begin && line->end <= range->end && !isInKernel(*line))
          removed.push_back({*line, ""});
    inside.insert(inside.end(), removed.begin(), removed.end());
    whole.text = forkText(fork, shared, editedText(*range, inside, file.source.ast));
    std::erase_if(edits, [&](const Edit& each) { return isWithin(each, whole); });
    edits.push_back(std::move(whole));
  }

  std::string forkText(const Fork& fork, const UnderFork& shared, const std::string& loop) const {
    const std::string comment = "// Each thread runs this loop; they share the iterations of those inside.\n";
    const DataSharing counters{.privates = {fork.counters.begin(), fork.counters.end()}};
    if (shared.conditions.empty()) return comment + "#pragma omp parallel" + print(counters) + "\n" + loop;
    std::string name = "sizes_hold";
    while (file.names.contains(name)) name += "_";
    return fmt::format("{}{{\nconst {} {} = {};\n#pragma omp parallel if({}){}\n{}\n}}", comment,
                       file.source.ast.getLangOpts().CPlusPlus ? "bool" : "int", name,
                       allOf(shared.conditions), name, print(counters), loop);
  }

  unsigned offsetOf(const Directive& directive) const {
    const clang::SourceManager& sources = file.source.ast.getSourceManager();
    return sources.getFileOffset(sources.getExpansionLoc(directive.location()));
  }

  std::variant<TimeBlocks, std::string> takeSeveralSteps(const Directive& directive,
                                                         const std::vector<Kernel>& kernels) {
    auto loop = readTimeLoop(directive, file.recorded, file.muted, file.pointsTo);
    if (auto* why = std::get_if<std::string>(&loop)) return std::move(*why);
    return blockTimeSteps(std::get<TimeLoop>(loop), kernels, file.options, file.names, needs, file.source);
  }
};

}  // namespace

const Target openmpTarget{.name = "openmp",
                          .infix = ".omp",
                          .blocksUnasked = true,
                          .editsStatements = false,
                          .expandsInside = true,
                          .open = [](const EmittedFile& file) -> std::unique_ptr<FileEmitter> {
                            return std::make_unique<OpenMPFile>(file);
                          }};

}  // namespace appyl
