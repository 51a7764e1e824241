// What may be a part of a name, in C++ as compilers take it: any character that is none of ASCII, and `$`.
#pragma once

#include <cctype>

namespace appyl {

inline bool isOfName(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || c == '_' || c == '$' || byte >= 0x80;
}

}  // namespace appyl
