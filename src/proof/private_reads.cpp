// Some iterations are played at small sizes, element by element: that finds a read of an element without a
// write before it, whatever the loops look like. Nothing is reported of what the nest does not show (a call
// that is given the array fills it).
#include "proof/private_reads.h"

#include "nest/ast/ast.h"
#include "proof/branches.h"
#include "proof/evaluate.h"
#include "proof/symbols.h"

#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <set>

namespace appyl::proving {
namespace {

enum class Happens { Never, Maybe, Always };

/// An array, but no container, whose size is unknown.
bool isArray(const Array& array) {
  return !array.extents.empty() && std::all_of(array.extents.begin(), array.extents.end(),
                                               [](const auto& extent) { return extent.has_value(); });
}

class PrivatePlay {
 public:
  PrivatePlay(const LoopNest& nest, int array, int owner,
              const std::optional<std::map<const clang::Stmt*, Branches>>& branches)
      : nest(nest), array(array), owner(owner), branches(branches), values(nest) {}

  void set(const std::string& parameter, std::int64_t value) { values.set(parameter, value); }

  /// The first access that reads what its iteration has not written; -1: none that was found.
  int firstRead() {
    play(0, 0, nest.accesses.size());
    return found;
  }

 private:
  static constexpr int mostTurns = 8;  // of the loops whose iterations have the array
  static constexpr int mostSteps = 20'000;

  const LoopNest& nest;
  const int array, owner;
  const std::optional<std::map<const clang::Stmt*, Branches>>& branches;
  Evaluator values;
  int steps = 0, found = -1;

  // By the values of the subscripts, or by what these read where the values are not known.
  std::set<std::string> written, maybeWritten;
  bool isFilled = false, isMaybeFilled = false;  // by an access that may touch any element
  // In which branches that was; what is under no element's name has touched all.
  std::map<std::string, std::set<Branches>> writtenIn;
  std::set<Branches> filledIn;
  bool isUnplaced = false;  // something written is in no known branch

  bool isOver() const { return found >= 0 || steps > mostSteps; }

  /// The loop right inside `loop` in which the access is; -1: it is in none.
  int childOf(int loop, const Access& access) const {
    for (int at = access.loop; at >= 0 && at != loop; at = nest.loops[static_cast<std::size_t>(at)].parent)
      if (nest.loops[static_cast<std::size_t>(at)].parent == loop) return at;
    return -1;
  }

  /// A loop whose number of turns is not known counts as filling what it writes. It counts as a read, too,
  /// unless it updates all of the array.
  void playUnknown(std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end && !isOver(); ++k) {
      const Access& access = nest.accesses[k];
      if (access.array != array || access.keepsElements || happens(access) == Happens::Never) continue;
      const bool isUpdateOfAll = access.wholeArray && access.writes;
      if (access.reads && !isUpdateOfAll && !isFilled && !isMaybeFilled && !isWrittenInPart(access))
        found = static_cast<int>(k);
      if (access.writes) fillUnknown(access);
    }
  }

  /// `do { if (c) break; w[0] = 1; } while (d);` writes one element, if it comes that far.
  void fillUnknown(const Access& access) {
    bool isKnown = !access.wholeArray && access.followed.empty() && branches && branches->count(access.expr);
    const std::string element = isKnown ? elementOf(access.subscripts, isKnown) : "";
    isFilled |= !isKnown;
    if (!isKnown) return;
    maybeWritten.insert(element);
    noteBranches(access, writtenIn[element], /*runsAll=*/false);
  }

  /// Is some of the array written, or all of it where the access reads all of it?
  bool isWrittenInPart(const Access& access) {
    std::set<std::string> all = written;
    all.insert(maybeWritten.begin(), maybeWritten.end());
    return !all.empty() && (!isOverAll(access) || isWhole(all));
  }

  /// `for (double x : w)`
  bool isOverAll(const Access& access) const {
    const auto* range = llvm::dyn_cast_or_null<clang::CXXForRangeStmt>(
        nest.loops[static_cast<std::size_t>(access.loop)].stmt);
    return range && range->getRangeInit() == access.expr;
  }

  void play(int index, std::size_t begin, std::size_t end) {
    const Loop& loop = nest.loops[static_cast<std::size_t>(index)];
    const auto step = values.stepOf(loop);
    auto counter = loop.first ? values.value(*loop.first) : std::nullopt;
    if (!counter || !step || !loop.end || !values.value(*loop.end)) return playUnknown(begin, end);
    const bool holdsOwner = isAround(nest, index, owner);
    for (int turn = 0; !isOver() && (!holdsOwner || turn < mostTurns); ++turn, *counter += *step) {
      values.set(loop.symbol, *counter);
      const auto iterates = values.iterates(loop);
      if (!iterates && turn == 0) return playUnknown(begin, end);
      if (iterates != true) break;
      if (index == owner) {
        written.clear();
        maybeWritten.clear();
        isFilled = isMaybeFilled = false;
        writtenIn.clear();
        filledIn.clear();
        isUnplaced = false;
      }
      playBody(index, begin, end);
    }
  }

