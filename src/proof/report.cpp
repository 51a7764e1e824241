#include "proof/report.h"

#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/source_ranges.h"
#include "nest/dataflow/definite_assignment.h"
#include "nest/dataflow/liveness.h"
#include "nest/ir/symbol_names.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/reductions.h"
#include "nest/privatization/scalars.h"
#include "nest/privatization/updates.h"
#include "proof/assumptions.h"
#include "proof/proof.h"

namespace appyl {
namespace {

using namespace clang;

class Reporter {
 public:
  /// `nest`: that of the kernel, or of an instance of its template.
  Reporter(Kernel& kernel, const LoopNest& nest, LegalityMode legality, const Source& source)
      : kernel(kernel), nest(nest), legality(legality), source(source) {}

  void reportVerdicts(const Proof& proof) {
    std::vector<Obstacle> open;
    for (const LoopProof& loop : proof.loops) {
      if (isUnchecked(nest, loop.loop)) {
        vouched(loop);
      } else if (const auto* conflict = std::get_if<Conflict>(&loop.verdict)) {
        report(loop.loop, *conflict, loop.moreConflicts);
      } else if (const auto* unknown = std::get_if<Unknown>(&loop.verdict)) {
        open.push_back({loop.loop, *unknown});
        for (const Unknown& each : loop.moreUnknown) open.push_back({loop.loop, each});
      }
    }
    report(open);
  }

  void reportOutside(const Proof& proof) {
    for (const OutOfBounds& outside : proof.outOfBounds) {
      std::string sizes;
      for (const auto& [name, value] : outside.parameters)
        sizes += (sizes.empty() ? "" : ", ") + name + " = " + std::to_string(value);
      std::vector<std::string> arguments = {std::to_string(outside.index), arrayOf(outside.where.access).name,
                                            std::to_string(outside.extent)};
      if (!sizes.empty()) arguments.push_back(sizes);
      source.diags.report(sizes.empty() ? Diag::OutOfBounds : Diag::OutOfBoundsAlways,
                          at(outside.where.access), std::move(arguments));
      noteCallee(outside.where.access);
    }
  }

  void reportAssumptions(const Proof& proof) {
    for (const Assumption& assumption : proof.assumptions) {
      if (const auto text = textIfUncheckable(assumption))
        undecided("it takes " + *text + " for granted, which cannot be checked in front of the loop");
      else
        assume(assumption);
    }
    for (const Reduction& reduction : nest.reductions)
      if (takesTruthFor(reduction) && !isOfIteration(reduction)) {
        const Polynomial value = Polynomial::symbol(reduction.name),
                         negated = *multiply(value, Polynomial(-1));
        assume({value, "0 <= " + reduction.name});
        assume({*add(negated, Polynomial(1)), reduction.name + " <= 1"});
      }
  }

  /// What only the instance shows; `pattern`: what is proved of the template. `taken`: what it takes for
  /// granted beside, the same for every instance.
  void reportInstance(const Proof& proof, const Proof& pattern,
                      std::optional<std::vector<Assumption>>& taken) {
    reportVerdicts(proof);
    if (pattern.outOfBounds.empty()) reportOutside(proof);
    if (!pattern.assumptions.empty()) return;
    const std::vector<Assumption> before = taken.value_or(proof.assumptions);
    const auto isSame = [](const Assumption& one, const Assumption& other) { return one.text == other.text; };
    const bool isAny =
        llvm::all_of(proof.assumptions, [&](const Assumption& each) { return isOfEveryInstance(each); });
    if (!isAny || !std::ranges::equal(before, proof.assumptions, isSame))
      undecided("an instance of the template takes " +
                (proof.assumptions.empty() ? before : proof.assumptions).front().text + " for granted");
    taken = proof.assumptions;
  }
  void assumeOfInstances(const std::vector<Assumption>& taken) {
    for (const Assumption& each : taken) assume(each);
  }

 private:
  Kernel& kernel;
  const LoopNest& nest;
  LegalityMode legality;
  Source source;
  bool told = false;  // what is undecided is said once per nest

  struct Obstacle {
    int loop;
    Unknown unknown;
  };

