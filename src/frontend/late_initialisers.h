// Variables that are declared first and get their value later.
#pragma once

#include "directive/collect.h"

namespace appyl {

/// `float *q, *k; ... q = out; k = out + n;` in front of a loop says what `float* q = out; float* k = out +
/// n;` says, and becomes that in the AST, at the places of the assignments. Of the functions with directives,
/// outside of their loops; numbers and pointers that are assigned once, by a statement of the block that
/// declares them, and otherwise only read. The text stays as it is.
void declareWhereAssigned(const Directives& directives, clang::ASTContext& context);

}  // namespace appyl
