#include "codegen/interpret/interpret.h"

#include "codegen/arrays/alias_guard.h"
#include "codegen/arrays/element_types.h"
#include "codegen/arrays/reductions.h"
#include "codegen/interpret/block_checks.h"
#include "codegen/interpret/called_functions.h"
#include "codegen/interpret/checked_accesses.h"
#include "codegen/interpret/local_memory.h"
#include "codegen/kernels/device_values.h"
#include "codegen/simd/plain_rows.h"
#include "codegen/text/comment.h"
#include "codegen/text/loop_text.h"
#include "codegen/text/nest_text.h"
#include "codegen/text/size_text.h"
#include "codegen/text/unused_names.h"
#include "model/in_front.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/copy_in.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/scalars.h"
#include "nest/privatization/updates.h"
#include "support/names.h"

#include <clang/Lex/Lexer.h>
#include <llvm/Support/Path.h>

#include <fmt/format.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

constexpr const char* space = "::appyl::interpret";

SourcePlace placeIn(const InterpretedFile& file, SourceLocation where, const ASTContext& context,
                    Diagnostics& diags) {
  const PresumedLoc place = context.getSourceManager().getPresumedLoc(diags.placeOf(where));
  const bool isHeader = llvm::is_contained(file.headers, place.getFilename());
  return {place.getLine(), place.getColumn(),
          isHeader ? Lexer::Stringify(llvm::sys::path::filename(place.getFilename())) : ""};
}

void tellMissed(const CheckedAccesses& checked, const ASTContext& context, Diagnostics& diags) {
  for (const Expr* missed : checked.missed)
    diags.report(Diag::NotChecked, missed->getBeginLoc(), {writtenText(missed, context)});
  for (const MemberExpr* member : checked.unaddressed)
    diags.report(Diag::ElementNotChecked, member->getBeginLoc(),
                 {writtenText(member, context),
                  cast<FieldDecl>(member->getMemberDecl())->isBitField() ? "a bit-field" : "packed"});
}

class InterpretedEmission {
 public:
  InterpretedEmission(const Kernel& kernel, const EmitOptions& options, InterpretedFile& file,
                      const Source& source)
      : kernel(kernel),
        nest(kernel.nest),
        options(options),
        file(file),
        writer(kernel, source.ast, file.names),
        source(source) {}

