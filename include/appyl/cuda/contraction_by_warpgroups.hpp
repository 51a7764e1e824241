// Products of half and bfloat16 with sums of float on the device by warpgroups, of sm_90a.
//
// A block computes tiles of C. Two of its warpgroups multiply, each 64 rows of the tile, whose sums stay in
// registers; the third brings the tiles of A and B into shared memory, up to eight of them ahead, also those
// of the next tile of C while the sums of the last are stored. Where a matrix is such that the device copies
// tiles on its own (contiguous lines that begin at multiples of 16 bytes) one thread starts the copies, else
// all threads of the group copy. (The division of labour is that of NVIDIA's CUTLASS for Hopper.)
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/warpgroup.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::cuda {

namespace detail {

/// What a block of warpgroups has in shared memory, from a multiple of 1024 bytes on.
struct warpgroup_buffers {
  static constexpr int columns_on_the_way = 64, warps = 8;

#ifdef APPYL_CUDA_EMULATED
  unsigned char stages[96 * 1024];
#else
  unsigned char stages[192 * 1024];
#endif
  float on_the_way[warps][16][columns_on_the_way];  // from registers to C
  tensor_map scratch[2];
  std::uint64_t barriers[16];
};
constexpr std::size_t warpgroup_bytes = sizeof(warpgroup_buffers) + 1008;

constexpr int copying_threads = 128, multiplying_threads = 256;
constexpr int warpgroup_threads = copying_threads + multiplying_threads;

template <int Columns>
struct warpgroup_tile {
  static constexpr int rows = 128, columns = Columns, depth = 64;
  static constexpr int a_bytes = rows * line_bytes, b_bytes = columns * line_bytes,
                       stage_bytes = a_bytes + b_bytes;
  static constexpr int stages = static_cast<int>(sizeof(warpgroup_buffers::stages)) / stage_bytes;
  static_assert(2 * stages <= 16);
};

#if APPYL_WARPGROUPS

/// The barriers of a stage: it is there; it is not needed any more.
template <class tile>
struct warpgroup_stages {
  shared_place first, barriers;

  __device__ shared_place a(int stage) const { return first + stage * tile::stage_bytes; }
  __device__ shared_place b(int stage) const { return a(stage) + tile::a_bytes; }
  __device__ shared_place is_there(int stage) const { return barriers + 8 * stage; }
  __device__ shared_place is_done(int stage) const { return barriers + 8 * (tile::stages + stage); }
};
/// The stages in turn, with the parity of the phase that ends when a stage is there.
template <class tile>
struct stage_number {
  int stage = 0;
  unsigned parity = 0;

  __device__ void operator++() {
    if (++stage == tile::stages) stage = 0, parity ^= 1;
  }
};

/// The source of tiles of `Across` rows of A or columns of B. IsAlong: these are the lines, else terms.
template <class Number, int Across, bool IsAlong>
struct warpgroup_operand {
  const Number* data;
  std::ptrdiff_t stride_across, stride_along, across, along;  // strides and extents

  /// Can the device copy tiles on its own?
  __device__ bool has_map() const {
    constexpr std::ptrdiff_t most = std::ptrdiff_t(1) << 31;
    const std::ptrdiff_t inner = IsAlong ? stride_along : stride_across,
                         outer = IsAlong ? stride_across : stride_along;
    return inner == 1 && outer > 0 && outer < most && outer % 8 == 0 && across > 0 && across < most - 512 &&
           along > 0 && along < most - 512 && reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
  }
  __device__ void make_map(tensor_map& map, tensor_map& scratch) const {
    make_tensor_map<Number>(map, scratch, data, static_cast<unsigned>(IsAlong ? along : across),
                            static_cast<unsigned>(IsAlong ? across : along),
                            (IsAlong ? stride_across : stride_along) * sizeof(Number), IsAlong ? Across : 64);
  }

  __device__ void start_copy(shared_place to, const tensor_map& map, shared_place barrier,
                             std::ptrdiff_t first, std::ptrdiff_t term) const {
    const int at = static_cast<int>(first), p = static_cast<int>(term);
    if constexpr (IsAlong) {
      start_tensor_copy(to, map, barrier, p, at);
    } else {
      APPYL_UNROLL
      for (int chunk = 0; chunk < Across / 64; ++chunk)
        start_tensor_copy(to + chunk * chunk_bytes, map, barrier, at + chunk * 64, p);
    }
  }

  /// Called by all threads of the group. Elements that do not exist become 0.
  __device__ void copy(shared_place to, std::ptrdiff_t first, std::ptrdiff_t term) const {
    for (int k = static_cast<int>(threadIdx.x) % copying_threads; k < Across * 8; k += copying_threads) {
      const int line = k / 8, pack = k % 8;
      const std::ptrdiff_t i = first + (IsAlong ? line : line / 64 * 64 + pack * 8),
                           p = term + (IsAlong ? pack * 8 : line % 64);
      const Number* const from = data + i * stride_across + p * stride_along;
      std::uint32_t words[4];
      const bool is_whole = (IsAlong ? stride_along : stride_across) == 1 &&
                            i + (IsAlong ? 1 : 8) <= across && p + (IsAlong ? 8 : 1) <= along;
      if (is_whole && reinterpret_cast<std::uintptr_t>(from) % 16 == 0) {
        memcpy(words, __builtin_assume_aligned(from, 16), sizeof words);
      } else {
        APPYL_UNROLL
        for (int q = 0; q < 8; q += 2) {
          Number two[2];
          APPYL_UNROLL
          for (int e = 0; e < 2; ++e) {
            if (is_whole) {
              two[e] = from[q + e];
            } else {
              const bool exists = i + (IsAlong ? 0 : q + e) < across && p + (IsAlong ? q + e : 0) < along;
              two[e] = exists ? from[(q + e) * (IsAlong ? stride_along : stride_across)] : Number(0.0f);
            }
          }
          memcpy(&words[q / 2], two, sizeof two);
        }
      }
      store_pack(to + line * line_bytes + (pack ^ line % 8) * 16, words);
    }
  }
};

/// The tiles that meet the wanted part of C, and a few more if it is a triangle: a few rows of tiles at a
/// time, as in `tiling`, and of each such group the columns that matter. So each block with a tile has as
/// much to do.
template <class tile>
struct tiles_of_part {
  sizes s;
  part wanted;

  /// false: there are fewer tiles.
  __device__ bool find(std::ptrdiff_t number, place& first) const {
    constexpr std::ptrdiff_t group = 8;
    const tiling<tile::rows, tile::columns> all(s);
    std::ptrdiff_t row = 0;
    if (wanted == part::all) row = number / (group * all.columns) * group, number %= group * all.columns;
    for (; row < all.rows; row += group) {
      const std::ptrdiff_t high = all.rows - row < group ? all.rows - row : group,
                           last = (row + high) * tile::rows - 1, diagonal = row * tile::rows / tile::columns;
      std::ptrdiff_t begin = 0, end = all.columns;
      if (wanted == part::upper) begin = diagonal < end ? diagonal : end;
      if (wanted == part::lower && last / tile::columns + 1 < end) end = last / tile::columns + 1;
      const std::ptrdiff_t count = high * (end - begin);
      if (number < count) {
        first = {(row + number % high) * tile::rows, (begin + number / high) * tile::columns};
        return true;
      }
      number -= count;
    }
    return false;
  }
};

/// Finishes the sum of element (i, j); `before` holds C's old element, and then the new one.
template <class T, class Factor, class Start, class Tail>
__device__ void finish_in_place(const Factor& factor, const Start& start, const Tail& tail, float sum,
                                T& before, std::ptrdiff_t i, std::ptrdiff_t j) {
  const matrix<T> alone(&before, 0, 0);
  const float value = start_of<float>(start, alone, i, j) + factor(sum);
  finish(tail, value, alone, i, j);
}
template <class Functor, class T>
inline constexpr bool names_c_at_start =
    !std::is_same_v<Functor, from_zero> &&
    std::is_invocable_v<const Functor&, T&, std::ptrdiff_t, std::ptrdiff_t>;
template <class Functor, class T>
inline constexpr bool names_c_at_end =
    std::is_invocable_v<const Functor&, float&, T&, std::ptrdiff_t, std::ptrdiff_t>;

/// By each warp of those that multiply: starts to bring its 16 rows of a tile of C into the L2 cache.
template <int Columns, class T>
__device__ void fetch_rows(const place& first, const sizes& s, const matrix<T>& c) {
  constexpr int each = 128 / static_cast<int>(sizeof(T)), lines = (Columns + each - 1) / each;
  if (c.column_stride != 1) return;
  for (int k = static_cast<int>(threadIdx.x) % 32; k < 16 * lines; k += 32) {
    const std::ptrdiff_t i = first.i + k / lines, j = first.j + k % lines * each;
    if (i < s.m && j < s.n) start_fetch(c.data + i * c.row_stride + j);
  }
}

/// By each warp of those that multiply, its 16 rows of a tile that begins at `first`. They go through shared
/// memory, so that a warp stores what lies side by side.
template <int Columns, class Factor, class T, class Start, class Tail>
__device__ void store_sums(float (&on_the_way)[16][64], const float (&sums)[Columns / 2], const place& first,
                           const sizes& s, const Factor& factor, const matrix<T>& c, const Start& start,
                           const Tail& tail, part wanted) {
  constexpr bool names_c = names_c_at_start<Start, T> || names_c_at_end<Tail, T>;
  struct alignas(8) two {
    float values[2];
  };
  struct alignas(sizeof(T) < 4 ? 4 * sizeof(T) : 16) four {
    T values[4];
  };
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const auto permuted = [](int row, int column) { return column ^ row % 4 * 8; };
  const std::ptrdiff_t size = sizeof(T);
  const bool has_packs = c.column_stride == 1 && c.row_stride * size % alignof(four) == 0 &&
                         reinterpret_cast<std::uintptr_t>(c.data) % alignof(four) == 0;
  const auto stage = [&](int from) {
    APPYL_UNROLL
    for (int q = 0; q < Columns / 8; ++q) {
      if (q / 8 != from / 64) continue;
      APPYL_UNROLL
      for (int h = 0; h < 2; ++h) {
        const int row = lane / 4 + h * 8, column = permuted(row, q % 8 * 8 + lane % 4 * 2);
        *reinterpret_cast<two*>(&on_the_way[row][column]) = {{sums[q * 4 + h * 2], sums[q * 4 + h * 2 + 1]}};
      }
    }
    __syncwarp();
  };
  const auto is_whole = [&](int from) {
    return has_packs && first.i + 16 <= s.m && first.j + from + 64 <= s.n &&
           is_in(wanted, first.i, first.j + from + 63) && is_in(wanted, first.i + 15, first.j + from);
  };
  const auto store_whole = [&](int from) {
    constexpr int together = 4;  // packs
    const int row = lane / 16, column = lane % 16 * 4;
    const std::ptrdiff_t j = first.j + from + column;
    APPYL_UNROLL
    for (int k = 0; k < 16; k += 2 * together) {
      T* const to = c.data + (first.i + k + row) * c.row_stride + j;
      four values[together];
      if constexpr (names_c) APPYL_UNROLL
      for (int r = 0; r < together; ++r)
        values[r] = *reinterpret_cast<const four*>(to + 2 * r * c.row_stride);
      APPYL_UNROLL
      for (int r = 0; r < together; ++r) {
        const int own_row = k + 2 * r + row;
        const auto own =
            *reinterpret_cast<const pack<float>*>(&on_the_way[own_row][permuted(own_row, column)]);
        APPYL_UNROLL
        for (int e = 0; e < 4; ++e)
          finish_in_place<T>(factor, start, tail, own.values[e], values[r].values[e], first.i + own_row,
                             j + e);
        *reinterpret_cast<four*>(to + 2 * r * c.row_stride) = values[r];
      }
    }
    __syncwarp();
  };
  const auto store_some = [&](int from) {
    const bool by_rows = c.column_stride == 1;
    for (int k = 0; k < 32; ++k) {
      const int row = by_rows ? k / 2 : lane % 16, column = by_rows ? k % 2 * 32 + lane : k * 2 + lane / 16;
      const std::ptrdiff_t i = first.i + row, j = first.j + from + column;
      if (i < s.m && j < s.n && is_in(wanted, i, j))
        finish_in_place<T>(factor, start, tail, on_the_way[row][permuted(row, column)],
                           c.data[i * c.row_stride + j * c.column_stride], i, j);
    }
    __syncwarp();
  };
  APPYL_UNROLL
  for (int from = 0; from < Columns; from += 64)
    if (is_whole(from)) stage(from), store_whole(from);
#ifndef APPYL_CUDA_EMULATED
#pragma unroll 1
#endif
  for (int from = 0; from < Columns; from += 64)
    if (!is_whole(from)) stage(from), store_some(from);
}

template <class tile, class Number, bool IsAAlong, bool IsBAlong, class Shares, class Factor, class A,
          class B, class T, class Start, class Tail>
__device__ void contract_in_tiles_of(const Shares& shares, const sizes& s, const Factor& factor, const A& a,
                                     const B& b, const matrix<T>& c, const Start& start, const Tail& tail,
                                     part wanted) {
  using all_tiles = tiling<tile::rows, tile::columns>;
  if (blockIdx.x >= all_tiles(s).count()) return;
  const tiles_of_part<tile> tiles{s, wanted};
  auto& buffers = *reinterpret_cast<warpgroup_buffers*>(
      (reinterpret_cast<std::uintptr_t>(shared_memory<unsigned char>()) + 1023) / 1024 * 1024);
  const warpgroup_stages<tile> stages{place_in_shared(buffers.stages), place_in_shared(buffers.barriers)};
  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
  const warpgroup_operand<Number, tile::rows, IsAAlong> of_a{a.data, a.row_stride, a.column_stride, s.m, s.k};
  const warpgroup_operand<Number, tile::columns, IsBAlong> of_b{b.data, b.column_stride, b.row_stride, s.n,
                                                                s.k};
  const bool has_maps = of_a.has_map() && of_b.has_map();
  const share terms = terms_of(shares, s, tile::depth);
  if (thread == 0) {
    for (int stage = 0; stage < tile::stages; ++stage) {
      begin_barrier(stages.is_there(stage), has_maps ? 1 : copying_threads);
      begin_barrier(stages.is_done(stage), multiplying_threads / 32);
    }
    barriers_begun();
  }
  __syncthreads();
  stage_number<tile> at;
  if (thread >= multiplying_threads) {
    give_up_registers<56>();
    const auto for_each_stage = [&](const auto& bring) {
      place first;
      for (std::ptrdiff_t number = blockIdx.x; tiles.find(number, first); number += gridDim.x) {
        if (!all_tiles::meets(wanted, first)) continue;
        for (std::ptrdiff_t term = terms.first; term < terms.end; term += tile::depth, ++at) {
          wait_for(stages.is_done(at.stage), at.parity ^ 1);
          bring(first, term);
        }
      }
    };
    if (!has_maps) {
      for_each_stage([&](const place& first, std::ptrdiff_t term) {
        of_a.copy(stages.a(at.stage), first.i, term), of_b.copy(stages.b(at.stage), first.j, term);
        stored_as_operand();
        arrive(stages.is_there(at.stage));
      });
    } else if (warp == multiplying_threads / 32) {
      unsigned own = 0;
      if (lane == 0) own = take_maps();
      own = __shfl_sync(0xffffffffu, own, 0);
      kept_maps& maps = maps_of_blocks[own];
      of_a.make_map(maps.a, buffers.scratch[0]), of_b.make_map(maps.b, buffers.scratch[1]);
      tensor_map_made(maps.a), tensor_map_made(maps.b);
      if (lane == 0) {
        for_each_stage([&](const place& first, std::ptrdiff_t term) {
          const shared_place barrier = stages.is_there(at.stage);
          arrive_and_expect(barrier, tile::stage_bytes);
          of_a.start_copy(stages.a(at.stage), maps.a, barrier, first.i, term);
          of_b.start_copy(stages.b(at.stage), maps.b, barrier, first.j, term);
        });
        // The maps are needed until the last copies have arrived.
        for (int stage = 0; stage < tile::stages; ++stage, ++at)
          wait_for(stages.is_done(at.stage), at.parity ^ 1);
        give_back_maps(own);
      }
      __syncwarp();
    }
    take_registers<168>();
  } else {
    take_registers<224>();
    const int group = warp / 4;
    place first;
    for (std::ptrdiff_t number = blockIdx.x; tiles.find(number, first); number += gridDim.x) {
      if (!all_tiles::meets(wanted, first)) continue;
      const place own{first.i + warp * 16, first.j};
      if constexpr (names_c_at_start<Start, T> || names_c_at_end<Tail, T>)
        fetch_rows<tile::columns>(own, s, c);
      float sums[tile::columns / 2] = {};
      keep_in_place(sums);
      int before = -1;
      for (std::ptrdiff_t term = terms.first; term < terms.end; term += tile::depth, ++at) {
        wait_for(stages.is_there(at.stage), at.parity);
        const shared_place left = stages.a(at.stage) + group * chunk_bytes, right = stages.b(at.stage);
        begin_products();
        APPYL_UNROLL
        for (int d = 0; d < tile::depth; d += 16) {
          constexpr int along = 2, across = line_bytes;  // bytes from a term to the next
          start_multiplying<Number, IsAAlong, IsBAlong>(
              sums, operand_at<IsAAlong>(left + d * (IsAAlong ? along : across)),
              operand_at<IsBAlong>(right + d * (IsBAlong ? along : across)));
        }
        end_products();
        products_done<1>();
        if (before >= 0 && lane == 0) arrive(stages.is_done(before));
        before = at.stage;
      }
      products_done<0>();
      if (before >= 0 && lane == 0) arrive(stages.is_done(before));
      keep_in_place(sums);
      if constexpr (!std::is_same_v<Shares, no_shares>)
        if (are_shared(shares) &&
            !combine<tile::rows * tile::columns>(
                shares, number, multiplying_threads, [] { synchronize_some<1, multiplying_threads>(); },
                [&](auto&& visit) {
                  APPYL_UNROLL
                  for (int k = 0; k < tile::columns / 2; ++k) visit(sums[k]);
                }))
          continue;
      store_sums<tile::columns>(buffers.on_the_way[warp], sums, anew(own), s, factor, c, start, tail, wanted);
    }
    give_up_registers<168>();
  }
  __syncthreads();
  if (thread < 2 * tile::stages) end_barrier(stages.barriers + 8 * thread);
  __syncthreads();  // before another product uses the memory
}

/// A block's turns, in units of about the time of 128 x 16 products.
template <class tile>
__device__ std::ptrdiff_t turns(const sizes& s) {
  constexpr std::ptrdiff_t multiprocessors = 132, overhead = 2;
  const std::ptrdiff_t count = tiling<tile::rows, tile::columns>(s).count() * gridDim.y * gridDim.z;
  return (count + multiprocessors - 1) / multiprocessors * (tile::columns / 16 + overhead);
}

/// With tiles that give all multiprocessors enough to do.
template <class Number, bool IsAAlong, bool IsBAlong, class Shares, class... Arguments>
__device__ void contract_in_tiles(const Shares& shares, const sizes& s, const Arguments&... arguments) {
  const auto with = [&](auto tile) {
    contract_in_tiles_of<decltype(tile), Number, IsAAlong, IsBAlong>(shares, s, arguments...);
  };
  using tile_64 = warpgroup_tile<64>;
  using tile_128 = warpgroup_tile<128>;
  using tile_192 = warpgroup_tile<192>;
  using tile_256 = warpgroup_tile<256>;
  if (are_shared(shares)) return with(tile_64());
  const std::ptrdiff_t turns_64 = turns<tile_64>(s), turns_128 = turns<tile_128>(s),
                       turns_192 = turns<tile_192>(s), turns_256 = turns<tile_256>(s);
  if (turns_256 <= turns_192 && turns_256 <= turns_128 && turns_256 <= turns_64)
    with(tile_256());
  else if (turns_192 <= turns_128 && turns_192 <= turns_64)
    with(tile_192());
  else if (turns_128 <= turns_64)
    with(tile_128());
  else
    with(tile_64());
}

/// Goes on with std::true_type for lines along, std::false_type for lines across: as the type of the matrix
/// says, or else `is_across`.
template <class Matrix, bool IsAcross, class Continue>
__device__ void by_lines(bool is_across, const Continue& go_on) {
  if constexpr (has_contiguous_rows<Matrix> || has_contiguous_columns<Matrix>)
    go_on(std::bool_constant<!IsAcross>());
  else if (is_across)
    go_on(std::false_type());
  else
    go_on(std::true_type());
}

template <class Number, class Shares, class Factor, class A, class B, class... Arguments>
__device__ void contract_by_warpgroups(const Shares& shares, const sizes& s, const Factor& factor, const A& a,
                                       const B& b, const Arguments&... arguments) {
  by_lines<A, has_contiguous_columns<A>>(a.row_stride == 1 && a.column_stride != 1, [&](auto is_a_along) {
    by_lines<B, has_contiguous_rows<B>>(b.column_stride == 1 && b.row_stride != 1, [&](auto is_b_along) {
      contract_in_tiles<Number, is_a_along, is_b_along>(shares, s, factor, a, b, arguments...);
    });
  });
}

#endif

}  // namespace detail
}  // namespace appyl::cuda
