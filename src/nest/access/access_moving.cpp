// Loops that are not canonical, but go on by what each of their iterations moves: `while (p != end) *p++ =
// 0;`, `for (int k = 0, at = i; k < n; ++k, at += m)`. To the rest of the tool they are loops without an
// iteration count; the proof knows the value of the variable in the condition at the head of each iteration,
// and from it the values of all other variables that move.
#include "nest/access/access_reader.h"
#include "nest/ast/canonical.h"
#include "nest/ast/jumps.h"
#include "nest/modref/modified_variables.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

namespace {

struct Header {
  const Expr* condition = nullptr;
  const Expr* increment = nullptr;
  const Stmt* body = nullptr;
};

std::optional<Header> headerOf(const Stmt* statement) {
  if (const auto* loop = dyn_cast<ForStmt>(statement);
      loop && loop->getCond() && !loop->getConditionVariable())
    return Header{loop->getCond(), loop->getInc(), loop->getBody()};
  if (const auto* loop = dyn_cast<WhileStmt>(statement); loop && !loop->getConditionVariable())
    return Header{loop->getCond(), nullptr, loop->getBody()};
  return std::nullopt;
}

/// `end > p` is `p < end`.
std::optional<Comparison> comparisonOf(BinaryOperatorKind op, bool isSwapped) {
  switch (op) {
    case BO_LT: return isSwapped ? Comparison::Greater : Comparison::Less;
    case BO_GT: return isSwapped ? Comparison::Less : Comparison::Greater;
    case BO_LE: return isSwapped ? Comparison::GreaterEqual : Comparison::LessEqual;
    case BO_GE: return isSwapped ? Comparison::LessEqual : Comparison::GreaterEqual;
    case BO_NE: return Comparison::NotEqual;
    default: return std::nullopt;
  }
}

bool isTowards(Comparison comparison, std::int64_t step) {
  if (comparison == Comparison::NotEqual) return true;
  return (comparison == Comparison::Less || comparison == Comparison::LessEqual) == (step > 0);
}

/// The variable's value behind the loop, where the loop does not begin beyond it; if other code sees that
/// value, the distance is taken not to be negative. `bound`: what the condition compares with.
std::optional<Polynomial> exitOf(LoopNest& nest, const Loop& loop, bool isSeen, ScalarEvolution& symbols,
                                 const Expr* bound) {
  if (loop.comparison == Comparison::NotEqual) return loop.end;
  if (std::abs(*loop.step) != 1) return std::nullopt;
  const auto exit = isInclusive(loop.comparison) ? add(*loop.end, Polynomial(*loop.step)) : loop.end;
  const auto distance = exit ? subtract(*exit, *loop.first) : std::nullopt;
  const auto turns = distance ? multiply(*distance, Polynomial(*loop.step)) : std::nullopt;
  const bool isCount = turns && isNonNegative(nest, *turns) &&
                       llvm::all_of(turns->terms, [](const auto& term) { return term.second > 0; });
  if (!isCount && turns && bound && symbols.isOfParameters(*turns)) {
    const auto gone = multiply(symbols.notBelowZero(*turns, bound), Polynomial(*loop.step));
    return gone ? add(*loop.first, *gone) : std::nullopt;
  }
  if (!isCount) return std::nullopt;
  if (isSeen) takenAsNonNegative(nest, *turns);
  return exit;
}

/// amount * distance / step, where that is whole.
std::optional<Polynomial> movedBy(const Polynomial& amount, const Polynomial& distance, std::int64_t step) {
  auto moved = multiply(amount, distance);
  if (!moved) return std::nullopt;
  const bool isWhole = llvm::all_of(amount.terms, [&](const auto& term) { return term.second % step == 0; });
  if (!isWhole) return std::nullopt;
  for (auto& [monomial, factor] : moved->terms) factor /= step;
  return moved;
}

}  // namespace

struct AccessReader::MovingLoop {
  Header header;
  Loop loop;
  const VarDecl* variable = nullptr;  // that the condition compares
  const Expr* compared = nullptr;     // that variable, with the condition's conversions
  const Expr* bound = nullptr;        // with this; null: with 0, `while (k)`
  std::vector<const Expr*> others;    // conditions beside that one
  Moves moves;                        // of each turn
  std::map<const VarDecl*, State> before;
};

/// Whether `condition` compares something that moves by a constant with something that stays.
bool AccessReader::comparesMoved(const Expr* condition, MovingLoop& moving,
                                 const std::set<const ValueDecl*>& changed) const {
  auto parts = asBinary(condition);
  const bool isAlone = !parts && condition->IgnoreParenImpCasts()->getType()->isIntegerType();
  if (isAlone) parts = BinaryParts{condition->IgnoreParenImpCasts(), nullptr, BO_NE};
  if (!parts) return false;
  for (const bool isSwapped : {false, true}) {
    if (isAlone && isSwapped) break;
    const Expr *left = isSwapped ? parts->right : parts->left,
               *right = isSwapped ? parts->left : parts->right;
    const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(left));
    const auto found = variable ? moving.moves.find(variable) : moving.moves.end();
    const auto step = found == moving.moves.end() ? std::nullopt : found->second.constant();
    const auto comparison = comparisonOf(parts->op, isSwapped);
    const bool stays = !right || llvm::none_of(changed, [&](const ValueDecl* each) {
      return mentions(right, each, source.directives);
    });
    if (!step || *step == 0 || *step == INT64_MIN || !comparison || !isTowards(*comparison, *step) ||
        !stays || (right && hasSideEffects(right, source.ast)))
      continue;
    moving.variable = variable;
    moving.compared = left;
    moving.bound = right;
    moving.loop.comparison = *comparison;
    moving.loop.step = *step;
    moving.loop.descending = *step < 0;
    return true;
  }
  return false;
}

