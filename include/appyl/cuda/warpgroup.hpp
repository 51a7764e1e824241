// Products by warpgroups of 128 threads, with what they need: copies of tiles that the device makes on its
// own, and barriers that count what has arrived. Those of sm_90a alone (nvcc -arch=sm_90a): `wgmma`,
// `cp.async.bulk.tensor`, `mbarrier`, `setmaxnreg` of the PTX ISA.
//
// Operands lie in shared memory as lines of 128 bytes, one behind the other, from a multiple of 1024 bytes
// on. The packs of 16 bytes of line r are permuted: the one with number p lies at p ^ r % 8. Either the lines
// are rows of A or columns of B, and have 64 terms ("along"); or a line has one term of 64 rows or columns
// ("across"): 64 such lines follow one another, and behind them 64 lines with the next 64.
#pragma once

#include <appyl/cuda/tensor_cores.hpp>

#include <cstdint>
#include <type_traits>

// (Up to 12.6 ptxas took the strides of tensor maps for something else.)
#if defined(APPYL_CUDA_EMULATED) || (defined(__CUDA_ARCH_FEAT_SM90_ALL) && CUDART_VERSION >= 12080)
#define APPYL_WARPGROUPS 1
#else
#define APPYL_WARPGROUPS 0
#endif

namespace appyl::cuda::detail {

constexpr int line_bytes = 128, chunk_bytes = 64 * line_bytes;

/// Says where tiles of a matrix lie.
struct alignas(128) tensor_map {
  unsigned char bytes[128];
};

// The maps of the running blocks. A block of warpgroups has a multiprocessor for itself, so that these are
// more than enough.
struct kept_maps {
  tensor_map a, b;
};
constexpr unsigned kept_count = 160;
[[maybe_unused]] static __device__ kept_maps maps_of_blocks[kept_count];
[[maybe_unused]] static __device__ unsigned are_maps_taken[kept_count];

#if APPYL_WARPGROUPS

/// By one thread: the number of maps that are the block's until it gives them back.
__device__ inline unsigned take_maps() {
  unsigned own = 0;
#ifndef APPYL_CUDA_EMULATED
  asm volatile("mov.u32 %0, %%smid;" : "=r"(own));
#endif
  while (atomicCAS(&are_maps_taken[own % kept_count], 0u, 1u) != 0) ++own;
  return own % kept_count;
}
__device__ inline void give_back_maps(unsigned own) {
  __threadfence();
  atomicExch(&are_maps_taken[own], 0u);
}

/// The descriptor from which wgmma knows where an operand begins: in lines along, or across, in chunks of 64.
template <bool IsAlong>
__device__ std::uint64_t operand_at(std::uint32_t place) {
  constexpr std::uint64_t between_chunks = chunk_bytes / 16, between_8_lines = 8 * line_bytes / 16,
                          permuted = 1;
  return (place & 0x3ffff) >> 4 | (IsAlong ? 1 : between_chunks) << 16 | between_8_lines << 32 |
         permuted << 62;
}

#endif

#ifdef APPYL_CUDA_EMULATED

// An emulation, in which each operation is done as soon as it is started.
using shared_place = std::uint32_t;
inline unsigned char* first_in_shared() {
  const auto address = reinterpret_cast<std::uintptr_t>(emulation::dynamicShared().data());
  return reinterpret_cast<unsigned char*>((address + 1023) / 1024 * 1024);
}
inline shared_place place_in_shared(const void* x) {
  return static_cast<shared_place>(static_cast<const unsigned char*>(x) - first_in_shared());
}
/// Lets other threads of the block go on.
inline void give_way(const std::source_location& where) {
  emulation::Block& block = *emulation::Block::current();
  block.exchange(1u << block.lane(), {}, where);
}

struct emulated_barrier {
  int bytes;  // that are expected
  unsigned char threads, missing, parity;

