// Products on the device against the sequential loops: all layouts, sizes around those of the tiles, strides
// that no pack fits, starts and tails. The sums are exact, so that they are compared bit by bit.
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>

#include <cstdio>
#include <type_traits>
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

template <class T, class Start>
static T begins(Start start, T c, int i, int j) {
  if constexpr (std::is_same_v<Start, cuda::from_zero>)
    return 0;
  else if constexpr (std::is_invocable_v<Start, T, int, int>)
    return static_cast<T>(start(c, i, j));
  else
    return static_cast<T>(start(i, j));
}
template <class T, class Tail>
static T ends(Tail tail, T sum, T c, int i, int j) {
  if constexpr (std::is_invocable_v<Tail, T, T, int, int>)
    return tail(sum, c, i, j);
  else
    return tail(sum, i, j);
}

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
      T sum = begins(start, element, i, j);
      for (int p = 0; p < k; ++p)
        sum += x[i * ofA.row_stride + p * ofA.column_stride] * y[p * ofB.row_stride + j * ofB.column_stride];
      element = ends(tail, sum, element, i, j);
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

/// In a kernel of its own, as translated loops call it: with a factor, a batch, and functions that name the
/// kernel's parameters.
template <class T>
static __global__ void __launch_bounds__(cuda::contraction_threads, 2)
    batch_kernel(int count, int m, int n, int k, T alpha, T beta, const T* a, const T* b, T* c,
                 const T* bias) {
  for (int z = 0; z < count; ++z)
    cuda::contract_in_grid<T>({m, n, k}, alpha * cuda::row_major(a + z * m * k, k), cuda::row_major(b, n),
                              cuda::row_major(c + z * m * n, n), cuda::from_c_times(beta),
                              [&](T sum, int, int j) { return sum + bias[j]; });
}

template <class T>
static void tryBatch(int count, int m, int n, int k) {
  std::vector<T> a(count * m * k + 1), b(k * n + 1), c(count * m * n + 1), bias(n + 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>(i * 7 % 13);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<T>(i * 5 % 11);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<T>(i % 17);
  for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = static_cast<T>(i % 3);
  const OnDevice<T> deviceA(a), deviceB(b), deviceC(c), deviceBias(bias);
  cuda::launch(batch_kernel<T>, cuda::contraction_blocks<T>({m, n, k}), dim3(cuda::contraction_threads),
               cuda::contraction_bytes<T>, count, m, n, k, T(3), T(2), deviceA.data, deviceB.data,
               deviceC.data, deviceBias.data);
  std::vector<T> result(c.size());
  deviceC.get(result);
  for (int z = 0; z < count; ++z)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        T& element = c[(z * m + i) * n + j];
        element *= 2;
        for (int p = 0; p < k; ++p) element += 3 * a[(z * m + i) * k + p] * b[p * n + j];
        element += bias[j];
      }
  if (result == c) return;
  ++failures;
  std::printf("wrong: %d of %d x %d x %d, %zu bytes\n", count, m, n, k, sizeof(T));
}

int main(int argc, char**) {
#ifdef FEW_KERNELS  // nvcc takes its time for each
  (void)argc;
  tryOne<float>(1920, 1800, 19, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is());
#else
  tryAll<float>(64, 64, 16), tryAll<float>(1, 1, 1), tryAll<float>(65, 30, 33), tryAll<float>(5, 70, 0);
  tryBatch<float>(3, 67, 20, 33), tryBatch<double>(2, 5, 65, 1), tryBatch<int>(1, 1, 1, 0);
  tryOne<float>(30, 7, 19, {true, 0}, {false, 0}, {false, 0}, cuda::from_value(2.0f), cuda::as_it_is());
  tryAll<double>(20, 67, 17), tryAll<int>(66, 3, 9), tryAll<float>(0, 5, 5), tryAll<float>(3, 0, 5);
  if (argc > 1)  // large tiles; too slow for an emulation that is checked
    tryOne<float>(1920, 1800, 19, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is()),
        tryOne<float>(1900, 1801, 21, {true, 1}, {true, 0}, {false, 2}, cuda::from_c(), no_less_than_c());
#endif
  if (failures == 0) std::printf("all products agree\n");
  return failures != 0;
}
