#include "codegen/openmp/openmp.h"

#include "codegen/arrays/alias_guard.h"
#include "codegen/arrays/containers.h"
#include "codegen/arrays/sharing.h"
#include "codegen/contraction/contraction_call.h"
#include "codegen/kernels/device_values.h"
#include "codegen/openmp/copies.h"
#include "codegen/openmp/interchange.h"
#include "codegen/openmp/openmp_plan.h"
#include "codegen/openmp/schedule.h"
#include "codegen/openmp/shared_bindings.h"
#include "codegen/openmp/simd.h"
#include "codegen/simd/alignment_peeling.h"
#include "codegen/simd/if_conversion.h"
#include "codegen/simd/lanes.h"
#include "codegen/simd/prefetch.h"
#include "codegen/simd/row_pointers.h"
#include "codegen/simd/scalar_replacement.h"
#include "codegen/text/chunks.h"
#include "codegen/text/comment.h"
#include "codegen/text/nest_text.h"
#include "codegen/text/unused_names.h"
#include "codegen/text/wide_counters.h"
#include "nest/privatization/reductions.h"
#include "nest/scev/scalar_evolution.h"
#include "support/names.h"
#include "support/operands.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class OpenMPEmission {
 public:
  OpenMPEmission(const Kernel& kernel, const EmitOptions& options, const std::set<std::string>& names,
                 const Source& source)
      : kernel(kernel),
        nest(kernel.nest),
        options(options),
        writer(kernel, source.ast, names),
        source(source) {}

  std::optional<Edits> run() {
    const auto range = statementRange(nest.loops.front().stmt, source);
    if (!range) return macroCut(nest.loops.front().stmt->getBeginLoc(), source);
    whole = *range;
    if (options.aliasGuard) guard = guardAgainstOverlap(kernel, writer, source);
    if (!guard.obstacle.empty()) return staysSequential();
    std::string call;
    if (kernel.contraction)
      if (auto written = contractionCall(kernel, writer, source, /*forDevice=*/false))
        call = composeCall(written->statement);
    if (fork && (!call.empty() || options.aliasGuard)) fork->isPossible = false;
    if (!call.empty() && nest.loops.front().directive)
      tellLostHints(*nest.loops.front().directive, "on a product, which is one call of a kernel",
                    source.diags);
    if (!call.empty() && !kernel.contraction->onlyFor) return replacement(contractionComment(), call);
    bindings = bindingsFromOutside(root(), source.directives, writer);
    plan = planOpenMP(kernel, options, writer, source);
    for (const Loop& loop : nest.loops)
      if (mayBeWide(loop, source)) writer.widen(loop.counter);
    if (!rewriteLoops() || !rewriteBody()) return std::nullopt;
    pointToElements();
    beginBlocksAtLines();
    chooseInLanes();
    screen();
    takeRows();
    interchange();
    const std::string loops = compose();
    if (call.empty()) return replacement(kernelComment(kernel, plan.remark), loops);
    return replacement(
        contractionComment(),
        fmt::format("if constexpr (::appyl::cpu::has_kernels_for<{}>) {{\n{}\n}} else {{\n{}\n}}",
                    kernel.contraction->onlyFor->getNameAsString(), call, loops));
  }

  bool needsUtility() const {
    return llvm::any_of(plan.reductions, [](const ReductionPlan& each) { return each.needsUtility; });
  }

  UnderFork* fork = nullptr;      // that the construct shares with others
  bool callsKernel = false;       // of appyl/cpu/
  bool hasDoubtfulLanes = false;  // of which Clang may make none

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const EmitOptions& options;
  LoopWriter writer;
  Source source;

  FileRange whole;
  OpenMPPlan plan;
  std::map<int, LoopText> texts;      // of the rewritten loops, by index in the nest
  AliasGuard guard;                   // --alias-guard
  std::vector<TextEdit> inner;        // edits inside the nest
  std::vector<std::string> chunkEnd;  // what each chunk does at its end
  bool isContraction = false;         // a call stands for the nest

  Edits replacement(const std::string& comment, const std::string& text) const {
    return {Edit{whole.begin, whole.end - whole.begin, (nest.isFallback ? "" : comment) + text}};
  }

  std::string contractionComment() const {
    return kernelComment(kernel, "A contraction: " + print(*kernel.contraction, nest) + ".");
  }

  /// The kernel of a contraction in place of the whole nest.
  std::string composeCall(const std::string& call) {
    callsKernel = isContraction = plan.parallel = true;
    const std::string checks = checksInFront(),
                      runs = runsInFront(kernel, plan, texts, isContraction, writer);
    std::string start, text = runs.empty() ? call + "\n" : "if (" + runs + ") {\n" + call + "\n}\n";
    text += finalValues() + usesOfUnused(kernel, call, source.directives);
    append(start, writer.startSetup());
    if (!start.empty() || (!runs.empty() && standsAlone(whole, source.ast)))
      text = "{\n" + start + text + "}\n";
    if (!holds.empty()) text = "{\n" + checks + otherwise() + text + "}\n}";
    isContraction = false, holds.clear();
    return withoutLastNewline(text);
  }

  /// The nest as it was, for sizes or addresses that the proof does not assume; the kernel is the `else`.
  std::string otherwise() const {
    return fmt::format("if (!{}) {{\n{}\n}} else {{\n", asOperand(holds), originalNest(whole, nest, source));
  }

  const Stmt* root() const { return nest.loops.front().stmt; }

  /// No check at run time can tell whether the arrays overlap.
  Edits staysSequential() {
    const std::string why = "whether arrays overlap is not known, since " + guard.obstacle;
    source.diags.report(Diag::RemarkSequential, nest.loops.front().stmt->getBeginLoc(),
                        {"the loop stays sequential: " + why});
    return Edits{Edit{whole.begin, whole.end - whole.begin,
                      kernelComment(kernel, "Sequential: " + why + ".") + originalNest(whole, nest, source)}};
  }

  const Loop& loopOf(const Axis& axis) const { return nest.loops[axis.loop]; }

  // --- loops

  bool rewriteLoops() {
    for (std::size_t k = 0; k < kernel.grid.size(); ++k) {
      const Axis& axis = kernel.grid[k];
      const bool strip = k < plan.hoisted || plan.stripped == k || (!kernel.launches && isBlocked(axis));
      const bool keep = !strip && !(plan.chunked && k == 0) && writer.keepsHeader(loopOf(axis)) &&
                        !splitsMacro(loopOf(axis));
      if (!keep) {
        if (plan.chunked && k == 0)
          takeChunks();
        else
          texts[axis.loop] =
              strip ? writer.write(pieceOf(plan, axis), true) : writer.writeBounded(pieceOf(plan, axis));
      }
    }
    for (const Axis& axis : kernel.loops)
      if (screens(axis)) texts[axis.loop] = writer.write(pieceOf(plan, axis), true);
    if (isInterchanged(plan)) return true;  // when the headers are known
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        if (!rewriteLoop(axis)) return false;
    return true;
  }

  void takeChunks() {
    Chunks chunks = inChunks(kernel, plan.reductions, writer, source.ast);
    texts[0] = std::move(chunks.root);
    chunkEnd = std::move(chunks.atEnd);
    plan.reductions = std::move(chunks.reductions);
  }

  bool isScreened(int loop) const { return plan.screening && plan.screening->piece.loop == loop; }
  bool screens(const Axis& axis) const { return isScreened(axis.loop); }

  std::optional<SimdPragma> simdOf(const Axis& axis) const {
    return simdPragma(kernel, plan, options, texts, axis, source);
  }

  bool rewriteLoop(const Axis& axis) {
    if (screens(axis)) return true;  // when the body is known
    const Loop& loop = loopOf(axis);
    const auto* statement = cast<ForStmt>(loop.stmt);
    const auto simd = simdOf(axis);
    const auto text = texts.find(axis.loop);
    const auto header = headerRange(statement, source.ast);
    if (text == texts.end()) {
      if (!simd) return true;
      const bool isCut = writer.cutsBound(loop);
      std::string changed;
      if (header) changed = isCut ? writer.boundedHeader(loop) : writer.widenedHeader(loop);
      if (isCut && changed.empty()) return true;
      const auto range = statementRange(statement, source);
      if (!range) return macroCut(statement->getForLoc(), source), false;
      if (!changed.empty()) inner.push_back({*header, changed});
      if (header && changed.empty()) changed = editedText(*header, {}, source.ast);
      const std::string lanes = header ? lanesByRows(axis, *simd, changed) : simd->text;
      inner.push_back({{range->begin, range->begin}, "\n" + lanes + "\n"});
      return true;
    }
    const auto range = statementRange(statement, source);
    if (!header || !range) {
      macroCut(statement->getForLoc(), source);
      return false;
    }
    if (plan.strips && &axis == &kernel.grid.back()) return rewriteStrips(text->second, *header, *range);
    const bool isStripped = plan.stripped && &axis == &kernel.grid[*plan.stripped];
    if (isStripped && simd) beginRowsAtLines(axis);
    std::string lanes = simd ? simd->text : "";
    if (simd && text->second.inBody.empty())
      lanes = lanesByRows(axis, *simd, text->second.header, isStripped ? "\n}" : "");
    std::string replacement = (lanes.empty() ? "" : "\n" + lanes + "\n") + text->second.header;
    if (isStripped) {
      std::string around = text->second.blockHeader + " {\n";
      append(around, text->second.inBlock);
      replacement = around + replacement.substr(simd ? 1 : 0);
      if (!byRows.count(axis.loop)) inner.push_back({{range->end, range->end}, "\n}"});
    }
    if (!text->second.inBody.empty()) {
      replacement += " {\n";
      for (const std::string& line : text->second.inBody) replacement += line + "\n";
      inner.push_back({{range->end, range->end}, "\n}"});
      const Loop& loop = nest.loops[axis.loop];  // whose counter is constant now
      for (TextEdit& edit : decltypesOf(
               loop.body, source, [&](const Expr* each) { return namedVariable(each) == loop.counter; }))
        if (!coveredByEdit(edit.range, inner)) inner.push_back(std::move(edit));
    }
    inner.push_back({*header, replacement});
    return true;
  }

  std::map<int, RowPointers> byRows;  // of loops that are written twice, by index in the nest

  /// The directive of a loop that adds up in lanes, and in front of it the setup for rows of views, if any.
  std::string lanesByRows(const Axis& axis, const SimdPragma& simd, const std::string& header,
                          const std::string& close = "") {
    if (!simd.reduces) return keptInFront(axis) + simd.text;
    RowPointers rows = rowPointers(nest, axis.loop, writer, source);
    if (rows.condition.empty()) return simd.text;
    // Directly under an `if`, an `else` behind it would belong to the wrong `if`.
    const bool isAlone = standsAlone(*statementRange(loopOf(axis).stmt, source), source.ast);
    rows.header = header, rows.close = (isAlone ? "\n}" : "") + close;
    return (isAlone ? "{\n" : "") + opening(byRows[axis.loop] = std::move(rows)) + simd.text;
  }

  std::string keptInFront(const Axis& axis) {
    if (!axis.isIndependent || !bindings.empty()) return "";
    const KeptElements kept = keptElements(nest, axis.loop, writer, source);
    inner.insert(inner.end(), kept.edits.begin(), kept.edits.end());
    return kept.declarations;
  }

  /// Finishes the rows; the version without lanes is the loop with all edits so far.
  void takeRows() {
    for (const auto& [loop, rows] : byRows) finishRows(rows, loop, inner);
    byRows.clear();
  }
  void finishRows(const RowPointers& rows, int loop, const std::vector<TextEdit>& withoutLanes) {
    const std::string plain =
        editedPart(*statementRange(nest.loops[loop].body, source), withoutLanes, source.ast);
    appyl::finishRows(rows, nest.loops[loop].stmt, plain, inner, source);
  }

  /// The loop over one strip stands inside of the inner loops.
  bool rewriteStrips(const LoopText& text, FileRange header, FileRange range) {
    const GuardText ends = guardText(loopOf(kernel.grid.back()), text, writer);
    const auto edits = stripEdits(*plan.strips, kernel, text.header, ends, source);
    if (!edits || !text.inBody.empty())
      return macroCut(nest.loops.front().stmt->getBeginLoc(), source), false;
    inner.push_back({header, stripHead(*plan.strips, text, plan.stripped.has_value(), source.ast)});
    inner.insert(inner.end(), edits->begin(), edits->end());
    inner.push_back({{range.end, range.end}, "\n}"});
    return true;
  }

  void screen() {
    if (plan.screening)
      screenLoop({kernel, plan, options, source}, texts.at(plan.screening->piece.loop),
                 writer.unique("improves"), inner);
  }

  void interchange() {
    if (!isInterchanged(plan)) return;
    LanePragmas lanes;
    for (const std::size_t dimension : plan.order) {
      const auto simd = simdOf(kernel.grid[dimension]);
      lanes.push_back(simd ? simd->text : "");
    }
    interchangeLoops(kernel, plan, texts, lanes, source, inner);
  }

  /// Without any iteration a last value would be unspecified: then the kernel does not run.
  std::string ranAtAll() {
    if (!plan.parallel ||
        std::none_of(nest.privates.begin(), nest.privates.end(),
                     [](const PrivateScalar& scalar) { return scalar.loop == 0 && scalar.lastValue; }))
      return "";
    std::string text;
    for (const Axis& axis : kernel.grid) {
      const auto known = texts.find(axis.loop);
      alsoHolds(text, (known != texts.end() ? known->second : valueOnly(axis)).nonEmpty);
    }
    return text;
  }

  // --- body

  bool rewriteBody() {
    for (const Directive* directive : directivesInside(nest, source.directives))
      for (const SourceRange line : directive->lines)
        if (const auto range = directiveRange(line, source.ast);
            range && range->begin >= whole.begin && range->end <= whole.end)
          if (!coveredByEdit(*range, inner)) inner.push_back({*range, ""});
    if (!renameBindings()) return false;
    if (plan.parallel) nameTypesOfMembers();
    for (const ReductionPlan& each : plan.reductions) {
      SourceLocation where;
      const auto edits = bodyEdits(each, kernel, source, where);
      if (!edits) {
        source.diags.report(
            Diag::Unsupported, where,
            {"the update of '" + each.reduction->name +
             "' cannot be rewritten here; write it as a statement of its own, outside a macro"});
        return false;
      }
      inner.insert(inner.end(), edits->begin(), edits->end());
    }
    return true;
  }

  /// In a construct Clang treats `decltype(n)` of a member that a clause names as a reference.
  void nameTypesOfMembers() {
    for (TextEdit& edit : decltypesOf(root(), source, [](const Expr* each) {
           const auto* member = dyn_cast<MemberExpr>(each);
           return member && member->isImplicitAccess();
         }))
      if (!coveredByEdit(edit.range, inner)) inner.push_back(std::move(edit));
  }

  /// Clang's OpenMP does not share structured bindings: references stand for them.
  std::map<const BindingDecl*, std::string> bindings;  // by the names of the references

  bool renameBindings() {
    if (!plan.parallel) return true;
    for (const DeclRefExpr* reference : mentionsOf(bindings, root(), source.directives)) {
      const auto range = rangeOf(reference->getSourceRange(), source.ast);
      if (!range) {
        source.diags.report(Diag::Unsupported, reference->getBeginLoc(),
                            {"a structured binding inside a macro cannot be rewritten"});
        return false;
      }
      if (!coveredByEdit(*range, inner))
        inner.push_back({*range, bindings[cast<BindingDecl>(reference->getDecl())]});
    }
    return true;
  }

  std::set<int> loopsInLanes() const {
    std::set<int> lanes;
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        if (simdOf(axis) || screens(axis)) lanes.insert(axis.loop);
    if (plan.strips || plan.lanes || keepsBound()) lanes.insert(kernel.grid.back().loop);
    return lanes;
  }

  /// In loops that run as lanes, the elements of containers are reached through pointers to them.
  void pointToElements() {
    const std::set<int> lanes = loopsInLanes();
    const bool ofMembers = keepsBound() || storesBytes(nest, source.ast);
    for (const ContainerPointer& pointer : containerPointers(nest, lanes, ofMembers, source)) {
      const std::string name = writer.unique(pointer.container->getNameAsString() + "_data");
      const auto isCovered = [&](const FileRange& mention) { return coveredByEdit(mention, inner); };
      if (llvm::all_of(pointer.mentions, isCovered)) continue;
      for (const FileRange& mention : pointer.mentions)
        if (!isCovered(mention)) inner.push_back({mention, name});
      pointerSetup.push_back(fmt::format("auto* const {} = {}.data();", name, pointer.text));
      pointers.emplace_back(pointer.container, name);
    }
  }
  ElementPointers pointers;
  std::vector<std::string> pointerSetup;

  /// Not if floating-point sums must not depend on addresses.
  bool mayBeginAtLines() const {
    const bool keepsSums = options.deterministic && llvm::any_of(nest.reductions, isInexact);
    return plan.parallel && !plan.chunked && !keepsSums;
  }
  void beginBlocksAtLines() {
    const int loop = kernel.grid.front().loop;
    if (!mayBeginAtLines() || blockLoops(kernel, plan) != 1 || !loopsInLanes().contains(loop)) return;
    remark(beginAtLines(kernel, walkedArrays(kernel, pointers), writer, source.ast, texts.at(loop)));
  }
  void beginRowsAtLines(const Axis& row) {
    if (mayBeginAtLines() && &row == &kernel.grid.back() && plan.collapsed == kernel.grid.size())
      remark(appyl::beginRowsAtLines(kernel, row.loop, writer, source, texts.at(row.loop)));
  }
  void remark(const std::string& more) {
    if (!more.empty()) plan.remark += (plan.remark.empty() ? "" : " ") + more;
  }

  void chooseInLanes() {
    for (const int loop : loopsInLanes()) {
      if (isScreened(loop)) continue;
      hasDoubtfulLanes |= isDoubtful(nest.loops[loop].body, source.directives);
      if (const auto rows = byRows.find(loop);  // choices are made of what stands there by then
          rows != byRows.end() && hasConditions(nest.loops[loop].body, source.directives)) {
        std::vector<TextEdit> withoutLanes = inner;
        makeChoices(nest.loops[loop].body, plan.reductions, source, withoutLanes);
        finishRows(rows->second, loop, withoutLanes);
        byRows.erase(rows);
      }
      makeChoices(nest.loops[loop].body, plan.reductions, source, inner);
    }
  }

  static void append(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
  }

  std::string holds;  // names of what was checked in front of the construct
  /// Declares a check in front of the construct under a new name.
  std::string check(const std::string& wanted, const std::string& condition) {
    const std::string name = writer.unique(wanted);
    holds += (holds.empty() ? "" : " && ") + name;
    return fmt::format("const {} {} = {};\n", source.ast.getLangOpts().CPlusPlus ? "bool" : "int", name,
                       condition);
  }

  /// On one thread the iterations run in the source's order, unless they are tiled, run as lanes, or are
  /// combined at the end.
  bool keepsOrderOnOneThread() const {
    const auto isCopied = [](const Reduction& each) { return each.kind != Reduction::Kind::Scalar; };
    const bool ownCopies = llvm::any_of(nest.reductions, isCopied);
    if (!guard.apart.text.empty() && (!plan.parallel || ownCopies)) return false;
    if (std::any_of(nest.reductions.begin(), nest.reductions.end(), takesTruthFor)) return false;
    const auto hasLanes = [&](const Axis& axis) { return simdOf(axis).has_value(); };
    const bool lanes = llvm::any_of(kernel.grid, hasLanes) || llvm::any_of(kernel.loops, hasLanes);
    return plan.hoisted < 2 && !plan.lanes && !lanes && !plan.strips && !plan.screening &&
           !needsRegion(plan) && !plan.chunked && !isInterchanged(plan);
  }

  std::string compose() {
    const std::string nestText = editedText(whole, inner, source.ast), checks = checksInFront();
    if (holds.empty() || keepsOrderOnOneThread()) return inScope(checks, withSetup(nestText));
    const std::string original = otherwise();
    holds.clear();
    return "{\n" + checks + original + withSetup(nestText).text + "}\n}";
  }

  struct Part {
    std::string text;
    bool declares = false;  // names that need a scope of their own
  };
  static std::string inScope(const std::string& checks, const Part& part) {
    return checks.empty() && !part.declares ? withoutLastNewline(part.text)
                                            : "{\n" + checks + part.text + "}";
  }

  /// The conditions on sizes and addresses, as constants whose names are in `holds`.
  std::string checksInFront() {
    if (fork) return checkAtFork(), "";
    std::string text;
    if (!kernel.assumptions.empty() && plan.parallel)
      text += check("sizes_hold", allOf(assumptionTexts(kernel, writer)));
    if (!guard.apart.text.empty()) text += check("arrays_apart", guard.apart.text);
    return text;
  }

  /// Of sizes that are the same whenever control comes to the construct.
  void checkAtFork() {
    if (kernel.assumptions.empty() || !plan.parallel) return;
    // In front of the loop nothing may be evaluated that can fail where the loop does not come to it.
    const auto mayFail = [&](const std::string& name) {
      const Symbol& symbol = nest.symbols.at(name);
      return symbol.isPartial || symbol.kind != Symbol::Kind::Parameter || !symbol.operand.terms.empty();
    };
    fork->isPossible &=
        keepsOrderOnOneThread() && llvm::none_of(kernel.assumedConditions, [&](const Polynomial& condition) {
          return llvm::any_of(condition.symbols(), mayFail);
        });
    for (ConditionText& each : assumptionTexts(kernel, writer)) {
      fork->isPossible &=
          llvm::none_of(fork->declared, [&](const std::string& name) { return holdsWord(each.text, name); });
      if (llvm::none_of(fork->conditions, [&](const auto& known) { return known.text == each.text; }))
        fork->conditions.push_back(std::move(each));
    }
  }

  Part withSetup(const std::string& nestText) {
    std::string start, setup, finish;
    append(start, writer.startSetup());
    append(setup, pointerSetup);
    for (const auto& [loop, pieces] : texts) append(setup, pieces.setup);
    for (const ReductionPlan& each : plan.reductions) {
      append(setup, each.declare);
      append(setup, each.setup);
      append(finish, each.finish);
    }
    const std::string runs = runsInFront(kernel, plan, texts, isContraction, writer);
    std::string values = finalValues(), text = setup + construct(nestText) + finish;
    if (!runs.empty()) text = "if (" + runs + ") {\n" + text + "}\n";
    if (plan.strips) values += usesOf(plan.strips->outside, nest, source.directives);
    const std::string uses = usesOfClauseNames(kernel, text, source.directives);
    text = start + text + uses + values;
    std::string references;
    for (const auto& [binding, name] : bindings)
      if (holdsWord(text, name))
        references += fmt::format("auto& {} = {};\n", name, binding->getNameAsString());
    const std::string around = references + start + values + (runs.empty() ? setup + finish : "");
    return {references + text, !around.empty() || (!(runs + uses).empty() && standsAlone(whole, source.ast))};
  }

  /// The variables of which the threads have their own anyway.
  std::set<const VarDecl*> notNamed() const {
    std::set<const VarDecl*> joined;
    if (plan.strips) joined.insert(plan.strips->outside.begin(), plan.strips->outside.end());
    if (!plan.chunked && plan.collapsed > 1)
      for (std::size_t k = 0; k < plan.collapsed; ++k) joined.insert(nest.loops[kernel.grid[k].loop].counter);
    return joined;
  }

  /// Pointers to elements are copied, so that stores to the elements cannot change the construct's bound.
  bool keepsBound() const {
    return plan.hasSteps && plan.hoisted == 0 && mayChangeBound(nest, 0, source.ast);
  }

  /// The clauses, and copies of variables that the text names but the clauses do not.
  DataSharing withCopies(DataSharing sharing, const std::string& nestText) const {
    const auto chooses = [&](int loop) {
      return !isScreened(loop) && hasConditions(nest.loops[loop].body, source.directives);
    };
    const CopyReasons reasons{.keepsBound = keepsBound(),
                              .lanesChoose = llvm::any_of(loopsInLanes(), chooses)};
    std::vector<std::string> names = copiesInThreads(nest, reasons, pointers, source);
    std::erase_if(names, [&](const std::string& name) { return !holdsWord(nestText, name); });
    sharing.firstprivates.insert(sharing.firstprivates.end(), names.begin(), names.end());
    return sharing;
  }

  std::string construct(const std::string& nestText) {
    const bool region = needsRegion(plan);
    if (fork && region) fork->isPossible = false;
    const std::string nonEmpty = ranAtAll();
    std::string text = nonEmpty.empty() ? "" : "if (" + nonEmpty + ") {\n";
    if (region) {
      text += "#pragma omp parallel" + condition() + print(withCopies({}, nestText)) + "\n{\n";
      for (const ReductionPlan& each : plan.reductions) append(text, each.open);
      text += "#pragma omp for" + constructClauses(plan) + reductionClauses(plan) +
              print(dataSharing(nest, texts, 0, true, notNamed())) + "\n";
    } else if (fork) {
      text += std::string("#pragma omp for") + (plan.lanes ? " simd" : "") + constructClauses(plan) +
              print(sharingUnderFork(nestText)) + "\n";
    } else if (plan.parallel) {
      text += std::string("#pragma omp parallel for") + (plan.lanes ? " simd" : "") + condition() +
              constructClauses(plan) +
              print(withCopies(dataSharing(nest, texts, 0, true, notNamed()), nestText)) + "\n";
    }
    const std::size_t blocked = blockLoops(kernel, plan);
    std::string declarations;
    for (std::size_t k = 0; k < blocked; ++k) {
      const LoopText& pieces = texts.at(kernel.grid[k].loop);
      text += pieces.blockHeader + (k + 1 == blocked ? " {\n" : "\n");
      append(declarations, pieces.inBlock);
    }
    if (blocked == 1)
      append(declarations, prefetches(kernel, texts.at(kernel.grid[0].loop), walkedArrays(kernel, pointers)));
    text += declarations + nestText + "\n";
    append(text, chunkEnd);
    if (blocked > 0) text += "}\n";
    if (region) text += combination() + "}\n";
    if (!nonEmpty.empty()) text += "}\n";
    return text;
  }

  /// Of a construct whose threads are there already. Values from before or for afterwards, partial results
  /// and conditions need a fork of their own.
  DataSharing sharingUnderFork(const std::string& nestText) {
    DataSharing sharing = dataSharing(nest, texts, 0, true, notNamed());
    fork->isPossible &= plan.parallel && plan.reductions.empty() && holds.empty() && condition().empty() &&
                        ranAtAll().empty() && finalValues().empty() && sharing.firstprivates.empty() &&
                        sharing.lastprivates.empty() && bindings.empty();
    const auto isPointer = [&](const std::string& name) {
      return llvm::any_of(pointers, [&](const auto& each) { return each.second == name; });
    };
    // What each thread has of its own anyway may not be named.
    for (const std::string& name : withCopies({}, nestText).firstprivates)
      if (!fork->declared.count(name) && !isPointer(name)) sharing.firstprivates.push_back(name);
    return sharing;
  }

  /// The condition for more than one thread: the sizes are as the proof assumes, and the threads' own copies
  /// pay off.
  std::string condition() const {
    std::string text = holds;
    for (const ReductionPlan& each : plan.reductions)
      if (!each.condition.empty()) text += (text.empty() ? "" : " && ") + each.condition;
    return (text.empty() ? "" : " if(" + text + ")") + hintClauses(kernel);
  }

  static std::string withoutLastNewline(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  std::string combination() const {
    std::string text = "#pragma omp critical\n{\n";
    for (const ReductionPlan& each : plan.reductions) append(text, each.combine);
    text += "}\n";
    for (const ReductionPlan& each : plan.reductions) append(text, each.close);
    return text;
  }

  /// A counter declared outside the loop keeps the value with which the sequential loop ends.
  std::string finalValues() {
    std::string text, runs;
    for (const Axis& axis : kernel.grid) {
      const Loop& loop = loopOf(axis);
      const bool rewritten = texts.count(axis.loop) != 0;
      const bool wanted =
          axis.loop == 0 ||
          std::any_of(nest.privates.begin(), nest.privates.end(), [&](const PrivateScalar& scalar) {
            return scalar.variable == loop.counter && scalar.loop == 0 && scalar.lastValue;
          });
      const LoopText pieces = rewritten ? texts[axis.loop] : valueOnly(axis);
      const bool isUnread = fork && fork->unread.count(loop.counter);
      if (!loop.declaresCounter && wanted && !isUnread && (plan.parallel || rewritten)) {
        const std::string assignment =
            fmt::format("{} = {};", loop.counter->getNameAsString(), pieces.finalValue);
        text += (runs.empty() ? assignment : fmt::format("if ({}) {}", runs, assignment)) + "\n";
      }
      alsoHolds(runs, pieces.nonEmpty);
    }
    return text;
  }

  LoopText valueOnly(const Axis& axis) { return writer.write(axis, false); }
};

}  // namespace

std::optional<Edits> emitOpenMP(const Kernel& kernel, const EmitOptions& options,
                                const std::set<std::string>& names, FileNeeds& needs, const Source& source) {
  OpenMPEmission emission(kernel, options, names, source);
  auto edits = emission.run();
  needs.hasDoubtfulLanes |= emission.hasDoubtfulLanes;
  if (emission.callsKernel) needs.headers.insert(contractionHeader);
  if (emission.needsUtility()) needs.headers.insert("utility");
  return edits;
}

std::optional<Edits> emitUnderFork(const Kernel& kernel, const EmitOptions& options,
                                   const std::set<std::string>& names, UnderFork& fork, FileNeeds& needs,
                                   const Source& source) {
  OpenMPEmission emission(kernel, options, names, source);
  emission.fork = &fork;
  auto edits = emission.run();
  needs.hasDoubtfulLanes |= emission.hasDoubtfulLanes;
  return edits;
}

}  // namespace appyl
