#include "proof/pairs.h"

#include <algorithm>
#include <string_view>

namespace appyl::proving {

bool areInOnePlace(const Access& a, const Access& b) {
  const auto sameGuards = [](const Constraint& x, const Constraint& y) {
    return x.equality == y.equality && x.condition == y.condition;
  };
  return a.array == b.array && a.loop == b.loop && a.subscripts == b.subscripts &&
         a.guardsExact == b.guardsExact && a.wholeArray == b.wholeArray &&
         std::equal(a.guards.begin(), a.guards.end(), b.guards.begin(), b.guards.end(), sameGuards);
}

bool isAlike(const Access& a, const Access& b) {
  return areInOnePlace(a, b) && a.reads == b.reads && a.writes == b.writes && a.atomic == b.atomic &&
         a.atomicFunction == b.atomicFunction && a.atomicOperands == b.atomicOperands &&
         a.showsOrder == b.showsOrder && a.reduction == b.reduction && a.part == b.part;
}

/// `.x`, `[]`: the first step into a part, which is taken off.
static std::string_view stepInto(std::string_view& part) {
  const std::size_t end = part.front() == '[' ? part.find(']') + 1 : part.find_first_of(".[-", 1);
  const std::string_view step = part.substr(0, end);
  part.remove_prefix(step.size());
  return step;
}

Overlap overlapOf(const Access& one, const Access& other) {
  Overlap result = Overlap::Certain;
  for (std::string_view a = one.part, b = other.part; !a.empty() && !b.empty();) {
    const std::string_view x = stepInto(a), y = stepInto(b);
    const bool areElements = x.front() == '[' && y.front() == '[';
    if (x != y && !areElements) return Overlap::None;  // two members
    if (areElements && (x != y || x == "[]")) result = Overlap::Possible;
  }
  return result;
}

bool commute(const Access& one, const Access& other) {
  return one.atomic && other.atomic && !one.showsOrder && !other.showsOrder &&
         one.atomicFunction == other.atomicFunction && one.atomicOperands == other.atomicOperands;
}

Unknown whyOrdered(const LoopNest& nest, int one, int other) {
  const Access &first = nest.accesses[static_cast<std::size_t>(one)],
               &second = nest.accesses[static_cast<std::size_t>(other)];
  const std::string& array = nest.arrays[static_cast<std::size_t>(first.array)].name;
  if (!first.showsOrder && !second.showsOrder && first.atomicFunction != second.atomicFunction)
    return {"an element of '" + array + "' may be updated by both '" + first.atomicFunction + "' and '" +
                second.atomicFunction + "', whose order decides what it becomes",
            other};
  const int shown = first.showsOrder || !second.showsOrder ? one : other;
  return {"the order of the iterations decides what '" +
              nest.accesses[static_cast<std::size_t>(shown)].atomicFunction +
              "' finds or leaves in an element of '" + array + "'",
          shown};
}

}  // namespace appyl::proving