  /// In the nest, where the access is, or the call by which it comes.
  SourceLocation at(int access) const { return placeOf(access)->getBeginLoc(); }
  const Expr* placeOf(int access) const {
    const Access& touched = nest.accesses[access];
    return touched.calledBy ? touched.calledBy : touched.expr;
  }
  void noteCallee(int access) {
    if (nest.accesses[access].calledBy)
      source.diags.report(Diag::AccessHere, nest.accesses[access].expr->getBeginLoc(), {},
                          {nest.accesses[access].expr->getSourceRange()});
  }
  const Array& arrayOf(int access) const { return nest.arrays[nest.accesses[access].array]; }

  bool isOfIteration(const Reduction& reduction) const {
    const Stmt* root = nest.loops.front().stmt;
    return source.ast.getSourceManager().isPointWithin(reduction.declaration->getLocation(),
                                                       root->getBeginLoc(), root->getEndLoc());
  }

  /// A symbol with a number has no name in front of the nest, or shares its name with something else.
  std::optional<std::string> textIfUncheckable(const Assumption& assumption) const {
    const bool isUncheckable = llvm::any_of(assumption.condition.symbols(),
                                            [&](const std::string& name) { return isNumbered(nest, name); });
    return isUncheckable ? std::optional(proving::assumptionAsWritten(nest, assumption.condition))
                         : std::nullopt;
  }

  /// Of names only, which mean the same in the template, and of no number, which may be an argument's where
  /// not all instances are known.
  bool isOfEveryInstance(const Assumption& assumption) const {
    return !textIfUncheckable(assumption) && llvm::all_of(assumption.condition.terms, [&](const auto& term) {
      return (!isHeader(source.ast) || (!term.first.empty() && std::abs(term.second) == 1)) &&
             llvm::all_of(term.first, [&](const std::string& name) { return isOfEveryInstance(name); });
    });
  }
  /// Members of objects whose type is an argument may be those of this instance only; the other instances of
  /// a header's template are not known.
  bool isOfEveryInstance(llvm::StringRef name) const {
    name.consume_front("this->");
    if (name.find_first_of("*/%[>") != llvm::StringRef::npos) return false;
    const auto [object, member] = name.split('.');
    if (member.empty() || !isHeader(source.ast)) return true;
    const auto* method = dyn_cast<CXXMethodDecl>(nest.function);
    return llvm::any_of(nest.arrays, [&](const Array& array) {
      const CXXRecordDecl* record =
          array.declaration ? array.declaration->getType().getNonReferenceType()->getAsCXXRecordDecl()
                            : nullptr;
      return record && array.declaration->getName() == object && method &&
             method->getParent()->getCanonicalDecl() == record->getCanonicalDecl();
    });
  }

  void assume(const Assumption& assumption) {
    kernel.assumptions.push_back(assumption.text);
    kernel.assumedConditions.push_back(assumption.condition);
    source.diags.report(Diag::UnprovedAssumption, nest.loops.front().stmt->getBeginLoc(), {assumption.text});
  }

  void vouched(const LoopProof& loop) {
    if (const auto* conflict = std::get_if<Conflict>(&loop.verdict))
      source.diags.report(Diag::ConflictRemark, at(conflict->first.access), {conflict->sentence});
    if (const auto* unknown = std::get_if<Unknown>(&loop.verdict)) giveReason(unknown->why);
    if (const auto* conflict = std::get_if<Conflict>(&loop.verdict)) giveReason(conflict->sentence);
    if (isConflict(loop) || isOpen(loop)) kernel.legality = Legality::Unchecked;
  }

  void undecided(const std::string& why) {
    if (isUnchecked(nest, 0))
      vouched({0, Unknown{why, -1}, {}, {}});
    else
      report({{0, Unknown{why, -1}}});
  }

  void giveReason(const std::string& why) {
    if (kernel.unprovedReason.empty()) kernel.unprovedReason = why;
  }

  void report(int loop, const Conflict& conflict, const std::vector<Conflict>& more) {
    kernel.legality = Legality::Unproved;
    giveReason(conflict.sentence);
    reportOne(loop, conflict);
    for (const Conflict& each : more) reportOne(loop, each);
  }

