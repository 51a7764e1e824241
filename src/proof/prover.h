// The proof of one form of a nest. The order of the questions: first whether the iterations of a loop can
// meet at all, by a proof over all sizes; then, where that fails, whether two of them certainly do, by an
// example.
#pragma once

#include "proof/proof.h"
#include "support/integer_set.h"

#include <vector>

namespace appyl::proving {

struct FormProof {
  Proof proof;
  bool walksOverRows = false;  // a pointer may: no other form of the nest says more
};
FormProof proveForm(const LoopNest& form, Solver& solver);

/// The nest with the flat subscripts of an array taken apart where one reading suits all of its accesses.
struct TakenApart {
  LoopNest nest;
  std::vector<Constraint> conditions;  // what that takes for granted
};
TakenApart takenApart(const LoopNest& form, Solver& solver);

}  // namespace appyl::proving
