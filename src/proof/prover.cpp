#include "proof/prover.h"

#include "proof/assumptions.h"
#include "proof/evaluate.h"
#include "proof/extents.h"
#include "proof/pairs.h"
#include "proof/pins.h"
#include "proof/private_reads.h"
#include "proof/product_order.h"
#include "proof/relation.h"
#include "proof/rows.h"
#include "proof/strides.h"
#include "proof/symbols.h"
#include "proof/witness.h"
#include "support/integer_set.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace appyl::proving {
namespace {

bool covers(const LoopNest& nest, int reduction, int loop) {
  const std::vector<int> around = loopsAround(nest, loop);
  return std::find(around.begin(), around.end(), nest.reductions[static_cast<std::size_t>(reduction)].loop) !=
         around.end();
}

bool isInside(const LoopNest& nest, int inner, int loop) {
  const std::vector<int> around = loopsAround(nest, inner);
  return std::find(around.begin(), around.end(), loop) != around.end();
}

class Prover {
 public:
  Prover(const LoopNest& original, Solver& solver)
      : nest(withTriangles(withConstants(withContext(withCases(withCounted(original), origins))))),
        solver(solver) {
    std::map<std::tuple<int, bool, std::vector<std::optional<Polynomial>>>, std::size_t> byPlace;
    std::vector<std::size_t> different;
    for (std::size_t k = 0; k < nest.accesses.size(); ++k) {
      const Access& access = nest.accesses[k];
      const auto same = std::ranges::find_if(
          different, [&](std::size_t other) { return isAlike(nest.accesses[other], access); });
      kinds.push_back(same == different.end() ? k : *same);
      if (same == different.end()) different.push_back(k);
      places.push_back(
          byPlace.try_emplace({access.array, access.wholeArray, access.subscripts}, k).first->second);
    }
  }

  Proof prove() {
    Proof proof;
    for (std::size_t k = 0; k < nest.loops.size(); ++k)
      if (nest.loops[k].parallel) proof.loops.push_back(proveLoop(static_cast<int>(k)));
    for (std::size_t k = 0; k < nest.accesses.size(); ++k)
      if (mayLeaveRow(nest, static_cast<int>(k)) && isWritten(nest.accesses[k].array))
        forgetRows(proof, static_cast<int>(k));
    dropImplied();
    checkTogether(proof);
    addAssumptions(proof, nest, assumed);
    for (std::size_t k = 0; k < nest.accesses.size(); ++k)
      for (OutOfBounds& finding : findOutside(nest, static_cast<int>(k), solver))
        proof.outOfBounds.push_back(std::move(finding));
    nameOrigins(proof);
    return proof;
  }

 private:
  bool isWritten(int array) const {
    return std::any_of(nest.accesses.begin(), nest.accesses.end(),
                       [&](const Access& access) { return access.array == array && access.writes; });
  }

  /// Accesses by their numbers in the nest that came in.
  void nameOrigins(Proof& proof) const {
    const auto rename = [&](int& access) {
      if (access >= 0) access = origins[static_cast<std::size_t>(access)];
    };
    const auto renameBoth = [&](Conflict& conflict) {
      rename(conflict.first.access);
      rename(conflict.second.access);
    };
    for (LoopProof& loop : proof.loops) {
      if (auto* unknown = std::get_if<Unknown>(&loop.verdict)) rename(unknown->access);
      if (auto* conflict = std::get_if<Conflict>(&loop.verdict)) renameBoth(*conflict);
      for (Conflict& each : loop.moreConflicts) renameBoth(each);
      for (Unknown& each : loop.moreUnknown) rename(each.access);
    }
    std::set<std::tuple<int, int>> seen;
    std::erase_if(proof.outOfBounds, [&](OutOfBounds& finding) {
      rename(finding.where.access);
      return !seen.insert({finding.where.access, finding.dimension}).second;
    });
  }

  /// Withdraws decisions that took the rows of the access's array for memory of their own.
  void forgetRows(Proof& proof, int access) {
    leavesRow = true;
    const std::string& name = nest.arrays[static_cast<std::size_t>(accessAt(access).array)].name;
    for (LoopProof& loop : proof.loops)
      loop = {loop.loop, Unknown{"a pointer may walk over the rows of '" + name + "'", access}, {}, {}};
  }

 public:
  bool walksOverRows() const { return leavesRow; }