  void reportOne(int loop, const Conflict& conflict) {
    const Access &first = nest.accesses[conflict.first.access],
                 &second = nest.accesses[conflict.second.access];
    const bool isUpdate = first.update && second.update && *first.update == *second.update &&
                          first.array == second.array && isReducible(first.expr->getType(), *first.update) &&
                          isOnlyUpdated(loop, first);
    const std::string clause = isUpdate ? nameInClause(loop, first) : "";
    if (!clause.empty() && !nest.programs) return reportMissingReduction(loop, conflict, first, clause);
    const bool firstWrites = first.writes;
    const int here = firstWrites ? conflict.first.access : conflict.second.access,
              other = firstWrites ? conflict.second.access : conflict.first.access;
    source.diags.report(Diag::ArrayConflict, at(here),
                        {conflict.sentence, nest.programs ? "the programs of a 'parallel' grid call"
                                                          : "the iterations of a 'parallel' loop"},
                        {placeOf(here)->getSourceRange()});
    noteCallee(here);
    if (here != other)
      source.diags.report(Diag::OtherAccess, nest.accesses[other].expr->getBeginLoc(), {},
                          {nest.accesses[other].expr->getSourceRange()});
    const ValueDecl* array = arrayOf(here).declaration;
    if (const auto dimension = dimensionOfGrid(loop); dimension && array && isAlike(loop, array))
      source.diags.report(Diag::GridBlockShared, nest.loops[loop].stmt->getBeginLoc(),
                          {array->getNameAsString(), std::to_string(*dimension)});
    else if (isWorkspace(loop, array))
      source.diags.report(Diag::OwnCopyHint, nest.loops[loop].stmt->getBeginLoc(),
                          {array->getNameAsString()});
  }

  /// An array or container in front of the loop whose elements all iterations use alike.
  bool isWorkspace(int loop, const ValueDecl* array) const {
    const auto* variable = dyn_cast_or_null<VarDecl>(array);
    const bool hasElements = variable && (isContiguousContainer(variable->getType()) ||
                                          variable->getType()->isConstantArrayType());
    // Of a variable of the file, other functions may read what is left there; `private` hands that on.
    const bool isUnread =
        hasElements && (variable->isFileVarDecl() ||
                        (variable->isLocalVarDecl() &&
                         !flowAfter(nest.loops[loop].stmt, variable, nest.function, source).firstRead));
    return isUnread && isAlike(loop, array);
  }

  /// Do all iterations of the loop use the same elements of it?
  bool isAlike(int loop, const ValueDecl* array) const {
    return llvm::all_of(nest.accesses, [&](const Access& access) {
      return nest.arrays[access.array].declaration != array ||
             llvm::none_of(access.subscripts, [&](const std::optional<Polynomial>& subscript) {
               return subscript && allSymbols(nest, *subscript).count(nest.loops[loop].symbol);
             });
    });
  }

  /// Which dimension of a grid call's grid the loop is; nullopt: it is none.
  std::optional<std::size_t> dimensionOfGrid(int loop) const {
    const VarDecl* counter = nest.programs ? nest.loops[loop].counter : nullptr;
    for (std::size_t k = 0; counter && k < nest.programs->axes.size(); ++k)
      if (nest.programs->axes[k].id == counter->getName()) return k;
    return std::nullopt;
  }

  /// No clause can combine a value that the loop also reads, as Floyd and Warshall's reads `d[i][k]`.
  bool isOnlyUpdated(int loop, const Access& update) const {
    return llvm::all_of(nest.accesses, [&](const Access& other) {
      const std::vector<int> around = loopsAround(nest, other.loop);
      return other.array != update.array || other.update == update.update ||
             std::find(around.begin(), around.end(), loop) == around.end();
    });
  }

