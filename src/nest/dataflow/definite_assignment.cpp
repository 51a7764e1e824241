#include "nest/dataflow/definite_assignment.h"

#include "nest/ast/array_types.h"
#include "nest/ast/evaluated.h"
#include "nest/ast/iterations.h"
#include "nest/ast/jumps.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/part_of_object.h"
#include "nest/dataflow/correlated_conditions.h"
#include "nest/dataflow/data_flow_paths.h"
#include "nest/dataflow/invariant_ranges.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"

#include <clang/AST/ParentMapContext.h>

namespace appyl {
namespace {

using namespace clang;

class FlowReader {
 public:
  FlowReader(const ValueDecl* variable, const Source& source, const CertainLoops& certain)
      : variable(variable), source(source), certain(certain) {}

  /// A part of a variable, with its neighbours apart.
  FlowReader(const Part& part, const Source& source, const CertainLoops& certain)
      : FlowReader(part.variable, source, certain) {
    this->part = part;
  }

  /// No jump leads into the statement or out of it.
  static bool goesOn(const Stmt* statement) {
    const Jumps jumps = jumpsOf(statement);
    return !jumps.leaves && !jumps.hasCase && jumps.targets.empty() && jumps.labels.empty();
  }

  /// The statement as a whole.
  Flow readAll(const Stmt* statement) {
    const Flow flow = read(statement);
    if (!flow.mayWrite || (!flow.firstRead && flow.writesAlways())) return flow;
    repeated = repeatedConditions(statement, source);
    looksCloser = true;
    return read(statement);
  }

  Flow read(const Stmt* statement) {
    if (!statement) return {};
    if (!root) root = statement;
    statement = source.directives.strip(statement);
    if (certain.ignored.count(statement)) return {};
    if (const auto* expression = dyn_cast<Expr>(statement)) return readExpression(expression);
    if (const auto* compound = dyn_cast<CompoundStmt>(statement))
      return readRow({compound->body_begin(), compound->size()});
    if (const auto* branch = dyn_cast<IfStmt>(statement)) {
      const Flow head = sequence(read(branch->getInit()), read(branch->getConditionVariableDeclStmt()));
      const Decided decided = readCondition(branch->getCond());
      if (certain.varying && isAlike(branch, *certain.varying, source.directives) &&
          goesOn(branch->getThen()) && decided.whenTrue.completes)
        return sequence(head, sequence(decided.whenTrue, read(branch->getThen())));
      return sequence(head, either(sequence(decided.whenTrue, read(branch->getThen())),
                                   sequence(decided.whenFalse, read(branch->getElse()))));
    }
    if (const auto* loop = dyn_cast<ForStmt>(statement)) return readFor(loop);
    if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement)) return readRange(loop);
    if (const auto* loop = dyn_cast<WhileStmt>(statement)) {
      const Flow declared = read(loop->getConditionVariableDeclStmt());
      const Decided decided = readCondition(loop->getCond());
      const Flow turns = asLoop(sequence(decided.whenTrue, read(loop->getBody())), decided.whenFalse);
      return sequence(declared, either(decided.whenFalse, turns));
    }
    if (const auto* loop = dyn_cast<DoStmt>(statement))
      return asLoop(read(loop->getBody()), readCondition(loop->getCond()).whenFalse);
    if (isa<BreakStmt>(statement)) return jump(&Flow::mustWriteAtBreak);
    if (isa<ReturnStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(statement)) {
      const bool isReturn = isa<ReturnStmt>(statement);
      return sequence(inOrder(statement->children()),
                      jump(isReturn ? &Flow::mustWriteAtReturn : &Flow::mustWriteAtContinue));
    }
    if (const auto* choice = dyn_cast<SwitchStmt>(statement)) return readSwitch(choice);
    if (const auto* label = dyn_cast<SwitchCase>(statement)) {
      Flow flow = read(label->getSubStmt());
      flow.isEntered = true;  // not in the row of its `switch`
      return flow;
    }
    if (const auto* label = dyn_cast<LabelStmt>(statement)) {
      Flow flow = read(label->getSubStmt());
      // A label in a lambda is reached again while its own jumps are looked for.
      const bool isNew = asked.insert(label->getDecl()).second;
      flow.isEntered |= !isNew || !isWrittenAtJumps(label->getDecl(), root);
      if (isNew) asked.erase(label->getDecl());
      flow.unclear = true;
      return flow;
    }
    Flow flow;  // declarations, try, ...: in the order of their parts
    const bool runsOnce = isa<DeclStmt, AttributedStmt>(statement);
    if (const auto* declaration = dyn_cast<DeclStmt>(statement); declaration && declaration->isSingleDecl())
      if (const auto* named = dyn_cast<VarDecl>(declaration->getSingleDecl()))
        if (const ValueDecl* other = referredObject(named);
            (other && other != named) || (part && named->getType()->isReferenceType() && named->getInit() &&
                                          relationOf(named->getInit(), *part))) {
          const BinaryOperator* comma = asComma(named->getInit());
          return comma ? read(comma->getLHS()) : flow;  // a name only
        }
    flow = inOrder(hiddenSizes(statement));
    for (const Stmt* child : statement->children())
      flow = sequence(flow, runsOnce ? read(child) : perhaps(read(child)));
    return flow;
  }

