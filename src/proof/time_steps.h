// How rows of space depend on each other from one time step to the next. A time loop with the nests of a step
// comes in; for each dimension of space that is to be tiled comes out by how many rows the ends of a tile
// have to move in when nest follows nest and step follows step, so that a tile can be computed for several
// steps without its neighbours.
//
// A row x of nest k depends on row y of an earlier nest j if both touch an element that one of them writes:
// whatever reads, writes or overwrites it. With the ends of nest k of step t at
//     begin + below[k] + slopeBelow * t        and        end - above[k] - slopeAbove * t
// all rows that those of a tile depend on are of the same tile.
#pragma once

#include "proof/proof.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace appyl {

/// One dimension of space. Rows; nothing is negative.
struct Skew {
  struct Nest {
    std::int64_t below = 0, above = 0;
    std::optional<std::int64_t> row;  // the only one that it touches, where it has no loop over the dimension
  };
  std::int64_t slopeBelow = 0, slopeAbove = 0;  // per step
  std::vector<Nest> nests;                      // of a step, in their order
};

/// A nest of a step: for each dimension that is to be tiled its loop, or -1.
struct SpaceLoops {
  int root = -1;           // index in LoopNest::loops
  std::vector<int> loops;  // ... of its loops over the dimensions
};

struct TimeSkew {
  std::vector<Skew> dimensions;
  std::vector<Assumption> assumptions;
};

/// `steps`: the time loop, loops[0], with all of its nests. The loops over space are proved parallel, each in
/// its nest. Or why there is no skew.
std::variant<TimeSkew, std::string> skewTimeSteps(const LoopNest& steps,
                                                  const std::vector<SpaceLoops>& nests);

/// For `--dump=proof`.
std::string print(const TimeSkew& skew);

}  // namespace appyl
