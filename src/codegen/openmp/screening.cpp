#include "codegen/openmp/screening.h"

#include "codegen/openmp/simd.h"
#include "codegen/simd/lanes.h"
#include "nest/ast/calls.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/updates.h"

#include <fmt/format.h>
#include <algorithm>
#include <functional>

namespace appyl {
namespace {

using namespace clang;
using Op = ReductionOperator;
using Method = ReductionPlan::Method;

constexpr std::int64_t screenedIterations = 256;  // some kilobytes: the second loop finds them in the cache

class ScreeningSearch {
 public:
  explicit ScreeningSearch(const OpenMPSetting& setting)
      : kernel(setting.kernel),
        nest(kernel.nest),
        plan(setting.plan),
        options(setting.options),
        source(setting.source) {}

  std::optional<Screening> run() {
    const Axis* axis = innermost();
    if (!axis || !mayBeLanes(kernel, *axis, axis->loop, source)) return std::nullopt;
    const Loop& loop = nest.loops[axis->loop];
    const auto* statement = cast<ForStmt>(loop.stmt);
    if (!loop.declaresCounter || !headerRange(statement, source.ast) || !statementRange(statement, source) ||
        !takesBody(loop) || screening.tests.empty())
      return std::nullopt;
    shareDeclarations();
    screening.piece = *axis;
    BlockSize& block = screening.piece.block;
    if (!block.isChosen() || block.value == 1) block = blockOf(screenedIterations);
    if (block.value > 0 && block.value < 32) return std::nullopt;  // lanes need some to look through
    return screening;
  }

 private:
  const Kernel& kernel;
  const LoopNest& nest;
  const OpenMPPlan& plan;
  const EmitOptions& options;
  Source source;
  Screening screening;
  std::vector<const DeclStmt*> declarations;
  std::vector<const Stmt*> extremes;
  std::set<const ValueDecl*> changed;  // in the body

  /// The only loop without others inside.
  const Axis* innermost() const {
    const Axis* found = nullptr;
    for (const auto* axes : {&kernel.grid, &kernel.loops})
      for (const Axis& axis : *axes) {
        if (!isInnermost(nest, axis.loop)) continue;
        if (found) return nullptr;
        found = &axis;
      }
    return found;
  }

  bool takesBody(const Loop& loop) {
    const Stmt* body = source.directives.strip(loop.body);
    changed = modifiedVariables(body, source.directives);
    const auto* compound = dyn_cast<CompoundStmt>(body);
    if (!compound) return takes(body);
    return llvm::all_of(compound->body(),
                        [&](const Stmt* each) { return takes(source.directives.strip(each)); });
  }

  bool takes(const Stmt* statement) {
    if (!statementRange(statement, source) || !rangeOf(statement->getSourceRange(), source.ast))
      return false;  // a macro
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
      declarations.push_back(declaration);
      return llvm::all_of(declaration->decls(), [&](const Decl* each) { return isConstant(each); });
    }
    const auto* expression = dyn_cast<Expr>(statement);
    const auto update = asUpdate(expression ? strip(expression) : statement, source);
    const ReductionPlan* of = update ? reductionOf(*update) : nullptr;
    if (!of) return false;
    if (of->reduction->op == Op::Minimum || of->reduction->op == Op::Maximum) {
      extremes.push_back(statement);
      return isOwn(*of) && takesExtreme(*update);
    }
    screening.sums.push_back(statement);
    return allowsLanes(kernel, *of, plan, options, source.directives);
  }

  /// Each of the two loops declares what it uses.
  void shareDeclarations() {
    std::vector<const Stmt*> first = screening.sums, second = extremes;
    for (const Screening::Test& test : screening.tests)
      for (const Expr* part : {test.condition, test.left, test.right})
        if (part) first.push_back(part);
    screening.removed = screening.sums;
    for (auto each = declarations.rbegin(); each != declarations.rend(); ++each) {
      if (isUsed(*each, first)) {
        first.push_back(*each);
        screening.declarations.insert(screening.declarations.begin(), *each);
      }
      if (isUsed(*each, second))
        second.push_back(*each);
      else
        screening.removed.push_back(*each);
    }
  }

