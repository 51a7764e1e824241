#include "codegen/cuda/cuda_body.h"

#include "codegen/arrays/reductions.h"
#include "codegen/cuda/cuda_team.h"
#include "codegen/cuda/cuda_tiles.h"
#include "codegen/cuda/endings.h"
#include "codegen/cuda/small_floats.h"
#include "codegen/kernels/device_calls.h"
#include "codegen/kernels/device_values.h"
#include "codegen/text/nest_text.h"
#include "codegen/text/whole_file.h"
#include "nest/ast/jumps.h"
#include "nest/ast/source_ranges.h"
#include "nest/scev/scalar_evolution.h"
#include "support/operands.h"
#include "support/source_lines.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using DeviceMethod = CudaReduction::Method;

class BodyWriter {
 public:
  BodyWriter(const CudaSetting& setting, DeviceFunctions& functions, CudaPlan& plan)
      : setting(setting),
        nest(setting.kernel.nest),
        writer(setting.writer),
        source(setting.source),
        functions(functions),
        plan(plan) {}

  std::optional<std::vector<TextEdit>> run() {
    return rewriteBody() ? std::optional(std::move(inner)) : std::nullopt;
  }

 private:
  const CudaSetting& setting;
  const LoopNest& nest;
  LoopWriter& writer;
  Source source;
  DeviceFunctions& functions;
  CudaPlan& plan;
  std::vector<TextEdit> inner;
  std::map<const CudaReduction*, std::string> teamTargets;  // what the block's result goes to

  bool refuse(SourceLocation where, const std::string& text) {
    source.diags.report(Diag::Unsupported, where, {text});
    return false;
  }

  void replace(const FileRange& range, const std::string& text) {
    if (coveredByEdit(range, inner)) return;
    inner.erase(std::remove_if(inner.begin(), inner.end(),
                               [&](const TextEdit& edit) {
                                 return range.begin <= edit.range.begin && edit.range.end <= range.end;
                               }),
                inner.end());
    inner.push_back({range, text});
  }

  std::string inKernel(const Expr* expression) const { return editedText(expression, inner, source.ast); }

  bool rewriteBody() {
    for (const Stmt* ending : plan.endings) {
      const auto stop = stopInstead(ending, {}, source);
      if (!stop) return macroCut(ending->getBeginLoc(), source), false;
      replace(stop->range, stop->text);
    }
    for (const TextEdit& edit : plan.captures.edits.front()) replace(edit.range, edit.text);
    if (plan.staged)
      for (const TextEdit& edit : TileWriter(setting, plan, inner).edits()) replace(edit.range, edit.text);
    if (!nameTables()) return false;
    const bool isTeam = plan.team && !plan.staged && !plan.contraction;
    if (isTeam) nameOwnElements();  // before what converts them
    if (!rewriteCalls() || !convertNumbers(/*ofUpdates=*/false)) return false;
    for (const CudaReduction& each : plan.reductions)
      if (!rewriteUpdates(each)) return false;
    if (!convertNumbers(/*ofUpdates=*/true)) return false;
    for (ThreadLoop& each : plan.loops) each.iterations = iterationsOf(each);
    if (!plan.staged && !plan.contraction && !rewriteLoops()) return false;
    for (const Directive* directive : directivesInside(nest, source.directives))
      for (const SourceRange line : directive->lines)
        if (const auto range = directiveRange(line, source.ast);
            range && range->begin >= plan.whole.begin && range->end <= plan.whole.end)
          replace(*range, "");
    return true;
  }

  /// Constant tables by the names of the device's copies.
  bool nameTables() {
    const DeclContext* scope = source.ast.getTranslationUnitDecl();
    for (std::size_t k = 0; k < plan.captures.tables.size(); ++k) {
      std::vector<TextEdit>& edits = k == 0 ? inner : plan.captures.edits[k];
      for (const DeclRefExpr* mention : plan.captures.tables[k])
        if (!functions.rewriteTable(mention, scope, edits))
          return macroCut(mention->getBeginLoc(), source), false;
    }
    return true;
  }

