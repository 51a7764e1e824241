// How often does each value occur? Every iteration adds one to a bin that its datum chooses, so iterations
// that meet in the same bin would disturb each other: `reduction` names the bins, and the additions are made
// safe. The first histogram has a fixed number of bins for the grey values of an image, the second one a
// number that is known only at run time, and weights instead of ones.
//
// run: --check 0 10
// run: --check 1 1
// run: --check 127 128
// run: --check 128 3
// run: --check 129 1000
// run: --check 1000 60
#include "sample.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using GreyCounts = std::array<std::uint32_t, 256>;

void countGreys(const std::vector<std::uint8_t>& pixels, GreyCounts& counts) {
  counts.fill(0);
  // countGreys_kernel0: a grid of ceildiv(pixels.size(), 1024) programs, blocks of 1024 of i.
  // Reads pixels (1024); writes counts (irregular); reduces counts by +.
  // Proved independent.
  {
    const std::size_t i_bound = pixels.size();
    const bool counts_fits =
        counts.size() <= (0 < pixels.size() ? static_cast<unsigned long long>(pixels.size()) : 0);
    #pragma omp parallel if(counts_fits)
    {
      GreyCounts counts_own = counts;
      for (unsigned long long counts_i = 0; counts_i < counts.size(); ++counts_i) counts_own[counts_i] = 0;
      #pragma omp for schedule(static)
      for (std::size_t i_block = 0; i_block < i_bound; i_block += 1024) {
        const std::size_t i_end = i_bound - i_block < 1024 ? i_bound : i_block + 1024;
        for (std::size_t i = i_block; i < i_end; ++i) ++counts_own[pixels[i]];
      }
      #pragma omp critical
      {
        for (unsigned long long counts_i = 0; counts_i < counts.size(); ++counts_i)
          counts[counts_i] += counts_own[counts_i];
      }
    }
  }
}

// Events with an energy in [0, 1) and a weight.
struct Event {
  float energy, weight;
};

void spectrum(int n, const Event* events, int bins, double* energies) {
  // spectrum_kernel0: a grid of ceildiv(bins, 128) programs, blocks of 128 of bin.
  // Writes energies (128).
  // Proved independent.
  // Blocks begin at memory lines of energies.
  {
    const long long bin_lead = reinterpret_cast<unsigned long long>(energies) % 64 / sizeof(*energies);
    #pragma omp parallel for schedule(static)
    for (long long bin_line = 0; bin_line < bins + bin_lead; bin_line += 128) {
      const long long bin_block = bin_line == 0 ? 0 : bin_line - bin_lead;
      const int bin_end =
          static_cast<int>(bins + bin_lead - bin_line < 128 ? bins : bin_line + 128 - bin_lead);
      #pragma omp simd
      for (int bin = static_cast<int>(bin_block); bin < bin_end; ++bin) energies[bin] = 0;
    }
  }
  // spectrum_kernel1: a grid of n programs, one for each i.
  // Reads events[].energy (1), events[].weight (1); writes energies (irregular); reduces
  //   energies by +.
  // Proved independent.
  {
    const unsigned long long energies_size = (unsigned long long)(bins);
    const bool energies_fits = energies_size <= (0 < n ? static_cast<unsigned long long>(n) : 0);
    #pragma omp parallel if(energies_fits)
    {
      double* energies_own = new double[energies_size];
      for (unsigned long long energies_index = 0; energies_index < energies_size; ++energies_index)
        energies_own[energies_index] = 0;
      #pragma omp for schedule(static)
      for (int i = 0; i < n; ++i) {
        const int bin = static_cast<int>(events[i].energy * static_cast<float>(bins));
        energies_own[bin < bins ? bin : bins - 1] += events[i].weight;
      }
      #pragma omp critical
      {
        for (unsigned long long energies_index = 0; energies_index < energies_size; ++energies_index)
          energies[energies_index] += energies_own[energies_index];
      }
      delete[] energies_own;
    }
  }
}

void countGreysSequential(const std::vector<std::uint8_t>& pixels, GreyCounts& counts) {
  counts.fill(0);
  for (std::size_t i = 0; i < pixels.size(); ++i) ++counts[pixels[i]];
}

void spectrumSequential(int n, const Event* events, int bins, double* energies) {
  for (int bin = 0; bin < bins; ++bin) energies[bin] = 0;
  for (int i = 0; i < n; ++i) {
    const int bin = static_cast<int>(events[i].energy * static_cast<float>(bins));
    energies[bin < bins ? bin : bins - 1] += events[i].weight;
  }
}

int main(int argc, char** argv) {
  sample::Program program(argc, argv, {{"n", 20'000'000}, {"bins", 500}});
  const int n = static_cast<int>(program.size(0)), bins = static_cast<int>(program.size(1));
  if (bins == 0) {
    std::fprintf(stderr, "at least one bin is needed\n");
    return 2;
  }

  sample::Random random;
  std::vector<std::uint8_t> pixels(n);
  for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(256 * random() * random());
  GreyCounts expectedCounts{}, counts{};
  program.kernel(
      "grey-values", [&] { countGreysSequential(pixels, expectedCounts); },
      [&] { countGreys(pixels, counts); }, [&] { return sample::same(expectedCounts, counts); });

  std::vector<Event> events(n);
  for (Event& event : events) {
    event.energy = static_cast<float>(random());
    event.weight = static_cast<float>(random());
  }
  std::vector<double> expected(bins), actual(bins);
  program.kernel(
      "spectrum", [&] { spectrumSequential(n, events.data(), bins, expected.data()); },
      [&] { spectrum(n, events.data(), bins, actual.data()); },
      [&] { return sample::reduced(expected, actual, n); });
  return program.status();
}
