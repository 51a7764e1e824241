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

/// The conflict of iterations of `loop`, if it is one: both accesses happen, in different iterations, at the
/// same element, and one of them writes.
std::optional<Conflict> checkedConflict(const LoopNest& nest, int loop,
                                        const std::map<std::string, std::int64_t>& parameters,
                                        const Occurrence& one, const Occurrence& other,
                                        const std::vector<Constraint>& assumptions);

/// Runs the loops around two accesses for one small size after the other and watches the elements. `work` is
/// what may still be spent on it, in accesses.
std::optional<Conflict> searchSmallSizes(const LoopNest& nest, int loop, int first, int second,
                                         const std::vector<Constraint>& assumptions, long& work);

/// `i = 4`, or `(i = 1, j = 0)`: the loops around `loop`, itself, and the parallel ones inside.
std::string iterationText(const LoopNest& nest, int loop, const Occurrence& occurrence);

}  // namespace appyl::proving
