#include "signal/filter.hpp"

namespace signal_filters {

std::vector<double> smooth(const std::vector<double>& signal) {
  double window[SIGNAL_TAPS];
  signal_window(SIGNAL_TAPS, window);
  const int n = static_cast<int>(signal.size());
  std::vector<double> result(signal.size());
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0, weights = 0;
    for (int k = 0; k < SIGNAL_TAPS; ++k) {
      const int at = i + k - SIGNAL_TAPS / 2;
      if (at < 0 || at >= n) continue;
      sum += window[k] * signal[at];
      weights += window[k];
    }
    result[i] = sum / weights;
  }
  return result;
}

}  // namespace signal_filters
