#include "nest/points_to/swapped_choices.h"

#include "nest/ast/ast.h"

namespace appyl {
namespace {

using namespace clang;

struct Found {
  Choice choice;
  const Expr* condition = nullptr;
  std::size_t statement = 0;       // of the block
  const IfStmt* branch = nullptr;  // in whose branches the pointer is set
};

std::optional<Found> choiceOf(const ValueDecl* target, const Expr* value, std::size_t statement) {
  const auto* chosen = target && value ? dyn_cast<ConditionalOperator>(strip(value)) : nullptr;
  if (!chosen || !isOfVariables(chosen->getCond())) return std::nullopt;
  return Found{{{canonical(target), ""}, {value}, chosen->getTrueExpr(), chosen->getFalseExpr()},
               chosen->getCond(),
               statement};
}

/// `p = a;`
const BinaryOperator* assignedPointer(const Stmt* statement) {
  const auto* assignment = dyn_cast<BinaryOperator>(statement);
  const bool isPointer =
      assignment && assignment->getOpcode() == BO_Assign && assignment->getType()->isPointerType();
  return isPointer && isa<DeclRefExpr>(strip(assignment->getLHS())) ? assignment : nullptr;
}

struct SetPointer {
  const ValueDecl* target = nullptr;
  const Expr* value = nullptr;
};

/// The pointers that a branch sets, if it does nothing else, each once.
std::vector<SetPointer> pointersSetIn(const Stmt* branch, const Directives& directives) {
  const auto* block = dyn_cast_or_null<CompoundStmt>(branch ? directives.strip(branch) : nullptr);
  if (!block) return {};
  std::vector<SetPointer> found;
  for (const Stmt* each : block->body()) {
    const BinaryOperator* assignment = assignedPointer(directives.strip(each));
    if (!assignment) return {};
    const ValueDecl* target = cast<DeclRefExpr>(strip(assignment->getLHS()))->getDecl();
    if (llvm::any_of(found, [&](const SetPointer& other) { return other.target == target; })) return {};
    found.push_back({target, assignment->getRHS()});
  }
  return found;
}

/// `if (c) { p = a; q = b; } else { p = b; q = a; }`
std::vector<Found> choicesOf(const IfStmt* branch, std::size_t statement, const Directives& directives) {
  std::vector<Found> found;
  for (const SetPointer& yes : pointersSetIn(branch->getThen(), directives))
    for (const SetPointer& no : pointersSetIn(branch->getElse(), directives))
      if (yes.target == no.target)
        found.push_back({{{canonical(yes.target), ""}, {yes.value, no.value}, yes.value, no.value},
                         branch->getCond(),
                         statement,
                         branch});
  return found;
}

std::vector<Found> choicesIn(const CompoundStmt* block, const Directives& directives) {
  std::vector<Found> found;
  const auto add = [&](std::optional<Found> choice) {
    if (choice) found.push_back(std::move(*choice));
  };
  std::size_t number = 0;
  for (const Stmt* each : block->body()) {
    each = directives.strip(each);
    if (const auto* declaration = dyn_cast<DeclStmt>(each)) {
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<VarDecl>(declared);
            variable && (variable->getType()->isPointerType() || variable->getType()->isReferenceType()))
          add(choiceOf(variable, variable->getInit(), number));
    } else if (const BinaryOperator* assignment = assignedPointer(each)) {
      add(choiceOf(cast<DeclRefExpr>(strip(assignment->getLHS()))->getDecl(), assignment->getRHS(), number));
    } else if (const auto* branch = dyn_cast<IfStmt>(each)) {
      for (Found& choice : choicesOf(branch, number, directives)) found.push_back(std::move(choice));
    }
    ++number;
  }
  return found;
}

bool isSame(const Expr* one, const Expr* other) {
  const auto first = nameOf(one), second = nameOf(other);
  return first && second && *first == *second && isa<DeclRefExpr, MemberExpr>(strip(one)) &&
         isa<DeclRefExpr, MemberExpr>(strip(other));
}

bool areExchanged(const Found& one, const Found& other, const ASTContext& context) {
  llvm::FoldingSetNodeID first, second;
  one.condition->Profile(first, context, /*Canonical=*/true);
  other.condition->Profile(second, context, /*Canonical=*/true);
  const bool isOneDecision = one.branch || other.branch ? one.branch == other.branch : first == second;
  return isOneDecision && one.choice.target != other.choice.target &&
         isSame(one.choice.yes, other.choice.no) && isSame(one.choice.no, other.choice.yes);
}

}  // namespace

bool beginsAsNo(const Choice& choice) {
  const auto* variable = dyn_cast<VarDecl>(choice.target.root);
  return variable && variable->getInit() && isSame(variable->getInit(), choice.no);
}

std::vector<std::pair<Choice, Choice>> exchangedChoices(const CompoundStmt* block, const Source& source) {
  std::vector<std::pair<Choice, Choice>> result;
  const std::vector<Found> found = choicesIn(block, source.directives);
  for (std::size_t k = 0; k < found.size(); ++k)
    for (std::size_t other = k + 1; other < found.size() && found[other].statement <= found[k].statement + 1;
         ++other)
      if (areExchanged(found[k], found[other], source.ast))
        result.emplace_back(found[k].choice, found[other].choice);
  return result;
}

}  // namespace appyl