  /// Where a number of two bytes is calculated with; what updates of reductions name gets its name before.
  bool convertNumbers(bool ofUpdates) {
    std::set<const Stmt*> references;
    for (const CudaReduction& each : plan.reductions)
      references.insert(each.reduction->references.begin(), each.reduction->references.end());
    const auto isOther = [&](const Expr* number) { return contains(number, references) != ofUpdates; };
    const auto convert = [&](const Stmt* body, std::vector<TextEdit>& edits) {
      const OffsetsIn inItsFile(body->getBeginLoc(), source.ast);
      const Expr* obstacle = convertSmallFloats(body, isOther, edits, source);
      return !obstacle ||
             refuse(obstacle->getBeginLoc(),
                    fmt::format("'{}' is calculated in float, which cannot be written here; write "
                                "the conversion, outside a macro",
                                writtenText(obstacle, source.ast)));
    };
    bool good = convert(nest.loops.front().stmt, inner);
    for (std::size_t k = 0; good && k < plan.captures.methods.size(); ++k)
      good = convert(plan.captures.methods[k].definition->getBody(), plan.captures.edits[k + 1]);
    return good;
  }

  static bool contains(const Stmt* whole, const std::set<const Stmt*>& parts) {
    return whole && (parts.count(whole) || llvm::any_of(whole->children(), [&](const Stmt* child) {
                       return contains(child, parts);
                     }));
  }

  /// Rewrites the calls in the nest, its lambdas and the copied methods.
  bool rewriteCalls() {
    bool good = rewriteCalls(nest.loops.front().stmt, inner);
    for (const VarDecl* variable : plan.captures.copied)
      if (variable->getInit() && (variable->isLocalVarDecl() || holdsLambda(*variable)))
        good = good && rewriteCalls(variable->getInit(), inner);
    for (const TypeDecl* type : plan.captures.types)
      if (const auto* record = dyn_cast<CXXRecordDecl>(type); record && record->isLocalClass())
        good = good && functions.markMethods(record, inner);
    for (std::size_t k = 0; k < plan.captures.methods.size(); ++k)
      good = good && rewriteMethod(plan.captures.methods[k].definition, plan.captures.edits[k + 1]);
    for (const CopiedMethod& each : plan.captures.methods)
      if (!isa<CXXMethodDecl>(each.definition)) functions.allowUnused(each.definition);
    return good;
  }

  bool rewriteMethod(const FunctionDecl* method, std::vector<TextEdit>& edits) {
    const OffsetsIn inItsFile(method->getBody()->getBeginLoc(), source.ast);
    const std::vector<const Stmt*> endings = endingsIn(method->getBody(), source.directives);
    if (const Stmt* ending = stopAt(endings, method, edits, source))
      return macroCut(ending->getBeginLoc(), source), false;
    return rewriteCalls(method->getBody(), edits, endings);
  }

