// A batch is one program of many functions: compilers and start-up are paid once. Its functions are
// translated for each target, compiled, run in several orders, and compared with their originals. A function
// that fails is named and left out, so that the others are still tried.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "program.h"

namespace random_programs {

struct Tools {
  std::filesystem::path translator, include, support;
  bool secondCompiler = false;  // Clang instead of GCC for what is generated
  bool sanitize = false;        // CUDA's emulation under the sanitizers
};

// What became of a function on a target; `Same` is what should.
enum class Outcome { Same, Refused, Unproved, Uncompilable, Differs, Crash, Finding };
const char* name(Outcome outcome);

struct Result {
  Outcome outcome = Outcome::Same;
  std::string detail;
  bool warned = false;  // that something is not proved
};

// The targets are openmp, cuda, interpret, and model (interpret with the blocks of the model checked).
std::vector<Result> runBatch(const std::vector<Function>& functions, const std::string& target,
                             const Tools& tools, const std::filesystem::path& folder);

// Writes and compiles what the targets share. The message of the compiler where that fails, which is a
// mistake of the generator.
std::string prepareBatch(const std::vector<Function>& functions, const Tools& tools,
                         const std::filesystem::path& folder);

}  // namespace random_programs