  void playBody(int loop, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end && !isOver();) {
      const int child = childOf(loop, nest.accesses[k]);
      if (child < 0) {
        touch(k++);
        continue;
      }
      std::size_t last = k;
      while (last < end && childOf(loop, nest.accesses[last]) == child) ++last;
      play(child, k, last);
      k = last;
    }
  }

  Happens happens(const Access& access) {
    bool isKnown = access.guardsExact || access.certain;
    for (const Constraint& guard : access.guards) {
      const auto holds = values.holds(guard);
      if (holds == false) return Happens::Never;
      isKnown &= holds.has_value();
    }
    if (isKnown || access.cases.empty()) return isKnown ? Happens::Always : Happens::Maybe;
    bool mayHold = false;
    for (const auto& conditions : access.cases) {
      bool holds = true, fails = false;
      for (const Constraint& condition : conditions) {
        const auto value = values.holds(condition);
        holds &= value == true;
        fails |= value == false;
      }
      if (holds) return Happens::Always;
      mayHold |= !fails;
    }
    return mayHold ? Happens::Maybe : Happens::Never;
  }

  /// `2,0`, and `idx[i],0` where that is not known.
  std::string elementOf(const std::vector<std::optional<Polynomial>>& subscripts, bool& isKnown) {
    std::string element;
    for (const auto& subscript : subscripts) {
      const auto value = subscript ? values.value(*subscript) : std::nullopt;
      element += (value ? std::to_string(*value) : subscript ? print(*subscript) : "?") + ",";
      isKnown &= value.has_value();
    }
    return element;
  }

  /// How many elements a dimension of the array has, or a container in front of the nest.
  std::optional<Polynomial> countOf(std::size_t dimension) const {
    const Array& target = nest.arrays[static_cast<std::size_t>(array)];
    if (target.extents[dimension]) return target.extents[dimension];
    for (const Length& each : target.lengths)
      if (each.dimension == dimension) return each.count;
    return std::nullopt;
  }

  /// All elements, whose number is constant, are in `elements`; of a container of unknown size, some
  /// elements.
  bool isWhole(const std::set<std::string>& elements) {
    std::int64_t count = 1;
    for (std::size_t d = 0; d < nest.arrays[static_cast<std::size_t>(array)].extents.size(); ++d) {
      const auto extent = countOf(d);
      if (!extent) return !elements.empty();
      const auto size = values.value(*extent);
      if (!size || *size <= 0 || __builtin_mul_overflow(count, *size, &count)) return false;
    }
    return static_cast<std::int64_t>(elements.size()) >= count;
  }

  void touch(std::size_t index) {
    const Access& access = nest.accesses[index];
    if (access.array != array || access.keepsElements) return;
    ++steps;
    const Happens when = happens(access);
    if (when == Happens::Never) return;
    const bool isFollowed = !access.followed.empty();
    bool isKnown = true;
    const std::string element = elementOf(isFollowed ? access.followed : access.subscripts, isKnown);
    if (access.wholeArray && !(isFollowed && isKnown)) {
      // For a container, this may be a look at its size only.
      if (isArray(nest.arrays[static_cast<std::size_t>(array)]) && !access.writes && written.empty() &&
          maybeWritten.empty() && !isFilled && !isMaybeFilled)
        found = static_cast<int>(index);
      (when == Happens::Always ? isFilled : isMaybeFilled) |= access.writes;
      if (access.writes) noteBranches(access, filledIn);
      return;
    }
    // It is not recorded whether an access by a moving pointer reads, too.
    const bool reads = access.reads && !(isFollowed && access.writes);
    if (reads && !isFilled && !isWritten(access, element, isKnown, when) &&
        !isWrittenInBranches(access, element))
      found = static_cast<int>(index);
    if (!access.writes) return;
    (when == Happens::Always ? written : maybeWritten).insert(element);
    noteBranches(access, writtenIn[element]);
  }

  /// An access in a called function has no known branches.
  void noteBranches(const Access& access, std::set<Branches>& all, bool runsAll = true) {
    if (const Branches* known = branchesOf(access))
      all.insert(behindLoops(*known, runsAll));
    else
      isUnplaced = true;
  }

  const Branches* branchesOf(const Access& access) const {
    if (!branches) return nullptr;
    const auto known = branches->find(access.expr);
    return known == branches->end() ? nullptr : &known->second;
  }

  /// The branches in which the element was written.
  std::set<Branches> writesOf(const std::string& element) const {
    std::set<Branches> all = filledIn;
    if (const auto found = writtenIn.find(element); found != writtenIn.end())
      all.insert(found->second.begin(), found->second.end());
    return all;
  }

  /// `if (c) w[0] = 1; else w[0] = 2;`
  bool isWrittenInBranches(const Access& access, const std::string& element) const {
    const Branches* known = branchesOf(access);
    return known && passesOneOf(writesOf(element), *known);
  }

