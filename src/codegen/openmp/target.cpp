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
    const auto whole = statementRange(fork.loop, file.source);
    if (!whole) return;
    UnderFork shared{.declared = fork.declared};
    Edits joined;
    for (const Kernel* kernel : fork.kernels) {
      const auto own = emitUnderFork(*kernel, file.options, file.names, shared, needs, file.muted);
      if (!own || !shared.isPossible) return;
      joined.insert(joined.end(), own->begin(), own->end());
    }
    const auto isReplaced = [&](const Edit& edit) {
      return llvm::any_of(
          joined, [&](const Edit& each) { return each.offset == edit.offset && each.length == edit.length; });
    };
    if (static_cast<std::size_t>(llvm::count_if(edits, isReplaced)) != joined.size())
      return;  // steps are blocked
    std::erase_if(edits, isReplaced);
    edits.insert(edits.end(), joined.begin(), joined.end());
    const std::vector<std::string> copies(shared.copies.begin(), shared.copies.end());
    edits.push_back({whole->begin, 0,
                     "// Each thread runs this loop; they share the iterations of those inside.\n"
                     "#pragma omp parallel" +
                         print(DataSharing{.firstprivates = copies}) + "\n"});
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