  bool isUsed(const DeclStmt* declaration, const std::vector<const Stmt*>& users) const {
    return llvm::any_of(declaration->decls(), [&](const Decl* declared) {
      return std::any_of(users.begin(), users.end(), [&](const Stmt* user) {
        return mentions(user, cast<VarDecl>(declared), source.directives);
      });
    });
  }

  /// Is it a number that is computed once, from values that the block does not change?
  bool isConstant(const Decl* declared) const {
    const auto* variable = dyn_cast<VarDecl>(declared);
    return variable && variable->isLocalVarDecl() && !variable->isStaticLocal() && variable->getInit() &&
           variable->getType()->isArithmeticType() && !variable->getType().isVolatileQualified() &&
           !changed.count(variable) && !hasSideEffects(variable->getInit(), source.ast);
  }

  const ReductionPlan* reductionOf(const Update& update) const {
    for (const ReductionPlan& each : plan.reductions) {
      const auto& known = each.reduction->references;
      if (std::find(known.begin(), known.end(), update.target) != known.end()) return &each;
    }
    return nullptr;
  }

  /// Does a thread keep it from its first iteration to its last? One of a row is changed by most blocks.
  static bool isOwn(const ReductionPlan& each) {
    return (each.method == Method::Clause || each.method == Method::Local || each.method == Method::Own ||
            each.method == Method::Pair) &&
           each.reduction->type->isArithmeticType();
  }

  bool takesExtreme(const Update& update) {
    Screening::Test test;
    if (const auto* branch = dyn_cast<IfStmt>(update.statement)) {
      test.condition = branch->getCond();
      if (update.comparison != test.condition) return false;
    } else {
      const Expr* value = strip(asAssignment(cast<Expr>(update.statement))->value);
      const auto* call = dyn_cast<CallExpr>(value);
      if (const auto* chosen = dyn_cast<ConditionalOperator>(value)) {
        test.condition = chosen->getCond();
        test.holds = sameExpression(chosen->getFalseExpr(), update.target, source.ast);
      } else if (!call || !readCall(call, update, test)) {
        return false;
      }
    }
    for (const Expr* part : {test.condition, test.left, test.right})
      if (part && !rangeOf(part->getSourceRange(), source.ast)) return false;
    screening.tests.push_back(test);
    return true;
  }

  /// `std::min(v, x)` is `x < v ? x : v`. `fmin` passes over NaN; it certainly keeps v where v <= x.
  bool readCall(const CallExpr* call, const Update& update, Screening::Test& test) const {
    const FunctionDecl* callee = call->getDirectCallee();
    const bool passesOver = functionIs(calleeName(call), Fact::SkipsNaN);
    if (call->getNumArgs() != 2 || !callee || !(passesOver || callee->isInStdNamespace())) return false;
    const Expr *first = call->getArg(0), *second = call->getArg(1);
    const bool isFirst = sameExpression(first, update.target, source.ast);
    if (!isFirst && !sameExpression(second, update.target, source.ast)) return false;
    const bool isMinimum = update.op == Op::Minimum;
    if (passesOver) {
      test.left = isFirst ? first : second, test.right = isFirst ? second : first;
      test.comparison = isMinimum ? "<=" : ">=";
      test.holds = false;
    } else {
      test.left = isMinimum ? second : first, test.right = isMinimum ? first : second;
      test.holds = isFirst;
    }
    const QualType type = first->getType().getNonReferenceType().getUnqualifiedType();
    for (const Expr* each : {first, second})
      if (!source.ast.hasSameUnqualifiedType(strip(each)->getType().getNonReferenceType(), type))
        test.type = type.getAsString(source.ast.getPrintingPolicy());
    return true;
  }
};

/// The body of the first loop. `text`: a part of the source as the kernel has it.
std::string bodyOf(const Screening& screening, const std::string& improves,
                   const std::function<std::string(const Stmt*)>& text, bool isCpp) {
  std::string body;
  for (const auto* part : {&screening.declarations, &screening.sums})
    for (const Stmt* each : *part) body += text(each) + (isa<Expr>(each) ? ";\n" : "\n");
  for (const Screening::Test& test : screening.tests) {
    const auto operand = [&](const Expr* each) {
      const bool isOperation = isa<BinaryOperator, AbstractConditionalOperator>(each->IgnoreImplicit());
      if (test.type.empty()) return isOperation ? "(" + text(each) + ")" : text(each);
      return isCpp ? fmt::format("static_cast<{}>({})", test.type, text(each))
                   : fmt::format("({})({})", test.type, text(each));
    };
    std::string condition = test.condition
                                ? text(test.condition)
                                : operand(test.left) + " " + test.comparison + " " + operand(test.right);
    if (!test.holds) condition = "!(" + condition + ")";
    body += improves + " |= " + condition + ";\n";
  }
  return body;
}

/// The loop's end is the same for all iterations of loops around it: `x[i] & 3` is not.
bool isBoundInFront(const LoopNest& nest, const Loop& loop) {
  return loop.end && llvm::all_of(loop.end->symbols(), [&](const std::string& name) {
           return nest.symbols.at(name).kind == Symbol::Kind::Parameter;
         });
}

}  // namespace