  /// An uncertain read is believed to happen together with a write that is as uncertain, if both have
  /// conditions: `if (c) w[0] = 1; ... if (d) a[i] = w[0];`.
  bool comeTogether(const Access& access, const std::string& element) const {
    const Branches* known = branchesOf(access);
    if (!branches || !known || isUnplaced) return branches.has_value();
    const std::set<Branches> writes = writesOf(element);
    return std::any_of(writes.begin(), writes.end(),
                       [&](const Branches& write) { return hasOwnCondition(*known, write); });
  }

  bool isWritten(const Access& access, const std::string& element, bool isKnown, Happens when) {
    const bool isMaybe = when == Happens::Maybe && comeTogether(access, element);
    if (written.count(element) || (isMaybe && (isMaybeFilled || maybeWritten.count(element)))) return true;
    if (isKnown) return false;
    std::set<std::string> all = written;
    if (isMaybe) all.insert(maybeWritten.begin(), maybeWritten.end());
    return isWhole(all);
  }
};

/// The innermost parallel loop with all accesses of the array inside: an iteration of it has its own.
int ownerOf(const LoopNest& nest, int array) {
  std::vector<int> common;
  bool isFirst = true;
  for (const Access& access : nest.accesses) {
    if (access.array != array) continue;
    const std::vector<int> around = loopsAround(nest, access.loop);
    if (isFirst) common = around;
    isFirst = false;
    const auto end = std::mismatch(common.begin(), common.end(), around.begin(), around.end()).first;
    common.erase(end, common.end());
  }
  while (!common.empty() && !nest.loops[static_cast<std::size_t>(common.back())].parallel) common.pop_back();
  return common.empty() ? -1 : common.back();
}

/// Is the array private by a clause, not because it was found to be filled first?
bool isPrivateByClause(const LoopNest& nest, const Array& array) {
  return array.isPrivate &&
         std::none_of(nest.privates.begin(), nest.privates.end(), [&](const PrivateScalar& each) {
           return each.variable == array.declaration && !each.byClause;
         });
}

int firstUnwrittenRead(const LoopNest& nest, int array, int owner) {
  const auto branches = branchesIn(nest.loops.front().stmt);
  for (const bool descending : {false, true}) {
    PrivatePlay play(nest, array, owner, branches);
    std::int64_t number = 0;
    for (const auto& [name, symbol] : nest.symbols)
      if (symbol.kind == Symbol::Kind::Parameter)
        play.set(name, symbol.value.value_or(descending ? 9 - number++ % 6 : 4 + number++ % 6));
    if (const int read = play.firstRead(); read >= 0) return read;
  }
  return -1;
}

}  // namespace

void notePrivateReads(const LoopNest& nest, Proof& proof) {
  for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
    const Array& array = nest.arrays[k];
    const auto isOfIt = [&](const Access& access) { return access.array == static_cast<int>(k); };
    const bool isWritten = std::any_of(nest.accesses.begin(), nest.accesses.end(),
                                       [&](const Access& access) { return isOfIt(access) && access.writes; });
    if (!isWritten || array.extents.empty() || !isPrivateByClause(nest, array)) continue;
    const int owner = ownerOf(nest, static_cast<int>(k));
    const int read = owner < 0 ? -1 : firstUnwrittenRead(nest, static_cast<int>(k), owner);
    if (read < 0) continue;
    const std::vector<int> around = loopsAround(nest, owner);
    for (LoopProof& loop : proof.loops) {
      const bool isOwning = std::find(around.begin(), around.end(), loop.loop) != around.end();
      const bool isProved =
          std::holds_alternative<Independent>(loop.verdict) || std::holds_alternative<Reduced>(loop.verdict);
      if (isOwning && isProved)
        loop.verdict = Unknown{
            "'" + array.name + "' is private, and may be read before the iteration has written it", read};
    }
  }
}

bool isOwnOfIterations(const LoopNest& nest, int array, int loop) {
  const Array& owned = nest.arrays[static_cast<std::size_t>(array)];
  if (owned.scope >= 0 && isAround(nest, loop, owned.scope)) return true;
  if (!owned.isPrivate) return false;
  bool isKnown = false, isOwn = false;
  const auto add = [&](int owner) {
    isKnown = true;
    isOwn |= isAround(nest, loop, owner);
  };
  for (const PrivateScalar& each : nest.privates)
    if (each.variable == owned.declaration) add(each.loop);
  for (std::size_t k = 0; k < nest.loops.size(); ++k)
    if (const Directive* directive = nest.loops[k].directive)
      for (const Clause& clause : directive->clauses)
        for (const ClauseArgument& argument : clause.arguments)
          if (clause.kind == ClauseKind::Private &&
              namedVariable(argument.expressions.front()) == owned.declaration)
            add(static_cast<int>(k));
  return isOwn || !isKnown;
}

}  // namespace appyl::proving
