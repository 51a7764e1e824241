// A contraction -> one call of the kernels of appyl/cpu/ or appyl/cuda/: sizes and strides from the loops and
// subscripts, and the source's own text for what the sums start at and what becomes of them.
#pragma once

#include "codegen/kernels/captures.h"
#include "codegen/text/loop_text.h"
#include "directive/source.h"
#include "model/kernel.h"

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>

namespace appyl {

inline constexpr const char* contractionHeader = "appyl/cpu/contraction.hpp";
inline constexpr const char* deviceContractionHeader = "appyl/cuda/contraction.hpp";

struct ContractionCall {
  std::string statement;  // that stands for the whole nest
  std::string sizes;      // `{m, n, k}`
  std::string batches;    // the numbers of products, one per loop that the device spreads: `outer, inner`
  std::string sum;        // the type of the sums; on the device what they are computed as
  bool onTensorCores;
  std::string tiles;  // the kernel's template parameter for the size of its tiles
  std::string
      shares;  // what the kernel calls the device memory of shares of the terms; empty: there are none
};

/// nullopt where a part of it cannot be written in front of the nest: the address of an array, text that
/// macros or the preprocessor cut apart. `forDevice`: by the words of appyl/cuda/.
std::optional<ContractionCall> contractionCall(const Kernel& kernel, LoopWriter& writer, const Source& source,
                                               bool forDevice);

/// The same inside of a CUDA kernel, with the kernel's names and the edits of its text, by what was found in
/// front of the nest.
std::optional<ContractionCall> contractionCall(const Kernel& kernel, LoopWriter& writer, const Source& source,
                                               const Captures& captures, const std::vector<TextEdit>& edits,
                                               const ContractionCall& inFront);

/// What the device computes the sums of `call` as, and whether on tensor cores. `allowsTf32`: floats may be
/// multiplied with fewer digits.
void chooseSumOnDevice(ContractionCall& call, const Kernel& kernel, bool allowsTf32,
                       const clang::ASTContext& context);

}  // namespace appyl
