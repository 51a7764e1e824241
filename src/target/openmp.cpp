#include "target/openmp.h"

#include "loops/symbols.h"
#include "target/alias_guard.h"
#include "target/comment.h"
#include "target/containers.h"
#include "target/lanes.h"
#include "target/loop_text.h"
#include "target/reductions.h"
#include "target/rows.h"
#include "target/sharing.h"

#include "loops/updates.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;
using Method = ReductionPlan::Method;

class Emission {
public:
  Emission(const Kernel& kernel, const OpenMPOptions& options, std::set<std::string> names, const Directives& directives, ASTContext& context,
           Diagnostics& diags)
      : kernel(kernel), nest(kernel.nest), options(options), writer(kernel, context, std::move(names)), directives(directives), context(context), diags(diags) {}

  std::optional<Edits> run() {
    const auto range = statementRange(nest.loops.front().stmt, directives, context);
    if (!range)
      return macroCut(nest.loops.front().stmt->getBeginLoc());
    whole = *range;
    if (options.aliasGuard)
      guard = guardAgainstOverlap(kernel, writer, context);
    if (!guard.obstacle.empty())
      return staysSequential();
    planShape();
    reductions = planReductions(kernel, writer, directives, context);
    for (const ReductionPlan& plan : reductions) {
      const SourceLocation where = nest.loops[plan.reduction->loop].stmt->getBeginLoc();
      if (plan.method == Method::Privatise) diags.report(Diag::RemarkPrivatised, where, {plan.reduction->name});
      if (plan.method == Method::Atomic)
        diags.report(Diag::RemarkAtomic, where, {plan.reduction->name, "its size is not known"});
    }
    chooseOrder();
    if (!rewriteLoops() || !rewriteBody())
      return std::nullopt;
    pointToElements();
    return Edits{Edit{whole.begin, whole.end - whole.begin, compose()}};
  }

private:
  const Kernel& kernel;
  const LoopNest& nest;
  const OpenMPOptions& options;
  LoopWriter writer;
  const Directives& directives;
  ASTContext& context;
  Diagnostics& diags;

  FileRange whole;
  std::size_t hoisted = 0;          // leading grid dimensions whose block loops stand on top
  std::size_t collapsed = 1;        // loops that the construct joins
  std::optional<std::size_t> stripped;  // the grid dimension whose blocks are walked in place, below whole rows
  bool parallel = true;             // under `omp parallel for`
  bool chunked = false;             // partial results in a fixed order
  std::string remark;
  std::map<int, LoopText> texts;    // of the rewritten loops, by index in the nest
  std::vector<ReductionPlan> reductions;
  AliasGuard guard;                 // --alias-guard
  std::vector<TextEdit> inner;      // edits inside the nest
  std::string chunkFirst, chunkLast, chunkCount, chunk;

  /// Nobody can tell at run time whether the arrays overlap.
  Edits staysSequential() {
    const std::string why = "whether arrays overlap is not known, since " + guard.obstacle;
    diags.report(Diag::RemarkSequential, nest.loops.front().stmt->getBeginLoc(), {"the loop stays sequential: " + why});
    return Edits{Edit{whole.begin, whole.end - whole.begin, kernelComment(kernel, "Sequential: " + why + ".") + originalNest(whole, nest, directives, context)}};
  }

  std::nullopt_t macroCut(SourceLocation where) {
    diags.report(Diag::MacroCut, where, {"the loop", Lexer::getImmediateMacroName(where, context.getSourceManager(), context.getLangOpts()).str()});
    return std::nullopt;
  }

  const Loop& loopOf(const Axis& axis) const { return nest.loops[axis.loop]; }
  bool isBlocked(const Axis& axis) const { return axis.block.given && axis.block.value != 1; }
  bool hasInnerLoops() const { return nest.loops.size() > kernel.grid.size(); }
  bool hasPair() const {
    return std::any_of(nest.reductions.begin(), nest.reductions.end(), [](const Reduction& each) { return each.companion; });
  }