  /// The nest with the flat subscripts of an array taken apart where one reading suits all of its accesses;
  /// what that takes for granted goes to `conditions`.
  LoopNest takenApart(std::vector<Constraint>& conditions) {
    LoopNest result = nest;
    for (std::size_t array = 0; array < nest.arrays.size(); ++array)
      for (std::size_t dimension = nest.arrays[array].extents.size(); dimension-- > 0;)
        for (std::size_t way = 0; way < layoutAt(static_cast<int>(array), dimension).readings.size(); ++way)
          if (takeApart(static_cast<int>(array), dimension, way, result, conditions)) break;
    return result;
  }

 private:
  bool takeApart(int array, std::size_t dimension, std::size_t way, LoopNest& result,
                 std::vector<Constraint>& conditions) {
    std::vector<Constraint> needed;
    std::vector<std::pair<std::size_t, const Split*>> found;
    for (std::size_t k = 0; k < nest.accesses.size(); ++k) {
      const Access& access = nest.accesses[k];
      if (access.array != array || access.wholeArray || access.subscripts.size() <= dimension) continue;
      const std::optional<Split>& split = splitOf(static_cast<int>(k), dimension, way);
      if (!split) return false;
      found.emplace_back(k, &*split);
      needed.insert(needed.end(), split->assumptions.begin(), split->assumptions.end());
    }
    if (found.empty()) return false;
    for (const auto& [k, split] : found) {
      auto& subscripts = result.accesses[k].subscripts;
      const auto at = subscripts.erase(subscripts.begin() + static_cast<std::ptrdiff_t>(dimension));
      subscripts.insert(at, split->parts.begin(), split->parts.end());
    }
    const std::size_t parts = found.front().second->parts.size();
    auto& extents = result.arrays[static_cast<std::size_t>(array)].extents;
    const auto at = extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(dimension));
    extents.insert(at, parts, std::nullopt);
    for (const Constraint& each : needed)
      if (std::none_of(conditions.begin(), conditions.end(),
                       [&](const Constraint& known) { return known.condition == each.condition; }))
        conditions.push_back(each);
    return true;
  }

  struct Decision {
    std::variant<Independent, Conflict, Unknown> outcome;
    std::vector<Constraint> assumptions;
    std::vector<Unknown> moreUnknown = {};
  };

  const Access& accessAt(int index) const { return nest.accesses[static_cast<std::size_t>(index)]; }

  LoopProof proveLoop(int loop) {
    LoopProof result{loop, Independent(), {}, {}};
    std::vector<Conflict> conflicts;
    std::vector<Unknown> unknown;
    std::vector<Constraint> assumptions;
    if (!nest.loops[static_cast<std::size_t>(loop)].canonical) {
      result.verdict = Unknown{"the loop is not canonical", -1};
      return result;
    }
    for (std::size_t array = 0; array < nest.arrays.size(); ++array) {
      if (isOwnOfIterations(nest, static_cast<int>(array), loop)) continue;
      Decision decision = decideArray(loop, static_cast<int>(array));
      if (auto* conflict = std::get_if<Conflict>(&decision.outcome))
        conflicts.push_back(std::move(*conflict));
      else if (auto* why = std::get_if<Unknown>(&decision.outcome))
        unknown.push_back(std::move(*why));
      unknown.insert(unknown.end(), decision.moreUnknown.begin(), decision.moreUnknown.end());
      assumptions.insert(assumptions.end(), decision.assumptions.begin(), decision.assumptions.end());
    }
    for (std::size_t k = 0; k < nest.opaqueEffects.size(); ++k)
      unknown.push_back({nest.opaqueEffects[k].why, -1, static_cast<int>(k)});

    if (!conflicts.empty()) {
      result.verdict = std::move(conflicts.front());
      result.moreConflicts.assign(std::make_move_iterator(conflicts.begin() + 1),
                                  std::make_move_iterator(conflicts.end()));
      return result;
    }
    for (const Constraint& assumption : assumptions)
      if (std::find(assumed.begin(), assumed.end(), assumption.condition) == assumed.end())
        assumed.push_back(assumption.condition);
    Reduced reduced;
    for (std::size_t k = 0; k < nest.reductions.size(); ++k)
      if (covers(nest, static_cast<int>(k), loop)) reduced.reductions.push_back(static_cast<int>(k));
    if (!unknown.empty()) {
      result.verdict = std::move(unknown.front());
      result.moreUnknown.assign(std::make_move_iterator(unknown.begin() + 1),
                                std::make_move_iterator(unknown.end()));
    } else if (!reduced.reductions.empty()) {
      result.verdict = std::move(reduced);
    }
    return result;
  }

