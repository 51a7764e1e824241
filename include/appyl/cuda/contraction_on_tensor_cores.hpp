// Products on the device by tensor cores, of half, bfloat16, tf32 and double.
//
// A block of threads computes a tile of C, each of its warps a part of it, which stays in registers. Tiles of
// A and B are copied into shared memory by cp.async, two or three ahead of the one that is worked on, and
// come from there as fragments. Each row of such a tile is a row of A or B where its terms lie side by side,
// else the elements of one term; its packs of 16 bytes are permuted, so that eight threads that load at once
// meet no bank twice. (As in NVIDIA's CUTLASS, whose kernels for sm_80 are built like this.)
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/contraction_passage.hpp>
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

/// How the warps of a block share a tile of C, `WarpRows` x `WarpColumns` elements each. A row of a tile of A
/// or B has `Bytes` where terms lie side by side.
template <class Number, int Rows, int Columns, int WarpRows, int WarpColumns, int Bytes, int Stages>
struct tensor_tile {
  using number = tensor_number<Number>;
  static constexpr int rows = Rows, columns = Columns, stages = Stages;
  static constexpr int warp_rows = WarpRows, warp_columns = WarpColumns, warps_across = Columns / WarpColumns,
                       threads = Rows / WarpRows * warps_across * 32;
  static constexpr int depth =
      Bytes / static_cast<int>(sizeof(typename number::element));  // terms of a stage
  /// Are fragments loaded one product ahead? Else they share the registers with as many sums.
  static constexpr bool is_ahead = WarpRows * WarpColumns >= 64 * 64;
  static_assert(warp_rows % 16 == 0 && warp_columns % 16 == 0 && depth % (2 * number::terms) == 0);
};
/// `Across` rows of A or columns of B, `Depth` terms of each. IsAlong: the terms lie side by side. What loads
/// at once meets no bank twice: packs are permuted, or rows padded.
template <class Number, int Across, int Depth, bool IsAlong>
struct alignas(128) tensor_operand {
  using number = tensor_number<Number>;
  using element = typename number::element;
  using word = typename number::word;
  static constexpr int across = Across, depth = Depth, lanes_along = Depth, period = 8;
  static constexpr bool has_packs = true;
  static constexpr int rows = IsAlong ? Across : Depth, columns = IsAlong ? Depth : Across;
  static constexpr int pack = 16 / static_cast<int>(sizeof(element)), packs = columns / pack;
  static constexpr bool is_loaded_as_matrices = sizeof(element) == 2 || (sizeof(element) == 4 && IsAlong),
                        is_permuted = is_loaded_as_matrices || IsAlong;
  static constexpr int terms_of_row = sizeof(element) == 2 ? 8 : 4;  // of a matrix that is loaded
  static constexpr int padding = is_permuted ? 0 : 32 / static_cast<int>(sizeof(element));

  element elements[rows][columns + padding];

  __device__ element* data() { return &elements[0][0]; }
  static __device__ constexpr int place_of_pack(int row, int number) {
    const int permuted = !is_permuted             ? 0
                         : !is_loaded_as_matrices ? (row & 3) * 2
                         : packs == 4             ? row >> 1 & 3
                                                  : row & 7;
    return row * (columns + padding) + (number ^ permuted) * pack;
  }
  static __device__ constexpr int place_of(int i, int d) {
    return IsAlong ? place_of_pack(i, d / pack) + d % pack : place_of_pack(d, i / pack) + i % pack;
  }
  static __device__ constexpr int distance(int i, int d) { return (IsAlong ? i : d) * (columns + padding); }

