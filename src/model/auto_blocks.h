// What `block(auto)` stands for: the number of iterations that a program takes at a time, chosen from what
// its blocks hold and from the ranges that are constant, never from the machine that the tool runs on; or as
// a tuning file says.
#pragma once

#include "model/kernel.h"

#include <map>

namespace appyl {

/// Numbers of iterations by kernel and by the loop's variable: {"saxpy_kernel0": {"i": 512}}.
using TunedBlocks = std::map<std::string, std::map<std::string, std::int64_t>>;

struct BlockChoice {
  std::int64_t otherwise = 128;  // where nothing can be said
  bool forDevice = false;
  const TunedBlocks& tuned;
};

/// Fills in the block of each loop with `block(auto)`, and the number of its programs. Needs the kernel's
/// grid and loops.
void chooseBlocks(Kernel& kernel, const BlockChoice& choice);

/// The loops of the kernel that have `block(auto)`, those of the grid first.
std::vector<const Axis*> autoAxes(const Kernel& kernel);

}  // namespace appyl
