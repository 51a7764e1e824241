#include "nest/access/accesses.h"

#include "nest/access/access_reader.h"
#include "nest/ast/array_types.h"
#include "nest/ast/calls.h"
#include "nest/ast/evaluated.h"
#include "nest/ast/implicit_calls.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/statics.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"

#include <llvm/ADT/ScopeExit.h>

namespace appyl {

using namespace clang;

bool AccessReader::run(const ForStmt* root) {
  hasInstances = source.directives.instances.count(source.directives.of(root)) != 0;
  noteElementTypes(root);
  std::set<const FunctionDecl*> seen;
  noteResizedTypes(root, seen);
  readLoop(root, -1, /*perfect=*/false);
  recorder.addSizes();
  recorder.addCopies();
  notePlainUses(root);
  for (const auto& [variable, operators] : atomicUpdates)
    if (operators.size() > 1)
      unknownCall("the atomic '" + variable->getNameAsString() + "' is updated by more than one operator",
                  nullptr);
  for (const auto& [variable, look] : atomicLooks)
    if (atomicUpdates.count(variable))
      unknownCall("the order of the iterations decides what is read of the atomic '" +
                      variable->getNameAsString() + "'",
                  look);
  return good;
}

void AccessReader::readStatement(const Stmt* statement) {
  if (!statement) return;
  statement = source.directives.strip(statement);
  noteUpdate(statement);
  if (isa<LabelStmt, SwitchCase>(statement)) {
    forgetAssigned();
    comeBy(statement);
  }
  if (const auto* expression = dyn_cast<Expr>(statement)) return readWhole(expression);
  if (const auto* compound = dyn_cast<CompoundStmt>(statement)) return readCompound(compound);
  if (const auto* branch = dyn_cast<IfStmt>(statement)) return readIf(branch);
  if (const auto* inner = dyn_cast<ForStmt>(statement)) return readLoop(inner, here.loop, isWholeBody(inner));
  if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(statement)) return readOtherLoop(statement);
  if (const auto* declaration = dyn_cast<DeclStmt>(statement)) return readDeclaration(declaration);
  if (const auto* result = dyn_cast<ReturnStmt>(statement); result && givesPlace)
    return readWayTo(result->getRetValue());
  if (const auto* result = dyn_cast<ReturnStmt>(statement); result && returned != Mode::Read)
    return readReturned(result->getRetValue());
  if (const auto* result = dyn_cast<ReturnStmt>(statement);
      result && !isObjectUsed && result->getRetValue()) {
    const auto* unary = dyn_cast<UnaryOperator>(result->getRetValue()->IgnoreParenImpCasts());
    if (unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(strip(unary->getSubExpr()))) return;
  }
  if (const auto* choice = dyn_cast<SwitchStmt>(statement)) return readSwitch(choice);
  for (const Stmt* child : statement->children()) {
    readStatement(child);
    if (child) forgetChanged(child);
  }
}

/// An expression that is no part of another one. Variables that it changes somewhere inside are unknown in
/// all of it; the target of an assignment as a whole gets its value at the end.
void AccessReader::readWhole(const Expr* expression) {
  const auto assignment = asAssignment(expression);
  const ValueDecl* target = assignment ? namedVariable(assignment->target) : nullptr;
  const Moves moves = moving.of(expression);
  for (const ValueDecl* variable : modifiedVariables(expression, source.directives))
    if (isIn(moves, variable))
      continue;  // its one mention is of the value before
    else if (variable != target || (assignment->value && mentionsChange(assignment->value, target)))
      forget(variable);
  readExpression(expression, Mode::Read);
  goOn(moves);
}

