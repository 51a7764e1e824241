#include "nest/ast/jumps.h"

#include "nest/ast/calls.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <functional>
#include <set>

namespace appyl {

using namespace clang;

bool isLoop(const Stmt* statement) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement); }

bool mayEndEarly(const Stmt* statement) {
  if (isa<BreakStmt, GotoStmt, IndirectGotoStmt, ReturnStmt>(statement)) return true;
  if (isa<Expr, DeclStmt>(statement)) return false;
  const bool takesBreaks = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(statement);
  return llvm::any_of(statement->children(), [&](const Stmt* child) {
    return child && (takesBreaks ? containsJump(child) : mayEndEarly(child));
  });
}

bool containsJump(const Stmt* statement) {
  if (isa<GotoStmt, IndirectGotoStmt, ReturnStmt>(statement)) return true;
  return !isa<Expr, DeclStmt>(statement) &&
         llvm::any_of(statement->children(), [](const Stmt* child) { return child && containsJump(child); });
}

bool isContinue(const Stmt* statement) {
  if (const auto* compound = dyn_cast<CompoundStmt>(statement); compound && compound->size() == 1)
    statement = compound->body_front();
  return isa<ContinueStmt>(statement);
}

bool endsInJump(const Stmt* statement) {
  if (const auto* compound = dyn_cast<CompoundStmt>(statement))
    return !compound->body_empty() && endsInJump(compound->body_back());
  return isa<ContinueStmt, BreakStmt, ReturnStmt>(statement);
}

static bool leavesIteration(const Stmt* statement, bool isInSwitch) {
  if (isa<BreakStmt>(statement)) return !isInSwitch;
  if (isa<ContinueStmt, GotoStmt, IndirectGotoStmt>(statement)) return true;
  if (isa<Expr, DeclStmt>(statement)) return false;
  if (isLoop(statement)) return containsJump(statement);
  isInSwitch |= isa<SwitchStmt>(statement);
  return llvm::any_of(statement->children(),
                      [&](const Stmt* child) { return child && leavesIteration(child, isInSwitch); });
}

bool leavesIteration(const Stmt* statement) { return leavesIteration(statement, /*isInSwitch=*/false); }

namespace {

/// What around a statement takes its `break` and `continue`.
struct Surroundings {
  bool isInLoop = false, isInSwitch = false;
};

class JumpReader {
 public:
  Jumps found;

  void read(const Stmt* statement, Surroundings around) {
    if (!statement || isa<LambdaExpr>(statement)) return;
    if (const auto* label = dyn_cast<LabelStmt>(statement)) found.labels.insert(label->getDecl());
    if (const auto* jump = dyn_cast<GotoStmt>(statement)) found.targets.insert(jump->getLabel());
    if (!found.first && isa<GotoStmt, IndirectGotoStmt, BreakStmt, ContinueStmt, ReturnStmt>(statement))
      found.first = statement;
    found.hasCase |= isa<SwitchCase>(statement) && !around.isInSwitch;
    found.leaves |= isa<ReturnStmt, IndirectGotoStmt>(statement) ||
                    (isa<BreakStmt>(statement) && !around.isInLoop && !around.isInSwitch) ||
                    (isa<ContinueStmt>(statement) && !around.isInLoop);
    around.isInLoop |= isLoop(statement);
    around.isInSwitch |= isa<SwitchStmt>(statement);
    for (const Stmt* child : statement->children()) read(child, around);
  }
};

int countJumps(const Stmt* statement, const LabelDecl* label) {
  if (!statement) return 0;
  const auto* jump = dyn_cast<GotoStmt>(statement);
  int count = jump && jump->getLabel() == label ? 1 : 0;
  for (const Stmt* child : statement->children()) count += countJumps(child, label);
  return count;
}

/// Code that has the label's address may jump there from anywhere.
bool takesAddress(const Stmt* statement, const LabelDecl* label) {
  const auto* address = dyn_cast<AddrLabelExpr>(statement);
  return (address && address->getLabel() == label) ||
         llvm::any_of(statement->children(),
                      [&](const Stmt* child) { return child && takesAddress(child, label); });
}

}  // namespace

Jumps jumpsOf(const Stmt* statement) {
  JumpReader reader;
  reader.read(statement, {});
  return std::move(reader.found);
}

bool isReachedOnlyFrom(const LabelDecl* label, const Stmt* statement) {
  const Decl* function = Decl::castFromDeclContext(label->getDeclContext());
  const Stmt* body = function->getBody();
  return body && !takesAddress(body, label) && countJumps(body, label) == countJumps(statement, label);
}

