// What is decided about a CUDA kernel before any text is written: which loops its threads take, what it needs
// from the function, what moves to the device, and what becomes of each reduction.
#pragma once

#include "codegen/arrays/alias_guard.h"
#include "codegen/contraction/contraction_call.h"
#include "codegen/cuda/cuda.h"
#include "codegen/cuda/cuda_reductions.h"
#include "codegen/cuda/transfers.h"
#include "directive/source.h"
#include "nest/ast/source_ranges.h"

namespace appyl {

/// A loop over the threads of the grid.
struct ThreadLoop {
  const Loop* loop = nullptr;
  const ThreadDimension* dimension = nullptr;
  LoopText text;           // what the host knows of it
  bool isCounted = false;  // by the number of the iteration; otherwise by its own counter
  std::string iterations;  // how many, in the kernel, as a long long
};

/// Names of the variables that stand for one loop in a staged nest.
struct StagedLoop {
  const Loop* loop = nullptr;
  const ThreadLoop* threads = nullptr;  // null for the loop that is staged
  std::string block, here, in;          // first iteration of the block, how many it has, number inside it
  std::string own, each;                // number among a thread's own, how many those are; empty: one
};

/// A variable of the program that lives on from one part of it to the next: one for each iteration that the
/// thread has.
struct OwnVariable {
  const clang::VarDecl* variable = nullptr;  // null: the sum of a share
  std::string name;
  std::string word;  // what the program calls it
  clang::QualType type;
};

struct StagedPlan {
  const Staging* staging = nullptr;
  std::vector<StagedLoop> grid;  // outermost first
  StagedLoop loop;
  std::string first = "0", count;  // of the staged loop: the numbers of its iterations' begin and end
  std::string share;         // ... what holds them, where several blocks have a share of them; else empty
  std::string program;       // ... what tells the block's program in its grid, where programs are grouped
  std::string buffer, load;  // ... number of the stage, what loads one
  std::string work, whole;   // ... what works on one block; whether all of its iterations exist
  std::vector<std::string> tiles;        // names
  std::vector<std::string> coordinates;  // of an element in a tile; the last one of its last dimension
  std::vector<OwnVariable> own;
  std::set<const clang::Stmt*> repeated;  // declarations that stand in each part anew
};

/// A vector of which each thread has its own elements, in the device's memory.
struct ThreadRow {
  const clang::VarDecl* variable = nullptr;
  bool isPiece = false;  // the elements of a thread lie side by side, since pointers to them are used
  std::string rows;      // the kernel's parameter
  std::string last;      // ... to which the last iteration's elements go; empty: they are not wanted
};

struct CudaPlan {
  FileRange whole;                // of the nest
  std::string sequential;         // why the nest stays on the host; empty: it does not
  bool isSingle = false;          // one thread runs all iterations, in the source's order
  std::string device, grid;       // names of the launch's variables
  std::vector<ThreadLoop> loops;  // outermost first
  std::vector<CudaReduction> reductions;
  std::vector<const clang::Stmt*> endings;  // what ends the program, under a condition: the kernel stops
  std::set<const clang::ValueDecl*> locals;           // what the kernel declares itself
  std::vector<const clang::VarDecl*> privates;        // ... of each thread
  std::set<const clang::VarDecl*> withValue;          // ... that begin with the value from before the loop
  std::vector<const PrivateScalar*> kept;             // ... whose last value is wanted
  std::map<const clang::VarDecl*, std::string> last;  // the parameter that it goes to
  std::vector<ThreadRow> rows;
  Captures captures;
  Transfers transfers;
  AliasGuard guard;  // --alias-guard
  std::optional<StagedPlan> staged;
  const Team* team = nullptr;                  // a block runs a whole program
  std::optional<ContractionCall> contraction;  // that stands for the nest, as the host would write it
};

/// Everything that a step needs beside the plan.
struct CudaSetting {
  const Kernel& kernel;
  LoopWriter& writer;
  Source source;
  std::set<const clang::VarDecl*> tables = {};  // constants, of which the device has copies
};

/// nullopt: an error was reported. `mayContract`: a contraction may become a call of appyl/cuda/.
std::optional<CudaPlan> planCuda(const CudaSetting& setting, const EmitOptions& options, bool mayContract);

/// Headers of the threads' loops, and what reductions replace: the nest's text without these goes into the
/// kernel as it is.
std::set<const clang::Stmt*> rewrittenParts(const CudaPlan& plan);

/// How many iterations along the dimension a thread takes at a time, where it has no tiles.
unsigned iterationsTogether(const CudaPlan& plan, const Kernel& kernel, const ThreadDimension& dimension);

/// Is it one of the plan's rows?
bool isRow(const CudaPlan& plan, const clang::ValueDecl* variable);

bool isThreadCounter(const CudaPlan& plan, const clang::VarDecl* variable);

}  // namespace appyl
