// Numbers of elements as C++ that stands in front of a nest.
#pragma once

#include "codegen/arrays/array_ranges.h"

namespace appyl {

/// Elements [first, last), as texts.
struct ExtentText {
  std::string first, last;
};

/// `a[M][K]` of a flat pointer is M * K elements, of a pointer to rows it is M of them; `b[0:N]`.
ExtentText extentOf(const ClauseArgument& argument, clang::QualType type, const clang::ASTContext& context);

/// A polynomial as C++ that is computed in 64 bits, whatever the types of the sizes are: `1LL * m * n - 1`.
std::string sizeText(const Polynomial& value, const RangeReader& ranges);

}  // namespace appyl
