// Updates of one element by many threads.
#pragma once

#include <appyl/cuda/reduce.hpp>

#include <cstring>
#include <type_traits>

namespace appyl::cuda {

namespace detail {

template <class T>
struct identity_type {
  using type = T;
};

/// The unsigned integer that an atomic exchange of T works on. Bytes and half words are changed with the word
/// around them.
template <std::size_t Bytes>
using word = std::conditional_t<(Bytes > 4), unsigned long long, unsigned>;

template <class T>
constexpr bool has_native_sum =
    std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, float> ||
    std::is_same_v<T, double> || (std::is_integral_v<T> && sizeof(T) == 8);

}  // namespace detail

/// `target = change(target)`, undivided: `change` may be called several times. T has at most 8 bytes.
template <class T, class Change>
__device__ void atomic_update(T& target, Change change) {
  static_assert(sizeof(T) <= 8, "the device changes at most 8 bytes at a time");
#ifdef APPYL_CUDA_EMULATED
  emulation::atomically(&target, [&](T old) { return static_cast<T>(change(old)); });
#else
  using Word = detail::word<sizeof(T)>;
  const std::size_t offset = reinterpret_cast<std::size_t>(&target) % sizeof(Word);
  Word* const place = reinterpret_cast<Word*>(reinterpret_cast<char*>(&target) - offset);
  Word seen = *place, assumed;
  do {
    assumed = seen;
    Word wanted = assumed;
    T value;
    memcpy(&value, reinterpret_cast<const char*>(&assumed) + offset, sizeof(T));
    value = static_cast<T>(change(value));
    memcpy(reinterpret_cast<char*>(&wanted) + offset, &value, sizeof(T));
    seen = atomicCAS(place, assumed, wanted);
  } while (seen != assumed);
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

}  // namespace appyl::cuda
