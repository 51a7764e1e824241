// A grid call -> annotated loops over its programs, whose body is the kernel's with blocks in place of its
// refs.
#pragma once

#include "directive/source.h"
#include "expand/grid_call.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace appyl {

struct GridCallText {
  std::vector<std::string> names;    // declarations of what the loops name
  std::set<std::string> conditions;  // without which the call has to stay a call of the library
  std::vector<std::string> inFront;  // statements in front of the loops
  std::string clause;                // for the first one's directive
  std::string loops;                 // the headers, with the directives of all but the first; ends with `{`
  std::string body;
  unsigned bodyLine = 0;                            // where the kernel's stands in the file
  std::vector<const clang::FunctionDecl*> inPlace;  // whose bodies stand in it
  ProgramGrid programs;

  bool isLike(const GridCallText& other) const {
    return names == other.names && conditions == other.conditions && inFront == other.inFront &&
           clause == other.clause && loops == other.loops && body == other.body;
  }
};

/// `visible`: what names mean at the call; `names`: those that are taken in the file. `margin`: in front of
/// each line.
std::variant<GridCallText, TileRefusal> writeGridCall(const GridCall& call, const VisibleNames& visible,
                                                      const std::set<std::string>& names,
                                                      const std::string& margin, const Source& source);

}  // namespace appyl
