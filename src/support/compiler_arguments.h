// Arguments of other compilers (GCC, nvcc, MPI's wrappers, cross compilers) in terms of Clang's.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace appyl {

struct ClangArguments {
  std::vector<std::string> arguments;
  std::string language;      // of -x: c or c++; empty where it is not given
  bool hasStandard = false;  // -std= is given
  bool openmp = false;  // OpenMP was asked for; it stays off in the parse, which would otherwise check and
                        // build its pragmas
};

/// Takes out what Clang does not know, what names inputs and outputs, what writes files or loads plugins, and
/// warnings. Relative folders and files are those of `directory`.
ClangArguments argumentsForClang(const std::vector<std::string>& arguments, llvm::StringRef directory);

/// Whether one of the globs matches the compiler as it is written or as it is found.
bool isQueried(llvm::StringRef compiler, const std::vector<std::string>& globs);

/// Runs the compiler to learn where it includes from, and for which target it compiles.
std::vector<std::string> askDriver(const std::string& compiler, const std::string& language);

}  // namespace appyl
