// IEEE 754 binary16 in the place of `_Float16`, of which nvcc makes no code for the device. Each operation
// rounds its result once; operations with a float or a double are theirs, as for the compiler's type.
#pragma once

#include <appyl/cuda/error.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace appyl::cuda {

class float16 {
 public:
  float16() = default;
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  __host__ __device__ float16(T value) : bits(rounded(value)) {}
  template <class T, std::enable_if_t<std::is_enum_v<T> && std::is_convertible_v<T, int>, int> = 0>
  __host__ __device__ float16(T value) : float16(+value) {}

  __host__ __device__ operator float() const {
#ifdef __CUDA_ARCH__
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    const std::uint32_t sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00) return from_bits(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
    if (magnitude < 0x400)
      return (sign ? -1.0f : 1.0f) * static_cast<float>(magnitude) * 0x1p-24f;  // subnormal
    return from_bits(sign | ((magnitude << 13) + 0x38000000));
#endif
  }

  __host__ __device__ float16 operator+() const { return *this; }
  __host__ __device__ float16 operator-() const {
    float16 negated = *this;
    negated.bits ^= 0x8000;
    return negated;
  }

 private:
  std::uint16_t bits;

  static float from_bits(std::uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  /// To the nearest, to even where two are as near.
  template <class T>
  __host__ __device__ static std::uint16_t rounded(T value) {
#ifdef __CUDA_ARCH__
    std::uint16_t bits;
    if constexpr (std::is_same_v<T, double>)
      asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
    else if constexpr (std::is_floating_point_v<T>)
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(static_cast<float>(value)));
    else
      asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(static_cast<double>(value)));
    return bits;
#else
    // Multiples of the distance between neighbours, exact in a double; `nearbyint` rounds them as the machine
    // does.
    const double number = static_cast<double>(value), magnitude = number < 0 ? -number : number;
    std::uint64_t all;
    std::memcpy(&all, &number, sizeof all);
    const auto sign = static_cast<std::uint16_t>(all >> 48 & 0x8000);
    if (number != number) return static_cast<std::uint16_t>(sign | 0x7e00);
    if (magnitude >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00);
    // Adding this and taking it away again rounds to multiples of 2^exponent, of which the sum has no finer
    // ones.
    int exponent = static_cast<int>(all >> 52 & 0x7ff) - 1023 - 10;
    if (exponent < -24) exponent = -24;
    std::uint64_t power = static_cast<std::uint64_t>(exponent + 52 + 1023) << 52;
    double shift;
    std::memcpy(&shift, &power, sizeof shift);
    volatile const double sum = magnitude + shift;
    const double near = sum - shift;
    std::memcpy(&all, &near, sizeof all);
    if (near == 0) return sign;
    const int scale = static_cast<int>(all >> 52 & 0x7ff) - 1023;
    if (scale < -14) return static_cast<std::uint16_t>(sign | static_cast<int>(near * 0x1p24));
    return static_cast<std::uint16_t>(sign | (scale + 15) << 10 | (all >> 42 & 0x3ff));
#endif
  }
};

// What a result is: a float or double if one operand is, otherwise a float16.
#define APPYL_FLOAT16(op)                                                \
  __host__ __device__ inline float16 operator op(float16 a, float16 b) { \
    return static_cast<float>(a) op static_cast<float>(b);               \
  }                                                                      \
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0> \
  __host__ __device__ auto operator op(float16 a, T b) {                 \
    if constexpr (std::is_floating_point_v<T>)                           \
      return static_cast<T>(static_cast<float>(a)) op b;                 \
    else                                                                 \
      return a op float16(b);                                            \
  }                                                                      \
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0> \
  __host__ __device__ auto operator op(T a, float16 b) {                 \
    if constexpr (std::is_floating_point_v<T>)                           \
      return a op static_cast<T>(static_cast<float>(b));                 \
    else                                                                 \
      return float16(a) op b;                                            \
  }                                                                      \
  template <class T>                                                     \
  __host__ __device__ float16& operator op##=(float16& a, T b) {         \
    return a = static_cast<float16>(a op b);                             \
  }                                                                      \
  template <class A, std::enable_if_t<std::is_arithmetic_v<A>, int> = 0> \
  __host__ __device__ A& operator op##=(A& a, float16 b) {               \
    return a = static_cast<A>(a op b);                                   \
  }
APPYL_FLOAT16(+)
APPYL_FLOAT16(-)
APPYL_FLOAT16(*)
APPYL_FLOAT16(/)
#undef APPYL_FLOAT16

__host__ __device__ inline float16& operator++(float16& a) { return a += 1; }
__host__ __device__ inline float16& operator--(float16& a) { return a -= 1; }
__host__ __device__ inline float16 operator++(float16& a, int) {
  const float16 before = a;
  ++a;
  return before;
}
__host__ __device__ inline float16 operator--(float16& a, int) {
  const float16 before = a;
  --a;
  return before;
}

}  // namespace appyl::cuda