  /// How many leading dimensions are hoisted as block loops, and how many plain ones are joined.
  void planShape() {
    const bool innerReduction = std::any_of(nest.reductions.begin(), nest.reductions.end(), [](const Reduction& each) { return each.loop != 0; });
    while (!hasPair() && hoisted < kernel.grid.size() && isBlocked(kernel.grid[hoisted]) && (hoisted == 0 || !innerReduction))
      ++hoisted;
    if (streams()) {
      stripped = kernel.grid.size() - 1;
      hoisted = 0;
      collapsed = kernel.grid.size();
      remark = fmt::format("Rows are walked from end to end, up to {} of {} at once.", rowPiece(kernel, kernel.grid.back()).block.value, kernel.grid.back().var);
      return;
    }
    if (hoisted > 0) {
      collapsed = hoisted;
      return;
    }
    const std::size_t dimensions = kernel.grid.size();
    if (dimensions < 2 || hasPair() || innerReduction)
      return;
    // The innermost loop stays a loop, for its vector lanes; few outer iterations need the inner dimensions to feed all threads.
    const auto outer = trips(kernel.grid.front());
    if (!hasInnerLoops())
      collapsed = dimensions - 1;
    else if (outer && *outer < 64)
      collapsed = 2;
    if (outer && *outer < 16 && collapsed == 1)
      collapsed = 2;
  }

  bool streams() const {
    const std::vector<Axis>& grid = kernel.grid;
    if (!kernel.launches || hoisted < 2 || hoisted < grid.size() || grid.back().block.value <= 0 || !writer.isStrided(rowPiece(kernel, grid.back())))
      return false;
    for (const Axis& axis : grid)
      if (splitsMacro(loopOf(axis)) || (&axis != &grid.back() && !writer.keepsHeader(loopOf(axis))))
        return false;
    return walksRows(kernel);
  }

  std::optional<std::int64_t> trips(const Axis& axis) const {
    const std::string& text = axis.programs;
    const bool isNumber = !isBlocked(axis) && text.find_first_not_of("0123456789") == std::string::npos;
    return isNumber ? std::optional<std::int64_t>(std::stoll(text)) : std::nullopt;
  }

  /// Whether the kernel runs in parallel at all, and whether its partial results need a fixed order.
  void chooseOrder() {
    parallel = kernel.launches;
    for (ReductionPlan& plan : reductions) {
      if (!isInexact(*plan.reduction) || plan.method == Method::Inner)
        continue;
      const bool isArray = plan.method == Method::Privatise || plan.method == Method::Atomic || plan.method == Method::Critical;
      if (options.strictFloat || (options.deterministic && isArray)) {
        parallel = false;
        remark = fmt::format("Sequential: the order of the operations on {} is kept.", plan.reduction->name);
        diags.report(Diag::RemarkSequential, nest.loops.front().stmt->getBeginLoc(), {"the loop stays sequential, which keeps the order of the operations on '" + plan.reduction->name + "'"});
      } else if (options.deterministic) {
        chunked = true;
      }
    }
    if (!parallel) {
      chunked = false;
      for (ReductionPlan& plan : reductions)
        if (plan.method != Method::Inner) {
          const Reduction* reduction = plan.reduction;
          plan = ReductionPlan();
          plan.reduction = reduction;
          plan.method = Method::Inner;
        }
    }
    if (chunked && stripped)
      remark.clear();
    if (chunked || (kernel.launches && !parallel)) { // tiles would change the order
      hoisted = 0;
      collapsed = 1;
      stripped.reset();
    }
  }

  // --- loops ----------------------------------------------------------------------------------------------------------------

  bool rewriteLoops() {
    for (std::size_t k = 0; k < kernel.grid.size(); ++k) {
      const Axis& axis = kernel.grid[k];
      const bool strip = k < hoisted || stripped == k || (!kernel.launches && isBlocked(axis));
      const bool keep = !strip && !(chunked && k == 0) && writer.keepsHeader(loopOf(axis)) && !splitsMacro(loopOf(axis));
      if (!keep) {
        if (chunked && k == 0)
          texts[axis.loop] = writer.write(chunkAxis(axis), true);
        else
          texts[axis.loop] = writer.write(stripped == k ? rowPiece(kernel, axis) : axis, strip);
      }
    }
    if (chunked)
      chunkRoot();
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        if (!rewriteLoop(axis))
          return false;
    return true;
  }