  /// Loads a fragment of A, or two neighbouring ones of B, from `across` and `term` on. The words of a
  /// fragment are side by side, as the product needs them.
  template <bool IsOfA>
  __device__ void load(word (&words)[4], int across, int term) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const auto is_further_across = [](int r) { return IsOfA ? r % 2 : r / 2; };
    const auto is_further_along = [](int r) { return IsOfA ? r / 2 : r % 2; };
    if constexpr (is_loaded_as_matrices) {
      const int i = across + is_further_across(lane / 8) * 8,
                p = term + is_further_along(lane / 8) * terms_of_row;
      const int row = (IsAlong ? i : p) + lane % 8, number = (IsAlong ? p : i) / pack;
      std::uint32_t loaded[4];
      load_matrices<!IsAlong>(loaded, data() + place_of_pack(row, number));
      static_assert(sizeof loaded == sizeof words);
      memcpy(words, loaded, sizeof loaded);
    } else {
      APPYL_UNROLL
      for (int r = 0; r < 4; ++r)
        words[r] = data()[place_of(across + lane / 4 + is_further_across(r) * 8,
                                   term + lane % 4 + is_further_along(r) * 4)];
    }
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
    const std::ptrdiff_t count = terms.end - terms.first;
    const int steps = count > 0 ? static_cast<int>((count + tile::depth - 1) / tile::depth) : 0;
    passage<decltype(stage_type::a), elements<A>, tile::threads, is_a_along, is_contiguous<A>> of_a(
        a.data, a.row_stride, a.column_stride, first.i, s.m, terms.first, terms.end);
    passage<decltype(stage_type::b), elements<B>, tile::threads, is_b_along, is_contiguous<B>> of_b(
        b.data, b.column_stride, b.row_stride, first.j, s.n, terms.first, terms.end);
    // Of each product a thread has two neighbours in each of two rows.
    sum sums[down][across][4] = {};
    const auto for_each_row = [&](const place& of, auto&& visit) {
      const auto visit_all = [&](auto is_whole) {
        APPYL_UNROLL
        for (int r = 0; r < down; ++r) APPYL_UNROLL
        for (int q = 0; q < across; ++q) APPYL_UNROLL
        for (int e = 0; e < 4; e += 2)
          visit(is_whole, &sums[r][q][e], of.i + row + r * 16 + lane / 4 + e / 2 * 8,
                of.j + column + q * 8 + lane % 4 * 2);
      };
      if (is_whole<tile::rows, tile::columns, 2>(c, s, wanted, of))
        visit_all(std::true_type());
      else
        visit_all(std::false_type());
    };
    const int terms_of_first = static_cast<int>(count - (steps - std::ptrdiff_t(1)) * tile::depth);
    of_a.template bring<true>(stages[0].a, steps > 0, terms_of_first);
    of_b.template bring<true>(stages[0].b, steps > 0, terms_of_first);
    end_of_stage();
    APPYL_UNROLL
    for (int stage = 1; stage < tile::stages - 1; ++stage) {
      of_a.bring(stages[stage].a, stage < steps), of_b.bring(stages[stage].b, stage < steps);
      end_of_stage();
    }
    if (!std::is_same_v<Start, from_zero> && !is_start_last)
      for_each_row(first, [&](auto is_whole, sum* own, std::ptrdiff_t i, std::ptrdiff_t j) {
        start_row<2>(is_whole, start, own, c, s, wanted, i, j);
      });
    constexpr int buffers = tile::is_ahead ? 2 : 1, last = tile::depth / number::terms - 1;
    word left[buffers][down][4], right[buffers][across / 2][4];
    const auto load = [&](int to, stage_type& from, int d) {
      APPYL_UNROLL
      for (int r = 0; r < down; ++r) {
        from.a.template load<true>(left[to][r], row + r * 16, d * number::terms);
        if constexpr (has_factor && !is_factor_last) APPYL_UNROLL
        for (int e = 0; e < 4; ++e) left[to][r][e] = factor(left[to][r][e]);
      }
      APPYL_UNROLL
      for (int q = 0; q < across / 2; ++q)
        from.b.template load<false>(right[to][q], column + q * 16, d * number::terms);
    };
    tiles_ready<tile::stages - 2>();
    if constexpr (buffers == 2) load(0, stages[0], 0);
    int stage = 0;
    for (int step = 0; step < steps; ++step) {
      const int next = stage == tile::stages - 1 ? 0 : stage + 1;
      stage_type& free = stages[stage == 0 ? tile::stages - 1 : stage - 1];
      const bool goes_on = step + tile::stages - 1 < steps;
      of_a.bring(free.a, goes_on), of_b.bring(free.b, goes_on);
      end_of_stage();
      APPYL_UNROLL
      for (int d = 0; d <= last; ++d) {
        if (buffers == 1) {
          load(0, stages[stage], d);
        } else {
          if (d == last) tiles_ready<tile::stages - 2>();
          load((d + 1) % buffers, stages[d == last ? next : stage], d == last ? 0 : d + 1);
        }
        APPYL_UNROLL
        for (int r = 0; r < down; ++r) APPYL_UNROLL
        for (int q = 0; q < across; ++q)
          multiply_on_tensor_cores<Number>(sums[r][q], left[d % buffers][r],
                                           right[d % buffers][q / 2][q % 2 * 2],
                                           right[d % buffers][q / 2][q % 2 * 2 + 1]);
      }
      if (buffers == 1) tiles_ready<tile::stages - 2>();
      stage = next;
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
    for_each_row(anew(first), [&](auto is_whole, const sum* own, std::ptrdiff_t i, std::ptrdiff_t j) {
      sum ends[] = {own[0], own[1]};
      if constexpr (is_factor_last) ends[0] = factor(ends[0]), ends[1] = factor(ends[1]);
      finish_row<2>(is_whole, start, is_start_last, tail, ends, c, s, wanted, i, j);
    });
  }
}

}  // namespace detail
}  // namespace appyl::cuda