/// The value of a `return`: the caller may change the place that a returned reference names.
void AccessReader::readReturned(const Expr* value) {
  for (const ValueDecl* variable : modifiedVariables(value, source.directives)) forget(variable);
  const auto* unary = dyn_cast<UnaryOperator>(strip(value));
  const bool isObject =
      unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(strip(unary->getSubExpr()));
  for (const Expr* each : placesOf(value)) {  // `a > b ? a : b`
    const auto place = places.readLvalue(each);
    const bool isElement = place && (!place->subscripts.empty() || !place->path.empty());
    const bool isOwn = isObject && place && recorder.scopes.count(place->root);
    if ((namedVariable(each) || isObject) && !isElement && !isOwn)
      unknownCall("what '" + textOf(each, source.ast) + "' refers to is not known", each);
  }
  readExpression(value, returned);
}

/// Reads the subscripts and calls by which the place is found.
void AccessReader::readIndices(const AccessPath& place) {
  for (const Expr* index : place.indices) readExpression(index, Mode::Read);
  for (const CallExpr* call : place.readInside) {
    const FunctionDecl* definition = nullptr;
    const FunctionDecl* callee = call->getDirectCallee();
    (callee ? callee : openMember(call))->hasBody(definition);
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(definition) ? 1 : 0;
    const Expr* object = shift ? call->getArg(0) : objectOf(call);
    const bool outer = std::exchange(givesPlace, true);
    readCallee(call, definition, object, shift);
    givesPlace = outer;
  }
}

void AccessReader::readWayTo(const Expr* result) {
  const auto place =
      result->getType()->isPointerType() ? places.readPointer(result) : places.readLvalue(result);
  if (place) return readIndices(*place);
  readExpression(result, Mode::Read);
}

/// `m(i, j)`, whose body returns the value of one element and reads only numbers besides.
void AccessReader::noteCopied(const CallExpr* call, const FunctionDecl* definition, std::size_t before) {
  const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto* returned = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  if (!returned || !returned->getRetValue()) return;
  const Expr* value = strip(returned->getRetValue());
  const auto isElement = [](const Access& access) { return !access.subscripts.empty(); };
  const auto first = nest.accesses.begin() + static_cast<std::ptrdiff_t>(before);
  const auto element = std::find_if(first, nest.accesses.end(), isElement);
  if (std::count_if(first, nest.accesses.end(), isElement) == 1 && element->expr == value &&
      source.ast.hasSameUnqualifiedType(value->getType(), call->getType()))
    element->copiedBy = call;
}

void AccessReader::from(Entry& entry, const Stmt* within, Body body) {
  const Entry outer = entry;
  entry = {here, within};
  body();
  entry = outer;
}

namespace {

/// The values from `first` to `last` of `case 3:` or `case 1 ... 5:`.
struct CaseRange {
  std::int64_t first = 0, last = 0;
};

std::optional<CaseRange> rangeOfCase(const CaseStmt* section, const ASTContext& context) {
  const auto valueOf = [&](const Expr* value) -> std::optional<std::int64_t> {
    Expr::EvalResult result;
    if (!value || value->isValueDependent() || !value->EvaluateAsInt(result, context)) return std::nullopt;
    return result.Val.getInt().trySExtValue();
  };
  const auto first = valueOf(section->getLHS()),
             last = section->getRHS() ? valueOf(section->getRHS()) : first;
  return first && last && *first <= *last ? std::optional(CaseRange{*first, *last}) : std::nullopt;
}

/// low <= value <= high, without an end where there is none.
std::optional<std::vector<Constraint>> within(const Polynomial& value, std::optional<std::int64_t> low,
                                              std::optional<std::int64_t> high) {
  std::vector<Constraint> inside;
  const auto above = subtract(value, Polynomial(low.value_or(0))),
             below = subtract(Polynomial(high.value_or(0)), value);
  if (!above || !below) return std::nullopt;
  if (low && low == high) return std::vector<Constraint>{{*above, true}};
  if (low) inside.push_back({*above});
  if (high) inside.push_back({*below});
  return inside;
}

}  // namespace

