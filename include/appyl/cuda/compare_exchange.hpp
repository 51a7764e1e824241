// A change of one element in device memory that no other thread divides.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace appyl::cuda {

/// `target = change(target)`, undivided: `change` may be called several times. Returns the value from before.
/// T has at most 8 bytes; bytes and half words are changed with the word around them.
template <class T, class Change>
__device__ T compare_exchange(T& target, Change change) {
  static_assert(sizeof(T) <= 8, "the device changes at most 8 bytes at a time");
  using Word = std::conditional_t<(sizeof(T) > 4), unsigned long long, unsigned>;
  const std::size_t offset = reinterpret_cast<std::size_t>(&target) % sizeof(Word);
  Word* const place = reinterpret_cast<Word*>(reinterpret_cast<char*>(&target) - offset);
  Word seen = *place, assumed;
  T before;
  do {
    assumed = seen;
    Word wanted = assumed;
    memcpy(&before, reinterpret_cast<const char*>(&assumed) + offset, sizeof(T));
    const T value = static_cast<T>(change(before));
    memcpy(reinterpret_cast<char*>(&wanted) + offset, &value, sizeof(T));
    seen = atomicCAS(place, assumed, wanted);
  } while (seen != assumed);
  return before;
}

}  // namespace appyl::cuda
