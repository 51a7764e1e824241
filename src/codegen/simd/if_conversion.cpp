#include "codegen/simd/if_conversion.h"

#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

/// `s += x`, `--count`: of a variable that is reduced.
struct Addition {
  const Expr* target = nullptr;
  const Expr* value = nullptr;  // none: 1
  const char* op = "+=";
  bool isInexact = false;
};

std::optional<Addition> additionOf(const Stmt* statement, const std::vector<ReductionPlan>& reductions) {
  const auto* expression = dyn_cast<Expr>(statement);
  const auto assignment = expression ? asAssignment(expression) : std::nullopt;
  const ValueDecl* variable = assignment ? namedVariable(assignment->target) : nullptr;
  if (!variable || isa<CXXOperatorCallExpr>(strip(expression))) return std::nullopt;
  const auto plan = llvm::find_if(
      reductions, [&](const ReductionPlan& each) { return each.reduction->declaration == variable; });
  const QualType type = variable->getType().getNonReferenceType();
  if (plan == reductions.end() || !type->isArithmeticType() || type->isBooleanType()) return std::nullopt;
  if (plan->method == ReductionPlan::Method::Atomic || plan->method == ReductionPlan::Method::Critical)
    return std::nullopt;
  Addition addition{assignment->target, assignment->value, "+=", type->isFloatingType()};
  switch (assignment->op) {
    case BO_AddAssign: break;
    case BO_SubAssign: addition.op = "-="; break;
    case BO_MulAssign: addition.op = "*="; break;
    default: return std::nullopt;
  }
  if (addition.value && !addition.value->getType()->isArithmeticType()) return std::nullopt;
  return addition;
}

/// Does the value read elements that only the condition makes accessible? Then compilers keep the branch.
bool readsElsewhere(const Expr* value, const Expr* condition, const Source& source) {
  bool found = false;
  walk(value, source.directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    const bool isRead = expression && (elementParts(expression) || isa<CallExpr>(expression));
    if (!isRead) return !found;
    bool isKnown = false;
    walk(condition, source.directives, [&](const Stmt* other) {
      const auto* read = dyn_cast<Expr>(other);
      isKnown |= read && sameExpression(read, expression, source.ast);
      return !isKnown;
    });
    found |= !isKnown;
    return !found && !isKnown;
  });
  return found;
}

class Chooser {
 public:
  Chooser(const IfStmt* branch, const std::vector<ReductionPlan>& reductions, const Source& source,
          const std::vector<TextEdit>& inner)
      : branch(branch), reductions(reductions), source(source), inner(inner) {}

  /// What stands in place of the branch; empty: it stays.
  std::string text() const {
    if (branch->getInit() || branch->getConditionVariable() || branch->isConstexpr() ||
        hasSideEffects(branch->getCond(), source.ast))
      return "";
    return branch->getElse() ? assignments() : additions();
  }

 private:
  const IfStmt* branch;
  const std::vector<ReductionPlan>& reductions;
  Source source;
  const std::vector<TextEdit>& inner;

  /// Empty: a macro cuts it apart.
  std::string textOf(const Expr* expression) const {
    const auto range = rangeOf(expression->getSourceRange(), source.ast);
    return range ? editedPart(*range, inner, source.ast) : "";
  }

  std::string condition() const {
    const Expr* value = branch->getCond();
    const std::string text = textOf(value);
    return isa<AbstractConditionalOperator>(strip(value)) || asComma(value) ? "(" + text + ")" : text;
  }

  std::vector<const Stmt*> statementsOf(const Stmt* part) const {
    part = source.directives.strip(part);
    if (const auto* block = dyn_cast<CompoundStmt>(part)) return {block->body_begin(), block->body_end()};
    return {part};
  }

  std::string additions() const {
    const std::vector<const Stmt*> statements = statementsOf(branch->getThen());
    const std::string holds = condition();
    std::string text;
    bool isInexact = false;
    for (const Stmt* each : statements) {
      const auto addition = additionOf(each, reductions);
      // The condition is evaluated for each of them.
      if (!addition || (addition->value && hasSideEffects(addition->value, source.ast)) ||
          (addition->value && readsElsewhere(addition->value, branch->getCond(), source)))
        return "";
      const std::string target = textOf(addition->target),
                        value = addition->value ? textOf(addition->value) : "1";
      if (holds.empty() || target.empty() || value.empty()) return "";
      isInexact |= addition->isInexact;
      text += fmt::format("{}{} {} {} ? {} : {};", text.empty() ? "" : "\n", target, addition->op, holds,
                          value, addition->op[0] == '*' ? 1 : 0);
    }
    if (!isInexact) return "";  // of whole numbers LLVM makes lanes
    return statements.size() > 1 ? "{\n" + text + "\n}" : text;
  }

  /// `o[i] = x` of both branches.
  std::string assignments() const {
    std::vector<Assignment> both;
    for (const Stmt* part : {branch->getThen(), branch->getElse()}) {
      const std::vector<const Stmt*> statements = statementsOf(part);
      const auto* expression = statements.size() == 1 ? dyn_cast<Expr>(statements.front()) : nullptr;
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      if (!assignment || assignment->op != BO_Assign || !assignment->value ||
          isa<CXXOperatorCallExpr>(strip(expression)) || !elementParts(strip(assignment->value)) ||
          hasSideEffects(assignment->target, source.ast) || hasSideEffects(assignment->value, source.ast))
        return "";
      both.push_back(*assignment);
    }
    const QualType type = strip(both[0].value)->getType();
    if (!sameExpression(both[0].target, both[1].target, source.ast) || !type->isArithmeticType() ||
        !source.ast.hasSameUnqualifiedType(type, strip(both[1].value)->getType()))
      return "";
    const std::string target = textOf(both[0].target), holds = condition(), one = textOf(both[0].value),
                      other = textOf(both[1].value);
    if (target.empty() || holds.empty() || one.empty() || other.empty()) return "";
    return fmt::format("{} = {} ? {} : {};", target, holds, one, other);
  }
};

}  // namespace

void makeChoices(const Stmt* body, const std::vector<ReductionPlan>& reductions, const Source& source,
                 std::vector<TextEdit>& inner) {
  walk(body, source.directives, [&](const Stmt* each) {
    const auto* branch = dyn_cast<IfStmt>(each);
    const auto whole = branch ? statementRange(branch, source) : std::nullopt;
    if (!whole) return true;
    const std::string text = Chooser(branch, reductions, source, inner).text();
    if (text.empty()) return true;
    std::erase_if(inner, [&](const TextEdit& edit) {
      return isInside(edit.range, {*whole}) && edit.range.begin < whole->end;  // not what follows
    });
    inner.push_back({*whole, text});
    return false;
  });
}

}  // namespace appyl
