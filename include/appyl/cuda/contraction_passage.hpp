// How the threads of a block bring tiles of A and B into shared memory: by copies (cp.async) of 16 bytes
// where matrix and tile have the same neighbours and all is aligned, else of 4 bytes or single elements, for
// which any strides do; several tiles ahead of the one that is worked on. What is to be converted, and
// neighbours that are none in the tile, come through registers.
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/staging.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::cuda::detail {

/// What one of `Threads` threads copies of tiles of A, or of B, that follow each other along the terms.
///
/// `Tile` has extents `across` the terms and in `depth`, element (i, d) at data()[place_of(i, d)],
/// `lanes_along`, the number of neighbours along the terms that threads bring together without meeting in a
/// bank, and `has_packs`, whether neighbours in the matrix are neighbours in the tile. An element a multiple
/// of `period` rows behind another one is distance(i, d) from it. IsAlong: neighbours in the matrix lie along
/// the terms; IsContiguous: there are such neighbours, along or across.
///
/// The first tile is the one that may have fewer terms than `depth`: what follows needs no look at the end.
/// Both parts of a product are brought like this, so that the terms still meet.
template <class Tile, class T, int Threads, bool IsAlong, bool IsContiguous, class Factor = no_factor>
class passage {
  using Sum = typename Tile::element;
  static constexpr int across = Tile::across, depth = Tile::depth;
  static constexpr bool has_neighbours_along = IsAlong && IsContiguous;

 public:
  /// Copied by the device's own copies; otherwise through registers.
  static constexpr bool is_copied = std::is_same_v<T, Sum> && (Tile::has_packs || !has_neighbours_along);

 private:
  static constexpr int in_16_bytes = 16 / static_cast<int>(sizeof(T));
  static constexpr bool can_pack = is_copied && IsContiguous && Tile::has_packs;
  static constexpr int pack = can_pack                             ? in_16_bytes
                              : !is_copied && has_neighbours_along ? std::min(in_16_bytes, 4)
                                                                   : 1,
                       pair = can_pack && sizeof(T) == 2 ? 2 : 1;

  /// How the pieces of `Each` elements are distributed: over neighbouring threads, each of which has several
  /// neighbouring pieces, and several behind one another.
  template <int Each>
  struct pieces {
    static constexpr int wide = std::min(Threads, (IsAlong ? Tile::lanes_along : across) / Each),
                         inner = (IsAlong ? depth : across) / Each / wide, rows = Threads / wide,
                         outer = (IsAlong ? across : depth) / rows, count = inner * outer;
    static_assert(inner > 0 && outer > 0 && across * depth == count * Each * Threads);

    static __device__ constexpr int across_of(int q) {
      return IsAlong ? q / inner * rows : q % inner * wide * Each;
    }
    static __device__ constexpr int along_of(int q) {
      return IsAlong ? q % inner * wide * Each : q / inner * rows;
    }
    /// Are the distances from a thread's first piece to its others the same for all threads?
    static constexpr bool are_in_line = Tile::period == 1 || (inner == 1 && rows % Tile::period == 0);
  };

  const T* from;
  std::ptrdiff_t stride_inner, bytes_to_row, bytes_to_next;
  int own_across, own_along, own_element, left;  // in the tile; how many are left from there on, across
  int each;                                      // element of a copy: pack, pair or 1
  Factor factor;
  Sum values[is_copied ? 1 : pieces<1>::count];

 public:
  /// The tiles begin at `first` of `count` rows or columns across, and at term `term` of `terms`.
  __device__ passage(const T* data, std::ptrdiff_t stride_across, std::ptrdiff_t stride_along,
                     std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t term, std::ptrdiff_t terms,
                     const Factor& factor = {})
      : stride_inner(IsContiguous ? 1
                     : IsAlong    ? stride_along
                                  : stride_across),
        bytes_to_next(depth * (IsAlong ? stride_inner : stride_along) * size),
        factor(factor),
        values() {
    const auto fits = [&](int each) {
      return (IsAlong ? stride_across : stride_along) % each == 0 && (IsAlong ? terms : count) % each == 0 &&
             reinterpret_cast<std::uintptr_t>(data) % (each * sizeof(T)) == 0;
    };
    each = fits(pack) ? pack : fits(pair) ? pair : 1;
    int rows = 0;
    by_each([&](auto one) {
      using own = pieces<decltype(one)::value>;
      const int thread = static_cast<int>(threadIdx.x), inside = thread % own::wide * one;
      own_across = IsAlong ? thread / own::wide : inside;
      own_along = IsAlong ? inside : thread / own::wide;
      rows = own::rows;
    });
    own_element = anew(Tile::place_of(own_across, own_along));
    left = anew(static_cast<int>(count - first < across ? count - first : across) - own_across);
    from = data + (first + own_across) * stride_across + (term + own_along) * stride_along;
    bytes_to_row = rows * (IsAlong ? stride_across : stride_along) * size;
  }

  /// Starts to bring the next tile; nothing where it is not `wanted`. `terms` is the number of those of the
  /// first tile.
  template <bool IsFirst = false>
  __device__ void bring(Tile& to, bool wanted = true, int terms = depth) {
    by_each([&](auto one) { bring_by<decltype(one)::value, IsFirst>(to, wanted, terms); });
    from = beyond(from, IsFirst ? bytes_to_next / depth * terms : bytes_to_next);
  }

  /// Sets to 0 those elements of a tile not yet copied to which nothing will be copied: integers must not
  /// overflow, not even in sums that are discarded.
  __device__ void clear(Tile& to) const {
    if constexpr (is_copied && std::is_integral_v<Sum>)
      by_each([&](auto one) {
        using own = pieces<decltype(one)::value>;
        for (int q = 0; q < own::count; ++q)
          if (own::across_of(q) >= left)
            for (int e = 0; e < one; ++e) piece<one>(to, q)[e * step_in_piece] = 0;
      });
  }

  /// The thread's pieces of the tile become what is multiplied, after its copies have ended and before others
  /// read them.
  template <bool IsFirst = false>
  __device__ void finish(Tile& to, int terms = depth) const {
    if constexpr (!is_copied) {
      by_each([&](auto one) {
        APPYL_UNROLL
        for (int q = 0; q < pieces<one>::count; ++q) APPYL_UNROLL
        for (int e = 0; e < one; ++e) piece<one>(to, q)[e * step_in_piece] = values[q * one + e];
      });
    } else if constexpr (!std::is_same_v<Factor, no_factor>) {
      by_each([&](auto one) { scale<decltype(one)::value, IsFirst>(to, terms); });
    }
  }

 private:
  static constexpr std::ptrdiff_t size = sizeof(T);
  /// The distance in the tile of neighbours in the matrix.
  static constexpr int step_in_piece = can_pack ? 1 : Tile::distance(0, 1);

  static __device__ const T* beyond(const T* element, std::ptrdiff_t bytes) {
    return reinterpret_cast<const T*>(reinterpret_cast<const char*>(element) + bytes);
  }

  template <int Each>
  __device__ Sum* piece(Tile& tile, int q) const {
    using own = pieces<Each>;
    const int i = own::across_of(q), d = own::along_of(q);
    return tile.data() + (own::are_in_line ? own_element + Tile::distance(i, d)
                                           : Tile::place_of(anew(own_across) + i, anew(own_along) + d));
  }

  template <class Continue>
  __device__ void by_each(const Continue& go_on) const {
    if (pack > 1 && each == pack)
      go_on(std::integral_constant<int, pack>());
    else if (pair > 1 && each == pair)
      go_on(std::integral_constant<int, pair>());
    else
      go_on(std::integral_constant<int, 1>());
  }

  template <int Each, bool IsFirst>
  __device__ void bring_by(Tile& to, bool wanted, int terms) {
    using own = pieces<Each>;
    const int left = Each < pack ? anew(this->left) : this->left;
    const std::ptrdiff_t bytes_to_row = Each < pack ? anew(this->bytes_to_row) : this->bytes_to_row;
    constexpr bool goes_by_groups = is_copied && Each * sizeof(T) < 4;  // loads in front of stores
    constexpr int together = 8;
    const T* row = from;
    [[maybe_unused]] T few[together];
    APPYL_UNROLL
    for (int q = 0; q < own::count; ++q) {
      const bool exists =
          own::across_of(q) < left && wanted && (!IsFirst || own_along + own::along_of(q) < terms);
      const T* const source = row + q % own::inner * own::wide * Each * stride_inner;
      if constexpr (!is_copied) {
        if (exists) {
          const auto loaded = *reinterpret_cast<const neighbours<Each, T>*>(source);
          APPYL_UNROLL
          for (int e = 0; e < Each; ++e) values[q * Each + e] = factor(static_cast<Sum>(loaded.elements[e]));
        } else if (IsFirst) {
          APPYL_UNROLL
          for (int e = 0; e < Each; ++e) values[q * Each + e] = 0;
        }
      } else if constexpr (goes_by_groups) {
        few[q % together] = exists ? *source : static_cast<T>(0.0f);
        if (q % together == together - 1 || q == own::count - 1) APPYL_UNROLL
        for (int p = q / together * together; p <= q; ++p) *piece<Each>(to, p) = few[p % together];
      } else {
        T* const target = piece<Each>(to, q);
        start_copy_if<Each>(exists, target, source);
        if (IsFirst && !exists) APPYL_UNROLL
        for (int e = 0; e < Each; ++e) target[e] = static_cast<T>(0.0f);
      }
      if (q % own::inner != own::inner - 1) continue;
      row = beyond(row, bytes_to_row);
      if constexpr (is_copied && !goes_by_groups) row = anew(row);  // not a multiple of the step for each
    }
  }

  template <int Each, bool IsFirst>
  __device__ void scale(Tile& to, int terms) const {
    using own = pieces<Each>;
    APPYL_UNROLL
    for (int q = 0; q < own::count; ++q)
      if (!IsFirst || own_along + own::along_of(q) < terms) {
        Sum* const elements = piece<Each>(to, q);
        APPYL_UNROLL
        for (int e = 0; e < Each; ++e) elements[e] = factor(elements[e]);
      }
  }
};

}  // namespace appyl::cuda::detail
