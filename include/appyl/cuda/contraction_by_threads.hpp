// Products on the device by each thread for itself.
//
// A block of threads computes a tile of C, each of its warps a part of it, of which each thread keeps groups
// of 4 rows by groups of 4 columns in registers. Tiles of A and B are in shared memory with the terms
// outermost, several of them on their way while one is worked on, so that a thread loads what it multiplies
// 16 bytes at a time, a term ahead. (The hierarchy is that of NVIDIA's CUTLASS, "Efficient GEMM in CUDA", and
// so is the order of lanes.)
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/contraction_passage.hpp>
#include <appyl/cuda/staging.hpp>

#include <cstddef>
#include <type_traits>

namespace appyl::cuda {
namespace detail {

/// How a block of threads shares a tile of C: a warp has `WarpRows` x `WarpColumns` elements of it, a thread
/// `Down` x `Across`.
template <int Rows, int Columns, int Depth, int Stages, int WarpRows, int WarpColumns, int Down, int Across>
struct contraction_tile {
  static constexpr int rows = Rows, columns = Columns, depth = Depth, stages = Stages;
  static constexpr int warp_rows = WarpRows, warp_columns = WarpColumns, down = Down, across = Across;
  static constexpr int lanes_down = WarpRows / Down, lanes_across = WarpColumns / Across;
  static constexpr int warps_across = Columns / WarpColumns, threads = Rows / WarpRows * warps_across * 32;
  static_assert(lanes_down * lanes_across == 32 && lanes_down % 2 == 0 && Down % 4 == 0 && Across % 4 == 0);
};

/// `Across` rows of A or columns of B, `Depth` terms of each.
template <class Sum, int Across, int Depth, bool IsAlong>
struct alignas(16) thread_operand {
  using element = Sum;
  static constexpr int across = Across, depth = Depth, lanes_along = 8, period = 1;
  static constexpr int columns = Across + 4;  // so that neighbours along are stored without conflicts
  static constexpr bool has_packs = !IsAlong && sizeof(Sum) >= 4;
  struct alignas(4 * sizeof(Sum) < 16 ? 4 * sizeof(Sum) : 16) group {
    Sum values[4];
  };

  Sum elements[Depth][columns];

  __device__ Sum* data() { return &elements[0][0]; }
  static __device__ constexpr int place_of(int i, int d) { return d * columns + i; }
  static __device__ constexpr int distance(int i, int d) { return place_of(i, d); }

