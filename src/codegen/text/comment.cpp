#include "codegen/text/comment.h"

#include "model/blocks.h"
#include "nest/privatization/updates.h"
#include "support/operands.h"

#include <fmt/format.h>

namespace appyl {
namespace {

constexpr std::size_t widest = 92, mostColumns = 100;

/// Words filled into lines of that many columns.
std::string fill(const std::string& sentence, std::size_t width = widest) {
  std::string text, line = "//";
  std::size_t begin = 0;
  while (begin < sentence.size()) {
    std::size_t end = sentence.find(' ', begin);
    end = end == std::string::npos ? sentence.size() : end;
    const std::string word = sentence.substr(begin, end - begin);
    if (line.size() + 1 + word.size() > width && line.size() > 2) {
      text += line + "\n";
      line = "//  ";
    }
    line += " " + word;
    begin = end + 1;
  }
  return text + line + "\n";
}

std::string blockText(const Block& block) {
  if (block.indexing == Block::Indexing::Irregular) return fmt::format("{} (irregular)", block.array);
  return fmt::format("{} ({})", block.array, shapeText(block));
}

std::string gridText(const Kernel& kernel) {
  std::vector<std::string> programs, blocks;
  for (const Axis& axis : kernel.grid) {
    programs.push_back(asOperand(axis.programs.text));
    if (axis.block.isChosen()) blocks.push_back(fmt::format("{} of {}", axis.block.text, axis.var));
  }
  std::string text = fmt::format("a grid of {} programs", fmt::join(programs, " x "));
  if (!blocks.empty())
    text += fmt::format(", blocks of {}", fmt::join(blocks, " and "));
  else
    text += fmt::format(", one for each {}", kernel.grid.size() == 1 ? kernel.grid[0].var : "iteration");
  for (const Axis& axis : kernel.loops)
    if (axis.block.isChosen() && !axis.parallel)
      text += fmt::format(", {} in blocks of {}", axis.var, axis.block.text);
  return text;
}

}  // namespace

std::string commentText(const std::string& sentence) { return fill(sentence); }

/// The width of a comment's lines with which none has to be broken at the loop's column.
static std::size_t widthFor(const Loop& loop, const clang::SourceManager& sources) {
  const std::size_t column = sources.getExpansionColumnNumber(loop.stmt->getBeginLoc());
  return column < mostColumns / 2 ? std::min(widest, mostColumns + 1 - column) : mostColumns / 2;
}

std::string kernelComment(const Kernel& kernel, const std::string& remark) {
  const std::size_t width =
      widthFor(kernel.nest.loops.front(), kernel.nest.function->getASTContext().getSourceManager());
  std::vector<std::string> reads, writes, reductions;
  for (const Block& block : kernel.blocks) {
    std::vector<std::string>& list = block.writes ? writes : reads;
    const std::string shape = blockText(block);
    if (std::find(list.begin(), list.end(), shape) == list.end()) list.push_back(shape);
  }
  for (const Reduction& reduction : kernel.nest.reductions)
    reductions.push_back(fmt::format("{} by {}", reduction.name, spelling(reduction.op)));
  std::string text = fmt::format(
      "{}: {}.", kernel.name,
      kernel.launches
          ? gridText(kernel)
          : fmt::format("blocks of {} iterations of {}", kernel.grid[0].block.text, kernel.grid[0].var));
  std::vector<std::string> parts;
  if (!reads.empty()) parts.push_back(fmt::format("reads {}", fmt::join(reads, ", ")));
  if (!writes.empty()) parts.push_back(fmt::format("writes {}", fmt::join(writes, ", ")));
  if (!reductions.empty()) parts.push_back(fmt::format("reduces {}", fmt::join(reductions, ", ")));
  std::string result = fill(text, width);
  if (!parts.empty()) {
    std::string sentence = fmt::format("{}.", fmt::join(parts, "; "));
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    result += fill(sentence, width);
  }
  if (kernel.launches)
    result +=
        fill(kernel.legality == Legality::Proved
                 ? (kernel.assumptions.empty()
                        ? std::string("Proved independent.")
                        : fmt::format("Proved independent, given {}.", fmt::join(kernel.assumptions, ", ")))
             : kernel.legality == Legality::Unchecked
                 ? std::string("Unchecked: the author vouches for the iterations' independence.")
                 : "Independent as the annotation says, not proved" +
                       (kernel.unprovedReason.empty() ? std::string() : ": " + kernel.unprovedReason) + ".",
             width);
  if (!remark.empty()) result += fill(remark, width);
  return result;
}

}  // namespace appyl
