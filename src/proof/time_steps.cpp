#include "proof/time_steps.h"

#include "proof/assumptions.h"
#include "proof/extents.h"
#include "proof/private_reads.h"
#include "proof/prover.h"
#include "proof/strides.h"
#include "proof/symbols.h"

#include <algorithm>

namespace appyl {

using namespace proving;

namespace {

/// Nest `source` comes first, `steps` before `sink`; where a row of the one touches what a row of the other
/// does, it is `distance` rows above that one.
struct Dependence {
  std::size_t source = 0, sink = 0;
  std::int64_t steps = 0, distance = 0;
};

struct Touch {
  std::size_t nest = 0;
  bool writes = false;
  std::vector<Polynomial> subscripts;
};

using Why = std::string;

/// The least slope, and with it the least distances in the first step, for which the end of each nest's rows
/// is as far in as that of any nest it depends on, and `distance` more: shortest paths with Bellman and Ford.
struct Ends {
  std::int64_t slope = 0;
  std::vector<std::int64_t> moved;  // per nest
};
Ends endsFor(const std::vector<Dependence>& dependences, std::size_t nests, std::int64_t sign) {
  Ends ends;
  for (;; ++ends.slope) {
    ends.moved.assign(nests, 0);
    bool changes = true;
    for (std::size_t round = 0; changes && round <= nests; ++round) {
      changes = false;
      for (const Dependence& each : dependences) {
        const std::int64_t least = ends.moved[each.source] + sign * each.distance - ends.slope * each.steps;
        changes |= ends.moved[each.sink] < least;
        ends.moved[each.sink] = std::max(ends.moved[each.sink], least);
      }
    }
    if (!changes) return ends;  // ends at the latest where the slope is all distances together
  }
}

class Skewer {
 public:
  Skewer(const LoopNest& nest, const std::vector<SpaceLoops>& nests) : nest(nest), nests(nests) {}

  std::variant<std::vector<Skew>, Why> run() {
    std::vector<Skew> skews;
    for (std::size_t array = 0; array < nest.arrays.size(); ++array)
      if (auto why = collect(static_cast<int>(array))) return std::move(*why);
    for (std::size_t dimension = 0; dimension < nests.front().loops.size(); ++dimension) {
      auto skew = skewOf(dimension);
      if (auto* why = std::get_if<Why>(&skew)) return std::move(*why);
      skews.push_back(std::move(std::get<Skew>(skew)));
    }
    return skews;
  }

 private:
  const LoopNest& nest;
  const std::vector<SpaceLoops>& nests;
  std::map<int, std::vector<Touch>> touches;  // of arrays that are written

  /// The nest of a step in which the loop stands.
  std::optional<std::size_t> nestOf(int loop) const {
    const std::vector<int> around = loopsAround(nest, loop);
    for (std::size_t k = 0; k < nests.size(); ++k)
      if (std::ranges::find(around, nests[k].root) != around.end()) return k;
    return std::nullopt;
  }

  std::optional<Why> collect(int array) {
    const Array& info = nest.arrays[static_cast<std::size_t>(array)];
    std::vector<Touch> all;
    bool isWritten = false, isVague = false, isBetween = false;
    for (std::size_t k = 0; k < nest.accesses.size(); ++k) {
      const Access& access = nest.accesses[k];
      if (access.array != array) continue;
      isWritten |= access.writes;
      const auto place = nestOf(access.loop);
      isBetween |= !place;
      if (!place || isOwnOfIterations(nest, array, nests[*place].root)) continue;
      isVague |= access.wholeArray || access.throughMemory || mayLeaveRow(nest, static_cast<int>(k));
      Touch touch{*place, access.writes, {}};
      for (const auto& subscript : access.subscripts)
        touch.subscripts.push_back(subscript.value_or(Polynomial::symbol("?")));
      all.push_back(std::move(touch));
    }
    if (info.scope == 0 && !all.empty()) return "'" + info.name + "' is declared in the loop";
    if (!isWritten || (all.empty() && !isBetween)) return std::nullopt;
    if (isBetween) return "'" + info.name + "' is accessed between the nests of a step";
    if (isVague) return "it is not known which elements of '" + info.name + "' a step touches";
    touches[array] = std::move(all);
    return std::nullopt;
  }

