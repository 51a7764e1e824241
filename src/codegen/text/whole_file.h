// What concerns a file as a whole, whatever its kernels are: the names in it, and what compilers have to be
// told.
#pragma once

#include "codegen/text/edits.h"

#include <clang/AST/ASTContext.h>

#include <string>

namespace appyl {

/// The source's name without its folders, as a string literal has it.
std::string fileNameInLiteral(const clang::SourceManager& sources);

/// C's `restrict`, `_Bool` and the like as C++ compilers know them, in what stays of the source and in what
/// is written anew.
void spellForCpp(llvm::StringRef text, Edits& edits, const clang::LangOptions& options);

/// Compilers contract `a * b + c` by default; this turns contraction off, in each compiler's own way.
Edit forbidContraction(llvm::StringRef text);

}  // namespace appyl
