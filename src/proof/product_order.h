// What the order of iterations says of products and quotients. `n*t` grows with the counter t, by n at least,
// or falls where n is negative, and what is divided by the same is in the same order: so the chunks of `for
// (k = t*n/p; k < (t + 1)*n/p; ++k)` are apart, whatever n is.
#pragma once

#include "proof/relation.h"
#include "support/integer_set.h"

#include <string>

namespace appyl::proving {

/// No two instances of the relation, which belong to different iterations, satisfy it and what their order
/// says. `counter`: the symbol of the loop.
bool isEmptyByOrder(Relation relation, const std::string& counter, Solver& solver);

}  // namespace appyl::proving
