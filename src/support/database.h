// compile_commands.json: whether the file is a database as its readers expect it. Clang's reader accepts a
// file that is cut short, up to that place, and cannot handle a command without words.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

namespace appyl {

/// The first thing that is wrong with the text of a database, with its line where that is known.
llvm::Error checkDatabase(llvm::StringRef text);

}  // namespace appyl
