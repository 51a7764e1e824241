#pragma once

namespace relax::detail {

template <class T>
T largestDifference(int n, const T* a, const T* b) {
  T most = 0;
#pragma parallel reduction(max : most) shape(a[n], b[n])
  for (int i = 0; i < n; ++i) {
    const T difference = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    most = difference > most ? difference : most;
  }
  return most;
}

}  // namespace relax::detail