  static emulated_barrier& at(shared_place place) {
    return *reinterpret_cast<emulated_barrier*>(first_in_shared() + place);
  }
  void look() {
    if (missing == 0 && bytes == 0) missing = threads, parity ^= 1;
  }
};
inline void begin_barrier(shared_place barrier, unsigned count) {
  const auto threads = static_cast<unsigned char>(count);
  emulated_barrier::at(barrier) = {0, threads, threads, 0};
}
inline void end_barrier(shared_place) {}
inline void barriers_begun() {}
inline void arrive_and_expect(shared_place barrier, unsigned bytes) {
  emulated_barrier& own = emulated_barrier::at(barrier);
  own.bytes += static_cast<int>(bytes), --own.missing;
  own.look();
}
inline void arrive(shared_place barrier) { arrive_and_expect(barrier, 0); }
inline void wait_for(shared_place barrier, unsigned parity,
                     const std::source_location& where = std::source_location::current()) {
  while (emulated_barrier::at(barrier).parity == parity) give_way(where);
}
template <int Number, int Threads>
void synchronize_some(const std::source_location& where = std::source_location::current()) {
  static thread_local int arrived = 0;
  static thread_local unsigned turn = 0;
  const unsigned own = turn;
  if (++arrived == Threads) arrived = 0, ++turn;
  while (turn == own) give_way(where);
}

struct emulated_map {
  const unsigned char* data;
  std::uint64_t stride_in_bytes;
  unsigned size, lines, tile;
};
template <class Number>
void make_tensor_map(tensor_map& map, tensor_map&, const void* data, unsigned size, unsigned lines,
                     std::uint64_t stride_in_bytes, unsigned tile) {
  const emulated_map made{static_cast<const unsigned char*>(data), stride_in_bytes, size, lines, tile};
  if (threadIdx.x % 32 == 0) std::memcpy(map.bytes, &made, sizeof made);
}
inline void tensor_map_made(const tensor_map&) {}
inline void start_tensor_copy(shared_place to, const tensor_map& map, shared_place barrier, int at,
                              int line) {
  emulated_map from;
  std::memcpy(&from, map.bytes, sizeof from);
  for (unsigned r = 0; r < from.tile; ++r)
    for (unsigned q = 0; q < 64; ++q) {
      const unsigned i = static_cast<unsigned>(line) + r, j = static_cast<unsigned>(at) + q;
      unsigned char* const element =
          first_in_shared() + to + r * line_bytes + (q / 8 ^ r % 8) * 16 + q % 8 * 2;
      if (i < from.lines && j < from.size)
        std::memcpy(element, from.data + i * from.stride_in_bytes + j * 2, 2);
      else
        std::memset(element, 0, 2);
    }
  emulated_barrier& own = emulated_barrier::at(barrier);
  own.bytes -= static_cast<int>(from.tile) * line_bytes;
  own.look();
}
inline void start_fetch(const void*) {}
inline void store_pack(shared_place to, const std::uint32_t (&words)[4]) {
  std::memcpy(first_in_shared() + to, words, sizeof words);
}
inline void stored_as_operand() {}

/// The element that wgmma finds in an operand: term `term` of line or place `across`.
template <class Number, bool IsAlong>
float element_of_operand(std::uint64_t operand, unsigned across, unsigned term) {
  const auto part = [&](int first) { return static_cast<std::uint32_t>(operand >> first & 0x3fff) * 16; };
  const std::uint32_t place = IsAlong ? part(0) + across / 8 * part(32) + across % 8 * line_bytes + term * 2
                                      : part(0) + across / 64 * part(16) + term / 8 * part(32) +
                                            term % 8 * line_bytes + across % 64 * 2;
  return static_cast<float>(
      *reinterpret_cast<const Number*>(first_in_shared() + (place ^ (place >> 7 & 7) << 4)));
}
template <class Number, bool IsAAlong, bool IsBAlong, int Sums>
void start_multiplying(float (&d)[Sums], std::uint64_t left, std::uint64_t right) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  for (unsigned p = 0; p < 16; ++p) {
    const float upper = element_of_operand<Number, IsAAlong>(left, warp * 16 + lane / 4, p),
                lower = element_of_operand<Number, IsAAlong>(left, warp * 16 + lane / 4 + 8, p);
    for (unsigned q = 0; q < Sums / 4; ++q)
      for (unsigned e = 0; e < 2; ++e) {
        const float b = element_of_operand<Number, IsBAlong>(right, q * 8 + lane % 4 * 2 + e, p);
        d[q * 4 + e] += upper * b;
        d[q * 4 + 2 + e] += lower * b;
      }
  }
}
inline void begin_products() {}
inline void end_products() {}
template <int InFlight>
void products_done() {
  __syncwarp();  // those of the other threads, too
}
template <int Sums>
void keep_in_place(float (&)[Sums]) {}
template <int Registers>
void give_up_registers() {}
template <int Registers>
void take_registers() {}

#elif APPYL_WARPGROUPS

/// An address in shared memory.
using shared_place = std::uint32_t;
__device__ inline shared_place place_in_shared(const void* x) {
  return static_cast<shared_place>(__cvta_generic_to_shared(x));
}

