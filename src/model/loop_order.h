// The order in which a CPU walks a grid whose order is free, where no clause says otherwise: neighbouring
// elements one after the other, and tiles where arrays disagree about which those are.
#pragma once

#include "model/kernel.h"

namespace appyl {

/// Marks the grid's dimensions as `block(auto)` where the nest has no blocks, and one array's neighbours lie
/// along one dimension and another's along another one, as in a transposition: a tile of both uses whole
/// lines of the cache. Needs the kernel's grid.
void tileCrossedRows(Kernel& kernel);

/// The grid's dimensions by their places in the walk, outermost first (loop interchange). The dimension along
/// which elements are nearest stands innermost; writes count twice. As written where nothing is won.
std::vector<std::size_t> walkingOrder(const Kernel& kernel);

}  // namespace appyl
