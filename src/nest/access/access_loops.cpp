// The loops of a nest: canonical ones with their bounds and what each of their iterations moves, and all
// others.
#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/canonical.h"
#include "nest/ast/iterations.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/dataflow/definite_assignment.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/scev/value_ranges.h"

namespace appyl {

using namespace clang;

static std::optional<Polynomial> turnOf(const Loop& loop) {
  if (!loop.canonical || !loop.first || !loop.step || std::abs(*loop.step) != 1) return std::nullopt;
  const Polynomial counter = Polynomial::symbol(loop.symbol);
  return *loop.step > 0 ? subtract(counter, *loop.first) : subtract(*loop.first, counter);
}

/// Is `inner` all that the body of the current loop does?
bool AccessReader::isWholeBody(const Stmt* inner) const {
  if (here.loop < 0) return false;
  const Stmt* body = source.directives.strip(nest.loops[here.loop].body);
  while (const auto* compound = dyn_cast<CompoundStmt>(body)) {
    if (compound->size() != 1) return false;
    body = source.directives.strip(compound->body_front());
  }
  return body == inner;
}

/// The end -1 of `i != -1u; --i`, which an unsigned counter reaches by a step down from 0.
static std::optional<Polynomial> wrappedEnd(const Loop& loop, const ASTContext& context) {
  const QualType type = loop.counter->getType().getNonReferenceType();
  Expr::EvalResult bound;
  if (loop.comparison != Comparison::NotEqual || !loop.descending || !type->isUnsignedIntegerType() ||
      loop.bound->isValueDependent() || !loop.bound->EvaluateAsInt(bound, context))
    return std::nullopt;
  const unsigned bits = context.getIntWidth(type);
  const llvm::APSInt value = bound.Val.getInt();
  return bits >= 32 && value.getBitWidth() == bits && value.isAllOnes() ? std::optional(Polynomial(-1))
                                                                        : std::nullopt;
}

/// `unsigned i = s; i != e; ++i` wraps around where e is below s. A constant end of 0 is then the value
/// behind the type's greatest; an end at run time is taken not to be below s.
static std::optional<Polynomial> endBehindFirst(const Loop& loop, LoopNest& nest, const ASTContext& context) {
  const QualType type = loop.counter->getType().getNonReferenceType();
  const auto span = loop.first && loop.end ? subtract(*loop.end, *loop.first) : std::nullopt;
  if (!span || loop.comparison != Comparison::NotEqual || loop.descending || !type->isUnsignedIntegerType())
    return loop.end;
  if (span->isConstant()) {
    if (*span->constant() >= 0) return loop.end;
    const unsigned bits = context.getIntWidth(type);
    return *loop.end == Polynomial(0) && bits <= 32 ? std::optional(Polynomial(std::int64_t(1) << bits))
                                                    : std::nullopt;
  }
  const bool isKnown = llvm::all_of(span->symbols(), [&](const std::string& name) {
    return nest.symbols.at(name).kind == Symbol::Kind::Parameter;
  });
  const bool beginsLeast = loop.first->isConstant() && *loop.first->constant() == 0;
  if (isKnown && !beginsLeast && !llvm::is_contained(nest.takenToHold, *span))
    nest.takenToHold.push_back(*span);
  return loop.end;
}

/// nullopt: the counter wraps around on its way there.
static std::optional<std::int64_t> lastValue(std::int64_t first, std::int64_t step, std::uint64_t iterations,
                                             const ASTContext& context, QualType type) {
  std::int64_t distance = 0, last = 0;
  if (iterations > INT64_MAX ||
      __builtin_mul_overflow(static_cast<std::int64_t>(iterations - 1), step, &distance) ||
      __builtin_add_overflow(first, distance, &last))
    return std::nullopt;
  const unsigned bits = context.getIntWidth(type);
  const bool fits =
      type->isUnsignedIntegerType()
          ? last >= 0 && (bits >= 63 || last < std::int64_t(1) << bits)
          : bits >= 64 || (last < std::int64_t(1) << (bits - 1) && last >= -(std::int64_t(1) << (bits - 1)));
  return fits ? std::optional(last) : std::nullopt;
}

void AccessReader::readLoop(const ForStmt* statement, int parent, bool perfect) {
  const Directive* directive = callees.empty() ? source.directives.of(statement)
                                               : nullptr;  // annotated loops of a callee run sequentially
  const bool annotated = directive != nullptr;
  auto canonical = readCanonicalLoop(statement, source, annotated ? &source.diags : nullptr);
  auto counted = canonical || annotated ? std::nullopt : readCountedLoop(statement, source);
  if (!canonical && !counted) {
    good &= !annotated;
    return readOtherLoop(statement);
  }
  Loop loop = canonical ? *canonical : counted->loop;
  loop.parent = parent;
  loop.directive = directive;
  loop.parallel = directive && directive->find(ClauseKind::Parallel);
  loop.perfect = perfect && canonical;
  readFirst(loop);
  readEnd(loop);
  if (!loop.step) loop.stepSize = readStepSize(loop);
  readExpression(loop.lower, Mode::Read);
  readExpression(loop.bound, Mode::Read);
  if (loop.stepExpr) readExpression(loop.stepExpr, Mode::Read);
  const int index = static_cast<int>(nest.loops.size());
  const VarDecl* counter = loop.counter;
  loop.symbol = symbols.addCounter(counter, index, loop.counted);
  if (loop.declaresCounter) recorder.scopes[counter] = index;
  // All other stages see a loop that is not canonical; only the proof knows more about it.
  if (loop.counted) {
    loop.counter = nullptr;
    loop.lower = loop.bound = loop.stepExpr = nullptr;
  }
  nest.loops.push_back(loop);
  const Moves moves = canonical && !annotated ? moving.ofBody(statement->getBody()) : Moves();
  std::map<const VarDecl*, State> before;
  for (const auto& [variable, amount] : moves) before[variable] = stateOf(variable);
  forgetChanged(statement);
  const auto turn = turnOf(loop);  // how many iterations there were
  for (const auto& [variable, amount] : moves)
    move(variable, before[variable], turn ? multiply(amount, *turn) : std::nullopt);
  inside(index, [&] {
    const bool runsAll = !mayEndEarly(statement->getBody()) && !mayNotReturn(statement->getBody());
    guarded({}, runsAll, [&] {
      if (counted)
        for (const Expr* condition : counted->others) readFurtherCondition(condition, loop);
      readStatement(statement->getBody());
    });
  });
  symbols.leaveLoop(counter);
  if (!moves.empty()) {
    const auto count = moving.countOf(*canonical);
    for (const auto& [variable, amount] : moves) {
      move(variable, before[variable], count ? multiply(amount, *count) : std::nullopt);
      if (count && moving.isSeenBehind(statement, variable)) takenAsNonNegative(nest, *count);
    }
  }
  lastRead = statement;
  keptBy.clear();
  for (const auto& [variable, amount] : moves) keptBy.insert(variable);
}

/// A condition beside the counter's own: it holds in the body. It decides exactly which iterations run if it
/// cannot hold again once it has failed.
void AccessReader::readFurtherCondition(const Expr* condition, const Loop& loop) {
  guarded({}, false, [&] { readExpression(condition, Mode::Read); });
  Conjunction holding = symbols.readCondition(condition, true);
  holding.isExact &= !holding.constraints.empty();
  for (const Constraint& constraint : holding.constraints) {
    const auto factor = constraint.condition.coefficient(loop.symbol);
    const auto sign = factor ? factor->constant() : std::nullopt;
    holding.isExact &= sign && (*sign == 0 || (!constraint.equality && (*sign < 0) != loop.descending)) &&
                       symbols.isOfCounters(constraint.condition);
  }
  addGuards(holding, std::nullopt);
}

/// The s of `i += s` and of `i -= s`, where the comparison says that it is positive.
std::optional<Polynomial> AccessReader::readStepSize(const Loop& loop) {
  const bool isSaid = loop.comparison != Comparison::NotEqual && loop.descending == loop.subtracts;
  if (!isSaid || !loop.stepExpr) return std::nullopt;
  // No step of a signed counter leaves its type.
  const QualType type = loop.counter->getType();
  const auto size =
      type->isSignedIntegerType() ? symbols.read(loop.stepExpr) : symbols.readAs(loop.stepExpr, type);
  return size && symbols.isOfParameters(*size) ? size : std::nullopt;
}

/// The counter's first value, and the unconverted one where its type may not hold it: `short j = i + 1`.
void AccessReader::readFirst(Loop& loop) {
  const QualType type = loop.counter->getType();
  loop.first = symbols.readAs(loop.lower, type);
  if (loop.first && type->isUnsignedIntegerType() && !takenAsNonNegative(nest, *loop.first))
    loop.first.reset();
  const Expr* value = strip(loop.lower);
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(value);
      cast && source.ast.hasSameUnqualifiedType(cast->getType(), type))
    value = strip(cast->getSubExpr());
  const QualType from = value->getType();
  if (loop.first || from->isDependentType() || type->isDependentType() || !from->isIntegerType()) return;
  if (source.ast.getTypeSize(from.getNonReferenceType()) >= source.ast.getTypeSize(type))
    loop.converted = symbols.read(value);
}