  std::optional<Edits> run() {
    const auto range = statementRange(nest.loops.front().stmt, source);
    if (!range) return macroCut(nest.loops.front().stmt->getBeginLoc(), source);
    whole = *range;
    if (reportVariableLengths(nest.loops.front().stmt, "the interpreter's", source.directives, source.diags))
      return std::nullopt;
    if (options.aliasGuard) guard = guardAgainstOverlap(kernel, writer, source);
    if (!guard.obstacle.empty())
      source.diags.report(
          Diag::RemarkSequential, nest.loops.front().stmt->getBeginLoc(),
          {"the loop stays sequential: whether arrays overlap is not known, since " + guard.obstacle});
    readSetting();
    inner = withoutDirectives(whole, nest, source);
    if (!renamePairs() || !rewriteInnerLoops()) return std::nullopt;
    const Stmt* body = kernel.launches ? nest.loops[kernel.grid.back().loop].body : nest.loops.front().stmt;
    for (const Axis& axis : kernel.grid)
      if (!headerRange(cast<ForStmt>(nest.loops[axis.loop].stmt), source.ast))
        return macroCut(nest.loops[axis.loop].stmt->getBeginLoc(), source);
    const auto place = statementRange(body, source);
    if (!place) return macroCut(body->getBeginLoc(), source);
    const auto jumps = kernel.launches ? continuesToRewrite(body) : std::nullopt;
    if (!jumps && isRow()) row = announceRow(*place);
    CheckedAccesses checked = checkAccesses(body, setting, source);
    tellMissed(checked, source.ast, source.diags);
    for (TextEdit& edit : checked.edits)
      if (!isInside(edit.range, renamed)) inner.push_back(std::move(edit));
    for (TextEdit& edit :
         decltypesOf(body, source, [&](const Expr* each) { return namesCounter(each, nest); }))
      if (!isInside(edit.range, renamed)) inner.push_back(std::move(edit));
    addressed = std::move(checked.addressed);
    isFunction = jumps.has_value();
    if (jumps) inner.insert(inner.end(), jumps->begin(), jumps->end());
    file.kernels.push_back(whole);
    return Edits{Edit{whole.begin, whole.end - whole.begin, compose(*place, isa<CompoundStmt>(body))}};
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const EmitOptions& options;
  bool checksModel() const { return options.checksModel && !nest.isFallback; }  // which is in no model
  InterpretedFile& file;
  LoopWriter writer;
  Source source;

  FileRange whole;
  AliasGuard guard;  // --alias-guard
  AccessSetting setting;
  std::vector<TextEdit> inner;
  std::vector<TextEdit> closings;  // of loops inside a program
  std::vector<FileRange> renamed;
  std::set<const ValueDecl*> addressed;     // variables whose address is taken
  std::vector<const FunctionDecl*> called;  // by the nest, also indirectly
  std::vector<std::string> setup = writer.startSetup(), inBody, finish;
  std::string programs;
  bool isFunction = false;  // an iteration is one
  std::string rowHeader;    // the call that runs a row
  std::string row;          // what the body is handed that stands for accesses, where it is that of a row
  std::string ranAtAll;     // whether the loops around the next one had iterations

  // --- what is recorded --------------------------------------------------------------------------------

  bool isPrivate(const ValueDecl* variable, int loop) const {
    return llvm::any_of(nest.privates, [&](const PrivateScalar& scalar) {
      return scalar.variable == variable && (scalar.loop == loop || scalar.loop == 0);
    });
  }

  bool isCounter(const ValueDecl* variable) const {
    return llvm::any_of(nest.loops,
                        [&](const Loop& loop) { return loop.parallel && loop.counter == variable; });
  }

  bool isGridCounter(const ValueDecl* variable) const {
    return llvm::any_of(kernel.grid,
                        [&](const Axis& axis) { return nest.loops[axis.loop].counter == variable; });
  }

  /// A reduction by a loop inside a program allows no updates by other programs.
  AccessMode modeOf(const Reduction& reduction) const {
    const bool isOfGrid =
        llvm::any_of(kernel.grid, [&](const Axis& axis) { return axis.loop == reduction.loop; });
    return isOfGrid ? AccessMode::Combine : AccessMode::CombineInside;
  }

  void readSetting() {
    setting.space = writer.unique("check");
    for (const PrivateScalar& scalar : nest.privates)
      if (scalar.loop == 0) setting.own.insert(scalar.variable);
    for (const VarDecl* variable : namedByClauses(nest, 0, /*inside=*/true)) setting.own.insert(variable);
    setting.unique = [this](const std::string& wanted) { return writer.unique(wanted); };
    setting.placeOf = [this](SourceLocation where) {
      return placeIn(this->file, where, source.ast, source.diags);
    };
    for (std::size_t k = 0; k < nest.loops.size(); ++k)
      if (nest.loops[k].parallel)
        for (const ValueDecl* variable : writtenIn(nest, static_cast<int>(k), source))
          if (!isPrivate(variable, static_cast<int>(k)) && !isCounter(variable) &&
              !reductionCovering(nest, variable, static_cast<int>(k)))
            setting.shared.insert(variable);
    for (const Access& access : nest.accesses)
      if (access.reduction >= 0)
        setting.combined.emplace(strip(access.expr), modeOf(nest.reductions[access.reduction]));
      else if (access.atomic)
        setting.combined.emplace(strip(access.expr), AccessMode::Combine);
    for (const Reduction& reduction : nest.reductions)
      for (const Expr* reference : reduction.references)
        setting.combined.emplace(strip(reference), modeOf(reduction));
    const std::size_t before = file.functions.size();
    collectCalled(nest.loops.front().stmt, source, setting.own, file.functions, file.unwatched);
    collectCalled(nest.loops.front().stmt, source, setting.own, called, file.unwatched);
    setting.known.insert(file.functions.begin(), file.functions.end());
    for (std::size_t k = before; k < file.functions.size(); ++k)
      for (const ValueDecl* variable : modifiedVariables(file.functions[k]->getBody(), source.directives)) {
        const auto* declared = dyn_cast<VarDecl>(variable);
        if (isa<FieldDecl>(variable) || (declared && declared->hasGlobalStorage()))
          file.shared.insert(variable);
      }
    for (const ValueDecl* variable : setting.shared)
      if (isa<FieldDecl>(variable) || cast<VarDecl>(variable)->hasGlobalStorage())
        file.shared.insert(variable);
    for (const ValueDecl* variable : file.shared)
      if (!isPrivate(variable, 0) && !isCounter(variable) && !reductionCovering(nest, variable, 0))
        setting.shared.insert(variable);
  }

  // --- loops -------------------------------------------------------------------------------------------

  /// Loops inside a program say which iteration begins: those of parallel loops may conflict, the others are
  /// named in findings.
  bool rewriteInnerLoops() {
    for (const Axis& axis : kernel.loops)
      if (!(nest.loops[axis.loop].parallel ? rewriteParallelLoop(axis) : rewriteSequentialLoop(axis)))
        return false;
    inner.insert(inner.end(), closings.begin(), closings.end());
    return true;
  }

  bool rewriteParallelLoop(const Axis& axis) {
    const Loop& loop = nest.loops[axis.loop];
    const auto jumps = continuesToRewrite(loop.body);
    if (jumps) inner.insert(inner.end(), jumps->begin(), jumps->end());
    const std::string counter = loop.counter->getNameAsString(), name = writer.unique(counter + "_loop");
    return announce(loop,
                    fmt::format("{}::ParallelLoop {}(\"{}\"{});", setting.space, name, counter,
                                isUnchecked(nest, axis.loop) ? ", true" : ""),
                    fmt::format("{}.begin({});\n", name, counter) +
                        (jumps ? fmt::format("{}.iterate([&] {{\n", name) : ""),
                    jumps ? "\n});" : "") ||
           (macroCut(loop.stmt->getBeginLoc(), source), false);
  }

  /// Can many iterations of the grid's innermost loop be checked at once?
  bool isRow() const {
    const bool hasOwn = llvm::any_of(nest.privates, [&](const PrivateScalar& each) {
      return each.loop == 0 && !isCounter(each.variable);
    });
    return kernel.launches && kernel.loops.empty() && !checksModel() && pairs.empty() && sums.empty() &&
           !hasOwn && namedByClauses(nest, 0, /*inside=*/true).empty() &&
           isPlainRow(nest.loops[kernel.grid.back().loop], setting.shared, source);
  }

  std::string announceRow(const FileRange& body) {
    const std::string name = writer.unique("each");
    setting.rows.push_back({body, name});
    return name;
  }

  /// `{ i_loop("i"); i_loop.row<int>(0, i_count, 1, [&](const auto& each, const int i) { ... }); }`
  void rewriteRow(const Loop& loop, const FileRange& range, const FileRange& body, const std::string& name) {
    const std::string counter = loop.counter->getNameAsString(), type = writer.counterType(loop),
                      count = writer.unique(counter + "_count"), first = writtenText(loop.lower, source.ast);
    inner.push_back(
        {{range.begin, body.begin},
         fmt::format("{{ const unsigned long long {} = {};\n{}::SequentialLoop {}(\"{}\");\n"
                     "{}.row<{}>({}, {}, {}, {}\n",
                     count, writer.countExpression(loop), setting.space, name, counter, name, type, first,
                     count, *loop.step, parameterText(announceRow(body), loop, type, source.directives))});
    renamed.push_back({range.begin, body.begin - 1});
    if (isa<CompoundStmt>(loop.body)) inner.push_back({{body.begin, body.begin + 1}, ""});
    close(range.end, isa<CompoundStmt>(loop.body) ? "); }" : " }); }");
  }

  bool rewriteSequentialLoop(const Axis& axis) {
    const Loop& loop = nest.loops[axis.loop];
    const auto range = statementRange(loop.stmt, source);
    if (!loop.counter || !isa<ForStmt>(loop.stmt) || !range || followsPragma(range->begin)) return true;
    const std::string counter = loop.counter->getNameAsString(), name = writer.unique(counter + "_loop");
    const auto body = statementRange(loop.body, source);
    if (body && headerRange(cast<ForStmt>(loop.stmt), source.ast) &&
        isPlainNumber(loop.lower, setting.shared) && isPlainNumber(loop.bound, setting.shared) &&
        !checksModel() && isPlainRow(loop, setting.shared, source))
      return rewriteRow(loop, *range, *body, name), true;
    announce(loop, fmt::format("{}::SequentialLoop {}(\"{}\");", setting.space, name, counter),
             fmt::format("{}.begin({});\n", name, counter), "");
    return true;
  }

  /// Is there a pragma of another tool, which has to stay right in front of the loop?
  bool followsPragma(unsigned at) const {
    const SourceManager& sources = source.ast.getSourceManager();
    llvm::StringRef before = sources.getBufferData(sources.getMainFileID()).take_front(at).rtrim();
    for (;;) {
      const std::size_t line = before.rfind('\n') + 1;
      const llvm::StringRef last = before.substr(line).ltrim();
      if (last.contains("_Pragma")) return true;
      if (!last.starts_with("#")) return endsWithMacro(before);
      const bool isOurs = llvm::any_of(inner, [&](const TextEdit& edit) {
        return edit.text.empty() && edit.range.begin <= line + 1 && line < edit.range.end;
      });
      if (!isOurs) return true;
      before = before.take_front(line).rtrim();
    }
  }

  /// `IVDEP`, `UNROLL(4)`: a macro right in front of a loop can only stand for a pragma.
  bool endsWithMacro(llvm::StringRef before) const {
    if (before.ends_with(")")) {
      std::size_t at = before.size();
      for (int depth = 0; at > 0;) {
        depth += (before[at - 1] == ')') - (before[at - 1] == '(');
        --at;
        if (depth == 0) break;
      }
      before = before.take_front(at).rtrim();
    }
    std::size_t begin = before.size();
    while (begin > 0 && isOfName(before[begin - 1])) --begin;
    const llvm::StringRef name = before.substr(begin);
    const auto known = source.ast.Idents.find(name);
    return known != source.ast.Idents.end() && known->second->hadMacroDefinition();
  }

  /// `{ declared for (...) { begins ... ends } }`. False: macros cut the loop apart.
  bool announce(const Loop& loop, const std::string& declared, const std::string& begins,
                const std::string& ends) {
    const auto range = statementRange(loop.stmt, source);
    const auto body = statementRange(loop.body, source);
    if (!range || !body || !headerRange(cast<ForStmt>(loop.stmt), source.ast)) return false;
    inner.push_back({{range->begin, range->begin}, "{ " + declared + "\n"});
    if (isa<CompoundStmt>(loop.body)) {
      inner.push_back({{body->begin + 1, body->begin + 1}, "\n" + begins});
      close(range->end, " }");
      if (!ends.empty()) close(body->end - 1, ends);
    } else {
      inner.push_back({{body->begin, body->begin}, "{ " + begins});
      close(range->end, ends + " } }");
    }
    return true;
  }

  /// Where several loops end, the innermost ends first.
  void close(unsigned at, const std::string& text) { closings.insert(closings.begin(), {{at, at}, text}); }

  /// If the body makes objects without telling the interpreter, an iteration becomes a function, so that they
  /// lie in its own part of the stack. Edits for its `continue`s; nullopt: the iteration stays as it is.
  std::optional<std::vector<TextEdit>> continuesToRewrite(const Stmt* body) {
    AccessSetting quiet = setting;
    quiet.unique = [](const std::string& wanted) { return wanted; };
    quiet.known.insert(called.begin(), called.end());
    const bool isNeeded = checkAccesses(body, quiet, source).hasUntold ||
                          llvm::any_of(called, [&](const FunctionDecl* function) {
                            return checkAccesses(function, quiet, source).hasUntold;
                          });
    if (!isNeeded) return std::nullopt;
    std::vector<TextEdit> result;
    bool canBe = true;
    walk(body, source.directives, [&](const Stmt* each) {
      canBe &= !isa<PredefinedExpr, CoroutineBodyStmt>(each);  // it would have another name
      return canBe;
    });
    walk(body, source.directives, [&](const Stmt* each) {
      if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(each)) return false;
      if (!isa<ContinueStmt>(each)) return true;
      const auto range = rangeOf(each->getSourceRange(), source.ast);
      canBe &= range.has_value();
      if (range) result.push_back({*range, "return"});
      return true;
    });
    return canBe ? std::optional(std::move(result)) : std::nullopt;
  }