static bool comparesNumbers(const Expr* condition) {
  condition = condition->IgnoreParenCasts();
  if (const auto* negation = dyn_cast<UnaryOperator>(condition))
    return negation->getOpcode() == UO_LNot && comparesNumbers(negation->getSubExpr());
  const auto* binary = dyn_cast<BinaryOperator>(condition);
  if (binary && binary->isLogicalOp())
    return comparesNumbers(binary->getLHS()) && comparesNumbers(binary->getRHS());
  const std::function<bool(const Stmt*)> readsMemory = [&](const Stmt* part) {
    const auto* unary = dyn_cast<UnaryOperator>(part);
    return isa<ArraySubscriptExpr, CXXOperatorCallExpr>(part) || (unary && unary->getOpcode() == UO_Deref) ||
           llvm::any_of(part->children(), [&](const Stmt* child) { return child && readsMemory(child); });
  };
  return binary && binary->isComparisonOp() && binary->getLHS()->getType()->isIntegerType() &&
         binary->getRHS()->getType()->isIntegerType() && !readsMemory(binary);
}

static bool isNoReturnCall(const Stmt* statement) {
  const auto* expression = dyn_cast_or_null<Expr>(statement);
  const auto* call = expression ? dyn_cast<CallExpr>(expression->IgnoreParenImpCasts()) : nullptr;
  return call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn();
}

/// Of the library, a call after which no code of the program runs: no `longjmp`, and no exception. `depth`:
/// of calls that are followed.
static bool endsProgram(const Stmt* statement, int depth) {
  if (const auto* expression = dyn_cast_or_null<Expr>(statement)) {
    const auto* call = dyn_cast<CallExpr>(expression->IgnoreParenImpCasts());
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || !callee->getIdentifier()) return false;
    const FunctionDecl* definition = nullptr;
    if (callee->getBuiltinID() || isOfSystem(callee))
      return callee->isNoReturn() && !isa<CXXMethodDecl>(callee) &&
             functionIs(callee->getName(), Fact::EndsProgram);
    return depth > 0 && callee->hasBody(definition) && endsProgram(definition->getBody(), depth - 1);
  }
  const auto* block = dyn_cast_or_null<CompoundStmt>(statement);
  return block && !block->body_empty() && endsProgram(block->body_back(), depth) &&
         std::all_of(block->body_begin(), block->body_end() - 1, [](const Stmt* each) {
           return isa<Expr, DeclStmt, CompoundStmt>(each) && !isa<CXXThrowExpr>(each) &&
                  !isNoReturnCall(each);
         });
}

bool endsProgram(const Stmt* statement) { return endsProgram(statement, /*depth=*/4); }

std::vector<const Stmt*> endingBranches(const IfStmt* branch) {
  std::vector<const Stmt*> ending;
  for (const Stmt* each : {branch->getThen(), branch->getElse()})
    if (endsProgram(each)) ending.push_back(each);
  return ending;
}

const Expr* conditionOfAssertion(const Stmt* statement) {
  const auto* expression = dyn_cast<Expr>(statement);
  if (!expression) return nullptr;
  expression = expression->IgnoreParenImpCasts();
  if (const auto* choice = dyn_cast<ConditionalOperator>(expression))
    return isNoReturnCall(choice->getFalseExpr()) ? choice->getCond() : nullptr;
  // In C with GNU's extensions: `(void)sizeof(...), __extension__({ if (condition) ; else fail(); })`.
  const auto* comma = dyn_cast<BinaryOperator>(expression);
  if (!comma || comma->getOpcode() != BO_Comma || !isa<ExplicitCastExpr>(comma->getLHS()) ||
      !isa<UnaryExprOrTypeTraitExpr>(comma->getLHS()->IgnoreParenCasts()))
    return nullptr;
  const Expr* last = comma->getRHS()->IgnoreParenImpCasts();
  if (const auto* extension = dyn_cast<UnaryOperator>(last);
      extension && extension->getOpcode() == UO_Extension)
    last = extension->getSubExpr()->IgnoreParenImpCasts();
  const auto* block = dyn_cast<StmtExpr>(last);
  const CompoundStmt* body = block ? block->getSubStmt() : nullptr;
  const auto* branch = body && body->size() == 1 ? dyn_cast<IfStmt>(body->body_front()) : nullptr;
  const bool isAssertion = branch && isa<NullStmt>(branch->getThen()) && isNoReturnCall(branch->getElse());
  return isAssertion ? branch->getCond() : nullptr;
}

