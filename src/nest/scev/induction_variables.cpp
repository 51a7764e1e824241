#include "nest/scev/induction_variables.h"

#include "nest/ast/canonical.h"
#include "nest/ast/evaluated.h"
#include "nest/ast/jumps.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

namespace {

/// Calls `visit` for each part, and tells it whether control may pass the part over.
void visitParts(const Stmt* part, bool maybe, const std::function<void(const Stmt*, bool)>& visit) {
  if (!part) return;
  visit(part, maybe);
  const auto* choice = dyn_cast<AbstractConditionalOperator>(part);
  const auto* binary = dyn_cast<BinaryOperator>(part);
  const auto* expression = dyn_cast<Expr>(part);
  const bool isOpen =
      isa<LambdaExpr, StmtExpr>(part) || (expression && evaluatedOperands(expression).has_value());
  for (const Stmt* child : part->children()) {
    const bool isDecided = (choice && child != choice->getCond()) ||
                           (binary && binary->isLogicalOp() && child == binary->getRHS());
    visitParts(child, maybe || isOpen || isDecided, visit);
  }
}

void addTo(Moves& moves, const VarDecl* variable, const Polynomial& amount,
           std::set<const ValueDecl*>& unknown) {
  const auto sum = add(moves[variable], amount);
  if (sum)
    moves[variable] = *sum;
  else
    unknown.insert(variable);
}

}  // namespace

bool MoveReader::isMovable(const VarDecl* variable) const {
  const QualType type = variable->getType();
  return variable->hasLocalStorage() && symbols.isInner(variable) && !symbols.isAddressTaken(variable) &&
         !type.isVolatileQualified() &&
         (type->isPointerType() || (type->isIntegerType() && !type->isBooleanType() &&
                                    !type->isDependentType() && source.ast.getTypeSize(type) >= 32));
}

/// The one increment of the variable that is the only mention of it, and certainly happens.
std::optional<Polynomial> MoveReader::amountOf(const VarDecl* variable, const Stmt* statement) {
  int mentions = 0;
  std::optional<Assignment> increment;
  bool maySkip = false;
  visitParts(statement, false, [&](const Stmt* part, bool maybe) {
    const auto* reference = dyn_cast<DeclRefExpr>(part);
    mentions += reference && reference->getDecl() == variable;
    const auto* expression = dyn_cast<Expr>(part);
    const bool isItself = expression && strip(expression) == expression;
    const auto assignment = isItself ? asAssignment(expression) : std::nullopt;
    if (!assignment || namedVariable(assignment->target) != variable) return;
    increment = assignment;
    maySkip |= maybe;
  });
  if (mentions != 1 || !increment || maySkip ||
      (increment->op != BO_AddAssign && increment->op != BO_SubAssign))
    return std::nullopt;
  std::optional<Polynomial> amount = Polynomial(1);
  if (increment->value) {
    const bool isNumber = variable->getType()->isIntegerType();
    // `const int plane = nx * ny;` in an iteration is the same in all of them, of parameters only (below).
    const bool isSame = symbols.isInvariant(increment->value) || symbols.isStable(increment->value);
    amount = !isSame    ? std::nullopt
             : isNumber ? symbols.readAs(increment->value, variable->getType())
                        : symbols.read(increment->value);
  }
  if (!amount || !symbols.isOfParameters(*amount)) return std::nullopt;
  return increment->op == BO_SubAssign ? multiply(*amount, Polynomial(-1)) : amount;
}

Moves MoveReader::of(const Stmt* statement) {
  Moves moves;
  if (!isa<Expr, DeclStmt>(statement)) return moves;
  for (const ValueDecl* each : modifiedVariables(statement, source.directives))
    if (const auto* variable = dyn_cast<VarDecl>(each); variable && isMovable(variable))
      if (const auto amount = amountOf(variable, statement)) moves[variable] = *amount;
  return moves;
}

