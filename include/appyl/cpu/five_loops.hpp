// The loops around the micro-kernel, of Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (ACM TOMS 34(3), 2008), in the form of BLIS (Van Zee and van de Geijn, ACM TOMS 41(3),
// 2015):
//
//   columns of C, `columns` at a time     B's block stays in the last level of cache
//     terms of the sums, `depth` at a time      pack B, all threads together
//       rows of C, `rows` at a time                   pack A, each thread its own: stays in the second level
//         panels of B, the thread's share                   one panel stays in the first level
//           panels of A                                          a tile of C in registers
//
// Rows are cut into panels of equal height, which differ by one row at most, so that no row is padded; a last
// panel of columns is padded with zeros.
#pragma once

#include <appyl/cpu/cache_model.hpp>
#include <appyl/cpu/matrix_vector.hpp>
#include <appyl/cpu/team.hpp>
#include <appyl/cpu/tiles.hpp>
#include <appyl/cpu/workspace.hpp>

namespace appyl::cpu {
inline namespace APPYL_CPU_ISA {
namespace detail {

/// The panels, blocks and memory of one product.
template <class P>
struct plan {
  using work = typename P::work;
  static constexpr int tileRows = most_rows<work>, tileColumns = most_vectors * lanes<work>;
  // Up to so many rows B is read where it is, since it is used too seldom for a copy; and where the first
  // level of cache holds all of it.
  static constexpr std::ptrdiff_t directRows = 2 * tileRows;
  // A is read where it is where so few panels of columns use it that a copy does not pay, or where the second
  // level of cache holds all of it.
  static constexpr std::ptrdiff_t directColumns = 8;
  // If there are so few panels of B, each thread copies them for itself and does not wait for another thread.
  static constexpr std::ptrdiff_t ownColumns = 2;

  const P& p;
  int threads;
  std::ptrdiff_t rowPanels, columnPanels;
  std::ptrdiff_t lowHeight, highPanels;                 // the first panels have one row more
  std::ptrdiff_t depth, steps;                          // along k
  std::ptrdiff_t blockRows, blockColumns, partialRows;  // in panels
  bool needsPartial, readsA, readsB, sharesB;
  std::size_t sizeOfA, sizeOfB, sizeOfPartial;  // in elements; A of one thread, B of one step

  plan(const P& product, int team) : p(product), threads(team) {
    rowPanels = ceil(p.m, tileRows);
    columnPanels = ceil(p.n, tileColumns);
    lowHeight = p.m / rowPanels;
    highPanels = p.m % rowPanels;
    steps = std::max<std::ptrdiff_t>(1, ceil(p.k, blocks<work>.depth));
    depth = std::max<std::ptrdiff_t>(1, ceil(ceil(p.k, steps), lanes<work>)) * lanes<work>;
    steps = std::max<std::ptrdiff_t>(1, ceil(p.k, depth));
    blockRows = even(rowPanels, blocks<work>.rows / tileRows);
    // In parts only where several blocks of rows use the packed panels.
    const bool inParts = rowPanels > blockRows && p.n > blocks<work>.columns;
    blockColumns = even(columnPanels, (inParts ? blocks<work>.part : blocks<work>.columns) / tileColumns);
    needsPartial = steps > 1 && !P::sums_stay_in_c;
    partialRows = rowPanels;
    if (needsPartial) {  // at most some megabytes
      partialRows = even(rowPanels, 2048 / tileRows);
      blockColumns = even(columnPanels, std::min<std::ptrdiff_t>(blockColumns, 1024 / tileColumns));
    }
    readsA = false;
    if constexpr (P::may_read_left)
      readsA = (columnPanels <= directColumns ||
                p.m * p.k * static_cast<std::ptrdiff_t>(sizeof(work)) <= second_level.bytes / 2) &&
               isOne(p.leftFactor);
    readsB = false;
    if constexpr (P::may_read_right)
      readsB =
          (p.m <= directRows || p.n * p.k * static_cast<std::ptrdiff_t>(sizeof(work)) <= first_level.bytes) &&
          p.right.line == 1 && isOne(p.rightFactor);

    sharesB = threads > 1 && columnPanels > ownColumns;

    sizeOfA = lines(std::min(blockRows, rowPanels) * tileRows * depth);
    sizeOfB = lines(blockColumns * tileColumns * depth);
    sizeOfPartial = needsPartial ? lines(partialRows * blockColumns * tileRows * tileColumns) : 0;
  }

  std::size_t bytes() const {
    return sizeof(work) *
           (sizeOfA * static_cast<std::size_t>(threads) + buffersOfB() * sizeOfB + sizeOfPartial);
  }
  // With two, a thread packs the next block while others still read the last one; or each thread has one.
  std::size_t buffersOfB() const { return sharesB ? 2 : static_cast<std::size_t>(threads); }

  /// The number of terms of B that are copied at once, for all of its panels.
  std::ptrdiff_t rowsAtOnce() const { return line_of(p.right) == 1 ? 16 : depth; }

  std::ptrdiff_t firstRow(std::ptrdiff_t panel) const {
    return panel * lowHeight + std::min(panel, highPanels);
  }
  tile tileAt(std::ptrdiff_t rowPanel, std::ptrdiff_t columnPanel) const {
    tile t;
    t.i = firstRow(rowPanel);
    t.j = columnPanel * tileColumns;
    t.rows = static_cast<int>(lowHeight + (rowPanel < highPanels));
    t.columns = static_cast<int>(std::min<std::ptrdiff_t>(tileColumns, p.n - t.j));
    t.vectors = (t.columns + lanes<work> - 1) / lanes<work>;
    return t;
  }

 private:
  static std::ptrdiff_t ceil(std::ptrdiff_t x, std::ptrdiff_t y) { return (x + y - 1) / y; }
  /// The size of blocks that are all about as large, and not larger than `most`.
  static std::ptrdiff_t even(std::ptrdiff_t count, std::ptrdiff_t most) {
    return std::max<std::ptrdiff_t>(1, ceil(count, std::max<std::ptrdiff_t>(1, ceil(count, most))));
  }
  /// Whole cache lines, and one more, since packing writes whole vectors.
  static std::size_t lines(std::ptrdiff_t elements) {
    constexpr auto line = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, 64 / sizeof(work)));
    return static_cast<std::size_t>((ceil(elements, line) + 1) * line);
  }
  static bool isOne(const one&) { return true; }
  static bool isOne(const work& factor) { return factor == work(1); }
};

inline void wait_for_team([[maybe_unused]] bool isNeeded) {
#ifdef _OPENMP
  if (isNeeded) {
#pragma omp barrier
  }
#endif
}

/// One thread's part. All threads of the team call it with the same plan and memory.
template <class P>
void run_thread(const plan<P>& all, int thread, int threads, typename P::work* memory) {
  using work = typename P::work;
  using plan = plan<P>;
  const P& p = all.p;
  const place my = place_of(thread, threads, std::min(all.rowPanels, all.partialRows),
                            std::min(all.columnPanels, all.blockColumns));
  // The last rows of a lower triangle are the longest, and its first columns: they are dealt out like cards.
  const bool isFull = p.part == region::full && !P::has_triangle;
  const auto part = [&](std::ptrdiff_t count, int number, int parts) {
    return isFull ? share(count, number, parts) : range{number, count, parts};
  };
  const bool sharesB = all.sharesB && my.rows > 1;
  work* const partials = memory + all.buffersOfB() * all.sizeOfB;
  work* const packedA = partials + all.sizeOfPartial + static_cast<std::size_t>(thread) * all.sizeOfA;
  std::size_t buffer = all.sharesB ? 0 : static_cast<std::size_t>(thread);

  for (std::ptrdiff_t top = 0; top < all.rowPanels; top += all.partialRows)
    for (std::ptrdiff_t left = 0; left < all.columnPanels; left += all.blockColumns) {
      const std::ptrdiff_t height = std::min(all.partialRows, all.rowPanels - top);
      const std::ptrdiff_t width = std::min(all.blockColumns, all.columnPanels - left);
      range rows = part(height, my.row, my.rows), columns = part(width, my.column, my.columns);
      if (!my.hasWork) rows.last = rows.first = columns.last = columns.first = 0;

      for (std::ptrdiff_t number = 0; number < all.steps; ++number) {
        const std::ptrdiff_t first = number * all.depth;
        const step s{first, std::min(all.depth, p.k - first), number == 0, number + 1 == all.steps};
        work* const packedB = memory + buffer * all.sizeOfB;
        if (all.sharesB) buffer = 1 - buffer;

        // A few rows of B at a time, so that each is read in long stretches.
        const std::ptrdiff_t panels = columns.count();
        const range mine = sharesB ? share(panels, my.row, my.rows) : range{0, panels};
        const std::ptrdiff_t rowsAtOnce = all.rowsAtOnce();
        for (std::ptrdiff_t done = 0; done < s.count; done += rowsAtOnce)
          for (std::ptrdiff_t each = mine.first; each < mine.last; ++each) {
            const std::ptrdiff_t q = columns.first + each * columns.stride;
            const tile t = all.tileAt(0, left + q);
            const int lanesOfTile = t.vectors * lanes<work>;
            if (all.readsB && t.columns == lanesOfTile) continue;
            pack<typename P::sum_type>(
                p.right, t.j, t.columns, p.n, first + done, std::min(rowsAtOnce, s.count - done),
                packedB + q * plan::tileColumns * all.depth + done * lanesOfTile, lanesOfTile, p.rightFactor);
          }
        wait_for_team(sharesB);

        const std::ptrdiff_t stride = rows.stride;
        for (std::ptrdiff_t block = rows.first; block < rows.last; block += all.blockRows * stride) {
          const std::ptrdiff_t end = std::min(rows.last, block + all.blockRows * stride);
          work* to = packedA;
          for (std::ptrdiff_t r = block; r < end && !all.readsA; r += stride) {
            const tile t = all.tileAt(top + r, 0);
            pack<typename P::sum_type>(p.left, t.i, t.rows, p.m, first, s.count, to, t.rows, p.leftFactor);
            to += t.rows * s.count;
          }
          for (std::ptrdiff_t q = columns.first; q < columns.last; q += columns.stride) {
            const work* panel = packedA;
            for (std::ptrdiff_t r = block; r < end; r += stride) {
              const tile t = all.tileAt(top + r, left + q);
              if (!is_outside(p.part, t)) {
                const work* panelOfB = packedB + q * plan::tileColumns * all.depth;
                std::ptrdiff_t rowOfB = t.vectors * lanes<work>;
                if constexpr (P::may_read_right)
                  if (all.readsB && t.columns == rowOfB) {
                    panelOfB = reinterpret_cast<const work*>(p.right.data + first * p.right.step + t.j);
                    rowOfB = p.right.step;
                  }
                const std::ptrdiff_t place = (r * all.blockColumns + q) * plan::tileRows * plan::tileColumns,
                                     below = stride * all.blockColumns * plan::tileRows * plan::tileColumns;
                work* const partial = all.needsPartial ? partials + place : nullptr;
                const work* const nextPartial =
                    all.needsPartial && r + stride < end ? partial + below : nullptr;
                rows_of_a<work> rowsOfA{panel, 1, t.rows};
                if constexpr (P::may_read_left)
                  if (all.readsA)
                    rowsOfA = {
                        reinterpret_cast<const work*>(p.left.data + t.i * p.left.line + first * p.left.step),
                        p.left.line, p.left.step};
                add_products(p, s, t, rowsOfA, panelOfB, rowOfB, partial, nextPartial);
              }
              panel += t.rows * s.count;
            }
          }
        }
      }
      // For the next block other threads may have these panels and partial sums.
      wait_for_team(threads > 1 && (height < all.rowPanels - top || width < all.columnPanels - left));
    }
}

/// Computes the product with as many threads as it is worth.
template <class P>
void run(const P& p) {
  if (p.m <= 0 || p.n <= 0) return;
  if constexpr (is_plain<decltype(p.left)> && is_plain<decltype(p.right)>)
    if (p.m == 1 && p.part == region::full) return run_one_row(p);
  const int threads =
      threads_for(static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k));
  const plan<P> all(p, threads);
  const workspace space(all.bytes());
  auto* const memory = static_cast<typename P::work*>(space.data());
#ifdef _OPENMP
  if (threads > 1) {
#pragma omp parallel num_threads(threads)
    run_thread(all, omp_get_thread_num(), omp_get_num_threads(), memory);
    return;
  }
#endif
  run_thread(all, 0, 1, memory);
}

}  // namespace detail
}  // namespace APPYL_CPU_ISA
}  // namespace appyl::cpu