 private:
  const ValueDecl* variable;
  Source source;
  const CertainLoops& certain;
  std::optional<Part> part;                         // where not all of the variable is asked for
  std::vector<const Expr*> repeated;                // conditions that stand in several places
  std::vector<std::pair<const Expr*, bool>> known;  // those conditions whose value is known
  bool looksCloser = false;                         // at conditions
  std::set<const LabelDecl*> asked;                 // whose jumps are being looked at
  std::map<const ValueDecl*, bool> flags;           // that are true where the variable is written
  const Stmt* root = nullptr;                       // what is read as a whole
  int depth = 0;                                    // of functions entered

  /// Is it the variable, maybe by the name of a reference to it? Of a part: is it that, or more?
  bool names(const Expr* expression) const {
    if (part) {
      const auto relation = relationOf(expression, *part);
      return relation && relation->holds;
    }
    const ValueDecl* named = namedVariable(expression);
    while (named && named != variable) named = referredObject(named);
    return named == variable;
  }

  /// Has every jump to the label passed a write, in a block around the jump, since the beginning of `around`?
  bool isWrittenAtJumps(const LabelDecl* label, const Stmt* around) {
    if (around == root && !isReachedOnlyFrom(label, root)) return false;
    if (const auto* jump = dyn_cast<GotoStmt>(around)) return jump->getLabel() != label;
    bool isWritten = false;
    const bool isRow = isa<CompoundStmt>(around);
    for (const Stmt* child : around->children()) {
      if (!child) continue;
      const Jumps jumps = jumpsOf(child);
      const bool isJumpedInto = jumps.hasCase || llvm::any_of(jumps.labels, [&](const LabelDecl* each) {
                                  return !isReachedOnlyFrom(each, child);
                                });
      isWritten &= !isJumpedInto;
      if (!isWritten && jumps.targets.count(label) && !isWrittenAtJumps(label, child)) return false;
      isWritten |= isRow && !isJumpedInto && jumps.targets.empty() && read(child).mustWrite;
    }
    return true;
  }

  /// Where a condition keeps its value from here on, the cases true and false are read separately.
  Flow readRow(llvm::ArrayRef<const Stmt*> row) {
    Flow flow;
    for (; !row.empty(); row = row.drop_front()) {
      if (const Expr* condition = keptIn(row)) {
        known.emplace_back(condition, true);
        const Flow whenTrue = readRow(row);
        known.back().second = false;
        const Flow whenFalse = readRow(row);
        known.pop_back();
        return sequence(flow, either(whenTrue, whenFalse));
      }
      flow = sequence(flow, read(row.front()));
    }
    return flow;
  }

  const Expr* keptIn(llvm::ArrayRef<const Stmt*> row) const {
    const auto found = llvm::find_if(repeated, [&](const Expr* each) {
      return llvm::none_of(known, [&](const auto& other) { return other.first == each; }) &&
             isKept(each, row, source);
    });
    return found == repeated.end() ? nullptr : *found;
  }

  /// What the code does before the condition turns out to hold, and before it turns out not to hold.
  struct Decided {
    Flow whenTrue, whenFalse;
  };

