// Sequential loops around parallel ones, a wavefront or an LU decomposition: the threads are forked once, in
// front of the sequential loop, which each of them runs, and they share the iterations of the loops inside.
// Between these may stand only values that all threads compute alike. At the end of each parallel loop they
// wait for each other, as they would at its join.
#pragma once

#include "directive/source.h"
#include "model/kernel.h"

#include <set>
#include <string>
#include <vector>

namespace appyl {

struct Fork {
  const clang::ForStmt* loop = nullptr;      // the outermost sequential loop
  std::vector<const Kernel*> kernels;        // in it, in their order
  std::set<std::string> declared;            // variables in it, of which each thread has its own
  std::set<std::string> counters;            // ... that are declared in front of it
  std::set<const clang::ValueDecl*> unread;  // counters of the parallel loops whose last values nobody reads
};

/// The sequential loops of the file that all threads may run. Whether the kernels may stand under one fork,
/// their emission says.
std::vector<Fork> forksOf(const std::vector<Kernel>& kernels, const Source& source);

}  // namespace appyl
