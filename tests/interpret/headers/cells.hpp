// Functions that touch elements, as members, templates and of a header that this one includes.
#pragma once

#include "parts/flat.hpp"

#include <vector>

inline void put(float* p, int i, float value) {
  p[i] = value;  // finds: p[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
}

template <class T>
T neighbour(const std::vector<T>& x, int i) {
  return x[i + 1];  // finds: x[10] is outside [0, 10); program (9), i = 9 [appyl-out-of-bounds]
}

class Cells {
 public:
  explicit Cells(int n) : cells(n) {}
  void set(int i, float value) {
    cells[i] = value;  // finds: cells[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
  }

 private:
  std::vector<float> cells;
};