  Decided readCondition(const Expr* condition) {
    if (!condition) return {Flow(), never()};
    condition = strip(condition);
    const auto* binary = dyn_cast<BinaryOperator>(condition);
    if (const auto* unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot) {
      const Decided decided = readCondition(unary->getSubExpr());
      return {decided.whenFalse, decided.whenTrue};
    }
    if (binary && binary->isLogicalOp()) {
      const Decided left = readCondition(binary->getLHS()), right = readCondition(binary->getRHS());
      if (binary->getOpcode() == BO_LAnd)
        return {sequence(left.whenTrue, right.whenTrue),
                either(left.whenFalse, sequence(left.whenTrue, right.whenFalse))};
      return {either(left.whenTrue, sequence(left.whenFalse, right.whenTrue)),
              sequence(left.whenFalse, right.whenFalse)};
    }
    const Flow flow = readExpression(condition);
    for (const auto& [other, holds] : known)
      if (const auto value = valueWhere(other, holds, condition, source.ast))
        return {*value ? flow : never(), *value ? never() : flow};
    if (looksCloser && tellsOfWrite(namedVariable(condition))) {
      Flow written = flow;
      written.mustWrite = true;
      return {written, flow};
    }
    bool value = false;
    if (condition->isValueDependent() || hasSideEffects(condition, source.ast) ||
        !condition->EvaluateAsBooleanCondition(value, source.ast))
      return {flow, flow};
    return {value ? flow : never(), value ? never() : flow};
  }

  /// `if (found) use(t);`
  bool tellsOfWrite(const ValueDecl* flag) {
    const auto [place, isNew] = flags.try_emplace(flag, false);
    if (!flag || flag == variable || !isNew) return place->second;
    const auto others = std::exchange(known, {});
    const bool tells = tellsOf(flag, root, source, [&](const Stmt* each) {
      const Flow flow = read(each);
      return flow.completes && flow.writesAlways();
    });
    known = others;
    return flags[flag] = tells;
  }

  Flow readFor(const ForStmt* loop) {
    const Flow head = sequence(read(loop->getInit()), read(loop->getConditionVariableDeclStmt()));
    const Decided decided = readCondition(loop->getCond());
    const Flow turns = asLoop(sequence(decided.whenTrue, read(loop->getBody())),
                              sequence(read(loop->getInc()), decided.whenFalse));
    return sequence(head, certainlyRuns(loop) ? turns : either(decided.whenFalse, turns));
  }

  /// `for (double x : {a, b})`, and over an array.
  Flow readRange(const CXXForRangeStmt* loop) {
    const Expr* range = loop->getRangeInit();
    const Flow head = sequence(read(loop->getInit()), read(range));
    const Flow turns = asLoop(sequence(read(loop->getLoopVarStmt()), read(loop->getBody())), Flow());
    return sequence(head, hasElements(range) ? turns : perhaps(turns));
  }

