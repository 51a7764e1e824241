// The statements inside of loops.
#pragma once
#include "scope.h"

namespace random_programs {

// A random statement that keeps the iterations of the parallel loops around it apart.
void statement(Scope& scope, std::vector<Statement>& body);
// An assignment to an element that belongs to the iteration.
void write(Scope& scope, std::vector<Statement>& body);
void declareScalar(Scope& scope, std::vector<Statement>& body);
// Gives the scalar from outside of the nest its value in this iteration.
void writeTemporary(Scope& scope, std::vector<Statement>& body, bool outermost);

}  // namespace random_programs
