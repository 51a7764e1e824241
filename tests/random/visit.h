// Walks over the statements of a function: each body of statements, statement, value, or access, the outer
// ones first.
#pragma once
#include <functional>

#include "program.h"

namespace random_programs {

// `body` itself, then those of its loops and branches.
void eachBody(std::vector<Statement>& body, const std::function<void(std::vector<Statement>&)>& visit);
void eachStatement(std::vector<Statement>& body, const std::function<void(Statement&)>& visit);
void eachValue(std::vector<Statement>& body, const std::function<void(Value&)>& visit);
// Of targets, values, and clauses.
void eachAccess(std::vector<Statement>& body, const std::function<void(Access&)>& visit);

}  // namespace random_programs