  static bool hasElements(const Expr* range) {
    range = strip(range);
    if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(range)) range = strip(list->getSubExpr());
    return range->getType()->isConstantArrayType();  // which has at least one
  }

  /// Constant bounds, and at least one iteration; or bounds that are the same every time.
  bool certainlyRuns(const ForStmt* loop) {
    if (certain.others.count(loop)) return true;
    const auto range = rangeOf(loop);
    if (!range) return false;
    if (certain.varying && isInvariant(*range, *certain.varying, source.directives)) return true;
    return holdsAtFirst(range->lower, range->comparison, range->bound, source.ast).value_or(false);
  }

  Flow readSwitch(const SwitchStmt* choice) {
    const Flow head = sequence(read(choice->getInit()), read(choice->getCond()));
    // `case 0: break;` holds the break inside the label: labels and statements in one row.
    std::vector<const Stmt*> row;
    bool hasDefault = false;
    const auto* body = dyn_cast<CompoundStmt>(choice->getBody());
    std::vector<const Stmt*> pieces{choice->getBody()};
    if (body) pieces.assign(body->body_begin(), body->body_end());
    for (const Stmt* piece : pieces) {
      while (const auto* label = dyn_cast<SwitchCase>(piece)) {
        hasDefault |= isa<DefaultStmt>(label);
        row.push_back(label);
        piece = label->getSubStmt();
      }
      row.push_back(piece);
    }
    std::optional<Flow> arms;
    for (std::size_t label = 0; label < row.size(); ++label) {
      const bool isJumpedTo = label == 0 && !jumpsOf(row[label]).labels.empty();
      if (!isa<SwitchCase>(row[label]) && !isJumpedTo) continue;
      Flow arm;  // falls through until something leaves
      for (std::size_t each = label; each < row.size() && arm.completes; ++each)
        if (!isa<SwitchCase>(row[each])) arm = sequence(arm, read(row[each]));
      arms = arms ? either(*arms, arm) : arm;
    }
    Flow choices = !arms ? Flow() : hasDefault ? *arms : perhaps(*arms);
    choices.mustWrite &= choices.mustWriteAtBreak;
    choices.completes |= choices.breaks;
    choices.mustWriteAtBreak = true;
    choices.breaks = false;
    return sequence(head, choices);
  }

  static Flow aRead(const Expr* where) {
    Flow flow;
    flow.firstRead = where;
    return flow;
  }

  static Flow aWrite(const Expr* where) {
    Flow flow;
    flow.mayWrite = flow.mustWrite = true;
    flow.write = where;
    return flow;
  }

  Flow readExpression(const Expr* expression) {
    expression = strip(expression);
    if (const auto operands = evaluatedOperands(expression)) return inOrder(*operands);
    if (names(expression)) return aRead(expression);
    if (part)
      if (const auto relation = relationOf(expression, *part))
        return relation->isInside ? aRead(expression) : Flow();
    if (const auto assignment = asAssignment(expression)) return readAssignment(expression, *assignment);
    if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && binary->isLogicalOp()) {
      const Decided decided = readCondition(binary);
      return either(decided.whenTrue, decided.whenFalse);
    }
    if (const auto* conditional = dyn_cast<ConditionalOperator>(expression)) {
      const Decided decided = readCondition(conditional->getCond());
      return either(sequence(decided.whenTrue, read(conditional->getTrueExpr())),
                    sequence(decided.whenFalse, read(conditional->getFalseExpr())));
    }
    if (const auto* call = dyn_cast<CallExpr>(expression)) return readCall(call);
    if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) {
      // The body runs where the lambda is called; all that is known here is that some call may happen.
      Flow flow = perhaps(asCalled(read(lambda->getBody())));
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCapturedVar() == variable &&
            capture.getCaptureKind() == LCK_ByCopy)
          flow = sequence(aRead(lambda), flow);
      return flow;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(expression);
        unary && unary->getOpcode() == UO_AddrOf && names(unary->getSubExpr())) {
      Flow flow;
      flow.unclear = flow.mayWrite = true;
      flow.firstRead = flow.write = expression;
      return flow;
    }
    return sequence(inOrder(hiddenSizes(expression)), inOrder(expression->children()));
  }

  template <class Range>
  Flow inOrder(const Range& parts) {
    Flow flow;
    for (const Stmt* each : parts) flow = sequence(flow, read(each));
    return flow;
  }

  Flow readAssignment(const Expr* expression, const Assignment& assignment) {
    if (const BinaryOperator* comma = asComma(assignment.target))
      return sequence(read(comma->getLHS()),
                      readAssignment(expression, {comma->getRHS(), assignment.value, assignment.op}));
    Flow flow = assignment.value ? read(assignment.value) : Flow();
    if (names(assignment.target)) {
      if (assignment.op != BO_Assign) flow = sequence(flow, aRead(expression));
      Flow write = aWrite(expression);
      write.unclear = usesOldValue(expression);
      return sequence(flow, write);
    }
    // A member of a struct variable: a partial write, which makes nothing of the whole certain.
    const Expr* target = strip(assignment.target);
    if (!part && rootVariable(target) == variable && (isa<MemberExpr>(target) || isPart(target))) {
      Flow partial = perhaps(aWrite(expression));
      if (assignment.op != BO_Assign) partial.firstRead = expression;
      return sequence(flow, partial);
    }
    return sequence(flow, read(assignment.target));
  }

  /// An assignment operator that the user wrote may work on what is there: `for (int& x : w) x = k;`.
  bool usesOldValue(const Expr* expression) {
    const auto* call = dyn_cast<CXXOperatorCallExpr>(strip(expression));
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call ? call->getDirectCallee() : nullptr);
    const FunctionDecl* definition = nullptr;
    if (!method || !method->isUserProvided() || isOfLibrary(method)) return false;
    if (!method->hasBody(definition) || depth >= 4) return true;
    const CertainLoops none;
    return llvm::any_of(method->getParent()->fields(), [&](const FieldDecl* field) {
      FlowReader reader(field, source, none);
      reader.depth = depth + 1;
      return reader.read(definition->getBody()).firstRead != nullptr;
    });
  }

  Flow readCall(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    Flow flow;
    if (part)
      if (const auto method = readMethod(call)) return *method;
    if (!callee)
      flow = read(call->getCallee());
    else if (const Expr* object = objectOf(call))
      flow = read(object);
    const unsigned shift = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
    std::vector<std::pair<const Expr*, const ParmVarDecl*>> handedOver;  // after all by-value arguments
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
      const Expr* argument = strip(call->getArg(k));
      const bool hasParameter = callee && k >= shift && k - shift < callee->getNumParams();
      const ParmVarDecl* parameter = hasParameter ? callee->getParamDecl(k - shift) : nullptr;
      const QualType type = parameter ? parameter->getType() : QualType();
      const auto* address = dyn_cast<UnaryOperator>(argument);
      const bool byReference = parameter && type->isLValueReferenceType() &&
                               !type->getPointeeType().isConstQualified() && names(argument);
      const bool byPointer = address && address->getOpcode() == UO_AddrOf && names(address->getSubExpr());
      if (byPointer && onlyReadsThrough(call, parameter))
        flow = sequence(flow, aRead(argument));
      else if (byReference || byPointer)
        handedOver.emplace_back(argument, parameter);
      else
        flow = sequence(flow, read(argument));
    }
    for (const auto& [argument, parameter] : handedOver)
      flow = sequence(flow, readHandedOver(call, argument, parameter));
    if (callee && isLocalLambda(callee)) flow = sequence(flow, readBody(callee, variable));
    return flow;
  }

  /// A call of a method of an object that has the part.
  std::optional<Flow> readMethod(const CallExpr* call) {
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && method && !method->isStatic();
    const Expr* object = isOperator ? call->getArg(0) : objectOf(call);
    if (!method || !object) return std::nullopt;
    const auto inside = insideObject(object, *part);
    if (!inside) return std::nullopt;
    Flow flow;
    for (unsigned k = isOperator ? 1 : 0; k < call->getNumArgs(); ++k)
      flow = sequence(flow, read(call->getArg(k)));
    const FunctionDecl* definition = nullptr;
    if (!inside->path.empty() && depth < 4 && !method->isVirtual() && method->hasBody(definition)) {
      Part member{inside->path.front(), {inside->path.begin() + 1, inside->path.end()}};
      FlowReader reader(member, source, certain);
      reader.depth = depth + 1;
      Flow body = asCalled(reader.read(definition->getBody()));
      if (body.firstRead) body.firstRead = call;
      if (body.write) body.write = call;
      return sequence(flow, body);
    }
    if (inside->path.empty() && method->getParent()->isInStdNamespace() &&
        method->getDeclName().isIdentifier() && memberIs(method->getName(), Fact::Restarts) &&
        call->getNumArgs() > 0 && !isContainer(object->getType()))  // `engine.seed(i)`, not `bits.reset(i)`
      return sequence(flow, aWrite(call));
    if (!inside->path.empty() || !isContainer(object->getType())) {
      flow = sequence(flow, aRead(call));
      return sequence(flow, method->isConst() ? Flow() : perhaps(aWrite(call)));
    }
    if (isOperator || !changesContainer(method)) return flow;  // elements
    if (!method->getDeclName().isIdentifier() ||
        !memberIs(method->getName(), {Fact::SetsAnew, Fact::SetsLength}))
      flow = sequence(flow, aRead(call));
    return sequence(flow, aWrite(call));
  }

  static bool isLocalLambda(const FunctionDecl* callee) {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    return method && method->getParent()->isLambda();
  }

  /// `argument`: the object that the callee names `inside`; null where `inside` is the variable itself.
  Flow readBody(const FunctionDecl* callee, const ValueDecl* inside, const Expr* argument = nullptr) {
    const Stmt* body = callee->getBody();
    if (!body || depth > 4) return {};
    const CertainLoops none;
    FlowReader reader(inside, source, none);  // its parameters vary from call to call
    if (part) reader.part = argument ? Part{inside, insideObject(argument, *part)->path} : part;
    reader.depth = depth + 1;
    return asCalled(reader.read(body));
  }

  /// The variable itself goes to a callee: what the callee does to its parameter, where it can be seen; an
  /// output otherwise.
  Flow readHandedOver(const CallExpr* call, const Expr* argument, const ParmVarDecl* parameter) {
    const FunctionDecl* callee = call->getDirectCallee();
    const FunctionDecl* definition = nullptr;
    // No address, to which `T&&` is a reference.
    const bool isItself = argument->isGLValue() && (!part || insideObject(argument, *part));
    if (callee && parameter && isItself && callee->hasBody(definition) && depth < 4 &&
        parameter->getType()->isReferenceType()) {
      const ParmVarDecl* inside = definition->getParamDecl(parameter->getFunctionScopeIndex());
      Flow flow = readBody(definition, inside, argument);
      if (flow.firstRead) flow.firstRead = argument;
      if (flow.write) flow.write = argument;
      return flow;
    }
    if (callee && callee->getBuiltinID() && parameter && parameter->getType()->isReferenceType()) {
      // std::move and its like: what is moved from has been read, and has changed.
      Flow flow = sequence(aRead(argument), perhaps(aWrite(call)));
      return callee->getName() == "as_const" ? aRead(argument) : flow;
    }
    Flow flow = aWrite(call);  // `sincos(x, &s, &c)`
    // `std::modf(x, &whole)` of a float is no builtin.
    const bool isOfLibrary = callee && (callee->getBuiltinID() || isStandard(callee, Fact::Outputs));
    flow.unclear = !isOfLibrary || !fillsArgument(call, argument);
    return flow;
  }

  /// A function of the C library that is given a variable's address writes all of it, but for some.
  bool fillsArgument(const CallExpr* call, const Expr* argument) const {
    const llvm::StringRef name = call->getDirectCallee()->getName();
    const bool isAtomic = name.starts_with("__sync_") || name.starts_with("__atomic_");
    if (isAtomic || functionIs(name, Fact::Scans)) return false;
    if (!name.contains("mem") || call->getNumArgs() < 3) return true;
    const QualType type = strip(argument)->getType()->getPointeeType();
    const auto bytes = constantOf(call->getArg(2), source.ast);
    return bytes && !type->isDependentType() && *bytes >= source.ast.getTypeSizeInChars(type).getQuantity();
  }
};

}  // namespace