/// When each section of the switch is run: the values of its labels, and of those that fall through to it.
/// Empty where a label stands deeper, or the value that chooses is no polynomial.
std::map<const SwitchCase*, AccessReader::Passing> AccessReader::sectionsOf(const SwitchStmt* choice) {
  const auto* body = dyn_cast<CompoundStmt>(choice->getBody());
  const QualType type = choice->getCond()->getType();
  // A wide unsigned number may be another one than the polynomial says; a changed one is not what it was.
  const bool isPlain = !hasSideEffects(choice->getCond(), source.ast) &&
                       !(type->isUnsignedIntegerType() && source.ast.getTypeSize(type) >= 32);
  const auto value = isPlain ? symbols.read(choice->getCond()) : std::nullopt;
  std::size_t labels = 0, found = 0;
  for (const SwitchCase* each = choice->getSwitchCaseList(); each; each = each->getNextSwitchCase()) ++labels;
  if (!body || !value) return {};
  struct Section {
    std::vector<const SwitchCase*> labels;
    std::vector<CaseRange> ranges;
    bool isDefault = false;
  };
  std::vector<Section> sections;
  std::vector<CaseRange> all;
  bool fallsThrough = false, mayLeave = false;  // the section; some path through it
  for (const Stmt* each : body->body()) {
    const Stmt* statement = source.directives.strip(each);
    if (isa<SwitchCase>(statement)) {
      if (fallsThrough && mayLeave) return {};
      mayLeave = false;
      Section section;
      if (fallsThrough) section = sections.back(), section.labels.clear();
      while (const auto* label = dyn_cast<SwitchCase>(statement)) {
        section.labels.push_back(label), ++found;
        if (const auto* valued = dyn_cast<CaseStmt>(label)) {
          const auto range = rangeOfCase(valued, source.ast);
          if (!range) return {};
          section.ranges.push_back(*range), all.push_back(*range);
        } else {
          section.isDefault = true;
        }
        statement = source.directives.strip(label->getSubStmt());
      }
      sections.push_back(std::move(section));
    }
    const Jumps jumps = jumpsOf(statement);
    mayLeave |= jumps.leaves || !jumps.targets.empty() || mayNotReturn(statement);
    fallsThrough = !sections.empty() && !endsInJump(statement);
  }
  if (found != labels) return {};
  llvm::sort(all, [](const CaseRange& a, const CaseRange& b) { return a.first < b.first; });
  std::map<const SwitchCase*, Passing> result;
  for (const Section& section : sections) {
    Cases cases;
    const auto addCase = [&](std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
      if (low && high && *low > *high) return true;
      auto inside = within(*value, low, high);
      if (!inside) return false;
      for (Constraint& each : *inside)
        each.inUnsigned = choice->getCond()->getType()->isUnsignedIntegerType();
      cases.push_back(std::move(*inside));
      return true;
    };
    bool isGood =
        llvm::all_of(section.ranges, [&](const CaseRange& each) { return addCase(each.first, each.last); });
    if (section.isDefault) {
      std::optional<std::int64_t> low;
      for (const CaseRange& each : all) {
        isGood = isGood && each.first > INT64_MIN && each.last < INT64_MAX && addCase(low, each.first - 1);
        low = each.last + 1;
      }
      isGood = isGood && addCase(low, std::nullopt);
    }
    if (!isGood || cases.size() > mostCases) continue;
    Passing passing;
    passing.holding.isExact = cases.size() == 1;
    if (passing.holding.isExact)
      passing.holding.constraints = cases.front();
    else
      passing.path = PathCondition{{std::move(cases)}};
    for (const SwitchCase* label : section.labels) result[label] = passing;
  }
  return result;
}

void AccessReader::readSwitch(const SwitchStmt* choice) {
  readStatement(choice->getInit());
  readStatement(choice->getConditionVariableDeclStmt());
  readWhole(choice->getCond());
  const auto outer = std::exchange(sections, sectionsOf(choice));
  from(chosen, choice, [&] { guarded({}, false, [&] { readStatement(choice->getBody()); }); });
  sections = outer;
}

