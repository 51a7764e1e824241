#include "codegen/simd/prefetch.h"

#include <fmt/format.h>

#include <algorithm>

namespace appyl {

constexpr std::int64_t pageBytes = 4096;

std::vector<std::string> prefetches(const Kernel& kernel, const LoopText& text,
                                    const std::vector<WalkedArray>& arrays) {
  if (text.bound.empty() || text.block <= 0) return {};
  // Those that store, too, have more lines on their way anyway.
  const auto isStore = [](const Access& access) { return access.writes && access.reduction < 0; };
  if (std::ranges::any_of(kernel.nest.accesses, isStore)) return {};
  std::vector<std::string> statements;
  for (const auto& [elements, bytes, isStored] : arrays) {
    if (bytes > lineBytes || text.block * bytes < 4 * lineBytes) continue;
    const std::int64_t page = pageBytes / bytes, pages = std::clamp<std::int64_t>(text.block / page, 1, 4);
    for (std::int64_t k = 0; k < pages; ++k) {
      const std::int64_t ahead = std::max(text.block, page) + k * page;
      statements.push_back(fmt::format("if ({0} - {1} > {2}) __builtin_prefetch(&{3}[{1} + {2}]);",
                                       text.bound, text.first, ahead, elements));
    }
  }
  return statements;
}

}  // namespace appyl
