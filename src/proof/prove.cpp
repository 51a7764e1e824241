// A nest is proved as it is written; what is open then, in other forms of it.
#include "proof/proof.h"

#include "nest/ir/leading_dimensions.h"
#include "proof/assumptions.h"
#include "proof/private_reads.h"
#include "proof/prover.h"
#include "proof/strides.h"
#include "proof/symbols.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>

namespace appyl {

using namespace proving;

const Verdict* Proof::verdictOf(int loop) const {
  for (const LoopProof& each : loops)
    if (each.loop == loop) return &each.verdict;
  return nullptr;
}

static bool isDecided(const LoopProof& loop) { return !isOpen(loop) && !isConflict(loop); }

/// Only independence is adopted from another form of the nest, since that form's numbers are not what the
/// user wrote. It overrides an example of sizes for which rows overlap if it takes for granted that they do
/// not. Returns whether some loop is decided now.
static bool adopt(Proof& proof, const LoopNest& nest, const Proof& again) {
  bool helped = false;
  for (LoopProof& loop : proof.loops) {
    const Verdict& verdict = *again.verdictOf(loop.loop);
    const bool isBetter = isOpen(loop) || (isConflict(loop) && !again.assumptions.empty());
    if (!isBetter || std::holds_alternative<Unknown>(verdict) || std::holds_alternative<Conflict>(verdict))
      continue;
    loop.verdict = verdict;
    loop.moreConflicts.clear();
    loop.moreUnknown.clear();
    helped = true;
  }
  if (helped)
    for (const Assumption& assumption : again.assumptions) addAssumption(proof, nest, assumption.condition);
  return helped;
}

/// No other form can say more: all is proved, for all sizes.
static bool isSettled(const LoopNest& nest, const Proof& proof) {
  const bool isProved = std::ranges::all_of(proof.loops, isDecided);
  return (isProved && proof.assumptions.empty()) || !nest.opaqueEffects.empty();
}

/// How much is taken for granted: a number that limits a size, least first, then how much of it is another at
/// each run, then how many conditions there are, then how many of them are about sizes that the loops go
/// through.
static auto cost(const LoopNest& nest, const Proof& proof) {
  std::size_t ofRuns = 0, ofLoops = 0;
  for (const Assumption& each : proof.assumptions)
    for (const std::string& name : each.condition.symbols()) {
      ofRuns += symbolOf(nest, name).isReassigned;
      ofLoops += isExtent(nest, name);
    }
  return std::tuple(-smallestLimit(proof).value_or(INT64_MAX), ofRuns, proof.assumptions.size(), ofLoops);
}

/// Two sizes that only the proof takes to be the same: no relation of a stride to what it encloses.
static bool takesEquality(const Proof& proof) {
  return std::ranges::any_of(proof.assumptions, [&](const Assumption& one) {
    const auto negated = multiply(one.condition, Polynomial(-1));
    return std::ranges::any_of(proof.assumptions,
                               [&](const Assumption& other) { return negated == other.condition; });
  });
}

/// What another form of the nest decides, or decides with less taken for granted.
static void takeBetter(Proof& proof, const LoopNest& nest, const Proof& again) {
  if (takesEquality(again)) return;
  if (!std::ranges::all_of(proof.loops, isDecided))
    adopt(proof, nest, again);
  else if (std::ranges::all_of(again.loops, isDecided) && cost(nest, again) < cost(nest, proof))
    proof.loops = again.loops, proof.assumptions = again.assumptions;
}

/// Loops with a step of run time, and what begins at a product, are looked at once more with their iterations
/// numbered.
static void proveByNumbers(const LoopNest& nest, Solver& solver, Proof& proof) {
  if (std::none_of(proof.loops.begin(), proof.loops.end(), isOpen) || !nest.opaqueEffects.empty() ||
      !countedInSteps(withCounted(nest)))
    return;
  const TakenApart apart = takenApart(nest, solver);
  const auto counted = countedInSteps(apart.nest);
  if (!counted) return;
  const Proof again = proveForm(*counted, solver).proof;
  std::vector<Constraint> all = apart.conditions;
  for (const Assumption& assumption : again.assumptions) all.push_back({assumption.condition, false});
  if (!leaveRoomEverywhere(apart.nest, all, solver) || !adopt(proof, nest, again)) return;
  for (const Constraint& condition : apart.conditions) addAssumption(proof, nest, condition.condition);
}

/// The nest once more with remainders of sizes in place of what they are computed from. What was hard to say
/// of these is not held against it.
static void proveByRemainders(const LoopNest& nest, Proof& proof) {
  if (std::all_of(proof.loops.begin(), proof.loops.end(), isDecided) || !nest.opaqueEffects.empty()) return;
  const auto other = withRemainders(withCounted(nest));
  Solver solver;
  const Proof again = other ? proveForm(*other, solver).proof : Proof();
  if (other && !smallestLimit(again)) adopt(proof, nest, again);
}

static std::vector<Conflict> conflictsOf(const LoopProof& loop) {
  std::vector<Conflict> result;
  if (const auto* first = std::get_if<Conflict>(&loop.verdict)) result.push_back(*first);
  result.insert(result.end(), loop.moreConflicts.begin(), loop.moreConflicts.end());
  return result;
}

/// A conflict for an array counts only if both readings of the nest have one.
static void confirmConflicts(LoopProof& loop, const LoopNest& nest, const LoopProof& again) {
  const auto arrayOf = [&](const Conflict& conflict) {
    return nest.accesses[static_cast<std::size_t>(conflict.first.access)].array;
  };
  const std::vector<Conflict> others = conflictsOf(again);
  std::vector<Conflict> confirmed = conflictsOf(loop);
  const int access = confirmed.front().first.access;
  std::erase_if(confirmed, [&](const Conflict& conflict) {
    return std::ranges::none_of(others,
                                [&](const Conflict& other) { return arrayOf(other) == arrayOf(conflict); });
  });
  loop.moreConflicts.clear();
  if (confirmed.empty()) {
    const std::string& name =
        nest.arrays[static_cast<std::size_t>(nest.accesses[static_cast<std::size_t>(access)].array)].name;
    loop.verdict = Unknown{"it is open how long the rows of '" + name + "' are", access};
    return;
  }
  loop.verdict = std::move(confirmed.front());
  loop.moreConflicts.assign(std::make_move_iterator(confirmed.begin() + 1),
                            std::make_move_iterator(confirmed.end()));
}

/// `a[j*p + j]` is a column of rows of p + 1, or a diagonal of rows of p: the nest once more with the other
/// reading, for what is open with the first one, or takes a number for a size's limit.
static void proveByDiagonals(const LoopNest& nest, Solver& solver, Proof& proof) {
  for (const LoopNest& other : withDiagonals(nest)) {
    if (isSettled(nest, proof)) return;
    const Proof again = proveForm(other, solver).proof;
    takeBetter(proof, nest, again);
    for (std::size_t k = 0; k < proof.loops.size(); ++k)
      if (isConflict(proof.loops[k])) confirmConflicts(proof.loops[k], nest, again.loops[k]);
  }
}

/// The nest once more with the columns of bands, and with the values of variables in their place:
/// `i * sx + j * sy + k` with `sx = ny * nz` and `sy = nz`.
static void proveByMeaning(const LoopNest& nest, Solver& solver, Proof& proof) {
  for (const auto form : {withBands, withDefinitions}) {
    if (isSettled(nest, proof)) return;
    if (const auto other = form(nest)) takeBetter(proof, nest, proveForm(*other, solver).proof);
  }
}

Proof prove(const LoopNest& original) {
  const LoopNest nest = withFollowed(original);
  Solver solver;
  auto [proof, walksOverRows] = proveForm(nest, solver);
  if (walksOverRows) return proof;
  proveByNumbers(nest, solver, proof);
  proveByRemainders(nest, proof);
  proveByDiagonals(nest, solver, proof);
  proveByMeaning(nest, solver, proof);
  notePrivateReads(original, proof);
  return proof;
}

}  // namespace appyl
