#include "nest/privatization/scalars.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library_facts.h"
#include "nest/ast/part_of_object.h"
#include "nest/ast/source_ranges.h"
#include "nest/dataflow/definite_assignment.h"
#include "nest/dataflow/escape.h"
#include "nest/dataflow/liveness.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/points_to/pointer_capture.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/updates.h"
#include "nest/scev/value_ranges.h"

#include <clang/AST/ParentMapContext.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class ScalarReader {
 public:
  ScalarReader(LoopNest& nest, const Source& source) : nest(nest), source(source) {
    for (std::size_t k = 0; k < nest.loops.size(); ++k)
      if (certainlyRuns(nest, static_cast<int>(k))) running.insert(nest.loops[k].stmt);
  }

  bool run() {
    bool good = !nest.loops.front().parallel || isCounterNamedAlone(nest.loops.front());
    for (std::size_t k = 0; k < nest.loops.size(); ++k)
      if (nest.loops[k].parallel) {
        noteParts(static_cast<int>(k));
        good &= areNamedAlone(nest.loops[k]);
      }
    for (std::size_t k = 0; k < nest.loops.size(); ++k)
      if (nest.loops[k].parallel)
        for (const ValueDecl* variable : writtenIn(nest, static_cast<int>(k), source))
          good &= decide(static_cast<int>(k), variable) &&
                  (!reported.count(variable) || source.diags.showsConflicts());
    markPrivateArrays();
    return good;
  }

 private:
  LoopNest& nest;
  Source source;
  std::set<const Stmt*> running;        // loops that certainly do
  std::set<const ValueDecl*> reported;  // an inner loop's error is the same one

  std::string counterOf(int loop) const { return nest.loops[loop].counter->getNameAsString(); }

  /// Each iteration has its own counter, also of a loop that counts by a variable from outside. (Those of
  /// inner loops are written by the iterations of the loop around them.)
  bool isCounterNamedAlone(const Loop& loop) {
    const Expr* use = loop.canonical && !loop.declaresCounter
                          ? indirectUse(loop.counter, loop.body, nest.function, source.directives)
                          : nullptr;
    if (!use) return true;
    source.diags.report(
        Diag::Unsupported, use->getBeginLoc(),
        {"'" + loop.counter->getNameAsString() +
         "', which counts the iterations, is used here by another name or function; declare it in "
         "the loop"});
    return false;
  }

  /// Likewise for each variable that a clause names. (For arrays and containers the accesses tell.)
  bool areNamedAlone(const Loop& loop) {
    bool good = true;
    if (!loop.directive) return good;
    for (const Clause& clause : loop.directive->clauses)
      if (clause.kind == ClauseKind::Private)
        for (const ClauseArgument& argument : clause.arguments) {
          const ValueDecl* variable = namedVariable(argument.expressions.front());
          const Expr* use =
              variable && !variable->getType()->isArrayType() && !isContainer(variable->getType())
                  ? indirectUse(variable, loop.body, nest.function, source.directives)
                  : nullptr;
          if (!use) continue;
          source.diags.report(
              Diag::Unsupported, use->getBeginLoc(),
              {"'" + variable->getNameAsString() + "', of which every iteration of '" +
               loop.counter->getNameAsString() +
               "' has its own, is used here by another name or function; use a local variable"});
          good = false;
        }
    return good;
  }

  /// What changes from one iteration to the next.
  Varying varyingIn(const Loop& loop) const {
    return appyl::varyingIn(loop.body, loop.counter, source.directives);
  }

  /// `o = p` beside the reduction of `o.sum`, `++b` beside that of `b[0]` or of the elements of `b`.
  void noteWrittenBeside(const Reduction& reduction, int loop) {
    std::vector<const Expr*> wholes;  // of what is reduced
    if (reduction.kind == Reduction::Kind::Array) wholes.push_back(reduction.named);
    for (const Expr* whole = wholeOf(reduction.named); whole; whole = wholeOf(whole)) wholes.push_back(whole);
    walk(wholes.empty() ? nullptr : nest.loops[loop].body, source.directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const auto assignment = expression ? asAssignment(expression) : std::nullopt;
      const auto isTarget = [&](const Expr* whole) {
        return sameExpression(assignment->target, whole, source.ast);
      };
      if (!assignment || llvm::none_of(wholes, isTarget)) return true;
      noteUnproved("'" + writtenText(assignment->target, source.ast) +
                       "' is written beside the reduction of '" + reduction.name + "'",
                   expression);
      return false;
    });
  }

  /// `o` of `o.sum`, `b` of `b[0]` and of `*b`.
  static const Expr* wholeOf(const Expr* part) {
    part = strip(part);
    if (const auto* member = dyn_cast<MemberExpr>(part)) return strip(member->getBase());
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(part)) return strip(arrayPart(element));
    if (const auto* unary = dyn_cast<UnaryOperator>(part); unary && unary->getOpcode() == UO_Deref)
      return strip(unary->getSubExpr());
    const auto* call = dyn_cast<CXXOperatorCallExpr>(part);
    return call && call->getOperator() == OO_Subscript ? strip(call->getArg(0)) : nullptr;
  }

  /// An object may be written member by member, each of them before it is read.
  Flow flowOfObject(const Stmt* body, const ValueDecl* variable, const Varying& varying) {
    Flow flow = flowOf(body, variable, source, {&varying, running});
    const std::vector<Part> parts = flow.firstRead && !flow.unclear ? partsOf(variable) : std::vector<Part>();
    if (!flow.mayWrite || parts.empty()) return flow;
    Flow all = flow;
    all.firstRead = nullptr;
    all.mustWrite = all.mustWriteAtBreak = all.mustWriteAtContinue = all.mustWriteAtReturn = true;
    for (const Part& part : parts) {
      const Flow each = flowOfPart(body, part, source, {&varying, running});
      const QualType type = part.path.empty() ? variable->getType() : part.path.back()->getType();
      const bool isArray = type->isArrayType();
      if (each.unclear || part.path.empty() || isContainer(type) ||
          (each.firstRead && (each.mayWrite || isArray)))
        return flow;
      if (!each.mayWrite) continue;
      all.mustWrite &= each.mustWrite;
      all.mustWriteAtBreak &= each.mustWriteAtBreak;
      all.mustWriteAtContinue &= each.mustWriteAtContinue;
      all.mustWriteAtReturn &= each.mustWriteAtReturn;
    }
    return all;
  }

  /// A struct of which each iteration was found to have its own.
  bool isFoundPrivate(int loop, const ValueDecl* variable) const {
    return llvm::any_of(nest.privates, [&](const PrivateScalar& scalar) {
      return scalar.variable == variable && isAround(nest, scalar.loop, loop);
    });
  }

  /// Why no clause can name the variable; empty: one can.
  std::string whyShared(const VarDecl* variable, const Stmt* body) const {
    if (variable->isStaticDataMember()) return "is a static member";
    bool isQualified = false;
    walk(body, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      isQualified |= named && named->getDecl() == variable && named->hasQualifier();
      return !isQualified;
    });
    return isQualified ? "is named with its namespace" : "";
  }

  bool decide(int loop, const ValueDecl* variable) {
    if (isAtomic(variable->getType())) return true;
    if (const Reduction* reduction = reductionCovering(nest, variable, loop)) {
      noteWrittenBeside(*reduction, loop);
      return true;
    }
    const Loop& around = nest.loops[loop];
    if (const Expr* update = atomicBuiltin(around, variable)) return noteAtomic(variable, update);
    const Varying varying = varyingIn(around);
    const Flow flow = flowOfObject(around.body, variable, varying);
    if (!flow.mayWrite)
      return true;  // a member of another object, a container that is called: the accesses tell
    PrivateScalar scalar;
    scalar.variable = dyn_cast<VarDecl>(variable);
    scalar.loop = loop;
    scalar.byClause = isNamedPrivate(nest, loop, variable);
    if (flow.unclear && !scalar.byClause) {
      noteUnproved("'" + variable->getNameAsString() + "' is reached in a way that is not followed",
                   flow.write);
    } else if (flow.firstRead && !scalar.byClause)
      return isUnchecked(nest, loop) ? noteCarried(loop, variable, flow)
                               : !reported.insert(variable).second || reportCarried(loop, variable, flow);
    const QualType type = variable->getType().getNonReferenceType();
    const bool isWhole = !type->isRecordType() && !type->isArrayType();  // not by its members or elements
    const bool isOne = isWhole || libraryTemplate(type) == "array";      // what assigns to it is no access
    if (flow.firstRead && scalar.byClause && isOne) noteReadFirst(loop, variable->getNameAsString(), flow);
    const bool keepsSize = classIs(libraryTemplate(type), ClassFact::KeepsSize);  // `v = 0`
    scalar.firstValue = keepsSize || flow.unclear || !flowOf(around.body, variable, source).writesAlways();
    if (!scalar.variable) {
      source.diags.report(
          Diag::Unsupported, flow.write->getBeginLoc(),
          {"the member '" + variable->getNameAsString() + "' is written by every iteration of '" +
           counterOf(loop) + "'; use a local variable"});
      return false;
    }
    if (scalar.variable->getTLSKind() != VarDecl::TLS_None) return decideOfThread(scalar, flow);
    if (const std::string what = whyShared(scalar.variable, around.body); !what.empty()) {
      source.diags.report(
          Diag::Unsupported, flow.write->getBeginLoc(),
          {"'" + variable->getNameAsString() + "', which every iteration of '" + counterOf(loop) +
           "' writes, " + what + ", so that threads cannot have one each; use a local variable"});
      return false;
    }
    if (const Expr* use = indirectUse(variable, around.body, nest.function, source.directives);
        use && !scalar.byClause) {
      source.diags.report(
          Diag::Unsupported, use->getBeginLoc(),
          {"'" + variable->getNameAsString() + "', which every iteration of '" + counterOf(loop) +
           "' writes, is used here by another name or function; use a local variable"});
      return false;
    }
    if (!scalar.byClause) noteNamesBeside(scalar.variable, flow);
    const Expr* readAfter = readAfterLoop(around, scalar.variable);
    const bool isSeen = outlives(scalar.variable) || isCaptured(around, scalar.variable) || readAfter;
    scalar.lastValue = isSeen || isHeldAfter(scalar.variable, nest.loops.front().stmt, nest.function, source);
    if (scalar.lastValue && !flow.writesAlways() && !writesItsParts(around, variable)) {
      if (scalar.byClause && !readAfter && !outlives(scalar.variable))
        scalar.lastValue = false;
      else if (!isSeen || (scalar.byClause && !readAfter))
        noteConditional(scalar, flow);
      else if (!isUnchecked(nest, loop))
        return !reported.insert(variable).second || reportConditional(loop, variable, flow, readAfter);
      else
        noteLastWrite(loop, scalar.variable, flow);
    }
    scalar.byClause &= isWhole || flow.firstRead || !flow.writesAlways();  // otherwise the analysis finds it
    nest.privates.push_back(scalar);
    source.diags.report(scalar.lastValue ? Diag::RemarkLastValue : Diag::RemarkPrivate,
                        flow.write->getBeginLoc(), {variable->getNameAsString(), counterOf(loop)});
    return true;
  }

  /// A `thread_local` variable: each thread has its own without a clause, and no clause can hand on what the
  /// last iteration leaves there.
  bool decideOfThread(PrivateScalar& scalar, const Flow& flow) {
    const Expr* readAfter = readAfterLoop(nest.loops[scalar.loop], scalar.variable);
    if (readAfter) {
      source.diags.report(
          Diag::Unsupported, flow.write->getBeginLoc(),
          {"'" + scalar.variable->getNameAsString() + "', which every iteration of '" +
           counterOf(scalar.loop) +
           "' writes, is of each thread already, so that its last value is lost; use a local variable"});
      source.diags.report(Diag::ReadHere, readAfter->getBeginLoc());
      return false;
    }
    nest.privates.push_back(scalar);
    source.diags.report(Diag::RemarkPrivate, flow.write->getBeginLoc(),
                        {scalar.variable->getNameAsString(), counterOf(scalar.loop)});
    return true;
  }

  /// The first atomic builtin on v, `__sync_fetch_and_add(&v, 1)`, `__atomic_store_n(&v, ...)`, if the loop
  /// names v in no other way.
  const Expr* atomicBuiltin(const Loop& loop, const ValueDecl* variable) const {
    const Expr* first = nullptr;
    std::set<const Expr*> explained;
    bool isEverywhere = true;
    walk(loop.body, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      const bool isSync = call && calleeName(call).starts_with("__sync_") && call->getNumArgs() > 0;
      const auto* atomic = dyn_cast<AtomicExpr>(each);
      const Expr* pointer = atomic ? atomic->getPtr() : isSync ? call->getArg(0) : nullptr;
      const auto* address = pointer ? dyn_cast<UnaryOperator>(pointer->IgnoreParenCasts()) : nullptr;
      if (address && address->getOpcode() == UO_AddrOf && namedVariable(address->getSubExpr()) == variable) {
        explained.insert(strip(address->getSubExpr()));
        if (!first) first = cast<Expr>(each);
      }
      const auto* named = dyn_cast<DeclRefExpr>(each);
      isEverywhere &= !named || named->getDecl() != variable || explained.count(named);
      return isEverywhere;
    });
    return isEverywhere ? first : nullptr;
  }

  /// The variable stays shared by all iterations.
  bool noteAtomic(const ValueDecl* variable, const Expr* update) {
    noteUnproved("the order of the iterations decides what an atomic builtin gives of '" +
                     variable->getNameAsString() + "'",
                 update);
    return true;
  }

  /// The user vouches for the carried value; still it is not proved.
  bool noteCarried(int loop, const ValueDecl* variable, const Flow& flow) {
    noteUnproved("'" + variable->getNameAsString() + "' carries a value from one iteration of '" +
                     counterOf(loop) + "' to the next",
                 flow.firstRead);
    return true;
  }

  /// Through another name the iteration reaches the shared variable, not its own copy.
  void noteNamesBeside(const VarDecl* variable, const Flow& flow) {
    if (!hasNamesBeside(variable, nest.function, source.directives)) return;
    noteUnproved("'" + variable->getNameAsString() + "' is reached in a way that is not followed",
                 flow.write);
  }

  /// Neither a clause, nor the author's word that the iterations are independent, gives a private copy the
  /// value of the previous iteration.
  void noteReadFirst(int loop, const std::string& name, const Flow& flow) {
    const std::string why = "'" + name + "' is private, and may be read before the iteration has written it";
    if (isUnchecked(nest, loop))
      source.diags.report(Diag::Unproved, flow.firstRead->getBeginLoc(),
                          {iterationsAsTold(nest, counterOf(loop)), why});
    noteUnproved(why, flow.firstRead);
  }

  /// It is not known whether other code reads the variable.
  void noteConditional(PrivateScalar& scalar, const Flow& flow) {
    scalar.lastValue = false;
    const std::string how = outlives(scalar.variable) ? "" : " by another name";
    noteUnproved("'" + scalar.variable->getNameAsString() + "' may be read after the loop" + how +
                     ", but not every iteration writes it",
                 flow.write);
  }

  void noteUnproved(const std::string& why, const Expr* at) { nest.addOpaqueEffect(why, at); }

  /// The author vouches for the iterations; behind the loop the variable has the last iteration's value.
  void noteLastWrite(int loop, const VarDecl* variable, const Flow& flow) {
    const std::string why = "'" + variable->getNameAsString() +
                            "' keeps what the last iteration leaves there, which may not write it";
    source.diags.report(Diag::Unproved, flow.write->getBeginLoc(),
                        {iterationsAsTold(nest, counterOf(loop)), why});
    noteUnproved(why, flow.write);
  }

  /// Tells of members of a private object that an iteration may read before it has written them.
  void noteParts(int index) {
    const Loop& loop = nest.loops[index];
    if (!loop.directive) return;
    const Varying varying = varyingIn(loop);
    for (const Clause& clause : loop.directive->clauses)
      if (clause.kind == ClauseKind::Private)
        for (const ClauseArgument& argument : clause.arguments)
          if (const ValueDecl* variable = namedVariable(argument.expressions.front())) {
            const bool isOne = isOnePart(variable);
            for (const Part& part : isOne ? std::vector{Part{variable, {}}} : partsOf(variable))
              if (const Flow flow = flowOfPart(loop.body, part, source, {&varying, running});
                  flow.firstRead && (flow.mayWrite || (isOne && varying.names.count(variable))))
                return noteReadFirst(index, nameOf(part), flow);
          }
  }

  /// Of an object: each member that an iteration may write, every iteration writes. The others it keeps.
  bool writesItsParts(const Loop& loop, const ValueDecl* variable) {
    if (!variable->getType()->isRecordType() || isOnePart(variable)) return false;
    const Varying varying = varyingIn(loop);
    bool isAny = false;
    for (const Part& part : partsOf(variable)) {
      const Flow flow = flowOfPart(loop.body, part, source, {&varying, running});
      if (flow.mayWrite && !flow.writesAlways()) return false;
      isAny |= flow.mayWrite;
    }
    return isAny;
  }

  /// The loop stands in a lambda that captured the variable: what happens to the variable after the call is
  /// not followed.
  bool isCaptured(const Loop& loop, const VarDecl* variable) const {
    const Stmt* current = loop.stmt;
    for (;;) {
      const auto parents = source.ast.getParents(*current);
      if (parents.empty()) return false;
      if (const auto* method = parents[0].get<CXXMethodDecl>())
        return method->getParent()->isLambda() && variable->getDeclContext() != method;
      current = parents[0].get<Stmt>();
      if (const auto* lambda = dyn_cast_or_null<LambdaExpr>(current))
        return variable->getDeclContext() != lambda->getCallOperator();
      if (!current) return false;
    }
  }

  const Expr* readAfterLoop(const Loop& loop, const VarDecl* variable) const {
    return flowAfter(loop.stmt, variable, nest.function, source).firstRead;
  }

  bool reportConditional(int loop, const ValueDecl* variable, const Flow& flow, const Expr* readAfter) {
    if (const auto op = onlyUpdates(loop, variable))
      return reportMissingReduction(loop, variable->getNameAsString(), flow, *op);
    source.diags.report(Diag::ScalarConditionalLast, flow.write->getBeginLoc(),
                        {variable->getNameAsString(), counterOf(loop)});
    if (readAfter) source.diags.report(Diag::ReadHere, readAfter->getBeginLoc());
    return source.diags.showsConflicts();
  }

  bool reportCarried(int loop, const ValueDecl* variable, const Flow& flow) {
    const auto op = onlyUpdates(loop, variable);
    const std::string name = variable->getNameAsString();
    if (const auto member = op ? std::nullopt : onlyMemberUpdate(loop, variable))
      return reportMissingReduction(loop, writtenText(member->target, source.ast), flow, member->op);
    if (!op) {
      source.diags.report(Diag::ScalarCarried,
                          flow.write ? flow.write->getBeginLoc() : flow.firstRead->getBeginLoc(),
                          {name, counterOf(loop)});
      source.diags.report(Diag::ReadHere, flow.firstRead->getBeginLoc());
      return source.diags.showsConflicts();
    }
    return reportMissingReduction(loop, name, flow, *op);
  }

  bool reportMissingReduction(int loop, const std::string& name, const Flow& flow, ReductionOperator op) {
    const std::string clause = std::string(" reduction(") + spelling(op) + ":" + name + ")";
    source.diags.report(Diag::ReductionMissing, flow.write->getBeginLoc(),
                        {name, counterOf(loop), spelling(op)}, {},
                        clauseFixIt(*nest.loops[loop].directive, clause, source));
    return source.diags.showsConflicts();
  }

  /// The one operator by which the loop updates `variable`, if it does nothing else with it.
  std::optional<ReductionOperator> onlyUpdates(int loop, const ValueDecl* variable) const {
    std::optional<ReductionOperator> op;
    std::set<const Expr*> explained;
    bool same = true;
    walk(nest.loops[loop].body, source.directives, [&](const Stmt* each) {
      if (const auto update = asUpdate(each, source);
          update && namedVariable(update->target) == variable &&
          !(isa<Expr>(each) && isValueUsed(cast<Expr>(each), source.ast))) {
        same &= !op || *op == update->op || explained.count(update->target);
        if (!explained.count(update->target)) op = update->op;
        explained.insert(update->mentions.begin(), update->mentions.end());
      }
      const auto* expression = dyn_cast<Expr>(each);
      if (expression && strip(expression) == expression && namedVariable(expression) == variable)
        same &= explained.count(expression) != 0;
      return same;
    });
    const QualType type = variable->getType().getNonReferenceType();
    return same && op && isReducible(type, *op) ? op : std::nullopt;
  }

  /// The variable of `p.f`, and of `p.f.g`; null where there is more to it.
  static const Expr* objectOf(const Expr* member) {
    member = strip(member);
    while (const auto* part = dyn_cast<MemberExpr>(member)) member = strip(part->getBase());
    return isa<DeclRefExpr>(member) ? member : nullptr;
  }

  /// The update of the one member of the object that the loop names at all, `p.f += x`.
  std::optional<Update> onlyMemberUpdate(int loop, const ValueDecl* variable) const {
    std::optional<Update> first;
    std::set<const Expr*> explained;
    bool same = true;
    walk(nest.loops[loop].body, source.directives, [&](const Stmt* each) {
      const auto update = asUpdate(each, source);
      const Expr* object = update && isa<MemberExpr>(update->target) ? objectOf(update->target) : nullptr;
      if (object && namedVariable(object) == variable &&
          !(isa<Expr>(each) && isValueUsed(cast<Expr>(each), source.ast))) {
        same &=
            !first || (first->op == update->op && sameExpression(first->target, update->target, source.ast));
        first = update;
        for (const Expr* mention : update->mentions) explained.insert(objectOf(mention));
      }
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      same &= !reference || namedVariable(reference) != variable || explained.count(reference);
      return same;
    });
    return same && first && isReducible(first->target->getType(), first->op) ? first : std::nullopt;
  }

  /// A clause copies a pointer or a view, not what it leads to. A class with a copy constructor of its own is
  /// taken to copy what it has.
  bool isCopiedWhole(const Array& array) const {
    const QualType type = array.declaration->getType().getNonReferenceType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (isTile(type) || type->isDependentType() || !leadsElsewhere(type)) return true;
    if (record && record->hasDefinition() && record->hasUserDeclaredCopyConstructor() &&
        !record->isInStdNamespace())
      return true;
    std::string path = array.name;
    path.erase(0, array.declaration->getName().size());
    for (std::size_t at; (at = path.find("[]")) != std::string::npos;) path.erase(at, 2);
    path.erase(std::min(path.size(), path.find(".(")));  // the members of a union, the bit-fields of a word
    return isOwnMemory(array.declaration, path, source.ast);
  }

  /// Code that uses another name of the array reaches the one shared array, not the copies.
  void noteOtherName(const Array& array) {
    const auto* variable = dyn_cast<VarDecl>(array.declaration);
    if (!variable) return;
    const Expr* use = indirectUse(variable, nest.loops.front().body, nest.function, source.directives);
    if (!use && !hasOtherName(variable, nest, source.directives)) return;
    nest.addOpaqueEffect("'" + array.name + "' is private, and may be reached by another name", use);
  }

  /// Is the array a part of an object that each iteration has of its own?
  bool isOfOwnObject(int array) const {
    const ValueDecl* variable = nest.arrays[array].declaration;
    if (!nest.arrays[array].isOwn || !variable->getType()->isRecordType()) return false;
    const auto isInside = [&](const Access& access, int loop) {
      return access.array != array || isAround(nest, loop, access.loop);
    };
    return llvm::any_of(nest.privates, [&](const PrivateScalar& each) {
      return each.variable == variable &&
             llvm::all_of(nest.accesses, [&](const Access& access) { return isInside(access, each.loop); });
    });
  }

  void markPrivateArrays() {
    for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
      Array& array = nest.arrays[k];
      if (!array.declaration || isArrayOnlyRead(nest, array.declaration)) continue;
      if (isOfOwnObject(static_cast<int>(k))) {
        array.isPrivate = true;
        continue;
      }
      bool isEverywhere = true, isShared = false;
      for (const Access& access : nest.accesses)
        if (access.array == static_cast<int>(k)) {
          const bool isCovered = isNamedPrivate(nest, access.loop, array.declaration) ||
                                 isFoundPrivate(access.loop, array.declaration);
          array.isPrivate |= isCovered;
          isEverywhere &= isCovered;
          isShared |= access.throughMemory;
        }
      if (isShared || !isCopiedWhole(array)) array.isPrivate = false;
      if (array.isPrivate) noteOtherName(array);
      if (array.isPrivate && !isEverywhere)
        nest.addOpaqueEffect("'" + array.name + "' is private in an inner loop only", nullptr);
    }
  }
};

}  // namespace

