#include "model/threads.h"

#include "model/staging.h"
#include "model/team.h"
#include "model/trips.h"

#include <algorithm>

namespace appyl {
namespace {

/// How many accesses move by one element with the loop, less those that move by more. A write counts for
/// several reads: of what a read loads beside its element, the next iterations of the thread find theirs in
/// the cache.
int neighbours(const LoopNest& nest, int loop) {
  int score = 0;
  for (const Access& access : nest.accesses) {
    if (access.subscripts.empty() || nest.arrays[access.array].scope >= 0) continue;
    for (const auto& subscript : access.subscripts) {
      const bool isLast = &subscript == &access.subscripts.back();
      const auto stride = subscript ? subscript->coefficient(nest.loops[loop].symbol) : std::nullopt;
      if (!stride || stride->terms.empty()) continue;
      const auto constant = stride->constant();
      score += (access.writes ? 3 : 1) * (isLast && constant && std::abs(*constant) == 1 ? 2 : -1);
    }
  }
  return score;
}

unsigned inWarps(std::int64_t threads) {
  return static_cast<unsigned>(std::clamp<std::int64_t>((threads + 31) / 32 * 32, 32, 1024));
}

/// Does data decide how long a program's own loops are? Then the threads of a block wait for the longest.
bool hasUnevenLoops(const Kernel& kernel) {
  const LoopNest& nest = kernel.nest;
  const auto isOfData = [&](const std::optional<Polynomial>& end) {
    return !end || llvm::any_of(end->symbols(), [&](const std::string& name) {
      return nest.symbols.at(name).kind == Symbol::Kind::Opaque;
    });
  };
  return std::any_of(
      nest.loops.begin() + static_cast<std::ptrdiff_t>(kernel.grid.size()), nest.loops.end(),
      [&](const Loop& loop) { return !loop.canonical || isOfData(loop.first) || isOfData(loop.end); });
}

/// The smallest power of two with room for the whole range; 0 where that is not known.
unsigned roomFor(const LoopNest& nest, const Axis& axis) {
  const Loop& loop = nest.loops[axis.loop];
  const auto first = loop.first ? loop.first->constant() : std::nullopt,
             end = loop.end ? loop.end->constant() : std::nullopt;
  if (!first || !end || !axis.step) return 0;
  const std::int64_t count = std::max<std::int64_t>(1, std::abs(*end - *first) / std::abs(axis.step) + 1);
  unsigned room = 1;
  while (room < 1024 && room < count) room *= 2;
  return room;
}

/// Iterations of a program along the dimension; 0: a template parameter decides.
std::int64_t programSize(const Kernel& kernel, const ThreadDimension& dimension) {
  return kernel.grid[dimension.axis].block.value;
}

/// For the iterations of one program; see the header.
void spreadProgram(const Kernel& kernel, std::vector<ThreadDimension>& dimensions) {
  std::int64_t iterations = 1;
  for (const ThreadDimension& each : dimensions)
    iterations *= std::clamp<std::int64_t>(programSize(kernel, each), 1, 1 << 20);
  const std::int64_t limit = iterations > 256 * 64 ? 1024 : 256;
  const auto room = [&](const ThreadDimension& each) {
    const std::int64_t size = programSize(kernel, each);
    return size > 0 ? (size + each.threads - 1) / each.threads : each.threads < 16 ? 2 : 1;
  };
  for (ThreadDimension& each : dimensions) each.threads = 1;
  for (std::int64_t threads = 1; threads < limit; threads *= 2) {
    // Along x up to 16; then where each thread has the most iterations.
    ThreadDimension* next = nullptr;
    for (ThreadDimension& each : dimensions) {
      if (room(each) < 2 || (each.letter == 'z' && each.threads >= 64)) continue;
      if (each.letter == 'x' && each.threads < 16) next = &each;
      if (!next || (room(each) > room(*next) && !(next->letter == 'x' && next->threads < 16))) next = &each;
    }
    if (!next) break;
    next->threads *= 2;
  }
  for (ThreadDimension& each : dimensions) {
    const std::int64_t size = programSize(kernel, each);
    each.each = size > 0 ? static_cast<unsigned>((size + each.threads - 1) / each.threads) : 0;
  }
}

}  // namespace

std::vector<ThreadDimension> mapToThreads(const Kernel& kernel) {
  const std::size_t end = programDimensions(kernel), begin = end > 3 ? end - 3 : 0;
  std::vector<ThreadDimension> dimensions;
  for (std::size_t k = begin; k < end; ++k) dimensions.push_back({static_cast<int>(k), 'x', 1});
  const auto nearest =
      std::max_element(dimensions.begin(), dimensions.end(), [&](const auto& a, const auto& b) {
        return neighbours(kernel.nest, kernel.grid[a.axis].loop) <=
               neighbours(kernel.nest, kernel.grid[b.axis].loop);
      });
  char letter = 'y';
  for (auto each = dimensions.rbegin(); each != dimensions.rend(); ++each)
    if (&*each != &*nearest) each->letter = letter++;

  if (stagingOf(kernel)) {
    spreadProgram(kernel, dimensions);
    return dimensions;
  }
  if (teamOf(kernel)) return dimensions;  // a block for each program
  const bool isOnly = dimensions.size() == 1, isUneven = hasUnevenLoops(kernel);
  unsigned left = 256;
  for (const char wanted : {'x', 'y', 'z'})
    for (ThreadDimension& each : dimensions) {
      if (each.letter != wanted) continue;
      const Axis& axis = kernel.grid[each.axis];
      const unsigned room = roomFor(kernel.nest, axis);
      each.threads = isOnly && axis.block.isChosen() && axis.block.value > 0 ? inWarps(axis.block.value)
                     : wanted == 'x'                                         ? (isOnly ? 256 : 32)
                     : wanted == 'y'                                         ? (isUneven ? 2 : 8)
                                                                             : 1;
      if (room) each.threads = std::min(each.threads, isOnly ? std::max(room, 32u) : room);
      if (!isOnly) each.threads = std::min(each.threads, left);
      left = std::max(1u, left / each.threads);
    }
  return dimensions;
}

}  // namespace appyl
