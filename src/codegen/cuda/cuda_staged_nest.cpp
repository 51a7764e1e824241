#include "codegen/cuda/cuda_staged_nest.h"

#include "codegen/cuda/cuda_staging.h"
#include "codegen/cuda/cuda_tiles.h"
#include "codegen/text/nest_text.h"
#include "support/names.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class StagedWriter {
 public:
  StagedWriter(const CudaSetting& setting, const CudaPlan& plan, const std::vector<TextEdit>& body)
      : setting(setting),
        plan(plan),
        staged(*plan.staged),
        staging(*staged.staging),
        body(body),
        loops(setting, plan, body),
        tiles(setting, plan, body) {}

  std::string write() const {
    const StagedParts parts = *partsOf(setting, staged);
    std::string text = tiles.declarations();
    for (const StagedLoop& each : staged.grid)
      if (each.threads->dimension->each == 0)
        text += fmt::format("constexpr int {} = ({} + {}) / {};\n", each.each, loops.blockText(each),
                            each.threads->dimension->threads - 1, each.threads->dimension->threads);
    const std::string count = loops.countOf(*staged.loop.loop);
    text += staged.share.empty() ? fmt::format("const long long {} = {};\n", staged.count, count)
                                 : fmt::format("const ::appyl::cuda::share {}({}, {});\n", staged.share,
                                               count, loops.blockText(staged.loop));
    if (!staged.program.empty())
      text += fmt::format("const auto {} = ::appyl::cuda::grouped(blockIdx, gridDim, {});\n", staged.program,
                          setting.kernel.order.group);
    for (const StagedLoop& each : staged.grid) {
      const char letter = each.threads->dimension->letter;
      text += fmt::format("for (long long {0} = {4}.{1} * {2}; {0} < {3}; {0} += gridDim.{1} * {2}) {{\n",
                          each.block, letter, loops.wideBlock(each), loops.countOf(*each.threads),
                          staged.program.empty() || letter == 'z' ? "blockIdx" : staged.program);
      text += loops.hereText(each, loops.countOf(*each.threads));
    }
    for (const OwnVariable& own : staged.own)
      text += typeText(own.type, own.name + ownExtents(), setting.source.ast) + " = {};\n";
    text += ownPart(parts.before, parts.textBefore, /*isFirst=*/true);
    text += stagedLoop();
    text += ownPart(parts.after, parts.textAfter, /*isFirst=*/false);
    if (const CudaReduction* sum = sumOfShare())
      text +=
          forOwn(fmt::format("::appyl::cuda::atomic_update({}(), {}, {});\n", operatorType(*sum->reduction),
                             editedText(sum->reduction->references.front(), body, setting.source.ast), sum->own),
                 {});
    for (std::size_t k = 0; k < staged.grid.size(); ++k) text += "}\n";
    return text;
  }

 private:
  const CudaSetting& setting;
  const CudaPlan& plan;
  const StagedPlan& staged;
  const Staging& staging;
  const std::vector<TextEdit>& body;
  const StagedLoops loops;
  const TileWriter tiles;

  std::string ownExtents() const {
    std::string text;
    for (const StagedLoop& each : staged.grid)
      if (!each.each.empty()) text += "[" + each.each + "]";
    return text;
  }
  std::string ownPlace() const {
    std::string text;
    for (const StagedLoop& each : staged.grid)
      if (!each.each.empty()) text += "[" + each.own + "]";
    return text;
  }

  /// As the program declares it, const and all.
  static QualType typeIn(const OwnVariable& own) {
    return own.variable ? own.variable->getType().getNonReferenceType() : own.type;
  }

  const CudaReduction* sumOfShare() const {
    for (const CudaReduction& each : plan.reductions)
      if (each.method == CudaReduction::Method::Share) return &each;
    return nullptr;
  }

  bool isDeclaredIn(const OwnVariable& own, const std::vector<const Stmt*>& statements) const {
    return std::any_of(statements.begin(), statements.end(), [&](const Stmt* each) {
      const auto* declaration = dyn_cast<DeclStmt>(each);
      return declaration && std::find(declaration->decl_begin(), declaration->decl_end(), own.variable) !=
                                declaration->decl_end();
    });
  }

  /// `text` for each iteration that the thread has; `saved`: the variables that it declares and that later
  /// parts use. `always`: a condition under which all of these iterations exist.
  std::string forOwn(const std::string& text, const std::vector<const OwnVariable*>& saved,
                     const std::string& always = "") const {
    std::string head, tail, result;
    std::vector<std::string> exists, inWhole;  // the latter: in whole blocks, too
    for (const StagedLoop& each : staged.grid) {
      const ThreadDimension& dimension = *each.threads->dimension;
      if (!each.each.empty())
        head += fmt::format("APPYL_UNROLL\nfor (int {0} = 0; {0} < {1}; ++{0}) {{\n", each.own, each.each),
            tail += "}\n";
      const std::string first = dimension.threads > 1 ? fmt::format("threadIdx.{}", dimension.letter) : "0";
      head += fmt::format("const int {} = {};\n", each.in, numberInBlock(each, first));
      (always.empty() || fits(each) ? exists : inWhole).push_back(fmt::format("{} < {}", each.in, each.here));
    }
    result = fmt::format("if ({}) {{\n", condition(exists, inWhole, always));
    for (const StagedLoop& each : staged.grid)
      if (const std::string name = each.loop->counter->getNameAsString(); holdsWord(text, name))
        result +=
            fmt::format("const {0} {1} = static_cast<{0}>({2});\n", setting.writer.counterType(*each.loop),
                        name, loops.counterAt(each, fmt::format("{} + {}", each.block, each.in)));
    for (const OwnVariable& own : staged.own) {
      const bool isSaved = std::find(saved.begin(), saved.end(), &own) != saved.end();
      if (isSaved || !holdsWord(text, own.word)) continue;
      const QualType type = setting.source.ast.getLValueReferenceType(typeIn(own));
      result += typeText(type, own.word, setting.source.ast) + " = " + own.name + ownPlace() + ";\n";
    }
    result += text;
    for (const OwnVariable* own : saved)
      result += fmt::format("{}{} = {};\n", own->name, ownPlace(), own->word);
    const bool needsScope = staged.grid.front().each.empty();  // names stand once for each part
    return (needsScope ? "{\n" : "") + head + result + "}\n" + tail + (needsScope ? "}\n" : "");
  }

  /// The number, within the block, of the thread's `own`-th iteration: a thread's iterations are neighbours
  /// where one load brings them from shared memory.
  std::string numberInBlock(const StagedLoop& loop, const std::string& thread) const {
    const unsigned threads = loop.threads->dimension->threads;
    if (threads == 1) return loop.each.empty() ? thread : loop.own;
    if (loop.each.empty()) return fmt::format("static_cast<int>({})", thread);
    if (const std::string type = tiles.typeAlong(loop); !type.empty())
      return fmt::format("::appyl::cuda::neighbour<{}, {}, {}>({}, {})", type, threads, loop.each, thread,
                         loop.own);
    return fmt::format("static_cast<int>({} + {} * {})", thread, loop.own, threads);
  }

  /// Do the threads have as many iterations as a block has? Where a template parameter decides, that is
  /// asked.
  bool fits(const StagedLoop& each) const {
    const ThreadDimension& dimension = *each.threads->dimension;
    return dimension.each == 0 ||
           dimension.each * dimension.threads == setting.kernel.grid[dimension.axis].block.value;
  }

  static std::string condition(const std::vector<std::string>& exists,
                               const std::vector<std::string>& inWhole, const std::string& always) {
    const std::string some = fmt::format("{}", fmt::join(exists, " && ")),
                      rest = fmt::format("{}", fmt::join(inWhole, " && "));
    if (some.empty() || always.empty()) return some + rest;
    const std::string either = always + " || " + (exists.size() == 1 ? some : "(" + some + ")");
    return rest.empty() ? either : fmt::format("({}) && {}", either, rest);
  }

  std::string ownPart(const std::vector<const Stmt*>& statements, const FileRange& range,
                      bool isFirst) const {
    if (range.begin >= range.end) return "";
    const std::string text = inRange(range);
    if (text.empty()) return "";
    if (statements.empty()) return text + "\n";  // a comment
    std::vector<const OwnVariable*> saved;
    for (const OwnVariable& each : staged.own)
      if (isDeclaredIn(each, statements)) saved.push_back(&each);
    return forOwn((isFirst ? "" : repeatedText(text)) + text + "\n", saved);
  }

  /// Declarations in front of the staged loop that `text` needs again.
  std::string repeatedText(const std::string& text) const {
    std::string result;
    for (const Stmt* each : staged.repeated) {
      const auto* variable = cast<VarDecl>(cast<DeclStmt>(each)->getSingleDecl());
      const auto range = statementRange(each, setting.source);
      if (range && holdsWord(text, variable->getNameAsString())) result += inRange(*range) + "\n";
    }
    return result;
  }

  std::string inRange(const FileRange& range) const {
    std::vector<TextEdit> sums;
    if (const CudaReduction* sum = sumOfShare())
      for (const Expr* each : sum->reduction->references)
        sums.push_back({*rangeOf(each->getSourceRange(), setting.source.ast), sum->own});
    std::vector<TextEdit> own = editsIn(range, sums);
    for (const TextEdit& edit : body)
      if (isInside(edit.range, {range}) && std::none_of(sums.begin(), sums.end(), [&](const TextEdit& sum) {
            return isInside(edit.range, {sum.range});
          }))
        own.push_back(edit);
    return llvm::StringRef(editedText(range, own, setting.source.ast)).trim().str();
  }

  std::string stagedLoop() const {
    const StagedLoop& loop = staged.loop;
    const std::string block = loops.blockText(loop);
    std::string text = fmt::format("const auto {} = [&](long long {}) {{\n", staged.load, loop.block);
    text += loops.hereText(loop, staged.count) + bufferText() + fmt::format("if ({} > 0) {{\n", loop.here);
    text += tiles.loads() + "}\n::appyl::cuda::end_of_stage();\n};\n";
    for (int k = 0; k + 1 < staging.stages; ++k)
      text += fmt::format("{}({});\n", staged.load, iterationAt(k));
    text += fmt::format("for (long long {0} = {1}; {0} < {2}; {0} += {3}) {{\n", loop.block, staged.first,
                        staged.count, block);
    if (staging.stages == 1) text += fmt::format("{}({});\n", staged.load, loop.block);
    text += fmt::format("::appyl::cuda::tiles_ready<{}>();\n", std::max(0, staging.stages - 2));
    if (staging.stages > 1)
      text += fmt::format("{}({} + {});\n", staged.load, loop.block, loops.blocksText(staging.stages - 1));
    text += loops.hereText(loop, staged.count) + bufferText();
    text += fmt::format("const auto {} = [&](auto {}) {{\n", staged.work, staged.whole);
    text += fmt::format("for (int {0} = 0; {0} < ({1} ? {2} : {3}); ++{0}) {{\n", loop.in, staged.whole,
                        block, loop.here);
    const auto* statement = cast<ForStmt>(loop.loop->stmt);
    std::string inner = inRange(*statementRange(statement->getBody(), setting.source));
    inner = repeatedText(inner) + inner + "\n";
    if (const std::string name = loop.loop->counter->getNameAsString(); holdsWord(inner, name))
      text += fmt::format("const {0} {1} = static_cast<{0}>({2});\n", setting.writer.counterType(*loop.loop),
                          name, loops.counterAt(loop, fmt::format("{} + {}", loop.block, loop.in)));
    text += forOwn(inner, {}, staged.whole) + "}\n};\n" + chooseWork();
    if (staging.stages == 1) text += "__syncthreads();\n";
    text += "}\n";
    if (staging.stages > 1) text += "__syncthreads();\n";
    return text;
  }

  /// Whole blocks are worked on without asking for each iteration whether it exists.
  std::string chooseWork() const {
    std::vector<std::string> conditions;
    for (const StagedLoop& each : staged.grid) {
      conditions.push_back(fmt::format("{} == {}", each.here, loops.blockText(each)));
      const ThreadDimension& dimension = *each.threads->dimension;
      if (dimension.each == 0)
        conditions.push_back(fmt::format("{} % {} == 0", loops.blockText(each), dimension.threads));
    }
    conditions.push_back(fmt::format("{} == {}", staged.loop.here, loops.blockText(staged.loop)));
    return fmt::format("if ({0})\n{1}(std::true_type());\nelse\n{1}(std::false_type());\n",
                       fmt::join(conditions, " && "), staged.work);
  }

  /// The number of the first iteration of a block.
  std::string iterationAt(int block) const {
    const std::string distance = loops.blocksText(block);
    return staged.share.empty() ? distance
           : block == 0         ? staged.first
                                : fmt::format("{} + {}", staged.first, distance);
  }

  std::string bufferText() const {
    if (staging.stages == 1) return "";
    return fmt::format("const int {} = static_cast<int>({} / {} % {});\n", staged.buffer, staged.loop.block,
                       loops.blockText(staged.loop), staging.stages);
  }
};

}  // namespace

std::string stagedNestText(const CudaSetting& setting, const CudaPlan& plan,
                           const std::vector<TextEdit>& body) {
  return StagedWriter(setting, plan, body).write();
}

}  // namespace appyl
