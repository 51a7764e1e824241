// JSON of files that others may have written.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/JSON.h>

namespace appyl {

/// Parses the text. An error begins with the line's number: `3: no JSON: Expected , or }`. Brackets are taken
/// up to 100 deep, so that the parser, which calls itself for each of them, cannot run out of stack.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

}  // namespace appyl
