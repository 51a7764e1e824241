// Several time steps at a stretch over tiles of space, so that a tile's elements are used again while they
// are in the cache. In one dimension a tile shrinks from step to step by what the next step reads beyond its
// ends, and what is left between two tiles grows by as much; all tiles go first, then all gaps:
//
//     step 3   |......\              /....\              /......|
//     step 2   |.......\    gap     /......\    gap     /.......|
//     step 1   |........\          /........\          /........|
//     step 0   |_________\________/__________\________/_________|
//                 tile 0              tile 1             tile 2
//
// In two dimensions there are tiles and gaps of each: tiles of both go first, gaps of both last. ("Split
// tiling": Grosser, Cohen, Kelly, Ramanujam, Sadayappan and Verdoolaege, "Split Tiling for GPUs", GPGPU
// 2013.)
#pragma once

#include <appyl/cpu/cache_model.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {

/// [first, end)
template <class T>
struct rows {
  T first, end;
};

/// A dimension of space: its rows are [lower, upper). Within `s` steps a gap becomes
/// `slope * (s - 1) + inset` rows wide.
class dimension {
 public:
  constexpr dimension(std::ptrdiff_t lower, std::ptrdiff_t upper, std::ptrdiff_t slope, std::ptrdiff_t inset)
      : begin(lower), rows(std::max<std::ptrdiff_t>(upper - lower, 0)), perStep(slope), firstStep(inset) {}

  constexpr std::ptrdiff_t first() const { return begin; }
  constexpr std::ptrdiff_t extent() const { return rows; }
  constexpr std::ptrdiff_t gap(std::ptrdiff_t steps) const { return perStep * (steps - 1) + firstStep; }

 private:
  std::ptrdiff_t begin, rows, perStep, firstStep;
};

/// What bounds of a counter are compared as.
template <class T>
using bound = std::conditional_t<std::is_unsigned<T>::value, T, std::ptrdiff_t>;

/// The row [lower, upper) in two parts, of which the second begins at a line of memory: all vectors in it lie
/// within one line. `first`: the element of iteration `lower`, behind which those of the next ones follow. A
/// row of fewer than `Fewest` lines, in whose ends it takes longer, is the second part as it is. Measured on a
/// Zen 5: 32 lines, or 8 where all rows begin at the same place within a line, so that their ends are alike.
template <class T, std::size_t Fewest = 32, class Element>
std::array<rows<T>, 2> at_lines(const Element* first, bound<T> lower, bound<T> upper) {
  constexpr std::size_t line = 64, fewest = Fewest * line / sizeof(Element);
  T begin = static_cast<T>(lower);
  if (line % sizeof(Element) == 0 && lower < upper && static_cast<std::size_t>(upper - lower) >= fewest)
    begin = static_cast<T>(static_cast<std::size_t>(begin) +
                           -reinterpret_cast<std::uintptr_t>(first) % line / sizeof(Element));
  return {{{static_cast<T>(lower), begin}, {begin, static_cast<T>(upper)}}};
}

/// A dimension cut into `count` tiles of `width` rows; the last one may be shorter, and the ends of the first
/// and the last stand still. There are gaps where there are two phases, one fewer than tiles.
struct tiled_dimension {
  std::ptrdiff_t start = 0, width = 1, count = 1;
  int phases = 1;

  /// Where [lower, upper) meets tile `tile` (phase 0), whose lower end has moved up by `below` rows and its
  /// upper end down by `above`; or gap `tile` behind that tile (phase 1). Unsigned bounds are compared as
  /// such.
  template <class T>
  constexpr rows<T> of(int phase, std::ptrdiff_t tile, std::ptrdiff_t below, std::ptrdiff_t above,
                       bound<T> lower, bound<T> upper) const {
    if (!(lower < upper)) return {static_cast<T>(lower), static_cast<T>(lower)};
    const auto first = static_cast<std::ptrdiff_t>(lower), end = static_cast<std::ptrdiff_t>(upper);
    const auto [from, to] = ends(phase, tile, below, above, first, end);
    return {static_cast<T>(from), static_cast<T>(to)};
  }

  /// Does row `row` belong to it?
  constexpr bool has(int phase, std::ptrdiff_t tile, std::ptrdiff_t below, std::ptrdiff_t above,
                     std::ptrdiff_t row) const {
    const auto [from, to] = ends(phase, tile, below, above, row, row + 1);
    return from < to;
  }