/// Where the range ends in plain integers, which `first` and `end` are.
void AccessReader::readEnd(Loop& loop) {
  loop.end = wrappedEnd(loop, source.ast);
  if (loop.end) return;
  if (loop.isConverted) return readConvertedEnd(loop);
  loop.end = symbols.read(loop.bound);
  loop.end = endBehindFirst(loop, nest, source.ast);
}

/// Of `i < -1` with an unsigned i; none where the counter wraps around, or may be on either side of 0.
void AccessReader::readConvertedEnd(Loop& loop) {
  const auto first = convertedConstant(loop.lower, source.ast),
             bound = convertedConstant(loop.bound, source.ast);
  const bool isInclusive = appyl::isInclusive(loop.comparison);
  const QualType type = loop.counter->getType();
  if (loop.iterations) {
    const std::int64_t step = *loop.step, away = step < 0 ? -1 : 1;
    const auto begin = first->tryExtValue();
    if (begin) loop.first = Polynomial(*begin);
    if (begin && *loop.iterations == 0) {
      loop.end = Polynomial(isInclusive ? *begin - away : *begin);
      return;
    }
    const auto last = begin ? lastValue(*begin, step, *loop.iterations, source.ast, type) : std::nullopt;
    if (last) {
      loop.end = Polynomial(isInclusive ? *last : *last + away);
      if (loop.comparison == Comparison::NotEqual) loop.end = Polynomial(*last + step);
      return;
    }
  } else if (const auto end = bound ? bound->tryExtValue() : std::nullopt;
             end && type->isUnsignedIntegerType() &&
             static_cast<std::uint64_t>(*end) <= static_cast<std::uint64_t>(greatestOf(type, source.ast))) {
    loop.end = Polynomial(*end);
    return;
  }
  loop.first.reset();
}