  /// How a clause names what the access updates: an array, or one element; empty: in no way, as with the
  /// members of several elements.
  std::string nameInClause(int loop, const Access& access) const {
    const Array& array = nest.arrays[access.array];
    if (array.name.find("[]") == std::string::npos) return array.name;
    const bool isOne = llvm::all_of(access.subscripts, [&](const std::optional<Polynomial>& subscript) {
      return subscript && llvm::all_of(subscript->symbols(), [&](const std::string& name) {
               return nest.symbols.at(name).kind == Symbol::Kind::Parameter;
             });
    });
    return isOne && loop == 0 ? writtenText(access.expr, source.ast) : "";
  }

  /// Only updates collide: a clause is all that is missing.
  void reportMissingReduction(int loop, const Conflict& conflict, const Access& access,
                              const std::string& name) {
    const std::string op = spelling(*access.update);
    source.diags.report(
        Diag::ReductionMissing, at(conflict.first.access), {name, nest.loops[loop].symbol, op},
        {placeOf(conflict.first.access)->getSourceRange()},
        clauseFixIt(*nest.loops[loop].directive, " reduction(" + op + ":" + name + ")", source));
    noteCallee(conflict.first.access);
  }

  /// One warning for the nest, and a note for each further reason.
  void report(const std::vector<Obstacle>& open) {
    for (const Obstacle& each : open) {
      if (kernel.legality == Legality::Proved) kernel.legality = Legality::Unproved;
      giveReason(each.unknown.why);
    }
    if (open.empty() || told || legality == LegalityMode::Off) return;
    told = true;
    std::set<std::string> reasons;
    for (const auto& [loop, unknown] : open) {
      if (!reasons.insert(unknown.why).second) continue;
      const std::string why = unknown.why + proposalFor(loop, unknown.access);
      if (reasons.size() > 1)
        source.diags.report(Diag::AlsoUnproved, at(loop, unknown), {why});
      else
        source.diags.report(legality == LegalityMode::Strict ? Diag::UnprovedStrict
                            : source.diags.showsConflicts()  ? Diag::Unproved
                                                             : Diag::UnprovedAdvised,
                            at(loop, unknown),
                            {iterationsAsTold(nest, nest.loops[loop].counter->getNameAsString()), why});
      if (unknown.access >= 0) noteCallee(unknown.access);
    }
  }

  SourceLocation at(int loop, const Unknown& unknown) const {
    const Expr* call = unknown.effect >= 0 ? nest.opaqueEffects[unknown.effect].at : nullptr;
    return unknown.access >= 0 ? at(unknown.access)
           : call              ? call->getBeginLoc()
                               : nest.loops[loop].stmt->getBeginLoc();
  }

  /// `count[key[i]] += 1`, where the elements are only updated: a clause makes it right for any keys.
  std::string proposalFor(int loop, int access) const {
    if (access < 0) return "";
    const Access& open = nest.accesses[access];
    if (!open.update || open.atomic || !isReducible(open.expr->getType(), *open.update) ||
        !isOnlyUpdated(loop, open) || nest.loops[loop].parent >= 0)
      return "";
    const std::string name = nameInClause(loop, open);
    if (name.empty()) return "";
    const ValueDecl* array = nest.arrays[open.array].declaration;
    const bool isPointer = array && array->getType()->isPointerType();
    return "; 'reduction(" + std::string(spelling(*open.update)) + ":" + name + ")' combines its updates" +
           (isPointer ? ", with 'shape(" + name + "[N])' for its N elements" : "");
  }
};

/// Are the iterations of a loop that is not declared parallel independent all the same? `granted`: what may
/// be taken for granted of sizes.
bool isIndependent(const Kernel& kernel, int loop, const std::vector<std::string>& granted,
                   const Source& source) {
  LoopNest nest = kernel.nest;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) nest.loops[k].parallel = static_cast<int>(k) == loop;
  if (!nest.opaqueEffects.empty() || carriesScalar(nest, loop, source)) return false;
  const Proof proof = prove(nest);
  const Verdict* verdict = proof.verdictOf(loop);
  return verdict && std::holds_alternative<Independent>(*verdict) &&
         llvm::all_of(proof.assumptions,
                      [&](const Assumption& each) { return llvm::is_contained(granted, each.text); });
}

/// Does the loop write nothing else that is declared in front of it, except elements? Lanes would share it.
bool writesNoOther(const Loop& loop, const Directives& directives) {
  return llvm::all_of(modifiedVariables(loop.stmt, directives), [&](const ValueDecl* each) {
    return each == loop.counter || isDeclaredInside(each, loop.stmt, directives);
  });
}

/// Does the loop write elements of one array, and read others of it, and meet no second array that might be
/// the same memory? The author has not spoken of this loop.
bool updatesOneArray(const LoopNest& nest, int loop) {
  std::set<int> written, read;
  for (const Access& access : nest.accesses) {
    if (access.loop != loop) continue;
    const Array& array = nest.arrays[access.array];
    const bool isOwn = array.scope >= 0 || array.isPrivate;  // of iterations around it
    if (access.writes && (isOwn || access.reduction >= 0 || access.wholeArray || access.atomic)) return false;
    if (access.writes) written.insert(access.array);
    if (!access.writes && access.reads) read.insert(access.array);
  }
  if (written.size() != 1 || !read.count(*written.begin())) return false;
  const Array& target = nest.arrays[*written.begin()];
  return llvm::all_of(read, [&](int other) {
    return other == *written.begin() || nest.arrays[other].elementType != target.elementType;
  });
}

}  // namespace