/// A jump into the statement has passed none of the conditions in front of it.
void AccessReader::comeBy(const Stmt* statement) {
  const Jumps jumps = jumpsOf(statement);
  if (jumps.labels.empty() && !jumps.hasCase) return;
  const Entry& entry = jumps.labels.empty() ? chosen : labelled;
  const bool isFromAround =
      here.loop != entry.position.loop || llvm::any_of(jumps.labels, [&](const LabelDecl* label) {
        return labelled.within && !isReachedOnlyFrom(label, labelled.within);
      });
  if (isFromAround) unknownCall("a jump may lead into the middle of a loop", nullptr);
  const auto* label = dyn_cast<SwitchCase>(statement);
  const auto section = label && jumps.labels.empty() ? sections.find(label) : sections.end();
  here.guards = entry.position.guards;
  here.guardsExact = entry.position.guardsExact;
  here.cases = entry.position.cases;
  here.path = entry.position.path;
  if (section != sections.end())
    addGuards(section->second.holding, section->second.path);
  else
    addGuards({{}, /*isExact=*/false}, std::nullopt);
}

namespace {

/// A `goto` leads to a label that is not in the statement itself.
bool leadsOut(const Jumps& jumps) {
  return llvm::any_of(jumps.targets, [&](const LabelDecl* target) { return !jumps.labels.count(target); });
}

/// The statements of a row that `goto` skips, until all jumps have reached their labels.
class Skips {
 public:
  explicit Skips(const Stmt* around) : around(around) {}

  /// Some paths through the statement go on at a label; `here`: the position at its end.
  void noteJumps(const Jumps& jumps, const Position& here) {
    for (const LabelDecl* target : jumps.targets)
      if (!seen.count(target) && !jumps.labels.count(target)) ahead.insert(target);
    if (!ahead.empty() && !start) start = here;
  }

  /// Other paths leave the row for good.
  void noteLeaving() { isLeft |= start.has_value(); }

  /// The position of the whole row again, if all jumps have now reached their labels.
  std::optional<Position> arrive(const Jumps& jumps) {
    seen.insert(jumps.labels.begin(), jumps.labels.end());
    for (const LabelDecl* label : jumps.labels) {
      isLeft |= !isReachedOnlyFrom(label, around);
      ahead.erase(label);
    }
    if (!start || !ahead.empty() || jumps.labels.empty()) return std::nullopt;
    std::optional<Position> arrived = isLeft ? std::nullopt : start;
    start.reset();
    isLeft = false;
    return arrived;
  }

 private:
  const Stmt* around;
  std::set<const LabelDecl*> seen, ahead;
  std::optional<Position> start;  // in front of the first jump
  bool isLeft = false;
};

}  // namespace

/// What holds behind `if (condition) { b[i] = 0; continue; }`, read before that block changes anything.
/// nullopt: the statement has another form.
std::optional<AccessReader::Passing> AccessReader::conditionBehind(const IfStmt* branch) {
  const Expr* condition = branch->getCond();
  if (branch->getElse() || branch->getInit() || branch->getConditionVariable() ||
      isContinue(branch->getThen()) || !endsInJump(source.directives.strip(branch->getThen())) ||
      hasSideEffects(condition, source.ast))
    return std::nullopt;
  Passing passing;
  passing.holding = symbols.readCondition(condition, false);
  if (!passing.holding.isExact) passing.path = symbols.readPath(condition, false);
  return passing;
}

/// After `if (condition) continue;` the rest of the block runs under the opposite condition.
void AccessReader::readCompound(const CompoundStmt* compound) {
  const Position outer = here;
  Skips skipped(compound);
  for (const Stmt* each : compound->body()) {
    const Stmt* statement = source.directives.strip(each);
    const Jumps jumps = jumpsOf(statement);
    comeBy(statement);
    const auto* branch = dyn_cast<IfStmt>(statement);
    const auto passing = branch && !leadsOut(jumps) ? conditionBehind(branch) : std::nullopt;
    readStatement(each);
    noteValue(each);
    const bool ends = mayEndUnseen(statement), mayStop = mayNotReturn(statement);
    const bool stops = branch && !branch->getElse() && endsProgram(branch->getThen());
    const bool skips =
        branch && !branch->getElse() && (isContinue(branch->getThen()) || stops || (ends && !mayStop));
    const Expr* asserted = assertedBy(statement);
    if (leadsOut(jumps)) skipped.noteJumps(jumps, here);
    if (jumps.leaves || ends || mayStop) skipped.noteLeaving();
    if (passing) {
      addGuards(passing->holding, passing->path);
    } else if (skips || asserted) {
      const Expr* condition = skips ? branch->getCond() : asserted;
      Conjunction holding = symbols.readCondition(condition, !skips);
      for (Constraint& each : holding.constraints) each.asserted = !skips;
      addGuards(holding, holding.isExact ? std::nullopt : symbols.readPath(condition, !skips));
    } else if (ends || jumps.leaves || leadsOut(jumps) || mayStop) {
      addGuards({{}, /*isExact=*/false}, std::nullopt);
    }
    if (const auto arrived = skipped.arrive(jumps)) here = *arrived;
  }
  here = outer;
}

