// Products of matrices on the device, and whatever else is a sum over p of a(i, p) * b(p, j). For all threads
// of a kernel:
//
//   using namespace appyl::cuda;
//   // C = A B
//   contract_in_grid<float>({m, n, k}, row_major{a, k}, row_major{b, n}, row_major{c, n}, from_zero());
//   // C += alpha A' B
//   contract_in_grid<float>({m, n, k}, alpha * column_major{a, m}, row_major{b, n}, row_major{c, n},
//   from_c());
//
// or, from the host, contract<float>(...) with the same arguments. A and B of half or bfloat16 with sums of
// float, and A and B of double, go to the tensor cores of sm_80 and up, and so do floats where the sums are
// of `tf32`.
#pragma once

#include <appyl/cuda/contraction_by_threads.hpp>
#include <appyl/cuda/contraction_by_warpgroups.hpp>
#include <appyl/cuda/contraction_on_tensor_cores.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace appyl::cuda {

namespace detail {

/// With the type that tells what is contiguous, rows or columns.
template <bool Rows, class Matrix, class Continue>
__device__ void by_layout(const Matrix& x, const Continue& go_on) {
  go_on(x);
}
template <bool Rows, class T, class Continue>
__device__ void by_layout(const matrix<T>& x, const Continue& go_on) {
  if (Rows && x.column_stride == 1)
    go_on(row_major<T>(x.data, x.row_stride));
  else if (!Rows && x.row_stride == 1)
    go_on(column_major<T>(x.data, x.column_stride));
  else
    go_on(x);
}

/// Of the type of the sums as they are stored, and of that of the products.
template <class Sum>
using stored =
    std::conditional_t<std::is_same_v<Sum, tf32> || std::is_same_v<Sum, half_products>, float, Sum>;

template <class Sum>
__host__ __device__ constexpr bool has_large_tiles() {
  return sizeof(stored<Sum>) <= 4;
}

template <class Sum, class Shares, class Factor, class A, class B, class T, class Start, class Tail>
__device__ void contract_as(const Shares& shares, const sizes& s, const Factor& factor, const A& a,
                            const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                            part wanted) {
  if constexpr (std::is_same_v<Start, from_c> && std::is_same_v<Tail, as_it_is>)
    if (s.k == 0) return;  // as in a loop over the terms, in which alone C is named
  using number = tensor_number_of<Sum, elements<A>, elements<B>>;
  constexpr bool is_of_halves = std::is_same_v<Sum, half_products>;
  static_assert(!is_of_halves || !std::is_void_v<number>, "both matrices are of half, or of bfloat16");
#if APPYL_WARPGROUPS
  if constexpr (is_of_halves)
    return contract_by_warpgroups<number>(shares, s, factor, a, b, c, start, tail, wanted);
#endif
  by_layout<true>(a, [&](const auto& left) {
    by_layout<false>(b, [&](const auto& right) {
      if constexpr (APPYL_TENSOR_CORES && !std::is_void_v<number>) {
        using large = large_tensor_tile<number>;
        if (!are_shared(shares) && tiling<large::rows, large::columns>(s).has_many())
          contract_on_tensor_cores<large, number>(shares, s, factor, left, right, c, start, tail, wanted);
        else
          contract_on_tensor_cores<small_tensor_tile<number>, number>(shares, s, factor, left, right, c,
                                                                      start, tail, wanted);
      } else {
        if constexpr (has_large_tiles<Sum>())
          if (!are_shared(shares) && tiling<128, 128>(s).has_many())
            return contract_by_threads<contraction_tile<8>, stored<Sum>>(shares, s, factor, left, right, c,
                                                                         start, tail, wanted);
        contract_by_threads<contraction_tile<4>, stored<Sum>>(shares, s, factor, left, right, c, start, tail,
                                                              wanted);
      }
    });
  });
}

template <class Sum, class Shares, class A, class B, class T, class Start, class Tail>
__device__ void contract_in(const Shares& shares, const sizes& s, const A& a, const B& b, const matrix<T>& c,
                            const Start& start, const Tail& tail, part wanted) {
  static_assert(std::is_arithmetic_v<stored<Sum>>, "the sums of a product on the device are numbers");
  contract_as<Sum>(shares, s, no_factor(), a, b, c, start, tail, wanted);
}
template <class Sum, class Shares, class A, class Factor, class B, class T, class Start, class Tail>
__device__ void contract_in(const Shares& shares, const sizes& s, const scaled_matrix<A, Factor>& a,
                            const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                            part wanted) {
  static_assert(std::is_arithmetic_v<stored<Sum>>, "the sums of a product on the device are numbers");
  contract_as<Sum>(shares, s, times<stored<Sum>>{static_cast<stored<Sum>>(a.factor)}, a.of, b, c, start, tail,
                   wanted);
}

template <class Sum>
inline constexpr bool has_warpgroups = APPYL_WARPGROUPS&& std::is_same_v<Sum, half_products>;

template <class Number>
constexpr std::size_t bytes_on_tensor_cores() {
  using large = large_tensor_tile<Number>;
  using small = small_tensor_tile<Number>;
  return std::max(large::stages * sizeof(tensor_stage<large, Number, true, true>),
                  small::stages * sizeof(tensor_stage<small, Number, true, true>));
}

/// Whatever the elements are. (Warpgroups have their own.)
template <class Sum>
constexpr std::size_t bytes_of_contraction() {
  std::size_t bytes = sizeof(contraction_buffers<contraction_tile<4>, stored<Sum>>);
  if constexpr (has_large_tiles<Sum>())
    bytes = std::max(bytes, sizeof(contraction_buffers<contraction_tile<8>, stored<Sum>>));
  if constexpr (std::is_same_v<stored<Sum>, float>)
    bytes = std::max({bytes, bytes_on_tensor_cores<half>(), bytes_on_tensor_cores<tf32>()});
  if constexpr (std::is_same_v<Sum, double>) bytes = std::max(bytes, bytes_on_tensor_cores<double>());
  return bytes;
}

/// What is known of a kernel on a device.
struct known_kernel {
  const void* kernel = nullptr;
  int device = 0;
  bool is_for_warpgroups = false;
  unsigned multiprocessors = 1;

