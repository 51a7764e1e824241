// Updates of one element by many threads.
#pragma once

#include <appyl/cuda/reduce.hpp>

#ifndef APPYL_CUDA_EMULATED
#include <appyl/cuda/compare_exchange.hpp>
#endif

#include <array>
#include <cstddef>
#include <type_traits>

namespace appyl::cuda {

namespace detail {

template <class T>
struct identity_type {
  using type = T;
};

template <class T>
constexpr bool has_native_sum = std::is_same_v<T, int> || std::is_same_v<T, unsigned> ||
                                std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                (std::is_integral_v<T> && sizeof(T) == 8);

}  // namespace detail

/// `target = change(target)`, undivided: `change` may be called several times. T has at most 8 bytes.
template <class T, class Change>
__device__ void atomic_update(T& target, Change change) {
#ifdef APPYL_CUDA_EMULATED
  static_assert(sizeof(T) <= 8, "the device changes at most 8 bytes at a time");
  emulation::atomically(&target, [&](T old) { return static_cast<T>(change(old)); });
#else
  compare_exchange(target, change);
#endif
}

/// `target = op(target, value)`, undivided.
template <class Op, class T>
__device__ void atomic_update(Op op, T& target, typename detail::identity_type<T>::type value) {
#ifndef APPYL_CUDA_EMULATED
  if constexpr (std::is_same_v<Op, sum> && detail::has_native_sum<T>) {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
      atomicAdd(reinterpret_cast<unsigned long long*>(&target), static_cast<unsigned long long>(value));
    else
      atomicAdd(&target, value);
    return;
  }
#endif
  atomic_update(target, [&](T old) { return op(old, value); });
}

namespace detail {

/// What an element of an array is made of: itself, or the numbers of an array.
template <class T>
struct parts_of {
  using number = T;
  static constexpr unsigned long long count = 1;
};
template <class T, std::size_t Size>
struct parts_of<T[Size]> {
  using number = typename parts_of<T>::number;
  static constexpr unsigned long long count = Size * parts_of<T>::count;
};
template <class T, std::size_t Size>
struct parts_of<std::array<T, Size>> : parts_of<T[Size]> {};

}  // namespace detail

/// Bytes of shared memory for a block's own copy of `count` elements.
template <class T>
__host__ __device__ constexpr std::size_t copy_bytes(unsigned long long count) {
  return (count * sizeof(T) + 15) / 16 * 16;
}

/// `count` where a block's own copy takes at most `limit` bytes of shared memory; otherwise 0: there is none.
template <class T>
constexpr unsigned long long copied(unsigned long long count, std::size_t limit) {
  return count <= limit / sizeof(T) ? count : 0;
}

/// A copy of the array for the updates of one block, at `byte_offset` of the launch's shared memory, that
/// begins with elements that change nothing: fewer threads meet at each of them than at the array's. The
/// array itself where `count` is 0. Elements may be arrays of numbers. All threads of the block call it.
template <class Op, class T>
__device__ T* open_copy(Op, T* array, unsigned long long count, std::size_t byte_offset) {
  using parts = detail::parts_of<T>;
  if (count == 0) return array;
  auto* const copy = shared_memory<typename parts::number>(byte_offset);
  for (unsigned k = thread_number(); k < count * parts::count; k += threads_per_block())
    copy[k] = Op::template identity<typename parts::number>();
  __syncthreads();
  return reinterpret_cast<T*>(copy);
}

/// Combines the block's copy with the array, element by element.
template <class Op, class T>
__device__ void close_copy(Op op, T* array, T* copy, unsigned long long count) {
  using parts = detail::parts_of<T>;
  if (count == 0) return;
  __syncthreads();
  auto* const to = reinterpret_cast<typename parts::number*>(array);
  const auto* const from = reinterpret_cast<typename parts::number*>(copy);
  for (unsigned k = thread_number(); k < count * parts::count; k += threads_per_block())
    atomic_update(op, to[k], from[k]);
}

}  // namespace appyl::cuda
