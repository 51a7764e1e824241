// What is decided about a CUDA kernel before any text is written: which loops its threads take, what it needs
// from the function, what moves to the device, and what becomes of each reduction.
#pragma once

#include "target/alias_guard.h"
#include "target/cuda.h"
#include "target/cuda_reductions.h"
#include "target/source_ranges.h"
#include "target/transfers.h"

namespace appyl {

/// A loop over the threads of the grid.
struct ThreadLoop {
  const Loop* loop = nullptr;
  const ThreadDimension* dimension = nullptr;
  LoopText text;           // what the host knows of it
  bool isCounted = false;  // by the number of the iteration; otherwise by its own counter
};

struct CudaPlan {
  FileRange whole;                // of the nest
  std::string sequential;         // why the nest stays on the host; empty: it does not
  bool isSingle = false;          // one thread runs all iterations, in the source's order
  std::string device, grid;       // names of the launch's variables
  std::vector<ThreadLoop> loops;  // outermost first
  std::vector<CudaReduction> reductions;
  std::set<const clang::ValueDecl*> locals;           // what the kernel declares itself
  std::vector<const clang::VarDecl*> privates;        // ... of each thread
  std::set<const clang::VarDecl*> withValue;          // ... that begin with the value from before the loop
  std::vector<const PrivateScalar*> kept;             // ... whose last value is wanted
  std::map<const clang::VarDecl*, std::string> last;  // the parameter that it goes to
  Captures captures;
  Transfers transfers;
  AliasGuard guard;  // --alias-guard
};

/// Everything that a step needs beside the plan.
struct CudaSetting {
  const Kernel& kernel;
  LoopWriter& writer;
  const Directives& directives;
  clang::ASTContext& context;
  Diagnostics& diags;
};

/// nullopt: an error was reported.
std::optional<CudaPlan> planCuda(const CudaSetting& setting, const CudaOptions& options);

/// Headers of the threads' loops, and what reductions replace: the nest's text without these goes into the
/// kernel as it is.
std::set<const clang::Stmt*> rewrittenParts(const CudaPlan& plan);

bool isThreadCounter(const CudaPlan& plan, const clang::VarDecl* variable);

}  // namespace appyl
