// The text of grid calls: as calls of the library, and as plain loops over programs and elements, which say
// in another way what the call computes.
#pragma once
#include "program.h"

namespace random_programs {

struct GridText {
  std::vector<std::string> front;  // functions in front of the one with the call
  std::vector<std::string> lines;
};
// `number` tells the calls of a function apart.
GridText spellGridCall(const Function& function, const GridCall& call, int number, bool withDirective);
GridText spellGridLoops(const Function& function, const GridCall& call);

// What sources with such loops include in front of their functions.
std::string gridCallees();

}  // namespace random_programs