std::optional<Screening> screeningOf(const OpenMPSetting& setting) {
  const OpenMPPlan& plan = setting.plan;
  if (!setting.kernel.launches || !plan.parallel || plan.chunked || plan.strips) return std::nullopt;
  return ScreeningSearch(setting).run();
}

void screenLoop(const OpenMPSetting& setting, LoopText& text, const std::string& improves,
                std::vector<TextEdit>& edits) {
  const Kernel& kernel = setting.kernel;
  const OpenMPPlan& plan = setting.plan;
  const Source& source = setting.source;
  const LoopNest& nest = kernel.nest;
  const Screening& screening = *plan.screening;
  const int number = screening.piece.loop;
  const Loop& loop = nest.loops[number];
  std::string clauses = fmt::format(" reduction(|:{})", improves);
  for (const ReductionPlan& each : plan.reductions)
    if (writtenInside(nest, *each.reduction, number, source.directives) &&
        allowsLanes(kernel, each, plan, setting.options, source.directives))
      clauses += fmt::format(" reduction({}:{})", each.operatorName, each.variable);
  const bool isOnTop = plan.hoisted > 0 && kernel.grid[plan.hoisted - 1].loop == number;
  const bool hasSetup = !isOnTop && !isBoundInFront(nest, loop) && !text.setup.empty(),
             inScope = hasSetup || (isOnTop && number != 0);
  std::string first = inScope ? "{\n" : "", last = inScope ? "\n}" : "";
  if (hasSetup) first += fmt::format("{}\n", fmt::join(std::exchange(text.setup, {}), "\n"));
  if (!isOnTop) {
    first += text.blockHeader + " {\n", last += "\n}";
    for (const std::string& line : text.inBlock) first += line + "\n";
  }
  const auto part = [&](const Stmt* each) {
    return editedPart(*rangeOf(each->getSourceRange(), source.ast), edits, source.ast);
  };
  first += fmt::format("int {0} = 0;\n#pragma omp simd{1}\n{2} {{\n{3}}}\nif ({0})\n{2}", improves, clauses,
                       text.header, bodyOf(screening, improves, part, source.ast.getLangOpts().CPlusPlus));
  edits.push_back({*headerRange(cast<ForStmt>(loop.stmt), source.ast), first});
  for (const Stmt* each : screening.removed) {
    const FileRange range = wholeLines(*statementRange(each, source), source.ast);
    std::erase_if(edits, [&](const TextEdit& edit) { return isInside(edit.range, {range}); });
    edits.push_back({range, ""});
  }
  const FileRange range = *statementRange(loop.stmt, source);
  if (!last.empty()) edits.push_back({{range.end, range.end}, last});
}

}  // namespace appyl
