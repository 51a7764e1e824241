// The launch of a kernel as a function call, so that a file with kernels is C++ throughout.
#pragma once

#include <appyl/cuda/profile.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

// In front of a loop with a constant number of iterations whose arrays are to stay in registers.
#if defined(__CUDACC__) || defined(__clang__)
#define APPYL_UNROLL _Pragma("unroll")
#define APPYL_ROLLED _Pragma("unroll 1")  // of few iterations, for which no registers are wanted
#else
#define APPYL_UNROLL
#define APPYL_ROLLED
#endif

namespace appyl::cuda {

/// In a kernel: prints why, and ends the kernel by a trap, which the host finds as an error of the launch. In
/// an emulation the program ends. What else it is given are the names that the message would have.
template <class... T>
[[noreturn]] __device__ inline void stop(const char* why, const T&...) {
#ifdef APPYL_CUDA_EMULATED
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", why);
  std::abort();
#else
  printf("%s\n", why);
  __trap();
  __builtin_unreachable();
#endif
}

/// `dim3` under a name that no program has for something else.
using extents = dim3;

/// Can a kernel be handed a value of the type? (nvcc wraps lambdas for host and device in a type of its own,
/// which begins with what they capture.)
template <class T>
constexpr bool is_copied_bytewise =
#ifdef __CUDACC_EXTENDED_LAMBDA__
    __nv_is_extended_host_device_lambda_closure_type(T) ||
#endif
    (!std::is_reference_v<T> && std::is_trivially_copy_constructible_v<T> &&
     std::is_trivially_destructible_v<T>);

/// Starts `kernel` on grid.x * grid.y * grid.z blocks of block.x * block.y * block.z threads, with
/// `shared_bytes` of shared memory that shared_memory() gives it. The arguments are converted to the kernel's
/// parameters. Does not wait. Throws `error`.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
            Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "one argument per parameter of the kernel");
  static_assert((is_copied_bytewise<Parameters> && ...), "what a kernel is handed is copied byte by byte");
  if (Profile::active()) KernelClock::mine().start();
#ifdef APPYL_CUDA_EMULATED
  check(emulation::launch(currentSite().kernel, kernel, grid, block, shared_bytes,
                          std::forward<Arguments>(arguments)...),
        "launch");
#else
  constexpr std::size_t always = 32 * 1024;  // without asking it is 48 KB, of which kernels declare some
  if (shared_bytes > always)
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)),
          "cudaFuncSetAttribute");
  const auto start = [&](Parameters... values) {
    void* addresses[] = {static_cast<void*>(&values)..., nullptr};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, addresses, shared_bytes,
                           nullptr),
          "cudaLaunchKernel");
  };
  start(static_cast<Parameters>(std::forward<Arguments>(arguments))...);
#endif
  if (Profile::active()) KernelClock::mine().stop();
}

/// For variables and functions of the host that only a kernel's copy of them uses.
template <class... T>
constexpr void unused(T&&...) {}

/// `grid` with as many blocks along z as give the device enough to do, each with a `share` of `count`
/// iterations in steps of `step`.
inline dim3 in_shares(dim3 grid, long long count, long long step) {
  constexpr unsigned long long enough = 1024;  // blocks: several for each multiprocessor
  const unsigned long long blocks = 1ULL * grid.x * grid.y, steps = count < 1 ? 1 : (count - 1) / step + 1;
  grid.z = static_cast<unsigned>(std::clamp<unsigned long long>(enough / blocks, 1, steps));
  return grid;
}

/// The number of blocks of `threads` threads for `count` iterations, at least 1 and at most `limit`; with
/// fewer blocks than would be needed, each thread takes several iterations.
inline unsigned blocks(long long count, unsigned threads, unsigned limit = 2147483647u) {
  const long long wanted = (count - 1) / threads + 1;
  return count < 1 ? 1 : static_cast<unsigned>(wanted < limit ? wanted : limit);
}

/// The grid with at most `limit` blocks altogether: fewer along z, then along y, then along x.
inline dim3 at_most(unsigned limit, dim3 grid) {
  grid.x = grid.x < limit ? grid.x : limit;
  const unsigned rows = limit / grid.x;
  grid.y = grid.y < rows ? grid.y : rows;
  const unsigned layers = rows / grid.y;
  grid.z = grid.z < layers ? grid.z : layers;
  return grid;
}

