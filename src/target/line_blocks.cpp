#include "target/line_blocks.h"

#include "loops/ast.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

std::string beginAtLines(const Kernel& kernel, const std::vector<WalkedArray>& arrays, LoopWriter& writer,
                         const clang::ASTContext& context, LoopText& text) {
  if (arrays.empty() || text.bound.empty()) return "";
  const Loop& loop = kernel.nest.loops.front();
  const auto* lower = llvm::dyn_cast<clang::IntegerLiteral>(strip(loop.lower));
  if (!lower || lower->getValue() != 0) return "";
  const auto isStored = [](const WalkedArray& array) { return array.isStored; };
  const auto stored = std::ranges::find_if(arrays, isStored);
  const auto& [elements, bytes, _] = stored == arrays.end() ? arrays.front() : *stored;
  // No other blocks begin at lines, all of them, and of a few vectors the first are too large a part.
  if (bytes >= lineBytes || lineBytes % bytes != 0 || text.block * bytes % lineBytes != 0 ||
      text.block * bytes < 4 * lineBytes)
    return "";
  const bool isCpp = context.getLangOpts().CPlusPlus;
  const std::string name = loop.counter->getNameAsString();
  const std::string lead = writer.unique(name + "_lead"), line = writer.unique(name + "_line");
  const std::string address = fmt::format(
      fmt::runtime(isCpp ? "reinterpret_cast<unsigned long long>({})" : "(unsigned long){}"), elements);
  const auto& [counter, endType] = text.blockTypes;
  text.setup.push_back(
      fmt::format("const {} {} = {} % {} / sizeof(*{});", counter, lead, address, lineBytes, elements));
  text.blockHeader = fmt::format("for ({0} {1} = 0; {1} < {2} + {3}; {1} += {4})", counter, line, text.bound,
                                 lead, text.stride);
  // GCC splits the loop at `i_line < i_lead`, and makes no lanes of its second part.
  const std::string begin = fmt::format("{0} == 0 ? 0 : {0} - {1}", line, lead),
                    end = fmt::format("{0} + {1} - {2} < {3} ? {0} : {2} + {3} - {1}", text.bound, lead, line,
                                      text.stride);
  text.inBlock = {fmt::format("const {} {} = {};", counter, text.first, begin),
                  fmt::format("const {} {} = {};", endType, text.last,
                              counter == endType ? end : writer.cast(endType, end))};
  return elements;
}

}  // namespace appyl