const Expr* assertedBy(const Stmt* statement) {
  const Expr* condition = conditionOfAssertion(statement);
  return condition && comparesNumbers(condition) ? condition : nullptr;
}

namespace {

/// Looks for what may end the program, or leave by an exception, in all that is called.
class StopSearch {
 public:
  explicit StopSearch(bool assertions) : assertions(assertions) {}

  bool mayStop(const Stmt* part) {
    if (!part || isa<LambdaExpr>(part)) return false;
    if (isa<CXXThrowExpr>(part)) return true;
    if (assertedBy(part)) return assertions;
    if (const auto* branch = dyn_cast<IfStmt>(part); branch && !assertions)
      if (const auto ending = endingBranches(branch); !ending.empty())
        return llvm::any_of(part->children(), [&](const Stmt* child) {
          return !llvm::is_contained(ending, child) && mayStop(child);
        });
    if (const auto* call = dyn_cast<CallExpr>(part); call && mayStop(call->getDirectCallee())) return true;
    if (const auto* made = dyn_cast<CXXConstructExpr>(part); made && mayStop(made->getConstructor()))
      return true;
    if (const auto* attributed = dyn_cast<AttributedStmt>(part))
      for (const Attr* attribute : attributed->getAttrs())
        if (isa<CXXAssumeAttr>(attribute)) return true;
    return llvm::any_of(part->children(), [&](const Stmt* child) { return mayStop(child); });
  }

  bool mayStop(const FunctionDecl* callee) {
    const auto* constructor = dyn_cast_or_null<CXXConstructorDecl>(callee);
    if (!callee || (constructor && isOfArrayLanguage(constructor))) return false;  // sizes that fit are meant
    if (callee->isNoReturn() || (callee->getBuiltinID() && functionIs(callee->getName(), Fact::Assumes)))
      return true;
    const FunctionDecl* definition = nullptr;
    if (isOfSystem(callee) || !callee->hasBody(definition) || !seen.insert(definition).second) return false;
    constructor = dyn_cast<CXXConstructorDecl>(definition);
    return mayStop(definition->getBody()) ||
           (constructor && llvm::any_of(constructor->inits(), [&](const CXXCtorInitializer* each) {
              return mayStop(each->getInit());
            }));
  }

 private:
  bool assertions;  // of numbers, too
  std::set<const FunctionDecl*> seen;
};

}  // namespace

bool mayNotReturn(const Stmt* statement) { return StopSearch(/*assertions=*/false).mayStop(statement); }

namespace {

class UnseenSearch {
 public:
  /// `maybe`: the part is reached under a condition.
  bool finds(const Stmt* part, bool maybe) {
    if (!part || isa<LambdaExpr>(part)) return false;
    const auto* call = dyn_cast<CallExpr>(part);
    if (call && finds(call->getDirectCallee(), maybe)) return true;
    const auto* branch = dyn_cast<IfStmt>(part);
    const auto* choice = dyn_cast<AbstractConditionalOperator>(part);
    const auto* logical = dyn_cast<BinaryOperator>(part);
    return llvm::any_of(part->children(), [&](const Stmt* child) {
      const bool isDecided = isa<SwitchStmt>(part) || (branch && child != branch->getCond()) ||
                             (choice && child != choice->getCond()) ||
                             (logical && logical->isLogicalOp() && child == logical->getRHS());
      return finds(child, maybe || isDecided);
    });
  }

 private:
  std::set<std::pair<const FunctionDecl*, bool>> seen;

  bool finds(const FunctionDecl* callee, bool maybe) {
    const FunctionDecl* definition = nullptr;
    if (!callee || isOfSystem(callee) || callee->getBuiltinID() || isOfArrayLanguage(callee)) return false;
    if (!callee->hasBody(definition))
      return maybe && callee->getReturnType()->isVoidType() && !callee->isImplicit() &&
             !callee->isDefaulted() && !callee->isPureVirtual();
    return seen.insert({definition, maybe}).second && finds(definition->getBody(), maybe);
  }
};

}  // namespace

bool mayEndUnseen(const Stmt* statement) { return UnseenSearch().finds(statement, false); }

bool mayFail(const FunctionDecl* function) { return StopSearch(/*assertions=*/true).mayStop(function); }

bool returnsEarly(const Stmt* body) {
  const auto* compound = dyn_cast<CompoundStmt>(body);
  if (!compound) return true;
  for (const Stmt* each : compound->body())
    if (containsJump(each) && !(each == compound->body_back() && isa<ReturnStmt>(each))) return true;
  return false;
}

}  // namespace appyl
