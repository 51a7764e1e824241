// What has happened to each element of memory: which iteration wrote it last, which one read it, and where in
// the source. 24 bytes for each element, in pages that are made when they are first touched; a page all of
// which consecutive iterations have touched in turn takes no more than a few numbers.
#pragma once

#include <appyl/interpret/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace appyl::interpret {

/// The headers whose functions are checked, by small numbers from 1; the last number stands for all that come
/// later.
class Headers {
 public:
  static constexpr unsigned most = 15;

  static unsigned number(const char* name) {
    for (unsigned k = 1; k <= most; ++k) {
      if (!names()[k] || k == most) names()[k] = name;
      if (names()[k] == name || std::strcmp(names()[k], name) == 0) return k;
    }
    return most;
  }
  static const char* name(unsigned number) { return names()[number]; }

 private:
  static const char** names() {
    static const char* all[most + 1] = {};
    return all;
  }
};

/// A place in the source: line and column of an access, the array as it is written there, and the header
/// where it is not the source itself.
struct Site {
  unsigned line = 0, column = 0;
  const char* name = "";
  const char* header = nullptr;

  [[gnu::always_inline]] std::uint32_t packed() const {
    return (header ? Headers::number(header) : 0) << 28 | (line & 0x3ffff) << 10 |
           (column < 1024 ? column : 1023);
  }
  static const char* header_of(std::uint32_t packed) { return Headers::name(packed >> 28); }
  static unsigned line_of(std::uint32_t packed) { return packed >> 10 & 0x3ffff; }
  static unsigned column_of(std::uint32_t packed) { return packed & 1023; }
};

namespace detail {

/// Iterations are counted from 1 in the order in which they run; 0 is none. The lowest bit of `writer` says
/// that the write combined into the element, as those of a reduction and atomic ones do.
struct Cell {
  static constexpr std::uint64_t empty =
      1;  // as `writer`: nothing has written it, and all writes are watched

  std::uint64_t writer = 0, reader = 0;
  std::uint32_t writer_site = 0, reader_site = 0;
};
static_assert(sizeof(Cell) == 24, "what an element may cost");

/// `writer` or `reader` of all cells of a page: that of the k-th one is first + k * step.
struct Marks {
  std::uint64_t first = 0, step = 0;
  std::uint32_t site = 0;

  std::uint64_t of(std::uint64_t k) const { return first + k * step; }
};

struct Page {
  static constexpr unsigned bits = 12;
  static constexpr std::uintptr_t bytes = std::uintptr_t(1) << bits;

  unsigned shift = 0;     // a cell stands for 2^shift bytes, 8 at most
  Cell* cells = nullptr;  // not valid where the page is even
  bool isEven = false;    // `writer` and `reader` say what its cells are
  Marks writer, reader;

  std::size_t count() const { return bytes >> shift; }
  Cell cell(std::size_t k) const {
    return isEven ? Cell{writer.of(k), reader.of(k), writer.site, reader.site} : cells[k];
  }
  void even(const Marks& ofWriters, const Marks& ofReaders) {
    isEven = true;
    writer = ofWriters;
    reader = ofReaders;
  }
};

/// The page that was looked at last, of those with the same last digits.
struct RecentPage {
  std::uintptr_t tag = 0;  // its number and its shift; a page number is never 0
  Cell* cells = nullptr;

  static std::uintptr_t tagOf(std::uintptr_t number, unsigned shift) { return number << 2 | shift; }
};

struct Shadow {
  static constexpr std::size_t recentSize = 1024;

  RecentPage recent[recentSize];

  /// The only cell of an element of 1, 2, 4 or 8 bytes; null: `visit` has to find the cells.
  template <std::size_t size>
  [[gnu::always_inline]] Cell* find(std::uintptr_t address) {
    constexpr unsigned shift = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    const std::uintptr_t number = address >> Page::bits;
    const RecentPage& page = recent[number % recentSize];
    if (page.tag != RecentPage::tagOf(number, shift) || address % size != 0) return nullptr;
    return page.cells + ((address & (Page::bytes - 1)) >> shift);
  }

  /// Calls `visit(Cell&)` for each cell of the elements at [address, address + size).
  template <class Visit>
  void visit(std::uintptr_t address, std::size_t size, Visit visit) {
    const unsigned finest = granule(address, size);
    while (size > 0) {
      const Cells page = at(address >> Page::bits, finest);
      const std::uintptr_t inside = address & (Page::bytes - 1);
      const std::size_t here = size < Page::bytes - inside ? size : Page::bytes - inside;
      const std::size_t last = (inside + here - 1) >> page.shift;
      for (std::size_t k = inside >> page.shift; k <= last; ++k) visit(page.cells[k]);
      address += here;
      size -= here;
    }
  }