void AccessReader::readOtherLoop(const Stmt* statement) {
  lastRead = nullptr;
  Loop other;
  other.stmt = statement;
  other.parent = here.loop;
  const int index = static_cast<int>(nest.loops.size());
  if (const auto* plain = dyn_cast<ForStmt>(statement)) {
    other.body = plain->getBody();
    readStatement(plain->getInit());
    lastRead = nullptr;
  }
  if (readMovingLoop(statement)) return;
  if (isa<ForStmt>(statement)) {
    // read so far
  } else if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) {
    other.body = range->getBody();
  } else if (const auto* whileLoop = dyn_cast<WhileStmt>(statement)) {
    other.body = whileLoop->getBody();
  } else {
    other.body = cast<DoStmt>(statement)->getBody();
  }
  nest.loops.push_back(other);
  forgetChanged(statement);
  inside(index, [&] {
    guarded({}, false, [&] {
      if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) {
        readRange(range, index);
        return;
      }
      for (const Stmt* child : statement->children())
        if (!isa<ForStmt>(statement) || child != cast<ForStmt>(statement)->getInit()) readStatement(child);
    });
  });
}

/// `for (auto& x : v)`: every element of v may be touched.
void AccessReader::readRange(const CXXForRangeStmt* range, int index) {
  recorder.scopes[range->getLoopVariable()] = index;
  const auto choices = choicesOf(range->getRangeInit());
  for (const Expr* each : choices) readElements(range, each);
  if (choices.empty())
    readElements(range, range->getRangeInit());
  else
    readExpression(range->getRangeInit(), Mode::Read);
  readStatement(range->getBody());
}