  /// The host's compiler does not know what the kernel was compiled for; its launch bounds say it.
  void look_at(const void* other) {
#ifdef APPYL_CUDA_EMULATED
    *this = {other, 0, true, 4};
#else
    int current = 0, count = 1;
    check(cudaGetDevice(&current), "cudaGetDevice");
    if (kernel == other && device == current) return;
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, other), "cudaFuncGetAttributes");
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, current), "cudaDeviceGetAttribute");
    *this = {other, current, attributes.maxThreadsPerBlock == warpgroup_threads,
             static_cast<unsigned>(count)};
#endif
  }
};

}  // namespace detail

/// What a kernel that calls contract_in_grid<Sum>() is launched with: the blocks of a product along x, and
/// those of `outer` times `inner` products along z and y.
template <class Sum>
dim3 contraction_blocks(const sizes& s, long long outer = 1, long long inner = 1) {
  const detail::tiling<128, 128> large(s);
  const std::ptrdiff_t tiles =
      detail::has_large_tiles<Sum>() && large.has_many() ? large.count() : detail::tiling<64, 64>(s).count();
  const auto at_most = [](long long count, long long limit) {
    return static_cast<unsigned>(std::clamp<long long>(count, 1, limit));
  };
  return dim3(at_most(tiles, 1 << 30), at_most(inner, 65535), at_most(outer, 65535));
}
/// For one product whose terms are shared by blocks along z where its tiles alone would leave the device
/// idle.
template <class Sum>
dim3 contraction_shares(const sizes& s) {
  constexpr std::ptrdiff_t enough = 264, least = 512;  // blocks; terms of a share
  dim3 grid = contraction_blocks<Sum>(s);
  if (grid.x > enough / 2) return grid;
  // Warpgroups share tiles of twice that size.
  if (std::is_same_v<Sum, half_products>)
    grid.x = static_cast<unsigned>(2 * std::max<std::ptrdiff_t>(detail::tiling<128, 64>(s).count(), 1));
  grid.z = static_cast<unsigned>(
      std::clamp<std::ptrdiff_t>(s.k / least, 1, std::max<std::ptrdiff_t>(enough / grid.x, 1)));
  return grid;
}

/// The launch bounds of such a kernel: the threads of a block, and how many blocks a multiprocessor has at a
/// time.
template <class Sum>
inline constexpr int contraction_threads =
    detail::has_warpgroups<Sum> ? detail::warpgroup_threads : detail::contraction_tile<4>::threads;
