// What a kernel calls: barriers, warp shuffles and votes, atomics.
#pragma once

#include <appyl/cuda/emulation/block.hpp>

#include <atomic>
#include <cmath>
#include <type_traits>

namespace appyl::cuda::emulation {

/// Of the block that runs on this CPU thread.
inline std::vector<unsigned char>& dynamicShared() {
  static thread_local std::vector<unsigned char> memory;
  return memory;
}

/// A value of the lane `source` of the caller's segment of `width` lanes; the caller's own where that is no
/// lane.
template <class T>
T shuffle(unsigned mask, T value, unsigned source, bool exists, const std::source_location& where) {
  static_assert(std::is_trivially_copyable_v<T>);
  Block& block = *Block::current();
  block.exchange(mask, Payload::of(value), where);
  const Payload* const given = exists ? block.given(source) : nullptr;
  return given ? given->as<T>() : value;
}

/// `change(old)` in place of *target, whatever its type; returns the old value.
template <class T, class Change>
T atomically(T* target, Change change) {
  std::atomic_ref<T> place(*target);
  T old = place.load(std::memory_order_relaxed);
  while (!place.compare_exchange_weak(old, change(old), std::memory_order_relaxed)) {
  }
  return old;
}

template <class T>
using Same = std::type_identity_t<T>;

}  // namespace appyl::cuda::emulation

// CUDA's, which are in each file: an `all` by `using namespace appyl` alone is ambiguous there.
bool all(bool);
bool any(bool);

inline void __syncthreads(const std::source_location where = std::source_location::current()) {
  appyl::cuda::emulation::Block::current()->barrier(false, where);
}
inline int __syncthreads_count(int predicate,
                               const std::source_location where = std::source_location::current()) {
  return appyl::cuda::emulation::Block::current()->barrier(predicate != 0, where);
}
inline int __syncthreads_or(int predicate,
                            const std::source_location where = std::source_location::current()) {
  return __syncthreads_count(predicate, where) != 0;
}
inline int __syncthreads_and(int predicate,
                             const std::source_location where = std::source_location::current()) {
  return __syncthreads_count(predicate == 0, where) == 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu,
                       const std::source_location where = std::source_location::current()) {
  appyl::cuda::emulation::Block::current()->exchange(mask, {}, where);
}
inline unsigned __activemask() { return appyl::cuda::emulation::Block::current()->activeLanes(); }
inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __threadfence_block() {}
inline void __threadfence_system() { __threadfence(); }

template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32,
              const std::source_location where = std::source_location::current()) {
  const unsigned self = appyl::cuda::emulation::Block::current()->lane(), w = static_cast<unsigned>(width);
  return appyl::cuda::emulation::shuffle(mask, value, self / w * w + static_cast<unsigned>(lane) % w, true,
                                         where);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = 32,
                   const std::source_location where = std::source_location::current()) {
  const unsigned self = appyl::cuda::emulation::Block::current()->lane(), w = static_cast<unsigned>(width);
  return appyl::cuda::emulation::shuffle(mask, value, self + distance, self % w + distance < w, where);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = 32,
                 const std::source_location where = std::source_location::current()) {
  const unsigned self = appyl::cuda::emulation::Block::current()->lane(), w = static_cast<unsigned>(width);
  return appyl::cuda::emulation::shuffle(mask, value, self - distance, self % w >= distance, where);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32,
                  const std::source_location where = std::source_location::current()) {
  const unsigned self = appyl::cuda::emulation::Block::current()->lane(), w = static_cast<unsigned>(width);
  const unsigned source = self ^ static_cast<unsigned>(bits);
  return appyl::cuda::emulation::shuffle(mask, value, source, source / w <= self / w, where);
}

inline unsigned __ballot_sync(unsigned mask, int predicate,
                              const std::source_location where = std::source_location::current()) {
  using namespace appyl::cuda::emulation;
  Block& block = *Block::current();
  block.exchange(mask, Payload::of(predicate != 0), where);
  unsigned votes = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (const Payload* given = block.given(lane); given && given->as<bool>()) votes |= 1u << lane;
  return votes;
}
inline int __any_sync(unsigned mask, int predicate,
                      const std::source_location where = std::source_location::current()) {
  return __ballot_sync(mask, predicate, where) != 0;
}
inline int __all_sync(unsigned mask, int predicate,
                      const std::source_location where = std::source_location::current()) {
  return __ballot_sync(mask, predicate == 0, where) == 0;
}

#define APPYL_EMULATED_ATOMIC(name, expression)                                                \
  template <class T>                                                                           \
  T name(T* target, appyl::cuda::emulation::Same<T> value) {                                   \
    return appyl::cuda::emulation::atomically(target, [&](T old) -> T { return expression; }); \
  }
APPYL_EMULATED_ATOMIC(atomicAdd, static_cast<T>(old + value))
APPYL_EMULATED_ATOMIC(atomicSub, static_cast<T>(old - value))
APPYL_EMULATED_ATOMIC(atomicMin, value < old ? value : old)
APPYL_EMULATED_ATOMIC(atomicMax, old < value ? value : old)
APPYL_EMULATED_ATOMIC(atomicAnd, old& value)
APPYL_EMULATED_ATOMIC(atomicOr, old | value)
APPYL_EMULATED_ATOMIC(atomicXor, old ^ value)
APPYL_EMULATED_ATOMIC(atomicExch, ((void)old, value))
#undef APPYL_EMULATED_ATOMIC

inline unsigned atomicInc(unsigned* target, unsigned last) {
  return appyl::cuda::emulation::atomically(target, [&](unsigned old) { return old >= last ? 0 : old + 1; });
}
template <class T>
T atomicCAS(T* target, appyl::cuda::emulation::Same<T> expected, appyl::cuda::emulation::Same<T> value) {
  std::atomic_ref<T>(*target).compare_exchange_strong(expected, value);
  return expected;
}

template <class T>
T __ldg(const T* address) {
  return *address;
}
