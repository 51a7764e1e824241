// What a statement reads of the array or the tile that it changes: the right side has the old values, in
// whatever order the lanes are written.
#pragma once

#include "directive/collect.h"
#include "expand/tile_program.h"

namespace appyl {

struct OwnElements {
  std::string hazard;                       // why an earlier lane may have changed one; empty: none has
  bool movesPlaces = false;                 // ... of which it depends where lanes are written
  std::set<const TileExpression*> numbers;  // single elements, to be computed before all lanes
};

/// `order`: the axes of the loops over lanes, outermost first.
OwnElements ownElements(const TileStatement& statement, const std::vector<int>& order,
                        const TileProgram& program, const Directives& directives);

}  // namespace appyl
