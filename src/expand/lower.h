// Annotated loops and statements that work on tiles -> the same source with plain annotated loops in their
// place, which the stages behind this one read as if they had been written so.
#pragma once

#include "directive/source.h"
#include "expand/write_program.h"

#include <functional>

namespace appyl {

/// Where another version of a program stands, for arrays that do not suit its loops: as it was written, or
/// loops that find out anew in each block where the slices end.
struct Fallback {
  unsigned offset = 0, end = 0;  // in the text of the loops
  unsigned line = 0;             // of the program, in the source
  bool isAnnotated = false;      // it still has its directives
};

/// The first thing that a C++ compiler refuses in it.
struct CppError {
  unsigned line = 0, column = 0;
  std::string text;
};

struct LoweredSource {
  std::string text;
  std::vector<unsigned> lines;  // for each of its lines, that of the source which it came from; from 1
  std::vector<Fallback> fallbacks = {};
  std::vector<std::string> files = {};  // for each line, the header that it came from; empty: the source
  bool isSource = false;  // it is what the user wrote, without conditionals: nothing is lowered yet
  bool isCpp = false;     // C that means the same as C++; everything has been told of the source
  std::optional<CppError> error = {};  // ... but is none
};

struct LowerOptions {
  std::int64_t blockSize = 128;  // of a `seq_dim` without one
  bool forCuda = false;          // what is left as it is is an error, not a remark
  bool keepsDirectives = false;  // of the loops in programs as they were written, where arrays do not suit
  bool takesInside = false;      // a version more, for arrays that contain all that inner loops reach
  std::function<std::string()> indentation = [] { return "  "; };  // of one more level
};

/// nullopt: nothing is on tiles, or an error was reported.
std::optional<LoweredSource> lowerTiles(const Source& source, const LowerOptions& options,
                                        std::set<std::string>& names);

}  // namespace appyl
