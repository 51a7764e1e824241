// Measuring what `block(auto)` should be: a source is translated with several sizes around the model's
// choice, and the user's own command says how long each translation takes.
#pragma once

#include "translate.h"

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace appyl {

struct TuneJob {
  Options options;
  clang::tooling::CompileCommand command;
  std::string source;
  std::string name;  // of its translation: `x.omp.cpp`
  std::string run;   // the user's command, with {} in place of the translation's path
};

/// One size of a block, and the median of its runs.
struct Candidate {
  std::int64_t size = 0;
  std::optional<double> seconds;  // nullopt: the source cannot be translated with it
};

/// The measurements of one loop.
struct TunedLoop {
  std::string kernel, loop;
  std::int64_t byModel = 0, chosen = 0;
  std::vector<Candidate> candidates;  // by size, the model's own among them
};

/// `saxpy_kernel0 i: 512 (128: 1.10, 256: 1.00, 512: 0.91)`; times are relative to that of the model's
/// choice.
std::string print(const TunedLoop& loop);

/// The sizes to try: five powers of two times the model's choice, around it.
std::vector<std::int64_t> candidatesAround(std::int64_t byModel);

/// The fastest one. One that is hardly faster than the model's choice is not preferred to it.
std::int64_t fastest(const TunedLoop& loop);

/// One loop after the other, each with the best blocks of those before it and the model's of those behind.
/// Empty where there is no `block(auto)`. An error is the user's command that failed, or a source that cannot
/// be translated: then its messages are all that `diagnostics` gets, and the error is empty.
llvm::Expected<std::vector<TunedLoop>> tune(const TuneJob& job, llvm::raw_ostream& diagnostics);

}  // namespace appyl