  std::string axisText(const Axis& axis) {
    const Loop& loop = nest.loops[axis.loop];
    const bool isPartial = !ranAtAll.empty() && needsIterations(nest, axis.loop);
    const LoopText text = writer.write(axis, false, isPartial ? ranAtAll : "");
    setup.insert(setup.end(), text.setup.begin(), text.setup.end());
    const std::string name = loop.counter->getNameAsString();
    std::string block = "1";
    if (axis.block.isChosen() && axis.block.value == 0)
      block = fmt::format("{}::block_of({})", setting.space, axis.block.text);
    else if (axis.block.isChosen())
      block = axis.block.expr ? axis.block.text : std::to_string(axis.block.value);
    std::string first = writtenText(loop.lower, source.ast);
    std::string step = loop.step ? std::to_string(*loop.step)
                                 : (loop.descending ? "-" : "") +
                                       fmt::format("static_cast<long long>({})", writer.stepText(loop));
    const bool isPlain = first == "0" && step == "1";
    if (isPartial && !isPlain) first = fmt::format("{} ? {} : 0", ranAtAll, first);
    if (isPartial && !loop.step) step = fmt::format("{} ? {} : 1", ranAtAll, step);
    const std::string type = writer.counterType(loop);
    const auto dimension = static_cast<std::size_t>(&axis - kernel.grid.data());
    const std::string value = fmt::format("{}.value<{}>({})", programs, type, dimension);
    const bool isUsed = mentions(nest.loops[kernel.grid.back().loop].body, loop.counter, source.directives);
    if (!row.empty() && &axis == &kernel.grid.back())
      rowHeader =
          fmt::format("{}.row<{}>({}\n", programs, type, parameterText(row, loop, type, source.directives));
    else
      inBody.push_back(
          loop.declaresCounter
              ? fmt::format("{}const {} {} = {};", isUsed ? "" : "[[maybe_unused]] ", type, name, value)
              : fmt::format("{} = {};", name, value));
    if (!loop.declaresCounter) {
      const std::string assignment = fmt::format("{} = {};", name, text.finalValue);
      finish.push_back(ranAtAll.empty() ? assignment : fmt::format("if ({}) {}", ranAtAll, assignment));
    }
    alsoHolds(ranAtAll, text.nonEmpty);
    return isPlain && block == "1" ? fmt::format("{{\"{}\", {}}}", name, text.count)
           : isPlain               ? fmt::format("{{\"{}\", {}, {}}}", name, text.count, block)
                     : fmt::format("{{\"{}\", {}, {}, static_cast<long long>({}), {}}}", name, text.count,
                                   block, first, step);
  }

