#include "model/program_order.h"

#include "model/blocks.h"
#include "model/staging.h"
#include "model/sum.h"

#include <algorithm>
#include <set>

namespace appyl {
namespace {

/// Rows that go along together. So many rows and as many columns are about what the multiprocessors of a GPU
/// run at a time, and the perimeter of a square is the smallest.
constexpr std::int64_t groupSize = 8;

// --- numbers: what programs load, counted one by one
// ----------------------------------------------------------------------------------------------------------

using Values = std::map<std::string, std::int64_t>;

std::int64_t ceilDiv(std::int64_t count, std::int64_t size) {
  return count <= 0 ? 0 : (count - 1) / size + 1;
}

/// Along one axis, where values decide how many.
std::optional<std::int64_t> countOf(const Kernel& kernel, const Axis& axis, const Values& values) {
  const Loop& loop = kernel.nest.loops[axis.loop];
  if (!loop.first || !loop.end || !axis.step) return std::nullopt;
  const auto first = loop.first->evaluate(values), end = loop.end->evaluate(values);
  const auto block = axis.block.value > 0 ? std::optional(axis.block.value)
                                          : Polynomial::symbol(axis.block.text).evaluate(values);
  if (!first || !end || !block) return std::nullopt;
  const std::int64_t distance =
      (loop.descending ? *first - *end : *end - *first) + isInclusive(loop.comparison);
  return ceilDiv(ceilDiv(distance, std::abs(axis.step)), std::max<std::int64_t>(*block, 1));
}

class LoadCounter {
 public:
  explicit LoadCounter(const Kernel& kernel) : kernel(kernel) {
    for (const Axis* axis : indexAxes(kernel)) {
      const bool isOfGrid = std::any_of(kernel.grid.begin(), kernel.grid.end(),
                                        [&](const Axis& each) { return each.loop == axis->loop; });
      if (!isOfGrid) steps.push_back(axis);
    }
  }

  /// False: some value is not known.
  bool add(Values values, std::size_t loop = 0) {
    if (loop == steps.size()) return addBlocks(values);
    const auto count = countOf(kernel, *steps[loop], values);
    if (!count) return false;
    for (std::int64_t number = 0; number < *count; ++number) {
      values[symbolOf(*steps[loop])] = number;
      if (!add(values, loop + 1)) return false;
    }
    return true;
  }

  std::int64_t different() const { return static_cast<std::int64_t>(blocks.size()); }

  const std::string& symbolOf(const Axis& axis) const { return kernel.nest.loops[axis.loop].symbol; }

 private:
  const Kernel& kernel;
  std::vector<const Axis*> steps;                                      // inside a program, outermost first
  std::set<std::pair<std::size_t, std::vector<std::int64_t>>> blocks;  // which of Kernel::blocks, and where

  bool addBlocks(const Values& values) {
    for (std::size_t k = 0; k < kernel.blocks.size(); ++k) {
      const Block& block = kernel.blocks[k];
      if (!block.reads) continue;
      if (block.indexing == Block::Indexing::Irregular) return false;
      std::vector<std::int64_t> place;
      for (const Polynomial& index : block.index) {
        const auto value = index.evaluate(values);
        if (!value) return false;
        place.push_back(*value);
      }
      blocks.emplace(k, place);
    }
    return true;
  }
};

// --- formulas: what a wave of programs loads, whatever the sizes
// ----------------------------------------------------------------------------------------------------------

/// The rows and columns of programs of which a wave contains some.
struct Wave {
  std::int64_t rows, columns;
};

class OrderChoice {
 public:
  explicit OrderChoice(const Kernel& kernel) : kernel(kernel) {}

  ProgramOrder run() {
    if (!mayBeReordered() || !findDimensions() || !sharesBoth()) return {};
    order.group = groupSize;
    order.wave = groupSize * groupSize;
    const Wave grouped = waveOf(order.group), rowMajor = waveOf(1);
    if (grouped.rows + grouped.columns >= rowMajor.rows + rowMajor.columns) return {};
    order.loads = loadsOf(grouped);
    order.rowMajorLoads = loadsOf(rowMajor);
    return order;
  }

 private:
  const Kernel& kernel;
  ProgramOrder order;

  /// The order in which the programs run cannot be observed, and a CUDA block runs each of them.
  bool mayBeReordered() const {
    const LoopNest& nest = kernel.nest;
    const auto isOfGrid = [&](int loop) {
      return std::any_of(kernel.grid.begin(), kernel.grid.end(),
                         [&](const Axis& axis) { return axis.loop == loop; });
    };
    return kernel.isProvedAsWritten() && stagingOf(kernel) && !sharedSum(kernel) &&
           std::none_of(nest.reductions.begin(), nest.reductions.end(),
                        [&](const Reduction& each) { return isOfGrid(each.loop); }) &&
           std::none_of(nest.privates.begin(), nest.privates.end(),
                        [](const PrivateScalar& each) { return each.loop == 0 && each.lastValue; });
  }

  /// The numbers of CUDA blocks grow along x first.
  bool findDimensions() {
    for (const ThreadDimension& each : kernel.threads) {
      if (each.letter == 'x') order.columns = each.axis;
      if (each.letter == 'y') order.rows = each.axis;
    }
    return order.rows >= 0 && order.columns >= 0;
  }

  const std::string& symbolOf(int dimension) const {
    return kernel.nest.loops[kernel.grid[dimension].loop].symbol;
  }
  static bool movesWith(const Block& block, const std::string& symbol) {
    return std::any_of(block.index.begin(), block.index.end(),
                       [&](const Polynomial& index) { return index.mentions(symbol); });
  }