  /// A header that comes from a macro with the directive in it has to be written out.
  bool splitsMacro(const Loop& loop) const {
    return cast<ForStmt>(loop.stmt)->getForLoc().isMacroID() && loop.directive && loop.directive->location().isMacroID();
  }

  Axis chunkAxis(Axis axis) const {
    axis.block.value = INT64_MAX; // forces the counted form
    axis.block.expr = nullptr;
    return axis;
  }

  /// The root's iterations in a fixed number of contiguous chunks, whatever the number of threads.
  void chunkRoot() {
    LoopText& text = texts[0];
    const std::string name = nest.loops.front().counter->getNameAsString();
    chunk = writer.unique("chunk");
    // setup: `const unsigned long long i_count = ...;`
    const std::string& setup = text.setup.back();
    const std::size_t begin = std::string("const unsigned long long ").size();
    const std::string count = setup.substr(begin, setup.find(' ', begin) - begin);
    const std::string first = text.blockHeader.substr(std::string("for (unsigned long long ").size());
    const std::string firstName = first.substr(0, first.find(' '));
    const std::string last = text.inBlock[0].substr(begin);
    const std::string lastName = last.substr(0, last.find(' '));
    text.blockHeader = fmt::format("for (int {0} = 0; {0} < 64; ++{0})", chunk);
    text.inBlock = {fmt::format("const unsigned long long {} = {} / 64 * {} + {};", firstName, count, chunk, least(chunk, count + " % 64")),
                    fmt::format("const unsigned long long {} = {} + {} / 64 + ({} < {} % 64 ? 1 : 0);", lastName, firstName, count, "(unsigned long long)" + chunk, count)};
    for (ReductionPlan& plan : reductions)
      if (isInexact(*plan.reduction) && plan.method != Method::Inner)
        chunkReduction(plan);
  }

  std::string least(const std::string& a, const std::string& b) const { return fmt::format("((unsigned long long){0} < {1} ? (unsigned long long){0} : {1})", a, b); }

  void chunkReduction(ReductionPlan& plan) {
    const Reduction& reduction = *plan.reduction;
    const std::string type = typeText(reduction, context);
    const std::string target = reduction.name;
    std::string base = plan.method == Method::Local ? plan.variable : target;
    const std::string partial = writer.unique(base + "_partial"), own = writer.unique(base + "_chunk");
    plan = ReductionPlan();
    plan.reduction = &reduction;
    plan.method = Method::Local; // every mention is renamed
    plan.variable = own;
    plan.setup = {fmt::format("{} {}[64];", type, partial)};
    texts[0].inBlock.push_back(fmt::format("{} {} = {};", type, own, initialText(reduction, target)));
    chunkEnd.push_back(fmt::format("{}[{}] = {};", partial, chunk, own));
    plan.finish = {fmt::format("for (int {0} = 0; {0} < 64; ++{0}) {1}", chunk, combineText(reduction, target, partial + "[" + chunk + "]"))};
    plan.operatorName.clear();
  }
  std::vector<std::string> chunkEnd;