/// A loop that runs every time or never counts as certain if all writes to the part are in such loops:
/// otherwise the value of another turn may be left where the loops do not run.
static CertainLoops knownOf(CertainLoops certain, const Stmt* statement, const Part& part,
                            const Source& source) {
  if (certain.varying && !isWrittenAlike(statement, part, *certain.varying, source))
    certain.varying = nullptr;
  return certain;
}

Flow flowOf(const Stmt* statement, const ValueDecl* variable, const Source& source,
            const CertainLoops& certain) {
  const CertainLoops known = knownOf(certain, statement, {variable, {}}, source);
  return FlowReader(variable, source, known).readAll(statement);
}

Flow flowOfPart(const Stmt* statement, const Part& part, const Source& source, const CertainLoops& certain) {
  const CertainLoops known = knownOf(certain, statement, part, source);
  return FlowReader(part, source, known).readAll(statement);
}

Varying varyingIn(const Stmt* body, const ValueDecl* counter, const Directives& directives) {
  Varying varying{modifiedVariables(body, directives), writtenMemory(body, directives)};
  varying.names.insert(counter);
  const auto declare = [&](const ValueDecl* declared) {
    const auto* variable = dyn_cast<VarDecl>(declared);
    const bool isConstant = variable && variable->getInit() && variable->getType()->isIntegerType() &&
                            isInvariant(variable->getInit(), varying, directives);  // `const int m = n;`
    if (!isConstant) varying.names.insert(declared);
  };
  walk(body, directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls()) {
        if (const auto* value = dyn_cast<ValueDecl>(declared)) declare(value);
        if (const auto* parts = dyn_cast<DecompositionDecl>(declared))
          varying.names.insert(parts->bindings().begin(), parts->bindings().end());
      }
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters())
        varying.names.insert(parameter);
    return true;
  });
  return varying;
}

}  // namespace appyl