  Decision decideArray(int loop, int array) {
    std::vector<int> inside;
    for (std::size_t k = 0; k < nest.accesses.size(); ++k)
      if (nest.accesses[k].array == array && isInside(nest, nest.accesses[k].loop, loop))
        inside.push_back(static_cast<int>(k));

    // Pairs of updates last: `a[0] += x` alone is a missing reduction, with another access it is a race.
    std::vector<std::pair<int, int>> pairs, updates;
    for (std::size_t k = 0; k < inside.size(); ++k)
      for (std::size_t m = k; m < inside.size(); ++m) {
        const Access &one = accessAt(inside[k]), &other = accessAt(inside[m]);
        if ((!one.writes && !other.writes) || arePinned(loop, inside[k], inside[m]) || commute(one, other) ||
            overlapOf(one, other) == Overlap::None)
          continue;
        if (one.reduction >= 0 && one.reduction == other.reduction && covers(nest, one.reduction, loop))
          continue;
        const bool both = one.reads && one.writes && other.reads && other.writes;
        (both ? updates : pairs).emplace_back(inside[k], inside[m]);
      }
    pairs.insert(pairs.end(), updates.begin(), updates.end());

    Decision result;
    std::set<std::pair<std::size_t, std::size_t>> decided;
    for (const auto& [one, other] : pairs) {
      const std::pair kind(kinds[static_cast<std::size_t>(one)], kinds[static_cast<std::size_t>(other)]);
      if (!decided.insert(kind).second) continue;
      Decision decision = decidePair(loop, one, other);
      if (accessAt(one).atomic && accessAt(other).atomic &&
          !std::holds_alternative<Independent>(decision.outcome))
        decision = {whyOrdered(nest, one, other), {}};
      if (std::holds_alternative<Conflict>(decision.outcome) &&
          overlapOf(accessAt(one), accessAt(other)) == Overlap::Possible)
        decision = {Unknown{"iterations may meet at a part of an element of '" +
                                nest.arrays[static_cast<std::size_t>(array)].name + "'",
                            other},
                    {}};
      const bool ends = hardPairs < 0;  // no conflict will be found any more
      if (ends || std::holds_alternative<Conflict>(decision.outcome)) return decision;
      if (auto* why = std::get_if<Unknown>(&decision.outcome)) {
        if (std::holds_alternative<Independent>(result.outcome))
          result.outcome = std::move(*why);
        else
          result.moreUnknown.push_back(std::move(*why));
      }
      result.assumptions.insert(result.assumptions.end(), decision.assumptions.begin(),
                                decision.assumptions.end());
    }
    return result;
  }

  const Layout& layoutAt(int array, std::size_t dimension) {
    const auto [place, isNew] = layouts.try_emplace({array, dimension});
    if (isNew) place->second = layoutOf(nest, array, dimension);
    return place->second;
  }

  const std::optional<Split>& splitOf(int access, std::size_t dimension, std::size_t way) {
    const auto [place, isNew] = splits.try_emplace({kinds[static_cast<std::size_t>(access)], dimension, way});
    if (isNew)
      place->second = splitSubscript(nest, accessAt(access), dimension,
                                     layoutAt(accessAt(access).array, dimension).readings[way], solver);
    return place->second;
  }

  /// Both lie in the row that the selectors choose, so that sizes which put one of them into the next row are
  /// none that are meant: `n <= k` of `a[k*n + j] /= a[k*n + k]`.
  bool selectSame(const Access& first, const Access& second, std::size_t dimension,
                  const std::set<std::string>& selectors) const {
    const auto withoutSelectors = [&](Monomial product) {
      std::erase_if(product, [&](const std::string& name) { return selectors.contains(name); });
      return product;
    };
    std::set<Monomial> sizes;  // of rows
    for (const auto& [product, factor] : first.subscripts[dimension]->terms)
      if (const Monomial size = withoutSelectors(product); !size.empty() && size.size() < product.size())
        sizes.insert(size);
    // In `a[r*p + j + p]` the p leads to the next row; the k of a single element, `a[k*n + k]`, is a column.
    const auto rowOf = [&](const Access& access) {
      const Polynomial& subscript = *access.subscripts[dimension];
      const bool isSingle =
          std::ranges::all_of(subscript.symbols(), [&](const auto& name) { return isUniform(nest, name); });
      Polynomial row;
      for (const auto& term : subscript.terms)
        if (const Monomial rest = withoutSelectors(term.first);
            sizes.contains(rest) && (!isSingle || rest.size() < term.first.size()))
          row.terms.insert(term);
      return row;
    };
    return !sizes.empty() && rowOf(first) == rowOf(second);
  }

