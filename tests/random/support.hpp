// What the generated programs share with their generator: the contents of arrays before a call, and the
// bitwise comparison of what two versions of a function left in them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "particle.h"

namespace random_programs {

inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The first entry of a row of a sparse matrix whose rows have 0 to 4 entries.
inline int rowStart(int row) {
  int start = 0;
  for (int i = 0; i < row; ++i) start += static_cast<int>(mix(static_cast<std::uint64_t>(i)) % 5);
  return start;
}

// Multiples of 1/4 in [-16, 16] for floating types, whole numbers in [-50, 50] or [0, 100] for the others.
inline constexpr int integerBound = 50;
inline constexpr int realBound = 16;
inline constexpr int realFraction = 2;

using ::Particle;

// The elements of an array of any storage but a vector of vectors, one after the other.
template <class T>
struct Elements {
  T* data;
  std::size_t size;
};
template <class T, class Array>
Elements<T> elements(Array& array) {
  return {reinterpret_cast<T*>(&array), sizeof array / sizeof(T)};
}
template <class T>
Elements<T> elements(std::vector<T>& array) {
  return {array.data(), array.size()};
}

template <class T>
void fillValue(T& x, std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<T>)
    x = static_cast<T>(static_cast<int>(bits % (8 * realBound + 1)) - 4 * realBound) / 4;
  else if constexpr (std::is_signed_v<T>)
    x = static_cast<T>(static_cast<int>(bits % (2 * integerBound + 1)) - integerBound);
  else
    x = static_cast<T>(bits % (2 * integerBound + 1));
}
inline void fillValue(Particle& x, std::uint64_t bits) {
  fillValue(x.x, bits), fillValue(x.y, mix(bits)), fillValue(x.kind, mix(bits + 1)),
      fillValue(x.hits, mix(bits + 2));
}

template <class T>
void fillValues(Elements<T> array, std::uint64_t seed) {
  for (std::size_t i = 0; i < array.size; ++i) fillValue(array.data[i], mix(seed + i));
}

template <class T>
void fillPlaces(Elements<T> array, std::uint64_t seed, unsigned limit) {
  for (std::size_t i = 0; i < array.size; ++i) array.data[i] = static_cast<T>(mix(seed + i) % limit);
}

template <class T>
void fillPermutation(Elements<T> array, std::uint64_t seed) {
  for (std::size_t i = 0; i < array.size; ++i) array.data[i] = static_cast<T>(i);
  for (std::size_t i = array.size; i > 1; --i) std::swap(array.data[i - 1], array.data[mix(seed + i) % i]);
}

template <class T>
void fillRowStarts(Elements<T> array) {
  for (std::size_t i = 0; i < array.size; ++i) array.data[i] = static_cast<T>(rowStart(static_cast<int>(i)));
}

inline long atCall(int call, long first, long second, long third) {
  return call == 0 ? first : call == 1 ? second : third;
}

// Whether what runs stops before it leaves an array.
inline bool rangesAreWatched() { return std::getenv("APPYL_RANGES") != nullptr; }
// Elements that the original of a loop that is too long may touch.
inline constexpr std::size_t beyond = 100000;

// So that what is past `size` is no memory of the array.
template <class T>
void shorten(std::vector<T>& array, std::size_t size) {
  array.resize(size);
  array.shrink_to_fit();
}

// Whether a view has the element, and the element itself, without which no loop over a grid's programs is
// right.
template <class View, class... Index>
bool isInside(const View& array, Index... index) {
  std::size_t d = 0;
  return (... &&
          (static_cast<long>(index) >= 0 && static_cast<long>(index) < static_cast<long>(array.extent(d++))));
}
template <class View, class... Index>
decltype(auto) element(const View& array, Index... index) {
  if (!isInside(array, index...)) {
    std::fprintf(stderr, "error: the generator's mistake: an element outside of its array\n");
    std::abort();
  }
  return array(index...);
}

template <class T>
bool equal(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}
template <class T>
double shown(const T& x) {
  return static_cast<double>(x);
}
inline double shown(const Particle& x) { return x.x + x.y + x.kind + x.hits; }

// Prints all elements.
template <class T>
void show(const char* name, Elements<T> array) {
  std::printf("%s:", name);
  for (std::size_t i = 0; i < array.size; ++i) std::printf(" %.17g", shown(array.data[i]));
  std::printf("\n");
}

// Tells the first element in which the arrays differ.
template <class T>
void compare(const char* function, int call, const char* name, Elements<T> expected, Elements<T> actual) {
  for (std::size_t i = 0; i < expected.size && i < actual.size; ++i)
    if (!equal(expected.data[i], actual.data[i])) {
      std::printf("differs %s call %d: element %zu of %s is %.17g instead of %.17g\n", function, call, i,
                  name, shown(actual.data[i]), shown(expected.data[i]));
      return;
    }
}

}  // namespace random_programs
