// `_Float16` in a `.cu`: nvcc makes no device code of it, so that a class of our own takes its place in the
// whole file, the host's part included.
#pragma once

#include "codegen/text/edits.h"
#include "directive/source.h"

namespace appyl {

/// `_Float16` is that class here. Where the array language is included, `appyl::half` stands in its place.
bool isReplacedFloat16(clang::QualType type, const clang::ASTContext& context);

/// `#define _Float16 ::appyl::cuda::float16` in front of the first line that names the type, in the source or
/// in what it includes, and conversions in the host's functions where the class needs them written. Those
/// within `kernels` are part of what replaces the nests. Empty: the type is not used, or not replaced.
Edits replaceFloat16(const Edits& kernels, const Source& source);

}  // namespace appyl
