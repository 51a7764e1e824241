// Arguments of other compilers (GCC, nvcc, MPI's wrappers, cross compilers) in terms of Clang's.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

namespace appyl {

struct ClangArguments {
  std::vector<std::string> arguments;
  std::string language;      // of -x: c or c++; empty where it is not given
  std::vector<std::string> dropped;  // what is not passed on, and not taken into account in another way
  bool hasStandard = false;          // -std= is given
  bool openmp = false;  // OpenMP was asked for; it stays off in the parse, which would otherwise check and
                        // build its pragmas
};

/// Keeps what decides how a source is read, and Clang's own warnings: headers, definitions, the language, the
/// target. Everything else is dropped, since a database must not make Clang write a file or load code.
/// Relative folders and files are those of `directory`.
ClangArguments argumentsForClang(const std::vector<std::string>& arguments, llvm::StringRef directory);

/// The program that the compiler is, where one of the globs matches its path; relative ones are those of
/// `directory`. A glob without a folder is for names that are looked up in PATH.
std::optional<std::string> queriedProgram(llvm::StringRef compiler, llvm::StringRef directory,
                                          const std::vector<std::string>& globs);

/// Runs the compiler to learn where it includes from, and for which target it compiles.
std::vector<std::string> askDriver(const std::string& program, const std::string& language);

}  // namespace appyl