  bool rewriteCalls(const Stmt* body, std::vector<TextEdit>& edits,
                    const std::vector<const Stmt*>& endings = {}) {
    const OffsetsIn inItsFile(body->getBeginLoc(), source.ast);
    std::set<const Stmt*> elsewhere = rewrittenParts(plan);
    elsewhere.insert(endings.begin(), endings.end());
    bool good = true;
    const auto refuseCall = [&](const Stmt* at, const std::string& why) {
      source.diags.report(Diag::HostCall, at->getBeginLoc(), {why});
      good = false;
    };
    walk(body, source.directives, [&](const Stmt* each) {
      if (!good || elsewhere.count(each)) return false;
      if (const std::string why = hostOnly(each, source.ast); !why.empty()) refuseCall(each, why);
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* record = dyn_cast<CXXRecordDecl>(declared))
            good = good && functions.markMethods(record, edits);
      good = good &&
             functions.makeOperatorCallable(each, [&](const std::string& why) { refuseCall(each, why); });
      const auto* call = dyn_cast<CallExpr>(each);
      if (!good || !call || plan.captures.calls.count(call) || plan.captures.of.count(call) ||
          isOnContainer(call))
        return good;
      if (const Reduction* sum = ownSumOf(call)) {
        good = makeSumCallable(*sum, call, [&](const std::string& why) { refuseCall(call, why); });
        return good;
      }
      good = functions.rewriteCall(call, nest.function, edits,
                                   [&](const std::string& why) { refuseCall(call, why); });
      return good;
    });
    return good;
  }

  /// The reduction of a class's objects that the call is an update of; null: it is none.
  const Reduction* ownSumOf(const CallExpr* call) const {
    for (const CudaReduction& each : plan.reductions)
      if (ownAddition(each.reduction->type) && llvm::is_contained(each.reduction->updates, call))
        return each.reduction;
    return nullptr;
  }

  /// The operators stay as they are written, since the threads' sums are combined by them, too, and begin
  /// with T{}.
  bool makeSumCallable(const Reduction& sum, const CallExpr* update,
                       llvm::function_ref<void(const std::string& why)> refuse) {
    std::vector<const FunctionDecl*> called = {ownAddition(sum.type), update->getDirectCallee()};
    const CXXRecordDecl* record = sum.type->getAsCXXRecordDecl();
    for (const CXXConstructorDecl* each : record->ctors())
      if (each->isDefaultConstructor() && each->isUserProvided()) called.push_back(each);
    return llvm::all_of(
        called, [&](const FunctionDecl* each) { return !each || functions.makeCallable(each, refuse); });
  }

  /// `x[i]` of a container that the kernel knows as a pointer; begin() and end() of one that a loop ranges
  /// over.
  bool isOnContainer(const CallExpr* call) const {
    const auto* element = dyn_cast<CXXOperatorCallExpr>(call);
    const auto* asking = dyn_cast<CXXMemberCallExpr>(call);
    const Expr* object = asking    ? asking->getImplicitObjectArgument()
                         : element ? element->getArg(0)
                                   : nullptr;
    if (object && isRow(plan, namedVariable(object))) return true;
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
      const auto* range = dyn_cast_or_null<VarDecl>(namedVariable(member->getImplicitObjectArgument()));
      return range && range->isImplicit() && range->getInit() &&
             plan.captures.of.count(strip(range->getInit()));
    }
    const auto* op = dyn_cast<CXXOperatorCallExpr>(call);
    const auto known = op ? plan.captures.of.find(strip(op->getArg(0))) : plan.captures.of.end();
    return known != plan.captures.of.end() &&
           plan.captures.list[known->second].kind == Capture::Kind::Container;
  }

  bool rename(const Expr* mention, const std::string& name) {
    if (writtenText(mention, source.ast) == name) return true;
    const auto range = rangeOf(mention->getSourceRange(), source.ast);
    if (!range)
      return refuse(mention->getBeginLoc(),
                    fmt::format("'{}' inside a macro cannot be rewritten for a kernel",
                                writtenText(mention, source.ast)));
    replace(*range, name);
    return true;
  }

  bool rewriteUpdates(const CudaReduction& plan) {
    if (plan.method == DeviceMethod::Team) return useOwn(plan);
    if (plan.method == DeviceMethod::Atomic) return makeAtomic(plan);
    if (plan.method == DeviceMethod::Shared) return useBlocksOwn(plan) && makeAtomic(plan);
    if (plan.method != DeviceMethod::Grid && plan.method != DeviceMethod::Pair) return true;
    for (const Expr* reference : plan.reduction->references)
      if (!rename(reference, plan.own)) return false;
    for (std::size_t k = 0; k < plan.ownCompanions.size(); ++k)
      for (const Expr* reference : plan.reduction->companions[k].references)
        if (!rename(reference, plan.ownCompanions[k])) return false;
    if (plan.method == DeviceMethod::Grid) return true;
    const auto edits = onUpdateEdits(*plan.reduction, plan.onUpdate, source);
    if (!edits)
      return refuse(plan.reduction->pairStatement->getBeginLoc(),
                    "this update cannot be rewritten for a kernel");
    inner.insert(inner.end(), edits->begin(), edits->end());
    return true;
  }

  bool useOwn(const CudaReduction& plan) {
    if (plan.reduction->references.empty()) return true;  // an error was reported
    teamTargets[&plan] = inKernel(plan.reduction->references.front());
    for (const Expr* reference : plan.reduction->references)
      if (!rename(reference, plan.own)) return false;
    return true;
  }

  /// `counts[k]` -> `counts_block[k]`.
  bool useBlocksOwn(const CudaReduction& reduction) {
    for (const Expr* reference : reduction.reduction->references) {
      const Expr* base = strip(reference);
      while (!plan.captures.of.count(base)) {
        const auto* element = dyn_cast<ArraySubscriptExpr>(base);
        const auto* call = dyn_cast<CXXOperatorCallExpr>(base);
        if (!element && !call)
          return refuse(reference->getBeginLoc(), "this update cannot be rewritten for a kernel");
        base = strip(element ? arrayPart(element) : call->getArg(0));
      }
      const auto range = rangeOf(base->getSourceRange(), source.ast);
      if (!range)
        return refuse(reference->getBeginLoc(), "an update inside a macro cannot be rewritten for a kernel");
      inner.erase(std::remove_if(inner.begin(), inner.end(),
                                 [&](const TextEdit& edit) {
                                   return edit.range.begin == range->begin && edit.range.end == range->end;
                                 }),
                  inner.end());
      inner.push_back({*range, reduction.own});
    }
    return true;
  }

  bool makeAtomic(const CudaReduction& plan) {
    bool good = true;
    walk(nest.loops[plan.reduction->loop].stmt, source.directives, [&](const Stmt* each) {
      const auto update = asUpdate(each, source);
      const auto& references = plan.reduction->references;
      if (!good || !update ||
          std::find(references.begin(), references.end(), update->target) == references.end())
        return good;
      good = makeAtomic(*plan.reduction, *update);
      return false;
    });
    return good;
  }

  bool makeAtomic(const Reduction& reduction, const Update& update) {
    const auto* expression = dyn_cast<Expr>(update.statement);
    const auto range = expression ? rangeOf(expression->getSourceRange(), source.ast)
                                  : statementRange(update.statement, source);
    if (!range || (expression && isValueUsed(expression, source.ast)))
      return refuse(
          update.statement->getBeginLoc(),
          fmt::format("the update of '{}' cannot be made atomic here; write it as a statement of its "
                      "own, outside a macro",
                      reduction.name));
    const std::string target = inKernel(update.target);
    if (const auto operand = operandOf(update, source.ast)) {
      std::string value = operand->value ? inKernel(operand->value) : "1";
      // Negated in the element's own type: the negative of an unsigned number would be a large one.
      if (operand->negated)
        value = fmt::format("-static_cast<{}>({})", typeText(reduction, update.target, source.ast), value);
      replace(*range, fmt::format("::appyl::cuda::atomic_update({}(), {}, {})", operatorType(reduction),
                                  target, value));
      return true;
    }
    // Any other form: the statement itself, with its target replaced by a value that is exchanged for the old
    // one.
    const std::string value = writer.unique("value");
    std::vector<TextEdit> edits;
    for (const Expr* mention : update.mentions)
      if (const auto place = rangeOf(mention->getSourceRange(), source.ast)) edits.push_back({*place, value});
    if (edits.size() != update.mentions.size())
      return refuse(update.statement->getBeginLoc(), "this update cannot be rewritten for a kernel");
    for (const TextEdit& edit : inner)
      if (range->begin <= edit.range.begin && edit.range.end <= range->end &&
          std::none_of(edits.begin(), edits.end(), [&](const TextEdit& mention) {
            return mention.range.begin <= edit.range.begin && edit.range.end <= mention.range.end;
          }))
        edits.push_back(edit);
    const std::string statement = editedText(*range, edits, source.ast);
    replace(*range,
            fmt::format("::appyl::cuda::atomic_update({0}, [&](auto {1}) {{ {2}{3} return {1}; }}){4}",
                        target, value, statement, expression ? ";" : "", expression ? "" : ";"));
    return true;
  }

  /// What the loop of a dimension becomes.
  struct HeaderText {
    std::string header;
    std::string declaration;  // of the counter in the body; empty: the header has it
    std::string several;      // the call that runs several iterations; empty: each is one of its own
  };

  bool rewriteLoops() {
    if (plan.team && !rewriteTeam()) return false;  // inner loops first: their ends come first
    std::vector<HeaderText> texts;
    for (const ThreadLoop& each : plan.loops) {
      texts.push_back(headerText(each));
      if (!mentions(each.loop->body, each.loop->counter, source.directives)) texts.back().declaration.clear();
    }
    // The innermost body begins with what the loops around it leave to it: calls, and the counters from them.
    std::string several, declarations;
    for (HeaderText& text : texts)
      if (!text.several.empty() || &text == &texts.back()) {
        several += text.several;
        declarations += std::exchange(text.declaration, "");
      }
    for (std::size_t k = texts.size(); k-- > 0;) {  // inner ends come first
      const Loop& loop = *plan.loops[k].loop;
      if (!(k + 1 < texts.size() ? rewriteLoop(loop, texts[k].header, texts[k].declaration)
            : several.empty()    ? rewriteLoop(loop, texts[k].header, declarations)
                                 : rewriteLoop(loop, texts[k].header + "\n" + several, declarations, ");")))
        return false;
    }
    return true;
  }

  /// `declarations` come first in the body, `end` behind it: the body is a function's, with braces.
  bool rewriteLoop(const Loop& loop, const std::string& text, const std::string& declarations,
                   const std::string& end = "") {
    const auto* statement = cast<ForStmt>(loop.stmt);
    const auto header = headerRange(statement, source.ast);
    const auto range = statementRange(statement, source);
    if (!header || !range) {
      macroCut(statement->getForLoc(), source);
      return false;
    }
    const auto* body = dyn_cast<CompoundStmt>(source.directives.strip(statement->getBody()));
    const auto brace = body ? rangeOf(body->getLBracLoc(), source.ast) : std::nullopt;
    const bool needsBraces = !brace && !(declarations.empty() && end.empty());
    replace(*header, needsBraces ? text + " {\n" + declarations + (endsLine(header->end) ? "" : "\n") : text);
    if (!declarations.empty() && brace)
      inner.push_back({{brace->end, brace->end}, "\n" + declarations + (endsLine(brace->end) ? "" : "\n")});
    if (needsBraces || !end.empty())
      inner.push_back({{range->end, range->end}, (needsBraces ? "\n}" : "") + end});
    return true;
  }

  // --- one program for the threads of a block
  // ----------------------------------------------------------------------

  std::map<int, std::string> numbers;  // of a thread's iterations, by the loop: `j_own`, `j_at`

  void nameOwnElements() {
    std::map<std::string, std::string> known;
    std::map<int, std::string> own;
    for (const SpreadLoop& each : plan.team->loops) {
      const std::string name = nest.loops[each.loop].counter->getNameAsString();
      std::string& at = known[fmt::format("{}{}{}", name, each.letter, each.own ? "_own" : "_at")];
      if (at.empty())
        at = writer.unique(name + (each.own ? "_own" : "_at"));  // loops beside each other share it
      numbers[each.loop] = at;
      if (each.own) own[each.loop] = at;
    }
    for (const TextEdit& edit : TeamText(*plan.team, setting).ownElements(own))
      replace(edit.range, edit.text);
  }

  bool rewriteTeam() {
    const Team& team = *plan.team;
    const TeamText words(team, setting);
    for (const SpreadLoop& each : team.loops) {
      const Loop& loop = nest.loops[each.loop];
      const std::string name = loop.counter->getNameAsString(), at = numbers.at(each.loop);
      std::pair<std::string, std::string> texts;
      if (each.own) {
        texts = words.ownLoop(each, at, counterType(loop), inKernel(loop.bound));
      } else {
        const bool isFar = mayLieFar(loop);
        texts = {isFar ? farHeader(words, loop, each.letter, at) : spreadHeader(words, loop, each.letter, at),
                 fmt::format("const {0} {1} = static_cast<{0}>({2}{3});", counterType(loop), name,
                             isFar ? operandInKernel(loop.lower) + " + " : "", at)};
      }
      const bool isNamed = mentions(loop.body, loop.counter, source.directives);
      if (!rewriteLoop(loop, texts.first, isNamed ? texts.second : "")) return false;
    }
    std::set<const Stmt*> inList;  // statements among others, which need no braces of their own
    bool good = true;
    std::vector<Wrapper> wrappers;
    walk(nest.loops.front().stmt, source.directives, [&](const Stmt* each) {
      if (const auto* compound = dyn_cast<CompoundStmt>(each))
        for (const Stmt* child : compound->body()) inList.insert(source.directives.strip(child));
      good = good && wrap(words, each, !inList.count(each), wrappers);
      return good;
    });
    insert(wrappers);
    return good;
  }

  struct Wrapper {
    FileRange range;
    std::string before, after;
  };

  /// Where a statement ends and the next begins at once, the end comes first; inner ends before outer ones.
  void insert(const std::vector<Wrapper>& wrappers) {
    std::vector<std::tuple<unsigned, bool, long, std::string>> places;
    for (const auto& [range, before, after] : wrappers) {
      places.emplace_back(range.begin, true, static_cast<long>(places.size()), before);
      places.emplace_back(range.end, false, -static_cast<long>(range.begin), after);
    }
    std::sort(places.begin(), places.end());
    for (const auto& [at, isBegin, order, text] : places)
      if (!text.empty()) inner.push_back({{at, at}, text});
  }

  /// May the counter lie near the ends of long long, with a thread's next iteration beyond them?
  bool mayLieFar(const Loop& loop) const {
    const QualType lower = strip(loop.lower)->getType();
    if (!isWide(loop)) return false;
    Expr::EvalResult first;
    if (!loop.lower->isValueDependent() && loop.lower->EvaluateAsInt(first, source.ast)) {
      const auto value = first.Val.getInt().tryExtValue();
      return !value || *value < 0 || *value > std::int64_t(1) << 30;
    }
    if (!lower->isDependentType() && source.ast.getTypeSize(lower) <= 32) return false;
    // A counter that indexes an array is far from these ends.
    return llvm::none_of(nest.accesses, [&](const Access& access) {
      return llvm::any_of(access.subscripts, [&](const std::optional<Polynomial>& subscript) {
        const auto rest = subscript ? subtract(*subscript, Polynomial::symbol(loop.symbol)) : std::nullopt;
        const auto distance = rest ? rest->constant() : std::nullopt;
        return distance && std::abs(*distance) < std::int64_t(1) << 30;
      });
    });
  }

  /// The header of a loop over the distances from the first iteration.
  std::string farHeader(const TeamText& words, const Loop& loop, char letter, const std::string& past) {
    const std::string times = *loop.step == 1 ? "" : fmt::format("{}ULL * ", *loop.step);
    return fmt::format(
        "for (unsigned long long {0} = {1}{2}; {0} < ::appyl::cuda::distance{3}<{4}>({5}, {6}); {0} += "
        "{1}{7})",
        past, times, words.thread(letter), loop.comparison == Comparison::LessEqual ? "_behind" : "",
        counterType(loop), inKernel(loop.lower), inKernel(loop.bound), words.threads(letter));
  }

  std::string operandInKernel(const Expr* expression) const { return asOperand(inKernel(expression)); }

  std::string spreadHeader(const TeamText& words, const Loop& loop, char letter, const std::string& at) {
    const std::string thread = words.thread(letter), threads = words.threads(letter);
    const std::string times = *loop.step == 1 ? "" : fmt::format("{}LL * ", *loop.step);
    const auto wide = [&](const Expr* expression) {
      const QualType type = strip(expression)->getType();
      const bool isWideUnsigned = type->isUnsignedIntegerType() && source.ast.getTypeSize(type) > 32;
      return isWideUnsigned ? fmt::format("static_cast<long long>({})", inKernel(expression))
                            : inKernel(expression);
    };
    const std::string lower = wide(loop.lower);
    const bool isWord = isOperand(lower);
    const std::string first =
        lower == "0" ? times + thread
        : isWord     ? fmt::format("{} + {}{}", lower, times.empty() ? "1LL * " : times, thread)
                     : fmt::format("({}) + {}{}", lower, times.empty() ? "1LL * " : times, thread);
    return fmt::format("for (long long {0} = {1}; {0} {2} {3}; {0} += {4}{5})", at, first,
                       loop.comparison == Comparison::LessEqual ? "<=" : "<", wide(loop.bound), times,
                       threads);
  }

  /// What belongs around a step of the program: one thread for all, own copies of reductions, barriers.
  bool wrap(const TeamText& words, const Stmt* statement, bool needsScope, std::vector<Wrapper>& wrappers) {
    const Team& team = *plan.team;
    std::string before, after;
    for (const SpreadLoop& each : team.loops)
      if (nest.loops[each.loop].stmt == statement)
        for (const CudaReduction& reduction : plan.reductions)
          if (reduction.method == DeviceMethod::Team && reduction.reduction->loop == each.loop) {
            before += identityText(reduction, source.ast) + "\n";
            after += words.combine(reduction, teamTargets.at(&reduction));
          }
    if (team.single.count(statement)) {
      const bool isPlain = isa<Expr>(statement);
      before = "if (" + words.first() + (isPlain ? ") " : ") {\n");
      after = isPlain ? "" : "}\n";
    }
    if (const auto* declaration = dyn_cast<DeclStmt>(statement))
      for (const TextEdit& edit : words.declaration(declaration)) inner.push_back(edit);
    if (team.waits.count(statement)) before = words.barrier() + before;
    if (before.empty() && after.empty()) return true;
    auto range = statementRange(statement, source);
    if (!range) {
      macroCut(statement->getBeginLoc(), source);
      return false;
    }
    // A directive of ours goes, and a pragma beside it with it.
    const bool isAnnotated =
        llvm::any_of(nest.loops, [&](const Loop& each) { return each.stmt == statement && each.directive; });
    const bool isLoop = appyl::isLoop(statement);
    if (isLoop && !isAnnotated) range->begin = inFrontOfPragmas(range->begin, source.ast);
    if (!after.empty() || needsScope) after = "\n" + after;
    wrappers.push_back({*range, (needsScope ? "{\n" : "") + before, after + (needsScope ? "}\n" : "")});
    return true;
  }

  bool endsLine(unsigned at) const {
    const SourceManager& sources = source.ast.getSourceManager();
    return sources.getBufferData(sources.getMainFileID()).substr(at).ltrim(" \t").starts_with("\n");
  }

  std::string iterationsOf(const ThreadLoop& each) const {
    if (each.isCounted) return fmt::format("static_cast<long long>({})", each.text.count);
    const std::string bound = fmt::format("static_cast<long long>({})", inKernel(each.loop->bound));
    const std::string lower = inKernel(each.loop->lower);
    return lower == "0" ? bound : fmt::format("({} - {})", bound, asOperand(lower));
  }

  /// The loop over a thread's iterations.
  HeaderText headerText(const ThreadLoop& each) {
    const Loop& loop = *each.loop;
    const std::string name = loop.counter->getNameAsString(), type = counterType(loop);
    const char letter = each.dimension->letter;
    const unsigned together = iterationsTogether(plan, setting.kernel, *each.dimension);
    const auto [thread, threads] = strideTexts(letter, together);
    if (each.isCounted) {
      const std::string number = writer.unique(name + "_number"), wide = "unsigned long long";
      const std::string at = together > 1 ? writer.unique(name + "_at") : number;
      const std::string header = fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4})", wide, at, thread,
                                             each.text.count, threads);
      const std::string step = loop.step ? std::to_string(std::abs(*loop.step)) : name + "_step";
      const std::string distance = step == "1" ? number : number + " * " + step;
      return {header,
              fmt::format("const {0} {1} = static_cast<{0}>({1}_first {2} {3});", type, name,
                          loop.descending ? '-' : '+', distance),
              severalText(each, together, at, each.text.count, wide, number)};
    }
    const std::string lower = inKernel(loop.lower),
                      begin = lower == "0" ? thread : asOperand(lower) + " + " + thread;
    const QualType bound = strip(loop.bound)->getType();
    const bool isWideUnsigned = isWide(loop) && loop.counter->getType()->isUnsignedIntegerType();
    const bool mixesSigns =
        bound->isUnsignedIntegerType() && source.ast.getTypeSize(bound) > 32 && !isWideUnsigned;
    const std::string limit =
        mixesSigns ? fmt::format("static_cast<long long>({})", inKernel(loop.bound)) : inKernel(loop.bound);
    const bool keepsType = isWide(loop) && !mixesSigns;
    const std::string at = keepsType && together == 1 ? name : writer.unique(name + "_at");
    const std::string header = fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4})",
                                           keepsType ? type : "long long", at, begin, limit, threads);
    const std::string own = keepsType ? at : fmt::format("static_cast<{}>({})", type, at);
    if (together > 1) return {header, "", severalText(each, together, own, limit, type, name)};
    return {header, keepsType ? "" : fmt::format("const {} {} = {};", type, name, own), ""};
  }

  /// The thread's first iteration, and the distance to its next ones. Along `x`, the iterations that it takes
  /// together are as far apart as the threads of a block reach; along other dimensions they are neighbours.
  std::pair<std::string, std::string> strideTexts(char letter, unsigned together) const {
    if (plan.team) {
      const TeamText words(*plan.team, setting);
      return {words.program(letter), words.programs(letter)};
    }
    const std::string number = together > 1 && letter == 'x' ? std::to_string(together) : "",
                      times = together > 1 && letter != 'x' ? fmt::format("{} * ", together) : "";
    return {fmt::format("{}::appyl::cuda::thread_{}({})", times, letter, number),
            fmt::format("{}::appyl::cuda::threads_{}({})", times, letter, number)};
  }

  /// `appyl::cuda::several<4, 128>(i_at, n, [&](long i)`, in front of the body.
  std::string severalText(const ThreadLoop& each, unsigned together, const std::string& first,
                          const std::string& limit, const std::string& type, const std::string& name) const {
    if (together == 1) return "";
    const std::string step =
        each.dimension->letter == 'x' ? fmt::format(", {}", each.dimension->threads) : "";
    const bool isNamed = mentions(each.loop->body, each.loop->counter, source.directives);
    return fmt::format("::appyl::cuda::several<{}{}>({}, {}, [&]({}{}) ", together, step, first, limit, type,
                       isNamed ? " " + name : "");
  }

  bool isWide(const Loop& loop) const {
    return source.ast.getTypeSize(loop.counter->getType().getNonReferenceType()) > 32;
  }

  /// A deduced type by its canonical name: a class's name for it, or the variable whose type it is, means
  /// nothing here.
  std::string counterType(const Loop& loop) const {
    const QualType type = loop.counter->getType().getNonReferenceType().getUnqualifiedType();
    const bool isDeduced = (type->getContainedAutoType() || type->getAs<DecltypeType>()) &&
                           !type->isUndeducedType() && !type->isDependentType();
    return isDeduced ? typeText(type.getCanonicalType(), "", source.ast) : writer.counterType(loop);
  }
};

}  // namespace

std::optional<std::vector<TextEdit>> rewriteForKernel(const CudaSetting& setting, DeviceFunctions& functions,
                                                      CudaPlan& plan) {
  return BodyWriter(setting, functions, plan).run();
}

}  // namespace appyl