std::optional<Polynomial> MoveReader::countOf(const Loop& loop) {
  if (!loop.canonical || loop.isConverted || !loop.step || std::abs(*loop.step) != 1 ||
      !symbols.isInvariant(loop.lower) || !symbols.isInvariant(loop.bound))
    return std::nullopt;
  const auto first = symbols.readAs(loop.lower, loop.counter->getType()), end = symbols.read(loop.bound);
  auto count = !first || !end   ? std::nullopt
               : *loop.step < 0 ? subtract(*first, *end)
                                : subtract(*end, *first);
  if (count && isInclusive(loop.comparison)) count = add(*count, Polynomial(1));
  if (!count || !symbols.isOfParameters(*count)) return std::nullopt;
  // A negative count means no iteration, as 0 does.
  const bool isCount = isNonNegative(nest, *count) &&
                       llvm::all_of(count->terms, [](const auto& term) { return term.second > 0; });
  return isCount ? *count : symbols.notBelowZero(*count, loop.bound);
}

/// From `first` on, in the order in which they are written.
static int mentionsFrom(const Stmt* first, const Stmt* whole, const VarDecl* variable) {
  int found = 0;
  bool hasBegun = false;
  visitParts(whole, false, [&](const Stmt* part, bool) {
    hasBegun |= part == first;
    const auto* reference = dyn_cast<DeclRefExpr>(part);
    found += hasBegun && reference && reference->getDecl() == variable;
  });
  return found;
}

/// Uses in the next turn of a loop around are not asked for: that loop's own moves describe them.
bool MoveReader::isSeenBehind(const Stmt* loop, const VarDecl* variable) const {
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return !function || mentionsFrom(loop, function->getBody(), variable) != mentionsFrom(loop, loop, variable);
}

void MoveReader::forgetAll(const Stmt* statement, Total& total) const {
  for (const ValueDecl* each : modifiedVariables(statement, source.directives)) total.unknown.insert(each);
}

void MoveReader::addLoop(const ForStmt* statement, Total& total) {
  const auto loop = readCanonicalLoop(statement, source, nullptr);
  const auto count = loop ? countOf(*loop) : std::nullopt;
  if (!count) return forgetAll(statement, total);
  const Moves inner = ofBody(statement->getBody());
  for (const ValueDecl* each : modifiedVariables(statement, source.directives)) {
    const auto* variable = dyn_cast<VarDecl>(each);
    const auto found = inner.find(variable);
    const auto amount = found == inner.end() ? std::nullopt : multiply(found->second, *count);
    if (amount) {
      addTo(total.moves, variable, *amount, total.unknown);
      total.counts[variable].push_back(*count);
    } else {
      total.unknown.insert(each);
    }
  }
}

void MoveReader::addStatement(const Stmt* statement, Total& total) {
  statement = source.directives.strip(statement);
  if (const auto* compound = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt* each : compound->body()) addStatement(each, total);
  } else if (const auto* loop = dyn_cast<ForStmt>(statement)) {
    addLoop(loop, total);
  } else if (isa<Expr, DeclStmt>(statement)) {
    const Moves moves = of(statement);
    for (const ValueDecl* each : modifiedVariables(statement, source.directives)) {
      const auto* variable = dyn_cast<VarDecl>(each);
      if (const auto found = moves.find(variable); found != moves.end())
        addTo(total.moves, variable, found->second, total.unknown);
      else
        total.unknown.insert(each);
    }
  } else {
    forgetAll(statement, total);
  }
}

Moves MoveReader::ofBody(const Stmt* body) { return ofTurn(body, nullptr); }

Moves MoveReader::ofTurn(const Stmt* body, const Expr* increment) {
  Total total;
  if (mayEndEarly(body) || leavesIteration(body))
    forgetAll(body, total);
  else
    addStatement(body, total);
  if (increment) addStatement(increment, total);
  std::erase_if(total.moves, [&](const auto& move) {
    return total.unknown.count(move.first) || isDeclaredInside(move.first, body, source.directives);
  });
  for (const auto& [variable, amount] : total.moves)
    for (const Polynomial& count : total.counts[variable]) takenAsNonNegative(nest, count);
  return std::move(total.moves);
}

}  // namespace appyl