  bool rewriteLoop(const Axis& axis) {
    const Loop& loop = loopOf(axis);
    const auto* statement = cast<ForStmt>(loop.stmt);
    const std::string simd = simdPragma(axis);
    const auto text = texts.find(axis.loop);
    const auto header = headerRange(statement, context);
    if (text == texts.end()) {
      if (simd.empty())
        return true;
      const auto range = statementRange(statement, directives, context);
      if (!range)
        return macroCut(statement->getForLoc()), false;
      inner.push_back({{range->begin, range->begin}, "\n" + simd + "\n"});
      return true;
    }
    const auto range = statementRange(statement, directives, context);
    if (!header || !range) {
      macroCut(statement->getForLoc());
      return false;
    }
    std::string replacement = (simd.empty() ? "" : "\n" + simd + "\n") + text->second.header;
    if (stripped && &axis == &kernel.grid[*stripped]) {
      std::string around = text->second.blockHeader + " {\n";
      append(around, text->second.inBlock);
      replacement = around + replacement.substr(simd.empty() ? 0 : 1);
      inner.push_back({{range->end, range->end}, "\n}"});
    }
    if (!text->second.inBody.empty()) {
      replacement += " {\n";
      for (const std::string& line : text->second.inBody)
        replacement += line + "\n";
      inner.push_back({{range->end, range->end}, "\n}"});
    }
    inner.push_back({*header, replacement});
    return true;
  }

  /// The loops that the construct itself distributes. Clang does not vectorise these.
  bool isDistributed(const Axis& axis) const {
    for (std::size_t k = 0; k < collapsed && k < kernel.grid.size(); ++k)
      if (kernel.launches && parallel && hoisted == 0 && !chunked && stripped != k && kernel.grid[k].loop == axis.loop)
        return true;
    return false;
  }

  bool simdAllowed(const Axis& axis) const {
    const Loop& loop = loopOf(axis);
    if (!options.vectorise || nest.callsAnnotated || !isInnermost(nest, axis.loop) || !isSimdBody(loop.body, directives) || hasForeignSimd(loop, directives, context))
      return false;
    if (!kernel.launches)
      return axis.loop == 0 && isBlocked(axis);
    if (!loop.parallel || isDistributed(axis))
      return false;
    for (const Access& access : nest.accesses)
      if (isAround(nest, axis.loop, access.loop) && access.expr->getType()->isRecordType())
        return false;
    for (const PrivateScalar& scalar : nest.privates)
      if (scalar.loop == axis.loop && (scalar.lastValue || scalar.firstValue))
        return false; // `simd` has no firstprivate
    for (const ReductionPlan& plan : reductions) {
      const bool covers = isAround(nest, plan.reduction->loop, axis.loop);
      if (!covers)
        continue;
      // What compilers vectorise as a reduction, and warn about otherwise.
      const bool isSum = plan.reduction->op == ReductionOperator::Sum || plan.reduction->op == ReductionOperator::Product ||
                         plan.reduction->op == ReductionOperator::BitAnd || plan.reduction->op == ReductionOperator::BitOr ||
                         plan.reduction->op == ReductionOperator::BitXor;
      const QualType type = plan.reduction->type;
      if (!isSum || type->isBooleanType() || !(type->isArithmeticType() || type->isDependentType()))
        return false;
      const bool named = plan.method == Method::Clause || plan.method == Method::Local || plan.method == Method::Own ||
                         (plan.method == Method::Inner && plan.reduction->kind == Reduction::Kind::Scalar && parallel);
      const bool isMember = plan.method == Method::Inner && isa<FieldDecl>(plan.reduction->declaration);
      if (!named || isMember || !plan.declare.empty())
        return false;
      if (options.deterministic && isInexact(*plan.reduction) && !chunked && plan.method != Method::Inner)
        return false;
      if (options.strictFloat && isInexact(*plan.reduction))
        return false;
    }
    return true;
  }

  std::string simdPragma(const Axis& axis) const {
    if (!simdAllowed(axis))
      return "";
    std::string clauses;
    for (const ReductionPlan& plan : reductions)
      if (isAround(nest, plan.reduction->loop, axis.loop) && writtenInside(nest, *plan.reduction, axis.loop, directives))
        clauses += fmt::format(" reduction({}:{})", plan.operatorName.empty() ? spelling(plan.reduction->op) : plan.operatorName, plan.variable);
    return "#pragma omp simd" + clauses + privateClauses(nest, texts, axis.loop, false);
  }

