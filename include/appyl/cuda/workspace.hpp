// Memory that each thread of a kernel has of its own, in place of a host's std::vector of which each iteration of a loop
// has its own. Included by cuda.hpp.
#pragma once

#include <appyl/cuda/launch.hpp>
#include <appyl/cuda/span.hpp>

#include <cstddef>

namespace appyl::cuda {

/// `count` elements, each `stride` behind the one before.
template <class T>
class row {
 public:
  __device__ row(T* first, std::size_t stride, std::size_t count)
      : first(first), stride(stride), count(count) {}

  __device__ T& operator[](std::size_t i) const { return first[i * stride]; }
  /// Beyond the end the kernel stops.
  __device__ T& at(std::size_t i) const {
    if (i >= count) stop("at(): an index beyond the container's end");
    return first[i * stride];
  }
  __device__ T& front() const { return first[0]; }
  __device__ T& back() const { return first[(count - 1) * stride]; }
  __device__ std::size_t size() const { return count; }
  __device__ bool empty() const { return count == 0; }

 private:
  T* first;
  std::size_t stride, count;
};

/// `count` elements for each of `threads` threads; see loop::workspace().
template <class T>
class workspace {
 public:
  workspace(T* memory, std::size_t threads, std::size_t count)
      : memory(memory), threads(threads), count(count) {}

  /// The calling thread's: element k of neighbouring threads lies side by side. Not yet set.
  __device__ row<T> mine() const { return {memory + number(), threads, count}; }
  /// Likewise; `isLast` says that the thread runs the last iteration, which uses `last`, the array of all.
  __device__ row<T> mine(T* last, bool isLast) const { return isLast ? row<T>(last, 1, count) : mine(); }
  /// The calling thread's as one piece, whose elements have pointers.
  __device__ span<T> piece() const { return {memory + number() * count, count}; }
  __device__ span<T> piece(T* last, bool isLast) const { return isLast ? span<T>(last, count) : piece(); }

 private:
  __device__ static std::size_t number() {
    return static_cast<std::size_t>((thread_z() * threads_y() + thread_y()) * threads_x() + thread_x());
  }

  T* memory;
  std::size_t threads, count;
};

/// `grid` with at most as many blocks of `threads` threads as have `bytes` each in 512 MiB: with fewer blocks each
/// thread takes several iterations.
inline dim3 with_workspaces(std::size_t bytes, unsigned threads, dim3 grid) {
  constexpr std::size_t most = std::size_t(512) << 20;
  const std::size_t blocks = bytes == 0 ? most : most / (bytes * threads);
  return at_most(blocks < 1 ? 1U : static_cast<unsigned>(blocks), grid);
}

}  // namespace appyl::cuda
