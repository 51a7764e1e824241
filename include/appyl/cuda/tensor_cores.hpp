// Products on tensor cores, by the 32 threads of a warp together. The fragments are those of the PTX ISA,
// "Warp Level Matrix Multiply-Accumulate Instructions" (mma.sync, ldmatrix), of sm_80 and up:
//
//   D (16 x 8) += A (16 x terms) B (terms x 8)
//
// A thread with number `lane` in its warp, group = lane / 4 and member = lane % 4, has of A the words (group,
// member), (group + 8, member), (group, member + 4), (group + 8, member + 4), of B (member, group), (member +
// 4, group), and of D the elements (group, 2 member), (group, 2 member + 1), and both 8 rows further down. A
// word holds one term, or two neighbours of 2 bytes.
#pragma once

#include <appyl/cuda/staging.hpp>
#include <appyl/half.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(APPYL_CUDA_EMULATED) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define APPYL_TENSOR_CORES 1
#else
#define APPYL_TENSOR_CORES 0
#endif

namespace appyl::cuda {

/// A float of which 10 binary digits behind the first are multiplied; the sums are floats.
struct tf32;

namespace detail {

/// What tensor cores multiply: half, bfloat16, tf32, double. `element` is what lies in memory; `terms` of
/// them go into one product.
template <class Number>
struct tensor_number {
  static constexpr bool exists = false;
};
struct tensor_number_of_2_bytes {
  static constexpr bool exists = true;
  static constexpr int terms = 16;
  using word = std::uint32_t;
  using sum = float;
};
template <>
struct tensor_number<half> : tensor_number_of_2_bytes {
  using element = half;
};
template <>
struct tensor_number<bfloat16> : tensor_number_of_2_bytes {
  using element = bfloat16;
};
template <>
struct tensor_number<tf32> {
  static constexpr bool exists = true;
  static constexpr int terms = 8;
  using element = float;
  using word = float;
  using sum = float;
};
template <>
struct tensor_number<double> {
  static constexpr bool exists = true;
  static constexpr int terms = 8;
  using element = double;
  using word = double;
  using sum = double;
};

#ifdef APPYL_CUDA_EMULATED

/// The values that all lanes of the warp pass, of at most 16 bytes, from the `Count` lanes from `first` on
/// that have passed one.
template <class T, unsigned Count>
struct of_lanes {
  T values[Count];

  [[gnu::no_sanitize_address]] explicit of_lanes(
      const T& mine, unsigned first = 0,
      const std::source_location& where = std::source_location::current()) {
    emulation::Block& block = *emulation::Block::current();
    block.exchange(0xffffffffu, emulation::Payload::of(mine), where);
    for (unsigned k = 0; k < Count; ++k) values[k] = block.given(first + k)->template as<T>();
  }
};

/// Rounded to the nearest, away from 0 where two are as near.
inline float as_tf32(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7f800000) != 0x7f800000) bits = (bits + 0x1000) & ~std::uint32_t(0x1fff);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Number>
[[gnu::no_sanitize_address]] void multiply_on_tensor_cores(typename tensor_number<Number>::sum (&d)[4],
                                                           const typename tensor_number<Number>::word (&a)[4],
                                                           typename tensor_number<Number>::word b_low,
                                                           typename tensor_number<Number>::word b_high) {
  using number = tensor_number<Number>;
  using word = typename number::word;
  using sum = typename number::sum;
  constexpr int each = number::terms / 8;  // in a word
  struct pair {
    sum terms[2][each];  // of each word

    [[gnu::no_sanitize_address]] pair(const word& first, const word& second) {
      const word words[2] = {first, second};
      typename number::element elements[2 * each];
      std::memcpy(static_cast<void*>(elements), words, sizeof elements);
      for (int q = 0; q < 2 * each; ++q)
        if constexpr (std::is_same_v<Number, tf32>)
          terms[q / each][q % each] = as_tf32(elements[q]);
        else
          terms[q / each][q % each] = static_cast<sum>(elements[q]);
    }
    pair() {}
  };
  const unsigned lane = emulation::Block::current()->lane(), group = lane / 4, member = lane % 4;
  const of_lanes<pair, 4> a_low({a[0], a[1]}, group * 4), a_high({a[2], a[3]}, group * 4);
  const of_lanes<pair, 8> b({b_low, b_high}, member * 8);
  for (unsigned r = 0; r < 4; ++r)
    for (unsigned k = 0; k < 8; ++k) {
      const auto& left = (k < 4 ? a_low : a_high).values[k % 4].terms[r / 2];
      const auto& right = b.values[r % 2 * 4 + k % 4].terms[k / 4];
      for (int q = 0; q < each; ++q) d[r] += left[q] * right[q];
    }
}

/// Four matrices of 8 rows of 16 bytes; lane 8 m + r gives the address of row r of matrix m.
template <bool IsTransposed>
void load_matrices(std::uint32_t (&words)[4], const void* row) {
  const of_lanes<const void*, 32> rows(row);
  const unsigned lane = emulation::Block::current()->lane();
  for (unsigned m = 0; m < 4; ++m)
    for (unsigned q = 0; q < 2; ++q) {
      const unsigned i = IsTransposed ? lane % 4 * 2 + q : lane / 4,
                     j = IsTransposed ? lane / 4 : lane % 4 * 2 + q;
      std::memcpy(reinterpret_cast<char*>(&words[m]) + 2 * q,
                  static_cast<const char*>(rows.values[8 * m + i]) + 2 * j, 2);
    }
}

#else

template <class Number>
__device__ void multiply_on_tensor_cores(typename tensor_number<Number>::sum (&d)[4],
                                         const typename tensor_number<Number>::word (&a)[4],
                                         typename tensor_number<Number>::word b_low,
                                         typename tensor_number<Number>::word b_high) {
#if APPYL_TENSOR_CORES && defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Number, half>) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b_low), "r"(b_high));
  } else if constexpr (std::is_same_v<Number, bfloat16>) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b_low), "r"(b_high));
  } else if constexpr (std::is_same_v<Number, tf32>) {
    // The device ignores the bits behind the 10 digits. (cvt.rna.tf32 would do the same, a few at a time.)
    const auto rounded = [](float value) {
      const unsigned bits = __float_as_uint(value);
      return fabsf(value) < HUGE_VALF ? bits + 0x1000 : bits;
    };
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(rounded(a[0])), "r"(rounded(a[1])), "r"(rounded(a[2])), "r"(rounded(a[3])), "r"(rounded(b_low)),
          "r"(rounded(b_high)));
  } else {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b_low), "d"(b_high));
#else
    const auto quarter = [](double& first, double& second, double left, double right) {
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                   : "+d"(first), "+d"(second)
                   : "d"(left), "d"(right));
    };
    quarter(d[0], d[1], a[0], b_low), quarter(d[2], d[3], a[1], b_low);
    quarter(d[0], d[1], a[2], b_high), quarter(d[2], d[3], a[3], b_high);
#endif
  }
#else
  (void)d, (void)a, (void)b_low, (void)b_high;
#endif
}

/// Four matrices of 8 rows of 16 bytes; lane 8 m + r gives the address of row r of matrix m.
template <bool IsTransposed>
__device__ void load_matrices(std::uint32_t (&words)[4], const void* row) {
#if defined(__CUDA_ARCH__) && APPYL_TENSOR_CORES
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (IsTransposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(address)
                 : "memory");
#else
  (void)words, (void)row;
#endif
}

#endif

}  // namespace detail
}  // namespace appyl::cuda
