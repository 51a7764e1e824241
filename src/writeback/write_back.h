// Edits applied to their source, and what they have produced brought into the project's style. Everything
// else stays as it is, byte for byte: line ends, a byte order mark, a missing newline at the end, unusual
// formatting.
#pragma once

#include "codegen/text/edits.h"
#include "writeback/format.h"

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace appyl {

/// The edited source. A removal that leaves its lines empty removes the lines. `produced`, where given,
/// receives what each edit has become in the result.
std::string applyEdits(llvm::StringRef source, const Edits& edits,
                       std::vector<TextRange>* produced = nullptr);

/// The edited source, formatted where it was edited, as the file at `path` is, of which `original` is the
/// text.
std::string writeBack(llvm::StringRef source, const Edits& edits, llvm::StringRef path,
                      llvm::StringRef original);

}  // namespace appyl
