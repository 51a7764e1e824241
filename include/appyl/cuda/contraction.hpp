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

/// Which tiles a kernel has code for. One that has it for large ones alone has blocks of twice the size; one
/// for small ones alone has registers for more blocks.
enum class tiles_of_kernel { any, large, small };

template <tiles_of_kernel Tiles>
inline constexpr int columns_of_large = Tiles == tiles_of_kernel::large ? 256 : 128;
/// Of each thread for itself. Threads with many sums load less for each of them, but there are few of them.
template <tiles_of_kernel Tiles>
using large_tile = contraction_tile<128, columns_of_large<Tiles>, 8, 4, 64, 64, 8, 16>;
template <class Sum>
using small_tile = contraction_tile<64, 64, sizeof(Sum) <= 4 ? 16 : 8, 3, 32, 32, 8, 4>;
template <class Number, tiles_of_kernel Tiles>
using large_tensor_tile = tensor_tile<Number, 128, columns_of_large<Tiles>, 64, 64, 128, 3>;
template <class Number>
using small_tensor_tile = tensor_tile<Number, 64, 64, 32, 32, 128, 3>;

template <tiles_of_kernel Tiles>
inline constexpr int threads_of_tile = 128 * columns_of_large<Tiles> / 128;

template <class Sum>
__host__ __device__ constexpr bool has_large_tiles() {
  return sizeof(stored<Sum>) <= 4;
}
/// Does C have large tiles, or small ones of 64 x 64? A multiprocessor has two of 128 x 128 at a time, each
/// in 7 times the time of a small one, of which what is left over in the end takes turns that are shorter.
template <class Sum>
__host__ __device__ bool has_large_tiles(const sizes& s) {
  constexpr std::ptrdiff_t multiprocessors = 132;
  const auto turns = [](std::ptrdiff_t tiles, std::ptrdiff_t together) {
    return (tiles + together - 1) / together;
  };
  return has_large_tiles<Sum>() && turns(tiling<128, 128>(s).count(), 2 * multiprocessors) * 7 <
                                       turns(tiling<64, 64>(s).count(), multiprocessors);
}

template <class Sum, tiles_of_kernel Tiles, class Shares, class Factor, class A, class B, class T,
          class Start, class Tail>
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
  constexpr bool may_be_large = has_large_tiles<Sum>() && Tiles != tiles_of_kernel::small,
                 may_be_small = !has_large_tiles<Sum>() || Tiles != tiles_of_kernel::large;
  const bool is_large =
      may_be_large && (!may_be_small || has_large_tiles<Sum>(s));  // then no terms are shared
  by_layout<true>(a, [&](const auto& left) {
    by_layout<false>(b, [&](const auto& right) {
      if constexpr (APPYL_TENSOR_CORES && !std::is_void_v<number>) {
        if constexpr (may_be_large)
          if (is_large)
            contract_on_tensor_cores<large_tensor_tile<number, Tiles>, number>(shares, s, factor, left, right,
                                                                               c, start, tail, wanted);
        if constexpr (may_be_small)
          if (!is_large)
            contract_on_tensor_cores<small_tensor_tile<number>, number>(shares, s, factor, left, right, c,
                                                                        start, tail, wanted);
      } else {
        if constexpr (may_be_large)
          if (is_large)
            contract_by_threads<large_tile<Tiles>, stored<Sum>>(shares, s, factor, left, right, c, start,
                                                                tail, wanted);
        if constexpr (may_be_small)
          if (!is_large)
            contract_by_threads<small_tile<stored<Sum>>, stored<Sum>>(shares, s, factor, left, right, c,
                                                                      start, tail, wanted);
      }
    });
  });
}

template <class Sum, tiles_of_kernel Tiles, class Shares, class A, class B, class T, class Start, class Tail>
__device__ void contract_in(const Shares& shares, const sizes& s, const A& a, const B& b, const matrix<T>& c,
                            const Start& start, const Tail& tail, part wanted) {
  static_assert(std::is_arithmetic_v<stored<Sum>>, "the sums of a product on the device are numbers");
  contract_as<Sum, Tiles>(shares, s, no_factor(), a, b, c, start, tail, wanted);
}
template <class Sum, tiles_of_kernel Tiles, class Shares, class A, class Factor, class B, class T,
          class Start, class Tail>
__device__ void contract_in(const Shares& shares, const sizes& s, const scaled_matrix<A, Factor>& a,
                            const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                            part wanted) {
  static_assert(std::is_arithmetic_v<stored<Sum>>, "the sums of a product on the device are numbers");
  contract_as<Sum, Tiles>(shares, s, times<stored<Sum>>{static_cast<stored<Sum>>(a.factor)}, a.of, b, c,
                          start, tail, wanted);
}

template <class Sum>
inline constexpr bool has_warpgroups = APPYL_WARPGROUPS&& std::is_same_v<Sum, half_products>;

