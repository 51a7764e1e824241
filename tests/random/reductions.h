// Reductions: their variables, clauses, and updates in all spellings.
#pragma once
#include "scope.h"

namespace random_programs {

// Declares some variables before a nest, for it to reduce.
void addReductions(Scope& scope, std::vector<Statement>& body);
void addClauses(Scope& scope, Directive& directive);
void updateReduced(Scope& scope, std::vector<Statement>& body, const Reduced& r);

}  // namespace random_programs
