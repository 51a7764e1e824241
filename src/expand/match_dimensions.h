// `par_dim` and `seq_dim`: which dimension of the statement each of their entries means. Bounds are compared
// as expressions; where several dimensions have one bound, the result's come first, from left to right.
#pragma once

#include "expand/read_expression.h"

namespace appyl {

/// Fills `statement.dimensions`; false: an error was reported. `blockSize`: of a `seq_dim` without one.
bool matchDimensions(const TileProgram& program, TileStatement& statement, TileExpressionReader& numbers,
                     std::int64_t blockSize, const clang::ASTContext& context, Diagnostics& diags);

}  // namespace appyl
