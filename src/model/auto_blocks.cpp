// On a CPU the blocks grow by doubling, the smallest first, as long as all that a program touches fits into
// half of the smallest first-level cache in use. What a GPU's programs share is small, and their number of
// threads is limited: there the choice is made by the shape of the grid alone.
#include "model/auto_blocks.h"

#include "model/blocks.h"
#include "model/reach.h"
#include "model/trips.h"

#include <algorithm>

namespace appyl {
namespace {

constexpr std::int64_t cacheBytes = 32 * 1024 / 2;  // half of it; the rest is for what is not seen
constexpr std::int64_t fewest = 64, mostIterations = 4096;  // iterations of one program
constexpr std::int64_t enoughPrograms = 64;       // for the cores of one machine

template <class AxisType, class KernelType>
std::vector<AxisType*> autoAxesOf(KernelType& kernel) {
  std::vector<AxisType*> result;
  for (auto* axes : {&kernel.grid, &kernel.loops})
    for (AxisType& axis : *axes)
      if (axis.block.isAuto()) result.push_back(&axis);
  return result;
}

void setBlock(const LoopNest& nest, Axis& axis, std::int64_t size) {
  axis.block.value = size;
  axis.block.text = std::to_string(size);
  axis.programs = ceilDiv(tripCount(nest.loops[axis.loop]), axis.block);
}

/// The product, or the largest number if the product overflows.
std::int64_t productOf(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/// How often the loops without blocks in a program move the block; nullopt where sizes decide.
std::optional<std::int64_t> stepsOf(const Kernel& kernel, const Block& block) {
  std::int64_t steps = 1;
  if (block.perProgram) return steps;
  for (const Axis* axis : indexAxes(kernel)) {
    const bool isInside = llvm::any_of(kernel.loops, [&](const Axis& each) { return &each == axis; });
    if (!isInside || axis->block.isChosen() || !movesWith(kernel, block, *axis)) continue;
    const auto trips = tripCount(kernel.nest.loops[axis->loop]).value;
    if (!trips) return std::nullopt;
    steps = productOf(steps, *trips);
  }
  return steps;
}

/// Do the rows of the block begin where the rows before them end?
bool hasWholeRows(const Block& block) {
  return block.shape.size() == 1 || (block.extents.back() && *block.extents.back() == block.shape.back());
}

/// The bytes of one array's block; nullopt where data or sizes decide. Rows of a block that moves no further
/// take whole lines of the cache: a column of 128 numbers takes 128 lines.
std::optional<std::int64_t> bytesOf(const Kernel& kernel, const Block& block) {
  const std::int64_t elementBytes = kernel.nest.arrays[block.arrayIndex].elementBytes;
  const auto steps = stepsOf(kernel, block);
  if (elementBytes <= 0 || block.indexing == Block::Indexing::Irregular || !steps) return std::nullopt;
  std::int64_t bytes = elementBytes;
  for (auto extent = block.shape.rbegin(); extent != block.shape.rend(); ++extent) {
    const auto constant = extent->constant();
    if (!constant) return std::nullopt;
    bytes = productOf(bytes, *constant);
    if (extent == block.shape.rbegin() && *steps == 1 && !hasWholeRows(block))
      bytes = std::max(bytes, lineBytes);
  }
  return productOf(bytes, *steps);
}

/// What a program touches in one block of the loops that go in blocks, and otherwise in all of their steps.
std::optional<std::int64_t> bytesTouched(Kernel& kernel) {
  kernel.blocks = blocksOf(kernel);
  std::int64_t sum = 0;
  for (const Block& block : kernel.blocks) {
    const auto bytes = bytesOf(kernel, block);
    if (!bytes || __builtin_add_overflow(sum, *bytes, &sum)) return std::nullopt;
  }
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

/// The number of programs; nullopt where a size of the user's program decides.
std::optional<std::int64_t> programsOf(const Kernel& kernel) {
  std::int64_t programs = 1;
  for (const Axis& axis : kernel.grid) {
    const auto constant = axis.programs.value;
    if (!constant) return std::nullopt;
    programs = productOf(programs, *constant);
  }
  return programs;
}

/// The iterations of one program in the dimensions whose block the source gives.
std::int64_t givenIterations(const Kernel& kernel) {
  std::int64_t iterations = 1;
  for (const Axis& axis : kernel.grid)
    if (!axis.block.isAuto()) iterations = productOf(iterations, std::max<std::int64_t>(axis.block.value, 1));
  return iterations;
}

/// Blocks of the loops by doubling the smallest of them, inner loops first, while `fits` says that all of
/// them together, beside `iterations` of others, are not too large. No block is larger than a constant range
/// needs.
template <class Fits>
void grow(Kernel& kernel, const std::vector<Axis*>& axes, std::int64_t iterations, Fits fits) {
  for (Axis* axis : axes) setBlock(kernel.nest, *axis, 1);
  std::vector<Axis*> growing(axes.rbegin(), axes.rend());
  while (!growing.empty()) {
    const auto smallest = std::min_element(growing.begin(), growing.end(), [](const Axis* a, const Axis* b) {
      return a->block.value < b->block.value;
    });
    Axis& axis = **smallest;
    const auto trips = tripCount(kernel.nest.loops[axis.loop]).value;
    const std::int64_t size = axis.block.value;
    setBlock(kernel.nest, axis, 2 * size);
    if ((!trips || size < *trips) && fits(productOf(2, iterations))) {
      iterations *= 2;
    } else {
      setBlock(kernel.nest, axis, size);
      growing.erase(smallest);
    }
  }
}

void chooseForCache(Kernel& kernel, const std::vector<Axis*>& axes, std::int64_t otherwise) {
  for (Axis* axis : axes) setBlock(kernel.nest, *axis, 1);
  if (!bytesTouched(kernel)) {
    if (axes.size() == 1)
      setBlock(kernel.nest, *axes.front(), otherwise);
    else
      grow(kernel, axes, 1,
           [&](std::int64_t iterations) { return iterations <= std::min(otherwise, mostIterations); });
    return;
  }
  grow(kernel, axes, givenIterations(kernel), [&](std::int64_t iterations) {
    if (iterations <= fewest) return true;
    if (iterations > mostIterations || programsOf(kernel).value_or(enoughPrograms) < enoughPrograms)
      return false;
    const auto bytes = bytesTouched(kernel);
    return bytes && *bytes <= cacheBytes;
  });
}

/// A thread for each iteration of a loop alone; of several loops 4096 iterations, of which each thread takes
/// some. The steps of a loop inside are short, since what they load stays in shared memory.
void chooseForDevice(Kernel& kernel, std::int64_t otherwise) {
  std::vector<Axis*> grid;
  for (Axis* axis : autoAxesOf<Axis>(kernel)) {
    const bool isGrid = llvm::any_of(kernel.grid, [&](const Axis& each) { return &each == axis; });
    if (isGrid)
      grid.push_back(axis);
    else
      setBlock(kernel.nest, *axis, axis->parallel ? otherwise : 16);
  }
  if (grid.size() == 1)
    setBlock(kernel.nest, *grid.front(), otherwise);
  else if (!grid.empty())
    grow(kernel, grid, 1, [](std::int64_t iterations) { return iterations <= mostIterations; });
}

}  // namespace

void chooseBlocks(Kernel& kernel, const BlockChoice& choice) {
  const std::vector<Axis*> axes = autoAxesOf<Axis>(kernel);
  if (axes.empty()) return;
  if (choice.forDevice)
    chooseForDevice(kernel, choice.otherwise);
  else
    chooseForCache(kernel, axes, choice.otherwise);
  const auto tuned = choice.tuned.find(kernel.name);
  if (tuned == choice.tuned.end()) return;
  for (Axis* axis : axes)
    if (const auto size = tuned->second.find(axis->var); size != tuned->second.end()) {
      setBlock(kernel.nest, *axis, size->second);
      axis->block.origin = BlockSize::Origin::TuningFile;
    }
}

std::vector<const Axis*> autoAxes(const Kernel& kernel) { return autoAxesOf<const Axis>(kernel); }

}  // namespace appyl