  /// Has the byte been read, and nothing that is watched has written it?
  static bool is_only_read(std::uintptr_t address) {
    const auto found = pages().find(address >> Page::bits);
    if (found == pages().end()) return false;
    const Cell cell = found->second.cell((address & (Page::bytes - 1)) >> found->second.shift);
    return cell.reader != 0 && cell.writer == 0;
  }

  /// Forgets what has happened there.
  void clear(std::uintptr_t address, std::size_t size) {
    const std::uintptr_t end = address + size;
    while (address < end) {
      const std::uintptr_t number = address >> Page::bits;
      const std::uintptr_t limit = (number + 1) << Page::bits, next = end < limit ? end : limit;
      const auto found = pages().find(number);
      if (found != pages().end() && next - address == Page::bytes) {
        found->second.even({}, {});
        forget(number);
      } else if (found != pages().end()) {
        const Cells page = at(number, granule(address, next - address));
        const std::size_t first = (address & (Page::bytes - 1)) >> page.shift;
        for (std::size_t k = 0; k < (next - address) >> page.shift; ++k) page.cells[first + k] = {};
      }
      address = next;
    }
  }

  /// Sets all elements there to `writer`, with no other access recorded.
  void set(std::uintptr_t address, std::size_t size, std::uint64_t writer) {
    visit(address, size, [&](Cell& cell) { cell = {writer, 0, 0, 0}; });
  }

  /// Where many pages have gathered, begins anew; not while iterations run.
  void shrink() {
    if (pages().size() < 16384) return;
    for (auto& [number, page] : pages()) std::free(page.cells);
    pages().clear();
    for (RecentPage& each : recent) each = {};
  }

  void forget(std::uintptr_t number) {
    RecentPage& entry = recent[number % recentSize];
    if (entry.tag >> 2 == number) entry = {};
  }

  struct Cells {
    unsigned shift = 0;
    Cell* cells = nullptr;
  };

  /// The cells of a page, which stand for 2^finest bytes or fewer.
  Cells at(std::uintptr_t number, unsigned finest) {
    RecentPage& entry = recent[number % recentSize];
    const auto shift = static_cast<unsigned>(entry.tag & 3);
    if (entry.tag == RecentPage::tagOf(number, shift) && entry.cells && shift <= finest)
      return {shift, entry.cells};
    Page& page = made(number, finest);
    if (page.isEven) spread(page);
    if (page.shift > finest) refine(page, finest);
    entry = {RecentPage::tagOf(number, page.shift), page.cells};
    return {page.shift, page.cells};
  }

  /// The page; where there was none, one in which nothing has happened.
  static Page& made(std::uintptr_t number, unsigned shift) {
    const auto [found, isNew] = pages().try_emplace(number);
    Page& page = found->second;
    if (isNew) {
      page.shift = shift;
      page.even({}, {});
    }
    return page;
  }

  /// Replaces marks that stand for all cells of a page by the cells themselves.
  static void spread(Page& page) {
    if (!page.cells) page.cells = allocate(page.count());
    for (std::size_t k = 0; k < page.count(); ++k) page.cells[k] = page.cell(k);
    page.isEven = false;
  }

 private:
  using Pages =
      std::unordered_map<std::uintptr_t, Page, std::hash<std::uintptr_t>, std::equal_to<std::uintptr_t>,
                         Untracked<std::pair<const std::uintptr_t, Page>>>;

  static Pages& pages() {
    static Pages* const all = new (std::malloc(sizeof(Pages))) Pages;  // not written down itself
    return *all;
  }

  /// The largest power of two, up to 8, of which both are multiples.
  static unsigned granule(std::uintptr_t address, std::size_t size) {
    const std::uintptr_t both = address | size | 8;
    return both & 1 ? 0 : both & 2 ? 1 : both & 4 ? 2 : 3;
  }

  static Cell* allocate(std::size_t count) {
    auto* const cells = static_cast<Cell*>(std::calloc(count, sizeof(Cell)));
    if (!cells) throw std::bad_alloc();
    return cells;
  }

  static void refine(Page& page, unsigned shift) {
    const unsigned each = page.shift - shift;
    Cell* const finer = allocate(Page::bytes >> shift);
    for (std::size_t k = 0; k < Page::bytes >> shift; ++k) finer[k] = page.cells[k >> each];
    std::free(page.cells);
    page.shift = shift;
    page.cells = finer;
  }
};

inline Shadow shadow;

}  // namespace detail
}  // namespace appyl::interpret
