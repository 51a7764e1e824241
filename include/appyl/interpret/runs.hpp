// What consecutive iterations do to elements that lie side by side, the k-th one to the k-th element: checked
// and recorded for all of them at once, where nothing is to be told. The outcome is the one that the
// iterations would have had one after the other.
#pragma once

#include <appyl/interpret/access.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace appyl::interpret::detail {

/// Elements that lie side by side, and who touches them: the k-th one the iteration `number` + k * `step`.
struct Run {
  std::uintptr_t address = 0;
  std::size_t count = 0;
  unsigned shift = 0;  // an element has 2^shift bytes
  std::uint64_t number = 0, step = 0;
  Mode mode = Mode::Read;
  std::uint32_t site = 0;

  bool writes() const { return mode != Mode::Read; }
  bool reads() const { return mode == Mode::Read || mode == Mode::Update; }
  std::uint64_t flag() const { return mode == Mode::Combine || mode == Mode::CombineInside ? 1 : 0; }
  bool is_whole_page() const { return address % Page::bytes == 0 && count << shift == Page::bytes; }
};

/// How the iterations recorded for a page relate to the run: from before the kernel, its own, or others.
enum class Standing { Old, Own, Other };

inline Standing standingOf(std::uint64_t first, std::uint64_t step, std::size_t count, const Run& run) {
  if (first + step * (count - 1) < state.levels[0].first) return Standing::Old;
  return first == run.number && step == run.step ? Standing::Own : Standing::Other;
}
inline Standing standingOfWriter(const Page& page, const Run& run) {
  return standingOf(page.writer.first >> 1, page.writer.step >> 1, page.count(), run);
}
inline Standing standingOfReader(const Page& page, const Run& run) {
  return standingOf(page.reader.first, page.reader.step, page.count(), run);
}

/// Has nothing happened to the cells since the kernel began, as mostly?
inline bool areOld(const Cell* cells, std::size_t count, bool asksReader) {
  std::uint64_t writer = 0, reader = 0;
  bool isEmpty = false;
  for (std::size_t k = 0; k < count; ++k) {
    writer = writer < cells[k].writer ? cells[k].writer : writer;
    reader = reader < cells[k].reader ? cells[k].reader : reader;
    isEmpty |= cells[k].writer == Cell::empty;
  }
  const std::uint64_t first = state.levels[0].first;
  return !isEmpty && writer >> 1 < first && (!asksReader || reader < first);
}

/// Asks of each cell what `recordQuickly` asks. `finer`: a cell is the 2^finer-th part of an element.
inline bool areClean(const Cell* cells, std::size_t count, unsigned finer, const Run& run) {
  const bool isNested = state.depth > 1, asksReader = run.writes() || isNested;
  if (areOld(cells, count, asksReader)) return true;
  const std::uint64_t first = state.levels[0].first;
  const bool combines = run.mode == Mode::Combine, asksValue = run.mode != Mode::Write;
  for (std::size_t k = 0; k < count; ++k) {
    const Cell& cell = cells[k];
    const std::uint64_t now = run.number + (k >> finer) * run.step, writer = cell.writer >> 1;
    if (writer >= first && writer != now && !(combines && (cell.writer & 1))) return false;
    if (asksReader && cell.reader >= first && cell.reader != now) return false;
    if (asksValue && cell.writer == Cell::empty) return false;
  }
  return true;
}

inline void mark(Cell* cells, std::size_t count, unsigned finer, const Run& run) {
  const std::uint64_t first = state.levels[0].first, flag = run.flag();
  if (run.writes())
    for (std::size_t k = 0; k < count; ++k) {
      cells[k].writer = (run.number + (k >> finer) * run.step) << 1 | flag;
      cells[k].writer_site = run.site;
    }
  if (run.reads())
    for (std::size_t k = 0; k < count; ++k)
      if (cells[k].reader < first) {
        cells[k].reader = run.number + (k >> finer) * run.step;
        cells[k].reader_site = run.site;
      }
}

/// Can the run be checked by the few numbers of an even page? Otherwise its cells have to be looked at.
inline bool isEvenFor(const Page& page, const Run& run) {
  if (!page.isEven || page.shift != run.shift || !run.is_whole_page()) return false;
  if (standingOfWriter(page, run) == Standing::Other) return false;
  return !(run.writes() || state.depth > 1) || standingOfReader(page, run) != Standing::Other;
}

