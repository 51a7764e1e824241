// appyl/cuda/contraction.hpp beside cuBLAS, on a GPU: medians of ten runs, in one program, which fails where
// the results differ. (For a Hopper GPU -arch=sm_90a.)
//
//   nvcc -std=c++20 -O3 -arch=native --extended-lambda --expt-relaxed-constexpr -Iinclude
//   bench/gpu_contraction.cu -lcublas
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>

#include <cublas_v2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <vector>

namespace cuda = appyl::cuda;

/// Milliseconds of each, one after the other in turn.
template <std::size_t Count>
static std::array<float, Count> medians(const std::function<void()> (&runs)[Count]) {
  cudaEvent_t begin, end;
  cuda::check(cudaEventCreate(&begin), "cudaEventCreate");
  cuda::check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times[Count];
  for (int k = 0; k < 13; ++k)
    for (std::size_t r = 0; r < Count; ++r) {
      cuda::check(cudaEventRecord(begin), "cudaEventRecord");
      runs[r]();
      cuda::check(cudaEventRecord(end), "cudaEventRecord");
      cuda::check(cudaEventSynchronize(end), "cudaEventSynchronize");
      float milliseconds = 0;
      cuda::check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
      if (k >= 3) times[r].push_back(milliseconds);
    }
  std::array<float, Count> middle;
  for (std::size_t r = 0; r < Count; ++r) {
    std::sort(times[r].begin(), times[r].end());
    middle[r] = times[r][times[r].size() / 2];
  }
  (void)cudaEventDestroy(begin), (void)cudaEventDestroy(end);
  return middle;
}

static int failures = 0;

/// The products of numbers with so few digits are exact, and their sums nearly so.
template <class C>
static __global__ void countWrong(const C* ours, const C* theirs, std::size_t count, double bound,
                                  unsigned* wrong) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step) {
    const auto a = static_cast<double>(ours[i]), b = static_cast<double>(theirs[i]);
    if (!(fabs(a - b) <= bound + (sizeof(C) == 2 ? fabs(b) / 128 : 0))) atomicAdd(wrong, 1u);
  }
}