  // --- variables ---------------------------------------------------------------------------------------

  /// Private variables: every iteration has its own, and the last iteration's value is kept.
  void ownVariables() {
    std::vector<PrivateScalar> variables;
    for (const PrivateScalar& scalar : nest.privates)
      if (scalar.loop == 0 && !isGridCounter(scalar.variable)) variables.push_back(scalar);
    for (const VarDecl* variable : namedByClauses(nest, 0, /*inside=*/true)) {
      const bool isKnown =
          llvm::any_of(variables, [&](const PrivateScalar& each) { return each.variable == variable; });
      if (isKnown || isGridCounter(variable) || isArrayOnlyRead(nest, variable)) continue;
      PrivateScalar named;
      named.variable = variable;
      named.firstValue = copiesInNamed(nest, variable);
      variables.push_back(named);
    }
    for (const PrivateScalar& scalar : variables) ownVariable(scalar);
  }

  void ownVariable(const PrivateScalar& scalar) {
    const std::string name = scalar.variable->getNameAsString(), outside = writer.unique(name + "_outside");
    const QualType type = scalar.variable->getType().getNonReferenceType().getUnqualifiedType();
    const bool copies = copiesIn(nest, scalar) && !type->isArrayType();
    const bool isReference = scalar.variable->getType()->isReferenceType();
    if (copies || scalar.lastValue) setup.push_back(fmt::format("auto& {} = {};", outside, name));
    const std::string own = isReference ? fmt::format("std::remove_reference_t<decltype({})>", name)
                                        : fmt::format("decltype({})", name);
    const bool isFilled = !type->isArrayType() || scalar.lastValue;  // so that it has a value to leave behind
    inBody.push_back(fmt::format("{} {}{};", own, name, copies ? " = " + outside : isFilled ? "{}" : ""));
    if (addressed.count(scalar.variable))
      inBody.push_back(fmt::format("[[maybe_unused]] const {}::Local {}({}{});", setting.space,
                                   writer.unique(name + "_local"), name,
                                   isFilled ? "" : ", " + setting.space + "::Start::Empty"));
    if (scalar.lastValue)
      inBody.push_back(fmt::format("const {}::LastValue {}({}, {}, {});", setting.space,
                                   writer.unique(name + "_last"), programs, name, outside));
  }

