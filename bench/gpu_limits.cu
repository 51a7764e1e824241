// What the device's memory and a tuned library give: the bandwidth of a copy on the device, and of the sum of
// an array of doubles by CUB, whose kernels are chosen for each architecture. Prints bytes per second, one
// line each, by name.
#include <cub/device/device_reduce.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "gpu_limits: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// Seconds of the median of several runs.
template <class Run>
double seconds(Run&& run) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int k = 0; k < 12; ++k) {
    check(cudaEventRecord(begin));
    run();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    if (k >= 2) times.push_back(milliseconds);
  }
  std::sort(times.begin(), times.end());
  return 1e-3 * times[times.size() / 2];
}

}  // namespace

int main() {
  constexpr std::size_t n = 100'000'000;
  double *from = nullptr, *to = nullptr, *result = nullptr;
  check(cudaMalloc(&from, n * sizeof(double)));
  check(cudaMalloc(&to, n * sizeof(double)));
  check(cudaMalloc(&result, sizeof(double)));
  check(cudaMemset(from, 0, n * sizeof(double)));

  const double copy =
      seconds([&] { check(cudaMemcpyAsync(to, from, n * sizeof(double), cudaMemcpyDeviceToDevice)); });
  std::printf("copy %.6e\n", 2 * n * sizeof(double) / copy);

  std::size_t bytes = 0;
  check(cub::DeviceReduce::Sum(nullptr, bytes, from, result, n));
  void* scratch = nullptr;
  check(cudaMalloc(&scratch, bytes));
  const double sum = seconds([&] { check(cub::DeviceReduce::Sum(scratch, bytes, from, result, n)); });
  std::printf("cub-sum %.6e\n", n * sizeof(double) / sum);

  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::fprintf(stderr, "%s\n", properties.name);
}