// Barriers of 8 bytes. A phase ends when `count` threads have arrived, and all bytes that they expect; the
// first phase has parity 0.
__device__ inline void begin_barrier(shared_place barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ inline void end_barrier(shared_place barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}
/// Between begin_barrier() and the synchronization after which others use it.
__device__ inline void barriers_begun() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ inline void arrive(shared_place barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
__device__ inline void arrive_and_expect(shared_place barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}
/// Waits for the end of a phase of that parity.
__device__ inline void wait_for(shared_place barrier, unsigned parity) {
  std::uint32_t done = 0;
  while (!done)
    asm volatile(
        "{\n.reg .pred done;\nmbarrier.try_wait.parity.shared::cta.b64 done, [%1], %2;\n"
        "selp.u32 %0, 1, 0, done;\n}"
        : "=r"(done)
        : "r"(barrier), "r"(parity)
        : "memory");
}
/// A barrier of `Threads` of the block's threads.
template <int Number, int Threads>
__device__ void synchronize_some() {
  asm volatile("bar.sync %0, %1;" ::"n"(Number), "n"(Threads) : "memory");
}

/// By a warp: the map of a matrix of 2-byte elements, `lines` lines of `size` elements, of which tiles of
/// `tile` lines with 64 elements are loaded. `scratch` is in shared memory. Only the calling block may use
/// it.
template <class Number>
__device__ void make_tensor_map(tensor_map& map, tensor_map& scratch, const void* data, unsigned size,
                                unsigned lines, std::uint64_t stride_in_bytes, unsigned tile) {
  const unsigned lane = threadIdx.x % 32;
  const shared_place place = place_in_shared(&scratch);
  asm volatile("st.shared.u32 [%0], 0;" ::"r"(place + 4 * lane) : "memory");
  __syncwarp();
  if (lane == 0) {
    asm volatile(
        "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;\n"
        "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 1;\n"  // less 1
        "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, 64;\n"
        "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %2;\n"
        "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %3;\n"
        "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %4;\n"
        "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %5;\n"
        "tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, 1;\n"
        "tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, 1;\n" ::"r"(place),
        "l"(data), "r"(tile), "r"(size), "r"(lines), "l"(stride_in_bytes)
        : "memory");
    if constexpr (std::is_same_v<Number, half>)
      asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 6;" ::"r"(place) : "memory");
    else
      asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 10;" ::"r"(place) : "memory");
    // Not interleaved; the packs of lines of 128 bytes permuted; 0 for what does not exist.
    asm volatile(
        "tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;\n"
        "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;\n"
        "tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;\n" ::"r"(place)
        : "memory");
  }
  __syncwarp();
  asm volatile(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], "
      "128;" ::"l"(&map),
      "r"(place)
      : "memory");
}
/// Before the map is used.
__device__ inline void tensor_map_made(const tensor_map& map) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(&map) : "memory");
}

/// Starts to copy the tile from line `line` and its element `at` on; what arrives counts at the barrier.
__device__ inline void start_tensor_copy(shared_place to, const tensor_map& map, shared_place barrier, int at,
                                         int line) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, "
      "%4}], [%2];" ::"r"(to),
      "l"(&map), "r"(barrier), "r"(at), "r"(line)
      : "memory");
}

/// Starts to bring what lies there into the L2 cache.
__device__ inline void start_fetch(const void* from) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from) : "memory");
}
/// 16 bytes.
__device__ inline void store_pack(shared_place to, const std::uint32_t (&words)[4]) {
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]),
               "r"(words[2]), "r"(words[3])
               : "memory");
}
/// What the calling thread has stored in shared memory is an operand now.
__device__ inline void stored_as_operand() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// A product of a warpgroup: D (64 x columns) += A (64 x 16) B (16 x columns). Warp w of the group has rows 16
// w to 16 w + 15 of D; of these a thread has what it has of mma.sync's D, for 8 columns after the other.
#define APPYL_32_SUMS                                                      \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define APPYL_64_SUMS                                                                \
  APPYL_32_SUMS                                                                      \
  ", "                                                                               \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define APPYL_96_SUMS                                                                \
  APPYL_64_SUMS                                                                      \
  ", "                                                                               \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
  "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define APPYL_128_SUMS                                                                           \
  APPYL_96_SUMS                                                                                  \
  ", "                                                                                           \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
  "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define APPYL_8_OF(d, k)                                                                      \
  "+f"(d[k]), "+f"(d[k + 1]), "+f"(d[k + 2]), "+f"(d[k + 3]), "+f"(d[k + 4]), "+f"(d[k + 5]), \
      "+f"(d[k + 6]), "+f"(d[k + 7])