  /// Axes whose numbers enter one index.
  std::vector<const Axis*> axesOf(const Polynomial& index) const {
    std::vector<const Axis*> axes;
    for (const Axis* axis : indexAxes(kernel))
      if (index.mentions(kernel.nest.loops[axis->loop].symbol)) axes.push_back(axis);
    return axes;
  }

  /// Are the values of the index as many as the numbers of its axes together? Those of a window, `i + k`,
  /// are not; of `48 * i + k` they are where k stays below 48.
  bool isDistinct(const Polynomial& index) const {
    std::vector<std::pair<std::int64_t, const Axis*>> strides;
    for (const Axis* axis : axesOf(index)) {
      const auto stride = index.coefficient(kernel.nest.loops[axis->loop].symbol);
      strides.emplace_back(std::abs(stride ? stride->constant().value_or(0) : 0), axis);
    }
    std::sort(strides.begin(), strides.end());
    for (std::size_t k = 0; k + 1 < strides.size(); ++k) {
      const auto count = countOf(kernel, *strides[k].second, {});
      if (!count || strides[k].first == 0 || strides[k + 1].first / strides[k].first < *count) return false;
    }
    return true;
  }

  /// Can all reads be counted, and are, of what the steps of a loop read, some the same along the rows and
  /// some along the columns?
  bool sharesBoth() const {
    bool alongRows = false, alongColumns = false;
    for (const Block& block : kernel.blocks) {
      if (!block.reads) continue;
      if (block.indexing == Block::Indexing::Irregular ||
          !std::all_of(block.index.begin(), block.index.end(),
                       [&](const Polynomial& index) { return isDistinct(index); }))
        return false;
      const bool withRows = movesWith(block, symbolOf(order.rows)),
                 withColumns = movesWith(block, symbolOf(order.columns)), isStreamed = isOfSteps(block);
      alongRows |= isStreamed && withColumns && !withRows;
      alongColumns |= isStreamed && withRows && !withColumns;
    }
    return alongRows && alongColumns;
  }

  bool isOfSteps(const Block& block) const {
    return std::any_of(kernel.loops.begin(), kernel.loops.end(), [&](const Axis& axis) {
      return movesWith(block, kernel.nest.loops[axis.loop].symbol);
    });
  }

  /// A dimension of unknown size is taken to have room for the wave.
  std::int64_t programsAlong(int dimension) const {
    const auto count = countOf(kernel, kernel.grid[dimension], {});
    const std::int64_t room = order.wave * groupSize;
    return count ? std::clamp<std::int64_t>(*count, 1, room) : room;
  }

  Wave waveOf(std::int64_t group) const {
    const std::int64_t rows = programsAlong(order.rows), columns = programsAlong(order.columns);
    const std::int64_t together = std::min(group, rows), groups = ceilDiv(order.wave, together * columns);
    return {std::min(rows, together * groups), std::min(columns, ceilDiv(order.wave, together))};
  }

  std::string loadsOf(const Wave& wave) const {
    Sum sum;
    for (const Block& block : kernel.blocks) {
      if (!block.reads) continue;
      std::int64_t programs = 1;
      std::vector<Factor> factors;
      for (const Polynomial& index : block.index)
        for (const Axis* axis : axesOf(index)) {
          if (axis == &kernel.grid[order.rows])
            programs *= wave.rows;
          else if (axis == &kernel.grid[order.columns])
            programs *= wave.columns;
          else if (!isOfGrid(*axis))
            factors.push_back(asFactor(axis->programs));
        }
      sum.add(std::min(programs, order.wave), factors);
    }
    return sum.print();
  }

  bool isOfGrid(const Axis& axis) const {
    return &axis >= kernel.grid.data() && &axis < kernel.grid.data() + kernel.grid.size();
  }
};

}  // namespace

ProgramOrder chooseProgramOrder(const Kernel& kernel) { return OrderChoice(kernel).run(); }

std::vector<std::int64_t> programAt(const ProgramOrder& order, const std::vector<std::int64_t>& programs,
                                    std::int64_t number) {
  std::vector<std::int64_t> at(programs.size());
  if (order.group == 0) {
    for (std::size_t k = programs.size(); k-- > 0; number /= programs[k]) at[k] = number % programs[k];
    return at;
  }
  const std::int64_t rows = programs[order.rows], columns = programs[order.columns];
  const std::int64_t inPlane = number % (rows * columns);
  const std::int64_t first = inPlane / (order.group * columns) * order.group;
  const std::int64_t here = std::min(order.group, rows - first), inGroup = inPlane - first * columns;
  number /= rows * columns;
  for (std::size_t k = programs.size(); k-- > 0;) {
    const bool isInPlane = static_cast<int>(k) == order.rows || static_cast<int>(k) == order.columns;
    at[k] = static_cast<int>(k) == order.rows      ? first + inGroup % here
            : static_cast<int>(k) == order.columns ? inGroup / here
                                                   : number % programs[k];
    if (!isInPlane) number /= programs[k];
  }
  return at;
}

std::optional<std::int64_t> blocksLoaded(const Kernel& kernel, const ProgramOrder& order, std::int64_t count,
                                         const std::map<std::string, std::int64_t>& sizes) {
  std::vector<std::int64_t> programs;
  std::int64_t all = 1;
  for (const Axis& axis : kernel.grid) {
    const auto along = countOf(kernel, axis, sizes);
    if (!along) return std::nullopt;
    programs.push_back(*along);
    all *= *along;
  }
  LoadCounter counter(kernel);
  for (std::int64_t number = 0; number < std::min(count, all); ++number) {
    const std::vector<std::int64_t> program = programAt(order, programs, number);
    Values values = sizes;
    for (std::size_t k = 0; k < program.size(); ++k) values[counter.symbolOf(kernel.grid[k])] = program[k];
    if (!counter.add(values)) return std::nullopt;
  }
  return counter.different();
}

}  // namespace appyl