  /// What happens to a last value when there is no iteration at all is the compiler's choice: then the kernel does not run.
  std::string ranAtAll() {
    if (!parallel || std::none_of(nest.privates.begin(), nest.privates.end(), [](const PrivateScalar& scalar) { return scalar.loop == 0 && scalar.lastValue; }))
      return "";
    std::string text;
    for (const Axis& axis : kernel.grid) {
      const auto known = texts.find(axis.loop);
      text += (text.empty() ? "" : " && ") + (known != texts.end() ? known->second : valueOnly(axis)).nonEmpty;
    }
    return text;
  }

  // --- body -----------------------------------------------------------------------------------------------------------------

  bool rewriteBody() {
    for (const Directive* directive : directivesInside(nest, directives))
      for (const SourceRange line : directive->lines)
        if (const auto range = directiveRange(line, context); range && range->begin >= whole.begin && range->end <= whole.end)
          if (!coveredByEdit(*range))
            inner.push_back({*range, ""});
    if (!renameBindings())
      return false;
    for (const ReductionPlan& plan : reductions) {
      SourceLocation where;
      const auto edits = bodyEdits(plan, kernel, directives, context, where);
      if (!edits) {
        diags.report(Diag::Unsupported, where, {"the update of '" + plan.reduction->name + "' cannot be rewritten here; write it as a statement of its own, outside a macro"});
        return false;
      }
      inner.insert(inner.end(), edits->begin(), edits->end());
    }
    return true;
  }