/// A class of the user's has iterators that may lead to anything.
static bool isOfUser(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && !isOfSystem(record) && !record->isInStdNamespace() && !isView(type.getNonReferenceType());
}

/// The elements that the loop visits where `object` is its range.
void AccessReader::readElements(const CXXForRangeStmt* range, const Expr* object) {
  const VarDecl* variable = range->getLoopVariable();
  const QualType type = variable->getType();
  const bool writes = type->isReferenceType() && !type->getPointeeType().isConstQualified();
  const std::string why = "a range-based 'for' over '" + textOf(object, source.ast) + "'";
  // `for (auto& x : v) x += 1` reads what it then writes.
  const bool readsFirst = writes && flowOf(range->getBody(), variable, source).firstRead;
  const auto touch = [&](const AccessPath& place) {
    if (readsFirst) recorder.recordWhole(place, Mode::Read, object, why, here);
    recorder.recordWhole(place, writes ? Mode::Update : Mode::Read, object, why, here);
  };
  if (const auto elements = places.elementsOfView(object)) {
    readIndices(*elements);
    if (readsFirst) recorder.record(*elements, Mode::Read, object, here);
    recorder.record(*elements, writes ? Mode::Update : Mode::Read, object, here);
    return;
  }
  auto place = places.readObject(object);
  if (isOfUser(strip(object)->getType())) return readElementsOfUser(range, object, place, touch);
  if (place) {
    place->subscripts.push_back(std::nullopt);
    place->path += "[]";
    return touch(*place);
  }
  readExpression(object, Mode::Read);
  // An object that is no container: its iterators may lead to memory that is not its own.
  const Expr* element = variable->getInit() ? strip(variable->getInit()) : nullptr;
  if (element && element->isLValue() && object->getType()->isRecordType() &&
      !isContainer(object->getType()) && !classIs(libraryTemplate(object->getType()), ClassFact::List))
    unknownCall("what '" + textOf(object, source.ast) + "' refers to is not known", object);
}

/// `begin()` may return a pointer to what its body names; otherwise the loop may touch the object itself, and
/// if the object leads to other memory, the memory that the loop touches is not known.
void AccessReader::readElementsOfUser(const CXXForRangeStmt* range, const Expr* object,
                                      const std::optional<AccessPath>& place,
                                      llvm::function_ref<void(const AccessPath&)> touch) {
  const auto* begin =
      range->getBeginStmt() ? dyn_cast<VarDecl>(range->getBeginStmt()->getSingleDecl()) : nullptr;
  auto first = begin && begin->getInit() && begin->getType()->isPointerType()
                   ? places.readPointer(begin->getInit())
                   : std::nullopt;
  if (first && !first->subscripts.empty()) {
    readIndices(*first);
    first->subscripts.back() = std::nullopt;
    return touch(*first);
  }
  readExpression(object, Mode::Read);
  const bool isOwn = place && !leadsElsewhere(strip(object)->getType().getNonReferenceType());
  const QualType type = range->getLoopVariable()->getType();
  const bool writes = type->isReferenceType() && !type->getPointeeType().isConstQualified();
  if (isOwn && !place->subscripts.empty())
    recorder.record(*place, writes ? Mode::Update : Mode::Read, strip(object), here);
  else if (isOwn && !writes)
    recorder.copied(place->root, object, here);
  else
    unknownCall("what '" + textOf(object, source.ast) + "' refers to is not known", object);
}

void AccessReader::inside(int index, Body body) {
  const int outer = here.loop;
  here.loop = index;
  from(labelled, nest.loops[index].stmt, body);
  here.loop = outer;
}

}  // namespace appyl