  /// Renames minima with their places, and objects that are added up by the user's operator: each iteration
  /// has its own.
  bool renamePairs() {
    for (const Reduction& reduction : nest.reductions) {
      if (reduction.loop != 0) continue;  // inside one program, in order
      if (ownAddition(reduction.type)) {
        const std::string own = writer.unique(identifierOf(reduction.name) + "_own");
        if (!rename(reduction.references, own)) return false;
        const std::string all = writer.unique(identifierOf(reduction.name) + "_sums");
        setup.push_back(fmt::format("{}::Sums {}({});", setting.space, all, reduction.name));
        sums.push_back({all, own, typeText(reduction, source.ast)});
      }
      if (reduction.companions.empty()) continue;
      const std::string base = identifierOf(reduction.name);
      Pair pair{writer.unique(base + "_own"), {}, writer.unique(base + "_winner")};
      if (!rename(reduction.references, pair.value)) return false;
      std::string outside;
      for (const Companion& each : reduction.companions) {
        pair.places.push_back(writer.unique(identifierOf(each.name) + "_own"));
        if (!rename(each.references, pair.places.back())) return false;
        outside += ", " + each.name;
      }
      const bool isMinimum = reduction.op == ReductionOperator::Minimum;
      setup.push_back(fmt::format("{}::Winner {}({}, {}, {}{});", setting.space, pair.winner, reduction.name,
                                  isMinimum, reduction.strict, outside));
      pairs.push_back(std::move(pair));
    }
    return true;
  }
  struct Pair {
    std::string value;
    std::vector<std::string> places;
    std::string winner;
  };
  std::vector<Pair> pairs;

