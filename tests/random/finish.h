// What is decided when the statements of a function are known.
#pragma once
#include "scope.h"

namespace random_programs {

// Drops scalars that nothing reads, which compilers would warn of.
void dropUnused(std::vector<Statement>& body);

// The number of elements of pointers, where subscripts don't tell it.
void addShapes(Scope& scope);

// Puts loops into templates and member functions, and expressions into lambdas.
void varyForms(Function& function);

// Around the whole function, whose scalars stay visible.
void addDataRegion(Scope& scope);

}  // namespace random_programs
