// What the fuzz targets share. Each of them is one function of one input, which libFuzzer calls with inputs
// of its own making, and replay.cpp with those of the corpus. Whatever the input is, it has to be answered: a
// crash, a hang or a finding of a sanitizer is a fault.
#pragma once

#include "translate.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace appyl::fuzz {

inline std::string textOf(const std::uint8_t* data, std::size_t size) {
  return std::string(reinterpret_cast<const char*>(data), size);
}

/// Translates the source for all targets. What comes of it is not looked at.
void translateEverywhere(const std::string& source);

/// A file of this process that has the text until the next call.
std::string fileWith(const std::string& name, const std::string& text);

}  // namespace appyl::fuzz
