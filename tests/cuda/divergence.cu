// A barrier that the last threads do not reach, for they have left; the launch fails, and says where.
#include <appyl/cuda/cuda.hpp>

#include <cstdio>

static __global__ void uneven(int n) {
  if (static_cast<int>(threadIdx.x) >= n) return;
  __syncthreads();
}

int main() {
  const appyl::cuda::At site("loop.cpp", 12, "uneven");
  try {
    appyl::cuda::launch(uneven, dim3(3), dim3(64), 0, 50);
    appyl::cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  } catch (const appyl::cuda::error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
