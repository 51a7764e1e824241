#include "signal/filter.hpp"

namespace signal_filters {

double power(const std::vector<double>& signal, int frequency) {
  const int n = static_cast<int>(signal.size());
  const double step = 2 * 3.14159265358979323846 * frequency / n;
  double real = 0, imaginary = 0;
#pragma parallel reduction(+ : real, imaginary)
  for (int i = 0; i < n; ++i) {
    real += signal[i] * std::cos(step * i);
    imaginary += signal[i] * std::sin(step * i);
  }
  return (real * real + imaginary * imaginary) / n;
}

}  // namespace signal_filters
