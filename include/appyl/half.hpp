// 2-byte floating-point types: `half`, IEEE 754 binary16, and `bfloat16`, the upper half of a float. Where
// the compiler or CUDA has such a type it is theirs. Arithmetic of the types here is that of float.
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

namespace appyl {

namespace detail {

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Rounds to the nearest, to even where two are as near.
inline std::uint16_t bfloat16_bits(float value) {
  const std::uint32_t bits = bits_of(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<std::uint16_t>(bits >> 16 | 0x40);  // stays NaN
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline std::uint16_t half_bits(float value) {
  const std::uint32_t bits = bits_of(value), magnitude = bits & 0x7fffffff;
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
  if (magnitude > 0x7f800000) return static_cast<std::uint16_t>(sign | 0x7e00);   // NaN
  if (magnitude >= 0x477ff000) return static_cast<std::uint16_t>(sign | 0x7c00);  // rounds to infinity
  if (magnitude < 0x38800000) {
    // Subnormal: adding 0.5 shifts the bits into place, rounded.
    const float shifted = float_of(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (bits_of(shifted) - bits_of(0.5f)));
  }
  const std::uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1) - 0x38000000;
  return static_cast<std::uint16_t>(sign | rounded >> 13);
}

inline float float_of_half(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16, magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00) return float_of(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
  if (magnitude < 0x400)
    return float_of(sign | bits_of(static_cast<float>(magnitude) * 0x1p-24f));  // subnormal
  return float_of(sign | ((magnitude << 13) + 0x38000000));
}

}  // namespace detail

#if defined(__CUDACC__)
using half = __half;
using bfloat16 = __nv_bfloat16;
#else

// g++ before 13 defines the macro for ARM, where only C has the type.
#if defined(__FLT16_MAX__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
using half = _Float16;
#else
class half {
 public:
  half() = default;
  template <class T>
  half(T value) : bits(detail::half_bits(static_cast<float>(value))) {}
  operator float() const { return detail::float_of_half(bits); }
  half& operator+=(float value) { return *this = static_cast<float>(*this) + value; }
  half& operator-=(float value) { return *this = static_cast<float>(*this) - value; }
  half& operator*=(float value) { return *this = static_cast<float>(*this) * value; }
  half& operator/=(float value) { return *this = static_cast<float>(*this) / value; }

 private:
  std::uint16_t bits;
};
#endif

class bfloat16 {
 public:
  bfloat16() = default;
  template <class T>
  bfloat16(T value) : bits(detail::bfloat16_bits(static_cast<float>(value))) {}
  operator float() const { return detail::float_of(static_cast<std::uint32_t>(bits) << 16); }
  bfloat16& operator+=(float value) { return *this = static_cast<float>(*this) + value; }
  bfloat16& operator-=(float value) { return *this = static_cast<float>(*this) - value; }
  bfloat16& operator*=(float value) { return *this = static_cast<float>(*this) * value; }
  bfloat16& operator/=(float value) { return *this = static_cast<float>(*this) / value; }

 private:
  std::uint16_t bits;
};
#endif

}  // namespace appyl