/// `auto [at, weight] = pair`: parts of a copy, which std::get refers to.
void AccessReader::ownParts(const DecompositionDecl* parts) {
  if (parts->getType()->isReferenceType() || parts->hasGlobalStorage()) return;
  for (const BindingDecl* binding : parts->bindings()) {
    const VarDecl* part = binding->getHoldingVar();
    const QualType type = binding->getType();
    if (!part || type->isReferenceType()) continue;
    recorder.scopes[part] = here.loop;
    if (!type->isPointerType() && !refersToOthers(type)) recorder.temporaries.insert(part);
  }
}

/// `const Vector& v = a[i] + b[i];`: an object that lives as long as its name.
static bool isOwnTemporary(const VarDecl* variable) {
  const QualType type = variable->getType().getNonReferenceType();
  const Expr* init = variable->getInit();
  if (!init || !variable->getType()->isReferenceType() || !type->isRecordType() || refersToOthers(type) ||
      type->getAsCXXRecordDecl()->isLambda())
    return false;
  if (const auto* whole = dyn_cast<ExprWithCleanups>(init)) init = whole->getSubExpr();
  const auto* temporary =
      dyn_cast<MaterializeTemporaryExpr>(init->IgnoreParenNoopCasts(variable->getASTContext()));
  return temporary && temporary->getExtendingDecl() == variable;
}

/// `int& operator[](int)` of a user's class may hand out a member, or change one.
static bool operatorsLeaveMembers(const VarDecl* variable, const Directives& directives) {
  const CXXRecordDecl* record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return true;
  return llvm::all_of(record->methods(), [&](const CXXMethodDecl* method) {
    std::set<const ValueDecl*> handedOut;
    const bool isAsked = (method->isOverloadedOperator() || isa<CXXConversionDecl>(method)) &&
                         !method->isConst() && !method->isCopyAssignmentOperator() &&
                         !method->isMoveAssignmentOperator();
    return !isAsked || (!changesMembers(method, directives, handedOut) && handedOut.empty());
  });
}

/// `static const int k = i;`
bool AccessReader::isOfFirst(const VarDecl* variable) const {
  const auto varies = [&](const VarDecl* each) {
    return recorder.scopes.count(each) || symbols.isCounter(each) || symbols.isModified(each);
  };
  return keepsFirstValue(variable, source, varies, places.currentObject().has_value());
}

/// Those of arrays of variable length.
void AccessReader::readSizes(QualType type) {
  for (const Expr* size : sizesIn(type)) readExpression(size, Mode::Read);
}