  /// Objects that are added up by an operator of the user's, of which each iteration has its own.
  struct OwnSum {
    std::string all, own, type;
  };
  std::vector<OwnSum> sums;

  bool rename(const std::vector<const Expr*>& mentions, const std::string& name) {
    for (const Expr* mention : mentions) {
      const auto range = rangeOf(mention->getSourceRange(), source.ast);
      if (!range) {
        source.diags.report(
            Diag::Unsupported, mention->getBeginLoc(),
            {"the update of '" + name + "' cannot be rewritten here; write it outside a macro"});
        return false;
      }
      if (isInside(*range, renamed)) continue;
      inner.push_back({*range, name});
      renamed.push_back(*range);
    }
    return true;
  }

  // --- text --------------------------------------------------------------------------------------------

  /// The sizes that `shape` clauses give for pointers.
  void extents() {
    for (const Loop& loop : nest.loops)
      if (loop.directive)
        for (const Clause& clause : loop.directive->clauses)
          if (clause.kind == ClauseKind::Shape)
            for (const ClauseArgument& argument : clause.arguments) {
              const Expr* array = argument.expressions.front();
              if (!array || !array->getType()->isPointerType()) continue;
              const ValueDecl* named = namedVariable(array);
              const ExtentText extent = extentOf(argument, array->getType(), source.ast);
              const std::string text = writtenText(array, source.ast);
              setup.push_back(fmt::format(
                  "const {}::Extent {}({}, static_cast<long long>({}), static_cast<long long>({}));",
                  setting.space, writer.unique((named ? named->getNameAsString() : "array") + "_extent"),
                  text, extent.first, extent.last));
            }
  }

