// Products on the device against the sequential loops: all layouts, sizes around those of the tiles, strides
// that no pack fits, starts and tails. The sums are exact, so that they are compared bit by bit.
#include <appyl/cuda/contraction.hpp>
#include <appyl/cuda/cuda.hpp>

#include <algorithm>
#include <cstdio>
#include <type_traits>
#include <vector>

namespace cuda = appyl::cuda;
using appyl::bfloat16;
using appyl::half;

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
  __host__ __device__ auto operator()(const C& c, std::ptrdiff_t, std::ptrdiff_t j) const {
    using Number = std::conditional_t<sizeof(C) == 2, float, C>;
    return static_cast<Number>(c) * 2 + static_cast<Number>(j);
  }
};
struct no_less_than_c {
  template <class Sum, class C>
  __host__ __device__ Sum operator()(const Sum& sum, const C& c, std::ptrdiff_t i, std::ptrdiff_t) const {
    return sum < static_cast<Sum>(c) ? static_cast<Sum>(c) : sum + static_cast<Sum>(i);
  }
};

/// As the sums are stored.
template <class Sum>
using Stored = std::conditional_t<std::is_same_v<Sum, cuda::tf32> || std::is_same_v<Sum, cuda::half_products>,
                                  float, Sum>;

template <class T>
static T number(int value) {
  if constexpr (std::is_class_v<T>)  // half, bfloat16
    return static_cast<T>(static_cast<float>(value));
  else
    return static_cast<T>(value);
}
template <class Sum, class T>
static Sum as(const T& value) {
  if constexpr (std::is_class_v<T>)
    return static_cast<Sum>(static_cast<float>(value));
  else
    return static_cast<Sum>(value);
}

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

/// Elements of A and B, sums, elements of C.
template <class T, class Sum = T, class C = Stored<Sum>, class Start, class Tail>
static void tryOne(int m, int n, int k, Layout a, Layout b, Layout c, Start start, Tail tail,
                   cuda::part wanted = cuda::part::all) {
  const auto ofA = a.of(m, k), ofB = b.of(k, n), ofC = c.of(m, n);
  std::vector<T> x((m + 3) * (k + 3) + 1), y((k + 3) * (n + 3) + 1);
  std::vector<C> z((m + 3) * (n + 3) + 1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = number<T>(static_cast<int>(i * 7 % 13) - 6);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = number<T>(static_cast<int>(i * 5 % 11) - 5);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = number<C>(static_cast<int>(i % 17));
  const OnDevice<T> deviceX(x), deviceY(y);
  const OnDevice<C> deviceZ(z), deviceW(z);
  const cuda::matrix<const T> left(deviceX.data, ofA.row_stride, ofA.column_stride),
      right(deviceY.data, ofB.row_stride, ofB.column_stride);
  cuda::contract<Sum>({m, n, k}, left, right,
                      cuda::matrix<C>{deviceZ.data, ofC.row_stride, ofC.column_stride}, start, tail, wanted);
  std::vector<C> result(z.size()), other(z.size());
  deviceZ.get(result);
  constexpr bool hasOther = std::is_same_v<Sum, float> && sizeof(T) == 2;  // without warpgroups
  if constexpr (hasOther) {
    const cuda::matrix<C> to(deviceW.data, ofC.row_stride, ofC.column_stride);
    if (m > 0 && n > 0)
      cuda::launch_contraction<Sum>(
          cuda::detail::contraction_kernel<Sum, cuda::tiles::large, cuda::matrix<const T>,
                                           cuda::matrix<const T>, C, Start, Tail>,
          cuda::detail::contraction_kernel<Sum, cuda::tiles::small, cuda::matrix<const T>,
                                           cuda::matrix<const T>, C, Start, Tail>,
          cuda::contraction_blocks<Sum>({m, n, k}), cuda::sizes(m, n, k), left, right, to, start, tail,
          wanted);
    deviceW.get(other);
  }
  using S = Stored<Sum>;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      if (wanted == cuda::part::lower ? j > i : wanted == cuda::part::upper && j < i) continue;
      C& element = z[i * ofC.row_stride + j * ofC.column_stride];
      S sum = begins(start, as<S>(element), i, j);
      for (int p = 0; p < k; ++p)
        sum += as<S>(x[i * ofA.row_stride + p * ofA.column_stride]) *
               as<S>(y[p * ofB.row_stride + j * ofB.column_stride]);
      element = static_cast<C>(ends(tail, sum, as<S>(element), i, j));
    }
  bool same = true;
  for (std::size_t i = 0; i < z.size(); ++i)
    same &= as<S>(result[i]) == as<S>(z[i]) && (!hasOther || as<S>(other[i]) == as<S>(z[i]));
  if (same) return;
  ++failures;
  std::printf("wrong: %d x %d x %d, %zu bytes, %d %d %d, %d beyond\n", m, n, k, sizeof(T), a.transposed,
              b.transposed, c.transposed, a.beyond);
}

