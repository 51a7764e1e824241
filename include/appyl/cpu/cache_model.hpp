// How much of A, B and C is worked on at a time, from the sizes of the caches: the analytical model of Low,
// Igual, Smith and Quintana-Orti, "Analytical Modeling Is Enough for High-Performance BLIS" (ACM TOMS 43(2),
// 2016).
#pragma once

#include <appyl/cpu/vectors.hpp>

// The caches that the model assumes may be set on the command line: bytes and ways of the first and second
// level, and of what one thread may fill of the last. Half of a second level of 1 or 2 MB is assumed: the
// other hardware thread of the core has work, too, and pages of 4 KB don't fill it evenly. Zen 4 and 5 (Zen 3
// with AVX-512 to compilers that don't know them) take slivers of B from the second level as fast as they can
// use them: two or three times their first level, all of the second and a quarter of the last are 8 to 17 %
// faster on Zen 4, 2 to 3 % on Zen 5.
#if defined(__AVX512F__) && (defined(__znver3__) || defined(__znver4__) || defined(__znver5__))
#ifndef APPYL_L1_BYTES
#define APPYL_L1_BYTES 98304
#endif
#ifndef APPYL_L2_BYTES
#define APPYL_L2_BYTES 1048576
#endif
#ifndef APPYL_L3_BYTES
#define APPYL_L3_BYTES 8388608
#endif
#endif
#ifndef APPYL_L1_BYTES
#if defined(__AVX512F__) && !defined(__skylake_avx512__) && !defined(__cascadelake__)
#define APPYL_L1_BYTES 49152
#else
#define APPYL_L1_BYTES 32768
#endif
#endif
#ifndef APPYL_L1_WAYS
#define APPYL_L1_WAYS (APPYL_L1_BYTES / 4096)
#endif
#ifndef APPYL_L2_BYTES
#if defined(__AVX512F__)
#define APPYL_L2_BYTES 524288
#else
#define APPYL_L2_BYTES 262144
#endif
#endif
#ifndef APPYL_L2_WAYS
#define APPYL_L2_WAYS 8
#endif
#ifndef APPYL_L3_BYTES
#define APPYL_L3_BYTES 2097152
#endif
#ifndef APPYL_L3_WAYS
#define APPYL_L3_WAYS 16
#endif

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {
namespace detail {

struct cache {
  std::ptrdiff_t bytes, ways;

  constexpr std::ptrdiff_t way() const { return bytes / ways; }
  /// The ways that an array fills.
  constexpr std::ptrdiff_t ways_of(std::ptrdiff_t size) const { return (size + way() - 1) / way(); }
};
inline constexpr cache first_level{APPYL_L1_BYTES, APPYL_L1_WAYS};
inline constexpr cache second_level{APPYL_L2_BYTES, APPYL_L2_WAYS};
inline constexpr cache last_level{APPYL_L3_BYTES, APPYL_L3_WAYS};

/// The largest blocks: `depth` products are added to an element of C before the next element's turn (kc in
/// the paper), `rows` of A are packed for them (mc), and `columns` of B (nc); where B has more of them,
/// `part` at a time.
struct block_sizes {
  std::ptrdiff_t depth, rows, columns, part;
};

/// A tile of C has `rows` x `columns` elements of `size` bytes.
constexpr block_sizes model_blocks(std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t size) {
  // First level: a panel of B stays, panels of A stream through, and one way is left to C.
  // (Whole ways for A and B, as in the paper, would leave a third of it empty for wide tiles.)
  const std::ptrdiff_t depth = (first_level.bytes - first_level.way()) / ((rows + columns) * size);
  // Second level: the block of A stays; a panel of B and C pass.
  const std::ptrdiff_t waysOfPanel = second_level.ways_of(columns * depth * size);
  const std::ptrdiff_t blockRows =
      (second_level.ways - 1 - waysOfPanel) * second_level.way() / (depth * size);
  // Last level: B stays, if all of its columns do; the block of A and C pass.
  const std::ptrdiff_t waysOfBlock = last_level.ways_of(blockRows * depth * size);
  const std::ptrdiff_t blockColumns = (last_level.ways - 1 - waysOfBlock) * last_level.way() / (depth * size);
  // Otherwise as much of B as the second level holds beside A, which is packed once more for each part: other
  // programs and cores use the last level, too. Measured: 5 to 10 % of the time of a product of 2048 x 2048
  // matrices.
  const std::ptrdiff_t part = second_level.bytes / (depth * size);
  const auto whole = [](std::ptrdiff_t most, std::ptrdiff_t panel) { return most / panel * panel; };
  return {depth, whole(blockRows, rows), whole(blockColumns, columns), whole(part, columns)};
}

template <class T>
inline constexpr block_sizes blocks = model_blocks(most_rows<T>, most_vectors* lanes<T>,
                                                   static_cast<std::ptrdiff_t>(sizeof(T)));

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
