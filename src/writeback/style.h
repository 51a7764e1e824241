// The style that generated code is formatted in: the project's, or one that is read off the source itself, so
// that what is generated looks like what stands around it.
#pragma once

#include <clang/Format/Format.h>
#include <llvm/ADT/StringRef.h>

namespace appyl {

/// The style of the `.clang-format` that holds for the file at `path`; where there is none, LLVM's with wider
/// lines and with the habits of `text`: indentation, braces, the place of `*`, short loops and ifs. Cleared
/// of what does more than white space.
clang::format::FormatStyle styleFor(llvm::StringRef text, llvm::StringRef path);

}  // namespace appyl