/// All layouts at the first size, half of them by turns at each further one; they begin from zero and from C by turns.
template <class T, class Sum = T, class C = Stored<Sum>>
static void tryAll(int m, int n, int k) {
  static int size = 0;
  for (const bool a : {false, true})
    for (const bool b : {false, true})
      for (const bool isApart : {false, true}) {
        if (size > 0 && (a + b + isApart + size) % 2 == 0) continue;
        const int beyond = isApart ? 3 : 0;
        if ((b + isApart + size) % 2 == 0)
          tryOne<T, Sum, C>(m, n, k, {a, beyond}, {b, beyond}, {false, beyond}, cuda::from_zero(),
                            cuda::as_it_is());
        else
          tryOne<T, Sum, C>(m, n, k, {a, beyond}, {b, 0}, {b, beyond}, cuda::from_c(), no_less_than_c());
      }
  tryOne<T, Sum, C>(m, n, k, {false, 0}, {false, 1}, {true, 2}, halved_from_c(), cuda::as_it_is());
  ++size;
}

/// By large tiles, however few there are.
template <class Sum, class A, class B, class S>
static void contractInLargeTiles(const cuda::sizes& s, const A& a, const B& b, const cuda::row_major<S>& c) {
  const auto kernel = [](auto tiles) {
    return cuda::detail::contraction_kernel<Sum, decltype(tiles)::value, A, B, S, cuda::from_c, cuda::as_it_is>;
  };
  cuda::contraction_grid grid = cuda::contraction_blocks<Sum>(s);
  grid.of_tiles = cuda::tiles::large;
  cuda::launch_contraction<Sum>(kernel(std::integral_constant<cuda::tiles, cuda::tiles::large>()),
                                kernel(std::integral_constant<cuda::tiles, cuda::tiles::small>()), grid, s, a, b,
                                c, cuda::from_c(), cuda::as_it_is(), cuda::part::all);
}

/// With types that tell what is contiguous: where all is aligned, 16 bytes are copied at a time.
template <class T, class Sum = T>
static void tryContiguous(int m, int n, int k) {
  using S = Stored<Sum>;
  std::vector<T> a(m * k + 1), b(k * n + 1);
  std::vector<S> c(m * n + 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = number<T>(static_cast<int>(i * 7 % 13) - 6);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = number<T>(static_cast<int>(i * 5 % 11) - 5);
  const OnDevice<T> deviceA(a), deviceB(b);
  const auto tryWith = [&](const auto& left, const auto& right) {
    std::fill(c.begin(), c.end(), S(7));
    const OnDevice<S> deviceC(c), deviceD(c);
    cuda::contract<Sum>({m, n, k}, S(3) * left, right, cuda::row_major(deviceC.data, n), cuda::from_c());
    contractInLargeTiles<Sum>({m, n, k}, S(3) * left, right, cuda::row_major(deviceD.data, n));
    std::vector<S> result(c.size()), other(c.size());
    deviceC.get(result), deviceD.get(other);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int p = 0; p < k; ++p)
          c[i * n + j] += 3 * as<S>(a[i * left.row_stride + p * left.column_stride]) *
                          as<S>(b[p * right.row_stride + j * right.column_stride]);
    if (result == c && other == c) return;
    ++failures;
    std::printf("wrong: contiguous %d x %d x %d, %zu bytes\n", m, n, k, sizeof(T));
  };
  const cuda::row_major<const T> ofA(deviceA.data, k), ofB(deviceB.data, n);
  const cuda::column_major<const T> inColumnsOfA(deviceA.data, m), inColumnsOfB(deviceB.data, k);
  tryWith(ofA, ofB), tryWith(ofA, inColumnsOfB);
  tryWith(inColumnsOfA, ofB), tryWith(inColumnsOfA, inColumnsOfB);
}