  /// Clang's OpenMP does not share structured bindings: references stand for them.
  bool renameBindings() {
    std::map<const BindingDecl*, std::string> renamed;
    std::set<const Decl*> inside;
    bool good = true;
    walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* decomposition = dyn_cast<DecompositionDecl>(declared))
            inside.insert(decomposition->bindings().begin(), decomposition->bindings().end());
      if (const auto* range = dyn_cast<CXXForRangeStmt>(each))
        if (const auto* decomposition = dyn_cast<DecompositionDecl>(range->getLoopVariable()))
          inside.insert(decomposition->bindings().begin(), decomposition->bindings().end());
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* binding = reference ? dyn_cast<BindingDecl>(reference->getDecl()) : nullptr;
      if (!binding || inside.count(binding) || !parallel)
        return true;
      if (!renamed.count(binding)) {
        renamed[binding] = writer.unique(binding->getNameAsString() + "_bound");
        bindingSetup.push_back(fmt::format("auto& {} = {};", renamed[binding], binding->getNameAsString()));
      }
      const auto range = rangeOf(reference->getSourceRange(), context);
      if (range && !coveredByEdit(*range))
        inner.push_back({*range, renamed[binding]});
      else if (!range)
        good = false;
      if (!range)
        diags.report(Diag::Unsupported, reference->getBeginLoc(), {"a structured binding inside a macro cannot be rewritten"});
      return true;
    });
    return good;
  }
  std::vector<std::string> bindingSetup;

  /// The elements of containers are reached through their own pointers where lanes run.
  void pointToElements() {
    std::set<int> lanes;
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes)
        if (!simdPragma(axis).empty())
          lanes.insert(axis.loop);
    for (const ContainerPointer& pointer : containerPointers(nest, lanes, directives, context)) {
      const std::string container = pointer.container->getNameAsString(), name = writer.unique(container + "_data");
      const std::size_t before = inner.size();
      for (const FileRange& mention : pointer.mentions)
        if (!coveredByEdit(mention))
          inner.push_back({mention, name});
      if (inner.size() > before)
        pointerSetup.push_back(fmt::format("auto* const {} = {}.data();", name, container));
    }
  }
  std::vector<std::string> pointerSetup;

  bool coveredByEdit(const FileRange& range) const {
    return std::any_of(inner.begin(), inner.end(), [&](const TextEdit& edit) { return edit.range.begin <= range.begin && range.end <= edit.range.end && edit.range.begin < edit.range.end; });
  }

  std::string schedule() const {
    if (!isIrregular(kernel))
      return " schedule(static)";
    return hoisted > 0 ? " schedule(dynamic)" : " schedule(dynamic, 16)";
  }

  /// Must the threads do something of their own before and after the loop?
  bool needsRegion() const {
    return parallel && std::any_of(reductions.begin(), reductions.end(), [](const ReductionPlan& plan) { return !plan.open.empty(); });
  }

  static void append(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      text += line + "\n";
  }

  std::string constructClauses() const {
    std::string clauses = collapsed > 1 && !chunked ? fmt::format(" collapse({})", collapsed) : "";
    clauses += schedule();
    if (!needsRegion())
      clauses += reductionClauses();
    return clauses;
  }

  std::string reductionClauses() const {
    std::string clauses;
    for (const ReductionPlan& plan : reductions)
      if ((plan.method == Method::Clause || plan.method == Method::Local) && !(chunked && isInexact(*plan.reduction)))
        clauses += fmt::format(" reduction({}:{})", plan.operatorName, plan.variable);
    return clauses;
  }

  std::string holds;                // names of what was checked in front of the construct

  /// A check in front of the construct, by name.
  std::string check(const std::string& wanted, const std::string& condition) {
    const std::string name = writer.unique(wanted);
    holds += (holds.empty() ? "" : " && ") + name;
    return fmt::format("const {} {} = {};\n", context.getLangOpts().CPlusPlus ? "bool" : "int", name, condition);
  }

  /// On one thread the iterations run in the source's order, unless they are tiled, lanes, or combined at the end.
  bool keepsOrderOnOneThread() const {
    const bool ownCopies = std::any_of(nest.reductions.begin(), nest.reductions.end(), [](const Reduction& each) { return each.kind != Reduction::Kind::Scalar; });
    if (!guard.condition.empty() && (!parallel || ownCopies))
      return false;
    const bool lanes = std::any_of(kernel.grid.begin(), kernel.grid.end(), [&](const Axis& axis) { return !simdPragma(axis).empty(); }) ||
                       std::any_of(kernel.loops.begin(), kernel.loops.end(), [&](const Axis& axis) { return !simdPragma(axis).empty(); });
    return hoisted < 2 && !lanes && !needsRegion() && !chunked;
  }

  std::string compose() {
    const std::string nestText = editedText(whole, inner, context), comment = kernelComment(kernel, remark), checks = checksInFront();
    if (holds.empty() || keepsOrderOnOneThread())
      return comment + inScope(checks, withSetup(nestText));
    const bool isName = holds.find(' ') == std::string::npos;
    const std::string original = "if (!" + (isName ? holds : "(" + holds + ")") + ") {\n" + originalNest(whole, nest, directives, context) + "\n} else {\n";
    holds.clear();
    return comment + "{\n" + checks + original + withSetup(nestText).text + "}\n}";
  }

  struct Part {
    std::string text;
    bool declares = false; // names that need a scope of their own
  };

  static std::string inScope(const std::string& checks, const Part& part) {
    return checks.empty() && !part.declares ? withoutLastNewline(part.text) : "{\n" + checks + part.text + "}";
  }

  /// What the sizes and addresses have to be like, as constants of which `holds` has the names.
  std::string checksInFront() {
    std::string text;
    if (!kernel.assumptions.empty() && parallel) {
      std::vector<std::string> terms;
      for (const Polynomial& condition : kernel.assumedConditions)
        terms.push_back(comparisonText(condition, writer));
      text += check("sizes_hold", fmt::format("{}", fmt::join(terms, " && ")));
    }
    if (!guard.condition.empty())
      text += check("arrays_apart", guard.condition);
    return text;
  }

  Part withSetup(const std::string& nestText) {
    std::string setup, finish;
    append(setup, bindingSetup);
    append(setup, pointerSetup);
    for (const auto& [loop, pieces] : texts)
      append(setup, pieces.setup);
    for (const ReductionPlan& plan : reductions) {
      append(setup, plan.declare);
      append(setup, plan.setup);
      append(finish, plan.finish);
    }
    finish += finalValues();
    return {setup + construct(nestText) + finish, !setup.empty() || !finish.empty()};
  }

  std::string construct(const std::string& nestText) {
    const bool region = needsRegion();
    const std::string nonEmpty = ranAtAll();
    std::string text = nonEmpty.empty() ? "" : "if (" + nonEmpty + ") {\n";
    if (region) {
      text += "#pragma omp parallel" + condition() + "\n{\n";
      for (const ReductionPlan& plan : reductions)
        append(text, plan.open);
      text += "#pragma omp for" + constructClauses() + reductionClauses() + privateClauses(nest, texts, 0, true) + "\n";
    } else if (parallel) {
      text += "#pragma omp parallel for" + condition() + constructClauses() + privateClauses(nest, texts, 0, true) + "\n";
    }
    const std::size_t blockLoops = chunked ? 1 : !kernel.launches && isBlocked(kernel.grid.front()) ? 1 : hoisted;
    std::string declarations;
    for (std::size_t k = 0; k < blockLoops; ++k) {
      const LoopText& pieces = texts.at(kernel.grid[k].loop);
      text += pieces.blockHeader + (k + 1 == blockLoops ? " {\n" : "\n");
      append(declarations, pieces.inBlock);
    }
    text += declarations + nestText + "\n";
    append(text, chunkEnd);
    if (blockLoops > 0)
      text += "}\n";
    if (region)
      text += combination() + "}\n";
    if (!nonEmpty.empty())
      text += "}\n";
    return text;
  }

  /// When the kernel runs on more than one thread: where the sizes are as the proof takes them, and where own copies pay.
  std::string condition() const {
    std::string text = holds;
    for (const ReductionPlan& plan : reductions)
      if (!plan.condition.empty())
        text += (text.empty() ? "" : " && ") + plan.condition;
    return text.empty() ? "" : " if(" + text + ")";
  }

  static std::string withoutLastNewline(std::string text) {
    while (!text.empty() && text.back() == '\n')
      text.pop_back();
    return text;
  }

  std::string combination() const {
    std::string text = "#pragma omp critical\n{\n";
    for (const ReductionPlan& plan : reductions)
      append(text, plan.combine);
    text += "}\n";
    for (const ReductionPlan& plan : reductions)
      append(text, plan.close);
    return text;
  }

  /// A counter declared outside the loop keeps the value with which the sequential loop ends.
  std::string finalValues() {
    std::string text, runs;
    for (const Axis& axis : kernel.grid) {
      const Loop& loop = loopOf(axis);
      const bool rewritten = texts.count(axis.loop) != 0;
      const bool associated = &axis == &kernel.grid.front() || rewritten || static_cast<std::size_t>(&axis - kernel.grid.data()) < collapsed;
      const bool wanted = axis.loop == 0 || std::any_of(nest.privates.begin(), nest.privates.end(), [&](const PrivateScalar& scalar) {
                            return scalar.variable == loop.counter && scalar.loop == 0 && scalar.lastValue;
                          });
      LoopText pieces;
      if (!loop.declaresCounter || axis.loop == 0)
        pieces = rewritten ? texts[axis.loop] : valueOnly(axis);
      if (!loop.declaresCounter && associated && wanted && (parallel || rewritten)) {
        const std::string assignment = fmt::format("{} = {};", loop.counter->getNameAsString(), pieces.finalValue);
        text += (runs.empty() ? assignment : fmt::format("if ({}) {}", runs, assignment)) + "\n";
      }
      if (pieces.nonEmpty.empty())
        pieces = rewritten ? texts[axis.loop] : valueOnly(axis);
      runs += (runs.empty() ? "" : " && ") + pieces.nonEmpty;
    }
    return text;
  }

  LoopText valueOnly(const Axis& axis) { return writer.write(axis, false); }
};

} // namespace

std::optional<Edits> emitOpenMP(const Kernel& kernel, const OpenMPOptions& options, const std::set<std::string>& names, const Directives& directives,
                                ASTContext& context, Diagnostics& diags) {
  return Emission(kernel, options, names, directives, context, diags).run();
}

} // namespace appyl