/// Of numbers in a row, so that rows and columns are as good as independent whatever their length is: large
/// sums would be rounded by more than the bound. (The mixing of splitmix64.)
static __device__ std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}
template <class T>
static __global__ void fill(T* values, std::size_t count, std::uint64_t seed) {
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    values[i] = static_cast<T>(static_cast<float>(mixed(seed + i) & 1023) / 512 - 1);
}
template <class T>
static T* onDevice(std::size_t count, std::uint64_t seed = 0) {
  T* memory = nullptr;
  cuda::check(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
  fill<<<1024, 256>>>(memory, count, seed);
  cuda::check(cudaGetLastError(), "fill");
  return memory;
}

/// How cuBLAS calls elements and sums.
template <class T>
constexpr cudaDataType cublasType = std::is_same_v<T, appyl::half>       ? CUDA_R_16F
                                    : std::is_same_v<T, appyl::bfloat16> ? CUDA_R_16BF
                                    : std::is_same_v<T, float>           ? CUDA_R_32F
                                                                         : CUDA_R_64F;
template <class Sum>
constexpr cublasComputeType_t cublasSum = std::is_same_v<Sum, cuda::tf32> ? CUBLAS_COMPUTE_32F_FAST_TF32
                                          : std::is_same_v<Sum, float>    ? CUBLAS_COMPUTE_32F
                                                                          : CUBLAS_COMPUTE_64F;

/// C = A B of n x n matrices in rows, A and B of T transposed where it is said, C of what sums are stored as
/// or of a type of its own.
template <class T, class Sum = T, class C = std::conditional_t<std::is_same_v<Sum, double>, double, float>>
static void compare(cublasHandle_t blas, const char* name, int n, bool transposedA, bool transposedB) {
  using Scale = std::conditional_t<std::is_same_v<Sum, double>, double, float>;
  const std::size_t count = static_cast<std::size_t>(n) * n;
  T *const a = onDevice<T>(count), *const b = onDevice<T>(count, 1ULL << 40);
  C *const c = onDevice<C>(count), *const d = onDevice<C>(count);
  const auto with = [&](const T* data, bool transposed, auto&& go_on) {
    transposed ? go_on(cuda::column_major(data, n)) : go_on(cuda::row_major(data, n));
  };
  const auto multiply = [&](auto start) {
    with(a, transposedA, [&](const auto& left) {
      with(b, transposedB, [&](const auto& right) {
        cuda::contract<Sum>({n, n, n}, left, right, cuda::row_major(c, n), start);
      });
    });
  };
  const Scale one = 1;
  const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
  const auto theirs = [&](C* to, Scale old) {
    const cublasStatus_t status =
        cublasGemmEx(blas, operation(transposedB), operation(transposedA), n, n, n, &one, b, cublasType<T>, n,
                     a, cublasType<T>, n, &old, to, cublasType<C>, n, cublasSum<Sum>, CUBLAS_GEMM_DEFAULT);
    if (status != CUBLAS_STATUS_SUCCESS)
      ++failures, std::printf("cuBLAS fails: %d\n", static_cast<int>(status));
  };
  unsigned *wrong = nullptr, counted = 0;
  cuda::check(cudaMalloc(&wrong, sizeof *wrong), "cudaMalloc");
  cuda::check(cudaMemset(wrong, 0, sizeof *wrong), "cudaMemset");
  multiply(cuda::from_zero()), theirs(d, 0);
  countWrong<<<1024, 256>>>(c, d, count, 1e-4 * std::sqrt(n), wrong);
  multiply(cuda::from_c()), theirs(d, 1);
  countWrong<<<1024, 256>>>(c, d, count, 2e-4 * std::sqrt(n), wrong);
  cuda::check(cudaMemcpy(&counted, wrong, sizeof counted, cudaMemcpyDeviceToHost), "cudaMemcpy");
  if (counted != 0) ++failures, std::printf("WRONG: %u elements of the next\n", counted);
  const auto [ours, their, added, theirAdded] =
      medians<4>({[&] { multiply(cuda::from_zero()); }, [&] { theirs(d, 0); },
                  [&] { multiply(cuda::from_c()); }, [&] { theirs(d, 1); }});
  const double operations = 2e-9 * n * n * n;
  std::printf(
      "%-13s %5d %c%c  %8.3f ms %6.1f TFLOP/s, cuBLAS %8.3f ms %6.1f TFLOP/s: %.2f of it; += %8.3f ms: "
      "%.2f\n",
      name, n, transposedA ? 'T' : 'N', transposedB ? 'T' : 'N', ours, operations / ours, their,
      operations / their, their / ours, added, theirAdded / added);
  (void)cudaFree(a), (void)cudaFree(b), (void)cudaFree(c), (void)cudaFree(d), (void)cudaFree(wrong);
}

int main() {
  cublasHandle_t blas;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS) return 1;
  for (const int n : {256, 512, 1000, 1024, 1500, 2048, 3000, 4096, 8192})
    compare<float>(blas, "float", n, false, false);
  for (const int n : {1000, 1024, 1536, 2048, 3000, 4096, 8192}) {
    compare<appyl::half, float>(blas, "half", n, false, false);
    compare<appyl::bfloat16, float>(blas, "bfloat16", n, false, false);
    compare<appyl::bfloat16, float, appyl::bfloat16>(blas, "bfloat16 in C", n, false, false);
    compare<float, cuda::tf32>(blas, "tf32", n, false, false);
  }
  for (const int n : {512, 1024, 2048, 4096}) compare<double>(blas, "double", n, false, false);
  compare<appyl::bfloat16, float>(blas, "bfloat16", 4001, false, false);  // rows begin anywhere
  for (const bool a : {false, true})
    for (const bool b : {false, true}) {
      compare<float>(blas, "float", 4096, a, b);
      compare<appyl::bfloat16, float>(blas, "bfloat16", 4096, a, b);
      compare<float, cuda::tf32>(blas, "tf32", 4096, a, b);
      compare<double>(blas, "double", 4096, a, b);
    }
  cudaDeviceProp device;
  cuda::check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  std::printf("%s%s\n", device.name, failures ? ": FAILED" : "");
  return failures != 0;
}
