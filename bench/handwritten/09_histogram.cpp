// The program of the sample of the same name, with the directives that an OpenMP user writes by hand in place
// of the annotations. Everything else is kept, so that both differ in their directives only.
#include "sample.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using GreyCounts = std::array<std::uint32_t, 256>;

void countGreys(const std::vector<std::uint8_t>& pixels, GreyCounts& counts) {
  counts.fill(0);
  std::uint32_t* bins = counts.data();
#pragma omp parallel for reduction(+ : bins[ : 256])
  for (std::size_t i = 0; i < pixels.size(); ++i) ++bins[pixels[i]];
}

// Events with an energy in [0, 1) and a weight.
struct Event {
  float energy, weight;
};

void spectrum(int n, const Event* events, int bins, double* energies) {
#pragma omp parallel for
  for (int bin = 0; bin < bins; ++bin) energies[bin] = 0;
#pragma omp parallel for reduction(+ : energies[ : bins])
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
