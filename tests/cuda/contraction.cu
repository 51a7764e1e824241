// Products on the device against the sequential loops: all layouts, sizes around those of the tiles, strides
// that no pack fits, starts and tails. The sums are exact, so that they are compared bit by bit.
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>

#include <cstdio>
#include <vector>

namespace cuda = appyl::cuda;

static int failures = 0;

template <class T>
struct OnDevice {
  T* data = nullptr;
  std::size_t bytes;

  explicit OnDevice(const std::vector<T>& values) : bytes(values.size() * sizeof(T)) {
    cuda::check(cudaMalloc(&data, bytes), "cudaMalloc", bytes);
    cuda::check(cudaMemcpy(data, values.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  OnDevice(const OnDevice&) = delete;
  ~OnDevice() { (void)cudaFree(data); }
  void get(std::vector<T>& values) const {
    cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    cuda::check(cudaMemcpy(values.data(), data, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  }
};

struct Layout {
  bool transposed;
  int beyond;  // elements between two rows

  cuda::matrix<int> of(int rows, int columns) const {
    return transposed ? cuda::matrix<int>{nullptr, 1, rows + beyond}
                      : cuda::matrix<int>{nullptr, columns + beyond, 1};
  }
};

struct halved_from_c {
  template <class C>
  __host__ __device__ C operator()(const C& c, std::ptrdiff_t, std::ptrdiff_t j) const {
    return c * 2 + static_cast<C>(j);
  }
};
struct no_less_than_c {
  template <class Sum, class C>
  __host__ __device__ Sum operator()(const Sum& sum, const C& c, std::ptrdiff_t i, std::ptrdiff_t) const {
    return sum < c ? c : sum + static_cast<Sum>(i);
  }
};

template <class T, class Start, class Tail>
static void tryOne(int m, int n, int k, Layout a, Layout b, Layout c, Start start, Tail tail) {
  const auto ofA = a.of(m, k), ofB = b.of(k, n), ofC = c.of(m, n);
  std::vector<T> x((m + 3) * (k + 3) + 1), y((k + 3) * (n + 3) + 1), z((m + 3) * (n + 3) + 1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(static_cast<int>(i * 7 % 13) - 6);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<T>(static_cast<int>(i * 5 % 11) - 5);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<T>(i % 17);
  const OnDevice<T> deviceX(x), deviceY(y), deviceZ(z);
  cuda::contract<T>({m, n, k}, cuda::matrix<const T>{deviceX.data, ofA.row_stride, ofA.column_stride},
                    cuda::matrix<const T>{deviceY.data, ofB.row_stride, ofB.column_stride},
                    cuda::matrix<T>{deviceZ.data, ofC.row_stride, ofC.column_stride}, start, tail);
  std::vector<T> result(z.size());
  deviceZ.get(result);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      T& element = z[i * ofC.row_stride + j * ofC.column_stride];
      T sum = static_cast<T>(start(element, i, j));
      for (int p = 0; p < k; ++p)
        sum += x[i * ofA.row_stride + p * ofA.column_stride] * y[p * ofB.row_stride + j * ofB.column_stride];
      element = tail(sum, element, i, j);
    }
  if (result == z) return;
  ++failures;
  std::printf("wrong: %d x %d x %d, %zu bytes, %d %d %d, %d beyond\n", m, n, k, sizeof(T), a.transposed,
              b.transposed, c.transposed, a.beyond);
}

template <class T>
static void tryAll(int m, int n, int k) {
  for (const bool a : {false, true})
    for (const bool b : {false, true})
      for (const int beyond : {0, 3}) {
        tryOne<T>(m, n, k, {a, beyond}, {b, beyond}, {false, beyond}, cuda::from_zero(), cuda::as_it_is());
        tryOne<T>(m, n, k, {a, beyond}, {b, 0}, {b, beyond}, cuda::from_c(), no_less_than_c());
      }
  tryOne<T>(m, n, k, {false, 0}, {false, 1}, {true, 2}, halved_from_c(), cuda::as_it_is());
}

int main(int argc, char**) {
#ifdef FEW_KERNELS  // nvcc takes its time for each
  (void)argc;
  tryOne<float>(1920, 1800, 19, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is());
#else
  tryAll<float>(64, 64, 16), tryAll<float>(1, 1, 1), tryAll<float>(65, 30, 33), tryAll<float>(5, 70, 0);
  tryAll<double>(20, 67, 17), tryAll<int>(66, 3, 9), tryAll<float>(0, 5, 5), tryAll<float>(3, 0, 5);
  if (argc > 1)  // large tiles; too slow for an emulation that is checked
    tryOne<float>(1920, 1800, 19, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is()),
        tryOne<float>(1900, 1801, 21, {true, 1}, {true, 0}, {false, 2}, cuda::from_c(), no_less_than_c());
#endif
  if (failures == 0) std::printf("all products agree\n");
  return failures != 0;
}
