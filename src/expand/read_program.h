// An annotated loop whose statements work on tiles, or an annotated statement -> TileProgram.
#pragma once

#include "directive/source.h"
#include "expand/read_expression.h"

#include <variant>

namespace appyl {

/// Nothing: the nest works on no tiles, or an error was reported.
using ReadTiles = std::variant<std::monostate, TileProgram, TileRefusal>;

/// `root` is the statement as it is to be read: the one of the directive, or the same one in an instance of
/// its template; `pattern` the function as it was written. `blockSize`: of a `seq_dim` without one. `widens`:
/// see TileProgram.
ReadTiles readTiles(const clang::Stmt* root, const clang::FunctionDecl* pattern, std::int64_t blockSize,
                    bool widens, const Source& source);

}  // namespace appyl
