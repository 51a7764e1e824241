// A contraction -> one call of the packed kernels of appyl/cpu/: sizes and strides from the loops and
// subscripts, and the source's own text for what the sums start at and what becomes of them.
#pragma once

#include "model/kernel.h"
#include "target/loop_text.h"

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string>

namespace appyl {

inline constexpr const char* contractionHeader = "appyl/cpu/contraction.hpp";

/// The statement that stands for the whole nest; nullopt where a part of it cannot be written in front of the
/// nest: the address of an array, text that macros or the preprocessor cut apart.
std::optional<std::string> contractionCall(const Kernel& kernel, LoopWriter& writer,
                                           const Directives& directives, const clang::ASTContext& context);

}  // namespace appyl