void AccessReader::readDeclaration(const DeclStmt* declaration) {
  for (const Decl* declared : declaration->decls()) {
    if (const auto* name = dyn_cast<TypedefNameDecl>(declared)) readSizes(name->getUnderlyingType());
    const auto* variable = dyn_cast<VarDecl>(declared);
    if (!variable) continue;
    readSizes(variable->getType());
    const bool isGlobal = variable->hasGlobalStorage() && !variable->getType()->isArrayType();
    if (((variable->isStaticLocal() || isGlobal) && !variable->getType().isConstQualified()) ||
        isOfFirst(variable))
      unknownCall("all iterations share the static '" + variable->getNameAsString() + "'",
                  callees.empty() ? variable->getInit() : outermostCall);
    if (!variable->hasGlobalStorage()) recorder.scopes[variable] = here.loop;
    const auto* parts = dyn_cast<DecompositionDecl>(variable);
    if (parts) ownParts(parts);
    readDestructor(variable);
    const Expr* init = variable->getInit();
    if (!init) continue;
    const Moves moves = declaration->isSingleDecl() ? moving.of(declaration) : Moves();
    for (const ValueDecl* changed : modifiedVariables(init, source.directives))
      if (!isIn(moves, changed)) forget(changed);
    symbols.declare(variable);
    const auto finish = llvm::make_scope_exit([&] {
      if (parts) readParts(parts);
      goOn(moves);
    });
    auto made = places.declareView(variable);
    if (!made && operatorsLeaveMembers(variable, source.directives) &&
        modifiedVariables(init, source.directives).empty())
      made = places.declareObject(variable);
    if (made) {
      for (const Expr* part : *made) readExpression(part, Mode::Read);
      continue;
    }
    if (variable->getType()->isPointerType() && !symbols.isModified(variable) &&
        places.noteObject(variable, init)) {
      if (const auto object = places.readPointee(init)) readIndices(*object);
      continue;
    }
    // An alias of an element is no access to it; its subscripts are.
    const bool isReference = variable->getType()->isReferenceType();
    const auto alias = isReference                                              ? places.readLvalue(init)
                       : variable->getType()->isPointerType()                   ? places.readPointer(init)
                       : isIterator(variable->getType()) && stepsOnly(variable) ? placeAt(init)
                                                                                : std::nullopt;
    if (isIterator(variable->getType())) places.forget(variable);  // that of the last call
    if (alias && !isReference && isIterator(variable->getType()) && !alias->subscripts.empty()) {
      places.noteWalk(variable, *alias);
      if (symbols.isModified(variable)) {
        readIndices(*alias);
        continue;
      }
    }
    if (isOwnTemporary(variable))
      recorder.temporaries.insert(variable);
    else if ((isReference && init->isLValue()) || (alias && !symbols.isModified(variable)))
      places.declare(variable, alias);
    if (alias && !recorder.temporaries.count(variable) && (isReference || !symbols.isModified(variable))) {
      readIndices(*alias);
      continue;
    }
    if (variable->getType()->isPointerType()) places.assign(variable, init);
    if (isFollowedAlone(variable)) {
      readPointerValue(init);
      continue;
    }
    if (alias && !places.placeOf(variable))  // what it points to may be anything in there
      recorder.recordWhole(*alias, Mode::Update, init,
                           "the pointer '" + variable->getNameAsString() + "' moves", here);
    readExpression(init, Mode::Read);
  }
}

/// A `get` that the user has written gives them.
void AccessReader::readParts(const DecompositionDecl* parts) {
  for (const BindingDecl* binding : parts->bindings()) {
    const VarDecl* part = binding->getHoldingVar();
    const auto* call = part && part->getInit() ? dyn_cast<CallExpr>(strip(part->getInit())) : nullptr;
    if (call && call->getDirectCallee() && !isOfLibrary(call->getDirectCallee())) readCall(call);
  }
}

/// What runs at the end of the variable's life.
void AccessReader::readDestructor(const VarDecl* variable) {
  if (const FunctionDecl* last = cleanupOf(variable))
    unknownCall("what '" + last->getNameAsString() + "' does at the end of '" + variable->getNameAsString() +
                    "' is not followed",
                callees.empty() ? variable->getInit() : outermostCall);
  if (doesAtEnd(variable->getType()) && variable->getInit())
    unknownCall("what the destructor of '" + variable->getNameAsString() + "' does is not followed",
                variable->getInit());
}

bool readAccesses(LoopNest& nest, const ForStmt* root, ScalarEvolution& symbols, const Source& source,
                  std::vector<std::string>& paths) {
  return AccessReader(nest, symbols, source, paths).run(root);
}

}  // namespace appyl
