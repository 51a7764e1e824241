// Containers in lanes. A compiler that sees `x[i]` of a std::vector or std::span inside a parallel construct
// loads the container's own pointer anew for each lane (GCC 12 makes gathers of it), so that the loop runs at
// a fraction of the memory's speed. The pointer is taken once in front of the construct, and the lanes index
// it.
#pragma once

#include "codegen/text/nest_text.h"
#include "directive/source.h"
#include "nest/ir/loop_nest.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace appyl {

/// May a pointer lead to its elements: a std::vector or std::span of plain values?
bool hasPointer(const clang::ValueDecl* container);

/// One container whose elements the lanes of some loops touch.
struct ContainerPointer {
  const clang::ValueDecl* container = nullptr;
  std::string text;                 // `x` or `this->x`, as it is written
  std::vector<FileRange> mentions;  // `x` of each `x[i]` in those loops
};

/// The containers for which pointers to their elements stand in the text, with the pointers' names.
using ElementPointers = std::vector<std::pair<const clang::ValueDecl*, std::string>>;

/// The containers that keep their elements in place while the nest runs: nothing in it but subscripts and
/// sizes mentions them. `lanes`: indices in nest.loops. `ofMembers`: those of the function's own object, too,
/// which compilers reach as well without a pointer, as long as stores leave that alone.
std::vector<ContainerPointer> containerPointers(const LoopNest& nest, const std::set<int>& lanes,
                                                bool ofMembers, const Source& source);

}  // namespace appyl