  /// Both subscripts split the same way; nullopt where one cannot be, or needs more than the effort allows:
  /// assumptions are for 2, late readings for 3.
  std::optional<std::pair<const Split*, const Split*>> splitBoth(int one, int other, std::size_t dimension,
                                                                 std::size_t way, int effort) {
    const auto& readings = layoutAt(accessAt(one).array, dimension).readings;
    if (way >= readings.size() || readings[way].isLate != (effort == 3)) return std::nullopt;
    if (effort == 2 && selectSame(accessAt(one), accessAt(other), dimension, readings[way].selectors))
      return std::nullopt;
    const std::optional<Split>&a = splitOf(one, dimension, way), &b = splitOf(other, dimension, way);
    if (!a || !b || (effort != 2 && !(a->assumptions.empty() && b->assumptions.empty()))) return std::nullopt;
    return std::pair(&*a, &*b);
  }

  /// Where remainders agree, what was divided differs by a multiple of the size: by nothing, where it differs
  /// by less.
  void meetDivided(Relation& relation, const Split& first, const Split& second) {
    for (const Polynomial& whole : agreedByDivision(nest, first.parts, second.parts))
      relation.meets({whole}, {whole});
    for (std::size_t k = 0; k < first.parts.size(); ++k) {
      const Symbol *one = remainderIn(nest, first.parts[k]), *other = remainderIn(nest, second.parts[k]);
      if (!one || !other || one->right != other->right) continue;
      Relation above = relation, below = relation;
      above.exceeds(one->operand, other->operand, one->right, true);
      below.exceeds(one->operand, other->operand, one->right, false);
      if (solver.isEmpty(above.system()) == true && solver.isEmpty(below.system()) == true)
        relation.meets({one->operand}, {other->operand});
    }
  }

  /// A part that only one iteration has, or that differs whatever the iterations are: rows 1 and 2, columns
  /// 3*j and 3*j + 1.
  bool pinsPart(int loop, const std::pair<const Split*, const Split*>& splits) const {
    for (std::size_t k = 0; k < splits.first->parts.size(); ++k) {
      const Polynomial &one = splits.first->parts[k], &other = splits.second->parts[k];
      if (pins(nest, loop, one, other) || neverMeet(nest, one, other)) return true;
    }
    return false;
  }

  static bool isAffine(const Polynomial& polynomial) {
    return std::all_of(polynomial.terms.begin(), polynomial.terms.end(),
                       [](const auto& term) { return term.first.size() <= 1; });
  }

  bool arePinnedTogether(int loop, const Access& first, const Access& second,
                         const std::vector<std::size_t>& dimensions) const {
    std::vector<Polynomial> one, other;
    for (const std::size_t k : dimensions) {
      one.push_back(*first.subscripts[k]);
      other.push_back(*second.subscripts[k]);
    }
    return pinsTogether(nest, loop, one, other);
  }

  /// `u[p*n + i]` beside `u[q*n + i - 1]`: rows that are chosen from outside are meant to be different ones.
  std::optional<std::vector<Constraint>> apartIfPartsDiffer(int one, int other,
                                                            const std::vector<std::size_t>& dimensions) {
    for (const std::size_t k : dimensions) {
      if (auto condition = apartIfUnequal(nest, *accessAt(one).subscripts[k], *accessAt(other).subscripts[k]))
        return std::vector{std::move(*condition)};
      for (const int effort : {1, 2, 3})
        for (std::size_t way = 0; way < layoutAt(accessAt(one).array, k).readings.size(); ++way) {
          const auto splits = splitBoth(one, other, k, way, effort);
          for (std::size_t part = 0; splits && part < splits->first->parts.size(); ++part) {
            auto condition = apartIfUnequal(nest, splits->first->parts[part], splits->second->parts[part]);
            if (!condition) continue;
            std::vector<Constraint> needed = splits->first->assumptions;
            needed.insert(needed.end(), splits->second->assumptions.begin(),
                          splits->second->assumptions.end());
            needed.push_back(std::move(*condition));
            return needed;
          }
        }
    }
    return std::nullopt;
  }

