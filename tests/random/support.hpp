// What the generated programs share with their generator: the contents of arrays before a call, and the bitwise
// comparison of what two versions of a function left in them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

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

// The struct of arrays of structs.
struct Particle {
  double x, y;
  int kind, hits;
  template <class Visit>
  void eachField(const Visit& visit) {
    visit(x), visit(y), visit(kind), visit(hits);
  }
  template <class Visit>
  void eachField(const Visit& visit) const {
    visit(x), visit(y), visit(kind), visit(hits);
  }
};

// The scalars in `x`, in the order of memory.
template <class T, class Visit>
void eachScalar(T& x, const Visit& visit) {
  if constexpr (std::is_arithmetic_v<T>)
    visit(x);
  else if constexpr (requires { x.eachField(visit); })
    x.eachField(visit);
  else
    for (auto& element : x) eachScalar(element, visit);
}

template <class T>
void fillValues(T& array, std::uint64_t seed) {
  std::uint64_t n = 0;
  eachScalar(array, [&](auto& x) {
    using Scalar = std::remove_reference_t<decltype(x)>;
    const std::uint64_t bits = mix(seed + ++n);
    if constexpr (std::is_floating_point_v<Scalar>)
      x = static_cast<Scalar>(static_cast<int>(bits % (8 * realBound + 1)) - 4 * realBound) / 4;
    else if constexpr (std::is_signed_v<Scalar>)
      x = static_cast<Scalar>(static_cast<int>(bits % (2 * integerBound + 1)) - integerBound);
    else
      x = static_cast<Scalar>(bits % (2 * integerBound + 1));
  });
}

template <class T>
void fillPlaces(T& array, std::uint64_t seed, int limit) {
  std::uint64_t n = 0;
  eachScalar(array, [&](auto& x) {
    x = static_cast<std::remove_reference_t<decltype(x)>>(mix(seed + ++n) % static_cast<std::uint64_t>(limit));
  });
}

template <class T>
void fillPermutation(T& array, std::uint64_t seed) {
  std::vector<int> order;
  eachScalar(array, [&](auto&) { order.push_back(static_cast<int>(order.size())); });
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[mix(seed + i) % i]);
  std::size_t n = 0;
  eachScalar(array, [&](auto& x) { x = static_cast<std::remove_reference_t<decltype(x)>>(order[n++]); });
}

template <class T>
void fillRowStarts(T& array) {
  int row = 0;
  eachScalar(array, [&](auto& x) { x = static_cast<std::remove_reference_t<decltype(x)>>(rowStart(row++)); });
}

inline long atCall(int call, long first, long second, long third) { return call == 0 ? first : call == 1 ? second : third; }

// Tells the first scalar in which the arrays differ.
template <class T>
bool same(const char* function, int call, const char* name, const T& expected, const T& actual) {
  std::vector<double> values;
  std::vector<std::uint64_t> bits;
  const auto image = [](auto x) {
    std::uint64_t result = 0;
    std::memcpy(&result, &x, sizeof x);
    return result;
  };
  eachScalar(expected, [&](const auto& x) {
    values.push_back(static_cast<double>(x));
    bits.push_back(image(x));
  });
  std::size_t n = 0;
  bool equal = true;
  eachScalar(actual, [&](const auto& x) {
    if (equal && bits[n] != image(x)) {
      equal = false;
      std::printf("differs %s call %d: scalar %zu of %s is %.17g instead of %.17g\n", function, call, n, name,
                  static_cast<double>(x), values[n]);
    }
    ++n;
  });
  return equal;
}

}  // namespace random_programs
