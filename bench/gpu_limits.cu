// What the device's memory and tuned libraries give: the bandwidth of a copy on the device, and of the sum of
// an array of doubles by CUB, whose kernels are chosen for each architecture, in bytes per second; and the
// product of 07_spmm by cuSPARSE, its fastest algorithm, in operations per second. One line each, by name.
//
//   limits ROWS COLUMNS TERMS    of that product, as the sample has them
#include "sample.hpp"

#include <cub/device/device_reduce.cuh>
#include <cusparse.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "gpu_limits: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
T* onDevice(const std::vector<T>& values) {
  T* memory = nullptr;
  check(cudaMalloc(&memory, values.size() * sizeof(T)));
  check(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}

/// Seconds of the fastest of several runs, each on memory that was filled just before, as the kernels of the
/// samples are measured.
template <class T, class Run>
double seconds(const std::vector<T>& input, Run&& run) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float fastest = 1e9f;
  for (int k = 0; k < 6; ++k) {
    T* const data = onDevice(input);
    check(cudaEventRecord(begin));
    run(data);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    fastest = std::min(fastest, milliseconds);
    check(cudaFree(data));
  }
  return 1e-3 * fastest;
}

void check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::fprintf(stderr, "gpu_limits: %s\n", cusparseGetErrorString(status));
  std::exit(1);
}

/// Operations per second of C = A B, A a random matrix of `rows` x `rows` with `terms` in a row on average, B
/// and C with `columns` columns, rows one behind the other.
double sparseProduct(int rows, int columns, int terms) {
  sample::Random random(7);
  std::vector<int> starts{0}, places;
  for (int i = 0; i < rows; ++i) {
    const int length = std::min(rows, random.below(2 * terms + 1));
    for (int p = 0; p < length; ++p) places.push_back(random.below(rows));
    std::sort(places.end() - length, places.end());
    starts.push_back(static_cast<int>(places.size()));
  }
  const std::size_t count = places.size(), size = static_cast<std::size_t>(rows) * columns;
  double* const values = onDevice(random.vector<double>(count));
  const std::vector<double> dense = random.vector<double>(size);
  double* const c = onDevice(std::vector<double>(size));
  cusparseHandle_t library;
  cusparseSpMatDescr_t sparse;
  cusparseDnMatDescr_t right, result;
  check(cusparseCreate(&library));
  check(cusparseCreateCsr(&sparse, rows, rows, static_cast<std::int64_t>(count), onDevice(starts),
                          onDevice(places), values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  double* const b = onDevice(dense);
  check(cusparseCreateDnMat(&right, rows, columns, columns, b, CUDA_R_64F, CUSPARSE_ORDER_ROW));
  check(cusparseCreateDnMat(&result, rows, columns, columns, c, CUDA_R_64F, CUSPARSE_ORDER_ROW));
  const double one = 1, zero = 0;
  double best = 0;
  for (const auto algorithm : {CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3}) {
    const auto with = [&](auto&& function, auto... more) {
      check(function(library, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, sparse,
                     right, &zero, result, CUDA_R_64F, algorithm, more...));
    };
    std::size_t bytes = 0;
    void* scratch = nullptr;
    with(cusparseSpMM_bufferSize, &bytes);
    check(cudaMalloc(&scratch, bytes + 1));
    with(cusparseSpMM_preprocess, scratch);
    const double time = seconds(dense, [&](double* data) {
      check(cusparseDnMatSetValues(right, data));
      with(cusparseSpMM, scratch);
    });
    best = std::max(best, 2.0 * rows * terms * columns / time);
    check(cudaFree(scratch));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::vector<double> input(100'000'000, 1.0);
  const std::size_t n = input.size();
  double *to = nullptr, *result = nullptr;
  check(cudaMalloc(&to, n * sizeof(double)));
  check(cudaMalloc(&result, sizeof(double)));
  const double copy = seconds(input, [&](const double* from) {
    check(cudaMemcpyAsync(to, from, n * sizeof(double), cudaMemcpyDeviceToDevice));
  });
  std::printf("copy %.6e\n", 2 * n * sizeof(double) / copy);

  std::size_t bytes = 0;
  check(cub::DeviceReduce::Sum(nullptr, bytes, to, result, n));
  void* scratch = nullptr;
  check(cudaMalloc(&scratch, bytes));
  const double sum = seconds(
      input, [&](const double* from) { check(cub::DeviceReduce::Sum(scratch, bytes, from, result, n)); });
  std::printf("cub-sum %.6e\n", n * sizeof(double) / sum);
  std::printf("cusparse %.6e\n", sparseProduct(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3])));

  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0));
  std::fprintf(stderr, "%s\n", properties.name);
}
