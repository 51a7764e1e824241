// Two concrete iterations that conflict: checked, put into words, and searched for among small sizes where
// the subscripts are no affine expressions.
#pragma once

#include "proof/proof.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace appyl::proving {

/// Why values of parameters and counters do not settle whether, and where, the access happens; nullopt where
/// they do.
std::optional<Unknown> whyInexact(const LoopNest& nest, int access);

/// The parameters that decide whether, and where, the accesses happen, and those that what holds in front of
/// the nest ties to them.
std::vector<std::string> decidingParameters(const LoopNest& nest, const std::vector<int>& accesses);

/// Does the function compute one of several parameters from others? Not all values are those of a run then.
bool dependsOnComputed(const LoopNest& nest, int one, int other);

/// Does a run-time size divide something that decides where they happen? Whether it wraps around is for the
/// caller to say.
bool dividesBySize(const LoopNest& nest, const std::vector<int>& accesses);

/// Why an example may not be one of a run; nullopt: there is no reason.
std::optional<Unknown> whyNotClaimed(const LoopNest& nest, int one, int other);

/// The conflict of iterations of `loop`, if it is one: both accesses happen, in different iterations, at the
/// same element, and one of them writes.
std::optional<Conflict> checkedConflict(const LoopNest& nest, int loop,
                                        const std::map<std::string, std::int64_t>& parameters,
                                        const Occurrence& one, const Occurrence& other,
                                        const std::vector<Constraint>& assumptions);

struct Search {
  std::optional<Conflict> found;
  bool complete = false;  // there are no sizes, and every iteration has been looked at
};

/// Runs the loops around two accesses for one small size after the other and watches the elements. `work` is
/// what may still be spent on it, in accesses.
Search searchSmallSizes(const LoopNest& nest, int loop, int first, int second,
                        const std::vector<Constraint>& assumptions, long& work);

/// For subscripts where it is not known which size encloses which: a conflict, if there is one for all sizes
/// from 2 to 5 with which each loop runs at least twice. `a[i*m + j*l + k]` for j < m and k < l is never
/// right; `a[i*s + j*t]` is for some s and t.
std::optional<Conflict> conflictForAllSizes(const LoopNest& nest, int loop, int first, int second,
                                            const std::vector<Constraint>& assumptions, long& work);

/// `i = 4`, or `(i = 1, j = 0)`: the loops around `loop`, itself, and the parallel ones inside.
std::string iterationText(const LoopNest& nest, int loop, const Occurrence& occurrence);

}  // namespace appyl::proving