/// In a kernel of its own, as translated loops call it: with a factor, a batch, and functions that name the
/// kernel's parameters.
template <cuda::tiles Tiles, class Sum, class T, class S>
static __global__ void __launch_bounds__(cuda::contraction_threads<Sum, Tiles>,
                                         cuda::contraction_residents<Sum, Tiles>)
    batch_kernel(int count, int m, int n, int k, S alpha, S beta, const T* a, const T* b, S* c,
                 const S* bias) {
  for (int z = 0; z < count; ++z)
    cuda::contract_in_grid<Sum, Tiles>({m, n, k}, alpha * cuda::row_major(a + z * m * k, k), cuda::row_major(b, n),
                                cuda::row_major(c + z * m * n, n), cuda::from_c_times(beta),
                                [&](S sum, int, int j) { return sum + bias[j]; });
}

template <class T, class Sum = T>
static void tryBatch(int count, int m, int n, int k) {
  using S = Stored<Sum>;
  std::vector<T> a(count * m * k + 1), b(k * n + 1);
  std::vector<S> c(count * m * n + 1), bias(n + 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = number<T>(static_cast<int>(i * 7 % 13));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = number<T>(static_cast<int>(i * 5 % 11));
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = number<S>(static_cast<int>(i % 17));
  for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = number<S>(static_cast<int>(i % 3));
  const OnDevice<T> deviceA(a), deviceB(b);
  const OnDevice<S> deviceC(c), deviceBias(bias);
  cuda::launch_contraction<Sum>(batch_kernel<cuda::tiles::large, Sum, T, S>,
                                batch_kernel<cuda::tiles::small, Sum, T, S>,
                                cuda::contraction_blocks<Sum>({m, n, k}), count, m, n, k, S(3), S(2), deviceA.data, deviceB.data, deviceC.data, deviceBias.data);
  std::vector<S> result(c.size());
  deviceC.get(result);
  for (int z = 0; z < count; ++z)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        S& element = c[(z * m + i) * n + j];
        element *= 2;
        for (int p = 0; p < k; ++p) element += 3 * as<S>(a[(z * m + i) * k + p]) * as<S>(b[p * n + j]);
        element += bias[j];
      }
  if (result == c) return;
  ++failures;
  std::printf("wrong: %d of %d x %d x %d, %zu bytes\n", count, m, n, k, sizeof(T));
}

/// The terms of a small C are shared by blocks.
template <cuda::tiles Tiles, class T, class Sum>
static __global__ void __launch_bounds__(cuda::contraction_threads<Sum, Tiles>,
                                         cuda::contraction_residents<Sum, Tiles>)
    shares_kernel(int m, int n, int k, const T* a, const T* b, Stored<Sum>* c, cuda::part wanted,
                  cuda::term_shares<Stored<Sum>> shares) {
  cuda::contract_in_grid<Sum, Tiles>(shares, {m, n, k}, Stored<Sum>(2) * cuda::row_major(a, k),
                              cuda::column_major(b, k), cuda::row_major(c, n), cuda::from_c(),
                              no_less_than_c(), wanted);
}

template <class T, class Sum = T>
static void tryShares(int m, int n, int k, cuda::part wanted) {
  using S = Stored<Sum>;
  std::vector<T> a(m * k + 1), b(k * n + 1);
  std::vector<S> c(m * n + 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = number<T>(static_cast<int>(i * 7 % 5) - 2);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = number<T>(static_cast<int>(i * 5 % 3) - 1);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = number<S>(static_cast<int>(i % 17) * 10);
  const OnDevice<T> deviceA(a), deviceB(b);
  const OnDevice<S> deviceC(c);
  std::vector<S> result(c.size());
  {
    cuda::loop device("contraction.cu", 1, "shares_kernel");
    const auto grid = cuda::contraction_shares<Sum>({m, n, k});
    if (grid.z < 2) ++failures, std::printf("no shares: %d x %d x %d\n", m, n, k);
    cuda::launch_contraction<Sum>(shares_kernel<cuda::tiles::large, T, Sum>,
                                  shares_kernel<cuda::tiles::small, T, Sum>, grid, m, n, k, deviceA.data, deviceB.data,
                                  deviceC.data, wanted, device.term_shares<S>(grid));
    device.finish();
  }
  deviceC.get(result);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      if (wanted == cuda::part::lower && j > i) continue;
      S& element = c[i * n + j];
      S sum = element;
      for (int p = 0; p < k; ++p) sum += 2 * as<S>(a[i * k + p]) * as<S>(b[j * k + p]);
      element = no_less_than_c()(sum, element, i, j);
    }
  if (result == c) return;
  ++failures;
  std::printf("wrong in shares: %d x %d x %d, %zu bytes\n", m, n, k, sizeof(T));
}

