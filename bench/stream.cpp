// The bandwidth that this machine's memory gives to all threads together: the triad of the STREAM benchmark,
// a = b + s c, over arrays far larger than the caches; or that of the cache that holds three arrays of so many
// elements as the argument says. Prints bytes per second. An ordinary store first reads
// the line that it writes to, so an element costs four transfers and not three; who compares with this figure
// has to count those lines too.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

int main(int count, char** arguments) {
  constexpr std::ptrdiff_t most = 40'000'000;
  const std::ptrdiff_t n = count > 1 ? std::atol(arguments[1]) : most;
  if (n < 1 || n > most) return 2;
  const std::ptrdiff_t sweeps = most / n;
  constexpr int runs = 5;
  // Not initialised here, so that each thread touches its own part first.
  const std::unique_ptr<double[]> a(new double[n]), b(new double[n]), c(new double[n]);
#pragma omp parallel for
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    a[i] = 0;
    b[i] = 1;
    c[i] = 2;
  }

  std::vector<double> times;
  for (int run = 0; run < runs; ++run) {
    const double factor = 0.5 + run;
    const auto start = std::chrono::steady_clock::now();
    for (std::ptrdiff_t sweep = 0; sweep < sweeps; ++sweep)
#pragma omp parallel for
      for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + factor * c[i];
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (a[0] != 1 + 2 * factor || a[n - 1] != 1 + 2 * factor) return 1;
  }
  std::sort(times.begin(), times.end());
  std::printf("%.6e\n", 4 * sizeof(double) * static_cast<double>(n * sweeps) / times[runs / 2]);
  return 0;
}