  /// The dimensions in which both subscripts are polynomials.
  static std::vector<std::size_t> knownDimensions(const Access& first, const Access& second) {
    std::vector<std::size_t> known;
    if (first.wholeArray || second.wholeArray) return known;
    for (std::size_t k = 0; k < std::min(first.subscripts.size(), second.subscripts.size()); ++k)
      if (first.subscripts[k] && second.subscripts[k]) known.push_back(k);
    return known;
  }

  /// Wherever they are the same, so is the iteration, whatever else is known. Of many accesses to few places
  /// that is asked for each pair.
  bool arePinned(int loop, int one, int other) {
    const auto [known, isNew] = pinned.try_emplace(
        {loop, places[static_cast<std::size_t>(one)], places[static_cast<std::size_t>(other)]});
    if (isNew) {
      const Access &first = accessAt(one), &second = accessAt(other);
      const std::vector<std::size_t> dimensions = knownDimensions(first, second);
      known->second =
          std::ranges::any_of(
              dimensions,
              [&](std::size_t k) { return pins(nest, loop, *first.subscripts[k], *second.subscripts[k]); }) ||
          arePinnedTogether(loop, first, second, dimensions);
    }
    return known->second;
  }

  /// They are not pinned.
  Decision decidePair(int loop, int one, int other) {
    const Access &first = accessAt(one), &second = accessAt(other);
    const std::vector<std::size_t> known = knownDimensions(first, second);
    std::size_t readings = 0;
    for (const std::size_t k : known) readings = std::max(readings, layoutAt(first.array, k).readings.size());
    for (const std::size_t k : known)
      for (std::size_t way = 0; way < layoutAt(first.array, k).readings.size(); ++way)
        if (const auto splits = splitBoth(one, other, k, way, 1); splits && pinsPart(loop, *splits))
          return {Independent(), {}};
    for (const std::size_t k : known)
      if (areGrowingRows(nest, loop, first, second, k, solver)) return {Independent(), {}};

    if (hardPairs-- <= 0) return {limitReached(one, other), {}};

    // As written; then with flat indices split where that takes no assumption; then with assumptions.
    std::vector<Constraint> admissible;
    std::vector<std::vector<std::size_t>> tried;
    std::optional<Relation> last;
    bool gaveUp = false;
    // Quotients and remainders of sizes say nothing before they are parts.
    const bool isOfRemainders = readings > 0 && std::ranges::any_of(known, [&](std::size_t k) {
                                  return mentionsRemainder(nest, *first.subscripts[k]);
                                });
    for (const int effort : {0, 1, 2, 3}) {
      if (effort == 0 && isOfRemainders) continue;
      for (std::size_t way = 0; way < (effort == 0 ? 1 : readings); ++way) {
        Relation relation(nest, loop);
        relation.happens(first, 1);
        relation.happens(second, 2);
        relation.differs(/*ordered=*/areInOnePlace(first, second));  // either may be the earlier one
        std::vector<std::size_t> split;                              // dimensions, and the way
        std::vector<Constraint> assumptions;
        bool pinned = false;
        for (const std::size_t k : known) {
          const Polynomial &a = *first.subscripts[k], &b = *second.subscripts[k];
          // As written a product cancels where it is the same for both; split, it would only make the system
          // inexact.
          if (effort == 0 || (isAffine(a) && isAffine(b))) relation.meets({a}, {b});
          if (effort == 0) continue;
          if (const auto splits = splitBoth(one, other, k, way, effort)) {
            relation.meets(splits->first->parts, splits->second->parts);
            meetDivided(relation, *splits->first, *splits->second);
            pinned |= pinsPart(loop, *splits);
            split.insert(split.end(), {k, way});
            for (const Split* each : {splits->first, splits->second})
              assumptions.insert(assumptions.end(), each->assumptions.begin(), each->assumptions.end());
          }
        }
        if (std::find(tried.begin(), tried.end(), split) != tried.end() || (effort == 3 && split.empty()))
          continue;
        tried.push_back(split);
        for (const Constraint& assumption : assumptions) relation.require(assumption, 1);
        const std::optional<bool> empty = pinned ? true : isEmpty(loop, relation);
        if (empty == true) return {Independent(), std::move(assumptions)};
        gaveUp |= !empty;
        // With sizes that an undecided reading leaves out, it would prove nothing that an example refutes.
        if (!empty || admissible.empty())
          admissible.insert(admissible.end(), assumptions.begin(), assumptions.end());
        if (effort < 3) last.emplace(std::move(relation));
      }
    }
    if (auto signs = apartBySigns(nest, loop, {&first, &second}, one == other, known, solver))
      return {Independent(), std::move(*signs)};
    // `y[i*inc]`: whatever the stride is, apart from 0; `a[i*p + i]` beside `a[i*p + i - 1]`.
    for (const std::size_t k : known)
      for (const auto& condition : {pinsIfPositive(nest, loop, *first.subscripts[k], *second.subscripts[k]),
                                    apartIf(nest, loop, *first.subscripts[k], *second.subscripts[k])})
        if (condition) return {Independent(), {*condition}};
    if (auto unequal = apartIfPartsDiffer(one, other, known)) return {Independent(), std::move(*unequal)};
    for (const Access* access : {&first, &second}) {
      const std::vector<Constraint> positive = positiveSizes(nest, *access);
      admissible.insert(admissible.end(), positive.begin(), positive.end());
    }
    return {findConflict(loop, one, other, std::move(*last), admissible, gaveUp), {}};
  }

