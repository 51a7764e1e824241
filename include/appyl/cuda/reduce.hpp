// Reductions on the device: the threads of a warp, of a block, of the whole grid. Partial results are
// combined in the order of their numbers, so that every run gives the same bits.
#pragma once

#include <appyl/cuda/launch.hpp>

#include <cstring>
#include <limits>
#include <type_traits>

namespace appyl::cuda {

// Operators: combine two values; identity<T>() changes nothing. A comparison with NaN is false, so NaN never
// wins, as in `if (x < v) v = x`.
struct sum {
  template <class T>
  __host__ __device__ static T identity() {
    return T(0);
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
/// Sums by the `+=` of a class; adding T{} changes nothing.
struct own_sum {
  template <class T>
  __host__ __device__ static T identity() {
    return T{};
  }
  template <class T>
  __host__ __device__ T operator()(T a, const T& b) const {
    a += b;
    return a;
  }
};
struct product {
  template <class T>
  __host__ __device__ static T identity() {
    return T(1);
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    if constexpr (std::is_unsigned<T>::value && sizeof(T) < sizeof(unsigned))
      return static_cast<T>(1u * a * b);  // two of 16 bits may leave an int
    else
      return static_cast<T>(a * b);
  }
};
struct minimum {
  template <class T>
  __host__ __device__ static T identity() {
    if constexpr (!std::numeric_limits<T>::is_specialized)  // half, bfloat16
      return static_cast<T>(std::numeric_limits<float>::infinity());
    else
      return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                  : std::numeric_limits<T>::max();
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct maximum {
  template <class T>
  __host__ __device__ static T identity() {
    if constexpr (!std::numeric_limits<T>::is_specialized)
      return static_cast<T>(-std::numeric_limits<float>::infinity());
    else
      return std::numeric_limits<T>::has_infinity ? static_cast<T>(-std::numeric_limits<T>::infinity())
                                                  : std::numeric_limits<T>::lowest();
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
/// As `fmin` and `fmax`: values that are NaN are left out.
template <class Extreme>
struct of_numbers {
  template <class T>
  __host__ __device__ static T identity() {
    if constexpr (!std::numeric_limits<T>::is_specialized)
      return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
    else
      return std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                   : Extreme::template identity<T>();
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a != a ? b : Extreme()(a, b);
  }
};
using number_minimum = of_numbers<minimum>;
using number_maximum = of_numbers<maximum>;
struct bit_and {
  template <class T>
  __host__ __device__ static T identity() {
    if constexpr (std::is_same_v<T, bool>)
      return true;
    else
      return static_cast<T>(~T(0));
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct bit_or {
  template <class T>
  __host__ __device__ static T identity() {
    return T(0);
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct bit_xor {
  template <class T>
  __host__ __device__ static T identity() {
    return T(0);
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct logical_and {
  template <class T>
  __host__ __device__ static T identity() {
    return T(1);
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a && b);
  }
};
struct logical_or {
  template <class T>
  __host__ __device__ static T identity() {
    return T(0);
  }
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return static_cast<T>(a || b);
  }
};

/// A value with the place where it stood. `iteration` decides between equal values.
template <class T, class At>
struct located {
  T value;
  At at;
  long long iteration;
  bool found;  // false: there is no value yet
};

/// Two places that go with a value; of more, the second is such a pair again.
template <class First, class Second>
struct both {
  First first;
  Second second;
};

/// The least or greatest value; of equal ones that of the first iteration, or of the last one.
template <bool Least, bool First>
struct extreme_with_place {
  template <class L>
  __host__ __device__ static L identity() {
    return L{};
  }
  template <class L>
  __host__ __device__ L operator()(const L& a, const L& b) const {
    if (!a.found || !b.found) return a.found ? a : b;
    const bool better = Least ? b.value < a.value : a.value < b.value;
    const bool equal = !better && !(Least ? a.value < b.value : b.value < a.value);
    const bool comesFirst = First ? b.iteration < a.iteration : a.iteration < b.iteration;
    return better || (equal && comesFirst) ? b : a;
  }
};
using first_minimum = extreme_with_place<true, true>;
using last_minimum = extreme_with_place<true, false>;
using first_maximum = extreme_with_place<false, true>;
using last_maximum = extreme_with_place<false, false>;

/// The number of the calling thread in its block, and how many there are.
__device__ inline unsigned thread_number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline unsigned threads_per_block() { return blockDim.x * blockDim.y * blockDim.z; }

/// The value of the lane `distance` further on, of any type that can be copied byte by byte.
template <class T>
__device__ T shuffle_down(unsigned mask, T value, unsigned distance) {
  if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int)) {
    return static_cast<T>(__shfl_down_sync(mask, static_cast<int>(value), distance));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return __shfl_down_sync(mask, value, distance);
  } else {
    unsigned words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned& word : words) word = __shfl_down_sync(mask, word, distance);
    memcpy(&value, words, sizeof(T));
    return value;
  }
}

/// Combines the values of the first `lanes` lanes of a warp; lane 0 gets the result. All lanes of `mask` call
/// it.
template <class Op, class T>
__device__ T warp_reduce(Op op, T value, unsigned mask, unsigned lanes) {
  const unsigned lane = thread_number() % 32;
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    const T other = shuffle_down(mask, value, distance);
    if (lane + distance < lanes) value = op(value, other);
  }
  return value;
}

/// Likewise, of all lanes of the calling thread's warp.
template <class Op, class T>
__device__ T warp_reduce(Op op, T value) {
  return warp_reduce(op, value, 0xffffffffu, 32);
}

/// The value of lane 0, of any type that can be copied byte by byte.
template <class T>
__device__ T broadcast(unsigned mask, T value) {
  if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int)) {
    return static_cast<T>(__shfl_sync(mask, static_cast<int>(value), 0));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return __shfl_sync(mask, value, 0);
  } else {
    unsigned words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned& word : words) word = __shfl_sync(mask, word, 0);
    memcpy(&value, words, sizeof(T));
    return value;
  }
}

/// Likewise; every lane gets the result.
template <class Op, class T>
__device__ T warp_reduce_for_all(Op op, T value) {
  return broadcast(0xffffffffu, warp_reduce(op, value));
}

/// Combines the values of all threads of the block, each of which calls it; thread 0 gets the result.
template <class Op, class T>
__device__ T block_reduce(Op op, T value) {
  // Bytes, since the variables of a block have no constructors.
  alignas(T) __shared__ unsigned char memory[32 * sizeof(T)];
  T* const partials = reinterpret_cast<T*>(memory);
  const unsigned thread = thread_number(), threads = threads_per_block();
  const unsigned warp = thread / 32, warps = (threads + 31) / 32;
  const unsigned lanes = warp + 1 < warps ? 32 : threads - warp * 32;
  const unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  value = warp_reduce(op, value, mask, lanes);
  if (warps == 1) return value;
  if (thread % 32 == 0) partials[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = thread < warps ? partials[thread] : Op::template identity<T>();
    value = warp_reduce(op, value, mask, 32);
  }
  __syncthreads();  // partials may be used again
  return value;
}

/// Likewise; every thread gets the result.
template <class Op, class T>
__device__ T block_reduce_for_all(Op op, T value) {
  alignas(T) __shared__ unsigned char memory[sizeof(T)];
  T* const result = reinterpret_cast<T*>(memory);
  value = block_reduce(op, value);
  if (thread_number() == 0) *result = value;
  __syncthreads();
  value = *result;
  __syncthreads();  // result may be used again
  return value;
}

/// Where the blocks of one launch store their partial results, in device memory. `finished` is 0 before the
/// launch and after it.
template <class T>
struct partials {
  T* values;           // one per block of the grid
  unsigned* finished;  // how many blocks are done
  T* result;
};

/// Where blocks of one launch store their shares of the terms of the same sums, in device memory: gridDim.z
/// shares of each of gridDim.x tiles of sums. Null where there is one share.
template <class T>
struct term_shares {
  static constexpr int tile = 64 * 64;

  T* sums;
  unsigned* finished;  // of each tile, how many shares are done; 0 before the launch and after it
};

/// Combines the values of all threads of the grid, each of which calls it once, and *out.result, which gets
/// the result when the kernel ends. The block that ends last combines the blocks' partial results, in the
/// order of their numbers. (The scheme of NVIDIA's threadFenceReduction sample, with a fixed order.)
template <class Op, class T>
__device__ void grid_reduce(Op op, T value, partials<T> out) {
  __shared__ bool isLast;
  const unsigned thread = thread_number();
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  value = block_reduce(op, value);
  if (thread == 0) {
    out.values[block] = value;
    __threadfence();
    isLast = atomicAdd(out.finished, 1u) == blocks - 1;
  }
  __syncthreads();
  const bool combines = isLast;
  __syncthreads();  // isLast may be used again
  if (!combines) return;
  __threadfence();
  T total = Op::template identity<T>();
  for (unsigned k = thread; k < blocks; k += threads_per_block()) total = op(total, out.values[k]);
  total = block_reduce(op, total);
  if (thread == 0) {
    *out.result = op(*out.result, total);
    *out.finished = 0;
  }
}

}  // namespace appyl::cuda