template <class tile, class Number>
constexpr std::size_t bytes_on_tensor_cores() {
  return tile::stages * sizeof(tensor_stage<tile, Number, false, false>);
}
template <class Sum, class tile, template <class> class tensor_tile_of>
constexpr std::size_t bytes_of_tiles() {
  std::size_t bytes = tile::stages * sizeof(contraction_stage<tile, stored<Sum>>);
  if constexpr (std::is_same_v<Sum, float> || std::is_same_v<Sum, half_products>)
    bytes = std::max(bytes, bytes_on_tensor_cores<tensor_tile_of<half>, half>());
  if constexpr (std::is_same_v<Sum, tf32> || std::is_same_v<Sum, double>)
    bytes = std::max(bytes, bytes_on_tensor_cores<tensor_tile_of<Sum>, Sum>());
  return bytes;
}
template <tiles_of_kernel Tiles>
struct large_tensor_tiles {
  template <class Number>
  using of = large_tensor_tile<Number, Tiles>;
};

/// Of shared memory, whatever the elements are. (Warpgroups have their own.)
template <class Sum, tiles_of_kernel Tiles>
constexpr std::size_t bytes_of_contraction() {
  std::size_t bytes = 0;
  if constexpr (!has_large_tiles<Sum>() || Tiles != tiles_of_kernel::large)
    bytes = bytes_of_tiles<Sum, small_tile<stored<Sum>>, small_tensor_tile>();
  if constexpr (has_large_tiles<Sum>() && Tiles != tiles_of_kernel::small)
    bytes = std::max(bytes, bytes_of_tiles<Sum, large_tile<Tiles>, large_tensor_tiles<Tiles>::template of>());
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
  const std::ptrdiff_t tiles = detail::has_large_tiles<Sum>(s) ? detail::tiling<128, 128>(s).count()
                                                               : detail::tiling<64, 64>(s).count();
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
  if (detail::has_large_tiles<Sum>(s) || grid.x > enough / 2) return grid;
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
    detail::has_warpgroups<Sum> ? detail::warpgroup_threads
                                : detail::threads_of_tile<detail::tiles_of_kernel::any>;
template <class Sum>
inline constexpr int contraction_residents = detail::has_warpgroups<Sum>      ? 1
                                             : detail::has_large_tiles<Sum>() ? 2
                                                                              : 3;

/// Launches it.
template <class Sum, detail::tiles_of_kernel Tiles = detail::tiles_of_kernel::any, class... Parameters,
          class... Arguments>
void launch_contraction(void (*kernel)(Parameters...), dim3 grid, Arguments&&... arguments) {
  int threads = detail::threads_of_tile<Tiles>;
  std::size_t bytes = detail::bytes_of_contraction<Sum, Tiles>();
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
  detail::contract_in<Sum, detail::tiles_of_kernel::any>(detail::no_shares(), s, a, b, c, start, tail,
                                                         wanted);
}

/// The same by a grid of contraction_shares<Sum>(s) blocks, of which several add up the terms of an element
/// where C is small, each the terms of its share; the shares are added in their order.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const term_shares<detail::stored<Sum>>& shares, const sizes& s, const A& a,
                                 const B& b, const matrix<T>& c, const Start& start, const Tail& tail = {},
                                 part wanted = part::all) {
  detail::contract_in<Sum, detail::tiles_of_kernel::any>(shares, s, a, b, c, start, tail, wanted);
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

template <class Sum, tiles_of_kernel Tiles, class A, class B, class T, class Start, class Tail>
__global__ void __launch_bounds__(Tiles == tiles_of_kernel::any ? contraction_threads<Sum>
                                                                : threads_of_tile<Tiles>,
                                  Tiles == tiles_of_kernel::any     ? contraction_residents<Sum>
                                  : Tiles == tiles_of_kernel::large ? 1
                                                                    : 4)
    contraction_kernel(sizes s, A a, B b, matrix<T> c, Start start, Tail tail, part wanted) {
  contract_in<Sum, Tiles>(no_shares(), s, a, b, c, start, tail, wanted);
}

}  // namespace detail

/// contract_in_grid() from the host. Does not wait. Throws `error`.
template <class Sum, class A, class B, class T, class Start, class Tail = as_it_is>
void contract(const sizes& s, const A& a, const B& b, const matrix<T>& c, Start start, Tail tail = {},
              part wanted = part::all) {
  if (s.m == 0 || s.n == 0) return;
  using best =
      detail::best_sum<Sum, typename detail::elements_in<A>::type, typename detail::elements_in<B>::type>;
  using tiles = detail::tiles_of_kernel;
  const auto launch_with = [&](auto which, dim3 grid) {
    constexpr tiles of_kernel = decltype(which)::value;
    launch_contraction<best, of_kernel>(detail::contraction_kernel<best, of_kernel, A, B, T, Start, Tail>,
                                        grid, s, a, b, c, start, tail, wanted);
  };
  const dim3 blocks = contraction_blocks<best>(s);
  if constexpr (std::is_same_v<best, half_products> || !detail::has_large_tiles<best>())
    launch_with(std::integral_constant<tiles, tiles::any>(), blocks);
  else if (detail::has_large_tiles<best>(s))
    launch_with(std::integral_constant<tiles, tiles::large>(), dim3((blocks.x + 1) / 2));
  else
    launch_with(std::integral_constant<tiles, tiles::small>(), blocks);
}

}  // namespace appyl::cuda
