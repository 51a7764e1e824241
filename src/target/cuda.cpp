#include "target/cuda.h"

#include "loops/symbols.h"
#include "target/alias_guard.h"
#include "target/comment.h"
#include "target/cuda_reductions.h"
#include "target/reductions.h"
#include "target/transfers.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>
#include <llvm/Support/Path.h>

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using Method = CudaReduction::Method;

/// A loop over the threads of the grid.
struct ThreadLoop {
  const Loop* loop = nullptr;
  const ThreadDimension* dimension = nullptr;
  LoopText text;           // what the host knows of it
  bool isCounted = false;  // by the number of the iteration; otherwise by its own counter
};

class Emission {
 public:
  Emission(const Kernel& kernel, const CudaOptions& options, CudaFile file, const Directives& directives,
           ASTContext& context, Diagnostics& diags)
      : kernel(kernel),
        nest(kernel.nest),
        options(options),
        writer(kernel, context, file.names),
        functions(file.functions),
        directives(directives),
        context(context),
        diags(diags) {}

  std::optional<Edits> run() {
    const auto range = statementRange(nest.loops.front().stmt, directives, context);
    if (!range) return macroCut(nest.loops.front().stmt->getBeginLoc());
    whole = *range;
    if (!kernel.launches) return staysOnHost();
    loopName = writer.unique("device");
    gridName = writer.unique("grid");
    chooseThreadLoops();
    reductions = planCudaReductions(kernel, loopName, gridName, writer, directives, context);
    if (options.strictFloat && reducesInexactly(Method::Grid, Method::Atomic))
      return staysSequential("--fp=strict keeps the order of a floating-point reduction");
    isSingle = options.deterministic && reducesInexactly(Method::Atomic, Method::Atomic);
    if (!checkCalls() || !checkReductions() || !readPrivates()) return std::nullopt;
    const auto read =
        readCaptures(nest, locals, boundsInKernel(), rewritten(), writer, directives, context, diags);
    if (!read) return std::nullopt;
    captures = std::move(*read);
    const auto planned = planTransfers(kernel, captures, writer, context, diags);
    if (!planned) return std::nullopt;
    transfers = std::move(*planned);
    if (options.aliasGuard) guard = guardAgainstOverlap(kernel, writer, context);
    if (!guard.obstacle.empty())
      return staysSequential("whether arrays overlap is not known, since " + guard.obstacle);
    if (!rewriteBody()) return std::nullopt;
    Edits edits = functions.takeCopies();
    edits.push_back({placeOfKernel(), 0, kernelText()});
    edits.push_back({whole.begin, whole.end - whole.begin, launchText()});
    return edits;
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const CudaOptions& options;
  LoopWriter writer;
  DeviceFunctions& functions;
  const Directives& directives;
  ASTContext& context;
  Diagnostics& diags;

  FileRange whole;
  bool isSingle = false;           // one thread runs all iterations, in the source's order
  std::string loopName, gridName;  // of the launch's variables
  std::vector<ThreadLoop> loops;   // outermost first
  std::vector<CudaReduction> reductions;
  std::set<const ValueDecl*> locals;           // what the kernel declares itself
  std::vector<const VarDecl*> privates;        // ... of each thread
  std::vector<const PrivateScalar*> kept;      // ... whose last value is wanted
  std::map<const VarDecl*, std::string> last;  // the parameter that it goes to
  Captures captures;
  Transfers transfers;
  AliasGuard guard;
  std::vector<TextEdit> inner;  // edits inside the nest

  // --- what is not translated
  // --------------------------------------------------------------------------------------

  std::nullopt_t macroCut(SourceLocation where) {
    diags.report(
        Diag::MacroCut, where,
        {"the loop",
         Lexer::getImmediateMacroName(where, context.getSourceManager(), context.getLangOpts()).str()});
    return std::nullopt;
  }

  bool refuse(SourceLocation where, const std::string& text) {
    diags.report(Diag::Unsupported, where, {text});
    return false;
  }

  Edits remain(const std::string& comment) {
    return {
        Edit{whole.begin, whole.end - whole.begin, comment + originalNest(whole, nest, directives, context)}};
  }

  Edits staysOnHost() {
    diags.report(Diag::RemarkSequentialBlock, nest.loops.front().stmt->getBeginLoc(),
                 {"'block' on a loop without 'parallel' around or inside it; the loop stays on the host"});
    return remain("");
  }

  Edits staysSequential(const std::string& why) {
    diags.report(Diag::RemarkSequential, nest.loops.front().stmt->getBeginLoc(),
                 {"the loop stays sequential: " + why});
    return remain(kernelComment(kernel, "Sequential, on the host: " + why + "."));
  }

  bool reducesInexactly(Method a, Method b) const {
    return std::any_of(reductions.begin(), reductions.end(), [&](const CudaReduction& each) {
      return (each.method == a || each.method == b) && isInexact(*each.reduction);
    });
  }

  // --- what is decided before any text
  // -----------------------------------------------------------------------------

  void chooseThreadLoops() {
    for (const ThreadDimension& dimension : kernel.threads) {
      const Axis& axis = kernel.grid[dimension.axis];
      ThreadLoop each;
      each.loop = &nest.loops[axis.loop];
      each.dimension = &dimension;
      each.text = writer.write(axis, false);
      each.isCounted = !keepsCounter(*each.loop);
      locals.insert(each.loop->counter);
      loops.push_back(each);
    }
    for (const Axis& axis : kernel.grid) locals.insert(nest.loops[axis.loop].counter);
  }

  /// `for (long long i_at = thread_x(); i_at < n; i_at += threads_x())` is exact: no sum of it overflows.
  bool keepsCounter(const Loop& loop) const {
    if (loop.step != 1 || loop.comparison != Comparison::Less || loop.boundOnLeft) return false;
    const QualType type = loop.counter->getType().getNonReferenceType();
    const QualType bound = strip(loop.bound)->getType();
    Expr::EvalResult first;
    if (type->isDependentType() || type->isUndeducedType() || bound->isDependentType() ||
        !bound->isIntegerType() || loop.lower->isValueDependent() ||
        !loop.lower->EvaluateAsInt(first, context))
      return false;
    const bool isCounterUnsigned = type->isUnsignedIntegerType(),
               isBoundUnsigned = bound->isUnsignedIntegerType();
    const bool mixesSigns =
        isCounterUnsigned != isBoundUnsigned && !strip(loop.bound)->isIntegerConstantExpr(context);
    // An unsigned counter compared with a negative bound runs on; a wide unsigned bound is cut by no one.
    if (mixesSigns && !(!isCounterUnsigned && context.getTypeSize(bound) <= 64)) return false;
    const auto lower = first.Val.getInt().tryExtValue();
    return lower && *lower >= 0 && *lower < (std::int64_t(1) << 30) &&
           rangeOf(loop.bound->getSourceRange(), context) && !hasCalls(loop.bound);
  }

  bool hasCalls(const Expr* expression) const {
    bool calls = false;
    walk(expression, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CXXMemberCallExpr>(each);
      if (call && call->getNumArgs() == 0) return false;  // `x.size()` is asked on the host
      calls |= isa<CallExpr, CXXConstructExpr, LambdaExpr>(each);
      return !calls;
    });
    return calls;
  }

