#include "codegen/cuda/cuda_staged_loops.h"

#include "codegen/text/nest_text.h"
#include "nest/ast/ast.h"
#include "support/names.h"

#include <fmt/format.h>
#include <algorithm>

namespace appyl {

using namespace clang;

const StagedLoop* StagedLoops::find(int loop) const {
  if (staged.loop.loop == &kernel.nest.loops[loop]) return &staged.loop;
  for (const StagedLoop& each : staged.grid)
    if (each.loop == &kernel.nest.loops[loop]) return &each;
  return nullptr;
}

std::string StagedLoops::blockText(const StagedLoop& each) const {
  const BlockSize& block =
      each.threads ? kernel.grid[each.threads->dimension->axis].block : staged.staging->block;
  const bool isWord = std::all_of(block.text.begin(), block.text.end(), isOfName);
  return block.value > 0 ? std::to_string(block.value) : isWord ? block.text : "(" + block.text + ")";
}
std::string StagedLoops::wideBlock(const StagedLoop& each) const {
  const std::string text = blockText(each);
  const bool isNumber = std::isdigit(static_cast<unsigned char>(text.front()));
  return isNumber ? text + "LL" : fmt::format("static_cast<long long>({})", text);
}

std::string StagedLoops::countOf(const ThreadLoop& each) const {
  return each.isCounted ? fmt::format("static_cast<long long>({})", each.text.count) : countOf(*each.loop);
}
std::string StagedLoops::countOf(const Loop& loop) const {
  std::string count = editedText(loop.bound, body, setting.source.ast);
  const std::string lower = lowerOf(loop);
  const bool isInclusive = loop.comparison == Comparison::LessEqual;
  const QualType type = strip(loop.bound)->getType();
  const bool isWideUnsigned = type->isUnsignedIntegerType() && setting.source.ast.getTypeSize(type) >= 64;
  const bool isWord = std::all_of(count.begin(), count.end(), isOfName);
  if (isWideUnsigned || lower != "0" || isInclusive)
    count = fmt::format("static_cast<long long>({})", count);
  else if (!isWord)
    count = "(" + count + ")";
  if (lower != "0") count += " - " + lower;
  return isInclusive ? count + " + 1" : count;
}
std::string StagedLoops::lowerOf(const Loop& loop) const {
  const std::string lower = editedText(loop.lower, body, setting.source.ast);
  return lower.find_first_not_of("0123456789") == std::string::npos
             ? lower
             : fmt::format("static_cast<long long>({})", lower);
}

std::string StagedLoops::counterAt(const StagedLoop& each, const std::string& number) const {
  const Loop& loop = *each.loop;
  if (!each.threads || !each.threads->isCounted) {
    const std::string lower = lowerOf(loop);
    return lower == "0" ? number : fmt::format("{} + {}", lower, number);
  }
  const std::int64_t step = std::abs(loop.step.value_or(1));
  const bool isSum = number.find(' ') != std::string::npos;
  const std::string distance = isSum ? "(" + number + ")" : number;
  return fmt::format("static_cast<long long>({}_first {} {})", loop.counter->getNameAsString(),
                     loop.descending ? '-' : '+',
                     step == 1 ? distance : fmt::format("{} * {}ULL", distance, step));
}

std::string StagedLoops::hereText(const StagedLoop& each, const std::string& count) const {
  return fmt::format("const long long {} = ::appyl::cuda::iterations({}, {}, {});\n", each.here, count,
                     each.block, blockText(each));
}

std::string StagedLoops::blocksText(int blocks) const {
  const std::int64_t size = staged.staging->block.value;
  if (blocks == 0 || size > 0) return std::to_string(blocks * size);
  return blocks == 1 ? blockText(staged.loop) : fmt::format("{} * {}", blocks, blockText(staged.loop));
}

}  // namespace appyl
