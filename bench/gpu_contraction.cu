// appyl/cuda/contraction.hpp beside cuBLAS, on a GPU: medians of ten runs, in one program.
//
//   nvcc -std=c++20 -O3 -arch=native --extended-lambda --expt-relaxed-constexpr -Iinclude
//   bench/gpu_contraction.cu -lcublas
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>

#include <cublas_v2.h>

#include <algorithm>
#include <cstdio>
#include <type_traits>
#include <vector>

namespace cuda = appyl::cuda;

/// Milliseconds.
template <class Run>
static float median(Run&& run) {
  cudaEvent_t begin, end;
  cuda::check(cudaEventCreate(&begin), "cudaEventCreate");
  cuda::check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int k = 0; k < 13; ++k) {
    cuda::check(cudaEventRecord(begin), "cudaEventRecord");
    run();
    cuda::check(cudaEventRecord(end), "cudaEventRecord");
    cuda::check(cudaEventSynchronize(end), "cudaEventSynchronize");
    float milliseconds = 0;
    cuda::check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    if (k >= 3) times.push_back(milliseconds);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <class T>
static T* onDevice(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>(static_cast<float>(i * 2654435761u >> 8 & 1023) / 512 - 1);
  T* memory = nullptr;
  cuda::check(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
  cuda::check(cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
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

/// C = A B of n x n matrices in rows, A and B of T transposed where it is said, C of what sums are stored as.
template <class T, class Sum = T>
static void compare(cublasHandle_t blas, const char* name, int n, bool transposedA, bool transposedB) {
  using C = std::conditional_t<std::is_same_v<Sum, double>, double, float>;
  const std::size_t count = static_cast<std::size_t>(n) * n;
  T *const a = onDevice<T>(count), *const b = onDevice<T>(count);
  C* const c = onDevice<C>(count);
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
  const C one = 1, zero = 0;
  const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
  const float ours = median([&] { multiply(cuda::from_zero()); }),
              added = median([&] { multiply(cuda::from_c()); });
  const float theirs = median([&] {
    cublasGemmEx(blas, operation(transposedB), operation(transposedA), n, n, n, &one, b, cublasType<T>, n, a,
                 cublasType<T>, n, &zero, c, cublasType<C>, n, cublasSum<Sum>, CUBLAS_GEMM_DEFAULT);
  });
  const double operations = 2e-9 * n * n * n;
  std::printf(
      "%-8s %5d %c%c  %8.3f ms %6.1f TFLOP/s, += %8.3f ms; cuBLAS %8.3f ms %6.1f TFLOP/s; %.2f of it\n", name,
      n, transposedA ? 'T' : 'N', transposedB ? 'T' : 'N', ours, operations / ours, added, theirs,
      operations / theirs, theirs / ours);
  (void)cudaFree(a), (void)cudaFree(b), (void)cudaFree(c);
}

int main() {
  cublasHandle_t blas;
  if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS) return 1;
  for (const int n : {256, 512, 1000, 1024, 1500, 2048, 3000, 4096, 8192})
    compare<float>(blas, "float", n, false, false);
  for (const int n : {1000, 1024, 2048, 4096, 8192}) {
    compare<appyl::half, float>(blas, "half", n, false, false);
    compare<appyl::bfloat16, float>(blas, "bfloat16", n, false, false);
    compare<float, cuda::tf32>(blas, "tf32", n, false, false);
  }
  for (const int n : {512, 1024, 2048, 4096}) compare<double>(blas, "double", n, false, false);
  for (const bool a : {false, true})
    for (const bool b : {false, true}) {
      compare<float>(blas, "float", 4096, a, b);
      compare<appyl::bfloat16, float>(blas, "bfloat16", 4096, a, b);
      compare<float, cuda::tf32>(blas, "tf32", 4096, a, b);
      compare<double>(blas, "double", 4096, a, b);
    }
  cudaDeviceProp device;
  cuda::check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  std::printf("%s\n", device.name);
}