#define APPYL_32_OF(d, k) APPYL_8_OF(d, k), APPYL_8_OF(d, k + 8), APPYL_8_OF(d, k + 16), APPYL_8_OF(d, k + 24)
// Of `columns`, with type `number`; the places of the operands, and whether they are lines across, follow the
// sums.
#define APPYL_MULTIPLY(columns, number, sums, a, b, is_a_across, is_b_across, ...)                        \
  asm volatile("wgmma.mma_async.sync.aligned.m64n" columns "k16.f32." number "." number " {" sums "}, " a \
               ", " b ", 1, 1, 1, " is_a_across ", " is_b_across ";"                                      \
               : __VA_ARGS__                                                                              \
               : "l"(left), "l"(right), "n"(!IsAAlong), "n"(!IsBAlong))

template <class Number, bool IsAAlong, bool IsBAlong, int Sums>
__device__ __forceinline__ void start_multiplying(float (&d)[Sums], std::uint64_t left, std::uint64_t right) {
  static_assert(Sums == 32 || Sums == 64 || Sums == 96 || Sums == 128);
  constexpr bool is_half = std::is_same_v<Number, half>;
  if constexpr (Sums == 128 && is_half)
    APPYL_MULTIPLY("256", "f16", APPYL_128_SUMS, "%128", "%129", "%130", "%131", APPYL_32_OF(d, 0),
                   APPYL_32_OF(d, 32), APPYL_32_OF(d, 64), APPYL_32_OF(d, 96));
  else if constexpr (Sums == 128)
    APPYL_MULTIPLY("256", "bf16", APPYL_128_SUMS, "%128", "%129", "%130", "%131", APPYL_32_OF(d, 0),
                   APPYL_32_OF(d, 32), APPYL_32_OF(d, 64), APPYL_32_OF(d, 96));
  else if constexpr (Sums == 96 && is_half)
    APPYL_MULTIPLY("192", "f16", APPYL_96_SUMS, "%96", "%97", "%98", "%99", APPYL_32_OF(d, 0),
                   APPYL_32_OF(d, 32), APPYL_32_OF(d, 64));
  else if constexpr (Sums == 96)
    APPYL_MULTIPLY("192", "bf16", APPYL_96_SUMS, "%96", "%97", "%98", "%99", APPYL_32_OF(d, 0),
                   APPYL_32_OF(d, 32), APPYL_32_OF(d, 64));
  else if constexpr (Sums == 64 && is_half)
    APPYL_MULTIPLY("128", "f16", APPYL_64_SUMS, "%64", "%65", "%66", "%67", APPYL_32_OF(d, 0),
                   APPYL_32_OF(d, 32));
  else if constexpr (Sums == 64)
    APPYL_MULTIPLY("128", "bf16", APPYL_64_SUMS, "%64", "%65", "%66", "%67", APPYL_32_OF(d, 0),
                   APPYL_32_OF(d, 32));
  else if constexpr (is_half)
    APPYL_MULTIPLY("64", "f16", APPYL_32_SUMS, "%32", "%33", "%34", "%35", APPYL_32_OF(d, 0));
  else
    APPYL_MULTIPLY("64", "bf16", APPYL_32_SUMS, "%32", "%33", "%34", "%35", APPYL_32_OF(d, 0));
}
#undef APPYL_32_SUMS
#undef APPYL_64_SUMS
#undef APPYL_96_SUMS
#undef APPYL_128_SUMS
#undef APPYL_8_OF
#undef APPYL_32_OF
#undef APPYL_MULTIPLY

/// Called before the first of some products, and after the last: they form one group.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void end_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Waits until all groups of products but the last `InFlight` are done.
template <int InFlight>
__device__ void products_done() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(InFlight) : "memory");
}
/// The sums are not touched between here and the products before or behind.
template <int Sums>
__device__ void keep_in_place(float (&sums)[Sums]) {
  APPYL_UNROLL
  for (int k = 0; k < Sums; ++k) asm volatile("" : "+f"(sums[k])::"memory");
}

/// By a warpgroup: how many registers each of its threads has from now on.
template <int Registers>
__device__ void give_up_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}

#endif

}  // namespace appyl::cuda::detail