#ifdef APPYL_CUDA_EMULATED
/// By warpgroups, in tiles of that many columns, however small C is.
template <int Columns, bool IsAAlong, bool IsBAlong>
static __global__ void tile_kernel(int m, int n, int k, cuda::matrix<const half> a,
                                   cuda::matrix<const half> b, float* c) {
  cuda::detail::contract_in_tiles_of<cuda::detail::warpgroup_tile<Columns>, half, IsAAlong, IsBAlong>(
      cuda::detail::no_shares(), cuda::sizes(m, n, k), cuda::detail::no_factor(), a, b,
      cuda::matrix<float>(c, n, 1), cuda::from_zero(), cuda::as_it_is(), cuda::part::all);
}

template <int Columns, bool IsAAlong, bool IsBAlong>
static void tryTile(int m, int n, int k) {
  std::vector<half> a(m * k), b(k * n);
  std::vector<float> c(m * n), result(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = number<half>(static_cast<int>(i * 7 % 13) - 6);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = number<half>(static_cast<int>(i * 5 % 11) - 5);
  const OnDevice<half> deviceA(a), deviceB(b);
  const OnDevice<float> deviceC(c);
  const cuda::matrix<const half> left(deviceA.data, IsAAlong ? k : 1, IsAAlong ? 1 : m),
      right(deviceB.data, IsBAlong ? 1 : n, IsBAlong ? k : 1);
  cuda::launch(tile_kernel<Columns, IsAAlong, IsBAlong>, dim3(2), dim3(cuda::detail::warpgroup_threads),
               cuda::detail::warpgroup_bytes, m, n, k, left, right, deviceC.data);
  deviceC.get(result);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < k; ++p)
        c[i * n + j] += static_cast<float>(a[IsAAlong ? i * k + p : p * m + i]) *
                        static_cast<float>(b[IsBAlong ? j * k + p : p * n + j]);
  if (result == c) return;
  ++failures;
  std::printf("wrong in tiles of %d columns: %d x %d x %d, %d %d\n", Columns, m, n, k, IsAAlong, IsBAlong);
}
#endif

