// Products of matrices on the device, and whatever else is a sum over p of a(i, p) * b(p, j). For all threads
// of a kernel:
//
//   using namespace appyl::cuda;
//   // C = A B
//   contract_in_grid<float, Tiles>({m, n, k}, row_major{a, k}, row_major{b, n}, row_major{c, n},
//                                  from_zero());
//   // C += alpha A' B
//   contract_in_grid<float, Tiles>({m, n, k}, alpha * column_major{a, m}, row_major{b, n},
//                                  row_major{c, n}, from_c());
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

/// How large a part of C a block of threads computes at a time. Large tiles load less for each element; where
/// there would be few of them, small ones give the device more to do. A kernel is a template, so that one for
/// small tiles takes fewer registers, of which a multiprocessor has more blocks for it.
enum class tiles { large, small };

/// What a kernel that calls contract_in_grid() is launched with.
struct contraction_grid : dim3 {
  tiles of_tiles;
};

namespace detail {

/// Calls `go_on` with the matrix, in a type that tells whether rows or columns are contiguous.
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

/// The type of stored sums, given the type that names how products are computed.
template <class Sum>
using stored =
    std::conditional_t<std::is_same_v<Sum, tf32> || std::is_same_v<Sum, half_products>, float, Sum>;

/// Tiles for 128 threads. Large ones load less for each sum; where there would be few of them, tiles are
/// small.
template <class Sum>
inline constexpr int columns_of_large = sizeof(stored<Sum>) <= 4 ? 128 : 64;
using large_tile = contraction_tile<128, 128, 16, 3, 64, 64, 16, 8>;
template <class Sum>
using small_tile = contraction_tile<64, 64, sizeof(Sum) <= 4 ? 16 : 8, 3, 32, 32, 8, 4>;
template <class Number>
using large_tensor_tile =
    std::conditional_t<std::is_same_v<Number, double>, tensor_tile<Number, 128, 64, 64, 32, 128, 3>,
                       tensor_tile<Number, 128, 128, 64, 64, 128, 3>>;
template <class Number>
using small_tensor_tile = tensor_tile<Number, 64, 64, 32, 32, 128, 3>;

/// The time of two large tiles on a multiprocessor, in quarters of the time of a small one (measured on an
/// H100).
template <class Sum>
inline constexpr std::ptrdiff_t quarters_of_large = std::is_same_v<Sum, half_products> ? 18
                                                    : std::is_same_v<Sum, tf32>        ? 22
                                                    : columns_of_large<Sum> == 64      ? 15
                                                                                       : 28;
/// The size of tiles with which the last tile ends first.
template <class Sum>
tiles best_tiles(const sizes& s) {
  constexpr std::ptrdiff_t multiprocessors = 132;
  const auto turns = [](std::ptrdiff_t tiles, std::ptrdiff_t together) {
    return (tiles + together - 1) / together;
  };
  const bool is_large =
      turns(tiling<128, columns_of_large<Sum>>(s).count(), 2 * multiprocessors) * quarters_of_large<Sum> <
      turns(tiling<64, 64>(s).count(), multiprocessors) * 4;
  return is_large ? tiles::large : tiles::small;
}

template <class Sum, tiles Tiles, class Shares, class Factor, class A, class B, class T, class Start,
          class Tail>
__device__ void contract_as(const Shares& shares, const sizes& s, const Factor& factor, const A& a,
                            const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                            part wanted) {
  if constexpr (std::is_same_v<Start, from_c> && std::is_same_v<Tail, as_it_is>)
    if (s.k == 0) return;  // as in a loop over the terms, in which alone C is named
  using number = tensor_number_of<Sum, elements<A>, elements<B>>;
  constexpr bool is_of_halves = std::is_same_v<Sum, half_products>;
  static_assert(!is_of_halves || !std::is_void_v<number>, "both matrices are of half, or of bfloat16");
#if APPYL_WARPGROUPS
  if constexpr (is_of_halves) {
    if constexpr (Tiles == tiles::large)
      contract_by_warpgroups<number>(shares, s, factor, a, b, c, start, tail, wanted);
    return;
  }
#endif
  const auto shares_of_tile = [&] {
    if constexpr (Tiles == tiles::large)
      return no_shares();
    else
      return shares;
  }();
  by_layout<true>(a, [&](const auto& left) {
    by_layout<false>(b, [&](const auto& right) {
      if constexpr (APPYL_TENSOR_CORES && !std::is_void_v<number>)
        contract_on_tensor_cores<
            std::conditional_t<Tiles == tiles::large, large_tensor_tile<number>, small_tensor_tile<number>>,
            number>(shares_of_tile, s, factor, left, right, c, start, tail, wanted);
      else
        contract_by_threads<std::conditional_t<Tiles == tiles::large && sizeof(stored<Sum>) <= 4, large_tile,
                                               small_tile<stored<Sum>>>,
                            stored<Sum>>(shares_of_tile, s, factor, left, right, c, start, tail, wanted);
    });
  });
}

template <class Sum, tiles Tiles, class Shares, class A, class B, class T, class Start, class Tail>
__device__ void contract_in(const Shares& shares, const sizes& s, const A& a, const B& b, const matrix<T>& c,
                            const Start& start, const Tail& tail, part wanted) {
  static_assert(std::is_arithmetic_v<stored<Sum>>, "the sums of a product on the device are numbers");
  contract_as<Sum, Tiles>(shares, s, no_factor(), a, b, c, start, tail, wanted);
}
template <class Sum, tiles Tiles, class Shares, class A, class Factor, class B, class T, class Start,
          class Tail>
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
/// The bytes of shared memory, whatever the elements are. (Warpgroups have their own number.)
template <class Sum, tiles Tiles>
constexpr std::size_t bytes_of_contraction() {
  using own = stored<Sum>;
  using number =
      std::conditional_t<std::is_same_v<Sum, float> || std::is_same_v<Sum, half_products>, half, Sum>;
  using tile = std::conditional_t<Tiles == tiles::large && sizeof(own) <= 4, large_tile, small_tile<own>>;
  std::size_t bytes = tile::stages * sizeof(contraction_stage<tile, own>);
  if constexpr (tensor_number<number>::exists)
    bytes =
        std::max(bytes, Tiles == tiles::large ? bytes_on_tensor_cores<large_tensor_tile<number>, number>()
                                              : bytes_on_tensor_cores<small_tensor_tile<number>, number>());
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

/// The blocks of a product along x, and those of `outer` times `inner` products along z and y.
template <class Sum>
contraction_grid contraction_blocks(const sizes& s, long long outer = 1, long long inner = 1) {
  const tiles best = detail::best_tiles<Sum>(s);
  const std::ptrdiff_t count = best == tiles::large
                                   ? detail::tiling<128, detail::columns_of_large<Sum>>(s).count()
                                   : detail::tiling<64, 64>(s).count();
  const auto at_most = [](long long count, long long limit) {
    return static_cast<unsigned>(std::clamp<long long>(count, 1, limit));
  };
  return {dim3(at_most(count, 1 << 30), at_most(inner, 65535), at_most(outer, 65535)), best};
}
/// The grid for one product; blocks along z share its terms if its tiles alone would leave the device idle.
template <class Sum>
contraction_grid contraction_shares(const sizes& s) {
  constexpr std::ptrdiff_t enough = 264, least = 512;  // blocks; terms of a share
  contraction_grid grid = contraction_blocks<Sum>(s);
  if (grid.of_tiles == tiles::large || grid.x > enough / 2) return grid;
  // Warpgroups share tiles of twice that size.
  if (std::is_same_v<Sum, half_products>)
    grid.x = static_cast<unsigned>(2 * std::max<std::ptrdiff_t>(detail::tiling<128, 64>(s).count(), 1));
  grid.z = static_cast<unsigned>(
      std::clamp<std::ptrdiff_t>(s.k / least, 1, std::max<std::ptrdiff_t>(enough / grid.x, 1)));
  return grid;
}

/// The launch bounds of such a kernel: the threads of a block, and how many blocks a multiprocessor has at a
/// time. Warpgroups choose their tiles themselves, in the kernel for large ones.
template <class Sum, tiles Tiles>
inline constexpr int contraction_threads =
    Tiles == tiles::large&& detail::has_warpgroups<Sum> ? detail::warpgroup_threads : 128;
template <class Sum, tiles Tiles>
inline constexpr int contraction_residents = Tiles == tiles::small         ? 4
                                             : detail::has_warpgroups<Sum> ? 1
                                                                           : 2;

/// Launches the one of the two that the grid is for.
template <class Sum, class... Parameters, class... Arguments>
void launch_contraction(void (*for_large)(Parameters...), void (*for_small)(Parameters...),
                        contraction_grid grid, Arguments&&... arguments) {
  const bool is_large = grid.of_tiles == tiles::large;
  auto* kernel = is_large ? for_large : for_small;
  int threads = 128;
  std::size_t bytes = is_large ? detail::bytes_of_contraction<Sum, tiles::large>()
                               : detail::bytes_of_contraction<Sum, tiles::small>();
  if constexpr (std::is_same_v<Sum, half_products>) {
    static thread_local detail::known_kernel known;
    known.look_at(reinterpret_cast<const void*>(for_large));
    if (known.is_for_warpgroups) {
      kernel = for_large;
      threads = detail::warpgroup_threads, bytes = detail::warpgroup_bytes;
      grid.x = std::min(grid.x, known.multiprocessors);  // blocks go on with further tiles
    }
  }
  launch(kernel, grid, dim3(threads), bytes, std::forward<Arguments>(arguments)...);
}

/// c(i, j) = tail(start + a(i, 0) * b(0, j) + ... + a(i, k - 1) * b(k - 1, j)) for all elements of C, by all
/// threads of a grid of contraction_blocks<Sum>(s) blocks along x or any other number, that
/// launch_contraction<Sum>() has launched: of a kernel for such tiles.
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
template <class Sum, tiles Tiles, class A, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const sizes& s, const A& a, const B& b, const matrix<T>& c,
                                 const Start& start, const Tail& tail = {}, part wanted = part::all) {
  detail::contract_in<Sum, Tiles>(detail::no_shares(), s, a, b, c, start, tail, wanted);
}

/// The same by a grid of contraction_shares<Sum>(s) blocks, of which several add up the terms of an element
/// where C is small, each the terms of its share; the shares are added in their order.
template <class Sum, tiles Tiles, class A, class B, class T, class Start, class Tail = as_it_is>
__device__ void contract_in_grid(const term_shares<detail::stored<Sum>>& shares, const sizes& s, const A& a,
                                 const B& b, const matrix<T>& c, const Start& start, const Tail& tail = {},
                                 part wanted = part::all) {
  detail::contract_in<Sum, Tiles>(shares, s, a, b, c, start, tail, wanted);
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

template <class Sum, tiles Tiles, class A, class B, class T, class Start, class Tail>
__global__ void __launch_bounds__(contraction_threads<Sum, Tiles>, contraction_residents<Sum, Tiles>)
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
  launch_contraction<best>(detail::contraction_kernel<best, tiles::large, A, B, T, Start, Tail>,
                           detail::contraction_kernel<best, tiles::small, A, B, T, Start, Tail>,
                           contraction_blocks<best>(s), s, a, b, c, start, tail, wanted);
}

}  // namespace appyl::cuda
