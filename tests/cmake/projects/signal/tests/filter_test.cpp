#include "signal/filter.hpp"

#include <cstdio>

int main() {
  const int n = 1000;
  std::vector<double> wave(n);
#pragma parallel
  for (int i = 0; i < n; ++i) wave[i] = std::sin(2 * 3.14159265358979323846 * 5 * i / n) + (i % 2 ? 0.5 : -0.5);
  const std::vector<double> smooth = signal_filters::smooth(wave);
  const double before = signal_filters::energy(wave), after = signal_filters::energy(smooth);
  const double there = signal_filters::power(wave, 5), elsewhere = signal_filters::power(wave, 7);
  std::printf("%s: energy %.1f to %.1f, power %.2f, %.2f\n", SIGNAL_VERSION, before, after, there, elsewhere);
  return before > 749 && before < 751 && after < before - 200 && there > 249 && elsewhere < 0.1 ? 0 : 1;
}
