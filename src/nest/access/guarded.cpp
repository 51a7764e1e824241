#include "nest/access/guarded.h"

#include "nest/ast/jumps.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/scalar_evolution.h"

namespace appyl {
namespace {

using namespace clang;

/// A condition that decides by its whole value; what else decides about a place is not known.
struct Guard {
  const Expr* condition = nullptr;  // null: something that no expression says
  bool holds = true;
};

/// What has to be true for the parts of an expression to be evaluated, in their order: `p` of `*p`, `m` of
/// `n / m`.
void addTests(const Stmt* part, const ASTContext& context, std::vector<std::string>& tests) {
  for (const Stmt* child : part->children())
    if (child) addTests(child, context, tests);
  const auto* unary = dyn_cast<UnaryOperator>(part);
  const auto* member = dyn_cast<MemberExpr>(part);
  const auto* element = dyn_cast<ArraySubscriptExpr>(part);
  const auto* binary = dyn_cast<BinaryOperator>(part);
  const Expr* needed = nullptr;
  if (unary && unary->getOpcode() == UO_Deref) needed = strip(unary->getSubExpr());
  if (member && member->isArrow()) needed = strip(member->getBase());
  if (element) needed = strip(arrayPart(element));
  if (needed && (isa<CXXThisExpr>(needed) || !needed->getType()->isPointerType())) needed = nullptr;
  if (binary && (binary->getOpcode() == BO_Div || binary->getOpcode() == BO_Rem) &&
      !isa<IntegerLiteral>(strip(binary->getRHS())) && binary->getRHS()->getType()->isIntegerType())
    needed = strip(binary->getRHS());
  if (!needed) return;
  const std::string text = textOf(needed, context);
  const std::string test = isa<DeclRefExpr, MemberExpr>(needed) ? text : "(" + text + ")";
  if (!llvm::is_contained(tests, test)) tests.push_back(test);
}

/// Does it end the iteration, or this run of an inner loop, for some?
bool mayLeave(const Stmt* statement) {
  const Jumps jumps = jumpsOf(statement);
  return jumps.leaves || !jumps.targets.empty();
}

/// Finds the conditions on the way from a part of the nest to the expression; false: it is not in the part.
class GuardSearch {
 public:
  GuardSearch(const Expr* target, const Directives& directives) : target(target), directives(directives) {}

  std::vector<Guard> guards;

  bool find(const Stmt* part) {
    if (!part) return false;
    part = directives.strip(part);
    if (part == target) return true;
    const std::size_t before = guards.size();
    if (const auto* row = dyn_cast<CompoundStmt>(part)) {
      for (const Stmt* each : row->body()) {
        if (find(each)) return true;
        if (mayLeave(directives.strip(each))) pass(directives.strip(each));
      }
    } else if (const auto* branch = dyn_cast<IfStmt>(part)) {
      if (find(branch->getInit()) || find(branch->getConditionVariableDeclStmt()) ||
          find(branch->getCond()) || under({branch->getCond(), true}, branch->getThen()) ||
          under({branch->getCond(), false}, branch->getElse()))
        return true;
    } else if (const auto* choice = dyn_cast<ConditionalOperator>(part)) {
      if (find(choice->getCond()) || under({choice->getCond(), true}, choice->getTrueExpr()) ||
          under({choice->getCond(), false}, choice->getFalseExpr()))
        return true;
    } else if (const auto* logical = dyn_cast<BinaryOperator>(part); logical && logical->isLogicalOp()) {
      if (find(logical->getLHS()) ||
          under({logical->getLHS(), logical->getOpcode() == BO_LAnd}, logical->getRHS()))
        return true;
    } else {
      const bool isDecided = isa<SwitchStmt, WhileStmt, CXXForRangeStmt, CXXTryStmt, LambdaExpr>(part);
      if (isDecided) guards.push_back({});
      for (const Stmt* child : part->children())
        if (find(child)) return true;
    }
    guards.resize(before);
    return false;
  }

 private:
  const Expr* target;
  const Directives& directives;

  bool under(Guard guard, const Stmt* part) {
    guards.push_back(guard);
    if (find(part)) return true;
    guards.pop_back();
    return false;
  }

  /// Behind `if (!p) continue;` the pointer p is not null.
  void pass(const Stmt* statement) {
    const auto* branch = dyn_cast<IfStmt>(statement);
    if (branch && !branch->getElse() && !branch->getInit() && isContinue(branch->getThen()))
      guards.push_back({branch->getCond(), false});
    else
      guards.push_back({});
  }
};

}  // namespace

std::string textInFront(const Expr* expression, const Stmt* nest, const Source& source,
                        const std::function<bool(const Expr*)>& isInvariant) {
  const std::string text = textOf(expression, source.ast);
  std::vector<std::string> tests;
  addTests(expression, source.ast, tests);
  GuardSearch search(strip(expression), source.directives);
  const auto* loop = dyn_cast<ForStmt>(nest);
  if (tests.empty() || !loop || !search.find(loop->getBody()) || search.guards.empty()) return text;
  std::vector<std::string> conditions;
  bool areAllKnown = true;
  for (const Guard& guard : search.guards) {
    const bool isKnown = guard.condition && isInvariant(guard.condition) &&
                         !hasSideEffects(guard.condition, source.ast) &&
                         !strip(guard.condition)->containsErrors();
    areAllKnown &= isKnown;
    if (!isKnown) continue;
    const Expr* condition = strip(guard.condition);
    const std::string written = textOf(condition, source.ast);
    const bool isName = isa<DeclRefExpr>(condition);
    conditions.push_back((guard.holds ? "" : "!") + (isName ? written : "(" + written + ")"));
  }
  if (!areAllKnown)
    for (const std::string& test : tests)
      if (!llvm::is_contained(conditions, test)) conditions.push_back(test);
  std::string all;
  for (const std::string& each : conditions) all += (all.empty() ? "" : " && ") + each;
  return "(" + all + " ? " + text + " : 0)";
}

std::string textInFront(const Expr* expression, const Stmt* nest, const Source& source) {
  std::optional<std::set<const ValueDecl*>> changed;
  return textInFront(expression, nest, source, [&](const Expr* condition) {
    if (!changed) changed = modifiedVariables(nest, source.directives);
    bool isSame = true;
    walk(condition, source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const ValueDecl* variable = reference ? reference->getDecl() : nullptr;
      isSame &=
          !variable || (!changed->count(variable) && !isDeclaredInside(variable, nest, source.directives));
      isSame &= !isa<CallExpr, ArraySubscriptExpr, MemberExpr, LambdaExpr>(each);
      if (const auto* unary = dyn_cast<UnaryOperator>(each)) isSame &= unary->getOpcode() != UO_Deref;
      return isSame;
    });
    return isSame;
  });
}

}  // namespace appyl