bool readScalars(LoopNest& nest, const Source& source) { return ScalarReader(nest, source).run(); }

std::vector<const ValueDecl*> writtenIn(const LoopNest& nest, int number, const Source& source) {
  const Loop& loop = nest.loops[number];
  std::set<const ValueDecl*> inside;
  walk(loop.stmt, source.directives, [&](const Stmt* each) {
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* variable = dyn_cast<ValueDecl>(declared)) inside.insert(variable);
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const ParmVarDecl* parameter : lambda->getCallOperator()->parameters()) inside.insert(parameter);
    if (const auto* lambda = dyn_cast<LambdaExpr>(each))
      for (const LambdaCapture& capture : lambda->captures())  // `[x = value]` is born with the lambda
        if (lambda->isInitCapture(&capture) && capture.getCaptureKind() == LCK_ByCopy)
          inside.insert(capture.getCapturedVar());
    return true;
  });
  std::vector<const ValueDecl*> written;
  std::set<const ValueDecl*> modified = modifiedVariables(loop.body, source.directives);
  if (number > 0) modified.merge(modifiedByLambdas(loop.body, nest.loops.front().body, source.directives));
  for (const ValueDecl* variable : modified)
    if (!inside.count(variable) && variable != loop.counter && isa<VarDecl, FieldDecl>(variable))
      written.push_back(variable);
  const SourceManager& sources = source.ast.getSourceManager();
  std::sort(written.begin(), written.end(), [&](const ValueDecl* a, const ValueDecl* b) {
    return sources.isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
  });
  return written;
}