  /// How the kernel runs: like the sequential loop where sizes or addresses are not as the proof assumes.
  std::string manner() const {
    std::vector<std::string> manners;
    std::vector<ConditionText> wanted;
    if (kernel.launches) wanted = assumptionTexts(kernel, writer);
    if (!guard.apart.text.empty()) wanted.push_back(guard.apart);
    const bool keepsOrder = llvm::any_of(nest.reductions, [&](const Reduction& each) {
      return (options.strictFloat || options.deterministic) && dependsOnOrder(each, options.strictFloat);
    });
    const std::string sequential = setting.space + "::sequential";
    if (isUnchecked(nest, 0)) manners.push_back(setting.space + "::unchecked");
    if (keepsOrder) manners.push_back(setting.space + "::ordered");
    if (!guard.obstacle.empty() || !kernel.launches)
      manners.push_back(sequential);
    else if (!wanted.empty())
      manners.push_back(fmt::format("({0} ? {1}::parallel : {1}::unsuited)", allOf(wanted), setting.space));
    return manners.empty() ? "" : ", " + fmt::format("{}", fmt::join(manners, " | "));
  }

  std::string compose(const FileRange& body, bool isCompound) {
    programs = writer.unique("programs");
    std::vector<std::string> axes;
    if (kernel.launches)
      for (const Axis& axis : kernel.grid) axes.push_back(axisText(axis));
    if (kernel.launches) ownVariables();
    extents();
    for (const OwnSum& sum : sums) {
      inBody.push_back(fmt::format("{} {}{{}};", sum.type, sum.own));
      inBody.push_back(fmt::format("[[maybe_unused]] const {}::Local {}({});", setting.space,
                                   writer.unique(sum.own + "_local"), sum.own));
      inBody.push_back(fmt::format("const {}::Addend {}({}, {}, {});", setting.space,
                                   writer.unique(sum.own + "_addend"), sum.all, programs, sum.own));
    }
    for (const Pair& pair : pairs) {
      inBody.push_back(fmt::format("auto {} = {}.start_value();", pair.value, pair.winner));
      for (std::size_t k = 0; k < pair.places.size(); ++k)
        inBody.push_back(
            fmt::format("auto {} = std::get<{}>({}.start_places());", pair.places[k], k, pair.winner));
      inBody.push_back(fmt::format("const {}::Candidate {}({}, {}, {}, {});", setting.space,
                                   writer.unique(pair.winner + "_candidate"), pair.winner, programs,
                                   pair.value, fmt::join(pair.places, ", ")));
    }
    if (kernel.launches && checksModel())
      for (const std::string& line : blockChecks(
               kernel, {programs, setting.space, writer.unique("at"), writer.unique("ids"), setting.unique},
               source))
        inBody.push_back(line);
    std::string text = fmt::format("{{\nnamespace {} = {};\n", setting.space, space);
    for (const std::string& line : setup) text += line + "\n";
    text += fmt::format("{}::Programs {}({{\"{}\", \"{}\"{}}}, {{{}}});\n", setting.space, programs,
                        file.name, kernel.name, manner(), fmt::join(axes, ", "));
    text += isFunction ? fmt::format("while ({0}.next())\n{0}.iterate([&] {{\n", programs)
                       : fmt::format("while ({}.next()) {{\n", programs);
    for (const std::string& line : inBody) text += line + "\n";
    const llvm::StringRef buffer =
        source.ast.getSourceManager().getBufferData(source.ast.getSourceManager().getMainFileID());
    if (!row.empty()) text += rowHeader;
    const bool strips =
        isCompound && inBody.size() + !row.empty() == axes.size() && buffer[body.begin] == '{';
    const FileRange part = strips ? FileRange{body.begin + 1, body.end - 1} : body;
    std::vector<TextEdit> edits;
    for (const TextEdit& edit : inner)
      if (part.begin <= edit.range.begin && edit.range.end <= part.end) edits.push_back(edit);
    std::string nestText = editedText(part, edits, source.ast);
    if (strips) nestText = llvm::StringRef(nestText).ltrim("\n").rtrim().str();
    text += nestText + (isFunction ? "\n});\n" : row.empty() ? "\n}\n" : "\n});\n}\n");
    for (const std::string& line : finish) text += line + "\n";
    return kernelComment(kernel, "Interpreted: one program after the other.") + text +
           usesOfClauseNames(kernel, text, source.directives) + "}";
  }
};

}  // namespace