  std::optional<bool> isEmpty(int loop, const Relation& relation) {
    const std::optional<bool> empty = solver.isEmpty(relation.system());
    if (empty == true || relation.isExact()) return empty;
    return isEmptyByOrder(relation, nest.loops[static_cast<std::size_t>(loop)].symbol, solver) ? true : empty;
  }

  std::variant<Independent, Conflict, Unknown> findConflict(int loop, int one, int other, Relation relation,
                                                            const std::vector<Constraint>& admissible,
                                                            bool gaveUp) {
    for (int access : {one, other})
      if (auto why = whyInexact(nest, access)) return std::move(*why);
    bool comparable = !dependsOnComputed(nest, one, other) && !dividesBySize(nest, {one, other});
    if (comparable)
      if (auto conflict = pointOf(loop, one, other, relation, admissible)) return std::move(*conflict);
    for (std::size_t k = 0; k < accessAt(one).subscripts.size(); ++k)
      comparable &= layoutAt(accessAt(one).array, k).comparable;
    // Where it is open which size encloses which, a small example may be one that no run has.
    if (!comparable)
      if (auto conflict = conflictForAllSizes(nest, loop, one, other, admissible, work))
        return std::move(*conflict);
    Search search = comparable ? searchSmallSizes(nest, loop, one, other, admissible, work) : Search();
    if (search.found) return std::move(*search.found);
    if (search.complete) return Independent();
    if (gaveUp || work <= 0) return limitReached(one, other);
    if (auto why = whyNotClaimed(nest, one, other)) return std::move(*why);
    const std::string name = nameOf(one);
    for (int access : {one, other})
      for (const auto& subscript : accessAt(access).subscripts)
        if (!isAffine(*subscript))
          return Unknown{"subscript '" + print(*subscript) + "' of '" + name + "' is not affine", access};
    if (!nest.assertions.empty())
      return Unknown{"iterations may meet at an element of '" + name + "' where an assertion holds",
                     writerOf(one, other)};
    return Unknown{"a range or a condition in which '" + name + "' is accessed is not affine",
                   writerOf(one, other)};
  }

  const std::string& nameOf(int access) const {
    return nest.arrays[static_cast<std::size_t>(accessAt(access).array)].name;
  }
  int writerOf(int one, int other) const { return accessAt(one).writes ? one : other; }

  Unknown limitReached(int one, int other) const {
    return Unknown{
        "the limit of operations ended the search for two iterations that meet at an element of '" +
            nameOf(one) + "'; fewer accesses or simpler subscripts need fewer",
        writerOf(one, other)};
  }