template <class Sum>
inline constexpr int contraction_residents = detail::has_warpgroups<Sum> ? 1 : 2;

/// Launches it.
template <class Sum, class... Parameters, class... Arguments>
void launch_contraction(void (*kernel)(Parameters...), dim3 grid, Arguments&&... arguments) {
  int threads = detail::contraction_tile<4>::threads;
  std::size_t bytes = detail::bytes_of_contraction<Sum>();
  if constexpr (std::is_same_v<Sum, half_products>) {
    static thread_local detail::known_kernel known;
    known.look_at(reinterpret_cast<const void*>(kernel));
    if (known.is_for_warpgroups) {
      threads = detail::warpgroup_threads, bytes = detail::warpgroup_bytes;
      grid.x = std::min(grid.x, known.multiprocessors);  // blocks go on with further tiles
    }
  }
  launch(kernel, grid, dim3(threads), bytes, std::forward<Arguments>(arguments)...);
}

/// c(i, j) = tail(start + a(i, 0) * b(0, j) + ... + a(i, k - 1) * b(k - 1, j)) for all elements of C, by all
/// threads of a grid of contraction_blocks<Sum>(s) blocks along x or any other number, that
/// launch_contraction<Sum>() has launched.
///
/// - `Sum` is the arithmetic type of products and sums, which are added in the order of the sequential loop;
///   tensor cores add up 4 to 16 products in an order of their own, and no less exactly than float does. The
///   sums of `tf32` are floats.
/// - `start` is from_zero(), from_c(), from_value(x), from_c_times(beta) or a function (i, j) or (c, i, j)
///   for the device; `tail` as_it_is() or one of (sum, i, j) or (sum, c, i, j). Both are called once for each
///   element; c is its value before.
/// - The matrices are in device memory; C overlaps neither A nor B. Strides are any; for C they name every
///   element once. m, n and k may be 0. Of C only the `wanted` part is computed. Where nothing is added to C,
///   C is not touched.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const sizes& s, const A& a, const B& b, const matrix<T>& c,
                                 const Start& start, const Tail& tail = {}, part wanted = part::all) {
  detail::contract_in<Sum>(detail::no_shares(), s, a, b, c, start, tail, wanted);
}

/// The same by a grid of contraction_shares<Sum>(s) blocks, of which several add up the terms of an element
/// where C is small, each the terms of its share; the shares are added in their order.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const term_shares<detail::stored<Sum>>& shares, const sizes& s, const A& a,
                                 const B& b, const matrix<T>& c, const Start& start, const Tail& tail = {},
                                 part wanted = part::all) {
  detail::contract_in<Sum>(shares, s, a, b, c, start, tail, wanted);
}

namespace detail {

template <class Matrix>
struct elements_in {
  using type = elements<Matrix>;
};
template <class Matrix, class Factor>
struct elements_in<scaled_matrix<Matrix, Factor>> {
  using type = elements<Matrix>;
};
/// With warpgroups where there are some.
template <class Sum, class Left, class Right>
using best_sum = std::conditional_t<std::is_same_v<Sum, float> && sizeof(Left) == 2 &&
                                        !std::is_void_v<tensor_number_of<Sum, Left, Right>>,
                                    half_products, Sum>;

template <class Sum, class A, class B, class T, class Start, class Tail>
__global__ void __launch_bounds__(contraction_threads<Sum>, contraction_residents<Sum>)
    contraction_kernel(sizes s, A a, B b, matrix<T> c, Start start, Tail tail, part wanted) {
  contract_in_grid<Sum>(s, a, b, c, start, tail, wanted);
}

}  // namespace detail

/// contract_in_grid() from the host. Does not wait. Throws `error`.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
void contract(const sizes& s, const A& a, const B& b, const matrix<T>& c, Start start, Tail tail = {},
              part wanted = part::all) {
  if (s.m == 0 || s.n == 0) return;
  using best =
      detail::best_sum<Sum, typename detail::elements_in<A>::type, typename detail::elements_in<B>::type>;
  launch_contraction<best>(detail::contraction_kernel<best, A, B, T, Start, Tail>,
                           contraction_blocks<best>(s), s, a, b, c, start, tail, wanted);
}

}  // namespace appyl::cuda