// The number of the calling thread along one dimension of the whole grid, and how many there are.
__device__ inline long long thread_x() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline long long thread_y() {
  return static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
}
__device__ inline long long thread_z() {
  return static_cast<long long>(blockIdx.z) * blockDim.z + threadIdx.z;
}
__device__ inline long long threads_x() { return static_cast<long long>(gridDim.x) * blockDim.x; }
__device__ inline long long threads_y() { return static_cast<long long>(gridDim.y) * blockDim.y; }
__device__ inline long long threads_z() { return static_cast<long long>(gridDim.z) * blockDim.z; }

/// Along x, for threads that take `together` iterations at a time, as far apart as a block has threads: the
/// number of the first one, and the distance to the next group.
__device__ inline long long thread_x(int together) {
  return static_cast<long long>(blockIdx.x) * blockDim.x * together + threadIdx.x;
}
__device__ inline long long threads_x(int together) { return threads_x() * together; }

/// body(first), body(first + Step), ... below `bound`, `Together` of them at most. Where all exist, they are
/// written out, so that the loads of one need not wait for the stores of another. 0 <= first < bound.
template <int Together, int Step = 1, class Counter, class Bound, class Body>
__device__ void several(Counter first, Bound bound, const Body& body) {
  const auto begin = static_cast<unsigned long long>(first);
  const unsigned long long left = static_cast<unsigned long long>(bound) - begin;
  if (left > (Together - 1) * Step) {
    APPYL_UNROLL
    for (int k = 0; k < Together; ++k) {
      const unsigned long long own = begin + k * Step;
#ifndef APPYL_CUDA_EMULATED
      // No counter overflows: so the compiler knows how far apart the elements are.
      __builtin_assume(own <= ~0ULL >> (64 - 8 * sizeof(Counter) + std::is_signed_v<Counter>));
#endif
      body(static_cast<Counter>(own));
    }
  } else {
    APPYL_ROLLED
    for (int k = 0; k * Step < static_cast<int>(left); ++k) body(static_cast<Counter>(begin + k * Step));
  }
}

/// The place in `grid` at which the work of `block` lies, where blocks start `rows` rows at a time, column by
/// column, instead of row by row: what such neighbours load is much the same, and is found in the L2 cache.
/// With 2 rows, by the number of the block (x first):
///
///     0 2 4 6
///     1 3 5 7
///     8 9 ...        fewer rows in the last group: every place of the grid is taken once
///
/// z stays. As in Triton's tutorial on matrix multiplication ("L2 cache optimizations").
__device__ inline uint3 grouped(uint3 block, dim3 grid, unsigned rows) {
  const unsigned first = block.y / rows * rows, left = grid.y - first, here = left < rows ? left : rows;
  const unsigned long long number = 1ULL * (block.y - first) * grid.x + block.x;  // in the group
  return {static_cast<unsigned>(number / here), first + static_cast<unsigned>(number % here), block.z};
}

/// bound - first, for numbers of any size; 0 if `for (Counter i = first; i < bound; )` has no iteration.
template <class Counter, class Bound>
__device__ constexpr unsigned long long distance(Counter first, Bound bound) {
  using common = std::common_type_t<Counter, Bound>;
  return static_cast<common>(first) < static_cast<common>(bound)
             ? static_cast<unsigned long long>(bound) - static_cast<unsigned long long>(first)
             : 0;
}
/// Likewise for `for (Counter i = first; i <= bound; )`, up to the value behind the bound.
template <class Counter, class Bound>
__device__ constexpr unsigned long long distance_behind(Counter first, Bound bound) {
  using common = std::common_type_t<Counter, Bound>;
  return static_cast<common>(first) <= static_cast<common>(bound)
             ? static_cast<unsigned long long>(bound) - static_cast<unsigned long long>(first) + 1
             : 0;
}

/// The launch's shared memory, from `byte_offset` on.
template <class T>
__device__ T* shared_memory(std::size_t byte_offset = 0) {
#ifdef APPYL_CUDA_EMULATED
  return reinterpret_cast<T*>(emulation::dynamicShared().data() + byte_offset);
#else
  extern __shared__ __align__(16) unsigned char appyl_shared[];
  return reinterpret_cast<T*>(appyl_shared + byte_offset);
#endif
}

}  // namespace appyl::cuda