  std::optional<Conflict> pointOf(int loop, int one, int other, Relation& relation,
                                  const std::vector<Constraint>& admissible) {
    if (!relation.isExact()) return std::nullopt;
    for (const Constraint& assumption : admissible) relation.require(assumption, 1);
    if (auto conflict = examplePoint(loop, one, other, relation, admissible)) return conflict;
    if (nest.assertions.empty()) return std::nullopt;
    // Sizes with which both iterations get past what is asserted of them.
    const auto isAsserted = [](const Constraint& guard) { return guard.asserted; };
    for (const Assertion& assertion : nest.assertions)
      if (std::all_of(assertion.guards.begin(), assertion.guards.end(), isAsserted) &&
          assertion.cases.size() == 1)
        for (const Constraint& each : assertion.cases.front())
          for (const int instance : {1, 2}) relation.require(each, instance);
    return relation.isExact() ? examplePoint(loop, one, other, relation, admissible) : std::nullopt;
  }

  std::optional<Conflict> examplePoint(int loop, int one, int other, Relation& relation,
                                       const std::vector<Constraint>& admissible) {
    std::vector<Polynomial> used;
    for (int access : {one, other})
      for (const auto& subscript : accessAt(access).subscripts) used.push_back(*subscript);
    for (const std::string& name : parametersOf(nest, used)) relation.variableOf(name, 1);
    relation.parametersNotNegative();
    const auto point = solver.smallestPoint(relation.system());
    if (!point) return std::nullopt;
    std::map<std::string, std::int64_t> parameters;
    for (const auto& [name, symbol] : nest.symbols)
      if (symbol.kind == Symbol::Kind::Parameter)
        if (const auto value = point->find(relation.variableOf(name, 1)); value != point->end())
          parameters[name] = value->second;
    const auto occurrence = [&](int access, int instance) {
      Occurrence result{access, {}};
      for (int around : loopsAround(nest, accessAt(access).loop))
        if (const auto value = point->find(
                relation.variableOf(nest.loops[static_cast<std::size_t>(around)].symbol, instance));
            value != point->end())
          result.counters.emplace_back(around, value->second);
      return result;
    };
    return checkedConflict(nest, loop, parameters, occurrence(one, 1), occurrence(other, 2), admissible);
  }

  /// Several conditions, each of which some sizes meet, may leave no size that meets all of them.
  void checkTogether(Proof& proof) {
    std::vector<Constraint> conditions;
    for (const Polynomial& each : assumed) conditions.push_back({each, false});
    if (leaveRoomEverywhere(nest, conditions, solver)) return;
    for (LoopProof& loop : proof.loops)
      if (!isConflict(loop))
        loop.verdict =
            Unknown{"what it would take for granted, " + assumptionText(assumed.front()) +
                        (assumed.size() > 1 ? " among it" : "") + ", leaves no sizes for which the loops run",
                    -1};
    assumed.clear();
  }

  /// `0 <= k + 1` says nothing beside `0 <= k`.
  void dropImplied() {
    for (std::size_t k = assumed.size(); assumed.size() > 1 && k-- > 0;) {
      Relation relation(nest, -1);
      for (std::size_t other = 0; other < assumed.size(); ++other)
        if (other != k) relation.require({assumed[other], false}, 1);
      relation.leaves(assumed[k], Polynomial(), false, 1);
      if (solver.isEmpty(relation.system()) == true)
        assumed.erase(assumed.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  std::vector<int> origins;  // of the accesses
  bool leavesRow = false;
  const LoopNest nest;
  Solver& solver;
  int hardPairs = 2'000;           // that need more than a look, over the whole nest
  long work = 150'000;             // for searchSmallSizes, over the whole nest
  std::vector<std::size_t> kinds;  // per access the first one that is like it
  std::vector<std::size_t> places;                                   // ... that has its subscripts
  std::map<std::tuple<int, std::size_t, std::size_t>, bool> pinned;  // by loop and places
  std::vector<Polynomial> assumed;
  std::map<std::pair<int, std::size_t>, Layout> layouts;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::optional<Split>> splits;
};

}  // namespace

FormProof proveForm(const LoopNest& form, Solver& solver) {
  Prover prover(form, solver);
  Proof proof = prover.prove();
  return {std::move(proof), prover.walksOverRows()};
}

TakenApart takenApart(const LoopNest& form, Solver& solver) {
  Prover prover(form, solver);
  TakenApart result;
  result.nest = prover.takenApart(result.conditions);
  return result;
}

}  // namespace appyl::proving
