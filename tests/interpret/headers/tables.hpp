// Functions of templates that reach elements by what they are given: only the instances know that.
#pragma once

#include <vector>

template <class T>
struct Table {
  std::vector<T> cells = std::vector<T>(8);
  T& operator()(int k) {
    return cells[k];  // finds: cells[8] is outside [0, 8); program (7), i = 7 [appyl-out-of-bounds]
  }
  void put(int k, T value) { (*this)(k) = value; }
};

template <class A>
void store(A& a, int k, int value) {
  a(k) = value;  // finds: a[0], written by iteration i = 0 of program (0), is written by another iteration; program (1), i = 1 [appyl-conflict]
}
