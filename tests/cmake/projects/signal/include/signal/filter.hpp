#pragma once
#include <vector>

#include "signal/config.h"

namespace signal_filters {

/// The signal weighted by a window of SIGNAL_TAPS points around each of its values.
std::vector<double> smooth(const std::vector<double>& signal);

/// The power of the signal at a frequency, in cycles over the whole of it.
double power(const std::vector<double>& signal, int frequency);

inline double energy(const std::vector<double>& signal) {
  double sum = 0;
#pragma parallel reduction(+ : sum)
  for (std::size_t i = 0; i < signal.size(); ++i) sum += signal[i] * signal[i];
  return sum;
}

}  // namespace signal_filters
