#include "loops/accesses.h"

#include "loops/access_recorder.h"
#include "loops/calls.h"
#include "loops/canonical.h"
#include "loops/changes.h"
#include "loops/extremes.h"
#include "loops/jumps.h"
#include "loops/moving.h"
#include "loops/updates.h"

#include <llvm/ADT/ScopeExit.h>

namespace appyl {
namespace {

using namespace clang;

class AccessReader {
 public:
  AccessReader(LoopNest& nest, SymbolReader& symbols, const Directives& directives, ASTContext& context,
               Diagnostics& diags, std::vector<std::string>& paths)
      : nest(nest),
        symbols(symbols),
        directives(directives),
        context(context),
        diags(diags),
        places(symbols, context),
        moving(nest, symbols, directives, context),
        recorder(nest, symbols, context, paths) {}

  bool run(const ForStmt* root) {
    hasInstances = directives.instances.count(directives.of(root)) != 0;
    readLoop(root, -1, /*perfect=*/false);
    for (const auto& [variable, look] : atomicLooks)
      if (atomicUpdates.count(variable))
        unknownCall("the order of the iterations decides what is read of the atomic '" +
                        variable->getNameAsString() + "'",
                    look);
    return good;
  }

 private:
  LoopNest& nest;
  SymbolReader& symbols;
  const Directives& directives;
  ASTContext& context;
  Diagnostics& diags;
  PlaceReader places;
  MoveReader moving;
  AccessRecorder recorder;
  Position here;  // of the walk

  bool hasInstances = false;  // of the template around
  bool good = true;
  std::vector<const FunctionDecl*> callees;  // that are being walked through
  std::map<const ValueDecl*, const Expr*> atomicLooks;
  std::set<const ValueDecl*> atomicUpdates;

  // --- statements
  // -----------------------------------------------------------------------------------------------------------

  void readStatement(const Stmt* statement) {
    if (!statement) return;
    statement = directives.strip(statement);
    noteUpdate(statement);
    if (isa<LabelStmt, SwitchCase>(statement)) forgetAssigned();
    if (const auto* expression = dyn_cast<Expr>(statement)) return readWhole(expression);
    if (const auto* compound = dyn_cast<CompoundStmt>(statement)) return readCompound(compound);
    if (const auto* branch = dyn_cast<IfStmt>(statement)) return readIf(branch);
    if (const auto* inner = dyn_cast<ForStmt>(statement))
      return readLoop(inner, here.loop, isWholeBody(inner));
    if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(statement)) return readOtherLoop(statement);
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) return readDeclaration(declaration);
    if (const auto* result = dyn_cast<ReturnStmt>(statement); result && returned != Mode::Read)
      return readReturned(result->getRetValue());
    if (const auto* choice = dyn_cast<SwitchStmt>(statement)) {
      readStatement(choice->getInit());
      readStatement(choice->getConditionVariableDeclStmt());
      readWhole(choice->getCond());
      return guarded({}, false, [&] { readStatement(choice->getBody()); });
    }
    for (const Stmt* child : statement->children()) {
      readStatement(child);
      if (child) forgetChanged(child);
    }
  }

  /// An expression that is no part of another one. What it changes somewhere inside is not known in any of
  /// it; where it is an assignment as a whole, the target gets its value at the end.
  void readWhole(const Expr* expression) {
    const auto assignment = asAssignment(expression);
    const ValueDecl* target = assignment ? namedVariable(assignment->target) : nullptr;
    const Moves moves = moving.of(expression);
    for (const ValueDecl* variable : modifiedVariables(expression, directives))
      if (isIn(moves, variable))
        continue;  // its one mention is of the value before
      else if (variable != target || (assignment->value && mentionsChange(assignment->value, target)))
        forget(variable);
    readExpression(expression, Mode::Read);
    goOn(moves);
  }

  static bool isIn(const Moves& moves, const ValueDecl* variable) {
    const auto* local = dyn_cast<VarDecl>(variable);
    return local && moves.count(local);
  }

  void goOn(const Moves& moves) {
    for (const auto& [variable, amount] : moves) move(variable, stateOf(variable), amount);
  }

  /// What is known of a variable that moves.
  struct State {
    std::optional<Polynomial> value;  // of a number
    std::optional<Place> place;       // of a pointer
  };
  State stateOf(const VarDecl* variable) const {
    const bool isPointer = variable->getType()->isPointerType();
    return {isPointer ? std::nullopt : symbols.valueOf(variable),
            isPointer ? places.placeOf(variable) : std::nullopt};
  }

