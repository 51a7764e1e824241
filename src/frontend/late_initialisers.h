// Variables that are declared first and get their value later.
#pragma once

#include "directive/collect.h"

namespace appyl {

/// `float *q, *k; ... q = out; k = out + n;` in front of a loop means the same as
/// `float* q = out; float* k = out + n;`, and becomes that in the AST, at the places of the assignments. This
/// is done in functions with directives, outside of their loops, for numbers and pointers that are assigned
/// once, by a statement of the block that declares them, and otherwise only read. The text stays as it is.
void declareWhereAssigned(const Directives& directives, clang::ASTContext& context);

}  // namespace appyl
