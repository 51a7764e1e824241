// Loops that count blocks, `for (int k = 0; k < cdiv(n, B); ++k)`, and whose bodies use the number only as
// the place where the block begins, `k * B`.
#pragma once

#include "nest/ast/source_ranges.h"

#include <optional>
#include <utility>
#include <vector>

namespace appyl {

/// The dividend and the divisor of `cdiv(n, size)` or `(n + size - 1) / size`, also behind a constant's name.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> asBlockCount(
    const clang::Expr* count, const clang::ASTContext& context);

/// Annotated loops over tiles, and loops in these, as loops from block to block, `k += B`.
std::vector<TextEdit> loopsOverBlocks(const Source& source);

}  // namespace appyl
