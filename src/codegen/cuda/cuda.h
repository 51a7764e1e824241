// Kernel + Proof -> CUDA: a kernel above the function, with the user's loops over the grid's threads and
// their bodies verbatim, and its launch in the nest's place.
#pragma once

#include "codegen/cuda/device_functions.h"
#include "codegen/cuda/regions.h"
#include "codegen/emit_options.h"
#include "codegen/kernels/exposed_members.h"
#include "directive/record.h"
#include "directive/source.h"
#include "model/kernel.h"

#include <set>
#include <string>

namespace appyl {

/// What the kernels of one file share.
struct CudaFile {
  std::set<std::string>& names;  // identifiers that are in use
  DeviceFunctions& functions;
  std::vector<Launch>& launches;  // those that were emitted, in the order of the file
  std::set<std::string>& headers;
  const Macros& macros;
  ExposedTags& exposed;
};

/// The edits that turn the nest into its kernel; directive lines are taken out elsewhere. nullopt: an error
/// was reported.
std::optional<Edits> emitCuda(const Kernel& kernel, const EmitOptions& options, CudaFile file,
                              const Source& source);

}  // namespace appyl