std::optional<Edits> emitInterpreted(const Kernel& kernel, const EmitOptions& options, InterpretedFile& file,
                                     const Source& source) {
  return InterpretedEmission(kernel, options, file, source).run();
}

Edits completeInterpreted(InterpretedFile& file, const std::vector<Decl*>& topLevel, const Source& source) {
  AccessSetting setting;
  setting.space = space;
  setting.shared = file.shared;
  setting.known.insert(file.functions.begin(), file.functions.end());
  setting.unique = [&](const std::string& wanted) {
    std::string name = wanted;
    while (!file.names.insert(name).second) name += "_";
    return name;
  };
  setting.placeOf = [&](SourceLocation where) { return placeIn(file, where, source.ast, source.diags); };
  std::vector<TextEdit> edits;
  std::vector<FileRange> rewritten = file.kernels;
  for (const FunctionDecl* function : file.functions) {
    const auto body = rangeOf(function->getBody()->getSourceRange(), source.ast);
    if (!body || isInside(*body, rewritten)) continue;
    if (reportVariableLengths(function->getBody(), "the interpreter's", source.directives, source.diags))
      continue;
    CheckedAccesses checked = checkAccesses(function, setting, source);
    tellMissed(checked, source.ast, source.diags);
    edits.insert(edits.end(), checked.edits.begin(), checked.edits.end());
    rewritten.push_back(*body);
  }
  for (const Decl* declaration : topLevel)
    if (const auto* function = dyn_cast<FunctionDecl>(declaration))
      file.replacesNew |= function->isReplaceableGlobalAllocationFunction();
  const std::vector<TextEdit> watched = watchMemory(topLevel, rewritten, space, setting.unique, source.ast);
  edits.insert(edits.end(), watched.begin(), watched.end());
  Edits result;
  for (const TextEdit& edit : edits)
    if (!isInside(edit.range, file.kernels))
      result.push_back({edit.range.begin, edit.range.end - edit.range.begin, edit.text});
  return result;
}

}  // namespace appyl