  std::variant<Skew, Why> skewOf(std::size_t dimension) const {
    Skew skew;
    skew.nests.resize(nests.size());
    std::vector<Dependence> dependences;
    for (const auto& [array, all] : touches) {
      const auto offsets = offsetsOf(all, dimension, skew);
      if (!offsets)
        return "the elements of '" + nest.arrays[static_cast<std::size_t>(array)].name +
               "' are no rows of constant distance";
      for (std::size_t one = 0; one < all.size(); ++one)
        for (std::size_t other = 0; other < all.size(); ++other)
          if (all[one].writes || all[other].writes)
            for (const std::int64_t steps : {0, 1})  // later ones are as far away, and have moved more
              if (steps > 0 || all[one].nest < all[other].nest)
                dependences.push_back(
                    {all[one].nest, all[other].nest, steps, (*offsets)[other] - (*offsets)[one]});
    }
    const Ends lower = endsFor(dependences, nests.size(), -1), upper = endsFor(dependences, nests.size(), 1);
    skew.slopeBelow = lower.slope, skew.slopeAbove = upper.slope;
    for (std::size_t k = 0; k < nests.size(); ++k)
      skew.nests[k].below = lower.moved[k], skew.nests[k].above = upper.moved[k];
    return skew;
  }

  /// By how much the elements' rows lie above those of their nests, in the first subscript in which all do.
  std::optional<std::vector<std::int64_t>> offsetsOf(const std::vector<Touch>& all, std::size_t dimension,
                                                     Skew& skew) const {
    for (std::size_t place = 0; place < all.front().subscripts.size(); ++place) {
      Skew known = skew;
      std::vector<std::int64_t> offsets;
      for (const Touch& each : all) {
        if (place >= each.subscripts.size()) break;
        const int loop = nests[each.nest].loops[dimension];
        std::optional<Polynomial> beside = each.subscripts[place];
        if (loop >= 0)
          beside = subtract(*beside, Polynomial::symbol(nest.loops[static_cast<std::size_t>(loop)].symbol));
        const auto offset = beside ? beside->constant() : std::nullopt;
        if (!offset || std::abs(*offset) > farthest) break;
        std::optional<std::int64_t>& row = known.nests[each.nest].row;
        if (loop < 0 && !row) row = offset;
        offsets.push_back(loop < 0 ? *offset - *row : *offset);
      }
      if (offsets.size() < all.size()) continue;
      skew = std::move(known);
      return offsets;
    }
    return std::nullopt;
  }

  static constexpr std::int64_t farthest = 4096;  // rows: a tile would have to be wider
};

}  // namespace

std::variant<TimeSkew, std::string> skewTimeSteps(const LoopNest& steps,
                                                  const std::vector<SpaceLoops>& nests) {
  if (!steps.opaqueEffects.empty()) return steps.opaqueEffects.front().why;
  Solver solver;
  const TakenApart apart = takenApart(withFollowed(steps), solver);
  auto skews = Skewer(apart.nest, nests).run();
  if (auto* why = std::get_if<Why>(&skews)) return std::move(*why);
  Proof granted;
  for (const Constraint& each : apart.conditions) addAssumption(granted, apart.nest, each.condition);
  if (!leaveRoomEverywhere(apart.nest, apart.conditions, solver))
    return "what it would take for granted, " + granted.assumptions.front().text + ", leaves no sizes";
  return TimeSkew{std::get<std::vector<Skew>>(std::move(skews)), std::move(granted.assumptions)};
}

std::string print(const TimeSkew& skew) {
  std::string text;
  for (std::size_t dimension = 0; dimension < skew.dimensions.size(); ++dimension) {
    const Skew& each = skew.dimensions[dimension];
    text += "  dimension " + std::to_string(dimension) + ": " + std::to_string(each.slopeBelow) + " and " +
            std::to_string(each.slopeAbove) + " per step; in the first step";
    for (const Skew::Nest& nest : each.nests)
      text += " (" + std::to_string(nest.below) + ", " + std::to_string(nest.above) + ")" +
              (nest.row ? " in row " + std::to_string(*nest.row) : "");
    text += "\n";
  }
  for (const Assumption& each : skew.assumptions) text += "  given " + each.text + "\n";
  return text;
}

}  // namespace appyl
