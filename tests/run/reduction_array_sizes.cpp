// Arrays of any size that collect updates: those that fit have copies in each block.
// run: 0 1
// run: 1000 1
// run: 3000 77
// run: 500 6000
// run: 2000 30000
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Spectrum {
  std::vector<double> energy;
  std::vector<int> hits, highest;

  void fill(int n, const std::vector<int>& bin, const double* weight) {
#pragma parallel block reduction(+ : energy, hits) reduction(max : highest)
    for (int i = 0; i < n; ++i) {
      energy[bin[i]] += weight[i];
      ++hits[bin[i]];
      highest[bin[i]] = std::max(highest[bin[i]], i);
    }
  }
};

// The first element is not the array's.
static void shifted(int n, int bins, const int* bin, long* counts) {
#pragma parallel reduction(+ : counts) shape(counts[3 * bins])
  for (int i = 0; i < n; ++i) {
    counts[bin[i] + bins] += 2;
    counts[bin[i]] -= i % 3;
  }
}

// Columns of a matrix, added up over its rows.
static void columns(int n, int m, const double* a, double* sums) {
#pragma parallel reduction(+ : sums)
  for (int i = 0; i < n; ++i)
#pragma parallel
    for (int j = 0; j < m; ++j) sums[j] += a[(i * 7 + j) % 100];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000, bins = argc > 2 ? std::atoi(argv[2]) : 77;
  std::vector<int> bin(n);
  std::vector<double> weight(n), a(100), sums(bins);
  for (int i = 0; i < n; ++i) bin[i] = (i * 31 + i / 7) % bins, weight[i] = i % 16;
  for (int i = 0; i < 100; ++i) a[i] = i % 8;
  Spectrum spectrum{std::vector<double>(bins), std::vector<int>(bins), std::vector<int>(bins, -1)};
  spectrum.fill(n, bin, weight.data());
  std::vector<long> counts(3 * bins);
  shifted(n, bins, bin.data(), counts.data());
  columns(n % 50, bins, a.data(), sums.data());
  double energy = 0, weighted = 0, total = 0;
  long hits = 0, highest = 0, all = 0;
  for (int k = 0; k < bins; ++k) {
    energy += spectrum.energy[k];
    weighted += spectrum.energy[k] * (k % 5);
    hits += spectrum.hits[k] * (k % 3 + 1);
    highest += spectrum.highest[k];
    total += sums[k] * (k % 4);
  }
  for (int k = 0; k < 3 * bins; ++k) all += counts[k] * (k % 7);
  std::printf("%g %g %ld %ld %g %ld\n", energy, weighted, hits, highest, total, all);
}
