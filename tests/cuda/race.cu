// Threads of different blocks that write one element: ThreadSanitizer sees it, since blocks run on several CPU threads.
// With an argument the updates are atomic, and there is nothing to see.
#include <appyl/cuda/cuda.hpp>

#include <cstdio>
#include <vector>

using namespace appyl;

static __global__ void count(long long n, bool atomic, int* bins) {
  for (long long i = cuda::thread_x(); i < n; i += cuda::threads_x()) {
    if (atomic)
      cuda::atomic_update(cuda::sum(), bins[i % 7], 1);
    else
      bins[i % 7] += 1;
  }
}

int main(int argc, char**) {
  std::vector<int> bins(7);
  cuda::loop device("race.cpp", 3, "count");
  device.inout(bins.data(), 0, 7);
  cuda::launch(count, dim3(cuda::blocks(100000, 128)), dim3(128), 0, 100000, argc > 1, device.at(bins.data()));
  device.finish();
  std::printf("%d\n", bins[0]);
}
