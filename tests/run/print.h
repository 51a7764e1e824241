// What the run tests share: values to compute with, and exact fingerprints of results, so that a program stays short
// and its output too. Nothing here is annotated.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

// The sizes at which a tiled loop goes wrong first: nothing, one, and around the default block.
[[maybe_unused]] static const int sizes[] = {0, 1, 2, 127, 128, 129, 300};

// Small whole numbers in [-50, 50], each a fixed function of its place.
template <class T>
void fill(T* data, std::size_t n, unsigned seed) {
  for (std::size_t i = 0; i < n; ++i) {
    unsigned x = static_cast<unsigned>(i) * 2654435761u + seed * 40503u;
    x ^= x >> 15;
    data[i] = static_cast<T>(static_cast<int>(x % 101u) - 50);
  }
}

// Positive values up to about 2, not all exact in binary.
template <class T>
void fillFraction(T* data, std::size_t n, unsigned seed) {
  for (std::size_t i = 0; i < n; ++i) {
    unsigned x = static_cast<unsigned>(i) * 2246822519u + seed * 3266489917u;
    x ^= x >> 13;
    data[i] = static_cast<T>((x % 1000u) / static_cast<T>(500) + static_cast<T>(0.01));
  }
}

// A hash over all bytes, so that one wrong bit in one element shows, and the ends for the eye.
template <class T>
void print(const char* what, const T* data, std::size_t n) {
  std::uint64_t hash = 1469598103934665603u;
  for (std::size_t i = 0; i < n; ++i) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, data + i, sizeof(T));
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211u;
  }
  std::printf("%s n=%zu hash=%016llx", what, n, static_cast<unsigned long long>(hash));
  if (n > 0) std::printf(" first=%a last=%a", static_cast<double>(data[0]), static_cast<double>(data[n - 1]));
  std::printf("\n");
}