 private:
  constexpr rows<std::ptrdiff_t> ends(int phase, std::ptrdiff_t tile, std::ptrdiff_t below,
                                      std::ptrdiff_t above, std::ptrdiff_t first, std::ptrdiff_t end) const {
    const std::ptrdiff_t begin = start + tile * width, next = begin + width;
    std::ptrdiff_t from = first, to = end;
    if (phase == 1) {
      from = next - above;
      to = next + below;
    } else {
      if (tile > 0) from = begin + below;
      if (tile + 1 < count) to = next - above;
    }
    from = std::clamp(from, first, end);
    return {from, std::clamp(to, from, end)};
  }
};

/// How many steps are taken at a stretch, and over which tiles.
template <std::size_t Dimensions>
struct time_tiles {
  std::ptrdiff_t steps = 1;
  std::array<tiled_dimension, Dimensions> along;
};

namespace detail {

inline std::ptrdiff_t team_size() {
#ifdef _OPENMP
  return omp_in_parallel() ? 1 : omp_get_max_threads();
#else
  return 1;
#endif
}

constexpr std::ptrdiff_t ceildiv(std::ptrdiff_t a, std::ptrdiff_t b) { return (a + b - 1) / b; }

/// Tiles of about `width` rows, in a multiple of `threads` where there are enough rows, but never narrower
/// than the gaps beside them become.
constexpr tiled_dimension tiled(const dimension& space, std::ptrdiff_t steps, std::ptrdiff_t width,
                                std::ptrdiff_t threads) {
  const std::ptrdiff_t extent = std::max<std::ptrdiff_t>(space.extent(), 1), gap = space.gap(steps),
                       least = std::max<std::ptrdiff_t>(gap, 1);
  const std::ptrdiff_t wanted =
      ceildiv(ceildiv(extent, std::max<std::ptrdiff_t>(width, 1)), threads) * threads;
  const std::ptrdiff_t most = std::max<std::ptrdiff_t>(extent / least, 1);
  const std::ptrdiff_t each = std::max(ceildiv(extent, std::min(wanted, most)), least);
  const std::ptrdiff_t count = ceildiv(extent, each);
  return {space.first(), each, count, count > 1 && gap > 0 ? 2 : 1};
}

}  // namespace detail

/// Up to `wanted` steps, as many as pay: where all of space stays in the caches of the threads from one step
/// to the next, it is one; and tiles have to fit in a thread's cache, and to be wider than the gaps. `bytes`:
/// what one row of all the dimensions takes, of all arrays. The outermost dimension comes first.
template <class... Dimension>
time_tiles<sizeof...(Dimension)> plan_time_tiles(std::ptrdiff_t wanted, double bytes,
                                                 const Dimension&... dimensions) {
  constexpr std::size_t count = sizeof...(Dimension);
  const std::array<dimension, count> space{dimensions...};
  const std::ptrdiff_t threads = detail::team_size();
  const double cache = static_cast<double>(detail::second_level.bytes);

  // A short dimension stays whole; the others have the same width.
  std::array<std::ptrdiff_t, count> widths;
  double all = std::max(bytes, 1.), rows = std::max(cache / all, 1.);  // in the cache
  for (std::size_t k = count; k-- > 0;) {
    const double extent = std::max(static_cast<double>(space[k].extent()), 1.);
    const double width = std::min(std::pow(rows, 1. / static_cast<double>(k + 1)), extent);
    widths[k] = static_cast<std::ptrdiff_t>(width);
    rows /= width;
    all *= extent;
  }
  const auto pays = [&](std::ptrdiff_t steps) {
    double tiles = 1;
    for (std::size_t k = 0; k < count; ++k) {
      if (widths[k] < space[k].extent() && 4 * widths[k] < 5 * space[k].gap(steps)) return false;
      tiles *= static_cast<double>(space[k].extent()) / static_cast<double>(widths[k]);
    }
    return tiles >= 2 * static_cast<double>(threads);
  };
  std::ptrdiff_t steps = std::max<std::ptrdiff_t>(wanted, 1);
  if (all <= 2 * cache * static_cast<double>(threads)) steps = 1;
  while (steps > 1 && !pays(steps)) --steps;

  time_tiles<count> plan{steps, {}};
  std::ptrdiff_t free = threads;  // without a share yet, where there is one step at a time
  for (std::size_t k = 0; k < count; ++k) {
    const std::ptrdiff_t share = detail::ceildiv(space[k].extent(), free);
    plan.along[k] = detail::tiled(space[k], steps, steps > 1 ? widths[k] : share, k > 0 ? 1 : threads);
    free = detail::ceildiv(free, plan.along[k].count);
  }
  return plan;
}

}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
