// compile_commands.json: whether the file is a database as its readers expect it. Clang's reader takes a file
// that is cut short as far as it goes, and cannot do with a command of no words.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

namespace appyl {

/// The first thing that is wrong with the text of a database, with its line where that is known.
llvm::Error checkDatabase(llvm::StringRef text);

}  // namespace appyl
