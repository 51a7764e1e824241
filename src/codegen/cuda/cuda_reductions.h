// How a reduction becomes CUDA: each thread combines its own iterations, the threads of the grid combine
// theirs in a fixed order; updates of an array's elements are atomic.
#pragma once

#include "codegen/kernels/captures.h"
#include "directive/source.h"
#include "nest/privatization/updates.h"

namespace appyl {

struct CudaReduction {
  enum class Method {
    Grid,    // an own copy per thread, combined over the grid
    Pair,    // ... with the place where the value stood
    Shared,  // an own array per block, in shared memory, updated atomically and added up at the end
    Atomic,  // each update of an element
    Inner,   // of a loop inside a program, which stays sequential there
    Share,   // ... of which each block has a share: an own copy per thread, added to the element at the end
    Team,    // of a loop over the threads of a block: an own copy per thread, combined over the block
  } method = Method::Grid;
  const Reduction* reduction = nullptr;
  std::string own;       // the thread's copy
  std::string openType;  // Grid: what the kernel's template calls the type of an `auto` variable
  std::vector<std::string> ownCompanions;          // Pair: the own copies of the places ...
  std::string onUpdate;                            // ... and what each update adds
  std::vector<std::string> parameters, arguments;  // of the kernel, of its launch
  std::vector<std::string> setup, transfers,
      finish;                            // on the host: in front, after the names of ranges, last
  std::vector<std::string> open, close;  // in the kernel: before its loops and after them
  std::string array;        // Shared: what the kernel calls the array until the names of parameters are known
  std::string sharedBytes;  // Shared: that the launch asks for; empty: none
};

/// `loop`: the name of the launch's appyl::cuda::loop, `grid`: of its size.
std::vector<CudaReduction> planCudaReductions(const Kernel& kernel, const std::string& loop,
                                              const std::string& grid, LoopWriter& writer,
                                              const Source& source);

/// Declares the thread's own copy, which changes nothing.
std::string identityText(const CudaReduction& plan, clang::ASTContext& context);

/// An array whose size only the launch knows. Its elements are numbers, or arrays of them.
struct CopiedArray {
  std::string count, type;  // of its elements
};

/// Each block has its own copy of the arrays, by the reduction, where they fit into shared memory. To be
/// called once.
void copyIntoBlocks(std::vector<CudaReduction>& plans,
                    const std::map<const CudaReduction*, CopiedArray>& arrays, LoopWriter& writer);

/// `appyl::cuda::sum` and the like.
std::string operatorType(const Reduction& reduction);

/// What an update combines its target with, where that is one expression: `x[i]` of `s += x[i]` and of `s =
/// x[i] + s`, 1 of `++s`.
struct Operand {
  const clang::Expr* value = nullptr;  // null: 1
  bool negated = false;
};
std::optional<Operand> operandOf(const Update& update, const clang::ASTContext& context);

}  // namespace appyl
