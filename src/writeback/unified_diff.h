// What `--check` prints: the change from one text to another as a unified diff.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace appyl {

/// Empty when the texts are equal. The names stand in the header as they are given, after `--- ` and `+++ `.
std::string unifiedDiff(llvm::StringRef before, llvm::StringRef after, llvm::StringRef beforeName,
                        llvm::StringRef afterName);

}  // namespace appyl
