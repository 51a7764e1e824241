// Random choices that are the same on every machine for the same seed.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "support.hpp"

namespace random_programs {

struct Random {
  std::uint64_t state = 0;

  int below(int n) { return static_cast<int>(mix(state++) % static_cast<std::uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }
  template <class T>
  const T& pick(const std::vector<T>& choices) {
    return choices[below(static_cast<int>(choices.size()))];
  }
};

}  // namespace random_programs