  bool isWide(const Loop& loop) const {
    return context.getTypeSize(loop.counter->getType().getNonReferenceType()) > 32;
  }

  std::vector<const Expr*> boundsInKernel() const {
    std::vector<const Expr*> bounds;
    for (const ThreadLoop& each : loops)
      if (!each.isCounted) bounds.push_back(each.loop->bound);
    return bounds;
  }

  /// Headers of the threads' loops, and what reductions replace.
  std::set<const Stmt*> rewritten() const {
    std::set<const Stmt*> result;
    for (const ThreadLoop& each : loops) {
      const auto* statement = cast<ForStmt>(each.loop->stmt);
      result.insert({statement->getInit(), statement->getCond(), statement->getInc()});
    }
    for (const CudaReduction& each : reductions)
      if (each.method == Method::Grid || each.method == Method::Pair) {
        for (const Expr* reference : each.reduction->references) result.insert({reference, strip(reference)});
        for (const Expr* reference : each.reduction->companionReferences)
          result.insert({reference, strip(reference)});
      }
    result.erase(nullptr);
    return result;
  }

  /// What the device cannot do at all, before anything is said about what it would be done to.
  bool checkCalls() {
    bool good = true;
    walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
      std::string why = hostOnly(each, context);
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (why.empty() && callee && (!isa<CXXMethodDecl>(callee) || callee->isOverloadedOperator()) &&
          !isSubscript(call))
        why = onDevice(callee, context).why;
      if (good && !why.empty()) {
        diags.report(Diag::HostCall, each->getBeginLoc(), {why});
        good = false;
      }
      return good;
    });
    return good;
  }

  static bool isSubscript(const CallExpr* call) {
    const auto* op = dyn_cast<CXXOperatorCallExpr>(call);
    return op && (op->getOperator() == OO_Subscript || op->getOperator() == OO_Call);
  }

  bool checkReductions() {
    for (const CudaReduction& each : reductions) {
      const QualType type = each.reduction->type;
      const SourceLocation where = each.reduction->named ? each.reduction->named->getBeginLoc()
                                                         : nest.loops.front().stmt->getBeginLoc();
      const auto* record = type->getAsCXXRecordDecl();
      const bool isComplex = record && record->isInStdNamespace() && record->getName() == "complex";
      if (each.method != Method::Inner && !type->isDependentType() && type->isRecordType() && !isComplex)
        return refuse(where, fmt::format("a reduction of the type '{}' is not supported on CUDA",
                                         type.getAsString(context.getPrintingPolicy())));
      if (type->isSpecificBuiltinType(BuiltinType::LongDouble))
        return refuse(where, fmt::format("'{}' is a long double, which the device does not have",
                                         each.reduction->name));
    }
    return true;
  }

  /// Variables from outside of which each thread has its own.
  bool readPrivates() {
    for (const PrivateScalar& scalar : nest.privates) {
      if (isThreadCounter(scalar.variable)) continue;
      addPrivate(scalar.variable);
      const bool keeps = !scalar.variable->isLocalVarDecl() || scalar.variable->getInit();
      if (keeps && (scalar.lastValue || scalar.firstValue)) withValue.insert(scalar.variable);
      if (scalar.lastValue && scalar.loop == 0) kept.push_back(&scalar);
    }
    for (const Loop& loop : nest.loops) {
      if (loop.canonical && !loop.declaresCounter && !isThreadCounter(loop.counter)) addPrivate(loop.counter);
      if (loop.directive)
        for (const Clause& clause : loop.directive->clauses)
          if (clause.kind == ClauseKind::Private)
            for (const ClauseArgument& argument : clause.arguments)
              if (const auto* variable =
                      dyn_cast_or_null<VarDecl>(namedVariable(argument.expressions.front()));
                  variable && !isThreadCounter(variable))
                addPrivate(variable);
    }
    for (const VarDecl* variable : privates) {
      const QualType type = variable->getType().getNonReferenceType();
      if (!type->isDependentType() && !type.isTriviallyCopyableType(context))
        return refuse(nest.loops.front().stmt->getBeginLoc(),
                      fmt::format("each thread would need its own '{}', which allocates memory",
                                  variable->getNameAsString()));
    }
    return true;
  }
  std::set<const VarDecl*> withValue;  // private, and begin with the value from before the loop

  bool isThreadCounter(const VarDecl* variable) const {
    return std::any_of(loops.begin(), loops.end(),
                       [&](const ThreadLoop& each) { return each.loop->counter == variable; });
  }

  void addPrivate(const VarDecl* variable) {
    if (locals.insert(variable).second) privates.push_back(variable);
  }

  // --- the nest's text
  // ---------------------------------------------------------------------------------------------

  bool coveredByEdit(const FileRange& range) const {
    return std::any_of(inner.begin(), inner.end(), [&](const TextEdit& edit) {
      return edit.range.begin <= range.begin && range.end <= edit.range.end &&
             edit.range.begin < edit.range.end;
    });
  }

  void replace(const FileRange& range, const std::string& text) {
    if (coveredByEdit(range)) return;
    inner.erase(std::remove_if(inner.begin(), inner.end(),
                               [&](const TextEdit& edit) {
                                 return range.begin <= edit.range.begin && edit.range.end <= range.end;
                               }),
                inner.end());
    inner.push_back({range, text});
  }

  /// An expression as the kernel writes it.
  std::string inKernel(const Expr* expression) const {
    const auto range = rangeOf(expression->getSourceRange(), context);
    if (!range) return writtenText(expression, context);
    std::vector<TextEdit> edits;
    for (const TextEdit& edit : inner)
      if (range->begin <= edit.range.begin && edit.range.end <= range->end) edits.push_back(edit);
    return editedText(*range, edits, context);
  }

  bool rewriteBody() {
    for (const TextEdit& edit : captures.edits.front()) replace(edit.range, edit.text);
    if (!rewriteCalls()) return false;
    for (const CudaReduction& each : reductions)
      if (!rewriteUpdates(each)) return false;
    if (!rewriteLoops()) return false;
    for (const Directive* directive : directivesInside(nest, directives))
      for (const SourceRange line : directive->lines)
        if (const auto range = directiveRange(line, context);
            range && range->begin >= whole.begin && range->end <= whole.end)
          replace(*range, "");
    return true;
  }

  /// What the nest, its lambdas and the copied methods call.
  bool rewriteCalls() {
    bool good = rewriteCalls(nest.loops.front().stmt, inner);
    for (const VarDecl* variable : captures.copied)
      if (variable->getInit() && variable->isLocalVarDecl())
        good = good && rewriteCalls(variable->getInit(), inner);
    for (std::size_t k = 0; k < captures.methods.size(); ++k)
      good = good && rewriteCalls(captures.methods[k].definition->getBody(), captures.edits[k + 1]);
    return good;
  }

  bool rewriteCalls(const Stmt* body, std::vector<TextEdit>& edits) {
    const std::set<const Stmt*> elsewhere = rewritten();
    bool good = true;
    const auto refuseCall = [&](const Stmt* at, const std::string& why) {
      diags.report(Diag::HostCall, at->getBeginLoc(), {why});
      good = false;
    };
    walk(body, directives, [&](const Stmt* each) {
      if (!good || elsewhere.count(each)) return false;
      if (const std::string why = hostOnly(each, context); !why.empty()) refuseCall(each, why);
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee =
          call && !captures.calls.count(call) && !captures.of.count(call) ? calleeOf(call) : nullptr;
      if (!callee || !good || isOnContainer(call)) return good;
      const DeviceCall plan = onDevice(callee, context);
      if (plan.kind == DeviceCall::Kind::Refuse) refuseCall(call, plan.why);
      std::vector<TextEdit> rewritten = argumentCasts(call, context);
      if (plan.kind == DeviceCall::Kind::Copy) {
        const std::string name = functions.copyOf(plan.definition, call);
        rewritten = name.empty() ? std::vector<TextEdit>{} : callInstead(call, name, context);
        good = !name.empty();
        if (good && rewritten.empty())
          refuseCall(call, fmt::format("this call of '{}' cannot be rewritten for the device",
                                       callee->getNameAsString()));
      }
      edits.insert(edits.end(), rewritten.begin(), rewritten.end());
      return good;
    });
    return good;
  }

  /// `x[i]` of a container that the kernel knows as a pointer.
  bool isOnContainer(const CallExpr* call) const {
    const auto* op = dyn_cast<CXXOperatorCallExpr>(call);
    const auto known = op ? captures.of.find(strip(op->getArg(0))) : captures.of.end();
    return known != captures.of.end() && captures.list[known->second].kind == Capture::Kind::Container;
  }

  bool rename(const Expr* mention, const std::string& name) {
    if (writtenText(mention, context) == name) return true;
    const auto range = rangeOf(mention->getSourceRange(), context);
    if (!range)
      return refuse(
          mention->getBeginLoc(),
          fmt::format("'{}' inside a macro cannot be rewritten for a kernel", writtenText(mention, context)));
    replace(*range, name);
    return true;
  }

  bool rewriteUpdates(const CudaReduction& plan) {
    if (plan.method == Method::Atomic) return makeAtomic(plan);
    if (plan.method != Method::Grid && plan.method != Method::Pair) return true;
    for (const Expr* reference : plan.reduction->references)
      if (!rename(reference, plan.own)) return false;
    for (const Expr* reference : plan.reduction->companionReferences)
      if (!rename(reference, plan.ownCompanion)) return false;
    if (plan.method == Method::Grid) return true;
    const auto* branch = cast<IfStmt>(plan.reduction->pairStatement);
    const auto* body = dyn_cast<CompoundStmt>(branch->getThen());
    const auto range = body ? rangeOf(body->getLBracLoc(), context) : std::nullopt;
    if (!range) return refuse(branch->getBeginLoc(), "this update cannot be rewritten for a kernel");
    inner.push_back({{range->end, range->end}, " " + plan.onUpdate});
    return true;
  }

  bool makeAtomic(const CudaReduction& plan) {
    bool good = true;
    walk(nest.loops[plan.reduction->loop].stmt, directives, [&](const Stmt* each) {
      const auto update = asUpdate(each, context, directives);
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
    const auto range = expression ? rangeOf(expression->getSourceRange(), context)
                                  : statementRange(update.statement, directives, context);
    if (!range || (expression && isValueUsed(expression, context)))
      return refuse(
          update.statement->getBeginLoc(),
          fmt::format("the update of '{}' cannot be made atomic here; write it as a statement of its "
                      "own, outside a macro",
                      reduction.name));
    const std::string target = inKernel(update.target);
    if (const auto operand = operandOf(update, context)) {
      std::string value = operand->value ? inKernel(operand->value) : "1";
      if (operand->negated) value = "-(" + value + ")";
      replace(*range, fmt::format("appyl::cuda::atomic_update({}(), {}, {})", operatorType(reduction.op),
                                  target, value));
      return true;
    }
    // Any other form: the statement itself, on a value that is exchanged for the old one.
    const std::string value = writer.unique("value");
    std::vector<TextEdit> edits;
    for (const Expr* mention : update.mentions)
      if (const auto place = rangeOf(mention->getSourceRange(), context)) edits.push_back({*place, value});
    if (edits.size() != update.mentions.size())
      return refuse(update.statement->getBeginLoc(), "this update cannot be rewritten for a kernel");
    for (const TextEdit& edit : inner)
      if (range->begin <= edit.range.begin && edit.range.end <= range->end &&
          std::none_of(edits.begin(), edits.end(), [&](const TextEdit& mention) {
            return mention.range.begin <= edit.range.begin && edit.range.end <= mention.range.end;
          }))
        edits.push_back(edit);
    const std::string statement = editedText(*range, edits, context);
    replace(*range, fmt::format("appyl::cuda::atomic_update({0}, [&](auto {1}) {{ {2}{3} return {1}; }}){4}",
                                target, value, statement, expression ? ";" : "", expression ? "" : ";"));
    return true;
  }

  bool rewriteLoops() {
    for (const ThreadLoop& each : loops) {
      const auto* statement = cast<ForStmt>(each.loop->stmt);
      const auto header = headerRange(statement, context);
      const auto range = statementRange(statement, directives, context);
      if (!header || !range) {
        macroCut(statement->getForLoc());
        return false;
      }
      auto [text, counter] = headerText(each);
      if (!mentions(each.loop->body, each.loop->counter, directives)) counter.clear();
      const auto* body = dyn_cast<CompoundStmt>(directives.strip(statement->getBody()));
      const auto brace = body ? rangeOf(body->getLBracLoc(), context) : std::nullopt;
      replace(*header, counter.empty() || brace ? text : text + " {\n" + counter + "\n");
      if (!counter.empty() && brace)
        inner.push_back({{brace->end, brace->end}, "\n" + counter + (endsLine(brace->end) ? "" : "\n")});
      if (!counter.empty() && !brace) inner.push_back({{range->end, range->end}, "\n}"});
    }
    return true;
  }

  bool endsLine(unsigned at) const {
    const SourceManager& sources = context.getSourceManager();
    return sources.getBufferData(sources.getMainFileID()).substr(at).ltrim(" \t").starts_with("\n");
  }

  /// The loop over a thread's iterations, and the declaration of the counter in its body.
  std::pair<std::string, std::string> headerText(const ThreadLoop& each) {
    const Loop& loop = *each.loop;
    const std::string name = loop.counter->getNameAsString(), type = counterType(loop);
    const std::string thread = fmt::format("appyl::cuda::thread_{}()", each.dimension->letter),
                      threads = fmt::format("appyl::cuda::threads_{}()", each.dimension->letter);
    if (each.isCounted) {
      const std::string number = writer.unique(name + "_number"), wide = "unsigned long long";
      const std::string header = fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4})", wide, number,
                                             thread, each.text.count, threads);
      const std::string step = loop.step ? std::to_string(std::abs(*loop.step)) : name + "_step";
      const std::string distance = step == "1" ? number : number + " * " + step;
      return {header, fmt::format("const {0} {1} = static_cast<{0}>({1}_first {2} {3});", type, name,
                                  loop.descending ? '-' : '+', distance)};
    }
    const std::string lower = inKernel(loop.lower), begin = lower == "0" ? thread : lower + " + " + thread;
    const QualType bound = strip(loop.bound)->getType();
    const bool isWideUnsigned = isWide(loop) && loop.counter->getType()->isUnsignedIntegerType();
    const bool mixesSigns =
        bound->isUnsignedIntegerType() && context.getTypeSize(bound) > 32 && !isWideUnsigned;
    const std::string limit =
        mixesSigns ? fmt::format("static_cast<long long>({})", inKernel(loop.bound)) : inKernel(loop.bound);
    if (isWide(loop) && !mixesSigns)
      return {fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4})", type, name, begin, limit, threads),
              ""};
    const std::string at = writer.unique(name + "_at");
    return {fmt::format("for (long long {0} = {1}; {0} < {2}; {0} += {3})", at, begin, limit, threads),
            fmt::format("const {0} {1} = static_cast<{0}>({2});", type, name, at)};
  }

  // --- the kernel
  // --------------------------------------------------------------------------------------------------

  /// A deduced type by its own name: that by which a class calls it means nothing here.
  std::string counterType(const Loop& loop) const {
    const QualType type = loop.counter->getType().getNonReferenceType().getUnqualifiedType();
    const bool isDeduced =
        type->getContainedAutoType() && !type->isUndeducedType() && !type->isDependentType();
    return isDeduced ? typeText(type.getCanonicalType(), "", context) : writer.counterType(loop);
  }

  const Decl* outermost() const {
    const Decl* result = nest.function;
    for (const DeclContext* scope = nest.function->getLexicalDeclContext(); scope && !scope->isFileContext();
         scope = scope->getLexicalParent())
      if (scope->isRecord() || scope->isFunctionOrMethod()) result = cast<Decl>(scope);
    if (const auto* function = dyn_cast<FunctionDecl>(result))
      if (const auto* described = function->getDescribedFunctionTemplate()) return described;
    if (const auto* record = dyn_cast<CXXRecordDecl>(result))
      if (const auto* described = record->getDescribedClassTemplate()) return described;
    return result;
  }

  /// In front of the function or class and of the lines of comment and directives above it.
  unsigned placeOfKernel() const {
    const SourceManager& sources = context.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    unsigned at = sources.getFileOffset(sources.getExpansionLoc(outermost()->getBeginLoc()));
    // The template header of a member that is defined outside its class.
    if (const auto* function = dyn_cast<FunctionDecl>(outermost()))
      for (unsigned k = 0; k < function->getNumTemplateParameterLists(); ++k)
        at = std::min(at, sources.getFileOffset(sources.getExpansionLoc(
                              function->getTemplateParameterList(k)->getTemplateLoc())));
    at = static_cast<unsigned>(text.substr(0, at).rfind('\n') + 1);  // npos + 1 is 0
    while (at > 0) {
      const std::size_t line = text.substr(0, at - 1).rfind('\n') + 1;
      const llvm::StringRef above = text.slice(line, at).trim();
      if (!above.starts_with("//") && !above.starts_with("#pragma")) break;
      at = static_cast<unsigned>(line);
    }
    return at;
  }

  std::vector<const TemplateParameterList*> templateParameters() const {
    std::vector<const TemplateParameterList*> lists;
    for (const DeclContext* scope = nest.function->getDeclContext(); scope; scope = scope->getParent())
      if (const auto* record = dyn_cast<CXXRecordDecl>(scope))
        if (const auto* described = record->getDescribedClassTemplate())
          lists.insert(lists.begin(), described->getTemplateParameters());
    if (const auto* described = nest.function->getDescribedFunctionTemplate())
      lists.push_back(described->getTemplateParameters());
    return lists;
  }

  std::pair<std::string, std::string> templateTexts() const {
    std::vector<std::string> parameters, arguments;
    for (const TemplateParameterList* list : templateParameters())
      for (const NamedDecl* parameter : *list) {
        parameters.push_back(Lexer::getSourceText(CharSourceRange::getTokenRange(parameter->getSourceRange()),
                                                  context.getSourceManager(), context.getLangOpts())
                                 .str());
        arguments.push_back(parameter->getNameAsString() + (parameter->isParameterPack() ? "..." : ""));
      }
    if (parameters.empty()) return {};
    return {fmt::format("template <{}>\n", fmt::join(parameters, ", ")),
            fmt::format("<{}>", fmt::join(arguments, ", "))};
  }

  struct Parameter {
    std::string declaration, argument;
  };

  std::vector<Parameter> parameters() {
    std::vector<Parameter> result;
    for (std::size_t k = 0; k < captures.list.size(); ++k) {
      const Capture& capture = captures.list[k];
      result.push_back(
          {parameterText(capture, isWritten(capture), context), argumentText(static_cast<int>(k))});
    }
    for (const ThreadLoop& each : loops) {
      if (!each.isCounted) continue;
      const std::string name = each.loop->counter->getNameAsString();
      result.push_back({"unsigned long long " + each.text.count, each.text.count});
      if (!mentions(each.loop->body, each.loop->counter, directives)) continue;
      result.push_back(
          {fmt::format("unsigned long long {}_first", name),
           fmt::format("static_cast<unsigned long long>({})", writtenText(each.loop->lower, context))});
      if (!each.loop->step)
        result.push_back({fmt::format("unsigned long long {}_step", name), writer.stepText(*each.loop)});
    }
    for (const VarDecl* variable : privates)
      if (withValue.count(variable))
        result.push_back({typeText(variable->getType().getNonReferenceType().getUnqualifiedType(),
                                   variable->getNameAsString(), context),
                          variable->getNameAsString()});
    for (const PrivateScalar* scalar : kept) {
      const std::string name = scalar->variable->getNameAsString();
      last[scalar->variable] = writer.unique(name + "_last");
      result.push_back({typeText(context.getPointerType(
                                     scalar->variable->getType().getNonReferenceType().getUnqualifiedType()),
                                 last[scalar->variable], context),
                        fmt::format("{}.at(&{})", loopName, name)});
    }
    for (const CudaReduction& each : reductions)
      for (std::size_t k = 0; k < each.parameters.size(); ++k)
        result.push_back({each.parameters[k], each.arguments[k]});
    return result;
  }

  bool isWritten(const Capture& capture) const {
    for (const NamedArray& named : namedArrays(nest)) {
      if (!named.writes) continue;
      const int index = captureOf(named, captures);
      if (index >= 0 && &captures.list[index] == &capture) return true;
    }
    return std::any_of(nest.accesses.begin(), nest.accesses.end(), [&](const Access& access) {
      const int index = captureOf(access.expr, captures);
      return access.writes && index >= 0 && &captures.list[index] == &capture;
    });
  }

  std::string argumentText(int index) const {
    const Capture& capture = captures.list[index];
    if (capture.kind == Capture::Kind::Value) return capture.host;
    const std::string pointer =
        capture.kind == Capture::Kind::Container ? capture.host + ".data()" : capture.host;
    if (transfers.onDevice.count(capture.root)) return pointer;
    const auto origin = transfers.origins.find(index);
    return origin == transfers.origins.end()
               ? fmt::format("{}.at({})", loopName, pointer)
               : fmt::format("{}.at({}, {})", loopName, pointer, origin->second);
  }

  std::string copiedText(const VarDecl* variable) const {
    const std::string name = variable->getNameAsString();
    if (!variable->isLocalVarDecl())
      return fmt::format("constexpr {} = ::{};\n",
                         typeText(variable->getType().getUnqualifiedType(), name, context),
                         variable->getQualifiedNameAsString());
    const auto range = rangeOf(variable->getSourceRange(), context);
    if (!range) return "";
    std::vector<TextEdit> edits;
    for (const TextEdit& edit : inner)
      if (range->begin <= edit.range.begin && edit.range.end <= range->end) edits.push_back(edit);
    return editedText(*range, edits, context) + ";\n";
  }

  /// `using physics::table;` of an array that the kernel is handed under that name.
  static bool namesVariable(const Decl* declaration) {
    const auto* named = dyn_cast<UsingDecl>(declaration);
    return named &&
           std::any_of(named->shadow_begin(), named->shadow_end(),
                       [](const UsingShadowDecl* shadow) { return isa<VarDecl>(shadow->getTargetDecl()); });
  }

  /// A type of the function as it stands there, one of the class by its full name.
  std::string typeDeclarationText(const TypeDecl* type) const {
    const std::string name = type->getNameAsString();
    if (type->getDeclContext()->isFunctionOrMethod()) {
      const auto range = rangeOf(type->getSourceRange(), context);
      return range ? editedText(*range, {}, context) + ";\n" : "";
    }
    const QualType meaning = context.getTypeDeclType(type);
    const bool isPublic = type->getAccess() == AS_public || type->getAccess() == AS_none;
    if (isPublic && !meaning->isDependentType())
      return fmt::format("using {} = {};\n", name, type->getQualifiedNameAsString());
    return fmt::format("using {} = {};\n", name,
                       meaning.getCanonicalType().getAsString(context.getPrintingPolicy()));
  }

  /// A member function as a lambda over the kernel's parameters.
  std::string methodText(std::size_t index) {
    const CopiedMethod& method = captures.methods[index];
    std::vector<std::string> parameters;
    for (const ParmVarDecl* parameter : method.definition->parameters())
      parameters.push_back(typeText(parameter->getType(), parameter->getNameAsString(), context));
    const auto range = rangeOf(method.definition->getBody()->getSourceRange(), context);
    return fmt::format("const auto {} = [&]({}) -> {} {};\n", method.name, fmt::join(parameters, ", "),
                       typeText(method.definition->getReturnType(), "", context),
                       editedText(*range, captures.edits[index + 1], context));
  }

  std::string kernelText() {
    std::vector<std::string> declarations;
    declaredParameters = parameters();
    for (const Parameter& each : declaredParameters) declarations.push_back(each.declaration);
    std::string text = kernelComment(kernel, threadsText()) + templateTexts().first;
    text += fmt::format("static __global__ void {}({}) {{\n", kernel.name, fmt::join(declarations, ", "));
    for (const Decl* each : captures.usings)
      if (!namesVariable(each))
        if (const auto range = rangeOf(each->getSourceRange(), context))
          text += editedText(*range, {}, context) + ";\n";
    for (const TypeDecl* type : captures.types) text += typeDeclarationText(type);
    for (const VarDecl* variable : captures.copied) text += copiedText(variable);
    for (const std::size_t k : captures.methodOrder) text += methodText(k);
    for (const VarDecl* variable : privates)
      if (!withValue.count(variable))
        text += typeText(variable->getType().getNonReferenceType().getUnqualifiedType(),
                         variable->getNameAsString(), context) +
                (isKept(variable) ? "{};\n" : ";\n");  // no thread need reach its assignment
    for (const CudaReduction& each : reductions)
      for (const std::string& line : each.open) text += line + "\n";
    text += editedText(whole, inner, context) + "\n";
    text += lastValues();
    for (const CudaReduction& each : reductions)
      for (const std::string& line : each.close) text += line + "\n";
    return text + "}\n\n";
  }
  std::vector<Parameter> declaredParameters;

  bool isKept(const VarDecl* variable) const {
    return std::any_of(kept.begin(), kept.end(),
                       [&](const PrivateScalar* scalar) { return scalar->variable == variable; });
  }

  /// The thread that ran the last iteration holds its values.
  std::string lastValues() {
    if (kept.empty()) return "";
    std::vector<std::string> isLast;
    for (const ThreadLoop& each : loops)
      isLast.push_back(fmt::format("({} - 1) % appyl::cuda::threads_{}() == appyl::cuda::thread_{}()",
                                   countOf(each), each.dimension->letter, each.dimension->letter));
    std::string text = fmt::format("if ({}) {{\n", fmt::join(isLast, " && "));
    for (const PrivateScalar* scalar : kept)
      text += fmt::format("*{} = {};\n", last[scalar->variable], scalar->variable->getNameAsString());
    return text + "}\n";
  }

  /// In the kernel, as a long long.
  std::string countOf(const ThreadLoop& each) {
    if (each.isCounted) return fmt::format("static_cast<long long>({})", each.text.count);
    const std::string bound = fmt::format("static_cast<long long>({})", inKernel(each.loop->bound));
    const std::string lower = inKernel(each.loop->lower);
    return lower == "0" ? bound : fmt::format("({} - {})", bound, lower);
  }

  std::string threadsText() const {
    if (isSingle) return "One thread, which adds up in the source's order.";
    std::vector<std::string> counts, parts;
    for (const char letter : {'x', 'y', 'z'})
      for (const ThreadLoop& each : loops)
        if (each.dimension->letter == letter) {
          counts.push_back(std::to_string(each.dimension->threads));
          parts.push_back(fmt::format("{} along {}", letter, each.loop->symbol));
        }
    return fmt::format("Each block has {} threads, {}.", fmt::join(counts, " x "), fmt::join(parts, ", "));
  }

  // --- the launch
  // --------------------------------------------------------------------------------------------------

  std::string gridText() const {
    std::string grid, block;
    if (isSingle)
      return fmt::format("const dim3 {0}(1);\nappyl::cuda::launch({1}{2}, {0}, dim3(1), 0", gridName,
                         kernel.name, templateTexts().second);
    const bool reduces = std::any_of(reductions.begin(), reductions.end(), [](const CudaReduction& each) {
      return each.method == Method::Grid || each.method == Method::Pair;
    });
    for (const char letter : {'x', 'y', 'z'})
      for (const ThreadLoop& each : loops) {
        if (each.dimension->letter != letter) continue;
        const std::string count = each.isCounted ? each.text.count : hostCount(*each.loop);
        const std::string limit = reduces         ? (letter == 'x' ? ", 1024" : ", 1")
                                  : letter == 'x' ? ""
                                                  : ", 65535";
        grid += (grid.empty() ? "" : ", ") +
                fmt::format("appyl::cuda::blocks({}, {}{})", count, each.dimension->threads, limit);
        block += (block.empty() ? "" : ", ") + std::to_string(each.dimension->threads);
      }
    return fmt::format("const dim3 {}({});\nappyl::cuda::launch({}{}, {}, dim3({}), 0", gridName, grid,
                       kernel.name, templateTexts().second, gridName, block);
  }

  std::string hostCount(const Loop& loop) const {
    const auto trips = loop.first && loop.end ? subtract(*loop.end, *loop.first) : std::nullopt;
    return trips ? sizeText(*trips, RangeReader(nest)) : writer.countExpression(loop);
  }

  static void append(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
  }

  std::string transferText(const Transfer& transfer) const {
    const char* name = transfer.mode == Transfer::Mode::In    ? "in"
                       : transfer.mode == Transfer::Mode::Out ? "out"
                                                              : "inout";
    const std::string call =
        fmt::format("{}.{}({}, {}, {});\n", loopName, name, transfer.pointer, transfer.first, transfer.last);
    return transfer.condition.empty() ? call : fmt::format("if ({}) {}", transfer.condition, call);
  }

  std::string launchText() {
    const SourceManager& sources = context.getSourceManager();
    const std::string fileName =
        llvm::sys::path::filename(sources.getFileEntryRefForID(sources.getMainFileID())->getName()).str();
    std::string text = fmt::format("appyl::cuda::loop {}(\"{}\", {}, \"{}\");\n", loopName, fileName,
                                   kernel.line, kernel.name);
    for (const CudaReduction& each : reductions) append(text, each.setup);
    for (const Transfer& transfer : transfers.list) text += transferText(transfer);
    for (const PrivateScalar* scalar : kept)
      text += fmt::format("{}.out(&{}, 0, 1);\n", loopName, scalar->variable->getNameAsString());
    for (const CudaReduction& each : reductions) append(text, each.transfers);
    text += unused() + gridText();
    for (const Parameter& each : declaredParameters) text += ", " + each.argument;
    text += fmt::format(");\n{}.finish();\n", loopName);
    for (const CudaReduction& each : reductions) append(text, each.finish);
    return around(text);
  }

  /// Variables that nothing but the kernel's copy of them used.
  std::string unused() const {
    std::set<const ValueDecl*> candidates(privates.begin(), privates.end());
    candidates.insert(captures.copied.begin(), captures.copied.end());
    for (const ThreadLoop& each : loops) candidates.insert(each.loop->counter);
    std::set<const ValueDecl*> used;
    const Stmt* root = nest.loops.front().stmt;
    walk(nest.function->getBody(), directives, [&](const Stmt* each) {
      if (const auto* reference = dyn_cast<DeclRefExpr>(each)) used.insert(reference->getDecl());
      const Directive* directive = directives.of(each);
      return each != root && !(directive && directive->find(ClauseKind::Parallel));
    });
    for (const Parameter& each : declaredParameters)
      for (const ValueDecl* candidate : candidates)
        if (each.argument == candidate->getNameAsString()) used.insert(candidate);
    std::vector<std::string> names;
    std::string text;
    for (const TypeDecl* type : captures.types)
      if (type->getDeclContext()->isFunctionOrMethod() && isa<TypedefNameDecl>(type) &&
          !isNamedElsewhere(type))
        text += fmt::format("(void){}{{}};\n", type->getNameAsString());
    for (const VarDecl* variable : inOrder(candidates))
      if (variable->isLocalVarDecl() && !used.count(variable) && !variable->hasAttr<UnusedAttr>() &&
          isDeclaredOutside(variable))
        names.push_back(variable->getNameAsString());
    addUnusedFunctions(names);
    if (!names.empty()) text += fmt::format("appyl::cuda::unused({});\n", fmt::join(names, ", "));
    return text;
  }

  /// The same for functions that only this file can call and of which the device has a copy now.
  void addUnusedFunctions(std::vector<std::string>& names) const {
    std::set<const FunctionDecl*> seen;
    walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
      if (!callee || isa<CXXMethodDecl>(callee) || callee->isTemplateInstantiation() ||
          callee->isExternallyVisible() || onDevice(callee, context).kind != DeviceCall::Kind::Copy ||
          !seen.insert(callee->getCanonicalDecl()).second)
        return true;
      const std::string name = callee->getQualifiedNameAsString();
      const bool isOnly =
          callee->getDeclContext()->getRedeclContext()->lookup(callee->getDeclName()).isSingleResult();
      names.push_back(
          isOnly ? name
                 : fmt::format(
                       "static_cast<{}>({})",
                       context.getPointerType(callee->getType()).getAsString(context.getPrintingPolicy()),
                       name));
      return true;
    });
  }

  /// By its spelling, outside the nest and its own declaration.
  bool isNamedElsewhere(const TypeDecl* type) const {
    const auto range = rangeOf(nest.function->getBody()->getSourceRange(), context);
    if (!range) return true;
    const std::string text = editedText(*range, {{whole, ""}}, context), name = type->getNameAsString();
    const std::size_t first = text.find(name);
    return first == std::string::npos || text.find(name, first + name.size()) != std::string::npos;
  }

  bool isDeclaredOutside(const VarDecl* variable) const {
    const SourceManager& sources = context.getSourceManager();
    const auto [file, offset] = sources.getDecomposedExpansionLoc(variable->getLocation());
    return file == sources.getMainFileID() && !(whole.begin <= offset && offset < whole.end);
  }

  static std::vector<const VarDecl*> inOrder(const std::set<const ValueDecl*>& variables) {
    std::vector<const VarDecl*> result;
    for (const ValueDecl* each : variables)
      if (const auto* variable = dyn_cast<VarDecl>(each)) result.push_back(variable);
    std::sort(result.begin(), result.end(), [](const VarDecl* a, const VarDecl* b) {
      return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
    });
    return result;
  }

  /// A counter declared outside the loop keeps the value with which the sequential loop ends.
  std::string finalValues(const std::vector<std::string>& nonEmpty) {
    std::string text, runs;
    for (std::size_t k = 0; k < kernel.grid.size(); ++k) {
      const Loop& loop = nest.loops[kernel.grid[k].loop];
      const bool wanted =
          k == 0 || std::any_of(nest.privates.begin(), nest.privates.end(), [&](const auto& scalar) {
            return scalar.variable == loop.counter && scalar.loop == 0 && scalar.lastValue;
          });
      if (!loop.declaresCounter && wanted && isThreadCounter(loop.counter))
        text += (runs.empty() ? "" : "if (" + runs + ") ") +
                fmt::format("{} = {};\n", loop.counter->getNameAsString(),
                            writer.write(kernel.grid[k], false).finalValue);
      runs += (runs.empty() ? "" : " && ") + nonEmpty[k];
    }
    return text;
  }

  /// The only statement of a branch or loop stays one statement. (In the AST, directives stand in between.)
  bool standsAlone() const {
    const SourceManager& sources = context.getSourceManager();
    llvm::StringRef before = sources.getBufferData(sources.getMainFileID()).substr(0, whole.begin);
    while (!before.empty()) {
      llvm::StringRef line = before.substr(before.rfind('\n') + 1);
      before = before.drop_back(std::min(line.size() + 1, before.size()));
      line = line.take_front(line.find("//")).trim();
      if (!line.empty() && !line.starts_with("#")) return !llvm::StringRef("{};").contains(line.back());
    }
    return true;
  }

  /// What stands in front of the launch: the iterations' numbers, and the conditions under which it happens.
  std::string around(const std::string& launch) {
    std::string setup, after;
    std::vector<std::string> nonEmpty;
    for (const ThreadLoop& each : loops)
      if (each.isCounted) append(setup, each.text.setup);
    for (const Axis& axis : kernel.grid) nonEmpty.push_back(writer.write(axis, false).nonEmpty);
    after = finalValues(nonEmpty);
    std::vector<std::string> wanted;
    for (const Polynomial& condition : kernel.assumedConditions)
      wanted.push_back(comparisonText(condition, writer));
    for (const Polynomial& sign : transfers.signs) wanted.push_back(comparisonText(sign, writer));
    if (!guard.condition.empty())
      wanted.push_back(guard.condition.find("||") == std::string::npos ? guard.condition
                                                                       : "(" + guard.condition + ")");
    const std::string runs = fmt::format("if ({}) {{\n{}}}\n", fmt::join(nonEmpty, " && "), launch);
    if (wanted.empty())
      return setup.empty() && after.empty() && !standsAlone() ? runs.substr(0, runs.size() - 1)
                                                              : "{\n" + setup + runs + after + "}";
    return fmt::format("if (!({})) {{\n{}\n}} else {{\n{}}}", fmt::join(wanted, " && "),
                       originalNest(whole, nest, directives, context), setup + runs + after);
  }
};

}  // namespace

std::optional<Edits> emitCuda(const Kernel& kernel, const CudaOptions& options, CudaFile file,
                              const Directives& directives, ASTContext& context, Diagnostics& diags) {
  return Emission(kernel, options, file, directives, context, diags).run();
}

Edit includeRuntime(const std::string& text) {
  // In front of the first #include that stands under no condition.
  std::size_t depth = 0;
  bool inComment = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const llvm::StringRef line = llvm::StringRef(text).slice(begin, end).trim();
    if (inComment) {
      inComment = !line.contains("*/");
    } else if (line.starts_with("/*")) {
      inComment = !line.contains("*/");
    } else if (line.starts_with("#")) {
      const llvm::StringRef word = line.drop_front().ltrim();
      if (word.starts_with("if")) ++depth;
      if (word.starts_with("endif") && depth > 0) --depth;
      if (word.starts_with("include") && depth == 0)
        return {static_cast<unsigned>(begin), 0, "#include <appyl/cuda/cuda.hpp>\n"};
    }
    begin = end;
  }
  const unsigned start = llvm::StringRef(text).starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return {start, 0, "#include <appyl/cuda/cuda.hpp>\n\n"};
}

}  // namespace appyl
