// How the threads of a block bring tiles of A and B into shared memory: by copies (cp.async) of 16 bytes
// where matrix and tile have the same neighbours and all is aligned, else of 4 bytes or single elements, for
// which any strides do; several tiles ahead of the one that is worked on. What is to be converted comes
// through registers.
#pragma once

#include <appyl/cuda/contraction_operands.hpp>
#include <appyl/cuda/staging.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace appyl::cuda::detail {

/// What one of `Threads` threads brings of tiles of A, or of B, that follow each other along the terms.
///
/// `Tile` has extents `across` the terms and in `depth`, elements at(i, d), `lanes_along`, the number of
/// threads that bring neighbours along the terms without meeting in a bank, and `has_packs`, whether those
/// that lie side by side in the matrix do so in the tile. IsAlong: that are neighbours along; IsContiguous:
/// there are such neighbours, along or across.
///
/// The first tile is the one that may have fewer terms than `depth`: what follows needs no look at the end.
/// Both parts of a product are brought like this, so that the terms still meet.
template <class Tile, class T, int Threads, bool IsAlong, bool IsContiguous, class Factor = no_factor>
class passage {
  using Sum = typename Tile::element;
  static constexpr int across = Tile::across, depth = Tile::depth;

 public:
  /// Or else through registers.
  static constexpr bool is_copied = std::is_same_v<T, Sum>;

 private:
  static constexpr bool can_pack = is_copied && IsContiguous && Tile::has_packs;
  static constexpr int pack = can_pack ? 16 / static_cast<int>(sizeof(T)) : 1,
                       pair = can_pack && sizeof(T) == 2 ? 2 : 1;

  /// How the pieces of `Each` elements are distributed: over threads side by side, of which each has several
  /// side by side, and several one behind the other.
  template <int Each>
  struct pieces {
    static constexpr int wide = Each == 1 && IsAlong ? Tile::lanes_along
                                                     : std::min(Threads, (IsAlong ? depth : across) / Each),
                         inner = (IsAlong ? depth : across) / Each / wide, rows = Threads / wide,
                         outer = (IsAlong ? across : depth) / rows, count = inner * outer;
    static_assert(inner > 0 && outer > 0 && across * depth == count * Each * Threads);

    static __device__ constexpr int across_of(int q) {
      return IsAlong ? q / inner * rows : q % inner * wide * Each;
    }
    static __device__ constexpr int along_of(int q) {
      return IsAlong ? q % inner * wide * Each : q / inner * rows;
    }
  };

  const T* from;
  std::ptrdiff_t stride_inner, step, to_next;
  int own_across, own_along, left;  // in the tile; how many are left from there on, across
  int each;                         // element of a copy: pack, pair or 1
  Factor factor;
  Sum values[is_copied ? 1 : pieces<1>::count];

 public:
  /// The tiles begin at `first` across, of `count` there, and at term `term` of `terms`.
  __device__ passage(const T* data, std::ptrdiff_t stride_across, std::ptrdiff_t stride_along,
                     std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t term, std::ptrdiff_t terms,
                     const Factor& factor = {})
      : stride_inner(IsContiguous ? 1
                     : IsAlong    ? stride_along
                                  : stride_across),
        to_next(depth * (IsAlong ? stride_inner : stride_along)),
        factor(factor) {
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
    left = static_cast<int>(count - first < across ? count - first : across) - own_across;
    from = data + (first + own_across) * stride_across + (term + own_along) * stride_along;
    step = rows * (IsAlong ? stride_across : stride_along);
  }

  /// Starts to bring the next tile; nothing where it is not `wanted`. `terms` is the number of those of the
  /// first tile.
  template <bool IsFirst = false>
  __device__ void bring(Tile& to, bool wanted = true, int terms = depth) {
    by_each([&](auto one) { bring_by<decltype(one)::value, IsFirst>(to, wanted, terms); });
    from += IsFirst ? to_next / depth * terms : to_next;
  }

  /// Of a tile that has not been brought yet, what there will be nothing to copy to becomes 0: integers must
  /// not overflow, not even in sums that nobody wants.
  __device__ void clear(Tile& to) const {
    if constexpr (is_copied && std::is_integral_v<T>)
      by_each([&](auto one) {
        using own = pieces<decltype(one)::value>;
        for (int q = 0; q < own::count; ++q)
          if (own::across_of(q) >= left)
            for (int e = 0; e < one; ++e)
              (&to.at(own_across + own::across_of(q), own_along + own::along_of(q)))[e] =
                  static_cast<T>(0.0f);
      });
  }

  /// The thread's pieces of the tile become what is multiplied, after its copies have ended and before others
  /// read them.
  template <bool IsFirst = false>
  __device__ void finish(Tile& to, int terms = depth) const {
    if constexpr (!is_copied) {
      APPYL_UNROLL
      for (int q = 0; q < pieces<1>::count; ++q)
        to.at(own_across + pieces<1>::across_of(q), own_along + pieces<1>::along_of(q)) = values[q];
    } else if constexpr (!std::is_same_v<Factor, no_factor>) {
      by_each([&](auto one) { scale<decltype(one)::value, IsFirst>(to, terms); });
    }
  }

 private:
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
    const int own_across = Each < pack ? anew(this->own_across) : this->own_across, left = anew(this->left);
    const std::ptrdiff_t step = anew(this->step);
    constexpr int together =
        Each * sizeof(T) >= 4 ? 1 : 8;  // loads in front of stores, where nothing is copied
    const T* row = from;
    [[maybe_unused]] T few[together];
    APPYL_UNROLL
    for (int q = 0; q < own::count; ++q) {
      const int i = own::across_of(q), d = own::along_of(q);
      const bool exists = i < left && wanted && (!IsFirst || own_along + d < terms);
      const T* const source = row + q % own::inner * own::wide * Each * stride_inner;
      if constexpr (!is_copied) {
        values[q] = exists ? factor(static_cast<Sum>(*source)) : Sum(0);
      } else if constexpr (together == 1) {
        T* const target = &to.at(own_across + i, own_along + d);
        start_copy_if<Each>(exists, target, source);
        if (IsFirst && !exists) APPYL_UNROLL
        for (int e = 0; e < Each; ++e) target[e] = static_cast<T>(0.0f);
      } else {
        few[q % together] = exists ? *source : static_cast<T>(0.0f);
        if (q % together == together - 1 || q == own::count - 1) APPYL_UNROLL
        for (int p = q / together * together; p <= q; ++p)
          to.at(own_across + own::across_of(p), own_along + own::along_of(p)) = few[p % together];
      }
      if (q % own::inner == own::inner - 1) row += step;
    }
  }

  template <int Each, bool IsFirst>
  __device__ void scale(Tile& to, int terms) const {
    using own = pieces<Each>;
    APPYL_UNROLL
    for (int q = 0; q < own::count; ++q)
      if (!IsFirst || own_along + own::along_of(q) < terms) {
        Sum* const elements = &to.at(own_across + own::across_of(q), own_along + own::along_of(q));
        APPYL_UNROLL
        for (int e = 0; e < Each; ++e) elements[e] = factor(elements[e]);
      }
  }
};

}  // namespace appyl::cuda::detail
