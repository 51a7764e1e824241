// Products on the device by tensor cores, of half, bfloat16, tf32 and double.
//
// A block of threads computes a tile of C, each of its warps a part of it, which stays in registers. Tiles of
// A and B are copied into shared memory by cp.async, two or three ahead of the one that is worked on, and
// come from there as fragments. Each row of such a tile is a row of A or B where its terms lie side by side,
// else the elements of one term; its packs of 16 bytes are permuted, so that eight threads that load at once
// meet no bank twice. (As in NVIDIA's CUTLASS, whose kernels for sm_80 are built like this.)
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/tensor_cores.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::cuda {

/// Floats that add up products of half or of bfloat16, by all that the device has for them.
struct half_products;

namespace detail {

/// What a product is computed with: numbers that tensor cores know, or else void.
template <class Sum, class Left, class Right>
using tensor_number_of =
    std::conditional_t<std::is_same_v<Left, Right> &&
                           (((std::is_same_v<Sum, float> || std::is_same_v<Sum, half_products>)&&(
                                std::is_same_v<Left, half> || std::is_same_v<Left, bfloat16>)) ||
                            (std::is_same_v<Sum, double> && std::is_same_v<Left, double>)),
                       Left,
                       std::conditional_t<std::is_same_v<Sum, tf32> && std::is_same_v<Left, float> &&
                                              std::is_same_v<Right, float>,
                                          tf32, void>>;

/// How the 8 warps of a block share a tile of C: `Down` of them one below the other.
template <class Number, int Rows, int Columns, int Down>
struct tensor_tile {
  using number = tensor_number<Number>;
  using element = typename number::element;
  static constexpr int rows = Rows, columns = Columns, threads = 256;
  static constexpr int depth = 64 / static_cast<int>(sizeof(element));  // terms of a stage
  static constexpr int stages =
      48 * 1024 / ((rows + columns) * 64) < 4 ? 48 * 1024 / ((rows + columns) * 64) : 4;
  static constexpr int warps_down = Down, warps_across = 8 / Down;
  static constexpr int warp_rows = rows / warps_down, warp_columns = columns / warps_across;
  static_assert(warp_rows % 16 == 0 && warp_columns % 16 == 0 && depth % number::terms == 0);
};
template <class Number>
using large_tensor_tile = std::conditional_t<std::is_same_v<Number, double>, tensor_tile<Number, 128, 64, 4>,
                                             tensor_tile<Number, 128, 128, 2>>;
template <class Number>
using small_tensor_tile = tensor_tile<Number, 64, 64, 2>;

/// `Across` rows of A or columns of B, `Depth` terms of each. IsAlong: the terms lie side by side.
template <class Number, int Across, int Depth, bool IsAlong>
struct alignas(128) tensor_operand {
  using number = tensor_number<Number>;
  using element = typename number::element;
  using word = typename number::word;
  static constexpr int rows = IsAlong ? Across : Depth, columns = IsAlong ? Depth : Across;
  static constexpr int pack = 16 / static_cast<int>(sizeof(element)), packs = columns / pack;
  static constexpr int each = number::terms / 8;  // terms in a word
  static constexpr bool is_loaded_as_matrices = sizeof(element) == 2 || (sizeof(element) == 4 && IsAlong);

  element elements[rows][columns];

  __device__ element* pack_of(int row, int number) {
    const int permuted = is_loaded_as_matrices ? (packs == 4 ? row / 2 % 4 : row % 8)
                                               : (packs == 4 ? row / 2 % 2 * 2 : row % 4 * 2);
    return &elements[row][(number ^ permuted) * pack];
  }

  /// Of A, or of two fragments of B side by side, from `across` and `term` on.
  __device__ void load(word (&words)[4], int across, int term) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if constexpr (is_loaded_as_matrices) {
      const int row = IsAlong ? across + lane % 16 : term + lane % 8 + lane / 16 * 8,
                number = IsAlong ? term / pack + lane / 16 : across / pack + lane / 8 % 2;
      std::uint32_t loaded[4];
      load_matrices<!IsAlong>(loaded, pack_of(row, number));
      static_assert(sizeof loaded == sizeof words);
      memcpy(words, loaded, sizeof loaded);
    } else {
      APPYL_UNROLL
      for (int r = 0; r < 4; ++r) {
        const int i = across + lane / 4 + r % 2 * 8, p = term + lane % 4 + r / 2 * 4;
        words[r] = IsAlong ? pack_of(i, p / pack)[p % pack] : pack_of(p, i / pack)[i % pack];
      }
    }
  }
};

/// Where an operand's tiles come from.
template <class Operand, bool IsAlong>
class tensor_passage {
  using T = typename Operand::element;
  static constexpr int pack = Operand::pack;

  const T* from;
  std::ptrdiff_t stride_across, stride_along, left, terms;
  bool is_aligned;

 public:
  /// The tile begins at `first` across; of `count` there, and of `terms` terms.
  __device__ tensor_passage(const T* data, std::ptrdiff_t stride_across, std::ptrdiff_t stride_along,
                            std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t terms)
      : from(data + first * stride_across),
        stride_across(stride_across),
        stride_along(stride_along),
        left(count - first),
        terms(terms) {
    const std::ptrdiff_t inner = IsAlong ? stride_along : stride_across,
                         outer = IsAlong ? stride_across : stride_along;
    is_aligned = inner == 1 && outer % pack == 0 && reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
  }

  /// Starts to copy the terms from `term` on; what does not exist is 0.
  __device__ void start(Operand& to, std::ptrdiff_t term) const {
    APPYL_UNROLL
    for (int k = static_cast<int>(threadIdx.x); k < Operand::rows * Operand::packs; k += 256) {
      const int row = k / Operand::packs, number = k % Operand::packs;
      const std::ptrdiff_t across = IsAlong ? row : number * pack,
                           along = term + (IsAlong ? number * pack : row);
      const std::ptrdiff_t rest =
          IsAlong ? (across < left ? terms - along : 0) : (along < terms ? left - across : 0);
      const int count = rest < 0 ? 0 : rest < pack ? static_cast<int>(rest) : pack;
      const T* const source = count > 0 ? from + across * stride_across + along * stride_along : from;
      T* const target = to.pack_of(row, number);
      if (is_aligned) {
        start_copy(target, source, count);
      } else {
        APPYL_UNROLL
        for (int q = 0; q < pack; ++q)
          target[q] = q < count ? source[q * (IsAlong ? stride_along : stride_across)] : static_cast<T>(0.0f);
      }
    }
  }

 private:
  __device__ static void start_copy(T* target, const T* source, int count) {
#ifdef APPYL_CUDA_EMULATED
    for (int q = 0; q < pack; ++q) target[q] = q < count ? source[q] : static_cast<T>(0.0f);
#else
    __pipeline_memcpy_async(target, source, 16, 16 - static_cast<std::size_t>(count) * sizeof(T));
#endif
  }
};

template <class tile, class Number, bool AIsAlong, bool BIsAlong>
struct tensor_stage {
  tensor_operand<Number, tile::rows, tile::depth, AIsAlong> a;
  tensor_operand<Number, tile::columns, tile::depth, BIsAlong> b;
};

template <class tile, class Number, class Shares, class Factor, class A, class B, class T, class Start,
          class Tail>
__device__ void contract_on_tensor_cores(const Shares& shares, const sizes& s, const Factor& factor,
                                         const A& a, const B& b, const matrix<T>& c, const Start& start,
                                         const Tail& tail, part wanted) {
  using number = tensor_number<Number>;
  using sum = typename number::sum;
  using word = typename number::word;
  constexpr bool is_a_along = !has_contiguous_columns<A>, is_b_along = !has_contiguous_rows<B>;
  // A factor goes to the elements of A, unless it would be rounded with them.
  constexpr bool has_factor = !std::is_same_v<Factor, no_factor>,
                 is_factor_last = has_factor && sizeof(typename number::element) == 2;
  using stage_type = tensor_stage<tile, Number, is_a_along, is_b_along>;
  stage_type* const stages = shared_memory<stage_type>();
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int row = warp / tile::warps_across * tile::warp_rows,
            column = warp % tile::warps_across * tile::warp_columns;
  constexpr int down = tile::warp_rows / 16, across = tile::warp_columns / 8;  // products of a warp
  const tiling<tile::rows, tile::columns> tiles(s);
  for (std::ptrdiff_t number_of_tile = blockIdx.x; number_of_tile < tiles.count();
       number_of_tile += gridDim.x) {
    const place first = tiles[number_of_tile];
    if (!tiles.meets(wanted, first)) continue;
    const share terms = terms_of(shares, s, tile::depth);
    const bool is_start_last = is_factor_last || are_shared(shares);
    const tensor_passage<decltype(stage_type::a), is_a_along> of_a(a.data, a.row_stride, a.column_stride,
                                                                   first.i, s.m, terms.end);
    const tensor_passage<decltype(stage_type::b), is_b_along> of_b(b.data, b.column_stride, b.row_stride,
                                                                   first.j, s.n, terms.end);
    const auto load = [&](int stage, std::ptrdiff_t term) {
      if (term < terms.end) of_a.start(stages[stage].a, term), of_b.start(stages[stage].b, term);
      end_of_stage();
    };
    const auto for_each_own = [&](const place& of, auto&& visit) {
      APPYL_UNROLL
      for (int r = 0; r < down; ++r) APPYL_UNROLL
      for (int q = 0; q < across; ++q) APPYL_UNROLL
      for (int e = 0; e < 4; ++e) {
        const std::ptrdiff_t i = of.i + row + r * 16 + lane / 4 + e / 2 * 8,
                             j = of.j + column + q * 8 + lane % 4 * 2 + e % 2;
        if (i < s.m && j < s.n && is_in(wanted, i, j)) visit(r, q, e, i, j);
      }
    };
    for (int stage = 0; stage < tile::stages - 1; ++stage) load(stage, terms.first + stage * tile::depth);
    sum sums[down][across][4] = {};
    if (!std::is_same_v<Start, from_zero> && !is_start_last)
      for_each_own(first, [&](int r, int q, int e, std::ptrdiff_t i, std::ptrdiff_t j) {
        sums[r][q][e] = start_of<sum>(start, c, i, j);
      });
    int stage = 0;
    for (std::ptrdiff_t term = terms.first; term < terms.end; term += tile::depth) {
      tiles_ready<tile::stages - 2>();
      load((stage + tile::stages - 1) % tile::stages, term + (tile::stages - 1) * tile::depth);
      stage_type& own = stages[stage];
      APPYL_UNROLL
      for (int d = 0; d < tile::depth; d += number::terms) {
        word left[down][4], right[across / 2][4];
        APPYL_UNROLL
        for (int r = 0; r < down; ++r) {
          own.a.load(left[r], row + r * 16, d);
          if constexpr (has_factor && !is_factor_last) APPYL_UNROLL
          for (int e = 0; e < 4; ++e) left[r][e] = factor(left[r][e]);
        }
        APPYL_UNROLL
        for (int q = 0; q < across / 2; ++q) own.b.load(right[q], column + q * 16, d);
        APPYL_UNROLL
        for (int r = 0; r < down; ++r) APPYL_UNROLL
        for (int q = 0; q < across; ++q)
          multiply_on_tensor_cores<Number>(sums[r][q], left[r], right[q / 2][q % 2], right[q / 2][q % 2 + 2]);
      }
      stage = (stage + 1) % tile::stages;
    }
    tiles_ready<0>();  // before the next tile of C takes the stages
    if constexpr (!std::is_same_v<Shares, no_shares>)
      if (are_shared(shares) && !combine(shares, number_of_tile, [&](auto&& visit) {
            APPYL_UNROLL
            for (int r = 0; r < down; ++r) APPYL_UNROLL
            for (int q = 0; q < across; ++q) APPYL_UNROLL
            for (int e = 0; e < 4; ++e) visit(sums[r][q][e]);
          }))
        continue;
    for_each_own(anew(first), [&](int r, int q, int e, std::ptrdiff_t i, std::ptrdiff_t j) {
      sum value = sums[r][q][e];
      if constexpr (is_factor_last) value = factor(value);
      finish(tail, is_start_last ? start_of<sum>(start, c, i, j) + value : value, c, i, j);
    });
  }
}

}  // namespace detail
}  // namespace appyl::cuda