  /// From i on, a multiple of 4.
  __device__ const group& group_at(int i, int d) const {
    return *reinterpret_cast<const group*>(&elements[d][i]);
  }
};

template <class tile, class Sum, bool AIsAlong = false, bool BIsAlong = false>
struct contraction_stage {
  thread_operand<Sum, tile::rows, tile::depth, AIsAlong> a;
  thread_operand<Sum, tile::columns, tile::depth, BIsAlong> b;
};

template <class tile, class Sum, class Shares, class Factor, class A, class B, class T, class Start,
          class Tail>
__device__ void contract_by_threads(const Shares& shares, const sizes& s, const Factor& factor, const A& a,
                                    const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                                    part wanted) {
  constexpr int down = tile::down, across = tile::across;
  using stage_type = contraction_stage<tile, Sum, has_contiguous_rows<A>, has_contiguous_columns<B>>;
  using passage_of_a = passage<decltype(stage_type::a), elements<A>, tile::threads, has_contiguous_rows<A>,
                               is_contiguous<A>, Factor>;
  using passage_of_b = passage<decltype(stage_type::b), elements<B>, tile::threads, has_contiguous_columns<B>,
                               is_contiguous<B>>;
  // How many tiles ahead something is brought: what comes through registers is stored one tile later.
  constexpr int ahead_of_a = passage_of_a::is_copied ? tile::stages - 1 : 1,
                ahead_of_b = passage_of_b::is_copied ? tile::stages - 1 : 1;
  // If both come through registers, loads of one would wait for those of the other.
  constexpr int turn_of_b = passage_of_a::is_copied || passage_of_b::is_copied ? 0 : tile::depth / 2;
  stage_type* const stages = shared_memory<stage_type>();
  // Two neighbours have the same columns, and two pairs of them the same rows: one transaction brings what
  // half a warp loads.
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32,
            lane_row = lane / (2 * tile::lanes_across) * 2 + lane % 2,
            lane_column = lane / 2 % tile::lanes_across;
  const int row = warp / tile::warps_across * tile::warp_rows + lane_row * 4,
            column = warp % tile::warps_across * tile::warp_columns + lane_column * 4;
  const auto row_of = [&](int r) { return row + r % 4 + r / 4 * 4 * tile::lanes_down; };
  const auto column_of = [&](int q) { return column + q % 4 + q / 4 * 4 * tile::lanes_across; };
  const tiling<tile::rows, tile::columns> tiles(s);
  for (std::ptrdiff_t number = blockIdx.x; number < tiles.count(); number += gridDim.x) {
    const place first = tiles[number];
    if (!tiles.meets(wanted, first)) continue;
    Sum sums[down][across] = {};
    const share terms = terms_of(shares, s, tile::depth);
    const std::ptrdiff_t count = terms.end - terms.first;
    const int steps = count > 0 ? static_cast<int>((count + tile::depth - 1) / tile::depth) : 0,
              terms_of_first = static_cast<int>(count - (steps - std::ptrdiff_t(1)) * tile::depth);
    const bool is_shared = are_shared(shares);
    passage_of_a of_a(a.data, a.row_stride, a.column_stride, first.i, s.m, terms.first, terms.end, factor);
    passage_of_b of_b(b.data, b.column_stride, b.row_stride, first.j, s.n, terms.first, terms.end);
    if (steps > 0) {
      of_a.template bring<true>(stages[0].a, true, terms_of_first);
      of_b.template bring<true>(stages[0].b, true, terms_of_first);
    }
    end_of_stage();
    APPYL_UNROLL
    for (int stage = 1; stage < tile::stages; ++stage)
      of_a.clear(stages[stage].a), of_b.clear(stages[stage].b);
    APPYL_UNROLL
    for (int stage = 1; stage < tile::stages - 1; ++stage) {
      if (stage < ahead_of_a) of_a.bring(stages[stage].a, stage < steps);
      if (stage < ahead_of_b) of_b.bring(stages[stage].b, stage < steps);
      end_of_stage();
    }
    const auto for_each_group = [&](const place& of, auto&& visit) {
      const auto visit_all = [&](auto is_whole) {
        APPYL_UNROLL
        for (int r = 0; r < down; ++r) APPYL_UNROLL
        for (int q = 0; q < across; q += 4)
          visit(is_whole, &sums[r][q], of.i + row_of(r), of.j + column_of(q));
      };
      if (is_whole<tile::rows, tile::columns, 4>(c, s, wanted, of))
        visit_all(std::true_type());
      else
        visit_all(std::false_type());
    };
    if (!std::is_same_v<Start, from_zero> && !is_shared)
      for_each_group(first, [&](auto is_whole, Sum* own, std::ptrdiff_t i, std::ptrdiff_t j) {
        Sum starts[4] = {};
        start_row<4>(is_whole, start, starts, c, s, wanted, i, j);
        APPYL_UNROLL
        for (int e = 0; e < 4; ++e) own[e] = copied(starts[e]);
      });
    own_copies_ready<tile::stages - 2>();
    if (steps > 0) {
      of_a.template finish<true>(stages[0].a, terms_of_first);
      of_b.template finish<true>(stages[0].b, terms_of_first);
    }
    __syncthreads();
    Sum left[2][down], right[2][across];
    const auto load = [&](int to, const stage_type& from, int d) {
      APPYL_UNROLL
      for (int r = 0; r < down; r += 4) {
        const auto group = from.a.group_at(row_of(r), d);
        APPYL_UNROLL
        for (int e = 0; e < 4; ++e) left[to][r + e] = group.values[e];
      }
      APPYL_UNROLL
      for (int q = 0; q < across; q += 4) {
        const auto group = from.b.group_at(column_of(q), d);
        APPYL_UNROLL
        for (int e = 0; e < 4; ++e) right[to][q + e] = group.values[e];
      }
    };
    load(0, stages[0], 0);
    int stage = 0;
    for (int step = 0; step < steps; ++step) {
      const auto behind = [&](int by) {
        return stage + by < tile::stages ? stage + by : stage + by - tile::stages;
      };
      const int next = behind(1);
      stage_type &of_next_a = stages[behind(ahead_of_a)], &of_next_b = stages[behind(ahead_of_b)];
      const bool wants_a = step + ahead_of_a < steps, wants_b = step + ahead_of_b < steps;
      APPYL_UNROLL
      for (int d = 0; d < tile::depth; ++d) {
        constexpr int last = tile::depth - 1;
        if (d == last) {
          own_copies_ready<tile::stages - 2>();
          if (step + 1 < steps) of_a.finish(stages[next].a), of_b.finish(stages[next].b);
          __syncthreads();
        }
        load((d + 1) % 2, stages[d == last ? next : stage], (d + 1) % tile::depth);
        if (d == 0) of_a.bring(of_next_a.a, wants_a);
        if (d == turn_of_b) {
          of_b.bring(of_next_b.b, wants_b);
          end_of_stage();
        }
        APPYL_UNROLL
        for (int r = 0; r < down; ++r) APPYL_UNROLL
        for (int k = 0; k < across; ++k) {
          const int q = r % 2 ? across - 1 - k : k;  // there and back: one factor is always that of before
          sums[r][q] += left[d % 2][r] * right[d % 2][q];
        }
      }
      stage = next;
    }
    if constexpr (!std::is_same_v<Shares, no_shares>)
      if (is_shared && !combine(shares, number, [&](auto&& visit) {
            APPYL_UNROLL
            for (int r = 0; r < down; ++r) APPYL_UNROLL
            for (int q = 0; q < across; ++q) visit(sums[r][q]);
          }))
        continue;
    for_each_group(anew(first), [&](auto is_whole, const Sum* own, std::ptrdiff_t i, std::ptrdiff_t j) {
      const Sum ends[] = {copied(own[0]), copied(own[1]), copied(own[2]), copied(own[3])};
      finish_row<4>(is_whole, start, is_shared, tail, ends, c, s, wanted, i, j);
    });
  }
}

}  // namespace detail
}  // namespace appyl::cuda
