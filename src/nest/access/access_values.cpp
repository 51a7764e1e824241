// The conditions under which the current statement runs, and what is known there of the variables that the
// nest changes: the values they were given, and what a branch or a loop leaves of that.
#include "nest/access/access_reader.h"
#include "nest/ast/jumps.h"
#include "nest/modref/modified_variables.h"

namespace appyl {

using namespace clang;

static bool goesOn(const Stmt* branch) { return !mayEndEarly(branch) && !leavesIteration(branch); }

/// `cases`: the alternatives that an inexact condition is equivalent to.
void AccessReader::guarded(const std::vector<Constraint>& conditions, bool exact, Body body) {
  const Position outer = here;
  addGuards({conditions, exact}, std::nullopt);
  body();
  here = outer;
}

void AccessReader::addGuards(const Conjunction& holding, const std::optional<PathCondition>& path) {
  here.guards.insert(here.guards.end(), holding.constraints.begin(), holding.constraints.end());
  here.guardsExact &= holding.isExact;
  addToPath(holding, path);
  if (holding.isExact) return;
  const auto cases = path ? casesOf(*path) : std::nullopt;
  here.cases = here.cases && cases ? both(std::move(*here.cases), *cases) : std::nullopt;
}

/// A long path is of no use, and costs much at each access.
void AccessReader::addToPath(const Conjunction& holding, const std::optional<PathCondition>& path) {
  const std::size_t added = holding.isExact ? 1 : path ? path->size() : 0;
  if ((!holding.isExact && !path) || (here.path && here.path->size() + added > mostConditions))
    here.path.reset();
  if (!here.path) return;
  if (!holding.isExact)
    for (const BranchCondition& each : *path) here.path->push_back({each.cases, here.loop});
  else if (!holding.constraints.empty())
    here.path->push_back({{holding.constraints}, here.loop});
}

void AccessReader::assume(const Expr* condition, bool value) {
  const Conjunction holding = symbols.readCondition(condition, value);
  addGuards(holding, holding.isExact ? std::nullopt : symbols.readPath(condition, value));
}

void AccessReader::whereHolds(const Expr* condition, bool value, Body read) {
  const Position outer = here;
  assume(condition, value);
  read();
  here = outer;
}

/// A run in which the assertion fails ends there, so it need not be considered for two iterations.
void AccessReader::noteAssertion(const Expr* condition) {
  Conjunction holding = symbols.readCondition(condition, true);
  Assertion assertion{here.loop, here.guards, {std::move(holding.constraints)}};
  if (!holding.isExact) {
    const auto path = symbols.readPath(condition, true);
    assertion.cases = (path ? casesOf(*path) : std::nullopt).value_or(Cases());
  }
  nest.assertions.push_back(std::move(assertion));
}

/// The assertions of a function that is not walked through: their conditions are not known.
void AccessReader::noteUnreadAssertions(const FunctionDecl* function) {
  if (mayFail(function)) nest.assertions.push_back({here.loop, here.guards, {}});
}

void AccessReader::readIf(const IfStmt* branch) {
  readStatement(branch->getInit());
  readStatement(branch->getConditionVariableDeclStmt());
  readWhole(branch->getCond());
  const bool joins = !hasSideEffects(branch->getCond(), source.ast) && goesOn(branch->getThen()) &&
                     (!branch->getElse() || goesOn(branch->getElse()));
  const Values before = valuesOf(changedBy(branch));
  whereHolds(branch->getCond(), true, [&] { readBranch(branch->getThen()); });
  const Values yes = valuesOf(changedBy(branch));
  forgetChanged(branch);
  setAll(before);
  if (branch->getElse()) whereHolds(branch->getCond(), false, [&] { readBranch(branch->getElse()); });
  const Values no = valuesOf(changedBy(branch));
  forgetChanged(branch);
  lastRead = branch;
  keptBy.clear();
  if (joins) join(branch->getCond(), before, yes, no);
}

std::set<const ValueDecl*> AccessReader::changedBy(const IfStmt* branch) const {
  std::set<const ValueDecl*> changed = modifiedVariables(branch->getThen(), source.directives);
  if (branch->getElse()) changed.merge(modifiedVariables(branch->getElse(), source.directives));
  return changed;
}

void AccessReader::readBranch(const Stmt* branch) {
  if (endsProgram(branch)) return;
  readStatement(branch);
  if (!isa<CompoundStmt>(source.directives.strip(branch))) noteValue(branch);
}

/// After `if (k < 0) k += n;` it is one of both.
void AccessReader::join(const Expr* condition, const Values& before, const Values& yes, const Values& no) {
  setAll(before);  // the condition speaks of them
  Values joined;
  for (const auto& [variable, value] : yes)
    if (const auto other = no.find(variable); other != no.end())
      if (const auto both = symbols.choose(condition, value, other->second)) joined[variable] = *both;
  for (const auto& [variable, value] : before) forget(variable);
  setAll(joined);
  for (const auto& [variable, value] : joined) keptBy.insert(variable);
}

AccessReader::Values AccessReader::valuesOf(const std::set<const ValueDecl*>& variables) const {
  Values values;
  for (const ValueDecl* variable : variables)
    if (const auto value = symbols.valueOf(variable)) values[variable] = *value;
  return values;
}

void AccessReader::setAll(const Values& values) {
  for (const auto& [variable, value] : values) symbols.setValue(variable, value);
}

bool AccessReader::isIn(const Moves& moves, const ValueDecl* variable) {
  const auto* local = dyn_cast<VarDecl>(variable);
  return local && moves.count(local);
}

void AccessReader::goOn(const Moves& moves) {
  for (const auto& [variable, amount] : moves) move(variable, stateOf(variable), amount);
}

AccessReader::State AccessReader::stateOf(const VarDecl* variable) const {
  const bool isPointer = variable->getType()->isPointerType();
  return {isPointer ? std::nullopt : symbols.valueOf(variable),
          isPointer ? places.placeOf(variable) : std::nullopt};
}

/// From here on the variable is `amount` beyond its value in `from`.
void AccessReader::move(const VarDecl* variable, State from, const std::optional<Polynomial>& amount) {
  forget(variable);
  if (!amount) return;
  if (from.place && !from.place->subscripts.empty() && from.place->subscripts.back()) {
    auto& last = from.place->subscripts.back();
    last = add(*last, *amount);
    from.place->moves = true;
    if (last) places.setPlace(variable, *from.place);
  }
  const auto sum = from.value ? add(*from.value, *amount) : std::nullopt;
  if (sum) symbols.setValue(variable, *sum);
}

/// After `row = a + i * m;` the variable means that, until something changes it again.
void AccessReader::noteValue(const Stmt* statement) {
  const Stmt* plain = source.directives.strip(statement);
  const Moves moves = moving.of(plain);
  const auto* expression = dyn_cast<Expr>(plain);
  const auto assignment = expression ? asAssignment(expression) : std::nullopt;
  const auto* variable = assignment && assignment->op == BO_Assign
                             ? dyn_cast_or_null<VarDecl>(namedVariable(assignment->target))
                             : nullptr;
  for (const ValueDecl* each : modifiedVariables(statement, source.directives)) {
    // `at = -at;` is computed from what it was.
    const bool isAssigned = each == variable && !mentionsChange(assignment->value, variable);
    if (!isAssigned && !isIn(moves, each) && !(plain == lastRead && keptBy.count(each))) forget(each);
  }
  if (!variable) return;
  if (variable->hasGlobalStorage()) return forget(variable);
  if (variable->getType()->isIntegerType())
    symbols.assign(variable, assignment->value);
  else if (variable->getType()->isPointerType())
    places.assign(variable, assignment->value);
  else
    forget(variable);
}

bool AccessReader::mentionsChange(const Expr* expression, const ValueDecl* variable) const {
  return modifiedVariables(expression, source.directives).count(variable) != 0;
}

void AccessReader::forget(const ValueDecl* variable) {
  symbols.forget(variable);
  places.forget(variable);
}

void AccessReader::forgetAssigned() {
  symbols.forgetAssigned();
  places.forgetAssigned();
}

void AccessReader::forgetChanged(const Stmt* statement) {
  for (const ValueDecl* variable : modifiedVariables(statement, source.directives)) forget(variable);
}

}  // namespace appyl
