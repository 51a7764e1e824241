// A kernel that writes one element past its array.
#include <appyl/cuda/cuda.hpp>

#include <cstdio>

static __global__ void fill(int n, int* a) {
  __syncthreads();  // so that it happens on a fiber's stack
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i <= n) a[i] = i;
}

int main() try {
  int* a = nullptr;
  appyl::cuda::check(cudaMalloc(&a, 100 * sizeof(int)), "cudaMalloc", 100 * sizeof(int));
  appyl::cuda::launch(fill, dim3(2), dim3(64), 0, 100, a);
  appyl::cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  appyl::cuda::check(cudaFree(a), "cudaFree");
} catch (const appyl::cuda::error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 3;
}