int main(int argc, char**) {
#ifdef FEW_KERNELS  // nvcc takes its time for each
  (void)argc;
  tryOne<float>(1920, 1800, 19, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is());
  tryShares<bfloat16, float>(100, 100, 20000, cuda::part::lower);
  tryShares<bfloat16, cuda::half_products>(100, 100, 20000, cuda::part::lower);
  tryOne<half, float>(1920, 1800, 19, {false, 0}, {true, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is());
  tryOne<double>(1920, 1800, 19, {true, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is());
  tryOne<float, cuda::tf32>(190, 180, 19, {true, 0}, {false, 0}, {false, 0}, cuda::from_zero(),
                            cuda::as_it_is());
#endif
#ifndef FEW_KERNELS
  tryAll<float>(64, 64, 16), tryAll<float>(1, 1, 1), tryAll<float>(65, 30, 33), tryAll<float>(5, 70, 0);
  for (const cuda::part wanted : {cuda::part::lower, cuda::part::upper}) {
    tryOne<float>(200, 200, 20, {false, 0}, {true, 0}, {false, 1}, cuda::from_c(), no_less_than_c(), wanted);
    tryOne<double>(130, 200, 17, {true, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is(),
                   wanted);
    tryOne<half, float>(67, 65, 33, {false, 1}, {false, 0}, {true, 0}, cuda::from_c(), cuda::as_it_is(),
                        wanted);
  }
  tryShares<float>(70, 65, 1100, cuda::part::all), tryShares<int>(5, 3, 5000, cuda::part::lower);
  tryShares<double>(66, 70, 1030, cuda::part::lower), tryShares<half, float>(65, 20, 1100, cuda::part::all);
  tryShares<half, cuda::half_products>(65, 20, 1600, cuda::part::all);
  tryShares<bfloat16, cuda::half_products>(130, 70, 1028, cuda::part::lower);
  tryShares<float, cuda::tf32>(20, 67, 1027, cuda::part::all);
  tryBatch<float>(3, 67, 20, 33), tryBatch<double>(2, 5, 65, 1), tryBatch<int>(1, 1, 1, 0);
  tryOne<float>(30, 7, 19, {true, 0}, {false, 0}, {false, 0}, cuda::from_value(2.0f), cuda::as_it_is());
  tryAll<half, float>(65, 30, 33), tryAll<half, float, half>(70, 129, 7), tryAll<half, float>(5, 70, 0);
  tryAll<bfloat16, float>(33, 65, 100), tryAll<bfloat16, float, bfloat16>(64, 64, 4),
      tryAll<half, float>(64, 64, 64);
  tryAll<float, cuda::tf32>(65, 40, 33), tryAll<float, cuda::tf32>(64, 72, 64),
      tryAll<float, cuda::tf32>(0, 5, 5);
  tryAll<double>(65, 70, 50), tryAll<double>(64, 64, 64), tryAll<double>(1, 1, 1);
  tryBatch<half, float>(3, 67, 24, 40), tryBatch<bfloat16, float>(2, 5, 65, 1),
      tryBatch<float, cuda::tf32>(2, 8, 8, 9);
  tryAll<bfloat16, float>(72, 136, 40), tryAll<half, float, half>(136, 16, 136);
  tryBatch<half, cuda::half_products>(3, 67, 24, 40), tryBatch<bfloat16, cuda::half_products>(2, 5, 65, 1);
#ifdef APPYL_CUDA_EMULATED
  tryTile<256, true, false>(136, 264, 208), tryTile<256, false, true>(136, 264, 72);
  tryTile<256, true, false>(136, 261, 70), tryTile<128, false, false>(136, 264, 264);
  tryTile<128, true, true>(260, 264, 200), tryTile<64, true, true>(260, 72, 520);
#endif
  tryAll<double>(20, 67, 17), tryAll<int>(66, 3, 9), tryAll<float>(0, 5, 5), tryAll<float>(3, 0, 5);
  for (const int n : {64, 70, 67}) {
    tryContiguous<float>(n, n + 4, 2 * n), tryContiguous<double>(n, n + 4, n),
        tryContiguous<half, float>(n, n + 2, n);
    tryContiguous<float, cuda::tf32>(n, n + 4, n), tryContiguous<int>(n, n, 9),
        tryContiguous<float, double>(n, 5, n);
  }
  tryAll<float, double>(65, 30, 33), tryAll<short, int>(20, 67, 40), tryBatch<float, double>(2, 5, 65, 9);
  if (argc > 1)  // large tiles; too slow for an emulation that is checked
    tryOne<float>(1920, 1800, 19, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(), cuda::as_it_is()),
        tryOne<float>(1900, 1801, 21, {true, 1}, {true, 0}, {false, 2}, cuda::from_c(), no_less_than_c()),
        tryOne<half, float>(1920, 1800, 40, {false, 0}, {false, 0}, {false, 0}, cuda::from_zero(),
                            cuda::as_it_is()),
        tryOne<half, float>(1900, 1801, 41, {true, 0}, {true, 0}, {false, 0}, cuda::from_c(),
                            no_less_than_c()),
        tryOne<float, cuda::tf32>(1920, 1800, 40, {false, 0}, {true, 0}, {false, 0}, cuda::from_zero(),
                                  cuda::as_it_is()),
        tryOne<double>(1920, 1000, 40, {true, 0}, {false, 0}, {false, 0}, cuda::from_c(), no_less_than_c());
#endif
  if (failures == 0) std::printf("all products agree\n");
  return failures != 0;
}