static bool hasConflict(const Proof& proof) { return llvm::any_of(proof.loops, isConflict); }

static bool hasOpenLoop(const Proof& proof) {
  return llvm::any_of(proof.loops, isOpen) && !hasConflict(proof);
}

void proveAndReport(Kernel& kernel, const std::vector<LoopNest>& instances, LegalityMode legality,
                    const Source& source, std::string* dump) {
  if (!kernel.launches) {
    kernel.hasIndependentLanes = isIndependent(kernel, 0, {}, source);
    return;
  }
  Proof proof = prove(kernel.nest);
  if (dump) *dump += kernel.nest.functionName + ":\n" + print(proof, kernel.nest);
  std::vector<Proof> ofInstances;
  llvm::transform(instances, std::back_inserter(ofInstances), prove);
  // What a template leaves open its instances may decide: all of them together that there is no conflict,
  // where no other file has instances, and each that there is one.
  const bool conflicts = llvm::any_of(ofInstances, hasConflict),
             areDecided =
                 !instances.empty() && !isHeader(source.ast) && llvm::none_of(ofInstances, hasOpenLoop);
  if (hasOpenLoop(proof) && (conflicts || areDecided)) proof = Proof();
  Reporter reporter(kernel, kernel.nest, legality, source);
  kernel.legality = Legality::Proved;
  reporter.reportVerdicts(proof);
  std::optional<std::vector<Assumption>> taken;
  for (std::size_t k = 0; k < instances.size(); ++k)
    if (kernel.legality == Legality::Proved && !(conflicts && hasOpenLoop(ofInstances[k])))
      Reporter(kernel, instances[k], legality, source).reportInstance(ofInstances[k], proof, taken);
  reporter.reportOutside(proof);
  reporter.reportAssumptions(proof);
  if (kernel.legality == Legality::Proved && taken) reporter.assumeOfInstances(*taken);
  if (kernel.legality == Legality::Proved)
    source.diags.report(Diag::RemarkProved, kernel.nest.loops.front().stmt->getBeginLoc(),
                        {iterationsAsTold(kernel.nest, kernel.nest.loops.front().symbol)});
}

void findIndependentLoops(Kernel& kernel, const Source& source) {
  const LoopNest& nest = kernel.nest;
  if (!kernel.launches || !kernel.isProvedAsWritten()) return;
  for (Axis& axis : kernel.loops) {
    const bool isInnermost =
        llvm::none_of(nest.loops, [&](const Loop& each) { return each.parent == axis.loop; });
    axis.isIndependent = !axis.parallel && isInnermost && nest.loops[axis.loop].canonical &&
                         updatesOneArray(nest, axis.loop) &&
                         writesNoOther(nest.loops[axis.loop], source.directives) &&
                         isIndependent(kernel, axis.loop, kernel.assumptions, source);
  }
}

}  // namespace appyl
