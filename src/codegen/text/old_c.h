// Generated C as C before 1999 has it: no declarations in the heads of loops, and, where a compiler accepts
// only that standard, no comments to the end of a line.
#pragma once

#include <clang/Basic/LangOptions.h>

#include <string>

namespace appyl {

std::string asOldC(const std::string& text, const clang::LangOptions& options);

}  // namespace appyl