/// Makes a page even whose cells are all from before the kernel, all written or none.
inline void makeEven(Page& page, std::uintptr_t number) {
  const std::uint64_t first = state.levels[0].first;
  const bool isWritten = page.cells[0].writer != 0;
  bool isMixed = false;
  for (std::size_t k = 0; k < page.count(); ++k) {
    const Cell& cell = page.cells[k];
    isMixed |= ((cell.writer != 0) != isWritten) | (cell.writer == Cell::empty) |
               (cell.writer >> 1 >= first) | (cell.reader >= first);
  }
  if (isMixed) return;
  page.even({isWritten ? 2u : 0u, 0, page.cells[0].writer_site}, {});
  shadow.forget(number);
}

inline bool isCleanIn(const Run& run) {
  const std::uintptr_t number = run.address >> Page::bits;
  if (run.is_whole_page()) {
    const Page& page = Shadow::made(number, run.shift);
    if (isEvenFor(page, run)) return run.mode == Mode::Write || page.writer.first != Cell::empty;
  }
  const Shadow::Cells page = shadow.at(number, run.shift);
  const unsigned finer = run.shift - page.shift;
  return areClean(page.cells + ((run.address & (Page::bytes - 1)) >> page.shift), run.count << finer, finer,
                  run);
}

inline void markIn(const Run& run) {
  const std::uintptr_t number = run.address >> Page::bits;
  if (run.is_whole_page()) {
    Page& page = Shadow::made(number, run.shift);
    if (!page.isEven && page.shift == run.shift) makeEven(page, number);
    const bool isKnown = page.isEven && page.shift == run.shift,
               keepsReader = !run.reads() || (isKnown && (standingOfReader(page, run) == Standing::Own ||
                                                          page.reader.first >= state.levels[0].first));
    if (isKnown && (keepsReader || standingOfReader(page, run) == Standing::Old)) {
      if (run.writes()) page.writer = {run.number << 1 | run.flag(), run.step << 1, run.site};
      if (!keepsReader) page.reader = {run.number, run.step, run.site};
      return;
    }
  }
  const Shadow::Cells page = shadow.at(number, run.shift);
  const unsigned finer = run.shift - page.shift;
  mark(page.cells + ((run.address & (Page::bytes - 1)) >> page.shift), run.count << finer, finer, run);
}

/// Calls `visit` for the part of the run in each page, until one gives false.
template <class Visit>
bool forEachPage(Run run, const Visit& visit) {
  for (std::size_t left = run.count; left > 0; left -= run.count) {
    const std::size_t here = (Page::bytes - (run.address & (Page::bytes - 1))) >> run.shift;
    run.count = left < here ? left : here;
    if (!visit(run)) return false;
    run.address += run.count << run.shift;
    run.number += run.count * run.step;
  }
  return true;
}

/// Are there halves of words among these that look like those of new memory?
inline bool haveFilledHalves(const unsigned char* words, std::size_t count) {
  constexpr std::uint64_t ones = 0x0000000100000001u, tops = 0x8000000080000000u;
  std::uint64_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::uint64_t bits;
    std::memcpy(&bits, words + 8 * k, 8);
    bits = (bits ^ unwrittenBegin) & unwrittenBeginBits;
    found |= (bits - ones) & ~bits & tops;  // a half that is zero
  }
  return found != 0;
}

/// May elements at [begin, end) of `size` bytes look as if nothing had written them? For elements of fewer
/// than 8 bytes half of a word is enough to raise suspicion, as any 8 consecutive bytes contain a whole one;
/// or the first element, which may be the end of a word before it.
inline bool mayBeUnwritten(std::uintptr_t begin, std::uintptr_t end, std::size_t size) {
  const bool isWide = size == 8;
  if (!isWide && is_filled(begin, size)) return true;
  const auto isFilled = [&](std::uintptr_t first, std::uintptr_t last) {
    first = std::max(first, begin);
    last = std::min(last, end);
    return first < last && is_filled(first, last - first);
  };
  constexpr std::size_t atOnce = 32;
  for (std::uintptr_t word = begin / 8 * 8; word < end; word += 8) {
    while (word >= begin && word + 8 * atOnce <= end &&
           !haveFilledHalves(reinterpret_cast<const unsigned char*>(word), atOnce))
      word += 8 * atOnce;
    if (word >= end) return false;
    if (word >= begin && word + 8 <= end &&
        !haveFilledHalves(reinterpret_cast<const unsigned char*>(word), 1))
      continue;
    if (isWide ? isFilled(word, word + 8) : isFilled(word, word + 4) || isFilled(word + 4, word + 8))
      return true;
  }
  return false;
}

}  // namespace appyl::interpret::detail
