// Programs that a translation for CUDA leaves to the host, as they were written: what tells so when they run.
#pragma once

#include "directive/source.h"

#include <string>

namespace appyl {

/// A statement to put in front of the program: it says that the host runs it, and why, and stops where the
/// host cannot read one of its arrays.
std::string tellRunsOnHost(const clang::Stmt* program, llvm::StringRef why, const Source& source);

}  // namespace appyl
