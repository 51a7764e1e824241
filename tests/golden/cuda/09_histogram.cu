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
#include <appyl/cuda/cuda.hpp>
#include "sample.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using GreyCounts = std::array<std::uint32_t, 256>;

// countGreys_kernel0: a grid of ceildiv(pixels.size(), 1024) programs, blocks of 1024 of i.
// Reads pixels (1024); writes counts (irregular); reduces counts by +.
// Proved independent.
// Each block has 1024 threads, x along i; each takes 8 iterations of i at a time.
static __global__ void countGreys_kernel0(std::size_t pixels_size, unsigned int* counts,
                                          const unsigned char* __restrict__ pixels) {
  __shared__ unsigned int counts_block[256];
  for (unsigned k = ::appyl::cuda::thread_number(); k < 256; k += ::appyl::cuda::threads_per_block())
    counts_block[k] = ::appyl::cuda::sum::identity<unsigned int>();
  __syncthreads();
  for (std::size_t i_at = ::appyl::cuda::thread_x(8); i_at < pixels_size; i_at += ::appyl::cuda::threads_x(8))
    ::appyl::cuda::several<8, 1024>(i_at, pixels_size, [&](std::size_t i) {
      ::appyl::cuda::atomic_update(::appyl::cuda::sum(), counts_block[pixels[i]], 1);
    });
  __syncthreads();
  for (unsigned k = ::appyl::cuda::thread_number(); k < 256; k += ::appyl::cuda::threads_per_block())
    ::appyl::cuda::atomic_update(::appyl::cuda::sum(), counts[k], counts_block[k]);
}

void countGreys(const std::vector<std::uint8_t>& pixels, GreyCounts& counts) {
  counts.fill(0);
  if (0 < pixels.size()) {
    ::appyl::cuda::loop device("09_histogram.cpp", 24, "countGreys_kernel0");
    device.inout(counts.data(), 0, counts.size());
    device.in(pixels.data(), 0, pixels.size());
    const dim3 grid(::appyl::cuda::blocks(pixels.size(), 8192, 1024));
    ::appyl::cuda::launch(countGreys_kernel0, grid, dim3(1024), 0, pixels.size(), device.at(counts.data()),
                          device.at(pixels.data()));
    device.finish();
  }
}

// Events with an energy in [0, 1) and a weight.
struct Event {
  float energy, weight;
};

// spectrum_kernel0: a grid of ceildiv(bins, 128) programs, blocks of 128 of bin.
// Writes energies (128).
// Proved independent.
// Each block has 128 threads, x along bin.
static __global__ void spectrum_kernel0(int bins, double* energies) {
  for (long long bin_at = ::appyl::cuda::thread_x(); bin_at < bins; bin_at += ::appyl::cuda::threads_x()) {
    const int bin = static_cast<int>(bin_at);
    energies[bin] = 0;
  }
}

// spectrum_kernel1: a grid of n programs, one for each i.
// Reads events[].energy (1), events[].weight (1); writes energies (irregular); reduces
//   energies by +.
// Proved independent.
// Each block has 256 threads, x along i; each takes 4 iterations of i at a time.
static __global__ void spectrum_kernel1(int n, const Event* __restrict__ events, int bins, double* energies,
                                        unsigned long long energies_copied) {
  double* const energies_block = ::appyl::cuda::open_copy(::appyl::cuda::sum(), energies, energies_copied, 0);
  for (long long i_at = ::appyl::cuda::thread_x(4); i_at < n; i_at += ::appyl::cuda::threads_x(4))
    ::appyl::cuda::several<4, 256>(static_cast<int>(i_at), n, [&](int i) {
      const int bin = static_cast<int>(events[i].energy * static_cast<float>(bins));
      ::appyl::cuda::atomic_update(::appyl::cuda::sum(), energies_block[bin < bins ? bin : bins - 1],
                                   events[i].weight);
    });
  ::appyl::cuda::close_copy(::appyl::cuda::sum(), energies, energies_block, energies_copied);
}

void spectrum(int n, const Event* events, int bins, double* energies) {
  ::appyl::cuda::region together("09_histogram.cpp", 34);
  if (0 < bins) {
    ::appyl::cuda::loop device("09_histogram.cpp", 34, "spectrum_kernel0");
    device.out(energies, 0, bins);
    const dim3 grid(::appyl::cuda::blocks(bins, 128));
    ::appyl::cuda::launch(spectrum_kernel0, grid, dim3(128), 0, bins, device.at(energies));
    device.finish();
  }
  if (0 < n) {
    ::appyl::cuda::loop device("09_histogram.cpp", 36, "spectrum_kernel1");
    const unsigned long long energies_copied = ::appyl::cuda::copied<double>(bins, 40960);
    device.in(events, 0, n);
    device.inout(energies, 0, bins);
    const dim3 grid(::appyl::cuda::blocks(n, 1024, 1024));
    ::appyl::cuda::launch(spectrum_kernel1, grid, dim3(256),
                          ::appyl::cuda::copy_bytes<double>(energies_copied), n, device.at(events), bins,
                          device.at(energies), energies_copied);
    device.finish();
  }
  together.end();
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