  /// From here on it is `amount` beyond what it was.
  void move(const VarDecl* variable, State from, const std::optional<Polynomial>& amount) {
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

  /// What the caller changes through the reference that it is given.
  void readReturned(const Expr* value) {
    for (const ValueDecl* variable : modifiedVariables(value, directives)) forget(variable);
    const ValueDecl* variable = namedVariable(value);
    const auto place = places.readLvalue(value);
    const bool isElement = place && (!place->subscripts.empty() || !place->path.empty());
    if (variable && !isElement)
      unknownCall("what '" + textOf(value, context) + "' refers to is not known", value);
    readExpression(value, returned);
  }

  bool mentionsChange(const Expr* expression, const ValueDecl* variable) const {
    return modifiedVariables(expression, directives).count(variable) != 0;
  }

  void forget(const ValueDecl* variable) {
    symbols.forget(variable);
    places.forget(variable);
  }

  void forgetAssigned() {
    symbols.forgetAssigned();
    places.forgetAssigned();
  }

  /// `cases`: what an inexact condition comes to all the same.
  template <class Body>
  void guarded(const std::vector<Constraint>& conditions, bool exact, Body body,
               const std::optional<Cases>& cases = std::nullopt) {
    const Position outer = here;
    addGuards(conditions, exact, cases);
    body();
    here = outer;
  }

  void addGuards(const std::vector<Constraint>& conditions, bool exact, const std::optional<Cases>& cases) {
    here.guards.insert(here.guards.end(), conditions.begin(), conditions.end());
    here.guardsExact &= exact;
    if (!exact) here.cases = here.cases && cases ? both(*here.cases, *cases) : std::nullopt;
  }

  /// After `if (condition) continue;` the rest of the block runs under the opposite condition.
  void readCompound(const CompoundStmt* compound) {
    const Position outer = here;
    for (const Stmt* each : compound->body()) {
      readStatement(each);
      noteValue(each);
      const Stmt* statement = directives.strip(each);
      const auto* branch = dyn_cast<IfStmt>(statement);
      const bool skips = branch && !branch->getElse() && isContinue(branch->getThen());
      const Expr* asserted = assertedBy(statement);
      if (skips || asserted) {
        bool exact = true;
        const Expr* condition = skips ? branch->getCond() : asserted;
        auto conditions = symbols.readCondition(condition, !skips, exact);
        for (Constraint& each : conditions) each.asserted = !skips;
        addGuards(conditions, exact, exact ? std::nullopt : symbols.readCases(condition, !skips));
      } else if (leavesIteration(statement) || mayNotReturn(statement)) {
        addGuards({}, false, std::nullopt);
      }
    }
    here = outer;
  }

  /// After `row = a + i * m;` the variable means that, until something changes it again.
  void noteValue(const Stmt* statement) {
    const Stmt* plain = directives.strip(statement);
    const Moves moves = moving.of(plain);
    for (const ValueDecl* variable : modifiedVariables(statement, directives))
      if (!isIn(moves, variable) && !(plain == lastRead && keptBy.count(variable))) forget(variable);
    const auto* expression = dyn_cast<Expr>(plain);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    const auto* variable = assignment && assignment->op == BO_Assign
                               ? dyn_cast_or_null<VarDecl>(namedVariable(assignment->target))
                               : nullptr;
    if (!variable || variable->hasGlobalStorage()) return;
    if (variable->getType()->isIntegerType())
      symbols.assign(variable, assignment->value);
    else if (variable->getType()->isPointerType())
      places.assign(variable, assignment->value);
  }

  const Stmt* lastRead = nullptr;     // of loops and branches
  std::set<const ValueDecl*> keptBy;  // what it changes, and what is known all the same

  void forgetChanged(const Stmt* statement) {
    for (const ValueDecl* variable : modifiedVariables(statement, directives)) forget(variable);
  }

  void readIf(const IfStmt* branch) {
    readStatement(branch->getInit());
    readStatement(branch->getConditionVariableDeclStmt());
    readWhole(branch->getCond());
    const bool joins = !hasSideEffects(branch->getCond(), context) && goesOn(branch->getThen()) &&
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

  using Values = std::map<const ValueDecl*, Polynomial>;

  std::set<const ValueDecl*> changedBy(const IfStmt* branch) const {
    std::set<const ValueDecl*> changed = modifiedVariables(branch->getThen(), directives);
    if (branch->getElse()) changed.merge(modifiedVariables(branch->getElse(), directives));
    return changed;
  }

  Values valuesOf(const std::set<const ValueDecl*>& variables) const {
    Values values;
    for (const ValueDecl* variable : variables)
      if (const auto value = symbols.valueOf(variable)) values[variable] = *value;
    return values;
  }

  void setAll(const Values& values) {
    for (const auto& [variable, value] : values) symbols.setValue(variable, value);
  }

  static bool goesOn(const Stmt* branch) { return !mayEndEarly(branch) && !leavesIteration(branch); }

  void readBranch(const Stmt* branch) {
    readStatement(branch);
    if (!isa<CompoundStmt>(directives.strip(branch))) noteValue(branch);
  }

  /// After `if (k < 0) k += n;` it is one of both.
  void join(const Expr* condition, const Values& before, const Values& yes, const Values& no) {
    setAll(before);  // the condition speaks of them
    Values joined;
    for (const auto& [variable, value] : yes)
      if (const auto other = no.find(variable); other != no.end())
        if (const auto both = symbols.choose(condition, value, other->second)) joined[variable] = *both;
    for (const auto& [variable, value] : before) forget(variable);
    setAll(joined);
    for (const auto& [variable, value] : joined) keptBy.insert(variable);
  }

  template <class Read>
  void whereHolds(const Expr* condition, bool value, Read read) {
    bool exact = true;
    const auto constraints = symbols.readCondition(condition, value, exact);
    guarded(constraints, exact, read, exact ? std::nullopt : symbols.readCases(condition, value));
  }

  /// `auto [at, weight] = pair`: parts of a copy, which std::get refers to.
  void ownParts(const DecompositionDecl* parts) {
    if (parts->getType()->isReferenceType() || parts->hasGlobalStorage()) return;
    for (const BindingDecl* binding : parts->bindings()) {
      const VarDecl* part = binding->getHoldingVar();
      const QualType type = binding->getType();
      if (!part || type->isReferenceType() || type->isPointerType() || refersToOthers(type)) continue;
      recorder.scopes[part] = here.loop;
      recorder.temporaries.insert(part);
    }
  }

  void readDeclaration(const DeclStmt* declaration) {
    for (const Decl* declared : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(declared);
      if (!variable) continue;
      if (variable->isStaticLocal() && !variable->getType().isConstQualified())
        unknownCall("all iterations share the static '" + variable->getNameAsString() + "'",
                    callees.empty() ? variable->getInit() : outermostCall);
      if (!variable->hasGlobalStorage()) recorder.scopes[variable] = here.loop;
      if (const auto* parts = dyn_cast<DecompositionDecl>(variable)) ownParts(parts);
      readDestructor(variable);
      const Expr* init = variable->getInit();
      if (!init) continue;
      const Moves moves = declaration->isSingleDecl() ? moving.of(declaration) : Moves();
      for (const ValueDecl* changed : modifiedVariables(init, directives))
        if (!isIn(moves, changed)) forget(changed);
      symbols.declare(variable);
      const auto finish = llvm::make_scope_exit([&] { goOn(moves); });
      if (const auto parts = places.declareView(variable)) {
        for (const Expr* part : *parts) readExpression(part, Mode::Read);
        continue;
      }
      // An alias of an element is no access to it; its subscripts are.
      const bool isReference = variable->getType()->isReferenceType();
      const auto alias = isReference                            ? places.readLvalue(init)
                         : variable->getType()->isPointerType() ? places.readPointer(init)
                                                                : std::nullopt;
      if ((isReference && init->isLValue()) || (alias && !symbols.isModified(variable)))
        places.declare(variable, alias);
      if (alias && (isReference || !symbols.isModified(variable))) {
        for (const Expr* index : alias->indices) readExpression(index, Mode::Read);
        continue;
      }
      if (variable->getType()->isPointerType()) places.assign(variable, init);
      if (alias && !places.placeOf(variable))  // what it points to may be anything in there
        recorder.recordWhole(*alias, Mode::Update, init,
                             "the pointer '" + variable->getNameAsString() + "' moves", here);
      readExpression(init, Mode::Read);
    }
  }

  /// What runs at the end of the variable's life.
  void readDestructor(const VarDecl* variable) {
    const auto* record = variable->getType()->getAsCXXRecordDecl();
    const CXXDestructorDecl* destructor =
        record && record->hasDefinition() ? record->getDestructor() : nullptr;
    if (!destructor || !destructor->isUserProvided() ||
        context.getSourceManager().isInSystemHeader(destructor->getLocation()))
      return;
    const FunctionDecl* definition = nullptr;
    const bool isEmpty = destructor->hasBody(definition) && isa<CompoundStmt>(definition->getBody()) &&
                         cast<CompoundStmt>(definition->getBody())->body_empty();
    if (!isEmpty && variable->getInit())
      unknownCall("what the destructor of '" + variable->getNameAsString() + "' does is not followed",
                  variable->getInit());
  }

  // --- loops
  // ----------------------------------------------------------------------------------------------------------------

  /// Is `inner` all that the body of the current loop does?
  bool isWholeBody(const Stmt* inner) const {
    if (here.loop < 0) return false;
    const Stmt* body = directives.strip(nest.loops[here.loop].body);
    while (const auto* compound = dyn_cast<CompoundStmt>(body)) {
      if (compound->size() != 1) return false;
      body = directives.strip(compound->body_front());
    }
    return body == inner;
  }

  void readLoop(const ForStmt* statement, int parent, bool perfect) {
    const Directive* directive =
        callees.empty() ? directives.of(statement) : nullptr;  // annotated loops of a callee run sequentially
    const bool annotated = directive != nullptr;
    auto canonical = readCanonicalLoop(statement, directives, context, annotated ? &diags : nullptr);
    auto counted = canonical || annotated ? std::nullopt : readCountedLoop(statement, directives, context);
    if (!canonical && !counted) {
      good &= !annotated;
      return readOtherLoop(statement);
    }
    Loop loop = canonical ? *canonical : counted->loop;
    loop.parent = parent;
    loop.directive = directive;
    loop.parallel = directive && directive->find(ClauseKind::Parallel);
    loop.perfect = perfect && canonical;
    loop.first = readFirst(loop);
    loop.end = symbols.read(loop.bound);
    if (!loop.step) loop.stepSize = readStepSize(loop);
    readExpression(loop.lower, Mode::Read);
    readExpression(loop.bound, Mode::Read);
    if (loop.stepExpr) readExpression(loop.stepExpr, Mode::Read);
    const int index = static_cast<int>(nest.loops.size());
    const VarDecl* counter = loop.counter;
    loop.symbol = symbols.addCounter(counter, index, loop.counted);
    if (loop.declaresCounter) recorder.scopes[counter] = index;
    // To all others it is a loop that is not canonical, about which only the proof knows more.
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
      for (const auto& [variable, amount] : moves)
        move(variable, before[variable], count ? multiply(amount, *count) : std::nullopt);
    }
    lastRead = statement;
    keptBy.clear();
    for (const auto& [variable, amount] : moves) keptBy.insert(variable);
  }

  static std::optional<Polynomial> turnOf(const Loop& loop) {
    if (!loop.canonical || !loop.first || !loop.step || std::abs(*loop.step) != 1) return std::nullopt;
    const Polynomial counter = Polynomial::symbol(loop.symbol);
    return *loop.step > 0 ? subtract(counter, *loop.first) : subtract(*loop.first, counter);
  }

  /// Beside the counter's own: it holds in the body, and decides exactly which iterations there are where it
  /// cannot hold again once it has failed.
  void readFurtherCondition(const Expr* condition, const Loop& loop) {
    guarded({}, false, [&] { readExpression(condition, Mode::Read); });
    bool exact = true;
    const auto constraints = symbols.readCondition(condition, true, exact);
    exact &= !constraints.empty();
    for (const Constraint& constraint : constraints) {
      const auto factor = constraint.condition.coefficient(loop.symbol);
      const auto sign = factor ? factor->constant() : std::nullopt;
      exact &= sign && (*sign == 0 || (!constraint.equality && (*sign < 0) != loop.descending)) &&
               symbols.isOfCounters(constraint.condition);
    }
    addGuards(constraints, exact, std::nullopt);
  }

  /// The s of `i += s` and of `i -= s`, where the comparison says that it is positive.
  std::optional<Polynomial> readStepSize(const Loop& loop) {
    const bool isSaid = loop.comparison != Comparison::NotEqual && loop.descending == loop.subtracts;
    if (!isSaid || !loop.stepExpr) return std::nullopt;
    // No step of a signed counter leaves its type.
    const QualType type = loop.counter->getType();
    const auto size =
        type->isSignedIntegerType() ? symbols.read(loop.stepExpr) : symbols.readAs(loop.stepExpr, type);
    return size && symbols.isOfParameters(*size) ? size : std::nullopt;
  }

  /// The counter's first value; nullopt where its type may not hold it.
  std::optional<Polynomial> readFirst(const Loop& loop) {
    const QualType type = loop.counter->getType();
    auto first = symbols.readAs(loop.lower, type);
    const bool isNegative = first && type->isUnsignedIntegerType() && !isNonNegative(nest, *first);
    return isNegative ? std::nullopt : first;
  }

  void readOtherLoop(const Stmt* statement) {
    lastRead = nullptr;
    Loop other;
    other.stmt = statement;
    other.parent = here.loop;
    const int index = static_cast<int>(nest.loops.size());
    if (const auto* plain = dyn_cast<ForStmt>(statement)) {
      other.body = plain->getBody();
      readStatement(plain->getInit());
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
  void readRange(const CXXForRangeStmt* range, int index) {
    const VarDecl* variable = range->getLoopVariable();
    recorder.scopes[variable] = index;
    const QualType type = variable->getType();
    const bool writes = type->isReferenceType() && !type->getPointeeType().isConstQualified();
    if (auto place = places.readLvalue(range->getRangeInit())) {
      place->subscripts.push_back(std::nullopt);
      place->path += "[]";
      recorder.recordWhole(*place, writes ? Mode::Update : Mode::Read, range->getRangeInit(),
                           "a range-based 'for' over '" + textOf(range->getRangeInit(), context) + "'", here);
    } else {
      readExpression(range->getRangeInit(), Mode::Read);
    }
    readStatement(range->getBody());
  }

  template <class Body>
  void inside(int index, Body body) {
    const int outer = here.loop;
    here.loop = index;
    body();
    here.loop = outer;
  }

  // --- expressions
  // ----------------------------------------------------------------------------------------------------------

  void noteUpdate(const Stmt* statement) {
    const auto* whole = dyn_cast<Expr>(statement);
    if (whole && asAssignment(whole) && isValueUsed(whole, context)) return;
    if (const auto update = asUpdate(statement, context, directives))
      for (const Expr* mention : update->mentions)
        recorder.updateMentions.emplace(mention, update->op);  // an `if` before the assignment inside it
  }

  void readExpression(const Expr* expression, Mode mode) {
    if (!expression) return;
    expression = strip(expression);
    if (const auto* byDefault = dyn_cast<CXXDefaultArgExpr>(expression))
      return readExpression(byDefault->getExpr(), Mode::Read);
    if (namedVariable(expression) && isTile(expression->getType()) && refersToOthers(expression->getType()))
      return unknownCall("what '" + textOf(expression, context) + "' refers to is not known", expression);
    noteUpdate(expression);
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression); call && isOwnAssignment(call))
      return readCall(call);
    if (const auto assignment = asAssignment(expression)) {
      if (isAtomic(strip(assignment->target)->getType()))
        noteAtomic(assignment->target, expression, /*updates=*/true,
                   assignment->op == BO_Assign || isValueUsed(expression, context));
      if (assignment->value) readExpression(assignment->value, Mode::Read);
      return readExpression(assignment->target, assignment->op == BO_Assign ? Mode::Write : Mode::Update);
    }
    if (const auto place = places.readLvalue(expression);
        place && (!place->subscripts.empty() || !place->path.empty())) {
      recorder.record(*place, mode, expression, here);
      for (const Expr* index : place->indices) readExpression(index, Mode::Read);
      return;
    }
    if (isUnfollowed(expression, mode) || (mode != Mode::Read && isUnknownAlias(expression)))
      unknownCall("what '" + textOf(expression, context) + "' refers to is not known", expression);
    if (const auto* call = dyn_cast<CallExpr>(expression)) return readCall(call, mode);
    if (const auto* construct = dyn_cast<CXXConstructExpr>(expression)) {
      for (unsigned k = 0; k < construct->getNumArgs(); ++k) {
        const unsigned parameters = construct->getConstructor()->getNumParams();
        readArgument(construct->getArg(k),
                     k < parameters ? construct->getConstructor()->getParamDecl(k)->getType() : QualType());
      }
      return;
    }
    if (const auto* statements = dyn_cast<StmtExpr>(expression))
      return readStatement(statements->getSubStmt());
    if (const auto* comma = dyn_cast<BinaryOperator>(expression); comma && comma->getOpcode() == BO_Comma) {
      readExpression(comma->getLHS(), Mode::Read);
      return readExpression(comma->getRHS(), mode);
    }
    if (const auto* lambda = dyn_cast<LambdaExpr>(expression))
      for (const LambdaCapture& capture : lambda->captures())
        if (lambda->isInitCapture(&capture) && capture.getCaptureKind() == LCK_ByCopy)
          if (const auto* own = dyn_cast<VarDecl>(capture.getCapturedVar())) recorder.scopes[own] = here.loop;
    if (isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(expression)) return;  // read where it is called
    if (const auto* conditional = dyn_cast<AbstractConditionalOperator>(expression)) {
      readExpression(conditional->getCond(), Mode::Read);
      whereHolds(conditional->getCond(), true, [&] { readExpression(conditional->getTrueExpr(), mode); });
      whereHolds(conditional->getCond(), false, [&] { readExpression(conditional->getFalseExpr(), mode); });
      return;
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isLogicalOp()) {
      readExpression(binary->getLHS(), Mode::Read);
      whereHolds(binary->getLHS(), binary->getOpcode() == BO_LAnd,
                 [&] { readExpression(binary->getRHS(), Mode::Read); });
      return;
    }
    if (isa<UnaryOperator>(expression) && cast<UnaryOperator>(expression)->getOpcode() == UO_AddrOf)
      if (auto place = places.readPointer(expression))
        return recorder.recordWhole(*place, Mode::Update, expression,
                                    "the address '" + textOf(expression, context) + "' is passed on", here);
    for (const Stmt* child : expression->children())
      if (const auto* part = dyn_cast_or_null<Expr>(child)) readExpression(part, Mode::Read);
  }

  /// An assignment operator that the user wrote does what its body does.
  bool isOwnAssignment(const CXXOperatorCallExpr* call) const {
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    return method && asAssignment(call) && method->isUserProvided() && method->hasBody() &&
           !context.getSourceManager().isInSystemHeader(method->getLocation()) && !isOfArrayLanguage(method);
  }

  /// Memory that no place could be made of: behind an iterator, a pointer of unknown origin, a reference that
  /// a call returns.
  bool isUnfollowed(const Expr* expression, Mode mode) const {
    if (expression->isTypeDependent()) return false;
    if (const auto* unary = dyn_cast<UnaryOperator>(expression))
      return unary->getOpcode() == UO_Deref && !isa<CXXThisExpr>(strip(unary->getSubExpr()));
    if (const auto* member = dyn_cast<MemberExpr>(expression))
      return member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase())) &&
             isa<FieldDecl>(member->getMemberDecl());
    if (isa<ArraySubscriptExpr>(expression)) return true;
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expression)) {
      const bool isAccess = call->getOperator() == OO_Star || call->getOperator() == OO_Arrow ||
                            call->getOperator() == OO_Subscript;
      if (isAccess && call->getNumArgs() <= 2 && (call->isLValue() || call->getOperator() == OO_Arrow))
        return true;
    }
    const auto* call = dyn_cast<CallExpr>(expression);
    return mode != Mode::Read && call && !isReadThrough(call);
  }

  /// A function of the user's that gives a reference, and whose body says to what.
  bool isReadThrough(const CallExpr* call) const {
    const FunctionDecl* callee = call->getDirectCallee();
    return callee && call->isLValue() && isOurs(callee) && callee->hasBody() && !isOfArrayLanguage(callee);
  }

  bool isOurs(const FunctionDecl* callee) const {
    return !callee->isInStdNamespace() && !callee->getBuiltinID() &&
           !context.getSourceManager().isInSystemHeader(callee->getLocation());
  }

  /// In a template without an instance, in which it would be looked into: a call of what only the template's
  /// arguments decide.
  bool isOpenCall(const CallExpr* call) const {
    if (!call->isTypeDependent() || hasInstances) return false;
    const Expr* callee = strip(call->getCallee());
    if (const auto* lookup = dyn_cast<UnresolvedLookupExpr>(callee))
      return llvm::any_of(lookup->decls(), [](const NamedDecl* each) {
        const auto* function = each->getUnderlyingDecl()->getAsFunction();
        return function && !function->isInStdNamespace() && !function->getBuiltinID() &&
               !isOfArrayLanguage(function);
      });
    static const std::set<std::string> known = {"size", "data",   "begin",  "end",
                                                "at",   "extent", "stride", "empty"};
    return isa<CXXDependentScopeMemberExpr>(callee) && !known.count(calleeName(call));
  }

  /// A reference of the nest to what a call gives.
  bool isUnknownAlias(const Expr* expression) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(expression));
    return variable && places.isUnknown(variable) && isa<CallExpr>(strip(variable->getInit()));
  }

  /// `mode`: of what the reference that it returns names.
  void readCall(const CallExpr* call, Mode mode = Mode::Read) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee) {
      if (const CXXMethodDecl* own = openLambda(call)) return readCallee(call, own, nullptr, 0);
      for (const Expr* argument : call->arguments()) readArgument(argument, QualType());
      if (const auto* member = dyn_cast<MemberExpr>(strip(call->getCallee())))
        readExpression(member->getBase(), Mode::Read);
      if (isOpenCall(call))
        unknownCall("what '" + textOf(call->getCallee(), context) +
                        "' does depends on the arguments of the template, which has no instance here",
                    call);
      if (!call->isTypeDependent() && !call->isValueDependent())
        unknownCall("a call through '" + textOf(call->getCallee(), context) + "' is not followed", call);
      return;
    }
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
    const Expr* object = shift ? call->getArg(0)
                         : isa<CXXMemberCallExpr>(call)
                             ? cast<CXXMemberCallExpr>(call)->getImplicitObjectArgument()
                             : nullptr;
    if (object && isAtomic(strip(object)->getType())) {
      const std::string name = calleeName(call);
      const bool looks = name == "load" || isa_and_nonnull<CXXConversionDecl>(method);
      const bool updates = llvm::StringRef(name).starts_with("fetch_");
      noteAtomic(object, call, !looks, !looks && (!updates || isValueUsed(call, context)));
    }
    const FunctionDecl* definition = nullptr;
    if (isVirtualCall(call))
      unknownCall("which '" + callee->getNameAsString() + "' a virtual call runs is not known", call);
    if (isOfArrayLanguage(callee)) return readTileCall(call);
    if (isOurs(callee) && callee->hasBody(definition) && !definition->isDefaulted()) {
      const Mode outer = std::exchange(returned, call->isLValue() ? mode : Mode::Read);
      readCallee(call, definition, object, shift);
      returned = outer;
      return;
    }
    if (object) readObject(call, method, object);
    for (unsigned k = shift; k < call->getNumArgs(); ++k)
      readArgument(call->getArg(k), k - shift < callee->getNumParams()
                                        ? callee->getParamDecl(k - shift)->getType()
                                        : QualType());
    const CallEffect effect = effectOf(callee, directives, context);
    nest.callsAnnotated |= effect.runsAnnotatedLoops;
    if (!effect.unknown.empty()) unknownCall(effect.unknown, call);
  }

  /// Updates of an atomic may come in any order, as long as nobody looks at what it was in between.
  void noteAtomic(const Expr* object, const Expr* expression, bool updates, bool dependsOnOrder) {
    const ValueDecl* root = rootVariable(object);
    if (root && recorder.scopes.count(root)) return;
    if (dependsOnOrder)
      unknownCall("the order of the iterations decides what '" + textOf(expression, context) + "' gives",
                  expression);
    if (root && updates) atomicUpdates.insert(root);
    if (root && !updates) atomicLooks.emplace(root, expression);
  }

  /// What the functions of the array language do is known: they read their arguments; `store` and the atomic
  /// ones write the first of them. A view without slices stands for all of its elements.
  void readTileCall(const CallExpr* call) {
    static const std::set<std::string> sizes = {"extent", "stride", "size", "shape",
                                                "steps",  "data",   "lanes"};
    const std::string name = calleeName(call);
    const bool isWriter = llvm::StringRef(name).starts_with("atomic_") || name == "store";
    if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
      if (sizes.count(name)) return;
      readTileArgument(member->getImplicitObjectArgument(), Mode::Read, call);
    }
    const std::size_t before = nest.accesses.size();
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      readTileArgument(call->getArg(k), isWriter && k == 0 ? Mode::Update : Mode::Read, call);
    if (isWriter && name != "store" && !isTile(strip(call->getArg(0))->getType()))
      for (std::size_t k = before; k < nest.accesses.size(); ++k)
        nest.accesses[k].atomic = nest.accesses[k].expr == strip(call->getArg(0));
    if (name == "map" && call->getNumArgs() > 0) readCallable(call->getArg(0), call);
  }

  /// What `map` calls: it may read what it has copied, and change nothing but that.
  void readCallable(const Expr* callable, const Expr* call) {
    const auto* function = namedFunction(callable);
    const CXXRecordDecl* record = strip(callable)->getType()->getAsCXXRecordDecl();
    const auto refers = [](const LambdaCapture& each) {
      return each.getCaptureKind() != LCK_ByCopy || refersToOthers(each.getCapturedVar()->getType());
    };
    bool isKnown = function != nullptr;
    if (record && record->isLambda()) {
      isKnown = llvm::none_of(record->captures(), refers);
      function = record->getLambdaCallOperator();
    } else if (record && record->hasDefinition() && !refersToOthers(strip(callable)->getType())) {
      for (const CXXMethodDecl* method : record->methods())
        if (method->getOverloadedOperator() == OO_Call) function = method, isKnown = true;
    }
    const CallEffect effect = isKnown ? effectOf(function, directives, context) : CallEffect();
    if (!isKnown || !effect.unknown.empty())
      unknownCall(isKnown ? effect.unknown : "what 'map' calls refers to memory", call);
  }

  static const FunctionDecl* namedFunction(const Expr* expression) {
    const auto* reference = dyn_cast<DeclRefExpr>(strip(expression));
    return reference ? dyn_cast<FunctionDecl>(reference->getDecl()) : nullptr;
  }

  void readTileArgument(const Expr* argument, Mode mode, const Expr* call) {
    const QualType type = strip(argument)->getType().getNonReferenceType();
    if (refersToOthers(type) && !isTile(type))
      unknownCall("any element of '" + textOf(argument, context) + "' may be touched", call);
    else
      readExpression(argument, mode);
  }

  void unknownCall(const std::string& why, const Expr* call) {
    recorder.unknown(why, callees.empty() ? call : outermostCall);
  }

  /// Walks through the body of a function whose definition is visible, its parameters standing for the
  /// arguments.
  void readCallee(const CallExpr* call, const FunctionDecl* definition, const Expr* object, unsigned shift) {
    const bool isRecursive = std::find(callees.begin(), callees.end(), definition) != callees.end();
    if (isRecursive && computesOnly(definition)) return;
    if (isRecursive || callees.size() > 5)
      return unknownCall(
          "'" + definition->getNameAsString() + "' calls itself, or too many functions one inside the other",
          call);
    const auto* method = dyn_cast<CXXMethodDecl>(definition);
    const bool isLambda = method && method->getParent()->isLambda();
    const bool isCurrent = !object || isLambda || places.isCurrentObject(object);
    std::optional<Place> owner;
    if (!isCurrent) {
      owner = places.readLvalue(object);
      if (!owner)
        owner = readTemporary(object, definition);
      else
        for (const Expr* index : owner->indices) readExpression(index, Mode::Read);
    }
    for (unsigned k = 0; k < definition->getNumParams() && k + shift < call->getNumArgs(); ++k) {
      const ParmVarDecl* parameter = definition->getParamDecl(k);
      const Expr* argument = call->getArg(k + shift);
      recorder.scopes[parameter] = here.loop;
      const bool refers = parameter->getType()->isPointerType() || parameter->getType()->isReferenceType();
      const bool bound = places.bind(parameter, argument);
      if (!bound && strip(argument)->isPRValue() && !refersToOthers(parameter->getType()))
        recorder.temporaries.insert(parameter);
      if (!bound || !refers)
        readExpression(argument,
                       mayChange(parameter) && isa<CallExpr>(strip(argument)) ? Mode::Update : Mode::Read);
      else if (const auto place = parameter->getType()->isPointerType() ? places.readPointer(argument)
                                                                        : places.readLvalue(argument))
        for (const Expr* index : place->indices) readExpression(index, Mode::Read);
    }
    if (callees.empty()) outermostCall = call;
    if (isLambda)
      for (const LambdaCapture& capture : method->getParent()->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy &&
            !(capture.getCapturedVar()->isInitCapture() && recorder.scopes.count(capture.getCapturedVar())) &&
            symbols.isModified(capture.getCapturedVar()) && !symbols.isCounter(capture.getCapturedVar()))
          unknownCall(
              "the lambda has a copy of '" + capture.getCapturedVar()->getNameAsString() + "', which changes",
              call);
    callees.push_back(definition);
    // Changes of an element, `a[i].add(x)`, are accesses of their own.
    const bool isOwnObject = owner && ((recorder.scopes.count(owner->root) && !owner->throughPointer) ||
                                       !owner->subscripts.empty());
    if (const std::string changed = sharedChange(definition, isOwnObject); !changed.empty())
      unknownCall("'" + definition->getNameAsString() + "' changes '" + changed + "'", call);
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      nest.callsAnnotated |= directives.of(each) != nullptr;
      return true;
    });
    const auto outer = isCurrent ? std::optional<std::optional<Place>>() : std::optional(places.enter(owner));
    const bool runsAll = !returnsEarly(definition->getBody()) && !mayNotReturn(definition->getBody());
    guarded({}, runsAll, [&] { readStatement(definition->getBody()); });
    if (outer) places.enter(*outer);
    callees.pop_back();
  }
  const Expr* outermostCall = nullptr;

  static bool mayChange(const ParmVarDecl* parameter) {
    const QualType type = parameter->getType();
    return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  }

  Mode returned = Mode::Read;  // what becomes of the reference that the innermost of `callees` returns

  /// Touches no memory but its own variables.
  bool computesOnly(const FunctionDecl* definition) const {
    bool isPure = true;
    std::set<const FunctionDecl*> seen;
    const std::function<void(const FunctionDecl*)> look = [&](const FunctionDecl* function) {
      const FunctionDecl* body = nullptr;
      if (!seen.insert(function->getCanonicalDecl()).second || !function->hasBody(body)) return;
      for (const ParmVarDecl* parameter : body->parameters())
        isPure &= !parameter->getType()->isReferenceType() && !refersToOthers(parameter->getType());
      walk(body->getBody(), directives, [&](const Stmt* each) {
        const auto* reference = dyn_cast<DeclRefExpr>(each);
        const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
        isPure &= !(variable && variable->hasGlobalStorage() && !variable->getType().isConstQualified()) &&
                  !isa<CXXThisExpr>(each);
        if (const auto* call = dyn_cast<CallExpr>(each))
          if (const FunctionDecl* callee = call->getDirectCallee()) look(callee);
        return isPure;
      });
    };
    look(definition);
    return isPure;
  }

  /// The object of a call that has no name: its members are the call's own.
  Place readTemporary(const Expr* object, const FunctionDecl* definition) {
    readExpression(object, Mode::Read);
    if (refersToOthers(strip(object)->getType()) || strip(object)->isLValue())
      unknownCall("what '" + textOf(object, context) + "' refers to is not known", object);
    Place own;
    own.root = definition;
    recorder.scopes[definition] = here.loop;
    recorder.temporaries.insert(definition);
    return own;
  }

  /// A global, or a member of an object that the iterations share, to which the function assigns.
  std::string sharedChange(const FunctionDecl* definition, bool isOwnObject) const {
    std::string changed;
    const auto* method = dyn_cast<CXXMethodDecl>(definition);
    const bool isLambda = method && method->getParent()->isLambda();
    std::set<const ValueDecl*> own(definition->param_begin(), definition->param_end());
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls())
          if (const auto* variable = dyn_cast<ValueDecl>(declared)) own.insert(variable);
      return true;
    });
    walk(definition->getBody(), directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      const ValueDecl* target = assignment ? namedVariable(assignment->target) : nullptr;
      const auto* variable = dyn_cast_or_null<VarDecl>(target);
      // What a lambda captured from outside the nest is seen nowhere else.
      const bool isCaptured = isLambda && variable && !own.count(variable) &&
                              (symbols.isHidden(variable) || !symbols.isModified(variable)) &&
                              !recorder.scopes.count(variable);
      if ((variable && variable->hasGlobalStorage()) || isCaptured ||
          (isa_and_nonnull<FieldDecl>(target) && !isOwnObject))
        changed = target->getNameAsString();
      return changed.empty();
    });
    return changed;
  }

  /// The object of a library's or an invisible member function: a const one reads it, another one may change
  /// it.
  void readObject(const CallExpr* call, const CXXMethodDecl* method, const Expr* object) {
    if (isa<CXXThisExpr>(strip(object))) return;
    const auto place = places.readLvalue(object);
    const std::string name = calleeName(call);
    static const std::set<std::string> harmless = {"size",   "extent", "data",  "begin", "end",
                                                   "cbegin", "cend",   "empty", "stride"};
    const bool isAssignment = isa<CXXOperatorCallExpr>(call) && asAssignment(call);
    const bool isPart = (name == "real" || name == "imag") && call->getNumArgs() == 0;
    const bool changes = method && !method->isConst() && !method->isStatic() && !harmless.count(name) &&
                         !isPart && !isAssignment;
    if (!place)
      return readExpression(object, changes && isa<CallExpr>(strip(object)) ? Mode::Update : Mode::Read);
    for (const Expr* index : place->indices) readExpression(index, Mode::Read);
    // How many elements there are changes only where the container itself does.
    const bool asksSize = harmless.count(name) && method && method->getParent()->isInStdNamespace() &&
                          !symbols.isModified(place->root);
    if (!asksSize && (!place->subscripts.empty() || !place->path.empty()))
      recorder.record(*place, changes ? Mode::Update : Mode::Read, strip(object), here);
    if (place->subscripts.empty() && (changes || name == "front" || name == "back")) {
      Place whole = *place;
      whole.subscripts.push_back(std::nullopt);
      whole.path += "[]";
      recorder.recordWhole(whole, changes ? Mode::Update : Mode::Read, object,
                           "'" + name + "' may change '" + textOf(object, context) + "'", here);
    }
  }

  /// `v.begin() + i` or `v` itself for a function that cannot be walked through: any element of `v` may be
  /// touched.
  bool readRange(const Expr* argument) {
    const Expr* object = nullptr;
    std::string name;
    walk(argument, directives, [&](const Stmt* each) {
      if (const auto* call = dyn_cast<CallExpr>(each); call && !object) {
        static const std::set<std::string> ranges = {"begin",  "end",  "cbegin",  "cend",
                                                     "rbegin", "rend", "crbegin", "crend"};
        name = calleeName(call);
        if (ranges.count(name))
          object = isa<CXXMemberCallExpr>(call) ? cast<CXXMemberCallExpr>(call)->getImplicitObjectArgument()
                   : call->getNumArgs() == 1    ? call->getArg(0)
                                                : nullptr;
      }
      return !object;
    });
    static const std::set<std::string> containers = {"vector",   "array",        "deque",
                                                     "valarray", "basic_string", "span"};
    const auto* record = argument->getType()->getAsCXXRecordDecl();
    const bool isContainer = !object && namedVariable(argument) && record && record->isInStdNamespace() &&
                             containers.count(record->getNameAsString());
    if (isContainer) object = argument;
    auto place = object ? places.readLvalue(object) : std::nullopt;
    if (!place) return false;
    const bool isConst =
        isContainer || llvm::StringRef(name).starts_with("c") || object->getType().isConstQualified();
    place->subscripts.push_back(std::nullopt);
    place->path += "[]";
    recorder.recordWhole(*place, isConst ? Mode::Read : Mode::Update, object,
                         "'" + textOf(argument, context) + "' is passed to a function", here);
    return true;
  }

  /// An argument of a function that cannot be walked through.
  void readArgument(const Expr* argument, QualType parameter) {
    const Expr* inner = strip(argument);
    const QualType type = inner->getType();
    if (type->isRecordType() && readRange(inner)) return;
    const bool isPointer = type->isPointerType() || type->isArrayType();
    if (isPointer && !isa<StringLiteral>(inner)) {
      const QualType target = parameter.isNull() ? type : parameter;
      const bool isConst = target->isPointerType() && target->getPointeeType().isConstQualified();
      if (const auto place = places.readPointer(inner)) {
        for (const Expr* index : place->indices) readExpression(index, Mode::Read);
        return recorder.recordWhole(*place, isConst ? Mode::Read : Mode::Update, inner,
                                    "'" + textOf(inner, context) + "' is passed to a function", here);
      }
      if (const auto* address = dyn_cast<UnaryOperator>(inner);
          address && address->getOpcode() == UO_AddrOf) {
        const Expr* object = strip(address->getSubExpr());
        if (const auto place = places.readLvalue(object); place && !place->subscripts.empty())
          recorder.record(*place, isConst ? Mode::Read : Mode::Update, object, here);
        else if (!place)
          readExpression(object, isConst ? Mode::Read : Mode::Update);
        return;  // a scalar: its own analysis follows it
      }
    }
    const bool isReference = !parameter.isNull() && parameter->isLValueReferenceType() &&
                             !parameter->getPointeeType().isConstQualified();
    const auto place = isReference ? places.readLvalue(inner) : std::nullopt;
    if (place && !place->subscripts.empty()) {
      recorder.record(*place, Mode::Update, inner, here);
      for (const Expr* index : place->indices) readExpression(index, Mode::Read);
      return;
    }
    if (place && namedVariable(inner) && !type->isScalarType() && !type->isDependentType()) {
      Place whole = *place;
      whole.subscripts.push_back(std::nullopt);
      whole.path += "[]";
      return recorder.recordWhole(whole, Mode::Update, inner,
                                  "'" + textOf(inner, context) + "' is passed by reference", here);
    }
    readExpression(argument, isReference && isa<CallExpr>(inner) ? Mode::Update : Mode::Read);
  }
};

}  // namespace

bool readAccesses(LoopNest& nest, const ForStmt* root, SymbolReader& symbols, const Directives& directives,
                  ASTContext& context, Diagnostics& diags, std::vector<std::string>& paths) {
  return AccessReader(nest, symbols, directives, context, diags, paths).run(root);
}

}  // namespace appyl
