// std::complex in kernels. nvcc takes the library's arithmetic, which is made of the compiler's own complex
// numbers, and makes no code of it at all; these are found in its place. The host's library is left alone.
#pragma once

#include <cmath>
#include <complex>

#ifdef __CUDACC__

// Overloads that are no templates come before the library's, for every caller, since the type is std's.
#define APPYL_COMPLEX(T)                                                                                     \
  __host__ __device__ constexpr complex<T> operator+(const complex<T>& a, const complex<T>& b) {             \
    return {a.real() + b.real(), a.imag() + b.imag()};                                                       \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator+(const complex<T>& a, const T& b) {                      \
    return {a.real() + b, a.imag()};                                                                         \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator+(const T& a, const complex<T>& b) { return b + a; }      \
  __host__ __device__ constexpr complex<T> operator-(const complex<T>& a, const complex<T>& b) {             \
    return {a.real() - b.real(), a.imag() - b.imag()};                                                       \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator-(const complex<T>& a, const T& b) {                      \
    return {a.real() - b, a.imag()};                                                                         \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator-(const T& a, const complex<T>& b) {                      \
    return {a - b.real(), -b.imag()};                                                                        \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator-(const complex<T>& a) { return {-a.real(), -a.imag()}; } \
  __host__ __device__ constexpr complex<T> conj(const complex<T>& a) { return {a.real(), -a.imag()}; }       \
  __host__ __device__ constexpr T norm(const complex<T>& a) {                                                \
    return a.real() * a.real() + a.imag() * a.imag();                                                        \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator*(const complex<T>& a, const complex<T>& b) {             \
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};           \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator*(const complex<T>& a, const T& b) {                      \
    return {a.real() * b, a.imag() * b};                                                                     \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator*(const T& a, const complex<T>& b) { return b * a; }      \
  __host__ __device__ constexpr complex<T> operator/(const complex<T>& a, const T& b) {                      \
    return {a.real() / b, a.imag() / b};                                                                     \
  }                                                                                                          \
  /* R. L. Smith, Algorithm 116: no overflow where the quotient has none. */                                 \
  __host__ __device__ constexpr complex<T> operator/(const complex<T>& a, const complex<T>& b) {             \
    const T c = b.real(), d = b.imag();                                                                      \
    if ((c < 0 ? -c : c) >= (d < 0 ? -d : d)) {                                                              \
      const T ratio = d / c, scale = c + d * ratio;                                                          \
      return {(a.real() + a.imag() * ratio) / scale, (a.imag() - a.real() * ratio) / scale};                 \
    }                                                                                                        \
    const T ratio = c / d, scale = c * ratio + d;                                                            \
    return {(a.real() * ratio + a.imag()) / scale, (a.imag() * ratio - a.real()) / scale};                   \
  }                                                                                                          \
  __host__ __device__ constexpr complex<T> operator/(const T& a, const complex<T>& b) {                      \
    return complex<T>(a) / b;                                                                                \
  }                                                                                                          \
  template <>                                                                                                \
  __host__ __device__ constexpr complex<T>& complex<T>::operator+=(const complex<T>& b) {                    \
    return *this = *this + b;                                                                                \
  }                                                                                                          \
  template <>                                                                                                \
  __host__ __device__ constexpr complex<T>& complex<T>::operator-=(const complex<T>& b) {                    \
    return *this = *this - b;                                                                                \
  }                                                                                                          \
  template <>                                                                                                \
  __host__ __device__ constexpr complex<T>& complex<T>::operator*=(const complex<T>& b) {                    \
    return *this = *this * b;                                                                                \
  }                                                                                                          \
  template <>                                                                                                \
  __host__ __device__ constexpr complex<T>& complex<T>::operator/=(const complex<T>& b) {                    \
    return *this = *this / b;                                                                                \
  }                                                                                                          \
  __host__ __device__ inline T abs(const complex<T>& z) { return ::hypot(z.real(), z.imag()); }

namespace std {
APPYL_COMPLEX(float)
APPYL_COMPLEX(double)
}  // namespace std
#undef APPYL_COMPLEX

#endif
