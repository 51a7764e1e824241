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
#pragma parallel block(1024) reduction(+ : counts)
  for (std::size_t i = 0; i < pixels.size(); ++i) ++counts[pixels[i]];
}

// Events with an energy in [0, 1) and a weight.
struct Event {
  float energy, weight;
};

void spectrum(int n, const Event* events, int bins, double* energies) {
#pragma parallel block
  for (int bin = 0; bin < bins; ++bin) energies[bin] = 0;
#pragma parallel reduction(energies) shape(energies[bins])
  for (int i = 0; i < n; ++i) {
    const int bin = static_cast<int>(events[i].energy * static_cast<float>(bins));
    energies[bin < bins ? bin : bins - 1] += events[i].weight;
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
