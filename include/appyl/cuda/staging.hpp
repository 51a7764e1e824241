// Tiles of arrays in shared memory, which the threads of a block load together: on sm_80 and up by copies
// that run beside the computation (cp.async), so that a tile is on its way while the one before is worked on.
#pragma once

#include <appyl/cuda/reduce.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifndef APPYL_CUDA_EMULATED
#include <cuda_pipeline_primitives.h>
#endif

namespace appyl::cuda {

/// Bytes of shared memory for several arrays, each of which begins at a multiple of 16.
template <class... Arrays>
constexpr std::size_t shared_bytes() {
  return (((sizeof(Arrays) + 15) / 16 * 16) + ... + 0);
}

/// Of `count` iterations in blocks of `block`, those of the block that begins with number `first`; not
/// positive behind the end.
__device__ constexpr long long iterations(long long count, long long first, long long block) {
  return count - first < block ? count - first : block;
}

/// Of `count` iterations those that blockIdx.z has: whole steps of `step`, as many for each.
struct share {
  long long first, end;

  __device__ share(long long count, long long step) {
    const long long steps = (count + step - 1) / step, each = (steps + gridDim.z - 1) / gridDim.z * step;
    first = blockIdx.z * each;
    end = first + each < count ? first + each : count;
  }
};

namespace detail {

template <class Array, std::size_t... D>
__device__ auto& element_of(Array& array, const long long (&index)[sizeof...(D)], std::index_sequence<D...>) {
  if constexpr (sizeof...(D) == 1)
    return array[index[0]];
  else if constexpr (sizeof...(D) == 2)
    return array[index[0]][index[1]];
  else if constexpr (sizeof...(D) == 3)
    return array[index[0]][index[1]][index[2]];
  else
    return array[index[0]][index[1]][index[2]][index[3]];
}

template <class T>
__device__ void start_copy(T& to, const T& from) {
#ifndef APPYL_CUDA_EMULATED
  if constexpr ((sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) && alignof(T) == sizeof(T))
    __pipeline_memcpy_async(&to, &from, sizeof(T));
  else
#endif
    to = from;
}

/// Copies `Count` neighbours, 4, 8 or 16 bytes aligned to their size, if wanted. The compiler may move loads
/// and stores past it: the copy is only there when it has been waited for.
template <int Count, class T>
__device__ void start_copy_if(bool wanted, T* to, const T* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (bytes == 16)
    asm volatile(
        "{\n .reg .pred wanted;\n setp.ne.b32 wanted, %0, 0;\n"
        " @wanted cp.async.cg.shared.global [%1], [%2], 16;\n}" ::"r"(static_cast<int>(wanted)),
        "r"(address), "l"(from));
  else
    asm volatile(
        "{\n .reg .pred wanted;\n setp.ne.b32 wanted, %0, 0;\n"
        " @wanted cp.async.ca.shared.global [%1], [%2], %3;\n}" ::"r"(static_cast<int>(wanted)),
        "r"(address), "l"(from), "n"(bytes));
#else
  if (wanted)
    for (int k = 0; k < Count; ++k) to[k] = from[k];
#endif
}

/// What one copy moves at most.
template <class T>
struct alignas(16) pack {
  T values[16 / sizeof(T)];
};

template <class T>
__device__ bool is_aligned(const T& value) {
  return reinterpret_cast<std::uintptr_t>(&value) % 16 == 0;
}

/// Elements that lie side by side in the array, too, are copied together.
template <class Tile, class Source, std::size_t... D>
__device__ void load_tile(Tile& tile, Source source, const long long (&counts)[sizeof...(D)],
                          std::index_sequence<D...> dimensions) {
  using T = std::remove_all_extents_t<Tile>;
  constexpr int last = static_cast<int>(sizeof...(D)) - 1;
  constexpr unsigned extents[] = {static_cast<unsigned>(std::extent_v<Tile, D>)...};
  constexpr unsigned size = (static_cast<unsigned>(std::extent_v<Tile, D>) * ...);
  constexpr bool has_packs = sizeof(T) < 16 && 16 % sizeof(T) == 0 && std::is_trivially_copyable_v<T> &&
                             extents[last] * sizeof(T) % 16 == 0;
  constexpr unsigned together = has_packs ? 16 / sizeof(T) : 1;
  for (unsigned at = thread_number() * together; at < size; at += threads_per_block() * together) {
    long long index[sizeof...(D)];
    bool exists = true;
    unsigned rest = at;
    for (int d = last; d >= 0; --d) {
      index[d] = rest % extents[d];
      rest /= extents[d];
      exists = exists && index[d] < counts[d];
    }
    if (!exists) continue;
    T* const to = &element_of(tile, index, dimensions);
    const T* const from = &source(index[D]...);
    const long long first = index[last];
    if constexpr (together > 1) {
      index[last] = first + together - 1;
      if (index[last] < counts[last] && &source(index[D]...) == from + (together - 1) && is_aligned(*from) &&
          is_aligned(*to)) {
        start_copy(*reinterpret_cast<pack<T>*>(to), *reinterpret_cast<const pack<T>*>(from));
        continue;
      }
    }
    start_copy(*to, *from);
    for (unsigned k = 1; k < together; ++k) {
      index[last] = first + k;
      if (index[last] < counts[last]) start_copy(to[k], source(index[D]...));
    }
  }
}

}  // namespace detail

/// Starts to copy source(i, j, ...), a reference to an element, to tile[i][j]... for all i < counts[0], j <
/// counts[1], ... All threads of the block call it; each copies some. The tile is complete after tiles_ready.
template <class Tile, class Source, class... Counts>
__device__ void load_tile(Tile& tile, Source source, Counts... counts) {
  static_assert(std::rank_v<Tile> == sizeof...(Counts) && sizeof...(Counts) <= 4, "one count per dimension");
  const long long wanted[] = {static_cast<long long>(counts)...};
  detail::load_tile(tile, source, wanted, std::index_sequence_for<Counts...>());
}

/// The number of the `own`-th iteration of `thread`, one of `Threads` threads with `Each` iterations each: as
/// many iterations side by side as one load of 16 bytes brings.
template <class T, int Threads, int Each>
__device__ constexpr int neighbour(unsigned thread, int own) {
  int together = 1;
  while (2 * together * sizeof(T) <= 16 && Each % (2 * together) == 0) together *= 2;
  return (static_cast<int>(thread) + own / together * Threads) * together + own % together;
}

/// Ends what belongs to one stage; each thread calls it as often as every other.
__device__ inline void end_of_stage() {
#ifndef APPYL_CUDA_EMULATED
  __pipeline_commit();
#endif
}

/// Waits until all stages but the last `InFlight` are there, as far as the calling thread brings them.
template <int InFlight>
__device__ void own_copies_ready() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(InFlight) : "memory");
#endif
}

/// Likewise for every thread of the block.
template <int InFlight>
__device__ void tiles_ready() {
  own_copies_ready<InFlight>();
  __syncthreads();
}

}  // namespace appyl::cuda
