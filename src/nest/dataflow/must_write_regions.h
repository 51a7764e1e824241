// Which elements of an array an iteration has certainly written when it reaches one of its reads.
#pragma once

#include "nest/ir/loop_nest.h"

#include <vector>

namespace appyl {

/// From `first` to in front of `end`.
struct Span {
  Polynomial first, end;
};

/// The elements whose subscripts lie in the spans, one per dimension.
using Box = std::vector<Span>;

/// The elements that the write has written when the loops inside `around` have run, if nothing prevents it;
/// nullopt: they are no box.
std::optional<Box> boxOf(const LoopNest& nest, const Access& write, int around);

/// The elements that it has written in the turns of `loop` before the present one.
std::optional<Box> boxOfTurnsBefore(const LoopNest& nest, const Access& write, int loop);

/// Boxes that lie side by side as one.
std::vector<Box> merged(std::vector<Box> boxes);

/// All that the access touches lies in the box.
bool contains(const LoopNest& nest, const Box& box, const Access& access);

/// The box is all of the array.
bool isWhole(const Box& box, const Array& array);

}  // namespace appyl
