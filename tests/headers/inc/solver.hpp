#pragma once
#include <vector>
#include "deep/kernels.hpp"
#include "config.h"
namespace solver {
inline int used = 0;
class Field {
 public:
  explicit Field(int n) : values(n) {}
  void fill(double to) {
#pragma parallel
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = to * double(i % 7);
    ++used;
  }
  double total() const;
 private:
  std::vector<double> values;
};
inline double Field::total() const {
  double s = 0;
  const int n = static_cast<int>(values.size());
#pragma parallel reduction(+ : s)
  for (int i = 0; i < n; ++i) s += values[i];
  return s + SCALE;
}
template <class T>
T largest(int n, const T* a) {
  T most = a[0];
#pragma parallel reduction(max : most)
  for (int i = 0; i < n; ++i) most = a[i] > most ? a[i] : most;
  return most;
}
}  // namespace solver
