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

// With what a batch is compiled. No combination does all: the sanitizers take four times as long as the rest.
struct Tools {
  std::filesystem::path translator, include, support;
  bool secondCompiler = false;  // for what is generated: Clang optimises OpenMP, and GCC the emulated device
  bool lenient = false;         // unused variables are no errors
  std::string nvcc;             // that compiles what is generated for CUDA, too; empty: none
  int standard = 20;            // of C++, in which the sources are; so is what is generated for OpenMP
  bool sanitize = false;        // the original functions and the emulated device under the sanitizers
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

// Writes and compiles what the targets share. Functions that do not compile without directives are taken out
// and told with the compiler's message, for they are the generator's mistakes.
struct Broken {
  std::string function, message;
};
std::vector<Broken> prepareBatch(std::vector<Function>& functions, const Tools& tools,
                                 const std::filesystem::path& folder);

// Whether it is the same that went wrong, other names and numbers aside.
bool sameFailure(const Result& a, const Result& b);

}  // namespace random_programs