bool outlives(const VarDecl* variable) {
  return variable->hasGlobalStorage() || variable->getType()->isReferenceType();
}

bool hasPrivates(const LoopNest& nest) {
  return !nest.privates.empty() || llvm::any_of(nest.loops, [](const Loop& loop) {
    return loop.directive && loop.directive->find(ClauseKind::Private);
  });
}

static bool isNamedBy(ClauseKind kind, const LoopNest& nest, int loop, const ValueDecl* variable) {
  for (; loop >= 0; loop = nest.loops[loop].parent)
    if (const Directive* directive = nest.loops[loop].directive)
      for (const Clause& clause : directive->clauses)
        if (clause.kind == kind)
          for (const ClauseArgument& argument : clause.arguments)
            if (namedVariable(argument.expressions.front()) == variable) return true;
  return false;
}

bool isNamedPrivate(const LoopNest& nest, int loop, const ValueDecl* variable) {
  return isNamedBy(ClauseKind::Private, nest, loop, variable);
}

bool isNamedReduced(const LoopNest& nest, int loop, const ValueDecl* variable) {
  return isNamedBy(ClauseKind::Reduction, nest, loop, variable);
}

bool isArrayOnlyRead(const LoopNest& nest, const ValueDecl* variable) {
  const QualType type = variable->getType();
  return type->isArrayType() && type->getBaseElementTypeUnsafe()->isScalarType() &&
         llvm::none_of(nest.accesses,
                       [&](const Access& access) {
                         return access.writes && nest.arrays[access.array].declaration == variable;
                       }) &&
         llvm::none_of(nest.privates,
                       [&](const PrivateScalar& scalar) { return scalar.variable == variable; });
}

bool carriesScalar(const LoopNest& nest, int loop, const Source& source) {
  for (const ValueDecl* variable : writtenIn(nest, loop, source)) {
    const Flow flow = flowOf(nest.loops[loop].body, variable, source);
    if (flow.mayWrite) return true;
  }
  return false;
}

}  // namespace appyl
