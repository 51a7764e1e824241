// Loops: their ranges, and the ways to write them.
#pragma once
#include "scope.h"

namespace random_programs {

// Parameters that loops run to. The deeper the nests, the smaller they are.
void addSizes(Scope& scope);
Type sizeType(Scope& scope);
int anySize(Scope& scope);
// A parameter that shifts subscripts; there are two at most, which may be equal.
int anyOffset(Scope& scope);

// A loop with a random range and header, without directive and body; it becomes the innermost level.
Loop header(Scope& scope, bool sequential);

// What stands in `block(...)`.
std::optional<std::string> block(Scope& scope);

}  // namespace random_programs
