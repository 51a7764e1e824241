// Where a source's result goes, and how it gets there: a file appears complete or not at all, and is left
// alone when it already has the wanted content, so that a build sees no change.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

namespace appyl {

/// `dir/x.cpp` with ".omp" inserted is `x.omp.cpp`; the folder is dropped.
std::string translatedName(llvm::StringRef source, llvm::StringRef infix);

/// `dir/x.cpp` with ".model.json" is `x.model.json`.
std::string replacedExtension(llvm::StringRef source, llvm::StringRef extension);

/// The file's bytes; otherwise empty, and `reason` is the system's text ("" for a file that does not exist).
std::optional<std::string> readWhole(const std::string& path, std::string& reason);

/// Returns the system's text of what failed, or nothing. A file that is not a regular one (a device, a pipe)
/// is written to directly; a symbolic link stays, and its target is written.
std::optional<std::string> writeIfChanged(const std::string& path, llvm::StringRef content);

/// One rule in Make's syntax: `target: a b c`, a name per line.
std::string dependencyRule(const std::string& target, const std::vector<std::string>& dependencies);

}  // namespace appyl