/// The ends of the range that the variable runs through; of a pointer from where it begins.
bool AccessReader::setRange(MovingLoop& moving) {
  const State start = stateOf(moving.variable);
  if (start.value) {
    const bool isUnsigned = moving.variable->getType()->isUnsignedIntegerType();
    moving.loop.first = start.value;
    moving.loop.end = moving.bound ? symbols.read(moving.bound) : Polynomial(0);
    if (symbols.mayBeHuge(moving.compared, start.value) ||
        (moving.bound && symbols.mayBeHuge(moving.bound, moving.loop.end)))
      return false;
    return moving.loop.end && (!isUnsigned || takenAsNonNegative(nest, *start.value));
  }
  const auto end = start.place && moving.bound && moving.bound->getType()->isPointerType()
                       ? places.readPointer(moving.bound)
                       : std::nullopt;
  if (!end || end->root != start.place->root || end->path != start.place->path || end->throughMemory ||
      start.place->throughMemory || end->subscripts.size() != start.place->subscripts.size() ||
      end->subscripts.empty() || !end->subscripts.back() || !start.place->subscripts.back())
    return false;
  for (std::size_t k = 0; k + 1 < end->subscripts.size(); ++k)
    if (!end->subscripts[k] || end->subscripts[k] != start.place->subscripts[k]) return false;
  moving.loop.first = Polynomial();
  moving.loop.end = subtract(*end->subscripts.back(), *start.place->subscripts.back());
  return moving.loop.end.has_value();
}

std::optional<AccessReader::MovingLoop> AccessReader::movingLoop(const Stmt* statement) {
  const auto header = headerOf(statement);
  if (!header || hasSideEffects(header->condition, source.ast)) return std::nullopt;
  MovingLoop moving;
  moving.header = *header;
  moving.moves = this->moving.ofTurn(header->body, header->increment);
  const std::set<const ValueDecl*> changed = modifiedVariables(statement, source.directives);
  std::vector<const Expr*> parts = partsOf(header->condition);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (comparesMoved(parts[k], moving, changed)) {
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
      moving.others = std::move(parts);
      if (!setRange(moving)) return std::nullopt;
      for (const auto& [variable, amount] : moving.moves) moving.before[variable] = stateOf(variable);
      return moving;
    }
    if (touchesMemory(parts[k], source.directives)) break;  // beyond the range, too
  }
  return std::nullopt;
}

/// Each moved variable has its value from in front of the loop, plus what it has moved since. `at`: the value
/// of the condition's variable.
void AccessReader::setStates(const MovingLoop& moving, const std::optional<Polynomial>& at) {
  const auto distance = at ? subtract(*at, *moving.loop.first) : std::nullopt;
  for (const auto& [variable, amount] : moving.moves)
    move(variable, moving.before.at(variable),
         distance ? movedBy(amount, *distance, *moving.loop.step) : std::nullopt);
}

bool AccessReader::readMovingLoop(const Stmt* statement) {
  auto moving = movingLoop(statement);
  if (!moving) return false;
  const Stmt* body = moving->header.body;
  const bool runsAll = !mayEndEarly(body) && !mayNotReturn(body);
  readExpression(moving->bound, Mode::Read);
  const int index = static_cast<int>(nest.loops.size());
  Loop& loop = moving->loop;
  loop.stmt = statement;
  loop.body = body;
  loop.parent = here.loop;
  loop.counted = true;
  loop.symbol = symbols.addTurn(moving->variable, index);
  nest.loops.push_back(loop);
  forgetChanged(statement);
  setStates(*moving, Polynomial::symbol(loop.symbol));
  inside(index, [&] {
    guarded({}, runsAll, [&] {
      for (const Expr* condition : moving->others) readFurtherCondition(condition, loop);
      readStatement(body);
      readStatement(moving->header.increment);
    });
  });
  forgetChanged(statement);
  const bool isSeen = llvm::any_of(
      moving->moves, [&](const auto& move) { return this->moving.isSeenBehind(statement, move.first); });
  setStates(*moving, runsAll && moving->others.empty() ? exitOf(nest, loop, isSeen, symbols, moving->bound)
                                                       : std::nullopt);
  lastRead = statement;
  keptBy.clear();
  for (const auto& [variable, amount] : moving->moves) keptBy.insert(variable);
  return true;
}

}  // namespace appyl
