// Pragmas of other models of parallelism, `omp` and `acc`, which Clang passes over here.
#pragma once

#include "directive/source.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

namespace appyl {

/// The words of a pragma of OpenMP or OpenACC; none of another one.
llvm::SmallVector<llvm::StringRef, 8> wordsOf(const ForeignPragma& pragma);

/// The statement at which a pragma stands: the outermost of those that begin first behind it.
const clang::Stmt* statementBehind(clang::SourceLocation pragma, const clang::Stmt* body,
                                   const Directives& directives, const clang::SourceManager& sources);

}  // namespace appyl
