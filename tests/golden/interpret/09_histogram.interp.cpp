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
#include <appyl/interpret/interpret.hpp>
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < pixels.size() ? static_cast<unsigned long long>(pixels.size()) : 0;
    check_::Programs programs({"09_histogram.cpp", "countGreys_kernel0"}, {{"i", i_count, 1024}});
    while (programs.next()) {
      const std::size_t i = programs.value<std::size_t>(0);
      ++check_::combine({24, 53, "counts"}, counts, check_::read({24, 60, "pixels"}, pixels, i));
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
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long bin_count = 0 < bins ? static_cast<unsigned long long>(bins) : 0;
    check_::Programs programs({"09_histogram.cpp", "spectrum_kernel0"}, {{"bin", bin_count, 128}});
    while (programs.next()) {
      programs.row<int>(
          [&](const auto& each_, const int bin) { each_.write({34, 40, "energies"}, energies, bin) = 0; });
    }
  }
  // spectrum_kernel1: a grid of n programs, one for each i.
  // Reads events[].energy (1), events[].weight (1); writes energies (irregular); reduces
  //   energies by +.
  // Proved independent.
  // Interpreted: one program after the other.
  {
    namespace check_ = ::appyl::interpret;
    const unsigned long long i_count = 0 < n ? static_cast<unsigned long long>(n) : 0;
    const check_::Extent energies_extent(energies, static_cast<long long>(0), static_cast<long long>(bins));
    check_::Programs programs({"09_histogram.cpp", "spectrum_kernel1"}, {{"i", i_count}});
    while (programs.next()) {
      const int i = programs.value<int>(0);
      const int bin = static_cast<int>(
          check_::read({37, 38, "events[i].energy"}, check_::touch({37, 38, "events"}, events, i).energy) *
          static_cast<float>(bins));
      check_::combine({38, 5, "energies"}, energies, bin < bins ? bin : bins - 1) +=
          check_::read({38, 46, "events[i].weight"}, check_::touch({38, 46, "events"}, events, i).weight);
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
